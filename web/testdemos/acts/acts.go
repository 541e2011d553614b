// Package acts is a demo for tests of the web: what readers set by hand beside places and
// thresholds, namely whole numbers, lists of bars, rectangles and half-planes; and what they
// pick as the answer of a question: a cell, a node or a bar; and actions that they take.
package acts

import (
	"context"
	"iter"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

// Options of the demo: what is set by hand.
type Options struct {
	K       int
	Level   int
	Shares  []float64
	Heights []float64
	Boxes   []float64
	Sides   []float64
	Walk    []int
}

// Demo returns the demo. Its run has four steps, and one more for each action.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "acts", Title: "Acts", Summary: "What is set by hand, for tests.", Family: "Tests",
		Formula:   `x`,
		Presets:   []algos.Preset{{ID: "start", Title: "Start", Seed: 1}},
		Questions: questions,
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 3, 1, 9).Label("neighbours")
	s.Int(&o.Level, "level", 4, 1, 500).Label("level")
	s.Numbers(&o.Shares, "shares", []float64{0.2, 0.5, 0.3, 0}, 0, 1).Distribution().Label("shares")
	s.Numbers(&o.Heights, "heights", []float64{1, -2, 3}, -4, 4).Count(1, 12).Label("heights")
	s.Numbers(&o.Boxes, "boxes", []float64{-3, -2, -1, 2, 1, -1, 3, 1}, -4, 4).Count(0, 16).Each(4).Label("boxes")
	s.Numbers(&o.Sides, "sides", []float64{-2, -2, 2, -1}, -4, 4).Count(0, 8).Each(4).Label("half-planes")
	s.Actions(&o.Walk, "walk", 12, param.Act{Label: "west", Key: "a"}, param.Act{Label: "east", Key: "d", Hint: "goes to the east"}, param.Act{Label: "turn"}).Label("walk")
}

// state is a step's view.
type state struct {
	Options
	n  int
	at int // the cell where the walker is
}

const last = 3

func start(_ context.Context, _ algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		end := last + len(o.Walk)
		at := 0
		for n := range end + 1 {
			switch {
			case n > last:
				at = walked(at, o.Walk[n-last-1])
			case n > 0:
				at++
			}
			s := algos.Step{
				Phase: "walk", Size: algos.Normal, Next: algos.Next{Step: "go on", Pass: "go on"},
				Status: algos.Status{State: algos.Running}, View: state{o, n, at},
			}
			if n == end {
				s.Next, s.Status = algos.Next{}, algos.Status{State: algos.Converged, Reason: "seen enough"}
			}
			if !yield(s) {
				return
			}
		}
	}, nil
}

// walked is the cell after an action.
func walked(at, act int) int {
	switch act {
	case 0:
		return max(at-1, 0)
	case 1:
		return min(at+1, rows*cols-1)
	}
	return (at + cols) % (rows * cols)
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"n": s.n, "k": s.K, "at": s.at + 1}.Text("Step <n> with <k neighbour>, on cell <at>.")}}
}

func (s state) Checks() []algos.Check { return nil }
func (s state) Model() algos.Model    { return algos.Model{} }

func (s state) Panels() []mark.Panel {
	k := float64(s.K)
	board, arms, tree := s.board(), s.arms(), s.tree()
	curve := mark.Panel{ID: "k", Title: "Error against k", Alt: "a handle", Height: 0.6, X: mark.Axis{Min: 0, Max: 10}, Y: mark.Axis{Min: 0, Max: 1}}
	curve.Add(
		mark.PolyLine{At: panel.Path(10, func(i int) mark.XY { return mark.XY{X: float64(i), Y: 1 / float64(i+1)} })},
		mark.Handle{Param: "k", Along: mark.Horizontal, At: mark.XY{X: k, Y: 1 / (k + 1)}, Tip: "sets the number of neighbours"},
	)
	level := mark.Panel{ID: "level", Title: "Level", Alt: "a handle", Height: 0.6, X: mark.Axis{Max: 1}, Y: mark.Axis{Min: 1, Max: 1000, Log: true}}
	level.Add(mark.Handle{Param: "level", Along: mark.Vertical, At: mark.XY{X: 0.5, Y: float64(s.Level)}, Tip: "sets the level"})
	shares := bars("shares", "Shares", s.Shares, mark.Axis{Max: 1})
	heights := bars("heights", "Heights", s.Heights, mark.Axis{Min: -4, Max: 4})

	plane := mark.Panel{ID: "boxes", Title: "Boxes", Alt: "boxes and half-planes", Height: 1, X: mark.Axis{Min: -5, Max: 5}, Y: mark.Axis{Min: -5, Max: 5}}
	for i := range len(s.Boxes) / 4 {
		name := say.Vars{"i": i + 1}.Text("box <i>")
		plane.Add(panel.Box{Param: "boxes", Values: s.Boxes, Nth: i, Name: name, Tip: "moves the box", Style: mark.RoleAccent.Plain()}.Marks()...)
	}
	for i := range len(s.Sides) / 4 {
		name := say.Vars{"i": i + 1}.Text("side <i>")
		plane.Add(panel.HalfPlane{Param: "sides", Values: s.Sides, Nth: i, Name: name, Tip: "moves the line"}.Marks()...)
	}
	return []mark.Panel{board, arms, tree, curve, level, shares, heights, plane}
}

func bars(id string, title say.Phrase, values []float64, y mark.Axis) mark.Panel {
	p := mark.Panel{ID: id, Title: title, Alt: "bars", Height: 0.6, X: mark.Axis{Min: -0.6, Max: float64(len(values)) - 0.4}, Y: y}
	p.Add(panel.DragBars{Param: id, Values: values, Tip: say.Phrase("sets the " + id)}.Marks()...)
	return p
}
