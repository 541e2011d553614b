package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// optimal says what the end of the run means.
func (s *state) optimal(v say.Vars) say.Phrase {
	switch {
	case s.Pairs > 0 && s.Blurred() != "":
		return v.Text("After <n pair> all KKT violations seem to be below <tol>, but the decision function is only accurate to about ±<drift>. Rescale " +
			"the features to about 1.")
	case s.Pairs > 0 && s.NotAKernel() != "":
		return v.Text("All KKT violations are at most <tol> after <n pair>: no pair increases the dual. With this kernel that need not be its maximum.")
	case s.Pairs > 0 && !s.Hard:
		return v.Text("Converged: all KKT violations are at most <tol> after <n pair>. This is the optimal soft-margin solution.")
	case s.Pairs > 0:
		return v.Text("Converged: all KKT violations are at most <tol> after <n pair>. This is the maximum-margin solution.")
	case math.IsInf(s.Hi, 1): // α = 0 is optimal only where all points have one label
		return "All points have the same label: α = 0 and f(x) = θ₀ is optimal for any θ₀ ≥ 1. The bias is set to θ₀ = 1."
	case math.IsInf(s.Lo, -1):
		return "All points have the same label: α = 0 and f(x) = θ₀ is optimal for any θ₀ ≤ −1. The bias is set to θ₀ = −1."
	}
	return v.Text("α = 0 already satisfies the KKT conditions up to <tol>.")
}

// imprecise says that rounding is in the way of the tolerance.
func imprecise(v say.Vars) say.Phrase {
	return v.Text("The KKT violation is still <kkt>, but rounding hides any further gain: the decision function is accurate to about ±<drift>. The " +
		"tolerance <tol> is finer than double precision allows here. Rescale the features to about 1, or reduce C.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.phase {
	case pairs.Choosing:
		return v.sayChosen()
	case pairs.Optimising:
		return v.sayOptimised()
	}
	return v.sayStart()
}

func (v view) sayStart() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.y), "theta0": v.Bias}}
	if v.Status.Final() {
		s.TeX(`f(x) = \theta_0 = <theta0>`)
		return s.Lines
	}
	s.Text("All <n> α are 0, so f(x) = θ₀ = <theta0> everywhere and every point violates the margin. Each step updates two of them and preserves " +
		`$\sum_i \alpha_i y_i = 0$.`)
	if v.Hard {
		s.TeX(`\max_\alpha\; \sum_i \alpha_i - \frac{1}{2}\lVert w\rVert^2, \quad \alpha_i \ge 0`)
		return s.Lines
	}
	s.Add(v.Start())
	return s.Lines
}

// symbol is αᵢ in a formula, bound to its point.
func symbol(row int) string { return fmt.Sprintf(`\ref{%s}{\alpha_{%d}}`, say.Row(row).Ref(), row+1) }

// spoken are the values of a pair. Its formulas are about one of the two, by its
// place in the pair, and the other one follows.
func (s *state) spoken(w *pairs.Work, one int) say.Vars {
	rows, other := [2]int{w.I, w.J}, 1-one
	a, b := rows[one], rows[other]
	start := w.Free[one]
	if w.Eta <= 0 {
		start = w.From[one]
	}
	before, after := pairs.Apart(start, w.To[one])
	return say.Vars{
		"i": say.Math(`\hl{` + symbol(w.I) + `}`), "j": say.Math(`\hl{` + symbol(w.J) + `}`),
		"one": say.Math(symbol(a)), "other": say.Math(symbol(b)), "name": alpha(a), "a": a + 1, "b": b + 1,
		"y": say.Factor(s.y[a]), "Ea": say.Factor(w.E[one]), "Eb": w.E[other], "eta": w.Eta, "by": say.Factor(w.Eta),
		"from": w.From[one], "free": w.Free[one], "before": before, "to": after, "follows": w.To[other],
		"kkt": s.KKT, "gap": w.Pair.Gap, "promise": w.Pair.Gain(), "gain": s.Dual - w.Dual,
		"dual": s.Dual, "theta0": s.theta0(), "sv": s.Support(), "bound": s.Bound,
	}
}

