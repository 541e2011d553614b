// Package network is a demo for tests of small networks: points are classified by a ReLU layer and a
// softmax, trained by descent on the cross-entropy. The network stands beside the board, with a
// small board for every unit, and its hidden units answer a question.
package network

import (
	"context"
	"embed"
	"io/fs"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/net"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed zh.json
var words embed.FS

// Options of the demo.
type Options struct {
	Hidden  int
	Rule    string
	Eta     float64
	L1, L2  float64
	Dropout float64
	Row     int
	Epochs  int
}

// rules are those of package net, by the values of the choice.
var rules = map[string]net.Rule{"sgd": net.SGD, "nesterov": net.Nesterov, "rmsprop": net.RMSProp, "adam": net.Adam}

// classes are the most that the network tells apart; a hidden layer has at most widest units.
const classes, widest = 3, 6

// Demo returns the demo.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "network", Title: "Network", Summary: "A ReLU layer and a softmax, for tests.", Family: "Tests", Books: []fs.FS{words},
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: classes, Max: 200}},
		MinPoints: 2, TooFew: "There are fewer than two points.",
		Units: algos.Units{Step: "epoch"}, Metrics: []string{"loss", "errors"}, Formula: `p = \operatorname{softmax}(W_2\max(0, W_1 x + b_1) + b_2)`,
		Charts: []mark.Chart{{ID: "loss", Title: "Loss", Y: "cross-entropy", Series: []mark.Series{{Metric: "loss", Label: "training"}}}},
		Presets: []algos.Preset{
			{ID: "moons", Title: "Moons", Note: "Two classes.", Data: dataset.Generate("moons", 40, 0.15, 7), Seed: 3},
			{
				ID: "blobs", Title: "Blobs", Note: "Three classes, with dropout.", Seed: 1,
				Data: dataset.Generate("blobs3", 45, 0.6, 2), Params: param.Pairs("dropout", "0.2", "l2", "0.001"),
			},
		},
		Questions: questions,
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Int(&o.Hidden, "hidden", 4, 1, widest).Label("hidden units")
	s.Choice(&o.Rule, "rule", "nesterov",
		param.Option{Value: "sgd", Label: "gradient descent"}, param.Option{Value: "nesterov", Label: "Nesterov momentum"},
		param.Option{Value: "rmsprop", Label: "RMSProp"}, param.Option{Value: "adam", Label: "Adam"}).Label("update rule")
	s.Float(&o.Eta, "eta", 0.1, 1e-4, 1).Log(1e-3, 1).Label("learning rate η")
	s.Float(&o.L1, "l1", 0, 0, 0.1).Label("L1 penalty")
	s.Float(&o.L2, "l2", 0, 0, 0.1).Label("L2 penalty")
	s.Float(&o.Dropout, "dropout", 0, 0, 0.8).Label("dropout rate")
	s.Int(&o.Row, "row", 1, 1, 200).Label("example").Hint("whose outputs and gradients the network shows")
	s.Int(&o.Epochs, "epochs", 60, 1, 300).Label("max epochs")
}

const (
	momentum = 0.8
	tooLarge = 1e12 // a loss that diverges
)

// task is what all steps of a run share.
type task struct {
	algos.Problem
	Options
	net     *net.Net
	classes int
}

// state is a step's view.
type state struct {
	*task
	epoch    int
	w        []float64
	moved    []float64 // how far the weights into every hidden unit moved in this epoch
	off      []bool    // hidden units that were dropped out in this epoch
	loss     float64
	diverged bool // the next loss is not a number that can be shown
}

func start(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := &task{Problem: p, Options: o, classes: 2}
	for _, q := range p.Points {
		t.classes = max(t.classes, q.Class()+1)
	}
	t.net = net.New([]int{2, o.Hidden, t.classes}, net.ReLU, net.Linear)
	return t.run, nil
}

