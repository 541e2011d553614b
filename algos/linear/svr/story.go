package svr

import (
	"fmt"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// optimal says what the end of the run means.
func (s *state) optimal(v say.Vars) say.Phrase {
	v["b"], v["lo"], v["hi"] = s.Bias, s.Lo, s.Hi
	switch {
	case s.Pairs > 0 && s.Blurred() != "":
		return v.Text("After <n pair> all KKT violations seem to be below <tol>, but f is only accurate to about ±<drift>. Rescale inputs and targets " +
			"to about 1.")
	case s.Pairs > 0 && s.NotAKernel() != "":
		return v.Text("All KKT violations are at most <tol> after <n pair>: no pair increases the dual. With this kernel that need not be its maximum.")
	case s.Pairs > 0:
		return v.Text("Converged: all KKT violations are at most <tol> after <n pair>. f is the optimum for this ε and C.")
	case s.Lo <= s.Hi: // over before it began
		return v.Text("All points are inside a constant tube, so w = 0 is optimal: f(x) = b with any b from <lo> to <hi>. The middle is taken, <b>.")
	}
	return v.Text("α = α* = 0 already satisfies the KKT conditions up to <tol>: f(x) = b = <b>.")
}

// imprecise says that rounding is in the way of the tolerance.
func imprecise(v say.Vars) say.Phrase {
	return v.Text("The KKT violation is still <kkt>, but rounding hides any further gain: f is accurate to about ±<drift>. The tolerance <tol> is " +
		"finer than double precision allows here. Rescale inputs and targets to about 1, or reduce C.")
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
	s := algos.Story{Vars: say.Vars{"b": v.Bias, "n": len(v.y), "outside": v.outside, "epsilon": v.Epsilon}}
	if v.Status.Final() {
		s.TeX(`f(x) = b = <b>`)
		return s.Lines
	}
	s.Text("All α and α* are 0, so f(x) = b = <b> everywhere. Of the <n point> <outside> are outside the tube of half-width ε = <epsilon>. Each step " +
		`updates two of the variables and preserves $\sum_i \beta_i = 0$, where $\beta_i = \alpha_i - \alpha_i^*$.`)
	s.Add(v.Start())
	return s.Lines
}

// symbol is βᵢ in a formula, bound to its point.
func symbol(row int) string { return fmt.Sprintf(`\ref{%s}{\beta_{%d}}`, say.Row(row).Ref(), row+1) }

// spoken are the values of a pair of variables and of their rows.
func (v view) spoken(w *pairs.Work) say.Vars {
	i, j, from := v.row(w.I), v.row(w.J), v.from(w)
	fromi, toi := pairs.Apart(from[0], from[0]+w.T)
	fromj, toj := pairs.Apart(from[1], from[1]-w.T)
	free, step := pairs.Apart(w.Pair.Gap/w.Eta, w.T)
	return say.Vars{
		"xi": say.Math(`\hl{` + say.Row(i).TeX() + `}`), "xj": say.Math(`\hl{` + say.Row(j).TeX() + `}`),
		"i": say.Math(`\hl{` + symbol(i) + `}`), "j": say.Math(`\hl{` + symbol(j) + `}`), "bi": say.Math(symbol(i)), "bj": say.Math(symbol(j)),
		"r": i + 1, "s": j + 1, "refi": say.Row(i).Ref(), "refj": say.Row(j).Ref(), "edgei": v.border(w.I), "edgej": v.border(w.J),
		"Ei": w.E[0], "Ej": w.E[1], "less": say.Factor(w.E[0]), "eta": w.Eta, "by": say.Factor(w.Eta), "gap": w.Pair.Gap,
		"partner": v.variable(w.J), "promise": w.Pair.Gain(), "free": w.Pair.Gap / w.Eta, "before": free, "t": step,
		"fromi": fromi, "toi": toi, "fromj": fromj, "toj": toj,
		"gain": v.Dual - w.Dual, "dual": v.Dual, "b": v.offset(), "sv": v.Support(), "bound": v.Bound, "outside": v.outside, "n": len(v.y),
	}
}

// border is the sign of ε in E of a variable: which border of the tube it belongs to.
func (t *task) border(v int) say.Math {
	if t.sign(v) < 0 {
		return "-"
	}
	return "+"
}

// from are βᵢ and βⱼ before the move.
func (v view) from(w *pairs.Work) [2]float64 {
	was, n := v.alpha, len(v.y)
	if v.phase == pairs.Optimising {
		was = v.was
	}
	i, j := v.row(w.I), v.row(w.J)
	return [2]float64{was[i] - was[n+i], was[j] - was[n+j]}
}

// sayChosen: the first of the pair violates most, the second is the partner that
// guarantees the largest gain. E is how far the curve is above the border of the tube
// that the variable belongs to.
func (v view) sayChosen() []algos.Line {
	w := v.plan()
	s := algos.Story{Vars: v.spoken(w)}
	if w.Eta <= 0 {
		s.Text("The largest KKT violation is at <xi>, where f must increase; its partner <xj> lets f decrease. Along this pair the dual is not curved, " +
			"η = <eta>: only the box constraint limits the gain.")
	} else {
		s.Text("The largest KKT violation is at <xi>, where f must increase; its partner <xj> lets f decrease. Together they violate the conditions by " +
			"<gap>. The best second index is <partner>, with an expected gain of <promise> if the box constraint is ignored.")
		s.TeX(`\frac{(E_j - E_i)^2}{2\eta} = \frac{(<Ej> - <less>)^2}{2\cdot <by>} = <promise>`)
	}
	s.TeX(`\begin{aligned} E_i &= f(x_{<r>}) - y_{<r>} <edgei> \varepsilon = \ref{<refi>}{<Ei>} \\ ` +
		`E_j &= f(x_{<s>}) - y_{<s>} <edgej> \varepsilon = \ref{<refj>}{<Ej>} \end{aligned}`)
	return s.Lines
}

// stopping is the variable that ends a move at a bound, and the bound.
func stopping(w *pairs.Work) (variable int, at float64) {
	if w.Stop == smo.AtJ {
		return w.J, w.To[1]
	}
	return w.I, w.To[0]
}

// sayOptimised says where the pair went and what stopped it: the step and where it
// carried the two coefficients.
func (v view) sayOptimised() []algos.Line {
	w := v.Done
	s := algos.Story{Vars: v.spoken(w)}
	stop, at := stopping(w)
	s.Vars["name"], s.Vars["row"] = v.variable(stop), say.Row(v.row(stop)).Name()
	switch {
	case w.Stop == smo.AtMinimum:
		s.Text("<i> increases and <j> decreases by the same amount, to the maximum of the dual on this line:")
	case at == 0:
		s.Text("<i> increases and <j> decreases by the same amount, until <name> reaches 0, where <row> is no longer a support vector:")
	default:
		s.Text("<i> increases and <j> decreases by the same amount, until <name> reaches the bound C:")
	}
	s.Add(w.Stalled()...)
	switch {
	case w.Eta <= 0:
		s.TeX(`\eta = <eta> \le 0, \quad t = <t>\;\text{(clipped)}`)
	case w.Stop == smo.AtMinimum:
		s.TeX(`t = \frac{E_j - E_i}{\eta} = \frac{<Ej> - <less>}{<eta>} = <free>`)
	default:
		s.TeX(`t = \frac{E_j - E_i}{\eta} = \frac{<Ej> - <less>}{<eta>} = <before> \to \hl{<t>}\;\text{(clipped)}`)
	}
	s.TeX(`<bi>: <fromi> \to \hl{<toi>}, \quad <bj>: <fromj> \to \hl{<toj>}`)
	s.Add(v.Crawled()...)
	if v.Dual-w.Dual <= v.rounding() { // as Σβ = 0 there is never a single support vector
		s.Text("The dual objective stays at <dual>, up to rounding; the bias is b = <b>. Now <sv support vector>, <bound> of them at the bound, and " +
			"<outside> of <n point is> outside the tube.")
	} else {
		s.Text("The dual objective increases by <gain> to <dual>; the bias is b = <b>. Now <sv support vector>, <bound> of them at the bound, and " +
			"<outside> of <n point is> outside the tube.")
	}
	return s.Lines
}
