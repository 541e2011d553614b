package losses

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/mark"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("quarter", algos.PickOption, askQuarter, untilPass, answerQuarter),
	algos.Ask("worst", algos.PickPoint, askWorst, untilPass, answerWorst),
	algos.Ask("best-line", algos.DrawLine, askBest, algos.AtEnd, answerBest),
	algos.Ask("final-mistakes", algos.SayNumber, askMistakes, algos.AtEnd, answerMistakes),
}

func untilPass(_, later algos.Step) bool { return later.Size == algos.Pass }

// turning returns the view of a step after which θ turns on.
func turning(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.k < v.Angles
}

// quarterly returns the view of a step at which a quarter of the turn begins, and the
// angle at which it ends; false for the last quarter, after which θ settles.
func quarterly(s algos.At[view]) (v view, angle float64, ok bool) {
	if v, ok = turning(s); !ok || v.k > 0 && !v.quarter(v.k) {
		return v, 0, false
	}
	for k := v.k + 1; k < v.Angles; k++ {
		if v.quarter(k) {
			return v, v.at(k), true
		}
	}
	return v, 0, false
}

func askQuarter(now algos.At[view]) (algos.Asked, bool) {
	v, angle, ok := quarterly(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"angle": degrees(angle), "wrong": v.mistakes()}
	return algos.Asked{
		Text:    s.Text("Now <wrong> misclassified. Will there be fewer or more when θ is rotated to <angle>°?"),
		Options: []say.Phrase{"fewer", "equally many", "more"},
	}, true
}

func answerQuarter(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k == v.Angles {
		return algos.Answer{}, false
	}
	before := now.View.mistakes()
	s := say.Vars{"wrong": v.mistakes(), "angle": degrees(v.angle)}
	a := algos.Answer{Option: 1, Why: s.Text("At <angle>°: <wrong> misclassified.")}
	switch {
	case v.mistakes() < before:
		a.Option = 0
	case v.mistakes() > before:
		a.Option = 2
	}
	return a, true
}

func askWorst(now algos.At[view]) (algos.Asked, bool) {
	v, angle, ok := quarterly(now)
	if !ok || v.chosen == atZeroOne {
		return algos.Asked{}, false
	}
	if _, ok := v.worstAt(angle); !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"angle": degrees(angle), "name": all[v.chosen].name}
	return algos.Asked{Text: s.Text("When θ is rotated to <angle>°, which point will have the largest <name> loss? Point at it.")}, true
}

func answerWorst(_, then algos.At[view]) (algos.Answer, bool) {
	if v := then.View; v.k < v.Angles {
		return v.worstAt(v.angle)
	}
	return algos.Answer{}, false
}

// worstAt has the points with the largest loss at an angle, and false where they are all points or
// none. It takes points for equal whose losses differ by a hundredth.
func (v view) worstAt(angle float64) (algos.Answer, bool) {
	const tied = 0.01
	z, fn := v.margins(angle), all[v.chosen]
	at := v.worst(z)
	if at < 0 || fn.at(z[at]) == 0 {
		return algos.Answer{}, false
	}
	most := fn.at(z[at])
	s := say.Vars{"x": say.Row(at), "z": z[at], "loss": most}
	a := algos.Answer{Why: s.Text("<x> has the margin <z> and the loss <loss>.")}
	for i := range z {
		if fn.at(z[i]) >= (1-tied)*most {
			a.Points = append(a.Points, i)
		}
	}
	return a, len(a.Points) < len(z)
}

func askBest(now algos.At[view]) (algos.Asked, bool) {
	v, ok := turning(now)
	if !ok {
		return algos.Asked{}, false
	}
	if _, ok := v.bestLine(); !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"name": all[v.chosen].name}
	if v.Theta0 == 0 {
		return algos.Asked{Text: s.Text("Where will the decision boundary with the smallest <name> loss be? Draw it; it passes through the origin.")}, true
	}
	s["far"] = math.Abs(v.Theta0) / v.Norm
	return algos.Asked{Text: s.Text("Where will the decision boundary with the smallest <name> loss be? Draw it; it is <far> from the origin.")}, true
}

// broadest is the largest share of the board by which a line may be off where many
// angles are as good.
const broadest = 0.15

