package linearregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/mark"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("line", algos.DrawLine, askLine, algos.AtEnd, answerLine),
	algos.Ask("farthest", algos.PickPoint, askFarthest, algos.AtEnd, answerFarthest),
	algos.Ask("outcome", algos.PickOption, askOutcome, algos.AtEnd, answerOutcome),
}

// beginning returns the view of a step before the exact line is there, on a board.
func beginning(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.Solver == exact && v.Dim == 1 && v.Table.Empty() && v.part.Done() < len(v.x) && v.rank == len(v.x)
}

func askLine(now algos.At[view]) (algos.Asked, bool) {
	_, ok := beginning(now)
	return algos.Asked{Text: "Where will the least-squares line be? Draw it."}, ok
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

func askFarthest(now algos.At[view]) (algos.Asked, bool) {
	v, ok := beginning(now)
	return algos.Asked{Text: "Which point will have the largest absolute residual at the end?"}, ok && len(v.y) > 2 && v.spread > 0
}

// answerFarthest takes any of those that rounding cannot tell apart.
func answerFarthest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	r, most := v.residuals(), 0.0
	for _, e := range r {
		most = max(most, math.Abs(e))
	}
	var a algos.Answer
	for i, e := range r {
		if math.Abs(e) >= most*(1-algos.Negligible) {
			a.Points = append(a.Points, i)
		}
	}
	a.Why = say.Vars{"row": say.Row(a.Points[0]), "r": most}.Text("The residual of <row> has the absolute value <r>.")
	return a, len(a.Points) < len(r)
}

// askOutcome is asked while few updates have been made.
func askOutcome(now algos.At[view]) (algos.Asked, bool) {
	const few = 2
	v := now.View
	if v.Solver != gd || v.updates > few || v.status.Final() {
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
		ID:    "few-updates",
		Text:  "Make plain gradient descent converge within 24 iterations on at least ten one-dimensional points.",
		Hint:  "The error must shrink along both eigenvectors. Where is the curve of convergence factors lowest?",
		Start: "preset=descent", Asks: 24, Fewer: true,
		CounterExample: "preset=line&solver=gd",
		Example:        "preset=line&solver=gd&eta=0.22",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if v.Solver != gd || a.Last.Status.State != algos.Converged || len(v.y) < 10 || len(v.x) < 2 || v.rank < 2 {
				return algos.Score{}, false
			}
			return algos.Counted(v.updates, "<n iteration>"), true
		}),
	},
	{
		ID:    "lost-digits",
		Text:  "Place at least five points so that the normal equations lose 4 digits compared with QR.",
		Hint:  "They square the condition number. When are the columns 1 and $x$ nearly collinear?",
		Start: "preset=three", Asks: 4, OwnPoints: true,
		CounterExample: "preset=three",
		Example: "data=" + dataset.Line(
			[2]float64{1e6 + 0.3, 1}, [2]float64{1e6 + 1.1, 3}, [2]float64{1e6 + 2.2, 2}, [2]float64{1e6 + 3.7, 4}, [2]float64{1e6 + 4.9, 1},
		).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if v.Solver != exact || !a.Complete || len(v.y) < fewest || !v.Table.Empty() {
				return algos.Score{}, false
			}
			n := v.numerics()
			if !n.known {
				return algos.Score{}, false
			}
			lost := math.Round(10*max(0, n.lost())) / 10
			return algos.Score{Number: lost, Words: say.Vars{"lost": lost}.Text("<lost> digits lost")}, true
		}),
	},
}
