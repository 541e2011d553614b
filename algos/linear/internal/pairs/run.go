// Package pairs runs sequential minimal optimisation step by step and tells it: the
// loop, the phases and events of a step, how a run ends, and the guarantees that hold
// for every machine whose dual package smo solves. The classifier and the
// regression machine say the rest with their own symbols.
package pairs

import (
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Words are the translations of what the package says.
//
//go:embed zh.json
var Words embed.FS

// A Phase is what a step was about.
type Phase int

// The phases.
const (
	Starting   Phase = iota
	Choosing         // the next pair is chosen, nothing has moved
	Optimising       // the pair has moved
)

// A Moment is where a solver stands at a step. The solver goes on: what a state
// needs of it is copied.
type Moment struct {
	Phase
	*smo.Run
	Next smo.Pair // the pair that comes next, while the run goes on
	End  smo.End
	Move smo.Move // the one that led here
	Face smo.Face // the step of all free variables that followed it, if one was due
}

// Steps is the textbook loop: choose the pair that violates the conditions most,
// optimise it, until no pair does.
func Steps(solver *smo.Solver, tol float64, most int) iter.Seq[Moment] {
	return func(yield func(Moment) bool) {
		run := smo.Run{Solver: solver, Tol: tol, Cap: most}
		at := Moment{Phase: Starting, Run: &run}
		at.Next, at.End = run.Next()
		if !yield(at) {
			return
		}
		for at.End == smo.Running {
			at.Phase = Choosing
			if !yield(at) {
				return
			}
			pair := at.Next
			at = Moment{Phase: Optimising, Run: &run}
			if at.Move, at.End = run.Advance(pair); at.End == smo.Running {
				at.Face, _ = run.Face() // only where pairs crawl
				at.Next, at.End = run.Next()
			}
			if !yield(at) {
				return
			}
		}
	}
}

// Work is the pair that a step is about.
type Work struct {
	smo.Move
	E    [2]float64 // Eᵢ, Eⱼ before, with the offset of that time
	Bias float64    // that offset, in the coordinates of the kernel
	Dual float64    // before the move
	Face smo.Face
	// Entered and Left are the rows that became or ceased to be support vectors.
	Entered, Left []int
}

// Compare notes which of n rows became a support vector and which ceased to be one. But
// for a step of all free variables only the rows of the pair can have.
func (w *Work) Compare(at Moment, n int, was, is func(i int) bool) {
	look := func(i int) {
		switch before, after := was(i), is(i); {
		case before == after:
		case after:
			w.Entered = append(w.Entered, i)
		default:
			w.Left = append(w.Left, i)
		}
	}
	if at.Face.Free > 0 {
		for i := range n {
			look(i)
		}
		return
	}
	i, j := at.Move.I%n, at.Move.J%n // a row may have two variables
	look(min(i, j))
	if i != j {
		look(max(i, j))
	}
}

// A State is what every machine measures after some number of pairs.
type State struct {
	Rows   int
	Name   func(v int) string // of a variable of the dual: "α₃"
	Pairs  int                // optimised so far
	Bias   float64            // the offset in the coordinates of the kernel
	Free   int                // variables strictly inside the box
	Bound  int                // variables at their upper bound
	Lo, Hi float64            // optimal offsets lie in [Lo, Hi] at the end
	KKT    float64            // largest violation
	Tol    float64            // where the run ends
	Drift  float64            // rounding error of the scores
	Scale  float64            // the size of what scores are compared with
	Peak   float64            // the largest variable so far
	Next   smo.Pair
	Done   *Work // the pair that was optimised last, nil before the first
	Dual   float64
	Primal float64
	Status algos.Status

	// What steps are called. States share it, because a run has many of them and few are looked at.
	optimise  say.Phrase // the next pair, see [State.next]
	optimised say.Phrase // the last one; empty: nobody has named it
	pass      say.Phrase // as many pairs as rows; empty: nobody has named it
}

// Measure copies what the solver knows.
func Measure(at Moment, rows int, name func(v int) string) State {
	s := State{
		Rows: rows, Name: name, Pairs: at.Iterations, KKT: at.Next.Violation, Tol: at.Tol, Drift: at.Drift(), Next: at.Next,
		Status: algos.Status{State: algos.Running},
	}
	s.Bias, s.Free, s.Lo, s.Hi = at.Offsets()
	for _, a := range at.Alpha() { // of which none is below 0
		if a > s.Peak {
			s.Peak = a
		}
	}
	return s
}

// Follow notes the work that led to this state; before is the one that it started
// from.
func (s *State) Follow(before *State, at Moment, w *Work) {
	w.Face = at.Face
	s.Done, s.optimised, s.pass = w, before.optimise, before.pass
	s.Peak = max(s.Peak, before.Peak)
	if at.End == smo.NoBound {
		s.KKT, s.Next = before.KKT, before.Next
	}
}

// Support is how many support vectors there are.
func (s *State) Support() int { return s.Free + s.Bound }

// Names are the variables of a pair: "α₁, α₇".
func (s *State) Names(p smo.Pair) say.Vars {
	return say.Vars{"i": s.Name(p.I), "j": s.Name(p.J), "n": s.Rows}
}

// Step is the step of a phase. It is a pass where as many pairs as points have
// moved.
func (s *State) Step(phase Phase, metrics []float64, view algos.View) algos.Step {
	step := algos.Step{Phase: "start", Size: algos.Normal, Metrics: metrics, Status: s.Status, View: view}
	switch phase {
	case Choosing:
		step.Phase, step.Size = choose.Text(s.Name(s.Next.I), s.Name(s.Next.J)), algos.Micro
	case Optimising:
		step.Phase, step.Events = s.optimised, s.events()
		if step.Phase == "" {
			step.Phase = optimise.Text(s.Name(s.Done.I), s.Name(s.Done.J))
		}
		if s.Pairs%s.Rows == 0 {
			step.Size = algos.Pass
		}
	}
	if s.Status.Final() {
		return step
	}
	if s.pass == "" {
		s.pass = say.Vars{"n": s.Rows}.Text("<n pair>")
	}
	step.Next = algos.Next{Small: "choose a pair", Step: s.next(), Pass: s.pass}
	if phase == Choosing {
		step.Next.Small = step.Next.Step
	}
	return step
}

// What steps are called.
var (
	choose   = say.NewForm("choose <i>, <j>")
	optimise = say.NewForm("optimise <i>, <j>")
	enters   = say.NewForm("<row> becomes a support vector")
	leaves   = say.NewForm("<row> is no longer a support vector")
)

// next names what comes next. A state has two steps: when it was reached, and when its
// next pair is chosen.
func (s *State) next() say.Phrase {
	if s.optimise == "" {
		s.optimise = optimise.Text(s.Name(s.Next.I), s.Name(s.Next.J))
	}
	return s.optimise
}

// events are the ticks on the timeline.
func (s *State) events() []algos.Event {
	var events []algos.Event
	for _, i := range s.Done.Entered {
		events = append(events, algos.Event{Kind: "sv-enter", Text: enters.Text(say.Row(i).Name())})
	}
	for _, i := range s.Done.Left {
		events = append(events, algos.Event{Kind: "sv-leave", Text: leaves.Text(say.Row(i).Name())})
	}
	if s.Done.Face.Free > 0 {
		events = append(events, algos.Event{Kind: "face", Text: "all unbounded variables at once"})
	}
	return events
}
