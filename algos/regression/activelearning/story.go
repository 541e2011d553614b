package activelearning

import (
	"math"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: v.title(), Size: algos.Normal, Status: algos.Status{State: algos.Running}, View: v,
		Metrics: []float64{v.trace(), v.floor(), v.orNone(func() float64 { return v.design.gain(v.next) }), v.Noise * v.Noise * v.trace(), v.orNone(v.off)},
	}
	if v.final() {
		s.Size, s.Status = algos.Pass, algos.Status{State: algos.Converged, Reason: v.reason()}
		return s
	}
	w := v.vars()
	s.Next = algos.Next{Step: w.Text("query at x = <next>"), Pass: w.Text("all <queries query>")}
	if own := v.instead(); v.inside() && len(own) <= maxOwn {
		s.Takeaway = param.Values{"own": own}
	}
	return s
}

func (v view) title() say.Phrase {
	if v.made() == 0 {
		return "start"
	}
	return v.vars().Text("query <k>: x = <x>")
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	w := say.Vars{
		"n": len(v.x), "k": v.made(), "queries": v.Queries, "next": v.next, "trace": v.trace(), "best": v.optimum, "doubt": v.doubt, "own": v.Query,
		"low": v.Low, "high": v.High,
		"floor": v.floor(), "measured": len(v.Points), "sigma": v.Noise,
	}
	if v.design.regular() {
		d := v.design
		large, small, _ := d.inverse().eigen()
		w["gain"], w["square"], w["h"] = d.gain(v.next), d.square(v.next), d.variance(v.next)
		w["most"], w["mine"], w["share"] = d.gain(v.optimum), d.gain(v.Query), 100*d.gain(v.Query)/d.gain(v.optimum)
		w["part"] = 100 * d.gain(v.next) / d.gain(v.optimum)
		w["large"], w["small"], w["det"], w["widest"] = large, small, d.determinant(), d.variance(v.doubt)
		w["ratio"] = v.trace() / v.floor()
	}
	if v.made() > 0 {
		w["x"], w["y"] = v.x[len(v.x)-1], v.y[len(v.y)-1]
		if was := v.before.design; was.regular() {
			w["before"], w["taken"] = was.trace(), was.gain(v.last())
			w["down"] = 100 * was.gain(v.last()) / was.trace()
		}
	}
	return w
}

// reason says how the run ends, and how the criteria did.
func (v view) reason() say.Phrase {
	w := v.vars()
	if !v.design.regular() {
		return w.Text("All <queries query> were made at the same input: XᵀX stays singular, and the slope is not identifiable.")
	}
	k := v.made()
	w["optimal"], w["doubtful"], w["random"] = v.race.optimal[k], v.race.doubtful[k], v.race.mean[k]
	if math.IsNaN(v.race.mean[k]) || math.IsNaN(v.race.doubtful[k]) || math.IsNaN(v.race.optimal[k]) {
		return w.Text("All <queries query> are made: Tr A = <trace>.")
	}
	return w.Text("All <queries query> are made: Tr A = <trace>. From the same points A-optimal queries reach <optimal>, maximum-variance queries " +
		"<doubtful>, and random ones <random> on average.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.made() == 0 && len(v.x) == 0:
		s.Text("Nothing has been measured: the line is not determined.")
	case v.made() == 0:
		s.Text("<n point is> already measured.")
	default:
		v.sayQuery(&s)
	}
	if !v.design.regular() {
		s.Text("There are no two different inputs yet: $X^\\top X$ is singular, and Tr A is infinite.")
		v.sayFirst(&s)
		return s.Lines
	}
	if v.made() == 0 || !v.before.design.regular() {
		s.Text("The uncertainty of the line is Tr A: the variances of slope and intercept added, over $\\sigma^2$.")
		s.TeX(`\mathrm{Tr}\,(X^\top X)^{-1} = \hl{<trace>}`)
	}
	if v.final() {
		s.Text("No design of <n input> on the interval has a trace below <floor=metric.floor>; this design has <ratio> times as much.")
		return s.Lines
	}
	v.sayNext(&s)
	return s.Lines
}

// visible is the share of the trace from which a difference can be read in few digits.
const visible = 2e-3

func (v view) sayQuery(s *algos.Story) {
	s.Text("The query at x = <x> gives y = <y>, with noise.")
	was := v.before.design
	if !was.regular() || !v.design.regular() {
		return
	}
	taken, before := was.gain(v.last()), was.trace()
	if taken < visible*before || v.trace() < visible*before {
		s.Text("Tr A falls from <before> to <trace>, by f(v).")
		return
	}
	s.Text("The uncertainty of the line falls by <down> %, whatever y is observed. It is Tr A, the variances of slope and intercept added, over $\\sigma^2$.")
	s.TeX(`\mathrm{Tr}\,A = <before> - <taken> = \hl{<trace>}`)
}

// sayFirst announces a query that makes XᵀX regular, if one can.
func (v view) sayFirst(s *algos.Story) {
	if v.final() {
		return
	}
	switch {
	case v.made() < len(v.own):
		s.Text("The next query is from your list: x = <next>.")
	case v.Criterion == random:
		s.Text("The next query is drawn at random: x = <next>.")
	case len(v.x) == 0:
		s.Text("The first query is the end with the longer v: x = <next>.")
	case v.Criterion == variance:
		s.Text("The next query goes as far away as it can: x = <next>.")
	default:
		s.Text("The next query is the one that leaves the smallest trace: x = <next>.")
	}
}

func (v view) sayNext(s *algos.Story) {
	switch {
	case v.made() < len(v.own):
		s.Text("The next query is from your list: x = <next>. It will reduce the trace by f(v), <part> % of the maximum for one query.")
	case v.Criterion == variance:
		s.Text(`The predictive variance is largest at x = <next>, where $v^\top A v = <h>$: the next query. It will reduce the trace by f(v), <part> % of ` +
			`the maximum for one query.`)
	case v.Criterion == random:
		s.Text("The next query is drawn at random: x = <next=model.next>. It will reduce the trace by f(v), <part> % of the maximum for one query.")
	default:
		s.Text("No input of the interval reduces the trace more than x = <next=model.next>: the next query.")
	}
	s.TeX(`f(v) = \frac{v^\top A A v}{1 + v^\top A v} = \frac{<square>}{1 + <h>} = \hl{<gain>}`)
	if v.inside() {
		s.Text("Your query x = <own> would reduce the trace by <mine>, <share> % of the maximum. Take it over to query there instead.")
		return
	}
	s.Text("Your query x = <own> is outside the query interval.")
}