func answerBest(_, then algos.At[view]) (algos.Answer, bool) {
	if v := then.View; v.k == v.Angles && finite(v.sum[v.chosen]) {
		return v.bestLine()
	}
	return algos.Answer{}, false
}

// bestLine lets a line be off as far as the loss is as small; where that is very far,
// there is nothing to say, and nothing is asked.
func (t *task) bestLine() (algos.Answer, bool) {
	best := t.sweep().least[t.chosen]
	if !finite(best.total) {
		return algos.Answer{}, false
	}
	s := say.Vars{"angle": degrees(best.angle), "total": best.total, "name": all[t.chosen].name}
	a := algos.Answer{
		Line: t.line(best.angle), Tolerance: algos.LineTolerance,
		Why: s.Text("The <name> loss has its minimum at <angle>°, with a total of <total>."),
	}
	board := mark.FitWindow(t.Set)
	for _, edge := range []float64{best.from, best.to} {
		a.Tolerance = max(a.Tolerance, geometry.Disagreement(a.Line, t.line(edge), board))
	}
	return a, a.Tolerance <= broadest
}

// line is where f is 0 at an angle.
func (t *task) line(angle float64) geometry.Line {
	theta := t.theta(angle)
	return geometry.Line{A: theta[0], B: theta[1], C: t.Theta0}
}

func askMistakes(now algos.At[view]) (algos.Asked, bool) {
	v, ok := turning(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n, "name": all[v.chosen].name}
	return algos.Asked{
		Text: s.Text("How many of the <n point> will be misclassified at the minimiser of the <name> loss?"), Most: float64(n), Whole: true, Unit: "points",
	}, true
}

// answerMistakes lets a guess be off by a twentieth of the points.
func answerMistakes(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k != v.Angles || !finite(v.sum[v.chosen]) {
		return algos.Answer{}, false
	}
	s := say.Vars{"fewest": int(v.sweep().least[atZeroOne].total)}
	return algos.Answer{
		Number: float64(v.mistakes()), Tolerance: float64(len(v.y) / 20),
		Why: s.Text("The minimum over all angles is <fewest>."),
	}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "square-fails",
		Text:  "Place points that a line through the origin separates, while the minimiser of the squared loss misclassifies at least 3.",
		Hint:  "Large margins are penalised, too: $(1-z)^2$ grows on both sides of 1.",
		Start: "preset=far-right", Asks: 3, OwnPoints: true,
		CounterExample: "loss=square&preset=far-right",
		Example: "loss=square&data=" + dataset.Labelled(
			[3]float64{-1, 1.2, 1}, [3]float64{-1.1, 1, 1}, [3]float64{-0.9, 0.8, 1}, [3]float64{1, 1.2, 1}, [3]float64{1.1, 1, 1}, [3]float64{0.9, 0.8, 1},
			[3]float64{0, -1, -1}, [3]float64{0.3, -1.1, -1}, [3]float64{-0.3, -0.9, -1}, [3]float64{0.1, 20, 1}, [3]float64{0, 21, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !settledOn(a, v, "square") || v.Theta0 != 0 || v.sweep().least[atZeroOne].total > 0 {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n point> misclassified"), true
		}),
	},
	{
		ID:    "tyrants",
		Text:  "With at least 20 points, let the two largest exponential losses contribute at least 75 % of the minimal total.",
		Hint:  `The same boundary has other margins if the norm of $\theta$ is larger.`,
		Start: "preset=overlap&loss=exponential", Asks: 75,
		CounterExample: "loss=exponential&preset=overlap",
		Example:        "preset=overlap&loss=exponential&norm=10",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const least = 20
			if !settledOn(a, v, "exponential") || len(v.y) < least {
				return algos.Score{}, false
			}
			share := 100 * v.largestTwo()
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("two points contribute <share> %")}, true
		}),
	},
}

// settledOn returns the last view of a run that has settled where a loss is least.
func settledOn(_ algos.Attempt, v view, loss string) bool {
	return v.k == v.Angles && v.Loss == loss && finite(v.sum[v.chosen])
}

// largestTwo is the share of the two largest losses in the total.
func (v view) largestTwo() float64 {
	each := v.margins(v.angle)
	for i, z := range each {
		each[i] = all[v.chosen].at(z)
	}
	slices.Sort(each)
	return (each[len(each)-1] + each[len(each)-2]) / v.sum[v.chosen]
}
