package lagrange

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("active", algos.PickOption, askActive, algos.AtEnd, answerActive),
	algos.Ask("value", algos.SayNumber, askValue, algos.AtEnd, answerValue),
	algos.Ask("corners", algos.SayNumber, askCorners, algos.AtEnd, answerCorners),
	algos.Ask("next-channel", algos.PickOption, askChannel, algos.AtEnd, answerChannel),
}

// positive are the multipliers of inequalities that are not 0 at the optimum.
func (v view) positive() int {
	n := 0
	for j, c := range v.cons {
		if !c.equal && v.m[j] > 1e-6 {
			n++
		}
	}
	return n
}

func askActive(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Problem != quadratic || v.taken > 0 || !v.solved || len(v.cons) == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "How many multipliers will be positive at the optimum?",
		Options: []say.Phrase{"none: x* = a", "one", "two or more"},
	}, true
}

func answerActive(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	v.m = v.best.m
	return algos.Answer{Option: min(2, v.positive()), Why: "A multiplier is positive where its border pushes x back."}, v.solved
}

func askValue(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Problem != quadratic && v.Problem != equality || v.taken != 2 || !v.solved || v.eager() || v.best.value <= 0.1 {
		return algos.Asked{}, false
	}
	w := say.Vars{"theta": v.theta}
	return algos.Asked{Text: w.Text("θ is <theta> and rises. To which value?")}, true
}

// answerValue lets a guess be off by a tenth: the squared distance is read off the board.
func answerValue(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State != algos.Converged {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.theta, Tolerance: math.Abs(v.theta) / 10, Why: "θ rises to p*, the squared distance of a from the feasible set."}, true
}

func askCorners(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Problem != lp || v.taken > 0 || len(v.sets) < 3 {
		return algos.Asked{}, false
	}
	w := say.Vars{"n": len(v.sets)}
	return algos.Asked{Text: w.Text("<n pair> of borders meet. At how many of these points are all constraints met?"), Whole: true, Most: float64(len(v.sets))}, true
}

func answerCorners(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	n := 0
	for _, c := range v.tried {
		if c.primal {
			n++
		}
	}
	return algos.Answer{Number: float64(n), Why: "These are the corners of the feasible set."}, len(v.tried) == len(v.sets)
}

func askChannel(now algos.At[pool]) (algos.Asked, bool) {
	p := now.View
	if p.wet != 1 {
		return algos.Asked{}, false
	}
	s := say.Vars{"P": p.Budget}
	if len(p.order) > 4 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: s.Text("The budget is <P>. Will every channel get power?"), Options: []say.Phrase{"yes, all of them", "no, not all"}}, true
}

func answerChannel(_, then algos.At[pool]) (algos.Answer, bool) {
	p := then.View
	a := algos.Answer{Why: "A channel gets power where its noise is below the level."}
	if p.wet < len(p.order) {
		a.Option = 1
	}
	return a, p.status.Final()
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "two-pushes",
		Text:  "Drag the target or the lines so that two multipliers are at least 3 each at the optimum.",
		Hint:  "The target must lie beyond two borders, far from the corner where they meet.",
		Start: "preset=active", Asks: 3,
		Example:        "preset=corner&vector=-1,-1",
		CounterExample: "preset=corner&vector=-1,0",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if v.Problem != quadratic || v.status.State != algos.Converged || v.positive() < 2 {
				return algos.Score{}, false
			}
			first, second := 0.0, 0.0
			for _, m := range v.m {
				if m > first {
					first, second = m, first
				} else {
					second = max(second, m)
				}
			}
			return algos.Score{Number: second, Words: say.Vars{"m": second}.Text("second multiplier <m>")}, second >= 3
		}),
	},
	{
		ID:    "hexagon",
		Text:  "Build a linear program with an optimum whose feasible set has at least 6 corners.",
		Hint:  "Each of the six lines must cut off a corner of the others.",
		Start: "preset=lp", Asks: 6,
		Example:        "problem=lp&vector=-1,-1.5&constraints=" + pentagon + " -3 0 0 -3",
		CounterExample: "problem=lp&vector=-1,-1&constraints=" + pentagon,
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if v.Problem != lp || v.status.State != algos.Converged {
				return algos.Score{}, false
			}
			n := v.corners()
			return algos.Score{Number: float64(n), Words: say.Vars{"n": n}.Text("<n corner>")}, n >= 6
		}),
	},
}

// corners are the different feasible ones.
func (v view) corners() int {
	n := 0
	for i, c := range v.tried {
		same := false
		for _, b := range v.tried[:i] {
			same = same || b.primal && math.Hypot(b.x[0]-c.x[0], b.x[1]-c.x[1]) < 1e-6
		}
		if c.primal && !same {
			n++
		}
	}
	return n
}
