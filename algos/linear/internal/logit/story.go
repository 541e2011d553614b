package logit

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

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
	Points    int     // rows of the data
	Curvature float64 // M: see [Problem.Curvature]
	Who       string  // the parameters in a sentence: "θ"
	Symbol    string  // the same as a letter
	TeX       string  // and in a formula
}

// Phase says what the snapshot shows; name is what row i is called, direction what
// is looked at before a Newton step.
func (s Story) Phase(name func(i int) string, direction string) string {
	switch s.Did {
	case Look:
		switch s.Solver {
		case SGD:
			return "draw " + name(s.Rows[0])
		case MiniBatch:
			return "draw " + say.Count(len(s.Rows), "row")
		case Newton:
			return direction
		}
		return "gradient"
	case Halve:
		return fmt.Sprintf("length %s rejected", say.Num(s.Snapshot.Eta))
	case Update:
		return fmt.Sprintf("update %d", s.Updates)
	}
	return "start at " + s.Symbol + " = 0"
}

// StepSize is a pass, an update or something smaller.
func (s Story) StepSize() algos.Size {
	switch {
	case s.Did == Start || s.Did == Update && s.PassEnds:
		return algos.Pass
	case s.Did == Update:
		return algos.Normal
	}
	return algos.Micro
}

// Next says what the next step of each size does.
func (s Story) Next() algos.Next {
	update := fmt.Sprintf("update %d", s.Updates+1)
	n := algos.Next{Small: say.Phrase(update), Step: say.Phrase(update), Pass: say.Phrase(update)}
	if s.Stochastic() {
		n.Pass = "finish the pass"
	}
	if s.Did == Start || s.Did == Update {
		switch s.Solver {
		case SGD:
			n.Small = "draw a row"
		case MiniBatch:
			n.Small = "draw a batch"
		case Newton:
			n.Small = "Newton's direction"
		default:
			n.Small = "gradient"
		}
	}
	return n
}

// Events are what the timeline marks; apart says that no row is wrong any more.
func (s Story) Events(apart string) []algos.Event {
	var events []algos.Event
	if s.Did == Halve && len(s.Tries) == 1 {
		events = append(events, algos.Event{Kind: "halving", Text: "the full Newton step is too long"})
	}
	if s.Did == Update && s.PassEnds && s.Stochastic() {
		events = append(events, algos.Event{Kind: "pass", Text: say.Phrase(fmt.Sprintf("a pass ends: the loss is %s", say.Num(s.Loss)))})
	}
	if s.Did == Update && s.From.Errors > 0 && s.Errors == 0 {
		events = append(events, algos.Event{Kind: "separated", Text: say.Phrase(apart)})
	}
	return events
}

// Resolved is the decrement below which a run that rounding stopped still counts
// as converged: the loss is then within 10⁻¹⁴ of its minimum.
const Resolved = 1e-7

// Status says how the run stands; endless why there is no minimum, where it has
// been found out.
func (s Story) Status(endless func() string) algos.Status {
	updates := say.Count(s.Updates, "update")
	switch s.End {
	case Minimum:
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("The Newton decrement is %s, within the tolerance: after %s the loss is at its minimum, %s.", say.Num(s.Decrement), updates, say.Num(s.Loss)))}
	case Precision:
		if s.Decrement <= Resolved {
			return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("After %s the loss is at its minimum, %s, as far as double precision goes.", updates, say.Num(s.Loss)))}
		}
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("Rounding hides any further descent after %s: bring the coordinates to a common scale near 1.", updates))}
	case NoMinimum:
		return algos.Status{State: algos.Diverged, Reason: say.Phrase(endless())}
	case Blown:
		return algos.Status{State: algos.Diverged, Reason: say.Phrase(fmt.Sprintf("The parameters overflow after %s: η is far above 2/M = %s.", updates, say.Num(2/s.Curvature)))}
	case Cap:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(s.capReason())}
	}
	return algos.Status{State: algos.Running}
}

