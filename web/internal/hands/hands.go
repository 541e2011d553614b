// Package hands is a demo for tests of the web: a handle of every kind, each on a
// panel of its own, and a second panel on which points are edited.
package hands

import (
	"context"
	"fmt"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
)

// Options of the demo: what the handles set.
type Options struct {
	At    [2]float64
	Cut   float64
	Level float64
	Angle float64
	Aim   [2]float64
}

// Demo returns the demo. Its first panels have a line through the place. Its run has four steps, which differ in their number alone.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "hands", Title: "Hands", Summary: "Handles for tests.", Family: "Tests",
		Input:   algos.Input{Points: &algos.PointsInput{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 50}},
		Formula: `x`,
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
				Phase: say.Phrase(fmt.Sprintf("step %d", n)), Size: algos.Normal, Next: algos.Next{Small: "go on", Step: "go on", Pass: "go on"},
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
var foot = algos.XY{X: 1, Y: 1}

func (s state) Panels() []algos.Panel {
	board := algos.Board(s.Problem)
	board.Marks = []algos.Mark{
		algos.DataPoints(s.Set),
		algos.Ray{A: 0, B: 1, C: -s.At[1]},
		algos.Handle{Param: "at", At: algos.XY{X: s.At[0], Y: s.At[1]}, Tip: "sets the place", Label: "p"},
	}
	mirror := algos.Board(s.Problem)
	mirror.ID, mirror.Title, mirror.Height = "mirror", "The same points", 0.8
	mirror.Marks = []algos.Mark{algos.DataPoints(s.Set), algos.Ray{A: 1, B: 0, C: -s.At[0]}}

	side := func(id string, h algos.Handle) algos.Panel {
		p := algos.Panel{ID: id, Title: say.Phrase(id), Alt: "a handle", Height: 0.6, X: algos.Axis{Min: -4, Max: 4}, Y: algos.Axis{Min: -4, Max: 4}}
		h.Param, h.Tip = id, say.Phrase("sets the "+id)
		p.Marks = []algos.Mark{h}
		return p
	}
	sin, cos := math.Sincos(s.Angle)
	level := side("level", algos.Handle{Along: algos.Vertical, At: algos.XY{X: 0, Y: s.Level}})
	level.Y = algos.Axis{Min: 0.01, Max: 1000, Log: true}
	return []algos.Panel{
		board,
		side("cut", algos.Handle{Along: algos.Horizontal, At: algos.XY{X: s.Cut, Y: 0}, Name: "cut at"}),
		level,
		side("angle", algos.Handle{Along: algos.Around, From: foot, At: algos.XY{X: foot.X + 2*cos, Y: foot.Y + 2*sin}}),
		side("aim", algos.Handle{Along: algos.Vector, From: foot, At: algos.XY{X: foot.X + s.Aim[0], Y: foot.Y + s.Aim[1]}}),
		mirror,
	}
}
