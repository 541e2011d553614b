package svmprimal

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// vars are the numbers of a step that sentences, checks and captions name.
func (v view) vars() say.Vars {
	th, twin, best := v.now.theta, v.twin.theta, v.best.theta
	return say.Vars{
		"n": len(v.x), "inside": v.now.inside, "wrong": v.now.errors, "t": v.t, "step": v.t - 1, "eta": v.eta,
		"J": v.now.objective, "least": v.least, "dual": v.best.dual, "lower": v.lower,
		"C": v.C, "price": say.Factor(v.C), "hinge": v.now.hinge, "losses": say.Factor(v.now.hinge), "square": say.Factor(v.norm2(th)),
		"theta": v.penalised(th), "before": v.penalised(v.before), "g": v.penalised(v.g), "pull": v.penalised(v.now.pull), "theta0": v.theta0(th),
		"start": v.Start, "second": v.Start2, "now": [2]float64(th[:2]), "twin": [2]float64(twin[:2]), "best": [2]float64(best[:2]), "margin": v.margin(),
	}
}

// penalised are the coordinates of a vector that are penalised.
func (k *task) penalised(theta vector) []float64 {
	if k.Form == "augmented" {
		return theta[:]
	}
	return theta[:2]
}

// The objective with this θ's numbers.
const objective = `\frac{1}{2}\cdot <square> + <price>\cdot <losses> = \hl{<J>}`

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.band != nil:
		v.sayBand(&s)
	case v.phase == starting:
		v.sayStart(&s)
	case v.phase == looking && v.row >= 0:
		v.sayDrawn(&s)
	case v.phase == looking:
		v.sayLooking(&s)
	case v.phase == moving:
		v.sayMoving(&s)
	case v.phase == locking:
		s.TeX(`\theta^* = \sum_t \alpha_t y_t x_t = \hl{<theta>}, \quad \theta_0 = <theta0>`)
		s.TeX(`J = ` + objective)
	}
	if v.hand != nil {
		v.sayHand(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.now.inside == 0 && v.now.objective == 0 {
		s.Text("No point violates the margin, and θ = 0 is minimal: all points have one label, and the bias θ₀ alone suffices.")
	} else {
		s.Text("The run starts at θ = <start>, where <inside> of <n point> violate the margin: $y_t f(x_t) < 1$. A second run starts at <second>; both " +
			"converge to the same θ.")
	}
	s.TeX(`J = \frac{1}{2}\lVert\theta\rVert^2 + C \sum_t (1 - y_t f(x_t))^+ = ` + objective)
	if why := v.unsolved(); why != "" {
		s.Vars["why"] = why
		s.Text("Note that <why>. The smaller of these two values is taken as the dual optimum, and θ* is only near the optimum.")
	}
	if v.Form == "augmented" {
		s.Text(`With the augmented input $\theta$ has three components, $(\theta_1, \theta_2, \theta_0)$, and all three are regularised.`)
	}
}

func (v view) sayLooking(s *algos.Story) {
	switch v.now.inside {
	case 0:
		s.Text("No point violates the margin: only the regulariser contributes, and shrinks θ towards 0.")
	case 1:
		s.Text(`1 point violates the margin and contributes $-C\,y_t x_t$ to the sub-gradient; the others contribute nothing. The regulariser shrinks ` +
			"θ towards 0.")
	default:
		s.Text(`<inside=metric.inside> points violate the margin, and each contributes $-C\,y_t x_t$ to the sub-gradient; the others contribute ` +
			"nothing. The regulariser shrinks θ towards 0.")
	}
	s.TeX(`g = \theta - C \sum_{y_t f(x_t) < 1} y_t x_t = <theta> - <C>\,<pull> = \hl{<g>}`)
	if v.exact {
		lo, hi := v.interval()
		s.Vars["interval"] = interval(lo, hi, v.theta0(v.now.theta))
		s.Text("The bias θ₀ is not regularised, so it takes its optimal value, at which its sub-gradient contains 0: <interval>.")
	}
}

// apart are two numbers with as many digits as tell them apart.
func apart(a, b float64) (x, y say.Digits) {
	n := algos.Check{Left: a, Rel: "=", Right: b, Verdict: algos.Open}.Digits()
	return say.Digits{X: a, N: n}, say.Digits{X: b, N: n}
}

// between is what is known of the least J where the solver has not reached it.
func (v view) between() (dual, primal say.Digits) {
	return apart(v.best.dual, min(v.least, v.best.primal))
}

// interval says where θ₀ may lie.
func interval(lo, hi, at float64) say.Phrase {
	w := say.Vars{"lo": lo, "hi": hi, "at": at}
	if lo < hi && !math.IsInf(lo, 0) && !math.IsInf(hi, 0) {
		x, y := apart(lo, hi)
		w["lo"], w["hi"], w["at"] = x, y, say.Digits{X: at, N: x.N}
	}
	switch {
	case math.IsInf(hi, 1):
		return w.Text("every θ₀ ≥ <lo> is optimal")
	case math.IsInf(lo, -1):
		return w.Text("every θ₀ ≤ <hi> is optimal")
	case hi-lo <= 1e-9*(1+math.Abs(at)):
		return w.Text("the interval is one point: θ₀ = <at>")
	}
	return w.Text("every θ₀ from <lo> to <hi> is optimal; <at=model.theta0> is taken")
}

func (v view) sayDrawn(s *algos.Story) {
	s.Vars["row"], s.Vars["i"], s.Vars["z"] = say.Row(v.row), v.row+1, v.score(v.row)
	if v.score(v.row) < 1 {
		s.Text(`$\hl{<row>}$ is sampled. It violates the margin: its sub-gradient is scaled by $n$ for all points, $-nC\,y_{<i>} x_{<i>}$.`)
		s.TeX(`y_{<i>} f(<row>) = \hl{<z>} < 1`)
	} else {
		s.Text(`$\hl{<row>}$ is sampled. It is outside the margin: only the regulariser contributes.`)
		s.TeX(`y_{<i>} f(<row>) = \hl{<z>} \ge 1`)
	}
}

func (v view) sayMoving(s *algos.Story) {
	rate := `\eta = 2/(<step> + 1)`
	switch v.Rate {
	case "pegasos":
		rate = `\eta = 1/<step>`
	case "constant":
		rate = `\eta`
	}
	s.Vars["rate"] = s.Vars.TeX(rate)
	s.Text(`Step <step> moves along the negative sub-gradient, with $<rate> = <eta>$, from $\theta = <before>$.`)
	s.TeX(`\theta \leftarrow \theta - \eta\, g = \hl{<theta>}`)
	s.TeX(`J = ` + objective)
	switch was := v.look(v.before).objective; {
	case v.now.objective > was:
		s.Vars["trend"] = s.Vars.Text("J increased, as it may in a sub-gradient step, to <J=metric.objective>")
	case v.now.objective == was:
		s.Vars["trend"] = s.Vars.Text("J stays at <J>")
	default:
		s.Vars["trend"] = s.Vars.Text("J decreased to <J=metric.objective>")
	}
	switch {
	case v.lower > 0:
		s.Text("<trend>; the best iterate has <least=metric.best>. The iterates give the lower bound J* ≥ <lower=metric.lower>.")
	case v.best.reached():
		s.Text("<trend>; the best iterate has <least=metric.best>, and the dual optimum is <dual=metric.dual>.")
	default:
		s.Text("<trend>; the best iterate has <least>, and no J is below <dual>.")
	}
}

func (v view) sayBand(s *algos.Story) {
	b := v.band
	s.Vars["reach"], s.Vars["touch"], s.Vars["gamma"] = v.reach(), linked(b.touch), b.gamma
	const width = `\theta = u/\gamma = <theta>, \quad \tfrac{1}{2}\lVert\theta\rVert^2 = \hl{<J>}`
	switch v.phase {
	case starting:
		s.Text("An arbitrary separating line and its margin: <reach>. A second run starts with a line rotated the other way.")
		s.TeX(width)
	case looking:
		s.Vars["angle"] = degrees(math.Acos(min(1, dot(b.u, b.toward))))
		s.Text("The margin boundaries touch <touch>. The margin increases when its unit normal $u$ rotates towards $w$, the point of their convex hull " +
			"closest to 0.")
		s.TeX(`\angle(u, w) = <angle>^\circ`)
	case locking:
		s.TeX(width)
		s.TeX(`\text{dual} = <dual> = \frac{1}{2\gamma^2}, \quad \gamma = <gamma>`)
	default:
		s.Vars["turned"], s.Vars["growth"] = degrees(b.turned), v.growth()
		s.Text("The margin band rotates by <turned>° until it touches another point: now <touch>. <growth>")
		s.TeX(width)
	}
}

func degrees(angle float64) float64 { return angle * 180 / math.Pi }

// reach says how far the band reaches, and in which space, if not on the board.
func (v view) reach() say.Phrase {
	w := say.Vars{"gamma": v.band.gamma}
	if v.Form == "augmented" {
		return w.Text("<gamma> on each side in the space of (x₁, x₂, 1)")
	}
	return w.Text("<gamma=metric.margin> on each side")
}

// growth says how much wider the last turn has made the band.
func (v view) growth() say.Phrase {
	w := say.Vars{"before": v.eta, "gamma": v.band.gamma}
	if v.Form == "augmented" {
		return w.Text("The margin increases from <before> to <gamma> in the space of (x₁, x₂, 1).")
	}
	return w.Text("The margin increases from <before=before.metric.margin> to <gamma=metric.margin>.")
}

// most is how many rows are named at once.
const most = 4

// plain names rows: "x₁, x₂, …".
func plain(rows []int) string {
	var names []string
	for _, r := range rows[:min(most, len(rows))] {
		names = append(names, say.Row(r).Name())
	}
	if len(rows) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// linked names rows in a sentence, bound to their points.
func linked(rows []int) say.Phrase {
	w := say.Vars{"rows": say.Rows(rows[:min(most, len(rows))]), "more": len(rows) - most}
	if len(rows) > most {
		return w.Text("<rows> and <more> more")
	}
	return w.Text("<rows>")
}

// touches says which rows the band touches.
func touches(rows []int) say.Phrase {
	return say.Vars{"rows": plain(rows)}.Text("support vectors <rows>")
}

// title says in a few words what the step did.
func (v view) title() say.Phrase {
	switch {
	case v.phase == starting:
		return "start"
	case v.band != nil && v.phase == looking:
		return touches(v.band.touch)
	case v.band != nil && v.phase == moving:
		return say.Vars{"angle": degrees(v.band.turned)}.Text("rotate by <angle>°")
	case v.band != nil:
		return "maximum margin"
	case v.phase == looking && v.row >= 0:
		return say.Vars{"row": say.Row(v.row).Name()}.Text("sample <row>")
	case v.phase == looking:
		return say.Vars{"inside": v.now.inside}.Text("sub-gradient from <inside=metric.inside point>")
	case v.phase == moving:
		return say.Vars{"step": v.t - 1, "eta": v.eta}.Text("step <step>, η = <eta>")
	}
	return "exact dual solution"
}

// next says what comes after the step.
func (v view) next() algos.Next {
	n := algos.Next{Small: "sub-gradient", Step: "sub-gradient step", Pass: say.Vars{"n": v.passLength()}.Text("<n step>")}
	switch {
	case v.band != nil:
		n = algos.Next{Small: "support vectors", Step: "rotation", Pass: "to the maximum margin"}
	case v.Method == "sgd":
		n.Small, n.Step = "sample a point", "SGD step"
	}
	if v.phase == looking {
		n.Small = n.Step
	}
	return n
}