func (s Story) capReason() string {
	left := fmt.Sprintf("Stopped after %s; the gradient still has the length %s", say.Count(s.Updates, "update"), say.Num(s.Norm))
	switch {
	case s.TooLong():
		return left + fmt.Sprintf(", and η = %s is above 2/M = %s, so the steps may overshoot for ever.", say.Num(s.Rate()), say.Num(2/s.Curvature))
	case s.Stochastic() && !s.Decay:
		return left + ": with a constant η single rows keep " + s.Who + " trembling around the minimum."
	}
	return left + ": allow more updates."
}

// Rate is the η on the summed loss that the options ask for, before it falls.
func (s Story) Rate() float64 {
	if s.Mean {
		return s.Options.Eta / float64(s.Points)
	}
	return s.Options.Eta
}

// TooLong reports whether gradient steps are so long that the loss may rise.
func (s Story) TooLong() bool { return s.Solver == GD && s.Rate() >= 2/s.Curvature }

// Halving tells of a length that the line search rejects.
func (s Story) Halving() []algos.Line {
	loss, verdict := s.Tries[len(s.Tries)-1].Loss, "So the length is halved."
	if s.End == Precision {
		verdict = "It has been halved often enough."
	}
	eta, factor := "", ""
	if s.Snapshot.Eta != 1 {
		eta = say.TeX(s.Snapshot.Eta)
		factor, eta = eta+`\,`, `\cdot `+eta
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("With the length %s the loss would go from %s to %s, which is not the decrease that the slope promises. %s", say.Num(s.Snapshot.Eta), say.Num(s.From.Loss), say.Num(loss), verdict))},
		{TeX: say.Phrase(fmt.Sprintf(`L(%s + %sd) = %s > L(%s) - 10^{-4}%s\,\delta^2 = %s`, s.TeX, factor, say.TeX(loss), s.TeX, eta,
			say.TeX(s.From.Loss-1e-4*s.Snapshot.Eta*s.From.Decrement*s.From.Decrement)))},
	}
}

// Length says how long the step is that was made.
func (s Story) Length() string {
	switch {
	case s.Solver == Newton && s.Snapshot.Eta < 1:
		return fmt.Sprintf("After %s the step has the length %s.", say.Count(len(s.Tries)-1, "halving"), say.Num(s.Snapshot.Eta))
	case s.Solver == Newton:
		return "The full step is taken."
	case s.Solver == MiniBatch:
		return fmt.Sprintf("Downhill, by $\\eta=%s$ times the gradient of %s.", say.TeX(s.Snapshot.Eta), say.Count(len(s.Rows), "row"))
	}
	return fmt.Sprintf("Downhill, by $\\eta=%s$ times the gradient.", say.TeX(s.Snapshot.Eta))
}

// Effect says what an update did to the loss, which is known up to rounding; where
// is where wrong points are.
func (s Story) Effect(rounding float64, where string) string {
	change := "stays at " + say.Num(s.Loss)
	switch {
	case math.Abs(s.Loss-s.From.Loss) <= rounding:
		change += ", up to rounding"
	case s.Loss < s.From.Loss:
		change = fmt.Sprintf("falls by %s to %s", say.Num(s.From.Loss-s.Loss), say.Num(s.Loss))
	case s.Loss > s.From.Loss:
		change = fmt.Sprintf("rises by %s to %s", say.Num(s.Loss-s.From.Loss), say.Num(s.Loss))
		if s.TooLong() {
			change += fmt.Sprintf(", as η is above 2/M = %s", say.Num(2/s.Curvature))
		}
	}
	wrong := fmt.Sprintf("%d points are", s.Errors)
	switch s.Errors {
	case 0:
		wrong = "no point is"
	case 1:
		wrong = "1 point is"
	}
	return fmt.Sprintf("The loss %s; $\\lVert\\nabla L\\rVert = %s$, and %s %s.", change, say.TeX(s.Norm), wrong, where)
}
