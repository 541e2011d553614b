package stringkernel

import (
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// visible is a letter as pictures show it: a space has a sign.
func visible(letter string) string {
	if strings.TrimSpace(letter) == "" {
		return "·"
	}
	return letter
}

// shown is a string in a sentence or at a picture: no longer than fits.
func shown(letters []string) string {
	const most = 24
	if len(letters) > most {
		return strings.Join(letters[:most-1], "") + "…"
	}
	return strings.Join(letters, "")
}

// after is where the next row begins: its length, and its row.
func (v view) after() (length, p int) {
	switch {
	case v.p == 0:
		return 1, 1
	case v.p == len(v.s):
		return v.length + 1, 1
	}
	return v.length, v.p + 1
}

// vars are what sentences name: the entry at work and its numbers.
func (v view) vars() say.Vars {
	w := say.Vars{
		"i": v.length, "n": v.Length, "p": v.p, "q": v.q, "l": v.Decay, "sum": v.sum, "before": v.before, "below": v.length - 1,
		"s": say.Given(v.words[0]), "t": say.Given(v.words[1]), "a": len(v.s), "b": len(v.t), "up": v.up, "left": v.left, "diagonal": v.diagonal,
		"prime": v.prime, "second": v.second, "ends": v.ends, "pp": v.p - 1, "qq": v.q - 1, "hits": v.hits, "row": v.row, "gain": v.sum - v.row,
	}
	if v.p > 0 {
		w["x"], w["y"] = say.Given(visible(v.letters[0][v.p-1])), say.Given(visible(v.letters[1][v.q-1]))
	}
	return w
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.p == 0:
		return "two strings"
	case v.finished():
		return w.Text("length <i=metric.length> is complete")
	case v.rowwise():
		return w.Text("length <i>: row <p>, “<x>”")
	case v.same:
		return w.Text("length <i>: “<x>” in row <p>, column <q>")
	}
	return w.Text("length <i>: “<x>” is not “<y>”")
}

func (v view) next() algos.Next {
	length, p := v.after()
	w := say.Vars{"p": p, "i": length}
	w["x"] = say.Given("")
	if length <= v.Length {
		w["x"] = say.Given(visible(v.letters[0][p-1]))
	}
	if v.p > 0 && v.q < len(v.t) { // within a row
		w["p"], w["i"], w["x"] = v.p, v.length, say.Given(visible(v.letters[0][v.p-1]))
		w["y"] = say.Given(visible(v.letters[1][v.q]))
		return algos.Next{Small: w.Text("compare “<x>” and “<y>”"), Step: w.Text("fill row <p>, “<x>”"), Pass: w.Text("complete length <i>")}
	}
	w["y"] = say.Given(visible(v.letters[1][0]))
	next := algos.Next{Step: w.Text("fill row <p>, “<x>”"), Pass: w.Text("complete length <i>")}
	if !v.rowwise() {
		next.Small = w.Text("compare “<x>” and “<y>”")
	}
	return next
}

func (v view) events() []algos.Event {
	if !v.finished() || v.p == 0 {
		return nil
	}
	return []algos.Event{{Kind: "pass", Text: v.vars().Text("length <i=metric.length>: K = <sum=metric.kernel>")}}
}

