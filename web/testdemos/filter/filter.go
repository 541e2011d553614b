// Package filter is a demo for tests of pictures of probabilities: a hidden Markov chain with three states is
// filtered. Its posterior is a place in a simplex, its states a trellis, and two times in a row have a
// joint table. Observations are appended by pressing.
package filter

import (
	"context"
	"embed"
	"io/fs"
	"iter"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed zh.json
var words embed.FS

// Options of the demo.
type Options struct {
	P     [][]float64 // transition matrix
	Noise float64
	Prior []float64
	Seen  []int
}

// states and observations have the same names: what is seen is the state, or by noise another one.
var states = []say.Phrase{"sun", "cloud", "rain"}

// Demo returns the demo. Every step is an observation.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "filter", Title: "Hidden Markov chain", Summary: "Filtering of three states, for tests.", Family: "Tests", Books: []fs.FS{words},
		Units: algos.Units{Step: "observation"}, Metrics: []string{"certainty"}, Formula: `\pi_t \propto B_{x_t} P^\top \pi_{t-1}`,
		Charts: []mark.Chart{{
			ID: "certainty", Title: "Probability of the most probable state", Y: "probability",
			Series: []mark.Series{{Metric: "certainty", Label: "filtered"}},
		}},
		Presets: []algos.Preset{
			{ID: "empty", Title: "Nothing seen", Note: "Press an observation.", Seed: 1},
			{ID: "week", Title: "Week", Note: "Six observations.", Params: param.Pairs("seen", "0 0 2 1 2 2"), Seed: 1},
		},
		Questions: questions,
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Actions(&o.Seen, "seen", 40, param.Act{Label: "sun"}, param.Act{Label: "cloud"}, param.Act{Label: "rain"}).Label("observations")
	s.Matrix(&o.P, "P", [][]float64{{0.7, 0.2, 0.1}, {0.3, 0.4, 0.3}, {0.1, 0.3, 0.6}}, 0, 1, nil).
		Square(3, 3).Sums(param.EachRow).Step(0.1).Label("transition matrix P")
	s.Numbers(&o.Prior, "prior", []float64{0.4, 0.3, 0.3}, 0, 1).Distribution().Label("initial distribution")
	s.Float(&o.Noise, "noise", 0.25, 0, 0.9).Label("observation noise")
}

// task is what all steps of a run share.
type task struct {
	Options
	beliefs [][]float64   // after every observation, the initial distribution first
	joint   [][][]float64 // of two states in a row, given all observations so far
}

// state is a step's view: so many observations were made.
type state struct {
	*task
	n int
}

func start(_ context.Context, _ algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := &task{Options: o, beliefs: [][]float64{o.Prior}, joint: [][][]float64{nil}}
	for _, x := range o.Seen {
		if !t.observe(x) {
			return nil, algos.Refuse("An observation has probability 0: make the noise larger than 0.")
		}
	}
	return func(yield func(algos.Step) bool) {
		for n := range len(o.Seen) + 1 {
			if !yield(state{t, n}.step()) {
				return
			}
		}
	}, nil
}

// observe appends the distribution after an observation; false where that is impossible.
func (t *task) observe(x int) bool {
	was := t.beliefs[len(t.beliefs)-1]
	joint, now, sum := make([][]float64, len(states)), make([]float64, len(states)), 0.0
	for from, p := range was {
		joint[from] = make([]float64, len(states))
		for to := range states {
			joint[from][to] = p * t.P[from][to] * t.likelihood(x, to)
			sum += joint[from][to]
		}
	}
	if !(sum > 0) {
		return false
	}
	for _, row := range joint {
		for to := range row {
			row[to] /= sum
			now[to] += row[to]
		}
	}
	t.beliefs, t.joint = append(t.beliefs, now), append(t.joint, joint)
	return true
}

// likelihood is the probability of an observation in a state.
func (t *task) likelihood(x, state int) float64 {
	if x == state {
		return 1 - t.Noise
	}
	return t.Noise / float64(len(states)-1)
}

// best is the most probable state after an observation.
func (s state) best() int {
	best := 0
	for k, p := range s.beliefs[s.n] {
		if p > s.beliefs[s.n][best] {
			best = k
		}
	}
	return best
}

func (s state) step() algos.Step {
	step := algos.Step{
		Phase: "observation", Size: algos.Normal, Metrics: []float64{s.beliefs[s.n][s.best()]}, View: s,
		Status: algos.Status{State: algos.Running},
	}
	if s.n == 0 {
		step.Phase = "start"
	}
	if s.n == len(s.Seen) {
		step.Next, step.Status = algos.Next{}, algos.Status{State: algos.Converged, Reason: "all observations are used"}
	}
	return step
}

