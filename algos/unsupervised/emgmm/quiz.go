package emgmm

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("component", algos.PickOption, askComponent, nil, answerComponent),
	algos.Ask("least-sure", algos.PickPoint, askLeastSure, nil, answerLeastSure),
	algos.Ask("next-rise", algos.SayNumber, askRise, untilRaised, answerRise),
	algos.Ask("end", algos.PickOption, askEnd, algos.AtEnd, answerEnd),
}

func untilRaised(_, later algos.Step) bool { return later.Size == algos.Pass }

// between returns the view of a step at which an iteration begins.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.phase == starting || v.phase == raising)
}

const (
	clearShare = 0.6 // a point is asked about whose owner is no toss-up
	mostRows   = 500 // that are looked at for one
)

// leaning is the row that leans least to one component, of those that lean clearly:
// the others say nothing, or are a matter of luck. −1 for none.
func (v view) leaning() int {
	f, row, least := v.densities(), -1, math.Inf(1)
	for i, x := range v.x[:min(len(v.x), mostRows)] {
		p := logs(f, x)
		share(p)
		if top := slices.Max(p); top >= clearShare && top < least {
			row, least = i, top
		}
	}
	return row
}

func askComponent(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.K < 2 || v.K > algos.MaxOptions || !v.sound(v.theta) {
		return algos.Asked{}, false
	}
	row := v.leaning()
	if row < 0 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: say.Vars{"x": say.Row(row)}.Text("Which component will have the largest responsibility for <x> after the next E-step?")}
	for j := range v.K {
		a.Options = append(a.Options, say.Vars{"k": j + 1}.Text("component <k>"))
	}
	return a, true
}

func answerComponent(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	row := now.View.leaning()
	if v.phase != sharing || row < 0 {
		return algos.Answer{}, false
	}
	p := v.shares(row)
	j := largest(p)
	s := say.Vars{"k": j + 1, "share": p[j], "x": say.Row(row)}
	return algos.Answer{Option: j, Why: s.Text("Component <k> has responsibility <share> for <x>.")}, true
}

func askLeastSure(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	return algos.Asked{Text: "Which point will be the most ambiguous after the next E-step? Select it."}, ok && v.K > 1
}

// sureTolerance is by how much the largest share may be above the least one: pies that
// look alike count as one.
const sureTolerance = 0.05

func answerLeastSure(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != sharing {
		return algos.Answer{}, false
	}
	least := slices.Max(v.shares(v.doubtful()))
	var rows []int
	for i := range v.x {
		if slices.Max(v.shares(i)) <= least+sureTolerance {
			rows = append(rows, i)
		}
	}
	s := say.Vars{"x": say.Row(v.doubtful()), "share": least}
	return algos.Answer{Points: rows, Why: s.Text("The largest responsibility for <x> is <share>; no other point has a smaller one.")}, true
}

// leastRise is the rise of the log-likelihood below which there is nothing to see.
const leastRise = 1e-3

// askRise asks once there is a rise to go by.
func askRise(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != raising || !(v.loglik-v.oldLoglik >= leastRise) {
		return algos.Asked{}, false
	}
	s := say.Vars{"rise": v.loglik - v.oldLoglik}
	return algos.Asked{Text: s.Text("The log-likelihood has just risen by <rise>. By how much will it rise in the next iteration?"), Unit: "nats"}, true
}

// answerRise takes a quarter of the last rise for near enough: the shape of the curve
// so far says no more.
func answerRise(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != raising || math.IsNaN(v.loglik) {
		return algos.Answer{}, false
	}
	last := now.View
	rise, tolerance := v.loglik-v.oldLoglik, (last.loglik-last.oldLoglik)/4
	s := say.Vars{"share": rise / (last.loglik - last.oldLoglik)}
	return algos.Answer{Number: rise, Tolerance: tolerance, Why: s.Text("That is <share> times the previous increase.")}, true
}

// moreUpTo are the most iterations of each way to converge but the last.
var moreUpTo = []int{30, 100}

// askEnd asks while no component has collapsed.
func askEnd(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || slices.Contains(v.down, true) {
		return algos.Asked{}, false
	}
	s := say.Vars{"few": moreUpTo[0], "from": moreUpTo[0] + 1, "many": moreUpTo[1], "most": v.MaxIter}
	return algos.Asked{
		Text: "How will the run end?",
		Options: []say.Phrase{
			s.Text("it converges within <few> more iterations"), s.Text("it converges after <from> to <many> more"),
			s.Text("it converges later"), s.Text("it has not converged after <most iteration>"), "a component collapses before that",
		},
	}, true
}

func answerEnd(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	more := v.iter - now.View.iter
	s := say.Vars{"more": more}
	switch {
	case slices.Contains(v.down, true):
		return algos.Answer{Option: 4, Why: s.Text("It ended after <more more iteration>, and a component collapsed onto a few points.")}, true
	case v.status.State != algos.Converged:
		return algos.Answer{Option: 3, Why: s.Text("It took <more more iteration>.")}, true
	}
	a := algos.Answer{Option: len(moreUpTo), Why: s.Text("It took <more more iteration>.")}
	for i, most := range slices.Backward(moreUpTo) {
		if more <= most {
			a.Option = i
		}
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "collapse",
		Text:  "With two components and at least twelve points, make at least 1 component collapse.",
		Hint:  "A Gaussian on points of one line, such as two points, is singular. Leave one component only two points, and set reg_covar to 0.",
		Start: "preset=overlap&reg_covar=0", Asks: 1,
		CounterExample: "k=2&preset=overlap&reg_covar=0",
		Example:        "k=2&reg_covar=0&data=" + twoAside.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if a.Params["k"] != "2" || len(a.Problem.Points) < 12 {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["collapse"], "<n component> collapsed"), true
		},
	},
	{
		ID:    "slow",
		Text:  "With two components, at most 20 points and the default tolerance, make EM take at least 200 iterations to converge.",
		Hint:  "The more the components overlap, the more slowly EM converges.",
		Start: "preset=clusters&k=2&data=overlap~20~1~3", Asks: 200,
		CounterExample: "data=overlap~20~1~3&k=2&preset=clusters&seed=7",
		Example:        "k=2&data=overlap~20~1~6",
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n, ok := a.Last.Model().Value("iterations").(int)
			if !ok || a.Params["k"] != "2" || a.Params["tol"] != "1e-11" || len(a.Problem.Points) > 20 || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n iteration>"), true
		},
	},
}

// twoAside are a cloud of ten points, and two far from it.
var twoAside = dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.None, Points: []dataset.Point{
	{X: [2]float64{0, 0}},
	{X: [2]float64{1, 0.2}},
	{X: [2]float64{0.3, 1}},
	{X: [2]float64{-1, 0.4}},
	{X: [2]float64{-0.5, -1}},
	{X: [2]float64{0.8, -0.7}},
	{X: [2]float64{-0.2, 0.6}},
	{X: [2]float64{1.3, 1.1}},
	{X: [2]float64{-1.2, -0.9}},
	{X: [2]float64{0.4, -0.3}},
	{X: [2]float64{6, 6}},
	{X: [2]float64{6.1, 6.2}},
}})
