package kernelperceptron

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/margin"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-mistake", algos.PickPoint, askMistake, untilMistake, answerMistake),
	algos.Ask("mistakes-left", algos.PickOption, askLeft, algos.AtEnd, answerLeft),
	algos.Ask("rows-stored", algos.SayNumber, askStored, algos.AtEnd, answerStored),
}

// askMistake asks where the pass has another mistake to come.
func askMistake(now algos.At[*view]) (algos.Asked, bool) {
	v := now.View
	if v.Kind == novikoff.Mistake || v.Ahead < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"first": say.Row(v.From())}
	return algos.Asked{Text: s.Text("Which point is the next mistake? Samples are visited in file order, starting at <first>.")}, true
}

func untilMistake(_, later algos.Step) bool {
	return slices.ContainsFunc(later.Events, func(e algos.Event) bool { return e.Kind == "mistake" })
}

func answerMistake(now, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	if v.Kind != novikoff.Mistake {
		return algos.Answer{}, false
	}
	s := say.Vars{"first": say.Row(now.View.From())}
	return algos.Answer{Points: []int{v.Row}, Why: s.Text("It is the first misclassified sample from <first> onwards.")}, true
}

// leftUpTo are the most mistakes of each option but the last.
var leftUpTo = []int{5, 20}

// passes returns the view of a step at the start and between two passes.
func passes(s algos.At[*view]) (*view, bool) {
	v := s.View
	return v, (v.Kind == novikoff.Start || v.Ends)
}

func askLeft(now algos.At[*view]) (algos.Asked, bool) {
	v, ok := passes(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"few": leftUpTo[0], "from": leftUpTo[0] + 1, "many": leftUpTo[1], "passes": v.MaxEpochs}
	return algos.Asked{
		Text: "How many more mistakes are made until convergence?",
		Options: []say.Phrase{
			s.Text("at most <few>"), s.Text("<from> to <many>"), s.Text("more than <many>"), s.Text("it does not converge within <passes epoch>"),
		},
	}, true
}

func answerLeft(now, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	left := v.alpha.total - now.View.alpha.total
	s := say.Vars{"left": left}
	if then.Status.State != algos.Converged {
		return algos.Answer{Option: len(leftUpTo) + 1, Why: s.Text("It made <left more mistake> without converging.")}, true
	}
	a := algos.Answer{Option: len(leftUpTo), Why: s.Text("It made <left more mistake>, and then an epoch without a mistake.")}
	for i, most := range slices.Backward(leftUpTo) {
		if left <= most {
			a.Option = i
		}
	}
	return a, true
}

func askStored(now algos.At[*view]) (algos.Asked, bool) {
	v, ok := passes(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n, "stored": v.stored}
	return algos.Asked{
		Text: s.Text("<stored> of <n sample is> stored now. How many will be stored at the end?"), Least: float64(v.stored), Most: float64(n), Whole: true, Unit: "samples",
	}, v.stored < n
}

// answerStored lets a guess be off by a tenth of the rows.
func answerStored(_, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	s := say.Vars{"k": v.alpha.total}
	return algos.Answer{
		Number: float64(v.stored), Tolerance: float64(len(v.y) / 10),
		Why: s.Text("A sample is stored once it has been misclassified, and there <k was mistake> in all."),
	}, true
}

// leastPoints are as many points as a goal asks for.
const leastPoints = 12

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "few-stored",
		Text:  "Place at least twelve points that are not linearly separable, so that the run converges with no more than 3 stored samples.",
		Hint:  `The first samples decide. With $(\langle x,z\rangle+c_0)^2$ one point in the middle and one or two outside can represent a ring.`,
		Start: "preset=circles", Asks: 3, Fewer: true, OwnPoints: true,
		CounterExample: "data=p2s~1_1_1~1_-1_-1~2_1_1~1_2_1~-1_-1_1~-2_-1_1~-1_-2_1~2_-1_-1~1_-2_-1~-1_1_-1~-2_1_-1~-1_2_-1",
		Example:        "coef0=0&data=" + quadrants.String(),
		Reached: algos.Reach(func(a algos.Attempt, v *view) (algos.Score, bool) {
			if a.Last.Status.State != algos.Converged || len(v.y) < leastPoints || v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.stored, "<n sample> stored"), true
		}),
	},
	{
		ID:    "by-heart",
		Text:  "With the Gaussian kernel, place at least twelve distinct points so that the run converges with 100 % of them stored.",
		Hint:  "A narrow kernel gives a new sample the label of its nearest stored neighbour. In which order must the labels come?",
		Start: "preset=moons-rbf", Asks: 100, OwnPoints: true,
		CounterExample: "gamma=4&kernel=rbf&preset=moons-rbf",
		Example:        "kernel=rbf&gamma=4&data=" + alternating.String(),
		Reached: algos.Reach(func(a algos.Attempt, v *view) (algos.Score, bool) {
			if v.Kernel != "rbf" || a.Last.Status.State != algos.Converged || v.places() < leastPoints {
				return algos.Score{}, false
			}
			return algos.Counted(100*v.stored/len(v.y), "<n> % of the samples are stored"), true
		}),
	},
}

// quadrants has a class in two opposite quadrants and the other one in the others.
var quadrants = dataset.Labelled(
	[3]float64{1, 1, 1}, [3]float64{1, -1, -1}, [3]float64{2, 1, 1}, [3]float64{1, 2, 1}, [3]float64{-1, -1, 1}, [3]float64{-2, -1, 1}, [3]float64{-1, -2, 1},
	[3]float64{2, -1, -1}, [3]float64{1, -2, -1}, [3]float64{-1, 1, -1}, [3]float64{-2, 1, -1}, [3]float64{-1, 2, -1},
)

// alternating has the classes in turn along a line.
var alternating = dataset.Labelled(
	[3]float64{0, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, 1}, [3]float64{3, 0, -1}, [3]float64{4, 0, 1}, [3]float64{5, 0, -1},
	[3]float64{6, 0, 1}, [3]float64{7, 0, -1}, [3]float64{8, 0, 1}, [3]float64{9, 0, -1}, [3]float64{10, 0, 1}, [3]float64{11, 0, -1},
)

// apart reports whether a line separates the points.
func (t *task) apart() bool {
	z := make([]margin.Vector, len(t.x))
	for i, x := range t.x {
		z[i] = margin.Vector{t.y[i] * x[0], t.y[i] * x[1], t.y[i]}
	}
	return margin.Largest(z).Separable
}

// places is how many different places the points have.
func (t *task) places() int {
	seen := map[[2]float64]bool{}
	for _, x := range t.x {
		seen[x] = true
	}
	return len(seen)
}