func (s state) vars() say.Vars {
	return say.Vars{"n": s.n, "state": states[s.best()], "p": s.beliefs[s.n][s.best()]}
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: s.vars().Text("After <n observation> the most probable state is <state>, with probability <p>.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "posterior", Value: s.beliefs[s.n]}}}
}

func (s state) Panels() []mark.Panel {
	panels := []mark.Panel{s.simplex(), s.trellis()}
	if s.n > 0 {
		panels = append(panels, s.table())
	}
	return append(panels, s.prior())
}

// simplex is the path of the posterior, and the density of a Dirichlet distribution about it.
func (s state) simplex() mark.Panel {
	at := [3]float64(s.beliefs[s.n])
	var path []mark.XY
	for _, b := range s.beliefs[:s.n+1] {
		path = append(path, panel.SimplexAt([3]float64(b)))
	}
	const weight = 12
	return panel.Simplex{
		ID: "board", Title: "Posterior", Alt: s.vars().Text("a triangle with the posterior after <n observation>"), Corners: [3]say.Phrase(states),
		Density: func(p [3]float64) float64 {
			log := 0.0
			for k := range p {
				log += weight * at[k] * math.Log(p[k])
			}
			return math.Exp(log)
		},
		Legend: "Dirichlet density with its mode at the posterior", At: [][3]float64{at},
		Like:  mark.Points{Style: mark.RoleAccent.Plain(), Legend: "posterior", Refs: []string{"posterior"}},
		Marks: []mark.Mark{panel.Line(path, mark.RoleInk.Wide(1.4), "path of the posterior")},
	}.Panel()
}

// trellis is the filtered probabilities of all states at all times.
func (s state) trellis() mark.Panel {
	path := []int{}
	for n := range s.n + 1 {
		path = append(path, state{s.task, n}.best())
	}
	r := panel.Trellis{
		ID: "trellis", Title: "Trellis", Note: "area: filtered probability", Alt: s.vars().Text("a trellis of three states with <n observation>"), States: states,
		Times: []say.Phrase{"prior"}, Done: s.n + 1, Share: func(t, k int) float64 { return s.beliefs[t][k] },
		Tip: func(t, k int) say.Phrase {
			return say.Vars{"state": states[k], "p": s.beliefs[t][k]}.Text("<state>: <p>")
		},
		Edge: func(t, from, to int) float64 { return s.joint[t][from][to] },
		Hot:  [][2]int{{s.n, s.best()}}, Paths: [][]int{path}, Called: []say.Phrase{"most probable states"},
	}
	for _, x := range s.Seen[:s.n] {
		r.Times = append(r.Times, states[x])
	}
	r.Times = append(r.Times, "?") // what comes next
	return r.Panel()
}

// table is the joint distribution of the last two states.
func (s state) table() mark.Panel {
	return panel.Joint{
		ID: "joint", Title: "Joint distribution of two states", Note: "rows: the state before, columns: the state now",
		Alt: s.vars().Text("the joint distribution of the last two states, with margins"),
		P:   s.joint[s.n], Rows: states, Columns: states, Margins: "marginal probabilities",
	}.Panel()
}

// prior is the initial distribution as bars to drag.
func (s state) prior() mark.Panel {
	p := mark.Panel{
		ID: "prior", Title: "Initial distribution", Alt: "three bars to drag", Height: 0.5,
		X: mark.Axis{Min: -0.6, Max: 2.6, Hidden: true}, Y: mark.Axis{Name: "probability", Min: -0.16, Max: 1},
	}
	p.Add(panel.DragBars{Param: "prior", Values: s.Prior, Names: states, Tip: "sets the initial distribution"}.Marks()...)
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	for k, name := range states {
		panel.Write(&names, float64(k), -0.08, name)
	}
	p.Add(names)
	return p
}

// questions are answered by a state of the trellis.
var questions = []algos.Question{algos.Ask("next-state", algos.PickNode, askState, nil, answerState)}

func askState(now algos.At[state]) (algos.Asked, bool) {
	s := now.View
	if s.n == len(s.Seen) {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which state is the most probable one after the next observation?", On: "trellis"}
	for k := range states {
		name := say.Vars{"state": states[k], "t": strconv.Itoa(s.n + 1)}.Text("<state> at time <t>")
		a.Marks = append(a.Marks, algos.Pick{Ref: panel.StateRef(s.n+1, k), Name: name})
	}
	return a, true
}

func answerState(_, then algos.At[state]) (algos.Answer, bool) {
	s := then.View
	var a algos.Answer
	for k, p := range s.beliefs[s.n] {
		if p >= s.beliefs[s.n][s.best()]*(1-algos.Negligible) {
			a.Points = append(a.Points, k)
		}
	}
	return a, true
}
