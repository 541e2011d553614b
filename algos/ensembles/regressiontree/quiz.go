package regressiontree

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("first", algos.SayNumber, askFirst, nil, answerFirst),
	algos.Ask("share", algos.SayNumber, askShare, nil, answerShare),
	algos.Ask("leaves", algos.SayNumber, askLeaves, algos.AtEnd, answerLeaves),
}

// span is the range of the first input.
func (t *task) span() (lo, hi float64) { return slices.Min(t.sorted.X[0]), slices.Max(t.sorted.X[0]) }

func askFirst(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != starting || v.Dim != 1 || len(v.order) == 0 {
		return algos.Asked{}, false
	}
	lo, hi := v.span()
	return algos.Asked{Text: "At which x will the first split be?", Least: lo, Most: hi}, true
}

// answerFirst lets a guess be off by a twentieth of the range of x: the board shows no more.
func answerFirst(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != splitting || v.splits != 1 {
		return algos.Answer{}, false
	}
	lo, hi := v.span()
	n := v.tree.Nodes[0]
	return algos.Answer{
		Number: n.Threshold, Tolerance: (hi - lo) / 20,
		Why: say.Vars{"s": n.Threshold, "fall": v.fall(0)}.Text("At <s> the SSE falls most, by <fall>."),
	}, true
}

func askShare(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase == looking || v.splits == 0 || v.splits >= len(v.order) || !(v.squares(v.order[v.splits]) > 0) {
		return algos.Asked{}, false
	}
	n := v.tree.Nodes[v.order[v.splits]]
	s := say.Vars{"n": n.N, "mean": n.Value}
	return algos.Asked{
		Text: s.Text("The leaf of <n point> with the mean <mean> is split next. By what percentage will its SSE fall?"),
		Unit: "%", Least: 0, Most: 100,
	}, true
}

// answerShare lets a guess be off by 15 points of percent: what an eye tells.
func answerShare(now, then algos.At[view]) (algos.Answer, bool) {
	before := now.View
	v := then.View
	if v.phase != splitting || v.splits != before.splits+1 {
		return algos.Answer{}, false
	}
	s := say.Vars{"fall": v.fall(v.node), "all": v.squares(v.node)}
	return algos.Answer{Number: 100 * v.fall(v.node) / v.squares(v.node), Tolerance: 15, Why: s.Text("Of <all>, <fall> is removed.")}, true
}

func askLeaves(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.order) == 0 || v.splits > len(v.order)/2 || v.Depth == 0 || v.Alpha > 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: say.Vars{"depth": v.Depth, "least": v.MinLeaf}.
			Text("The max depth is <depth>, and a leaf has at least <least point>. How many leaves will the tree have?"),
		Least: 1, Most: math.Min(float64(len(v.y)), math.Pow(2, float64(v.Depth))), Whole: true,
	}, true
}

func answerLeaves(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	most := math.Pow(2, float64(v.Depth))
	a := algos.Answer{Number: float64(len(v.leaves())), Why: "Every leaf could be split down to the max depth."}
	if a.Number < most {
		a.Why = say.Vars{"most": most}.Text("It could have <most>, but some leaves are pure or too small to be split.")
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "blind",
		Text:  "Make a later split reduce the SSE at least 20 times as much as the first one, which must reduce it, too.",
		Hint:  "Start with the four corners, where no first split helps, and perturb them slightly.",
		Start: "preset=xor", Asks: 20,
		CounterExample: "preset=xor",
		Example:        "preset=xor&data=" + disturbed.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.order) < 2 || v.fall(0) <= 1e-9*v.squares(0) {
				return algos.Score{}, false
			}
			most := 0.0
			for _, i := range v.order[1:] {
				most = max(most, v.fall(i))
			}
			times := most / v.fall(0)
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the first reduction")}, true
		}),
	},
	{
		ID:    "few",
		Text:  "Explain at least 80% of the squared error of 40 points or more with a tree of at most 5 leaves.",
		Hint:  "The parameter α prunes the weakest splits. Which max depth, and which α?",
		Start: "preset=sine", Asks: 5, Fewer: true,
		CounterExample: "max_depth=0&preset=sine",
		Example:        "preset=sine&max_depth=0&ccp_alpha=0.04",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.y) < 40 || !(v.sse() <= 0.2*v.squares(0)) {
				return algos.Score{}, false
			}
			return algos.Counted(len(v.leaves()), "<n leaf>"), true
		}),
	},
}
