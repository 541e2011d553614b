package discriminant

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/margin"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("direction", algos.PickOption, askDirection, untilDirection, answerDirection),
	algos.Ask("boundary", algos.DrawLine, askBoundary, untilRule, answerBoundary),
	algos.Ask("final-errors", algos.SayNumber, askErrors, algos.AtEnd, answerErrors),
}

func untilDirection(_, later algos.Step) bool { return happens(later, "direction") }
func untilRule(_, later algos.Step) bool      { return happens(later, "rule") }

func happens(s algos.Step, kind string) bool {
	return slices.ContainsFunc(s.Events, func(e algos.Event) bool { return e.Kind == kind })
}

// before returns the view of a step at which a part of the plan is still to come. Where the estimates
// fail, the rest never comes.
func before(s algos.At[view], kinds ...kind) (view, bool) {
	v := s.View
	return v, v.fail == nil && slices.Contains(kinds, v.item().kind)
}

// awayUpTo are the largest angles in degrees of each option but the last.
var awayUpTo = []float64{15, 45}

// askDirection asks before w has been turned once around.
func askDirection(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, starting, averaging, scattering, separating, pooling)
	if !ok || !v.two() || v.Method == qda {
		return algos.Asked{}, false
	}
	s := say.Vars{"little": awayUpTo[0], "much": awayUpTo[1]}
	return algos.Asked{
		Text: "By which angle will the best direction w* differ from the line through the two means?",
		Options: []say.Phrase{
			s.Text("less than <little>°: the means dominate"), s.Text("<little>° to <much>°"), s.Text("more than <much>°: the scatter dominates"),
		},
	}, true
}

func answerDirection(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != directing || !v.fisher.ok {
		return algos.Answer{}, false
	}
	away := v.turnedAway()
	s := say.Vars{"away": away, "J": v.fisher.best}
	a := algos.Answer{Option: len(awayUpTo), Why: s.Text("The angle is <away>°, and J is <J> there.")}
	for i, most := range slices.Backward(awayUpTo) {
		if away < most {
			a.Option = i
		}
	}
	return a, true
}

// ruleless are the kinds of steps before the rule that a question may be asked at.
var ruleless = []kind{starting, averaging, scattering, separating, pooling, turning}

func askBoundary(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, ruleless...)
	if !ok || !v.two() || v.Method == qda {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Where will the decision boundary be? Draw it."}, true
}

func answerBoundary(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != cutting {
		return algos.Answer{}, false
	}
	_, w, w0 := v.linear()
	a := algos.Answer{Line: geometry.Line{A: w[0], B: w[1], C: w0}}
	if a.Why = "It has the same Mahalanobis distance from both means."; v.Method == lda {
		a.Why = "On it both posteriors are ½; unequal priors shift it towards the rarer class."
	}
	return a, !v.fisher.coincidence && math.Hypot(w[0], w[1]) > 0
}

func askErrors(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, ruleless...)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.z)
	s := say.Vars{"n": n}
	return algos.Asked{Text: s.Text("How many of the <n point> will be misclassified?"), Most: float64(n), Whole: true, Unit: "points"}, true
}

// answerErrors lets a guess be off by a twentieth of the points.
func answerErrors(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != evaluating {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.wrong()), Tolerance: float64(len(v.z) / 20)}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "turned-away",
		Text:  "Place two classes of at least five points each, so that Fisher's $w^*$ is at least 80° away from the difference of their means.",
		Hint:  "Long, narrow, slanted clouds side by side: in which direction do their projections overlap least?",
		Start: "preset=slanted", Asks: 80, OwnPoints: true,
		CounterExample: "preset=slanted",
		Example: "data=" + dataset.Labelled(
			[3]float64{-3, -2.9, -1}, [3]float64{-2, -2.1, -1}, [3]float64{-1, -0.9, -1}, [3]float64{0, -0.1, -1}, [3]float64{1, 1.1, -1},
			[3]float64{-0.1, 0.1, 1}, [3]float64{0.9, 1.2, 1}, [3]float64{1.9, 2, 1}, [3]float64{2.9, 3.2, 1}, [3]float64{3.9, 4, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !finished(a, v, fisher) || !v.fisher.ok || v.line {
				return algos.Score{}, false
			}
			angle := v.turnedAway()
			return algos.Score{Number: angle, Words: say.Vars{"angle": angle}.Text("<angle>° from the difference of the means")}, true
		}),
	},
	{
		ID:    "not-gaussian",
		Text:  "Place two linearly separable classes of at least five points each, on which LDA misclassifies at least 3 points.",
		Hint:  "LDA uses only the means and a shared covariance. How do points far behind the boundary change them?",
		Start: "preset=lda", Asks: 3, OwnPoints: true,
		CounterExample: "data=p2s~-1_0_-1~-1.2_1_-1~-0.8_-1_-1~-1_0.5_-1~-1.1_-0.5_-1~1_0_1~0.8_1_1~1_-1_1~0.9_0.5_1~30_0_1~32_1_1",
		Example: "method=lda&data=" + dataset.Labelled(
			[3]float64{-1, 0, -1}, [3]float64{-1.2, 1, -1}, [3]float64{-0.8, -1, -1}, [3]float64{-1, 0.5, -1}, [3]float64{-1.1, -0.5, -1},
			[3]float64{1, 0, 1}, [3]float64{0.8, 1, 1}, [3]float64{1, -1, 1}, [3]float64{0.9, 0.5, 1}, [3]float64{30, 0, 1}, [3]float64{32, 1, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !finished(a, v, lda) || !v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.wrong(), "<n point> misclassified"), true
		}),
	},
}

// finished returns the last view of a run of a method that has come to its end, on two
// classes of at least five points.
func finished(a algos.Attempt, v view, method string) bool {
	const least = 5
	return a.Last.Status.State == algos.Converged && v.Method == method && v.two() && min(v.groups[0].n, v.groups[1].n) >= least
}

// turnedAway is the angle between w* and the difference of the means, in degrees.
func (v view) turnedAway() float64 {
	cos := math.Abs(dot(unit(v.difference()), v.fisher.w))
	return math.Acos(min(1, cos)) * 180 / math.Pi
}

// apart reports whether a line separates the two classes.
func (t *task) apart() bool {
	z := make([]margin.Vector, len(t.Points))
	for i, p := range t.Points {
		s := float64(2*t.of[i] - 1)
		z[i] = margin.Vector{s * p.X[0], s * p.X[1], s}
	}
	return margin.Largest(z).Separable
}
