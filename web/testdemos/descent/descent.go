// Package descent is a demo for tests of formulas: gradient descent on a function of two
// variables that a reader writes, from a start that is a handle on the board.
package descent

import (
	"context"
	"embed"
	"io/fs"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/net"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed zh.json
var words embed.FS

// Options of the demo.
type Options struct {
	F          string
	Initial    [2]float64
	Rule       string
	Eta        float64
	Iterations int
}

// rules are those of package net, by the values of the choice.
var rules = map[string]net.Rule{"sgd": net.SGD, "nesterov": net.Nesterov, "rmsprop": net.RMSProp, "adam": net.Adam}

// Demo returns the demo.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "descent", Title: "Gradient descent", Summary: "Descent on a function that you write, for tests.", Family: "Tests",
		Books: []fs.FS{words}, Units: algos.Units{Step: "iteration"}, Metrics: []string{"f", "gradient"},
		Formula: `(x, y) \leftarrow (x, y) - \eta\,\nabla f(x, y)`,
		Charts:  []mark.Chart{{ID: "f", Title: "Function value", Y: "f", Series: []mark.Series{{Metric: "f", Label: "f(x, y)"}}}},
		Presets: []algos.Preset{
			{ID: "valley", Title: "Valley", Note: "An ill-conditioned quadratic.", Seed: 1},
			{
				ID: "rosenbrock", Title: "Rosenbrock", Note: "A curved valley.", Seed: 1,
				Params: param.Pairs("f", "(1 - x)^2 + 5*(y - x^2)^2", "eta", "0.02", "initial", "-1.5,2"),
			},
			{ID: "logarithm", Title: "Logarithm", Note: "Undefined on the left.", Params: param.Pairs("f", "x^2 + y^2 - log(x)", "initial", "2,2"), Seed: 1},
		},
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Text(&o.F, "f", "x^2 + 4*y^2", expression.MaxLen, expression.Check("x", "y")).Label("f(x, y)").Hint("of x and y, such as sin(x)*y^2")
	s.Point(&o.Initial, "initial", [2]float64{-2, 1.5}, 10).Label("initial point")
	s.Choice(&o.Rule, "rule", "sgd",
		param.Option{Value: "sgd", Label: "gradient descent"}, param.Option{Value: "nesterov", Label: "Nesterov momentum"},
		param.Option{Value: "rmsprop", Label: "RMSProp"}, param.Option{Value: "adam", Label: "Adam"}).Label("update rule")
	s.Float(&o.Eta, "eta", 0.1, 1e-6, 10).Log(1e-3, 1).Label("learning rate η")
	s.Int(&o.Iterations, "iterations", 40, 1, 500).Label("max iterations")
}

const (
	momentum = 0.8
	far      = 100  // from the origin: the run diverges
	flat     = 1e-6 // the gradient norm of a stationary point
	window   = 3    // the board shows [−window, window]²
)

// task is what all steps of a run share.
type task struct {
	Options
	f *expression.Expression
}

// state is a step's view.
type state struct {
	*task
	path    []mark.XY // to this step
	lengths []float64 // of its steps
	value   float64
	slope   [2]float64
}

func (s state) now() mark.XY { return s.path[len(s.path)-1] }

func (s state) norm() float64 { return math.Hypot(s.slope[0], s.slope[1]) }

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

func start(_ context.Context, _ algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	f, err := expression.Parse(o.F, "x", "y")
	if err != nil {
		return nil, err
	}
	return (&task{o, f}).run, nil
}

func (t *task) run(yield func(algos.Step) bool) {
	d := net.NewDescent(rules[t.Rule], t.Eta, momentum, 2)
	if t.Rule == "sgd" {
		d.Momentum = 0
	}
	at, ahead := []float64{t.Initial[0], t.Initial[1]}, make([]float64, 2)
	s := state{task: t, path: []mark.XY{{X: at[0], Y: at[1]}}}
	s.value, s.slope = t.f.Gradient(at[0], at[1])
	for n := 0; ; n++ {
		step := s.step(n)
		if !yield(step) || step.Status.Final() {
			return
		}
		d.Ahead(ahead, at)
		_, g := t.f.Gradient(ahead[0], ahead[1])
		was := s.now()
		d.Step(at, g[:])
		s.path = append(s.path[:len(s.path):len(s.path)], mark.XY{X: at[0], Y: at[1]})
		s.lengths = append(s.lengths[:len(s.lengths):len(s.lengths)], math.Hypot(at[0]-was.X, at[1]-was.Y))
		s.value, s.slope = t.f.Gradient(at[0], at[1])
	}
}

