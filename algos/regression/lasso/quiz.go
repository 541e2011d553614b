package lasso

import (
	"math"

	"playground/algos"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("count", algos.SayNumber, askCount, algos.AtEnd, answerCount),
	algos.Ask("fate", algos.PickOption, askFate, untilFate, answerFate),
	algos.Ask("slope", algos.PickOption, askSlope, algos.AtEnd, answerSlope),
}

// askCount is asked before anything has moved.
func askCount(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.did != started || len(v.x) < 2 || v.status.Final() {
		return algos.Asked{}, false
	}
	w := say.Vars{"p": len(v.x), "lambda": v.Lambda}
	return algos.Asked{
		Text: w.Text("With λ = <lambda>, how many of the <p coefficient> will be non-zero at the end?"), Least: 0, Most: float64(len(v.x)), Whole: true,
	}, true
}

// answerCount is exact: it is a count.
func answerCount(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State != algos.Converged {
		return algos.Answer{}, false
	}
	w := say.Vars{"max": v.maximum, "lambda": v.Lambda}
	a := algos.Answer{Number: float64(penalised.Nonzero(v.theta))}
	if !v.bounded {
		a.Why = "Without an L1 penalty no coefficient is set to 0."
		return a, true
	}
	a.Why = w.Text("For $\\lambda\\ge\\lambda_{\\max}$, which is <max>, all would be 0; here λ = <lambda>.")
	return a, true
}

// askFate is asked before coordinate descent looks at a column.
func askFate(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Solver != cd || v.status.Final() || v.updates >= len(v.x) || v.length[v.turn()] == 0 {
		return algos.Asked{}, false
	}
	w := say.Vars{"theta": v.data.Coefficient(v.turn()), "a": v.a}
	return algos.Asked{
		Text:    w.Text("<theta> is next, and the threshold is <a>. Will it become non-zero?"),
		Options: []say.Phrase{"no, it stays 0", "yes, it becomes positive", "yes, it becomes negative"},
	}, true
}

// turn is the column that comes next.
func (s *state) turn() int {
	if s.did == started {
		return 0
	}
	return (s.column + 1) % len(s.x)
}

// untilFate: of later steps only what is kept is known, and the next one is the very next step.
func untilFate(_, _ algos.Step) bool { return true }

func answerFate(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	was := now.View
	if v.did != updated || v.updates != was.updates+1 {
		return algos.Answer{}, false
	}
	z, _ := v.objective.best(v.column, v.were[v.column], v.from[v.column])
	w := say.Vars{"z": z, "a": v.a}
	a := algos.Answer{Why: w.Text("$z=<z>$, and the threshold is <a>.")}
	switch {
	case v.theta[v.column] > 0:
		a.Option = 1
	case v.theta[v.column] < 0:
		a.Option = 2
	}
	return a, true
}

// askSlope is asked while ISTA begins.
func askSlope(now algos.At[view]) (algos.Asked, bool) {
	const few = 2
	v := now.View
	if v.Solver != ista || v.updates > few || v.status.Final() {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    say.Vars{"eta": v.Eta, "most": v.MaxIter}.Text("The step size is <eta> times $1/L$. What will happen within <most update>?"),
		Options: []say.Phrase{"it converges to the solution", "it has not converged yet", "it oscillates, or diverges"},
	}, true
}

func answerSlope(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	w := say.Vars{"gap": v.gap(), "updates": v.updates}
	a := algos.Answer{Why: w.Text("After <updates update> the duality gap is <gap>.")}
	switch {
	case v.status.State == algos.Converged:
	case v.Eta > 2 || math.IsInf(v.value, 0):
		a.Option = 2
	default:
		a.Option = 1
	}
	return a, true
}

var goals = []algos.Goal{
	{
		ID:    "few-columns",
		Text:  "Explain 94 percent of the variance of the targets with the lasso and at most 3 features, on a table of at least 8.",
		Hint:  "Look where the paths of the relevant features are flat, and the others have not entered yet.",
		Start: "preset=sparse", Asks: 94,
		CounterExample: "preset=sparse",
		Example:        "preset=sparse&lambda=0.2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest, most = 8, 3
			if a.Last.Status.State != algos.Converged || len(v.x) < fewest || penalised.Nonzero(v.theta) > most || v.Ratio < 1 || v.yy == 0 {
				return algos.Score{}, false
			}
			share := math.Floor(1000*(1-v.rss/(v.yy*float64(len(v.y))))) / 10
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent explained")}, true
		}),
	},
	{
		ID:    "slow-walk",
		Text:  "Place at least five points with two features so that coordinate descent needs 300 or more sweeps.",
		Hint:  "It moves along the axes. Which contours make that slow?",
		Start: "preset=diamond", Asks: 300, OwnPoints: true,
		CounterExample: "data=p2v~1.27_1.18_2.35~0.05_-0.14_0.56~-1.18_-0.96_-0.19~-2.4_-2.27_-1.18~1.37_1.41_2.53~0.15_0.09_0.74~-1.08_-0.73_-0.02~-2.3_-2.04_-1~1.47_1.14_2.47~0.24_0.32_0.9~-0.98_-1_-0.11~-2.21_-1.82_-0.84&max_iter=5000",
		Example:        "lambda=0.001&max_iter=5000&data=" + cloud(12, 0.9, 0.6, 0.5, 0.4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if v.Solver != cd || a.Last.Status.State != algos.Converged || v.data.Table || v.Dim != 2 || len(v.y) < fewest {
				return algos.Score{}, false
			}
			return algos.Counted(v.sweeps, "<n sweep>"), true
		}),
	},
}
