package kmeans

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

var questions = []algos.Question{
	algos.Ask("changes", algos.PickPoint, askChanges, nil, answerChanges),
	algos.Ask("moves-most", algos.PickOption, askMoves, untilUpdated, answerMoves),
	algos.Ask("objective", algos.SayNumber, askObjective, untilUpdated, answerObjective),
	algos.Ask("end", algos.PickOption, askEnd, algos.AtEnd, answerEnd),
}

func untilUpdated(_, later algos.Step) bool { return later.Size == algos.Pass }

// at returns the view of a step in one of the phases.
func at(s algos.At[view], phases ...phase) (view, bool) {
	v := s.View
	return v, slices.Contains(phases, v.phase)
}

// askChanges asks after an update that lets some points change: not so many that any
// would do.
func askChanges(now algos.At[view]) (algos.Asked, bool) {
	v, ok := at(now, updating)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.turning())
	return algos.Asked{Text: "The centres have moved. Select a point that changes cluster in the next assignment step."}, n > 0 && 2*n <= len(v.x)
}

// turning are the rows whose nearest centre is another one than that of their cluster.
func (s *state) turning() (rows []int) {
	for i, p := range s.x {
		if k, _ := lloyd.Nearest(p, s.centres); k != int(s.labels[i]) {
			rows = append(rows, i)
		}
	}
	return rows
}

func answerChanges(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := at(then, assigning)
	if !ok || v.was == nil || v.changed == 0 {
		return algos.Answer{}, false
	}
	var rows []int
	for i, k := range v.labels {
		if v.was[i] != k {
			rows = append(rows, i)
		}
	}
	i := rows[0]
	s := say.Vars{"changed": v.changed, "x": say.Row(i), "j": int(v.was[i]) + 1, "k": int(v.labels[i]) + 1}
	return algos.Answer{Points: rows, Why: s.Text("<changed point> changed cluster. For example, <x> moved from cluster <j> to cluster <k>.")}, true
}

func askMoves(now algos.At[view]) (algos.Asked, bool) {
	v, ok := at(now, assigning)
	if !ok || len(v.centres) < 2 || len(v.centres) > algos.MaxOptions || len(v.lost) > 0 || v.clearest() < 0 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which centre will move farthest in the update step?"}
	for k := range v.centres {
		a.Options = append(a.Options, say.Vars{"k": k + 1}.Text("centre <k>"))
	}
	return a, true
}

// clearest is the centre that is going to move farthest, by a fifth at least; −1 where
// that is a close call.
func (s *state) clearest() int {
	best, first, second := -1, 0.0, 0.0
	for k, c := range s.next.centres {
		d := math.Sqrt(lloyd.D2(c, s.centres[k]))
		if s.centres[k] == gone {
			continue
		}
		if d > first {
			best, first, second = k, d, first
		} else {
			second = max(second, d)
		}
	}
	if first < 1.2*second {
		return -1
	}
	return best
}

func answerMoves(now, _ algos.At[view]) (algos.Answer, bool) {
	v, ok := at(now, assigning)
	if !ok {
		return algos.Answer{}, false
	}
	k := v.clearest()
	if k < 0 {
		return algos.Answer{}, false
	}
	s := say.Vars{"k": k + 1, "far": math.Sqrt(lloyd.D2(v.next.centres[k], v.centres[k]))}
	return algos.Answer{Option: k, Why: s.Text("Centre <k> moves by <far>: it is the farthest from the mean of its cluster.")}, true
}

// mostCounted is the most points of which a reader computes the objective.
const mostCounted = 8

// askObjective asks where it can be computed by hand: of few points.
func askObjective(now algos.At[view]) (algos.Asked, bool) {
	v, ok := at(now, assigning)
	s := say.Vars{"J": precise(0)}
	if ok {
		s["J"] = precise(v.objective)
	}
	return algos.Asked{Text: s.Text("Now $J = <J>$. What will it be after the update?"), Most: math.MaxFloat32},
		ok && len(v.x) <= mostCounted && v.objective > 0 && len(v.lost) == 0
}

// answerObjective takes a twentieth of the old objective for near enough: that is
// mental arithmetic.
func answerObjective(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := at(then, updating)
	if !ok {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.objective, Tolerance: now.View.objective / 20}, true
}

// few are rounds that a reader can play through.
const few = 5

func askEnd(now algos.At[view]) (algos.Asked, bool) {
	v, ok := at(now, starting, updating)
	if !ok || v.round > few {
		return algos.Asked{}, false
	}
	s := say.Vars{"few": few, "from": few + 1, "many": 2 * few}
	return algos.Asked{
		Text: "How many more iterations until convergence?",
		Options: []say.Phrase{
			s.Text("up to <few>"), s.Text("<from> to <many>"), s.Text("more than <many>"),
		},
	}, true
}

func answerEnd(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := at(then, assigning)
	if !ok || v.status.State != algos.Converged {
		return algos.Answer{}, false
	}
	more := v.round - now.View.round
	a := algos.Answer{Option: 2, Why: say.Vars{"more": more}.Text("It took <more more iteration>.")}
	switch {
	case more <= few:
		a.Option = 0
	case more <= 2*few:
		a.Option = 1
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "stuck",
		Text:  "With at most ten points and two clusters, make k-means converge to a local minimum at least 100 times the global minimum.",
		Hint:  "Use two pairs of points far apart, and centres that split both pairs. The farther apart the pairs are, the larger the factor.",
		Start: "preset=rectangle", Asks: 100,
		CounterExample: "centre2=6%2C1&data=p2n~0_0~0_1~12_0~12_1&preset=rectangle",
		Example:        "preset=rectangle&data=" + points([]float64{0, 0}, []float64{0, 1}, []float64{12, 0}, []float64{12, 1}).String() + "&centre1=6,0&centre2=6,1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.status.State != algos.Converged || len(v.x) > mostTried || v.K != 2 {
				return algos.Score{}, false
			}
			best := v.best()
			if best.how == unknown || !(best.value > 0) {
				return algos.Score{}, false
			}
			times := v.objective / best.value
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the global minimum")}, times >= 100
		}),
	},
	{
		ID:   "slow",
		Text: "In one dimension, with two clusters and at most 20 points, make k-means take at least 12 iterations.",
		Hint: "The boundary between the cells should cross one point per iteration. Start both centres at one end, cluster the points in the " +
			"middle, and put one point far away.",
		Start: "preset=six-points", Asks: 12,
		CounterExample: "data=p1n~1~44~72~85~100~103~113~120~125~133~140~145~150~168~185~363&k=2&init_indices=0%2C1",
		Example:        "k=2&init=indices&init_indices=0,1&data=" + crowd.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.status.State != algos.Converged || len(v.x) > 20 || v.K != 2 || v.Dim != 1 {
				return algos.Score{}, false
			}
			return algos.Counted(v.round, "<n iteration>"), v.round >= 12
		}),
	},
}

// crowd are points whose boundary moves by about one of them per iteration.
var crowd = dataset.NumberLine(1, 44, 72, 85, 100, 103, 113, 120, 125, 133, 140, 145, 150, 168, 185, 363)
