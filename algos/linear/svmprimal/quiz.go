package svmprimal

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/margin"
	"playground/algos/mark"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("rise-or-fall", algos.PickOption, askTrend, nil, answerTrend),
	algos.Ask("next-touch", algos.PickPoint, askTouch, nil, answerTouch),
	algos.Ask("final-line", algos.DrawLine, askLine, algos.AtEnd, answerLine),
	algos.Ask("final-band", algos.SayNumber, askInside, algos.AtEnd, answerInside),
}

// descending returns the view of a step between two steps of a descent.
func descending(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.band == nil && (v.phase == starting || v.phase == moving)
}

func askTrend(now algos.At[view]) (algos.Asked, bool) {
	v, ok := descending(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"J": v.now.objective, "eta": v.rate(v.t)}
	return algos.Asked{
		Text:    s.Text("J is <J>. The next step moves along the negative sub-gradient with η = <eta>: will J decrease?"),
		Options: []say.Phrase{"it decreases", "it increases", "it is unchanged to six digits"},
	}, true
}

// answerTrend has the last option where J hardly changes.
func answerTrend(now, then algos.At[view]) (algos.Answer, bool) {
	const least = 1e-6
	v := then.View
	before := now.View.now.objective
	if v.phase != moving && !(then.Status.Final() && v.now.objective == before) {
		return algos.Answer{}, false
	}
	change := v.now.objective - before
	s := say.Vars{"before": before, "J": v.now.objective}
	if !(math.Abs(change) > least*before) {
		return algos.Answer{Option: 2, Why: s.Text("J goes from <before> to <J>.")}, true
	}
	if change > 0 {
		return algos.Answer{Option: 1, Why: s.Text("J goes from <before> to <J>: the step size is too large here.")}, true
	}
	return algos.Answer{Why: s.Text("J goes from <before> to <J>.")}, true
}

func askTouch(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.band == nil || v.band.locked || v.phase == locking || len(v.band.touch) == len(v.x) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "The margin band rotates and widens until it touches another point. Which one? Click it."}, true
}

// answerTouch answers nothing where the band turns to its end without a further point.
func answerTouch(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != moving || v.band == nil {
		return algos.Answer{}, false
	}
	var a algos.Answer
	for _, row := range v.band.touch {
		if !slices.Contains(now.View.band.touch, row) {
			a.Points = append(a.Points, row)
		}
	}
	s := say.Vars{"angle": degrees(v.band.turned), "rows": linked(v.band.touch)}
	a.Why = s.Text("After a rotation of <angle>° the margin boundaries touch <rows>.")
	return a, len(a.Points) > 0
}

// straight is where f is 0.
func (v view) straight() geometry.Line {
	return geometry.Line{A: v.now.theta[0], B: v.now.theta[1], C: v.theta0(v.now.theta)}
}

// askLine asks at the start, where the line is not yet there, and at every pass.
func askLine(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase == looking || v.phase == locking || now.Size != algos.Pass {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Where will the decision boundary be at the maximum margin? Draw it."}, true
}

// flat is the length of θ below which there is no line, and broadest the largest share
// of the board by which a line may be off where many are as good.
const (
	flat     = 1e-9
	broadest = 0.15
)

// ended returns the view of a last step that came somewhere.
func ended(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (s.Status.State == algos.Converged || s.Status.State == algos.Exhausted)
}

func answerLine(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Line: v.straight(), Tolerance: algos.LineTolerance}
	if !(math.Hypot(a.Line.A, a.Line.B) > flat) {
		return algos.Answer{}, false
	}
	lo, hi := v.interval()
	for _, theta0 := range []float64{lo, hi} { // as good
		if math.IsInf(theta0, 0) {
			return algos.Answer{}, false
		}
		a.Tolerance = max(a.Tolerance, geometry.Disagreement(a.Line, geometry.Line{A: a.Line.A, B: a.Line.B, C: theta0}, mark.FitWindow(v.Set)))
	}
	return a, a.Tolerance <= broadest
}

func askInside(now algos.At[view]) (algos.Asked, bool) {
	v, ok := descending(now)
	if !ok || now.Size != algos.Pass {
		return algos.Asked{}, false
	}
	n := len(v.x)
	s := say.Vars{"n": n, "inside": v.now.inside}
	return algos.Asked{
		Text: s.Text("<inside> of <n point> are margin violations now. How many will there be at convergence?"), Most: float64(n), Whole: true, Unit: "points",
	}, true
}

