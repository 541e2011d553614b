// Package line is a demo for tests of the web: a line through the origin is corrected by
// one point after another. It predicts labels, asks questions of every kind, has a panel
// and a guarantee that are slow, and takes points that are held out.
package line

import (
	"context"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Demo returns the demo. Every step visits a point. One that corrects the line is a Normal
// one with the event "mistake", the last of a pass a Pass.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "line", Title: "Line", Summary: "A line for tests.", Family: "Tests",
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 1000}},
		MinPoints: 1, TooFew: "there are no points",
		Metrics: []string{"mistakes"},
		Formula: `\theta \leftarrow \theta + y x`,
		Charts:  []mark.Chart{{ID: "mistakes", Title: "Mistakes", Y: "mistakes", Series: []mark.Series{{Metric: "mistakes", Label: "mistakes"}}}},
		Presets: []algos.Preset{
			{ID: "moons", Title: "Moons", Data: dataset.Generate("moons", 20, 0.24, 7), Seed: 1},
		},
		Questions: questions,
	}, func(o *options, s *param.Set) { s.Int(&o.passes, "passes", 4, 1, 100) }, run)
}

type options struct{ passes int }

// state is a step's view.
type state struct {
	algos.Problem
	theta    [2]float64
	mistakes int
	first    bool // nothing has been visited
}

func (s state) score(x [2]float64) float64 { return s.theta[0]*x[0] + s.theta[1]*x[1] }

// sign is the label of a point as a number.
func sign(p dataset.Point) float64 { return float64(2*p.Class() - 1) }

// ahead is the first point that corrects the line; −1: no point does.
func (s state) ahead() int {
	for i, p := range s.Points {
		if sign(p)*s.score(p.X) <= 0 {
			return i
		}
	}
	return -1
}

func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		s := state{Problem: p, first: true}
		show := func(size algos.Size, status algos.Status, events ...algos.Event) bool {
			step := algos.Step{Phase: "visit", Size: size, Metrics: []float64{float64(s.mistakes)}, Status: status, Events: events, View: s}
			if !status.Final() {
				step.Next = algos.Next{Small: "visit a point", Step: "go to the next mistake", Pass: "visit all points"}
			}
			return yield(step)
		}
		running := algos.Status{State: algos.Running}
		if !show(algos.Pass, running) {
			return
		}
		s.first = false
		for pass := range o.passes {
			before := s.mistakes
			for i, q := range p.Points {
				size, status := algos.Micro, running
				var events []algos.Event
				if y := sign(q); y*s.score(q.X) <= 0 {
					s.theta = [2]float64{s.theta[0] + y*q.X[0], s.theta[1] + y*q.X[1]}
					s.mistakes++
					size, events = algos.Normal, []algos.Event{{Kind: "mistake", Text: "the line is corrected"}}
				}
				if i == len(p.Points)-1 {
					size = algos.Pass
					switch {
					case s.mistakes == before:
						status = algos.Status{State: algos.Converged, Reason: "a pass without a mistake"}
					case pass == o.passes-1:
						status = algos.Status{State: algos.Exhausted, Reason: "all passes are made"}
					}
				}
				if !show(size, status, events...) || status.Final() {
					return
				}
			}
		}
	}, nil
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"n": s.mistakes}.Text("The line was corrected by <n point>.")}}
}

var counted = algos.Guarantee{Name: "counted", Claim: "no point has more than its mistakes"}

func (s state) Checks() []algos.Check {
	return []algos.Check{counted.Slow(func() algos.Check {
		return counted.AtLeast(float64(s.mistakes), 0, 0)
	})}
}

func (s state) Panels() []mark.Panel {
	board := s.Board()
	board.Marks = []mark.Mark{mark.DataPoints(s.Set)}
	if s.theta != [2]float64{} {
		board.Marks = append(board.Marks, mark.Ray{A: s.theta[0], B: s.theta[1], Legend: "line"})
	}
	return []mark.Panel{board, mark.Slow("lengths", "Lengths", func() mark.Panel {
		bars := mark.Bars{}
		for _, p := range s.Points {
			bars.Y = append(bars.Y, math.Hypot(p.X[0], p.X[1]))
		}
		return mark.Panel{ID: "lengths", Title: "Lengths", Alt: "a bar for each point", X: mark.Axis{Integer: true}, Height: 0.4, Marks: []mark.Mark{bars}}
	})}
}

func (s state) Model() algos.Model {
	return algos.Model{
		Values: []algos.Value{{Name: "theta", Value: s.theta}},
		Predict: func(x [2]float64) []algos.Value {
			class := 0
			if s.score(x) > 0 {
				class = 1
			}
			return []algos.Value{{Name: "label", Value: s.Label(class)}, {Name: "score", Value: s.score(x)}}
		},
	}
}

var questions = []algos.Question{
	algos.Ask("next-mistake", algos.PickPoint, askMistake, untilMistake, answerMistake),
	algos.Ask("next-line", algos.DrawLine, askLine, untilMistake, answerLine),
	algos.Ask("mistakes-left", algos.PickOption, askLeft, algos.AtEnd, answerLeft),
	algos.Ask("next-length", algos.SayNumber, askLength, nil, answerLength),
}

func untilMistake(_, later algos.Step) bool { return len(later.Events) > 0 }

func askMistake(now algos.At[state]) (algos.Asked, bool) {
	return algos.Asked{Text: "Which point is the next mistake?"}, now.View.first
}

func answerMistake(now, _ algos.At[state]) (algos.Answer, bool) {
	return algos.Answer{Points: []int{now.View.ahead()}}, true
}

func askLine(algos.At[state]) (algos.Asked, bool) {
	return algos.Asked{Text: "Where will the line be after the next mistake? Draw it."}, true
}

func answerLine(_, then algos.At[state]) (algos.Answer, bool) {
	theta := then.View.theta
	return algos.Answer{Line: geometry.Line{A: theta[0], B: theta[1]}}, theta != [2]float64{}
}

func askLeft(algos.At[state]) (algos.Asked, bool) {
	return algos.Asked{Text: "How many mistakes are left?", Options: []say.Phrase{"none", "at most 5", "at most 20", "more"}}, true
}

func answerLeft(now, then algos.At[state]) (algos.Answer, bool) {
	left, option := then.View.mistakes-now.View.mistakes, 0
	for _, most := range []int{0, 5, 20} {
		if left > most {
			option++
		}
	}
	return algos.Answer{Option: option}, true
}

func askLength(algos.At[state]) (algos.Asked, bool) {
	return algos.Asked{Text: "How long will the normal vector be?"}, true
}

func answerLength(_, then algos.At[state]) (algos.Answer, bool) {
	return algos.Answer{Number: math.Hypot(then.View.theta[0], then.View.theta[1]), Tolerance: 0.1}, true
}
