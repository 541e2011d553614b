package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// The two conventions of labels have their own formulas, for the same numbers.
var formulas = map[string]struct{ loss, gradient say.Math }{
	plusMinus: {`\sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr)`, `-\sum_t y_t\bigl(1-P(y_t\mid x_t)\bigr)\tilde{x}_t`},
	zeroOne:   {`-\sum_t \tilde{y}_t\log p_t + (1-\tilde{y}_t)\log(1-p_t)`, `-\sum_t (\tilde{y}_t-p_t)\,\tilde{x}_t`},
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var s algos.Story
	switch v.Did {
	case logit.Start:
		v.sayStart(&s)
	case logit.Look:
		v.sayLook(&s)
	case logit.Halve:
		s.Add(v.story().Halving()...)
	case logit.Update:
		v.sayUpdate(&s)
	}
	v.sayBeside(&s)
	return s.Lines
}

// sayBeside tells what is shown beside the run.
func (v view) sayBeside(s *algos.Story) {
	if s.Vars == nil {
		s.Vars = say.Vars{}
	}
	if v.opt.Drawn {
		v.sayDrawn(s)
	}
	if v.opt.Squares {
		v.saySquares(s)
	}
	if v.opt.Scale != 1 && v.scaling() {
		v.sayScale(s)
	}
}

func (v view) sayStart(s *algos.Story) {
	s.Vars = say.Vars{"n": len(v.y), "loss": v.Loss, "L": formulas[v.opt.Labels].loss, "penalty": v.penalty(` + \frac{<lambda>}{2}\lVert\theta\rVert^2`)}
	if len(v.y) == 1 {
		s.Text(`All parameters are 0, so $p=\frac{1}{2}$ everywhere, and the point has the loss $\log 2$.`)
	} else {
		s.Text(`All parameters are 0, so $p=\frac{1}{2}$ everywhere, and each of the <n point> has the loss $\log 2$.`)
	}
	s.TeX(`L = <L><penalty> = <n>\log 2 = \hl{<loss>}`)
}

// penalty is a further term of a formula where there is a λ, and otherwise none.
func (v view) penalty(term string) say.Phrase {
	if v.opt.Lambda == 0 {
		return ""
	}
	return say.Vars{"lambda": v.opt.Lambda, "rows": len(v.Rows), "n": len(v.y)}.TeX(term)
}

func (v view) sayLook(s *algos.Story) {
	s.Vars = say.Vars{
		"G": formulas[v.opt.Labels].gradient, "penalty": v.penalty(` + <lambda>\,(\theta,\,0)`), "g": v.problem.Tidy(v.Grad[0]), "norm": v.Norm,
		"d": v.direction(), "delta": v.Decrement, "n": len(v.y),
	}
	const gradient = `\nabla L = <G><penalty> = <g>, \quad \lVert\nabla L\rVert = <norm>`
	switch v.opt.Solver {
	case logit.SGD:
		v.sayRow(s)
	case logit.MiniBatch:
		s.Vars["rows"], s.Vars["sum"], s.Vars["share"] = len(v.Rows), v.sumOfResiduals(), v.penalty(` - \frac{<rows>}{<n>}\cdot <lambda>\,(\theta,\,0)`)
		s.Text("A mini-batch of <rows sample> is drawn; its residuals $|e_t|$ sum to <sum>. Its gradient estimates the gradient over all <n>.")
		s.TeX(`-\nabla L_B = \sum_{t\in B} e_t\,\tilde{x}_t<share> = <d>`)
	case logit.Newton:
		most := v.heaviest()
		s.Vars["t"], s.Vars["weight"] = say.Row(most), v.weight(most)
		s.Text("Newton's method solves a least-squares problem with the weights $w_t=p_t(1-p_t)$, which are largest near the boundary: here <t> " +
			"has <weight>. The step leads to the minimum of the quadratic approximation, which has the loss's gradient and Hessian here.")
		s.TeX(gradient)
		s.TeX(`d = -H^{-1}\nabla L = <d>, \quad \delta = \sqrt{\nabla L^\top H^{-1}\nabla L} = \hl{<delta>}`)
	default:
		s.Text("The gradient is a sum of residual × input: each point pulls the boundary in proportion to its residual 1 − P.")
		s.TeX(gradient)
	}
}

// sayRow is the soft perceptron: the chance that the row's label is wrong is how
// much of it is added.
func (v view) sayRow(s *algos.Story) {
	i := v.Rows[0]
	f := v.scoreOf(i)
	z := v.y[i] * f
	s.Vars = say.Vars{
		"t": say.Row(i), "i": i + 1, "y": v.labelTeX(i), "P": probability(z), "doubt": sigmoid(-z),
		"z": z, "e": v.residual(i), "size": math.Abs(v.residual(i)), "hard": say.Phrase("A perceptron would leave θ unchanged, because the margin " +
			"is positive."),
	}
	if z <= 0 {
		s.Vars["hard"] = say.Phrase("A perceptron would add the whole sample, because the margin is not positive.")
	}
	s.Text(`<t> has the label $<y>$, whose probability is $<P>$. The update adds $\eta\cdot <doubt>$ times the sample. <hard>`)
	if v.opt.Labels == zeroOne {
		if s.Vars["p"] = probability(f); f > almost {
			s.Vars["p"] = say.Vars{"p": probability(f)}.TeX("(<p>)")
		}
		s.TeX(`e_{<i>} = \tilde{y}_{<i>} - p_{<i>} = <y> - <p> = \hl{<e>}`)
		return
	}
	s.TeX(`1-P(y_{<i>}\mid x_{<i>}) = \frac{1}{1+e^{y_{<i>} f(x_{<i>})}} = \frac{1}{1+e^{<z>}} = \hl{<size>}`)
}

