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
	s.Float(&o.Eta, "eta", 0.02, 1e-12, 1e6).Log(1e-3, 10).Label("η").Group("Steps").When("solver", first...).Hint("what the gradient is multiplied by")
	s.Bool(&o.Mean, "mean", false).Label("step on the mean loss").Group("Steps").When("solver", first...).
		Hint("003 divides the loss by the number of rows: the same as η divided by it")
	s.Bool(&o.Decay, "decay", false).Label("falling η").Group("Steps").When("solver", first...).
		Hint("η/(1 + pass): the sum of all η is infinite, that of their squares is not")
	s.Int(&o.Batch, "batch", 8, 1, 2000).Slider(2, 60).Label("rows in a batch").Group("Steps").When("solver", MiniBatch)
	s.Choice(&o.Order, "order", Random,
		param.Option{Value: Random, Label: "any row, with replacement"},
		param.Option{Value: Shuffle, Label: "a new order every pass"},
		param.Option{Value: Cyclic, Label: "in file order"},
	).Label("rows").Group("Steps").When("solver", SGD, MiniBatch)
	s.Int(&o.Iterations, "iterations", 1000, 1, 20_000).Slider(10, 5000).Label("updates at most").Group("Solver")
	s.Float(&o.Tol, "tol", 1e-11, 1e-14, 1).Log(1e-12, 1e-2).Label("tolerance").Group("Solver").
		Hint("the run has converged when the Newton decrement is below it; half its square is about the loss that is left to gain")
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
		return v.Text("length <eta> rejected")
	case s.Did == Update:
		return v.Text("update <updates>")
	case s.Solver == SGD:
		return v.Text("draw <row>")
	case s.Solver == MiniBatch:
		return v.Text("draw <rows row>")
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
var looks = map[string]say.Phrase{GD: "gradient", SGD: "draw a row", MiniBatch: "draw a batch", Newton: "Newton's direction"}

func (s Story) next() algos.Next {
	update := s.vars().Text("update <next>")
	n := algos.Next{Step: update, Pass: update}
	if s.Stochastic() {
		n.Pass = "finish the pass"
	}
	if s.Did == Start || s.Did == Update {
		n.Small = looks[s.Solver]
	}
	if s.Ahead > 0 {
		n.Small = say.Vars{"length": s.Ahead}.Text("try the length <length>")
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
		events = append(events, algos.Event{Kind: "pass", Text: s.vars().Text("a pass ends: the loss is <loss>")})
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
		return algos.Status{State: algos.Diverged, Reason: v.Text("The parameters overflow after <updates update>: η is far above 2/M = <limit>.")}
	case s.End == Minimum && v["gain"].(float64) > algos.Negligible*s.Loss:
		return algos.Status{State: algos.Converged, Reason: v.Text("The Newton decrement is <decrement>, within the tolerance: " +
			"after <updates update> the loss, <loss>, is about <gain> above its minimum.")}
	case s.End == Minimum:
		return algos.Status{State: algos.Converged, Reason: v.Text("The Newton decrement is <decrement>, within the tolerance: " +
			"after <updates update> the loss is at its minimum, <loss>.")}
	case s.End == Precision && s.Decrement <= Resolved:
		return algos.Status{State: algos.Converged, Reason: v.Text("After <updates update> the loss is at its minimum, <loss>, as far as double precision goes.")}
	case s.End == Precision:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Rounding hides any further descent after <updates update>: " +
			"bring the coordinates to a common scale near 1.")}
	}
	return algos.Status{State: algos.Exhausted, Reason: s.usedUp(v)}
}

// usedUp says why the updates were not enough.
func (s Story) usedUp(v say.Vars) say.Phrase {
	left := v.Text("Stopped after <updates update>; the gradient still has the length <norm>")
	switch {
	case s.TooLong() && !s.Decay:
		return left + v.Text(", and η = <rate> is above 2/M = <limit>, so the steps may overshoot for ever.")
	case s.Stochastic() && !s.Decay:
		return left + v.Text(": with a constant η single rows keep <who> trembling around the minimum.")
	}
	return left + ": allow more updates."
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
		told.Text("With the length <eta> the loss would go from <before> to <tried>, which is not the decrease that the slope promises. " +
			"It has been halved often enough.")
	} else {
		told.Text("With the length <eta> the loss would go from <before> to <tried>, which is not the decrease that the slope promises. " +
			"So the length is halved.")
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
		return v.Text("After <halvings halving> the step has the length <eta>.")
	case s.Solver == Newton:
		return "The full step is taken."
	case s.Solver == MiniBatch:
		return v.Text(`Downhill, by $\eta=<eta>$ times the gradient of <rows row>.`)
	}
	return v.Text(`Downhill, by $\eta=<eta>$ times the gradient.`)
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
		change = v.Text("The loss rises by <rise> to <loss>, as η is above 2/M = <limit>")
	case s.Loss > s.From.Loss:
		change = v.Text("The loss rises by <rise> to <loss>")
	}
	return change + v.Text(`; $\lVert\nabla L\rVert = <norm>$, and <wrong point is> <where>.`)
}
