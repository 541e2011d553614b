package ridge

import (
	"math"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/mark"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("line", algos.DrawLine, askLine, algos.AtEnd, answerLine),
	algos.Ask("share", algos.SayNumber, askShare, algos.AtEnd, answerShare),
	algos.Ask("mover", algos.PickOption, askSurprise, nil, answerSurprise),
	algos.Ask("outcome", algos.PickOption, askOutcome, algos.AtEnd, answerOutcome),
}

// beginning returns the view of a step before the solution is there, of a line.
func beginning(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.Solver == exact && v.Dim == 1 && !v.data.Table && !v.done() && !v.singular()
}

func askLine(now algos.At[view]) (algos.Asked, bool) {
	v, ok := beginning(now)
	return algos.Asked{Text: "Where will the ridge line be? Draw it."}, ok && v.Lambda > 0
}

func answerLine(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	at := func(x float64) mark.XY { return mark.XY{X: x, Y: v.predict(v.theta, []float64{x})} }
	line, ok := geometry.Through(at(v.Window.X0), at(v.Window.X1))
	return algos.Answer{Line: line}, ok
}

// askShare: the path shows θ against λ, but not what least squares has beside it.
func askShare(now algos.At[view]) (algos.Asked, bool) {
	v, ok := beginning(now)
	ok = ok && v.Penalise == slopes && v.Lambda > 0 && len(v.modes.d) == 1
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"lambda": v.Lambda, "d2": v.modes.d[0] * v.modes.d[0]}
	return algos.Asked{
		Text:  s.Text("$\\sum(x_i - \\bar x)^2$ is <d2>, and λ = <lambda>. What fraction of the OLS slope will remain?"),
		Least: 0, Most: 1,
	}, true
}

// shareTolerance: a share is guessed from two numbers whose ratio is seen at a glance.
const shareTolerance = 0.05

func answerShare(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged || len(v.modes.d) != 1 {
		return algos.Answer{}, false
	}
	share := v.modes.share(0, v.Lambda)
	s := say.Vars{"d2": v.modes.d[0] * v.modes.d[0], "lambda": v.Lambda, "share": share}
	return algos.Answer{
		Number: share, Tolerance: shareTolerance, Why: s.Text(`The shrinkage factor is $\frac{<d2>}{<d2> + <lambda>} = <share>$.`),
	}, true
}

// askSurprise is asked before a sample comes in.
func askSurprise(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Solver != online || v.Dim != 1 || v.data.Table || v.seen < 2 || v.status.Final() {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    say.Vars{"row": v.row(v.seen)}.Text("<row> is the next sample. How will the slope change?"),
		Options: []say.Phrase{"it rises", "it falls"},
	}, true
}

func answerSurprise(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != taken {
		return algos.Answer{}, false
	}
	const least = 1e-9
	was, is := v.from[1], v.theta[1]
	a := algos.Answer{Why: say.Vars{"was": was, "is": is}.Text("It was <was>, and is <is>.")}
	if is < was {
		a.Option = 1
	}
	return a, max(is-was, was-is) > least
}

// askOutcome is asked while few updates have been made.
func askOutcome(now algos.At[view]) (algos.Asked, bool) {
	const few = 2
	v := now.View
	if v.Solver != gd || v.count > few || v.status.Final() {
		return algos.Asked{}, false
	}
	return squares.AskStepSize(v.Eta), true
}

func answerOutcome(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	return squares.AnswerStepSize(v.Eta, v.limit(), then.Status.State == algos.Diverged)
}

var goals = []algos.Goal{
	{
		ID:    "left-out",
		Text:  "Find a λ with leave-one-out RMSE at most 2.88 mpg on the 32 cars with unscaled features.",
		Hint:  "The leave-one-out RMSE of OLS is 3.49. Where is the minimum of the green curve?",
		Start: "preset=raw-cars", Asks: 2.88, Fewer: true,
		CounterExample: "preset=raw-cars",
		Example:        "preset=raw-cars&lambda=5",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.data.Table || len(v.y) < 20 || len(v.data.Columns) < 10 || !v.ownUnits() {
				return algos.Score{}, false
			}
			e := v.leaving(v.Lambda)
			if math.IsNaN(e) {
				return algos.Score{}, false
			}
			e = math.Ceil(100*math.Sqrt(e)) / 100
			return algos.Score{Number: e, Words: say.Vars{"e": e}.Text("leave-one-out RMSE <e>")}, e <= 2.88
		}),
	},
	{
		ID:    "bias-pays",
		Text:  "Place at least five points so that the expected squared error of ridge is at most 0.02 of that of OLS.",
		Hint:  "The variance is large along directions with little data variance; θ* should be small there.",
		Start: "preset=pair", Asks: 0.02, Fewer: true, OwnPoints: true,
		CounterExample: "lambda=3&preset=pair",
		Example:        "preset=u-shape&lambda=3&data=" + twins(0.02).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if !a.Complete || v.Targets != drawn || len(v.y) < fewest || len(v.modes.d) < len(v.shrunk.Columns) {
				return algos.Score{}, false
			}
			free := v.riskAt(0).total()
			if !(free > 0) {
				return algos.Score{}, false
			}
			share := v.riskAt(v.Lambda).total() / free
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> of the OLS error")}, share <= 0.02
		}),
	},
}

// ownUnits reports whether the columns are spread as they came: in standard deviations no
// column is spread over ten.
func (v view) ownUnits() bool {
	const wide = 10
	for j := range v.data.Columns {
		if v.data.Spread(j) > wide {
			return true
		}
	}
	return false
}
