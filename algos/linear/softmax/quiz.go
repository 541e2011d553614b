package softmax

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-loss", algos.SayNumber, askLoss, nil, answerLoss),
	algos.Ask("who-wins", algos.PickOption, askWinner, algos.AtEnd, answerWinner),
	algos.Ask("final-errors", algos.SayNumber, askErrors, algos.AtEnd, answerErrors),
}

// between returns the view of a step between two updates.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.Did == logit.Start || v.Did == logit.Update)
}

// unsettled returns the same as long as the end is visibly elsewhere.
func unsettled(s algos.At[view]) (view, bool) {
	const decrement = 0.1
	v, ok := between(s)
	return v, ok && v.Decrement > decrement
}

// ended returns the view of a last step that came somewhere.
func ended(s algos.At[view]) (view, bool) {
	v := s.View
	return v, s.Status.Final() && v.End != logit.Open && v.End != logit.Blown
}

// lossTolerance is by how much the loss may be off, as a share of what it is now.
const lossTolerance = 0.05

// askLoss asks of updates by all rows, while the quadratic that Newton's method fits, whose bottom is δ²/2
// below, guarantees more than twice what a guess may be off.
func askLoss(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.opt.Stochastic() || !(v.Decrement*v.Decrement/2 > 2*lossTolerance*v.Loss) {
		return algos.Asked{}, false
	}
	s := say.Vars{"loss": v.Loss}
	return algos.Asked{Text: s.Text("The loss is <loss> now. What will it be after the next update?")}, true
}

func answerLoss(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Did != logit.Update || math.IsInf(v.Loss, 0) || math.IsNaN(v.Loss) {
		return algos.Answer{}, false
	}
	before := now.View.Loss
	s := say.Vars{"norm": v.From.Norm}
	a := algos.Answer{Number: v.Loss, Tolerance: lossTolerance * before}
	if a.Why = s.Text("The gradient norm was <norm>, and the update decreased the loss."); v.Loss >= before {
		a.Why = s.Text("The gradient norm was <norm>, but the step overshot: the loss did not decrease.")
	}
	return a, true
}

// middle is the mean of all points, where no class is at home, in numbers as round as
// their range allows.
func (t *task) middle() (m [2]float64) {
	for k := range m {
		sum, least, most := 0.0, math.Inf(1), math.Inf(-1)
		for _, p := range t.Points {
			sum, least, most = sum+p.X[k]/float64(len(t.Points)), min(least, p.X[k]), max(most, p.X[k])
		}
		if m[k] = sum; most > least {
			unit := math.Pow(10, math.Floor(math.Log10(most-least))-1)
			m[k] = unit*math.Round(sum/unit) + 0
		}
	}
	return m
}

func askWinner(now algos.At[view]) (algos.Asked, bool) {
	v, ok := unsettled(now)
	if !ok || v.k+1 > algos.MaxOptions {
		return algos.Asked{}, false
	}
	s := say.Vars{"at": v.middle()}
	asked := algos.Asked{Text: s.Text("At the mean of all points, <at>, which class will have the largest probability at the end?")}
	for k := range v.k {
		asked.Options = append(asked.Options, say.Vars{"class": v.Label(k)}.Text("class <class>"))
	}
	asked.Options = append(asked.Options, "a tie, within 0.01")
	return asked, true
}

// answerWinner has the last option where two classes are as good as equal.
func answerWinner(_, then algos.At[view]) (algos.Answer, bool) {
	const lead = 0.01
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	p := v.probabilities(v.middle())
	best := logit.Label(p)
	for k, q := range p {
		if k != best && !(q+lead < p[best]) {
			s := say.Vars{"class": v.Label(min(k, best)), "other": v.Label(max(k, best))}
			return algos.Answer{Option: v.k, Why: s.Text("The probabilities of the classes <class> and <other> are equal there, within 0.01.")}, true
		}
	}
	s := say.Vars{"class": v.Label(best), "p": p[best]}
	return algos.Answer{Option: best, Why: s.Text("Class <class> has the probability <p> there.")}, true
}

func askErrors(now algos.At[view]) (algos.Asked, bool) {
	v, ok := unsettled(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.class)
	s := say.Vars{"n": n}
	return algos.Asked{
		Text: s.Text("How many of the <n point> will be misclassified at the end?"), Most: float64(n), Whole: true, Unit: "points",
	}, true
}

// answerErrors lets a guess be off by a twentieth of the points.
func answerErrors(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.Errors), Tolerance: float64(len(v.class) / 20)}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:   "short-vectors",
		Text: "With an L2 penalty, classify all of at least 30 points of three classes or more correctly, with total weight norm at most 2.",
		Hint: "The penalty shrinks the weights and hardly changes the regions. If the points are twice as far apart, half the weight norm is " +
			"enough.",
		Start: "preset=separable", Asks: 2, Fewer: true,
		CounterExample: "preset=separable",
		Example:        "preset=separable&lambda=10",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !minimum(a, v) || v.opt.Lambda == 0 || v.present() < 3 || len(v.class) < 30 || v.Errors > 0 {
				return algos.Score{}, false
			}
			length := a.Last.Metric("norm")
			return algos.Score{Number: length, Words: say.Vars{"length": length}.Text("the weight norm is <length>")}, true
		}),
	},
	{
		ID: "lost-class",
		Text: "Place a class of at least 5 points among points of two other classes, so that unregularised softmax regression misclassifies all " +
			"of them at its minimum.",
		Hint:  "Every decision region is convex, with straight boundaries. Where must the points be so that no such region lowers the loss?",
		Start: "preset=four", Asks: 5, OwnPoints: true,
		CounterExample: "preset=four",
		Example:        "data=" + scattered.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !minimum(a, v) || v.opt.Lambda != 0 || v.present() < 3 {
				return algos.Score{}, false
			}
			return algos.Counted(v.lostClass(), "a class with all of its <n point> misclassified"), true
		}),
	},
}

// scattered has a class that is spread among two others.
var scattered = dataset.Classed(
	[3]float64{-2, 0, 0}, [3]float64{-2, 1, 0}, [3]float64{-2, -1, 0},
	[3]float64{-1, 0.5, 0}, [3]float64{-1, -0.5, 0}, [3]float64{-3, 0, 0}, [3]float64{1.5, 0, 0},
	[3]float64{2, 0, 1}, [3]float64{2, 1, 1}, [3]float64{2, -1, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, -0.5, 1}, [3]float64{3, 0, 1}, [3]float64{-1.5, 0, 1},
	[3]float64{-2.5, 0.5, 2}, [3]float64{-1.5, -0.8, 2}, [3]float64{2.5, -0.5, 2}, [3]float64{1.5, 0.8, 2}, [3]float64{-2.2, 0.2, 2}, [3]float64{2.2, 0.1, 2},
)

// minimum returns the last view of a run that has reached the minimum.
func minimum(_ algos.Attempt, v view) bool {
	return v.End == logit.Minimum
}

// present is how many classes have points.
func (t *task) present() (classes int) {
	for _, n := range t.counts() {
		if n > 0 {
			classes++
		}
	}
	return classes
}

// lostClass is how many points the largest class has of which none is in its region.
func (v view) lostClass() (most int) {
	right := make([]int, v.k)
	for i := range v.class {
		if p := v.shares(v.problem.U[i]); logit.Label(p) == v.class[i] {
			right[v.class[i]]++
		}
	}
	for k, n := range v.counts() {
		if right[k] == 0 {
			most = max(most, n)
		}
	}
	return most
}