func (v view) status() algos.Status {
	if !v.over {
		return algos.Status{State: algos.Running}
	}
	w, scale := v.vars(), v.scale(v.Length)
	w["longest"], w["short"] = v.longest(), min(len(v.s), len(v.t))
	switch {
	case scale == 0 && min(len(v.s), len(v.t)) < v.Length:
		return algos.Status{State: algos.Converged, Reason: w.Text("The shorter string has <short letter>, fewer than n = <n>: the kernel is 0, and " +
			"K̂ is undefined (0/0).")}
	case v.longest() == 0:
		return algos.Status{State: algos.Converged, Reason: "The strings have no common letter: the kernel is 0 for every length."}
	case v.longest() < v.Length:
		return algos.Status{
			State:  algos.Converged,
			Reason: w.Text("The longest common subsequence has <longest letter>: for n = <n> the kernel is 0."),
		}
	case v.sum == 0 || scale == 0:
		return algos.Status{
			State:  algos.Converged,
			Reason: "The kernel is positive, but underflows: it is smaller than any floating-point number. Use a larger λ.",
		}
	}
	w["hat"] = v.sum / scale
	return algos.Status{State: algos.Converged, Reason: w.Text("For n = <n=metric.length> the kernel is <sum=metric.kernel>, and K̂ = " +
		"<hat=metric.normalised>.")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.p == 0:
		v.sayStart(&s)
	case v.rowwise():
		v.sayRow(&s)
	default:
		v.sayCell(&s)
	}
	if v.finished() && v.p > 0 {
		v.sayLength(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Text("Find the common subsequences of “<s>” and “<t>”, gaps allowed. Each pair of occurrences contributes to the kernel; longer spans have " +
		"smaller weights.")
	s.TeX(`K_{<n>}(s,t)=\sum_{u}\;\sum_{i:\,s[i]=u}\;\sum_{j:\,t[j]=u}\lambda^{l(i)+l(j)}`)
	if v.rowwise() {
		s.Text("<a letter> and <b letter>, lengths up to <n>: the table is large, so each step fills a row.")
	} else {
		s.Text("A dynamic-programming table of <a row> and <b column> sums them, once per length up to <n>.")
	}
}

func (v view) sayCell(s *algos.Story) {
	switch {
	case !v.same:
		s.Text("Row <p> has the letter “<x>”, column <q> has “<y>”: no match, so no common subsequence ends here.")
	case v.length == 1:
		s.Text("Both letters are “<x>”: a common subsequence of one letter, with weight $\\lambda$ in each string.")
		s.TeX(`\lambda^2=\ref{s<p>}{<l>}\cdot\ref{t<q>}{<l>}=\hl{<ends>}`)
	case v.ends == 0 && v.diagonal == 0:
		s.Text("Both letters are “<x>”, but the prefixes before them have no common subsequence of <below letter>: the entry is 0.")
	default:
		s.Text("Both letters are “<x>”. They extend every common subsequence of <below letter> of the prefixes; $K'_{<below>}$ is the sum of these, " +
			"weighted up to here.")
		s.TeX(`\lambda^2\,K'_{<below>}(<pp>,<qq>)=\ref{s<p>}{<l>}\cdot\ref{t<q>}{<l>}\cdot <diagonal>=\hl{<ends>}`)
	}
	s.TeX(`K''_{<i>}(<p>,<q>)=\lambda K''_{<i>}(<p>,<qq>)+\ldots=<l>\cdot <left>+<ends>=<second>`)
	s.TeX(`K'_{<i>}(<p>,<q>)=\lambda K'_{<i>}(<pp>,<q>)+K''_{<i>}(<p>,<q>)=<l>\cdot <up>+<second>=<prime>`)
	if v.ends > 0 {
		s.TeX(`K_{<i>}\leftarrow <before>+<ends>=<sum>`)
	}
	if v.ends > 0 {
		s.Vars["count"] = v.count()
		if v.count() == 1 {
			s.Text("One pair of occurrences ends here.")
		} else {
			s.Text("<count> pairs of occurrences end here.")
		}
	}
}

func (v view) sayRow(s *algos.Story) {
	if v.hits == 0 {
		s.Text("Row <p> has the letter “<x>”: no common subsequence of length <i> ends here.")
		return
	}
	s.Text("Row <p> has the letter “<x>”: common subsequences of length <i=metric.length> end in <hits cell>.")
	s.TeX(`K_{<i>}\leftarrow <row>+<gain>=<sum>`)
}

func (v view) sayLength(s *algos.Story) {
	s.Vars["ss"], s.Vars["tt"] = v.self[0][v.length-1], v.self[1][v.length-1]
	if v.scale(v.length) == 0 {
		s.Text("Length <i> is complete: $K_{<i>}(s,t)=<sum>$. One string has no subsequence of this length, so $\\hat K_{<i>}$ is undefined.")
		return
	}
	s.Vars["hat"] = v.normalised()
	s.Text("Length <i=metric.length> is complete: the sum over the table is $K_{<i>}(s,t)=<sum>$. Normalised by the kernels of both strings with themselves:")
	s.TeX(`\hat K_{<i>}=\frac{K_{<i>}(s,t)}{\sqrt{K_{<i>}(s,s)\,K_{<i>}(t,t)}}=\frac{<sum>}{\sqrt{<ss>\cdot <tt>}}=\hl{<hat>}`)
}

// count is how many pairs of places end in the entry: the kernel's own table with λ = 1.
func (v view) count() float64 {
	k := full(v.s, v.t, 1, v.length)
	return k.ends[k.at(v.p, v.q)]
}
