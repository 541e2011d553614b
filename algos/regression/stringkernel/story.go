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
		"i": v.length, "n": v.N, "p": v.p, "q": v.q, "l": v.Lambda, "sum": v.sum, "before": v.before, "below": v.length - 1,
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
		return w.Text("length <i=metric.length> is finished")
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
	if length <= v.N {
		w["x"] = say.Given(visible(v.letters[0][p-1]))
	}
	if v.p > 0 && v.q < len(v.t) { // within a row
		w["p"], w["i"], w["x"] = v.p, v.length, say.Given(visible(v.letters[0][v.p-1]))
		w["y"] = say.Given(visible(v.letters[1][v.q]))
		return algos.Next{Small: w.Text("compare “<x>” and “<y>”"), Step: w.Text("fill row <p>, “<x>”"), Pass: w.Text("all of length <i>")}
	}
	w["y"] = say.Given(visible(v.letters[1][0]))
	next := algos.Next{Step: w.Text("fill row <p>, “<x>”"), Pass: w.Text("all of length <i>")}
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
	w, scale := v.vars(), v.scale(v.N)
	w["longest"], w["short"] = v.longest(), min(len(v.s), len(v.t))
	switch {
	case scale == 0 && min(len(v.s), len(v.t)) < v.N:
		return algos.Status{State: algos.Converged, Reason: w.Text("The shorter string has <short letter>, fewer than n = <n>: the kernel is 0, and K̂ would be 0 : 0.")}
	case v.longest() == 0:
		return algos.Status{State: algos.Converged, Reason: "The strings have no letter in common: the kernel is 0 for every length."}
	case v.longest() < v.N:
		return algos.Status{
			State:  algos.Converged,
			Reason: w.Text("The longest common subsequence has <longest letter>: for n = <n> the kernel is 0."),
		}
	case v.sum == 0 || scale == 0:
		return algos.Status{
			State:  algos.Converged,
			Reason: "The kernel is positive, but smaller than any floating-point number: take a larger λ.",
		}
	}
	w["hat"] = v.sum / scale
	return algos.Status{State: algos.Converged, Reason: w.Text("For n = <n=metric.length> the kernel is <sum=metric.kernel>, and K̂ = <hat=metric.normalised>.")}
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
	s.Text("Which words can be read in “<s>” and also in “<t>”, if letters may be left out? Each pair of places that spells the same word counts; " +
		"the farther it is spread, the less.")
	s.TeX(`K_{<n>}(s,t)=\sum_{u}\;\sum_{i:\,s[i]=u}\;\sum_{j:\,t[j]=u}\lambda^{l(i)+l(j)}`)
	if v.rowwise() {
		s.Text("<a letter> and <b letter>, lengths up to <n>: these are many entries, so every step fills a row of them.")
	} else {
		s.Text("A table of <a row> and <b column> adds them up, once for every length up to <n>.")
	}
}

func (v view) sayCell(s *algos.Story) {
	switch {
	case !v.same:
		s.Text("Row <p> has the letter “<x>”, column <q> has “<y>”: nothing that both strings share can end here.")
	case v.length == 1:
		s.Text("Both letters are “<x>”: a common subsequence of one letter, which weighs $\\lambda$ in each string.")
		s.TeX(`\lambda^2=\ref{s<p>}{<l>}\cdot\ref{t<q>}{<l>}=\hl{<ends>}`)
	case v.ends == 0 && v.diagonal == 0:
		s.Text("Both letters are “<x>”, but before them the strings share no subsequence of <below letter>: nothing ends here.")
	default:
		s.Text("Both letters are “<x>”. They end every common subsequence of <below letter> that stands before them; $K'_{<below>}$ has added these up, " +
			"with what each spreads over up to here.")
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
			s.Text("One pair of places ends here.")
		} else {
			s.Text("<count> pairs of places end here.")
		}
	}
}

func (v view) sayRow(s *algos.Story) {
	if v.hits == 0 {
		s.Text("Row <p> has the letter “<x>”: no common subsequence of length <i> ends in it.")
		return
	}
	s.Text("Row <p> has the letter “<x>”: common subsequences of length <i=metric.length> end in <hits entry> of it.")
	s.TeX(`K_{<i>}\leftarrow <row>+<gain>=<sum>`)
}

func (v view) sayLength(s *algos.Story) {
	s.Vars["ss"], s.Vars["tt"] = v.self[0][v.length-1], v.self[1][v.length-1]
	if v.scale(v.length) == 0 {
		s.Text("Length <i> is finished: $K_{<i>}(s,t)=<sum>$. A string has no subsequence of this length, so $\\hat K_{<i>}$ is not defined.")
		return
	}
	s.Vars["hat"] = v.normalised()
	s.Text("Length <i=metric.length> is finished: the table adds up to $K_{<i>}(s,t)=<sum>$. Divided by what the strings have in common with themselves:")
	s.TeX(`\hat K_{<i>}=\frac{K_{<i>}(s,t)}{\sqrt{K_{<i>}(s,s)\,K_{<i>}(t,t)}}=\frac{<sum>}{\sqrt{<ss>\cdot <tt>}}=\hl{<hat>}`)
}

// count is how many pairs of places end in the entry: the kernel's own table with λ = 1.
func (v view) count() float64 {
	k := full(v.s, v.t, 1, v.length)
	return k.ends[k.at(v.p, v.q)]
}
