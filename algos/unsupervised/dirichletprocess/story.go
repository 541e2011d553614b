package dirichletprocess

import (
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// ref is what links a table in words with its marks.
func ref(k int) string { return "t" + strconv.Itoa(k+1) }

func linked(k int) say.Math { return say.Math(`\ref{` + ref(k) + `}{` + strconv.Itoa(k+1) + `}`) }

func (v view) vars() say.Vars {
	counts := v.counts()
	s := say.Vars{"n": v.n, "N": len(v.customers), "tables": len(counts), "alpha": v.Alpha, "expected": v.mean, "log": v.log, "m": v.m}
	if v.n > 0 {
		c := v.last()
		s["k"], s["before"], s["there"] = c.table+1, v.n-1, c.before
		s["p"] = v.Alpha / (v.Alpha + float64(v.n-1))
		if !c.fresh {
			s["p"] = float64(c.before) / (v.Alpha + float64(v.n-1))
		}
	}
	return s
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.breaking():
		return w.Text("break <m=metric.pieces> of the stick")
	case v.n == 0:
		return "no customer yet"
	case v.last().fresh:
		return w.Text("customer <n=metric.customers> opens table <k=metric.tables>")
	}
	return w.Text("customer <n=metric.customers> joins table <k>")
}

func (v view) next() algos.Next {
	if v.n == len(v.customers) {
		return algos.Next{}
	}
	w := say.Vars{"n": v.n + 1, "m": v.m + 1}
	w["ten"] = min(len(v.customers), v.n/10*10+10)
	next := algos.Next{Step: w.Text("customer <n>"), Pass: w.Text("up to customer <ten>")}
	if v.m < v.customers[v.n].breaks {
		next.Small = w.Text("break <m=metric.pieces> of the stick")
	}
	return next
}

func (v view) events() []algos.Event {
	if v.n > 0 && !v.breaking() && v.last().fresh {
		return []algos.Event{{Kind: "table", Text: v.vars().Text("customer <n=metric.customers> opens table <k=metric.tables>")}}
	}
	return nil
}

