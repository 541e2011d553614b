package svmprimal

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/geometry"
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
		Text:    s.Text("J is <J> now. The next step, with η = <eta>, goes against a sub-gradient: will J fall?"),
		Options: []say.Phrase{"it falls", "it rises"},
	}, true
}

// answerTrend answers nothing where J hardly changes.
func answerTrend(now, then algos.At[view]) (algos.Answer, bool) {
	const least = 1e-6
	v := then.View
	if v.phase != moving {
		return algos.Answer{}, false
	}
	before := now.View.now.objective
	change := v.now.objective - before
	if !(math.Abs(change) > least*before) {
		return algos.Answer{}, false
	}
	s := say.Vars{"before": before, "J": v.now.objective}
	if change > 0 {
		return algos.Answer{Option: 1, Why: s.Text("J goes from <before> to <J>: the step is longer than the slope holds.")}, true
	}
	return algos.Answer{Why: s.Text("J goes from <before> to <J>.")}, true
}

func askTouch(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.band == nil || v.band.locked || v.phase == locking || len(v.band.touch) == len(v.x) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "The band turns, and widens, until it touches another point. Which one? Point at it."}, true
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
	a.Why = s.Text("After a turn of <angle>° the band touches <rows>.")
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
	return algos.Asked{Text: "Where will the middle of the band be at the end? Draw it."}, true
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
		Text: s.Text("<inside> of <n point is> inside the band now. How many will there be at the end?"), Most: float64(n), Whole: true, Unit: "points",
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
	if a.Why = s.Text("The band reaches <margin> to each side, and <wrong point is> beyond its middle."); math.IsNaN(v.margin()) {
		a.Why = "θ = 0 is best: the band is everywhere."
	}
	return a, true
}
