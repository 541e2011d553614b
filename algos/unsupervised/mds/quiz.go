package mds

import (
	"math"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/mark"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("outest", algos.PickOption, askOutest, untilInner, answerOutest),
	algos.Ask("kept", algos.PickOption, askKept, algos.AtEnd, answerKept),
	algos.Ask("axis", algos.DrawLine, askAxis, untilAxis, answerAxis),
}

// options are the first places, of which one can be picked.
func (v view) options() []say.Phrase { return v.names[:min(v.m, algos.MaxOptions)] }

// askOutest asks what the diagonal of B will say.
func askOutest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage >= byColumn {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which object is farthest from the centre?", Options: v.options()}, v.m > 2 && v.clear()
}

// clear reports whether one of the options lies farther out than the others by more than
// rounding.
func (v view) clear() bool {
	first, second := math.Inf(-1), math.Inf(-1)
	for i := range v.options() {
		b := v.b()[i*v.m+i]
		first, second = max(first, b), max(second, min(first, b))
	}
	return first-second > 1e-6*v.top
}

func untilInner(_, later algos.Step) bool { return later.Size == algos.Pass }

func answerOutest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.stage < inner {
		return algos.Answer{}, false
	}
	best := 0
	for i := range v.options() {
		if v.b()[i*v.m+i] > v.b()[best*v.m+best] {
			best = i
		}
	}
	return algos.Answer{Option: best, Why: say.Vars{"b": v.b()[best*v.m+best], "r": math.Sqrt(max(0, v.b()[best*v.m+best]))}.Text(
		"Its diagonal entry of B is <b>: the squared distance <r> from the centre.")}, true
}

// askKept asks before the eigenvalues are known.
func askKept(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.found > 0 || v.stage >= inner {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    say.Vars{"axes": v.axes()}.Text("The embedding will have <axes dimension>. What happens to the distances?"),
		Options: []say.Phrase{"all are preserved", "some become shorter, none longer", "some become longer"},
	}, true
}

func answerKept(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.found == 0 || !then.Status.Final() {
		return algos.Answer{}, false
	}
	w := say.Vars{"last": v.values[v.m-1], "positive": v.positive, "axes": v.found}
	switch {
	case v.negative == 0 && v.positive == v.found:
		return algos.Answer{Option: 0, Why: w.Text("B has <positive eigenvalue> above 0 and none below: an embedding in <axes dimension> is exact.")}, true
	case v.negative == 0:
		return algos.Answer{Option: 1, Why: w.Text("B has <positive eigenvalue> above 0, and the embedding uses <axes>: it is a projection.")}, true
	}
	for i := range v.m {
		for j := range i {
			if v.mapped(i, j, v.found) > v.d[i*v.m+j]*(1+1e-9) {
				return algos.Answer{Option: 2, Why: w.Text("B has a negative eigenvalue <last>: the distances are not Euclidean, and some embedded " +
					"ones are too long.")}, true
			}
		}
	}
	return algos.Answer{Option: 1, Why: w.Text("B has the eigenvalue <last>, but no distance becomes longer: the omitted dimensions make them " +
		"shorter.")}, true
}

// askAxis asks for the direction of the first coordinate, where the board shows it.
func askAxis(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.table || v.Metric != euclidean || v.stage != inner || v.found > 0 || v.m < 3 {
		return algos.Asked{}, false
	}
	const apart = 0.8 // of the first eigenvalue: else no direction stands out
	return algos.Asked{Text: "Draw the direction of the first coordinate."}, v.values[1] < apart*v.values[0]
}

func untilAxis(_, later algos.Step) bool {
	for _, e := range later.Events {
		if e.Kind == "direction" {
			return true
		}
	}
	return false
}

// answerAxis finds the line in the plane along which the coordinate is counted: that of
// the points weighted by it.
func answerAxis(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.found == 0 || v.truth == nil {
		return algos.Answer{}, false
	}
	var u mark.XY
	for i, q := range v.truth {
		z := v.coordinate(i, 0)
		u.X, u.Y = u.X+z*q[0], u.Y+z*q[1]
	}
	c, length := v.middle(), math.Hypot(u.X, u.Y)
	if !(length > 0) {
		return algos.Answer{}, false
	}
	reach := math.Sqrt(v.top)
	line, ok := geometry.Through(c, mark.XY{X: c.X + reach*u.X/length, Y: c.Y + reach*u.Y/length})
	return algos.Answer{Line: line}, ok
}

var goals = []algos.Goal{
	{
		ID:    "procrustes",
		Text:  "Rotate the map of ten points, and reflect it if necessary, until its RMS error is at most 0.05.",
		Hint:  "The minimum of one of the two curves is 0. If yours is the other one, reflect the map.",
		Start: "preset=letter", Asks: 0.05, Fewer: true,
		CounterExample: "preset=letter&step=end&rotation=-2.1",
		Example:        "preset=letter&step=end&rotation=-2.1&reflect=true",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.table || v.m < 10 || v.found < 2 || v.values[1] < 0.1*v.values[0] {
				return algos.Score{}, false
			}
			off := math.Ceil(1000*v.misfit(v.Rotation, v.Reflect)) / 1000
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("RMS error <off>")}, off <= 0.05
		}),
	},
	{
		ID:    "nowhere",
		Text:  "Put at most five points on the board whose Manhattan distances have a negative eigenvalue of at least 15 % of the largest in absolute value.",
		Hint:  "Find points whose Manhattan distances are much larger than their Euclidean ones, from one point to several others.",
		Start: "preset=streets", Asks: 15, OwnPoints: true,
		CounterExample: "data=p2n~0_0~1_0~-1_0~0_1~0_-1&step=end",
		Example:        "step=end&metric=manhattan&data=" + goalData().String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.table || v.Metric != manhattan || v.m > 5 {
				return algos.Score{}, false
			}
			share := math.Floor(1000*-v.values[v.m-1]/v.values[0]) / 10
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % of the largest")}, share >= 15
		}),
	},
}