func (v view) sayUpdate(s *algos.Story) {
	w, offset := v.problem.Vector([3]float64(v.Dir))
	from, d, to := v.problem.TidyMove(v.thetaAt(v.From), [3]float64{w[0], w[1], offset}, v.Eta, v.theta())
	s.Vars = say.Vars{
		"before": from, "after": to, "eta": say.Factor(v.Eta), "d": d,
		"decay": v.penalty(` - \frac{\eta\cdot <lambda>}{<n>}(\theta,0)`),
	}
	if v.opt.Solver == logit.SGD {
		i := v.Rows[0]
		before, after := v.y[i]*scoreAt(v.From.B, v.problem.U[i]), v.y[i]*v.scoreOf(i)
		s.Vars["t"], s.Vars["i"], s.Vars["ref"], s.Vars["weight"] = say.Row(i), i+1, say.Row(i).Ref(), v.Eta*sigmoid(-before)
		s.Vars["P"], s.Vars["Q"] = probability(before), probability(after)
		s.Text(`<t> is added with the weight $\eta(1-P)=<weight>$: the probability of its label goes from $<P>$ to $<Q>$.`)
		s.TeX(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) + \eta\,y_{<i>}(1-P_{<i>})\,\ref{<ref>}{\tilde{x}_{<i>}}<decay>`)
	} else {
		s.Add(algos.Line{Text: v.story().Length()})
	}
	switch {
	case v.opt.Solver == logit.Newton && v.Eta == 1:
		s.TeX(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) + d`)
	case v.opt.Solver == logit.Newton:
		s.TeX(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) + <eta>\,d`)
	case v.opt.Solver == logit.MiniBatch:
		s.TeX(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) - \eta\,\nabla L_B`)
	case v.opt.Solver == logit.GD:
		s.TeX(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) - \eta\,\nabla L`)
	}
	if v.Eta == 1 {
		s.TeX(`<before> + <d> = \hl{<after>}`)
	} else {
		s.TeX(`<before> + <eta>\cdot <d> = \hl{<after>}`)
	}
	s.Add(algos.Line{Text: v.story().Effect(v.rounding(v.Place))})
}

// direction is the update divided by its length, in the coordinates of the points.
func (v view) direction() [3]float64 {
	w, b := v.problem.Vector([3]float64(v.Dir))
	return v.problem.Tidy([3]float64{w[0], w[1], b})
}

func (v view) sumOfResiduals() (sum float64) {
	for _, i := range v.Rows {
		sum += math.Abs(v.residual(i))
	}
	return sum
}

func (v view) heaviest() (row int) {
	for i := range v.y {
		if v.weight(i) > v.weight(row) {
			row = i
		}
	}
	return row
}

// almost is the score from which on a probability is so near to 1 that the rest is told.
const almost = 7.6

// probability is that of a score. It does not round what is below 1 up to 1.
func probability(f float64) say.Phrase {
	if rest := sigmoid(-f); f > almost && rest > 0 {
		return say.Vars{"rest": rest}.TeX("1-<rest>")
	}
	return say.Vars{"p": sigmoid(f)}.TeX("<p>")
}

// labelTeX is the label of row i in the run's convention.
func (v view) labelTeX(i int) say.Math {
	switch {
	case v.opt.Labels == zeroOne:
		return []say.Math{"0", "1"}[v.Points[i].Class()]
	case v.y[i] > 0:
		return "+1"
	}
	return "-1"
}

// status says how the run stands, why there is no minimum, and where there is more than one.
func (v view) status() algos.Status {
	status := v.story().Status(func() say.Phrase {
		vars := say.Vars{
			"why": v.why, "updates": v.Updates, "norm": length(v.theta()), "offset": v.theta()[2], "loss": v.Loss,
			"remedy": say.Phrase("an L2 penalty λ > 0 would give one"),
		}
		if v.twoClasses() {
			return vars.Text("No finite minimiser: <why>. Stopped after <updates=model.updates update> at ‖θ‖ = <norm=metric.norm>, loss " +
				"<loss=metric.loss>; <remedy>.")
		}
		vars["remedy"] = say.Phrase("an L2 penalty does not help, as the intercept θ₀ is not regularised")
		return vars.Text("No finite minimiser: <why>. Stopped after <updates update> at θ₀ = <offset>, loss <loss>; <remedy>.")
	})
	if v.flat && status.State == algos.Converged {
		status.Reason += " θ is not unique: the points lie on a line, and a change of θ perpendicular to it leaves the loss as it is."
	}
	return status
}