// step is the state as a step, with whether it is the last one.
func (s state) step(n int) algos.Step {
	step := algos.Step{
		Phase: "iteration", Size: algos.Normal, Metrics: []float64{s.value, s.norm()}, View: s,
		Status: algos.Status{State: algos.Running},
	}
	if n == 0 {
		step.Phase = "start"
	}
	switch at := s.now(); {
	case !finite(s.value) || !finite(s.norm()):
		step.Status = algos.Status{State: algos.Diverged, Reason: "Drag the initial point to where f is defined, or make the learning rate smaller."}
	case max(math.Abs(at.X), math.Abs(at.Y)) > far:
		step.Status = algos.Status{State: algos.Diverged, Reason: "the iterates diverge"}
	case s.norm() <= flat:
		step.Status = algos.Status{State: algos.Converged, Reason: "the gradient is zero up to rounding"}
	case n == s.Iterations:
		step.Status = algos.Status{State: algos.Exhausted, Reason: "all iterations are done"}
	}
	if step.Status.Final() {
		step.Next = algos.Next{}
	}
	return step
}

func (s state) vars() say.Vars {
	at := s.now()
	return say.Vars{"n": len(s.lengths), "at": []float64{at.X, at.Y}, "f": s.value, "g": s.norm(), "formula": say.Math(s.f.TeX())}
}

func (s state) Say() []algos.Line {
	story := algos.Story{Vars: s.vars()}
	if !finite(s.value) || !finite(s.norm()) {
		story.Text("After <n iteration> the point is <at>, where f or its gradient is undefined or infinite.")
		return story.Lines
	}
	story.Text("After <n iteration> the point is <at>, where f = <f> and the gradient norm is <g>.")
	story.TeX(`f(x, y) = <formula>`)
	return story.Lines
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Model() algos.Model {
	at := s.now()
	return algos.Model{Values: []algos.Value{{Name: "x", Value: at.X}, {Name: "y", Value: at.Y}, {Name: "f", Value: s.value}}}
}

func (s state) Panels() []mark.Panel { return []mark.Panel{s.board(), s.histogram()} }

// board is the plane of both variables, with the path and the handle of its start.
func (s state) board() mark.Panel {
	p := mark.Panel{
		ID: "board", Title: "Contours of f", Alt: s.vars().Text("contours of f and a path of <n iteration>"), Equal: true,
		X: mark.Axis{Name: "x", Min: -window, Max: window}, Y: mark.Axis{Name: "y", Min: -window, Max: window},
	}
	contours := panel.Landscape(grid.Window{X0: -window, X1: window, Y0: -window, Y1: window}, "f", s.f.Field(), s.f.Cost())
	contours.Partial = true // a reader may write log(x)
	p.Add(
		contours,
		panel.Line(s.path, mark.RoleInk.Wide(1.4), "path"),
		panel.Dot(s.now(), 4, mark.RoleAccent.Plain(), "current point"),
		mark.Handle{Param: "initial", At: s.path[0], Name: "initial point", Tip: "sets the initial point", Label: "start", Hollow: true, Style: mark.RoleInk.Plain()},
	)
	return p
}

// histogram is the lengths of the steps.
func (s state) histogram() mark.Panel {
	sample := panel.Sample{Values: s.lengths, Style: mark.RoleSoft.Plain(), Legend: "steps"}
	if n := len(s.lengths); n > 0 {
		sample.Hot = s.lengths[n-1:]
	}
	return panel.Histogram{
		ID: "lengths", Title: "Step lengths", Note: "accent: the last step", Alt: s.vars().Text("a histogram of the lengths of <n step>"),
		X: mark.Axis{Name: "step length"}, Samples: []panel.Sample{sample}, Counts: true, Ref: "length", Height: 0.5,
	}.Panel()
}