func (t *task) run(yield func(algos.Step) bool) {
	n := t.net.Len()
	w, ahead, grad := make([]float64, n), make([]float64, n), make([]float64, n)
	t.net.Init(w, t.Stream(1))
	d, tape, drops := net.NewDescent(rules[t.Rule], t.Eta, momentum, n), t.net.NewTape(), t.Stream(2)
	if t.Rule == "sgd" {
		d.Momentum = 0
	}
	s := state{task: t, w: append([]float64(nil), w...), moved: make([]float64, t.Hidden), off: make([]bool, t.Hidden)}
	for s.loss = t.cost(w, nil, tape); ; s.epoch++ {
		step := s.step()
		if !yield(step) || step.Status.Final() {
			return
		}
		s.off = make([]bool, t.Hidden)
		if t.Dropout > 0 {
			t.net.Drop(tape, t.Dropout, drops)
			for j, m := range tape.Mask[0] {
				s.off[j] = m == 0
			}
		}
		d.Ahead(ahead, w)
		clear(grad)
		t.cost(ahead, grad, tape)
		d.Step(w, grad)
		tape.Whole()
		loss := t.cost(w, nil, tape)
		if s.diverged = !(loss <= tooLarge); s.diverged {
			continue // with the weights before, which are numbers
		}
		s.moved, s.w, s.loss = t.changes(s.w, w), append([]float64(nil), w...), loss
	}
}

// cost is the mean cross-entropy with its penalties; its gradient is added to grad, unless that is nil.
func (t *task) cost(w, grad []float64, tape *net.Tape) float64 {
	slope, target, sum := make([]float64, t.classes), make([]float64, t.classes), 0.0
	for _, p := range t.Points {
		clear(target)
		target[p.Class()] = 1
		sum += net.CrossEntropy.Of(t.net.Forward(w, p.X[:], tape), target, slope)
		if grad == nil {
			continue
		}
		for k := range slope {
			slope[k] /= float64(len(t.Points))
		}
		t.net.Backward(w, tape, slope, grad)
	}
	return sum/float64(len(t.Points)) + t.net.Penalty(w, t.L1, t.L2, grad)
}

// changes are the lengths of the moves of the weights into the hidden units.
func (t *task) changes(from, to []float64) []float64 {
	first := t.net.Layers[0]
	moved := make([]float64, t.Hidden)
	for j := range moved {
		at := [3]int{first.W(j, 0), first.W(j, 1), first.Bias(j)}
		for _, k := range at {
			moved[j] = math.Hypot(moved[j], to[k]-from[k])
		}
	}
	return moved
}

// step is the state as a step, with whether it is the last one.
func (s state) step() algos.Step {
	step := algos.Step{
		Phase: "epoch", Size: algos.Normal, Metrics: []float64{s.loss, float64(s.errors())}, View: s,
		Status: algos.Status{State: algos.Running},
	}
	if s.epoch == 0 {
		step.Phase = "start"
	}
	switch {
	case s.diverged:
		step.Status = algos.Status{State: algos.Diverged, Reason: "the loss diverges"}
	case s.epoch == s.Epochs:
		step.Status = algos.Status{State: algos.Exhausted, Reason: "all epochs are done"}
	default:
		return step
	}
	step.Next = algos.Next{}
	return step
}

// shares are the class probabilities at a place.
func (s state) shares(x [2]float64, tape *net.Tape) []float64 {
	p := append([]float64(nil), s.net.Forward(s.w, x[:], tape)...)
	net.Softmax(p, p)
	return p
}

// class is the most probable class at a place.
func (s state) class(x [2]float64, tape *net.Tape) int {
	best, out := 0, s.net.Forward(s.w, x[:], tape)
	for k, v := range out {
		if v > out[best] {
			best = k
		}
	}
	return best
}

// predicted are the classes of the points.
func (s state) predicted() (truth, predicted []int) {
	tape := s.net.NewTape()
	for _, p := range s.Points {
		truth, predicted = append(truth, p.Class()), append(predicted, s.class(p.X, tape))
	}
	return truth, predicted
}

// errors is how many points are misclassified.
func (s state) errors() int {
	n := 0
	truth, predicted := s.predicted()
	for i := range truth {
		if truth[i] != predicted[i] {
			n++
		}
	}
	return n
}

func (s state) vars() say.Vars {
	return say.Vars{"n": len(s.Points), "epoch": s.epoch, "loss": s.loss, "wrong": s.errors(), "W": s.net.Len(), "row": say.Row(s.row()).Name()}
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: s.vars().Text("Epoch <epoch>: the cross-entropy is <loss>, and <wrong> of <n point> are misclassified.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Model() algos.Model {
	return algos.Model{
		Values: []algos.Value{{Name: "weights", Value: s.w}, {Name: "loss", Value: s.loss}},
		Predict: func(x [2]float64) []algos.Value {
			tape := s.net.NewTape()
			return []algos.Value{{Name: "label", Value: s.Label(s.class(x, tape))}, {Name: "p", Value: s.shares(x, tape)}}
		},
	}
}
