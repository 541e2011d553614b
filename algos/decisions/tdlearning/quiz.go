package tdlearning

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on.
var questions = []algos.Question{
	algos.Ask("greedy", algos.PickOption, askGreedy, algos.AtEnd, answerGreedy),
	algos.Ask("worst", algos.PickCell, askWorst, algos.AtEnd, answerWorst),
	algos.Ask("value", algos.SayNumber, askValue, algos.AtEnd, answerValue),
}

// early reports whether a run of enough episodes has just begun.
func early(v view) bool { return len(v.returns) <= 1 && v.Episodes >= 10 && len(v.Walk) == 0 }

func askGreedy(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !early(v) || v.Method == td0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which action will the greedy policy take in the start at the end?", Options: directions[:]}, true
}

func answerGreedy(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.over() {
		return algos.Answer{}, false
	}
	l := v.table()
	a := l.ties(v.first)[0]
	return algos.Answer{Option: a, Why: say.Vars{"to": directions[a], "q": l.best(v.first)}.Text("Q of <to> is the largest: <q>.")}, true
}

func askWorst(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !early(v) || v.exact == nil || len(v.world.Place) > 60 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "In which cell will the estimated value be farthest from the exact one at the end?", On: "board"}
	for s := range v.world.Place {
		if v.process.Terminal(s) {
			continue
		}
		row, col := v.world.At(s)
		a.Marks = append(a.Marks, algos.Pick{Ref: "row" + strconv.Itoa(row+1) + " col" + strconv.Itoa(col+1), Name: v.world.Name(s)})
	}
	return a, true
}

// answerWorst takes every cell whose error is at least nine tenths of the largest.
func answerWorst(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.over() || v.exact == nil {
		return algos.Answer{}, false
	}
	values := v.table().values(v.task)
	var off []float64
	most := 0.
	for s, x := range values {
		if !v.process.Terminal(s) {
			off = append(off, math.Abs(x-v.exact[s]))
			most = max(most, off[len(off)-1])
		}
	}
	a := algos.Answer{Why: say.Vars{"off": most}.Text("The largest error is <off>: cells that are rarely visited learn little.")}
	for i, x := range off {
		if x >= 0.9*most {
			a.Points = append(a.Points, i)
		}
	}
	return a, true
}

func askValue(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !early(v) || v.exact == nil {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "What will the estimated value of the start be at the end?", Least: -10, Most: 10}, true
}

// answerValue lets a guess differ by a tenth of the range of the exact values: the estimate fluctuates by as much.
func answerValue(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.over() || v.exact == nil {
		return algos.Answer{}, false
	}
	lo, hi := v.limits(v.exact)
	return algos.Answer{
		Number: v.figures[0], Tolerance: (hi - lo) / 10, Why: say.Vars{"exact": v.exact[v.first]}.Text("The exact value is <exact>."),
	}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "three-moves",
		Text:  "With three moves of your own and no other episode, raise the largest Q of the start above 0.6, on this grid and without slip.",
		Hint:  "One-step targets change one pair per episode. Which methods reach further back?",
		Start: "preset=by-hand", Asks: 0.6,
		CounterExample: "preset=by-hand&method=lambda",
		Example:        "preset=by-hand&method=n-step&n=3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Episodes != 0 || len(v.Walk) > 3 || v.Slip != 0 || v.Method == td0 || a.Params["grid"] != "...+" {
				return algos.Score{}, false
			}
			q := v.table().best(v.first)
			return algos.Score{Number: q, Words: say.Vars{"q": q}.Text("Q = <q>")}, q >= 0.6
		}),
	},
	{
		ID:    "cliff",
		Text:  "Lose at most 0.21 per episode at the cliff, on average over the last 50 of at least 120 episodes, with ε = 0.15 or more.",
		Hint:  "A method that takes its own exploration into account keeps away from the edge.",
		Start: "preset=cliff-q", Asks: 0.21, Fewer: true,
		CounterExample: "preset=cliff-q&alpha=0.4",
		Example:        "preset=cliff-q&method=lambda&alpha=0.2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Episodes < 120 || v.Epsilon < 0.15 || v.world.Cols != 8 || v.world.Rows != 4 || v.StepReward != -0.01 || v.Gamma != 1 || v.Slip != 0 {
				return algos.Score{}, false
			}
			mean := 0.
			for _, g := range v.returns[len(v.returns)-50:] {
				mean -= g / 50
			}
			return algos.Score{Number: mean, Words: say.Vars{"mean": mean}.Text("mean loss <mean>")}, mean <= 0.21
		}),
	},
}
