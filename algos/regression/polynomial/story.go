package polynomial

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// powerName is what people read for a power of x: "x³".
func powerName(k int) say.Phrase {
	switch k {
	case 0:
		return "1"
	case 1:
		return "x"
	}
	return say.Phrase("x" + say.Sup(k))
}

func (v view) vars() say.Vars {
	f := v.last()
	w := say.Vars{
		"n": len(v.y), "k": v.power(), "m": v.distinct, "rss": v.rss(), "loo": f.loo, "degree": v.Degree, "c": f.c, "digits": math.Round(f.condition),
		"before": v.before().rss(), "columns": len(v.fits),
	}
	if v.next != nil {
		w["next"], w["power"], w["left"] = v.next.power, powerName(v.next.power), 100*v.next.share
		w["q"], w["along"] = say.Phrase("q"+say.Sub(v.next.power)), dot(v.next.at, v.residual())
	}
	return w
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	w, f := v.vars(), v.last()
	s := algos.Step{
		Phase: "start", Size: algos.Normal, Status: algos.Status{State: algos.Running}, View: v,
		Metrics: []float64{v.rss(), f.loo, f.condition},
	}
	switch v.phase {
	case directing:
		s.Phase, s.Size = w.Text("direction of <power>"), algos.Micro
	case fitting:
		s.Phase = w.Text("degree <k=model.degree>")
	}
	if v.next == nil {
		s.Size = algos.Pass
		s.Status = algos.Status{State: algos.Converged, Reason: v.reason()}
		return s
	}
	s.Next.Small, s.Next.Step = w.Text("direction of <power>"), w.Text("degree <next>")
	if v.phase == directing {
		s.Next.Small = s.Next.Step
	}
	s.Next.Pass = "all degrees"
	return s
}

// reason says why the run ends.
func (v view) reason() say.Phrase {
	w := v.vars()
	w["next"] = v.power() + 1
	switch {
	case len(v.fits) == 0 && v.distinct == 0:
		return "All inputs are 0. Without a constant term f(0) = 0, whatever the coefficients: there is nothing to fit."
	case len(v.fits) == 0:
		return "Without a constant term degree 0 has no column: f = 0."
	case v.stop == blurred:
		return w.Text("Some inputs are so close together that rounding hides what degree <next> would add. The fit of degree <k> stays.")
	case v.stop == beyond:
		return w.Text("The inputs are so close together that the coefficient of degree <next> is beyond the largest number. The fit of degree <k> stays.")
	case len(v.fits) == v.distinct && len(v.y) == v.distinct && v.stop == reached:
		return w.Text("Degree <k> goes through all of the <n point>: nothing is left of the residual but rounding.")
	case len(v.fits) == v.distinct && v.stop == reached:
		return w.Text("Degree <k> goes through the mean at each of the <m different input>. No higher degree comes nearer.")
	case v.stop == exhausted:
		return w.Text("Degree <k> goes through the mean at each of the <m different input>. " +
			"On these inputs any higher power is a combination of those below, so degree <degree> fits no better, and its coefficients are not unique.")
	}
	if best, ok := v.best(looOf); ok {
		w["best"] = best
		return w.Text("Degree <k=model.degree> is the last: RSS = <rss=metric.rss>. With each point left out in turn, degree <best> predicts it best.")
	}
	return w.Text("Degree <k> is the last: RSS = <rss>.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.phase == starting:
		s.Text("Nothing is fitted: f = 0, and the residual is y itself, RSS = <rss=metric.rss>. Every step adds the next power of x.")
		return s.Lines
	case v.phase == directing && len(v.fits) == 0:
		s.Text("The first column is <power>, scaled to length 1.")
	case v.phase == directing:
		s.Text("What <power> has of the columns before is taken away: <left> % of the length is left. Scaled to length 1 it is <q>, on which nothing before it has a say.")
	}
	if v.phase == directing {
		s.TeX(`\hl{c_{<next>}} = \langle q_{<next>}, r\rangle = <along>`)
		return s.Lines
	}
	v.sayFitted(&s)
	return s.Lines
}

// visible is the share of the sum of squares before that is left, below which a formula
// with few digits would show 0.
const visible = 1e-3

// mostTerms is the highest degree whose polynomial is written out.
const mostTerms = 6

// nothingLeft reports whether the residual is nothing but rounding.
func (v view) nothingLeft() bool { return v.rss() <= 4*v.offSquares(0) }

func (v view) sayFitted(s *algos.Story) {
	before, c := v.before().rss(), v.last().c
	switch {
	case v.nothingLeft():
		s.Text("The residual falls to 0, up to rounding.")
	case c*c <= 1e-6*before:
		s.Text("The residual has next to nothing along this direction: RSS stays at <rss=metric.rss>.")
	case v.rss() < visible*before:
		s.Text("RSS falls by the square of c, from <before> to <rss>.")
	default:
		s.Text("RSS falls by the square of c.")
		s.Vars["c"] = say.Factor(c)
		s.TeX(`\mathrm{RSS} = <before> - <c>^2 = \hl{<rss>}`)
	}
	if v.power() <= mostTerms && v.last().condition < 8 {
		s.Add(algos.Line{TeX: v.polynomial()})
	}
	if !math.IsNaN(v.last().loo) {
		s.Text("Each point left out and predicted by the others: mean squared error <loo=metric.loo>.")
	}
	if v.last().condition > 8 {
		s.Text("In the columns 1, x, x², … about <digits> digits would be lost. In the orthogonal basis none are.")
	}
}

// polynomial writes the fit out, from the lowest power that it has.
func (v view) polynomial() say.Phrase {
	theta := v.last().theta
	out := say.Vars{"a": theta[v.first]}.TeX(`f(x) = <a>`)
	if v.first == 1 {
		out += `\,x`
	}
	for k := v.first + 1; k <= v.power(); k++ {
		w := say.Vars{"a": say.Term(theta[k]), "k": k}
		if k == 1 {
			out += w.TeX(`<a>\,x`)
			continue
		}
		out += w.TeX(`<a>\,x^{<k>}`)
	}
	return out
}
