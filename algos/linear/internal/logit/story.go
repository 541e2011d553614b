package logit

import (
	"embed"
	"math"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// Words is what the package says in other languages; a demo lists it.
//
//go:embed zh.json
var Words embed.FS

// Bind adds the parameters of the solvers, all but the choice of one.
func (o *Options) Bind(s *param.Set) {
	first := []string{GD, SGD, MiniBatch}
	s.Float(&o.Eta, "eta", 0.02, 1e-12, 1e6).Log(1e-3, 10).Label("learning rate η").Group("Gradient steps").
		When("solver", first...).Hint("step size of a gradient update: too " +
		"small is slow, above 2/M the loss may rise; scikit-learn: eta0")
	s.Bool(&o.Mean, "average_loss", false).Was("mean").Label("average loss").Group("Gradient steps").When("solver", first...).
		Hint("mean instead of sum of the losses: the same as dividing η by n")
	s.Bool(&o.Decay, "eta_decay", false).Was("decay").Label("learning-rate decay").Group("Gradient steps").When("solver", first...).
		Hint("on: η/(1 + epoch), which satisfies the Robbins–Monro conditions; off: constant η")
	s.Int(&o.Batch, "batch_size", 8, 1, 2000).Was("batch").Slider(2, 60).Label("batch size").Group("Gradient steps").When("solver", MiniBatch).
		Hint("samples per update: few give a noisy gradient, all of them gradient descent")
	s.Choice(&o.Order, "order", Random,
		param.Option{Value: Random, Label: "random, with replacement"},
		param.Option{Value: Shuffle, Label: "reshuffle each epoch"},
		param.Option{Value: Cyclic, Label: "cyclic"},
	).Label("sample order").Group("Gradient steps").
		Hint("of SGD and mini-batches; scikit-learn: shuffle").When("solver", SGD, MiniBatch)
	s.Int(&o.Iterations, "max_iter", 1000, 1, 20_000).Was("iterations").Slider(10, 5000).Label("max iterations").Group("Stopping criteria").
		Hint("updates after which the run stops without convergence; scikit-learn: max_iter")
	s.Float(&o.Tol, "tol", 1e-11, 1e-14, 1).Log(1e-12, 1e-2).Label("tolerance").Group("Stopping criteria").
		Hint("stops when the Newton decrement is below it (half its square estimates the suboptimality); scikit-learn: tol")
}

// A Story is a snapshot in the words that all methods on this package share.
type Story struct {
	Snapshot
	Options
	Points    int        // rows of the data
	Curvature float64    // M: see [Problem.Curvature]
	Who       say.Phrase // the parameters in a sentence: "θ"
	Symbol    string     // the same as a letter
	TeX       say.Math   // and in a formula
	Direction say.Phrase // what is looked at before a Newton step
	Where     say.Phrase // where wrong points are
	Apart     say.Phrase // that no point is wrong any more
}

// vars are what the sentences name.
func (s Story) vars() say.Vars {
	v := say.Vars{
		"updates": s.Updates, "next": s.Updates + 1, "loss": s.Loss, "norm": s.Norm, "decrement": s.Decrement, "wrong": s.Errors, "rows": len(s.Rows),
		"gain": s.Decrement * s.Decrement / 2, // what the quadratic model still expects
		"eta":  s.Snapshot.Eta, "rate": s.Rate(), "limit": 2 / s.Curvature,
		"who": s.Who, "symbol": s.Symbol, "theta": s.TeX, "where": s.Where,
	}
	if s.From != nil {
		v["before"], v["drop"], v["rise"] = s.From.Loss, s.From.Loss-s.Loss, s.Loss-s.From.Loss
	}
	if len(s.Rows) > 0 {
		v["row"] = say.Row(s.Rows[0]).Name()
	}
	return v
}

// Step is the snapshot as a step of a run.
func (s Story) Step(v algos.View, status algos.Status, metrics ...float64) algos.Step {
	return algos.Step{Phase: s.phase(), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: metrics, Status: status, View: v}
}

func (s Story) phase() say.Phrase {
	v := s.vars()
	switch {
	case s.Did == Start:
		return v.Text("start at <symbol> = 0")
	case s.Did == Halve:
		return v.Text("step size <eta> rejected")
	case s.Did == Update:
		return v.Text("update <updates>")
	case s.Solver == SGD:
		return v.Text("draw <row>")
	case s.Solver == MiniBatch:
		return v.Text("draw <rows sample>")
	case s.Solver == Newton:
		return s.Direction
	}
	return "gradient"
}

// size is a pass, an update or something smaller.
func (s Story) size() algos.Size {
	switch {
	case s.Did == Start || s.Did == Update && s.PassEnds:
		return algos.Pass
	case s.Did == Update:
		return algos.Normal
	}
	return algos.Micro
}

// looks is what each solver looks at before an update.
var looks = map[string]say.Phrase{GD: "gradient", SGD: "draw a sample", MiniBatch: "draw a batch", Newton: "Newton direction"}

func (s Story) next() algos.Next {
	update := s.vars().Text("update <next>")
	n := algos.Next{Step: update, Pass: update}
	if s.Stochastic() {
		n.Pass = "finish the epoch"
	}
	if s.Did == Start || s.Did == Update {
		n.Small = looks[s.Solver]
	}
	if s.Ahead > 0 {
		n.Small = say.Vars{"length": s.Ahead}.Text("try step size <length>")
	}
	return n
}

// events are what the timeline marks.
func (s Story) events() []algos.Event {
	var events []algos.Event
	if s.Did == Halve && len(s.Tries) == 1 {
		events = append(events, algos.Event{Kind: "halving", Text: "the full Newton step is too long"})
	}
	if s.Did == Update && s.PassEnds && s.Stochastic() {
		events = append(events, algos.Event{Kind: "pass", Text: s.vars().Text("an epoch ends: the loss is <loss>")})
	}
	if s.Did == Update && s.From.Errors > 0 && s.Errors == 0 {
		events = append(events, algos.Event{Kind: "separated", Text: s.Apart})
	}
	return events
}

// Resolved is the decrement below which a run that rounding stopped still counts
// as converged: the loss is then within 10⁻¹⁴ of its minimum.
const Resolved = 1e-7

// Status says how the run stands; endless why there is no minimum, where it has
// been found out.
func (s Story) Status(endless func() say.Phrase) algos.Status {
	if s.End == Open {
		return algos.Status{State: algos.Running}
	}
	v := s.vars()
	switch {
	case s.End == NoMinimum:
		return algos.Status{State: algos.Diverged, Reason: endless()}
	case s.End == Blown:
		return algos.Status{State: algos.Diverged, Reason: v.Text("Diverged: the parameters overflow after <updates update>, as η is far above 2/M " +
			"= <limit>.")}
	case s.End == Minimum && v["gain"].(float64) > algos.Negligible*s.Loss:
		return algos.Status{State: algos.Converged, Reason: v.Text("The Newton decrement is <decrement>, within the tolerance: " +
			"after <updates update> the loss, <loss>, is about <gain> above its minimum.")}
	case s.End == Minimum:
		return algos.Status{State: algos.Converged, Reason: v.Text("The Newton decrement is <decrement>, within the tolerance: " +
			"after <updates update> the loss is at its minimum, <loss>.")}
	case s.End == Precision && s.Decrement <= Resolved:
		return algos.Status{State: algos.Converged, Reason: v.Text("Converged to machine precision after <updates update>: the loss is at its " +
			"minimum, <loss>.")}
	case s.End == Precision:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Stopped at machine precision after <updates update>, before the tolerance is " +
			"reached: standardise the features.")}
	}
	return algos.Status{State: algos.Exhausted, Reason: s.usedUp(v)}
}