// sayChosen: the first of the pair violates most, the second is the partner that
// guarantees the largest gain.
func (v view) sayChosen() []algos.Line {
	w := v.plan()
	s := algos.Story{Vars: v.spoken(w, 0)}
	if w.Eta <= 0 {
		s.Text("<i> has the largest KKT violation, <kkt>. Along <j> the dual is not concave, so only the box constraint limits the gain.")
		s.TeX(`\eta = k_{<a>,<a>} + k_{<b>,<b>} - 2k_{<a>,<b>} = <eta> \le 0`)
		return s.Lines
	}
	s.Text("<i> has the largest KKT violation, <kkt=metric.kkt>. The best second index is <j>, with an expected gain of <promise> if the box " +
		"constraint is ignored.")
	s.TeX(`\frac{(E_{<b>} - E_{<a>})^2}{2\eta} = \frac{(<Eb> - <Ea>)^2}{2\cdot <by>} = <promise>, \quad E_i = f(x_i) - y_i`)
	s.Add(v.sayBox(w, aboutOf(w)))
	return s.Lines
}

// aboutOf is the place in the pair of the variable that formulas are about: the one
// that the box stopped, or else the first.
func aboutOf(w *pairs.Work) int {
	if w.Stop == smo.AtJ {
		return 1
	}
	return 0
}

// sayOptimised says where the pair went and what stopped it: the formulas are about
// the variable that the box stopped, or else about the first.
func (v view) sayOptimised() []algos.Line {
	w := v.Done
	one := aboutOf(w)
	s := algos.Story{Vars: v.spoken(w, one)}
	switch {
	case w.Stop == smo.Unbounded:
		s.Text("<i>, <j> can increase together without bound: with η = <eta> the dual has no maximum along them.")
		return s.Lines
	case w.Stop == smo.AtMinimum:
		s.Text(`The pair <i>, <j> violates the KKT conditions by <gap>. It moves along $\sum \alpha y = 0$ to the maximum of the dual on this line:`)
	case w.To[one] == 0:
		s.Text(`The pair <i>, <j> violates the KKT conditions by <gap>. It moves along $\sum \alpha y = 0$ until <name> reaches the lower bound 0:`)
	default:
		s.Text(`The pair <i>, <j> violates the KKT conditions by <gap>. It moves along $\sum \alpha y = 0$ until <name> reaches the upper bound C:`)
	}
	s.Add(w.Stalled()...)
	switch {
	case w.Eta <= 0:
		s.TeX(`\eta = <eta> \le 0, \quad <one>: <before> \to \hl{<to>}\;\text{(clipped)}`)
	case w.Free[one] != w.To[one]:
		s.TeX(`\begin{aligned} <one> &\leftarrow \alpha_{<a>} + \frac{y_{<a>}(E_{<b>} - E_{<a>})}{\eta} \\ ` +
			`&= <from> + \frac{<y>\cdot(<Eb> - <Ea>)}{<eta>} = <before> \to \hl{<to>}\;\text{(clipped)} \end{aligned}`)
	default:
		s.TeX(`\begin{aligned} <one> &\leftarrow \alpha_{<a>} + \frac{y_{<a>}(E_{<b>} - E_{<a>})}{\eta} \\ ` +
			`&= <from> + \frac{<y>\cdot(<Eb> - <Ea>)}{<eta>} = <free> \end{aligned}`)
	}
	s.TeX(`<other> \leftarrow \alpha_{<b>} + y_{<a>}y_{<b>}(\alpha_{<a>}^{\text{old}} - \alpha_{<a>}^{\text{new}}) = <follows>`)
	s.Add(v.Crawled()...)
	if v.Dual-w.Dual <= v.rounding() {
		s.Text("The dual objective stays at <dual>, up to rounding; θ₀ = <theta0>. Now <sv support vector>, <bound> at C.")
	} else {
		s.Text("The dual objective increases by <gain> to <dual=metric.dual>; θ₀ = <theta0=model.bias>. Now <sv=metric.sv support vector>, " +
			"<bound=metric.bounded> at C.")
	}
	s.Add(v.sayOffsets(w, one)...)
	return s.Lines
}
