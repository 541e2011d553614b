// Package handles is a demo for tests of the web: a handle of every kind, each on a
// panel of its own, a
// second panel on which points are edited, and a picture in three dimensions.
package handles

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed zh.json
var words embed.FS

// Options of the demo: what the handles set.
type Options struct {
	At    [2]float64
	Cut   float64
	Level float64
	Angle float64
	Aim   [2]float64
	Turn  [2]float64
	Line  [2]float64
}

// Demo returns the demo. Its first panels have a line through the place. Its run has four steps, which differ in their number alone.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "hands", Title: "Hands", Summary: "Handles for tests.", Family: "Tests",
		Input:   input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 50}},
		Formula: `x`,
		Books:   []fs.FS{words},
		Presets: []algos.Preset{{
			ID: "three", Title: "Three points", Seed: 1,
			Data: dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{1, 1, 1}, [3]float64{2, -1, 1}),
		}},
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Point(&o.At, "at", [2]float64{0, 0}, 1.5).Label("place")
	s.Float(&o.Cut, "cut", 0, -2, 2).Label("threshold")
	s.Float(&o.Level, "level", 1, 0.1, 100).Label("level")
	s.Float(&o.Angle, "angle", 0, 0, math.Pi).Label("angle")
	s.Point(&o.Aim, "aim", [2]float64{1, 0}, 1e6).Label("direction")
	s.Point(&o.Turn, "turn", [2]float64{30, 20}, 180).View().Label("turn")
	s.Point(&o.Line, "line", [2]float64{1, 0.5}, 50).Label("height and slope")
}

const last = 3

// state is a step's view.
type state struct {
	algos.Problem
	Options
	n int
}

func start(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		for n := range last + 1 {
			s := algos.Step{
				Phase: say.Phrase(fmt.Sprintf("step %d", n)), Size: algos.Normal, Next: algos.Next{Step: "go on", Pass: "go on"},
				Status: algos.Status{State: algos.Running}, View: state{p, o, n},
			}
			if n == last {
				s.Next, s.Status = algos.Next{}, algos.Status{State: algos.Converged, Reason: "seen enough"}
			}
			if !yield(s) {
				return
			}
		}
	}, nil
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Phrase(fmt.Sprintf("Step %d with the place (%g, %g).", s.n, s.At[0], s.At[1]))}}
}

func (s state) Checks() []algos.Check { return nil }
func (s state) Model() algos.Model    { return algos.Model{} }

// foot is where the arrow starts, and the centre of the angle.
var foot = mark.XY{X: 1, Y: 1}

