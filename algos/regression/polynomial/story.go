package polynomial

import (
	"math"
	"slices"

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
		s.Phase, s.Size = w.Text("basis function of <power>"), algos.Micro
	case fitting:
		s.Phase = w.Text("degree <k=model.degree>")
	}
	if v.next == nil {
		s.Size = algos.Pass
		s.Status = algos.Status{State: algos.Converged, Reason: v.reason()}
		return s
	}
	s.Next.Small, s.Next.Step = w.Text("basis function of <power>"), w.Text("degree <next>")
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
		return "All inputs are 0. Without an intercept f(0) = 0, whatever the coefficients: there is nothing to fit."
	case len(v.fits) == 0:
		return "Without an intercept degree 0 has no column: f = 0."
	case v.stop == blurred:
		return w.Text("Some inputs are so close together that rounding error hides the contribution of degree <next>. The fit of degree <k> stays.")
	case v.stop == beyond:
		return w.Text("The inputs are so close together that the coefficient of degree <next> overflows. The fit of degree <k> stays.")
	case len(v.fits) == v.distinct && len(v.y) == v.distinct && v.stop == reached:
		return w.Text("Degree <k> interpolates the <n point>: only rounding error remains of the residual.")
	case len(v.fits) == v.distinct && v.stop == reached:
		return w.Text("Degree <k> fits the mean of the targets at each of the <m distinct input>. No higher degree fits better.")
	case v.stop == exhausted:
		return w.Text("Degree <k> fits the mean of the targets at each of the <m distinct input>. On these inputs any higher power is linearly " +
			"dependent on the lower ones: degree <degree> fits no better, and its coefficients are not unique.")
	}
	if best, ok := v.best(looOf); ok {
		w["best"] = best
		return w.Text("Degree <k=model.degree> is the last: RSS = <rss=metric.rss>. Model selection by leave-one-out: degree <best> has the " +
			"smallest error.")
	}
	return w.Text("Degree <k> is the last: RSS = <rss>.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.phase == starting:
		s.Text("Nothing is fitted yet: f = 0, the residual is y, and RSS = <rss=metric.rss>. Every step adds the next power of x to the design matrix.")
		return s.Lines
	case v.phase == directing && len(v.fits) == 0:
		s.Text("The first column of the design matrix is <power>, scaled to norm 1.")
	case v.phase == directing:
		s.Text("Gram–Schmidt: the components of <power> along the previous columns are removed, and <left> % of its norm remains. Scaled to norm 1 " +
			"it is <q>, orthogonal to all previous columns.")
	}
	if v.phase == directing {
		s.TeX(`\hl{c_{<next>}} = \langle q_{<next>}, r\rangle = <along>`)
		return s.Lines
	}
	v.sayFitted(&s)
	return s.Lines
}

// visible is the fraction of the sum of squares before that is left, below which a formula
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
		s.Text("The residual falls to 0, up to rounding error.")
	case c*c <= 1e-6*before:
		s.Text("The residual is almost orthogonal to this basis function: RSS stays at <rss=metric.rss>.")
	case v.rss() < visible*before:
		s.Text("The RSS falls by c², from <before> to <rss>.")
	default:
		s.Text("The RSS falls by c².")
		s.Vars["c"] = say.Factor(c)
		s.TeX(`\mathrm{RSS} = <before> - <c>^2 = \hl{<rss>}`)
	}
	if v.power() <= mostTerms && v.last().condition < 8 {
		s.Add(algos.Line{TeX: v.polynomial()})
	}
	if !math.IsNaN(v.last().loo) {
		s.Text("The leave-one-out mean squared error is <loo=metric.loo>.")
	}
	if v.last().condition > 8 {
		s.Text("The monomial basis 1, x, x², … would lose about <digits> digits (condition number). The orthogonal basis loses none.")
	}
}

// polynomial writes the fit out, from the lowest power that it has. A term that is nothing but
// rounding beside the others at all inputs is left out.
func (v view) polynomial() say.Phrase {
	theta := slices.Clone(v.last().theta)
	reach, most := 0.0, 0.0
	for _, x := range v.x {
		reach = max(reach, math.Abs(x))
	}
	size := func(k int) float64 { return math.Abs(theta[k]) * math.Pow(reach, float64(k)) }
	for k := range theta {
		most = max(most, size(k))
	}
	for k := range theta {
		if size(k) <= 1e-12*most {
			theta[k] = 0
		}
	}
	out := say.Vars{"a": theta[v.first]}.TeX(`f(x) = <a>`)
	if v.first == 1 {
		out += `\,x`
	}
	for k := v.first + 1; k <= v.power(); k++ {
		if theta[k] == 0 {
			continue
		}
		w := say.Vars{"a": say.Term(theta[k]), "k": k}
		if k == 1 {
			out += w.TeX(`<a>\,x`)
			continue
		}
		out += w.TeX(`<a>\,x^{<k>}`)
	}
	return out
}