// answerInside lets a guess be off by a tenth of the points: some lie on the border.
func answerInside(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	s := say.Vars{"wrong": v.now.errors, "margin": v.margin()}
	a := algos.Answer{Number: float64(v.now.inside), Tolerance: float64(len(v.x) / 10)}
	if a.Why = s.Text("The margin is <margin>, and <wrong point is> misclassified."); math.IsNaN(v.margin()) {
		a.Why = "θ = 0 is optimal: every point is inside the margin."
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "penalised-offset",
		Text:  "Find points for which the margin with the augmented input $[x; 1]$ is at most 50 % of the margin with an unregularised bias.",
		Hint:  `The penalty on $\theta_0$ pulls the line towards the origin. For which points does that reduce the margin?`,
		Start: "preset=forms", Asks: 50, Fewer: true, OwnPoints: true,
		CounterExample: "bias_mode=augmented&method=widen&preset=forms",
		Example: "bias_mode=augmented&method=widen&data=" + dataset.Labelled(
			[3]float64{4, 6, 1}, [3]float64{5, 6, 1}, [3]float64{4.5, 6.5, 1}, [3]float64{4, 4, -1}, [3]float64{5, 4, -1}, [3]float64{4.5, 3.5, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.phase != locking || v.Method != "widen" || v.Form != "augmented" {
				return algos.Score{}, false
			}
			share := 100 * v.margin() / widest(v.forms[1])
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % of the margin with a bias")}, true
		}),
	},
	{
		ID:    "given-up",
		Text:  "Find linearly separable points and a $C$ for which the optimal soft-margin line with a bias misclassifies at least 2 of them.",
		Hint:  `A unit of slack costs $C$, a small margin costs $\frac{1}{2}\lVert\theta\rVert^2$. When does misclassifying a point cost less?`,
		Start: "preset=four-points", Asks: 2,
		CounterExample: "data=p2s~2_0_1~3_1_1~3_-1_1~4_0_1~-1.6_0.4_1~-1.6_-0.4_1~-2_0_-1~-3_1_-1~-3_-1_-1~-4_0_-1",
		Example: "C=0.1&data=" + dataset.Labelled(
			[3]float64{2, 0, 1}, [3]float64{3, 1, 1}, [3]float64{3, -1, 1}, [3]float64{4, 0, 1}, [3]float64{-1.6, 0.4, 1}, [3]float64{-1.6, -0.4, 1},
			[3]float64{-2, 0, -1}, [3]float64{-3, 1, -1}, [3]float64{-3, -1, -1}, [3]float64{-4, 0, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.phase != locking || v.Form != "intercept" || v.Method == "widen" || !v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.now.errors, "<n point> misclassified"), true
		}),
	},
	{
		ID: "by-hand",
		Text: "Rotate and drag your line over at least 8 points until its margin is at least 95 % of the maximum margin. The maximum-margin line must " +
			"be oblique, by at least 10° to both axes.",
		Hint:  "Watch the smallest distance, and increase it: rotate until two points share the smallest distance, then move the line.",
		Start: "preset=hand", Asks: 95,
		CounterExample: "preset=hand&through=0.173%2C0.323",
		Example:        "preset=hand&angle=1.08&through=0.173,0.323",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			const fewest, lean = 8, 10.0
			if v.hand == nil || len(v.Points) < fewest {
				return algos.Score{}, false
			}
			best, objection := v.largest()
			if objection != "" || !(best > 0) {
				return algos.Score{}, false
			}
			o := v.widest().theta
			if slope := degrees(math.Atan2(min(math.Abs(o[0]), math.Abs(o[1])), max(math.Abs(o[0]), math.Abs(o[1])))); slope < lean {
				return algos.Score{}, false
			}
			share := 100 * v.hand.margin() / best
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % of the largest margin")}, true
		}),
	},
}

// widest is the half-width of the widest band that a form has on the board.
func widest(o optimum) float64 { return 1 / math.Hypot(o.theta[0], o.theta[1]) }

// apart reports whether a line separates the points.
func (k *task) apart() bool {
	z := make([]margin.Vector, len(k.Points))
	for i, p := range k.Points {
		z[i] = margin.Vector{k.y[i] * p.X[0], k.y[i] * p.X[1], k.y[i]}
	}
	return margin.Largest(z).Separable
}