func (s state) Panels() []mark.Panel {
	board := s.Problem.Board()
	board.Marks = []mark.Mark{
		mark.DataPoints(s.Set),
		mark.Ray{A: 0, B: 1, C: -s.At[1]},
		mark.Handle{Param: "at", At: mark.XY{X: s.At[0], Y: s.At[1]}, Tip: "sets the place", Label: "p"},
	}
	mirror := s.Problem.Board()
	mirror.ID, mirror.Title, mirror.Height = "mirror", "The same points", 0.8
	mirror.Marks = []mark.Mark{mark.DataPoints(s.Set), mark.Ray{A: 1, B: 0, C: -s.At[0]}}

	side := func(id string, h mark.Handle) mark.Panel {
		p := mark.Panel{ID: id, Title: say.Phrase(id), Alt: "a handle", Height: 0.6, X: mark.Axis{Min: -4, Max: 4}, Y: mark.Axis{Min: -4, Max: 4}}
		h.Param, h.Tip = id, say.Phrase("sets the "+id)
		p.Marks = []mark.Mark{h}
		return p
	}
	sin, cos := math.Sincos(s.Angle)
	level := side("level", mark.Handle{Along: mark.Vertical, At: mark.XY{X: 0, Y: s.Level}})
	level.Y = mark.Axis{Min: 0.01, Max: 1000, Log: true}
	return []mark.Panel{
		board,
		side("cut", mark.Handle{Along: mark.Horizontal, At: mark.XY{X: s.Cut, Y: 0}, Name: "cut at"}),
		level,
		side("angle", mark.Handle{Along: mark.Around, From: foot, At: mark.XY{X: foot.X + 2*cos, Y: foot.Y + 2*sin}}),
		side("aim", mark.Handle{Along: mark.Vector, From: foot, At: mark.XY{X: foot.X + s.Aim[0], Y: foot.Y + s.Aim[1]}}),
		mirror,
		panel.Space{
			ID: "turn", Title: "Turned", Alt: "a point and a plane", Param: "turn", View: s.Turn,
			X: mark.Axis{Name: "a", Min: -1, Max: 1}, Y: mark.Axis{Name: "b", Min: -1, Max: 1}, Z: mark.Axis{Name: "c", Min: -1, Max: 1},
			Things: []panel.Thing{
				panel.Dots{At: []panel.XYZ{{X: 0.5, Y: 0.5, Z: 0.5}}, Like: mark.Points{Refs: []string{"x0"}}},
				panel.Sheet{Normal: panel.XYZ{Z: 1}, Like: mark.PolyLine{Style: mark.RoleAccent.Wide(1).Faded(0.3)}},
			},
		}.Panel(),
		s.line(),
	}
}

// line has two grips, which set its height at 0 and its slope.
func (s state) line() mark.Panel {
	p := mark.Panel{ID: "line", Title: "line", Alt: "two handles", Height: 0.6, X: mark.Axis{Min: -4, Max: 4}, Y: mark.Axis{Min: -4, Max: 4}}
	for i, x := range []float64{-2, 2} {
		other := s.Line[0] - x*s.Line[1]
		p.Add(mark.Handle{
			Param: "line", Along: mark.Lift, At: mark.XY{X: x, Y: s.Line[0] + x*s.Line[1]},
			Tip: "sets the line", Name: [...]say.Phrase{"left", "right"}[i],
			From: mark.XY{X: other / 2, Y: -other / (2 * x)}, Per: mark.XY{X: 0.5, Y: 1 / (2 * x)},
		})
	}
	return p
}

// Pointless is a demo without points: its board is a picture that turns, with a place
// to hold beside a mark.
func Pointless() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "pointless", Title: "Pointless", Summary: "A board without points for tests.", Family: "Tests",
		Formula: `x`,
		Presets: []algos.Preset{{ID: "one", Title: "One", Seed: 1}},
	}, bind, func(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
		return func(yield func(algos.Step) bool) {
			yield(algos.Step{
				Phase: "shown", Size: algos.Normal,
				Status: algos.Status{State: algos.Converged, Reason: "seen enough"}, View: picture{state{p, o, 0}},
			})
		}, nil
	})
}

// picture is the view of the demo without points.
type picture struct{ state }

func (s picture) Panels() []mark.Panel {
	board := panel.Space{
		ID: "board", Title: "Turned", Alt: "a point and a handle", Param: "turn", View: s.Turn,
		X: mark.Axis{Name: "a", Min: -1, Max: 1}, Y: mark.Axis{Name: "b", Min: -1, Max: 1}, Z: mark.Axis{Name: "c", Min: -1, Max: 1},
		Things: []panel.Thing{panel.Dots{At: []panel.XYZ{{}}, Like: mark.Points{Refs: []string{"x0"}}}},
	}.Panel()
	turned := board.Looked
	withPlace := func(p mark.Panel) mark.Panel {
		p.Add(mark.Handle{Param: "at", At: mark.XY{X: s.At[0], Y: s.At[1]}, Tip: "sets the place"})
		return p
	}
	board.Looked = func(v param.Values) mark.Panel { return withPlace(turned(v)) }
	return []mark.Panel{withPlace(board)}
}
