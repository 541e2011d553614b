package svd

import (
	"slices"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-error", algos.SayNumber, askError, nil, answerError),
	algos.Ask("best-k", algos.SayNumber, askBest, algos.AtEnd, answerBest),
	algos.Ask("hole", algos.SayNumber, askHole, algos.AtEnd, answerHole),
	algos.Ask("solutions", algos.PickOption, askSolutions, algos.AtEnd, answerSolutions),
}

// askError asks before the first layer, with the total given.
func askError(now algos.At[layersView]) (algos.Asked, bool) {
	v := now.View
	if v.k != 0 || v.last == 0 || v.rank < 2 {
		return algos.Asked{}, false
	}
	text := v.vars().Text("The sum of squares of all entries is <total>. What is the squared error at rank 1? The scree plot shows the singular value.")
	return algos.Asked{Text: text, Most: v.total}, true
}

// answerError lets a guess be off by a twentieth of all, about what an eye reads off a bar.
func answerError(_, then algos.At[layersView]) (algos.Answer, bool) {
	v := then.View
	if v.k != 1 {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.f.tail(1), Tolerance: v.total / 20,
		Why: v.vars().Text("The error falls from <total> by the square of the singular value <s>."),
	}, true
}

func askBest(now algos.At[chooseView]) (algos.Asked, bool) {
	v := now.View
	if v.k() > v.last/2 || v.last < 3 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("Some entries are held out. At which rank will their error be " +
		"smallest?"), Most: float64(v.last), Whole: true}, true
}

func answerBest(_, then algos.At[chooseView]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.best()), Why: v.vars().Text("At rank <best> the held-out RMSE is <least>.")}, true
}

func askHole(now algos.At[completionView]) (algos.Asked, bool) {
	v := now.View
	if v.t > 1 || len(v.gaps) == 0 || len(v.gaps) > 3 || v.size == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("What will the imputed value at row <i>, column <j> be?")}, true
}

// answerHole lets a guess be off by a tenth of the largest cell.
func answerHole(_, then algos.At[completionView]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.fill[0], Tolerance: v.size / 10,
		Why: v.vars().Text("At rank <k> it converges to <first>."),
	}, true
}

func askSolutions(now algos.At[inverseView]) (algos.Asked, bool) {
	v := now.View
	if v.stage >= solved {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "How many least-squares solutions are " +
		"there?", Options: []say.Phrase{"none", "exactly one", "a line of solutions", "the whole plane"}}, true
}

func answerSolutions(_, then algos.At[inverseView]) (algos.Answer, bool) {
	v := then.View
	return algos.Answer{
		Option: 3 - v.rank, Why: v.vars().Text("The rank of A is <rank>: the null space has one dimension for each zero singular value."),
	}, true
}

// goals are challenges to a reader.
var goals = []algos.Goal{
	{
		ID:    "rank-two",
		Text:  "Enter a rank-2 matrix with at least 16 distinct entries.",
		Hint:  "A matrix has rank 2 if every row is a linear combination of the same two rows. What about consecutive numbers?",
		Start: "picture=typed&rows=1+2%3B3+4", Asks: 16,
		CounterExample: "picture=typed&rows=1+2%3B3+4",
		Example:        "picture=typed&rows=1+2+3+4%3B5+6+7+8%3B9+10+11+12%3B13+14+15+16",
		Reached: algos.Reach(func(a algos.Attempt, v layersView) (algos.Score, bool) {
			if !a.Complete || v.Picture != typed || v.rank != 2 {
				return algos.Score{}, false
			}
			cells := slices.Clone(v.cells)
			slices.Sort(cells)
			n := len(slices.Compact(cells))
			return algos.Counted(n, "<n distinct entry>"), n >= 16
		}),
	},
	{
		ID:    "holes",
		Text:  "Hold out at least 30 % of the ratings, without noise, and complete the matrix with a held-out RMSE of at most 0.01.",
		Hint:  "The true rank is 3. And does the run reach convergence before max iterations?",
		Start: "task=completion&picture=ratings&holdout=0.3&rank=2", Asks: 0.01, Fewer: true,
		CounterExample: "holdout=0.3&picture=ratings&rank=2&task=completion",
		Example:        "task=completion&picture=ratings&holdout=0.3&rank=3",
		Reached: algos.Reach(func(a algos.Attempt, v completionView) (algos.Score, bool) {
			if !a.Complete || v.Picture != ratings || v.Noise != 0 || v.Holdout < 0.3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.hidden, Words: say.Vars{"off": v.hidden}.Text("held-out RMSE <off>")}, v.hidden <= 0.01
		}),
	},
	{
		ID:    "far",
		Text:  "Choose A with entries of absolute value at most 2, and b of norm at most 3, so that the norm of $x^+$ is at least 50 with the default rcond.",
		Hint:  "Use a small singular value, and b along its direction. But not the singular value 0.",
		Start: "task=inverse&matrix=1+1%3B1+1.5&b=1,2", Asks: 50,
		CounterExample: "b=2%2C-2&matrix=1+1%3B1+1.5&task=inverse",
		Example:        "task=inverse&matrix=1+1%3B1+1.01&b=2,-2",
		Reached: algos.Reach(func(a algos.Attempt, v inverseView) (algos.Score, bool) {
			if !a.Complete || v.Rcond != defaultRcond || v.size() > 2 || norm(v.b) > 3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: norm(v.x), Words: say.Vars{"length": norm(v.x)}.Text("norm <length>")}, norm(v.x) >= 50
		}),
	},
}
