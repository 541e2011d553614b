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
	if k.Form == "constant" {
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
		s.Text("No point is inside the band, and θ = 0 cannot be shorter: all points have one label, and θ₀ alone does it.")
	} else {
		s.Text("The run starts at θ = <start>: <inside> of <n point> inside the band, where $y_t f(x_t) < 1$. " +
			"A second run starts at <second>; both must come to the same θ.")
	}
	s.TeX(`J = \frac{1}{2}\lVert\theta\rVert^2 + C \sum_t (1 - y_t f(x_t))^+ = ` + objective)
	if why := v.unsolved(); why != "" {
		s.Vars["why"] = why
		s.Text("Mind that <why>. What is called the dual here is the lower of these two, and θ* only a place near the optimum.")
	}
	if v.Form == "constant" {
		s.Text(`With the constant coordinate $\theta$ has three parts, $(\theta_1, \theta_2, \theta_0)$, and all three are penalised.`)
	}
}

func (v view) sayLooking(s *algos.Story) {
	switch v.now.inside {
	case 0:
		s.Text("No point is inside the band: only the penalty pulls θ, back to 0.")
	case 1:
		s.Text(`1 point is inside the band, and it pulls θ by $C\,y_t x_t$; the others have no slope. The penalty pulls θ back to 0.`)
	default:
		s.Text(`<inside=metric.inside> points are inside the band, and each pulls θ by $C\,y_t x_t$; the others have no slope. The penalty pulls θ back to 0.`)
	}
	s.TeX(`g = \theta - C \sum_{y_t f(x_t) < 1} y_t x_t = <theta> - <C>\,<pull> = \hl{<g>}`)
	if v.exact {
		lo, hi := v.interval()
		s.Vars["interval"] = interval(lo, hi, v.theta0(v.now.theta))
		s.Text("θ₀ costs nothing, so it takes its best value, at which the pulls on it balance: <interval>.")
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
		return w.Text("every θ₀ ≥ <lo> is as good")
	case math.IsInf(lo, -1):
		return w.Text("every θ₀ ≤ <hi> is as good")
	case hi-lo <= 1e-9*(1+math.Abs(at)):
		return w.Text("the interval is a point: θ₀ = <at>")
	}
	return w.Text("every θ₀ from <lo> to <hi> is as good; we take <at=model.theta0>")
}

func (v view) sayDrawn(s *algos.Story) {
	s.Vars["row"], s.Vars["i"], s.Vars["z"] = say.Row(v.row), v.row+1, v.score(v.row)
	if v.score(v.row) < 1 {
		s.Text(`$\hl{<row>}$ is drawn. It is inside the band, and pulls by $nC\,y_{<i>} x_{<i>}$, for all points at once.`)
		s.TeX(`y_{<i>} f(<row>) = \hl{<z>} < 1`)
	} else {
		s.Text(`$\hl{<row>}$ is drawn. It is outside the band: only the penalty pulls.`)
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
	s.Text(`Step <step> goes against the sub-gradient, with $<rate> = <eta>$, from $\theta = <before>$.`)
	s.TeX(`\theta \leftarrow \theta - \eta\, g = \hl{<theta>}`)
	s.TeX(`J = ` + objective)
	switch was := v.look(v.before).objective; {
	case v.now.objective > was:
		s.Vars["trend"] = s.Vars.Text("J rose, as a step against a sub-gradient may, to <J=metric.objective>")
	case v.now.objective == was:
		s.Vars["trend"] = s.Vars.Text("J stays at <J>")
	default:
		s.Vars["trend"] = s.Vars.Text("J fell to <J=metric.objective>")
	}
	switch {
	case v.lower > 0:
		s.Text("<trend>; the best so far is <least=metric.best>. From its own steps the run knows that no J is below <lower=metric.lower>.")
	case v.best.reached():
		s.Text("<trend>; the best so far is <least=metric.best>, and the dual optimum <dual=metric.dual>.")
	default:
		s.Text("<trend>; the best so far is <least>, and no J is below <dual>.")
	}
}

func (v view) sayBand(s *algos.Story) {
	b := v.band
	s.Vars["reach"], s.Vars["touch"], s.Vars["gamma"] = v.reach(), linked(b.touch), b.gamma
	const width = `\theta = u/\gamma = <theta>, \quad \tfrac{1}{2}\lVert\theta\rVert^2 = \hl{<J>}`
	switch v.phase {
	case starting:
		s.Text("Some line without mistakes, a poor one, and along it the widest band that holds no point: it reaches <reach>. " +
			"A second run starts with a line turned the other way.")
		s.TeX(width)
	case looking:
		s.Vars["angle"] = degrees(math.Acos(min(1, dot(b.u, b.toward))))
		s.Text("The band touches <touch>. It becomes wider when its unit normal $u$ turns towards $w$, the place of their hull nearest to 0.")
		s.TeX(`\angle(u, w) = <angle>^\circ`)
	case locking:
		s.TeX(width)
		s.TeX(`\text{dual} = <dual> = \frac{1}{2\gamma^2}, \quad \gamma = <gamma>`)
	default:
		s.Vars["turned"], s.Vars["growth"] = degrees(b.turned), v.growth()
		s.Text("The band turns by <turned>° until it also touches another point: now <touch>. <growth>")
		s.TeX(width)
	}
}

func degrees(angle float64) float64 { return angle * 180 / math.Pi }

// reach says how far the band reaches, and in which space, if not on the board.
func (v view) reach() say.Phrase {
	w := say.Vars{"gamma": v.band.gamma}
	if v.Form == "constant" {
		return w.Text("<gamma> to each side in the space of (x₁, x₂, 1)")
	}
	return w.Text("<gamma=metric.margin> to each side")
}

// growth says how much wider the last turn has made the band.
func (v view) growth() say.Phrase {
	w := say.Vars{"before": v.eta, "gamma": v.band.gamma}
	if v.Form == "constant" {
		return w.Text("Its half-width grows from <before> to <gamma> in the space of (x₁, x₂, 1).")
	}
	return w.Text("Its half-width grows from <before=before.metric.margin> to <gamma=metric.margin>.")
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
	return say.Vars{"rows": plain(rows)}.Text("the band touches <rows>")
}

// title says in a few words what the step did.
func (v view) title() say.Phrase {
	switch {
	case v.phase == starting:
		return "start"
	case v.band != nil && v.phase == looking:
		return touches(v.band.touch)
	case v.band != nil && v.phase == moving:
		return say.Vars{"angle": degrees(v.band.turned)}.Text("turn by <angle>°")
	case v.band != nil:
		return "the band locks"
	case v.phase == looking && v.row >= 0:
		return say.Vars{"row": say.Row(v.row).Name()}.Text("draw <row>")
	case v.phase == looking:
		return say.Vars{"inside": v.now.inside}.Text("sub-gradient from <inside=metric.inside point>")
	case v.phase == moving:
		return say.Vars{"step": v.t - 1, "eta": v.eta}.Text("step <step>, η = <eta>")
	}
	return "end exactly"
}

// next says what comes after the step.
func (v view) next() algos.Next {
	n := algos.Next{Small: "sub-gradient", Step: "descend", Pass: say.Vars{"n": v.passLength()}.Text("<n step>")}
	switch {
	case v.band != nil:
		n = algos.Next{Small: "what the band touches", Step: "turn", Pass: "until it locks"}
	case v.Method == "sgd":
		n.Small, n.Step = "draw a point", "draw and descend"
	}
	if v.phase == looking {
		n.Small = n.Step
	}
	return n
}