// usedUp says why the updates were not enough.
func (s Story) usedUp(v say.Vars) say.Phrase {
	left := v.Text("Stopped after <updates update>; the gradient norm is still <norm>")
	switch {
	case s.TooLong() && !s.Decay:
		return left + v.Text(", and η = <rate> is above 2/M = <limit>, so the steps may overshoot again and again.")
	case s.Stochastic() && !s.Decay:
		return left + v.Text(": with a constant learning rate, SGD noise keeps <who> fluctuating around the minimum.")
	}
	return left + ": increase max iterations."
}

// Rate is the η on the summed loss of this update, or of the first one.
func (s Story) Rate() float64 {
	if s.From != nil {
		return s.Snapshot.Eta
	}
	if s.Mean {
		return s.Options.Eta / float64(s.Points)
	}
	return s.Options.Eta
}

// TooLong reports whether gradient steps are so long that the loss may rise.
func (s Story) TooLong() bool { return s.Solver == GD && s.Rate() >= 2/s.Curvature }

// Halving tells of a length that the line search rejects.
func (s Story) Halving() []algos.Line {
	v := s.vars()
	v["tried"], v["allowed"] = s.Tries[len(s.Tries)-1].Loss, s.From.Loss-armijo*s.Snapshot.Eta*s.From.Decrement*s.From.Decrement
	v["eta"], v["delta"] = say.Factor(s.Snapshot.Eta), say.Factor(s.From.Decrement)
	told := algos.Story{Vars: v}
	if s.End == Precision {
		told.Text("Step size <eta> would take the loss from <before> to <tried>, which violates the Armijo condition. No smaller step is tried.")
	} else {
		told.Text("Step size <eta> would take the loss from <before> to <tried>, which violates the Armijo condition. The step size is halved.")
	}
	if s.Snapshot.Eta == 1 {
		told.TeX(`L(<theta> + d) = <tried> > L(<theta>) - 10^{-4}\,\delta^2 = <before> - 10^{-4}\cdot <delta>^2 = <allowed>`)
	} else {
		told.TeX(`L(<theta> + <eta>\,d) = <tried> > L(<theta>) - 10^{-4}\cdot <eta>\,\delta^2 = <before> - 10^{-4}\cdot <eta>\cdot <delta>^2 = <allowed>`)
	}
	return told.Lines
}

// Length says how long the step is that was made.
func (s Story) Length() say.Phrase {
	v := s.vars()
	switch {
	case s.Solver == Newton && s.Snapshot.Eta < 1:
		v["halvings"] = len(s.Tries) - 1
		return v.Text("After <halvings halving> the step size is <eta>.")
	case s.Solver == Newton:
		return "The full Newton step is taken."
	case s.Solver == MiniBatch:
		return v.Text(`SGD step with $\eta=<eta>$ on a mini-batch of <rows sample>.`)
	}
	return v.Text(`Gradient step with $\eta=<eta>$.`)
}

// Effect says what an update did to the loss, which is known up to rounding.
func (s Story) Effect(rounding float64) say.Phrase {
	v := s.vars()
	change := v.Text("The loss stays at <loss>")
	switch {
	case math.Abs(s.Loss-s.From.Loss) <= rounding:
		change = v.Text("The loss stays at <loss>, up to rounding")
	case s.Loss < s.From.Loss:
		change = v.Text("The loss falls by <drop> to <loss>")
	case s.Loss > s.From.Loss && s.TooLong():
		change = v.Text("The loss rises by <rise> to <loss>, because η is above 2/M = <limit>")
	case s.Loss > s.From.Loss:
		change = v.Text("The loss rises by <rise> to <loss>")
	}
	return change + v.Text(`; $\lVert\nabla L\rVert = <norm>$, and <wrong point is> <where>.`)
}