func (v view) status() algos.Status {
	switch {
	case v.n < len(v.customers):
		return algos.Status{State: algos.Running}
	case len(v.customers) == 0:
		return algos.Status{State: algos.Exhausted, Reason: "There are no customers."}
	}
	return algos.Status{State: algos.Exhausted, Reason: v.vars().Text("<n=metric.customers customer> at <tables=metric.tables table>; the " +
		"expected number is <expected=metric.expected>.")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.breaking():
		v.sayBreak(&s)
	case v.n == 0:
		v.sayStart(&s)
	default:
		v.sayDraw(&s)
		v.saySeat(&s)
		v.sayTables(&s)
		v.sayPartition(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	switch v.Representation {
	case stick:
		s.Text("The stick has length 1 and is not broken yet. Each customer picks a uniform position on it, and the stick is broken up to there.")
	case restaurant:
		s.Text("An infinite number of tables, all empty.")
	case urn:
		s.Text("The urn is empty: the first value is sampled from $H$.")
	default:
		s.Text("The table assignments are given.")
	}
}

func (v view) sayBreak(s *algos.Story) {
	x := v.pieces[v.m-1]
	before := 1.0
	if v.m > 1 {
		before = v.pieces[v.m-2].left
	}
	s.Vars["beta"], s.Vars["rho"], s.Vars["rest"], s.Vars["left"], s.Vars["theta"] = x.beta, x.rho, before, x.left, x.theta
	s.Vars["mean"] = 1 / (1 + v.Alpha)
	s.Text(`The position of the next customer is beyond the broken part. Break <m=metric.pieces> takes the fraction $\beta_{<m>}=<beta>$ of ` +
		`the remainder; its mean is $\frac{1}{1+\alpha}=<mean>$.`)
	s.TeX(`\rho_{<m>}=\beta_{<m>}\prod_{i<<m>}(1-\beta_i)=<beta>\cdot <rest>=\hl{<rho>}`)
	s.Vars["expectedleft"] = v.expectedLeft(v.m)
	s.Text(`The segment has the value <theta>, sampled from $H$. The remaining length is <left=metric.left>; its mean is ` +
		`$\bigl(\frac{\alpha}{1+\alpha}\bigr)^{<m>}=<expectedleft>$.`)
}

// sayDraw tells what the customer drew.
func (v view) sayDraw(s *algos.Story) {
	c := v.last()
	s.Vars["k"] = linked(c.table)
	switch v.Representation {
	case stick:
		x := v.pieces[c.piece]
		s.Vars["piece"], s.Vars["rho"], s.Vars["u"] = c.piece+1, x.rho, 1-c.u
		s.Text("Customer <n=metric.customers> picks position <u> on the stick: segment <piece>, of length <rho>.")
	case urn:
		if c.copied >= 0 {
			s.Vars["copied"], s.Vars["value"] = c.copied+1, v.dishes[c.table]
			s.Text("Customer <n=metric.customers> copies the value <value> of customer <copied>.")
			return
		}
		s.Vars["value"] = v.dishes[c.table]
		s.Text("Customer <n=metric.customers> copies no earlier value, but samples the value <value> from $H$.")
	}
}

// saySeat is the probability of the seat, given those before alone.
func (v view) saySeat(s *algos.Story) {
	c := v.last()
	switch {
	case c.fresh && v.n == 1:
		s.Text("The first customer opens table <k> with probability 1.")
	case c.fresh:
		s.Text("Customer <n=metric.customers> opens table <k>. Given only the <before=before.metric.customers customer> before, this has the probability")
		s.TeX(`p=\frac{\alpha}{\alpha+n}=\frac{<alpha>}{<alpha>+<before>}=\hl{<p>}`)
	default:
		s.Text("Customer <n=metric.customers> joins table <k>, which had <there customer>. Given only the <before customer> before, this has the probability")
		s.TeX(`p=\frac{|\tau|}{\alpha+n}=\frac{<there>}{<alpha>+<before>}=\hl{<p>}`)
	}
}

func (v view) sayTables(s *algos.Story) {
	s.Vars["sd"] = v.spread(v.n)
	if v.n == 1 {
		return
	}
	s.Vars["old"], s.Vars["q"] = v.mean-v.Alpha/(v.Alpha+float64(v.n-1)), v.Alpha/(v.Alpha+float64(v.n-1))
	s.Text("<tables=metric.tables table is> occupied. The expected number, with standard deviation <sd=model.deviation>, is")
	s.TeX(`\operatorname{E}[K_{<n>}]=\operatorname{E}[K_{<before>}]+\frac{\alpha}{\alpha+<before>}=<old>+<q>=<expected>`)
}

// mostFactors is how many factors of a product are written out.
const mostFactors = 5

// sayPartition is the probability of who sits with whom, as a product for few customers.
func (v view) sayPartition(s *algos.Story) {
	if v.n > mostFactors {
		s.Text(`The partition has $\ln p(\mathcal{P})=<log>$ in this and any other order of arrival (exchangeability).`)
		return
	}
	if v.n == 1 {
		return
	}
	seated := map[int]int{}
	var terms []string
	for i, c := range v.customers[:v.n] {
		a := "f" + strconv.Itoa(i)
		s.Vars[a], s.Vars["i"+strconv.Itoa(i)] = seated[c.table], i
		top := "<" + a + ">"
		if seated[c.table] == 0 {
			top = "<alpha>"
		}
		below := "<alpha>+<i" + strconv.Itoa(i) + ">"
		if i == 0 {
			below = "<alpha>"
		}
		terms = append(terms, `\frac{`+top+`}{`+below+`}`)
		seated[c.table]++
	}
	s.Vars["partition"] = math.Exp(v.log)
	s.Text("The probability of the partition is")
	s.TeX(`p(\mathcal{P})=` + strings.Join(terms, `\cdot`) + `=<partition>`)
}
