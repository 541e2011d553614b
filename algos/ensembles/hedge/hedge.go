// Package hedge teaches multiplicative weights: how to follow experts, any of which
// may be bad, and lose little more than the best of them.
//
// In every round the learner spreads itself over N experts by a distribution p,
// then hears their losses ℓ ∈ [0, 1] and loses p·ℓ. Hedge gives an expert that has
// lost L the weight exp(−ηL), so that a loss ℓ multiplies it by β^ℓ with β = exp(−η).
// Whoever chooses the losses, and even if he sees p before, after T rounds it has lost
// at most ln N/η + ηT/8 more than the best expert. A learner that follows the
// heaviest expert, or votes, has no such bound: an adversary makes it lose each round.
package hedge

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Hedge, beside two learners that play without chance.
var Demo = algos.Define(algos.Demo{
	ID:            "hedge",
	Title:         "Hedge: following experts",
	Keywords:      "multiplicative weights, weighted majority, experts, regret, exponential weights, follow the leader, adversary, doubling trick, 专家, 遗憾, 乘性权重",
	Summary:       "Spread over experts, shrink whoever loses: never far behind the best.",
	Family:        "Online learning",
	Prerequisites: []string{"disjunctions", "adaboost"},
	Input:         input.Spec{Cells: canvas},
	Units:         algos.Units{Step: "round"},
	Formula:       `w_i\leftarrow w_i\,\beta^{\ell_i},\quad p_i=\frac{w_i}{\sum_jw_j},\quad \beta=e^{-\eta}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "Hedge (lines 785–811, 1293)"},
		{Source: "Y. Freund, R. E. Schapire, A decision-theoretic generalization of on-line learning", Where: "Journal of Computer and System Sciences 55, 1997"},
		{Source: "N. Cesa-Bianchi, G. Lugosi, Prediction, Learning, and Games", Where: "chapter 2, 2006"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "regret", Title: "Regret and its bounds", Y: "regret", Series: []mark.Series{
			{Metric: "regret", Label: "regret", Role: mark.RoleAccent},
			{Metric: "bound", Label: "bound of this η", Bound: true, Role: mark.RoleBad},
			{Metric: "optimal", Label: "√(t ln N / 2), the best η for t", Bound: true, Role: mark.RoleGood},
			{Metric: "note", Label: "√t ln N, as the notes say", Bound: true, Role: mark.RoleFaint},
		}},
		{ID: "average", Title: "Regret a round", Y: "regret / t", Series: []mark.Series{
			{Metric: "average", Label: "regret / t", Role: mark.RoleAccent}, {Metric: "average_bound", Label: "bound / t", Bound: true, Role: mark.RoleBad},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The learners, the ways to choose η and the losses; the values are public.
const (
	spread, leader, majority                                       = "hedge", "leader", "majority"
	fixed, optimal, noted, doubling, anytime                       = "fixed", "optimal", "notes", "doubling", "anytime"
	random, coins, good, switching, equal, adversarial, hit, typed = "random", "coins", "good", "switching", "equal", "adversarial", "hits", "typed"
	painted                                                        = "painted"
)

// canvas takes losses that are painted, a row a round and a column an expert. Without them the
// demo makes its own.
var canvas = &input.Cells{
	Rows: input.Span{Least: 1, Most: dataset.MaxCells}, Cols: input.Span{Least: 1, Most: maxExperts}, High: 1,
	Brushes: []input.Brush{{Value: 0, Name: "no loss"}, {Value: 1, Name: "loss"}},
	Start:   dataset.NewCells(12, 4, 0), When: param.Values{"losses": painted},
	Row: "round", Col: "expert",
}

type options struct {
	Learner, Rate, Losses string
	Eta                   float64
	Experts, Rounds       int
	Hits, Rows, Follow    string
}

const (
	maxExperts = 8 // as many as there are colours
	maxRounds  = 1000
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Learner, "learner", spread,
		param.Option{Value: spread, Label: "Hedge (spread over all)", TeX: `p_i=\frac{w_i}{\sum_jw_j}`},
		param.Option{Value: leader, Label: "follow the heaviest", Hint: "All on the expert with the largest weight, the first of equals: no chance in it."},
		param.Option{
			Value: majority, Label: "weighted majority vote",
			Hint: "Every expert says one of two things, and the heavier side is believed. Losses are rounded to right (0) or wrong (1).",
		},
	)
	s.Choice(&o.Rate, "rate", fixed,
		param.Option{Value: fixed, Label: "fixed", TeX: `\beta=e^{-\eta}`},
		param.Option{Value: optimal, Label: "the best for T", TeX: `\eta=\sqrt{\frac{8\ln N}{T}}`},
		param.Option{Value: noted, Label: "tuned to T, with β", TeX: `\beta=\frac{1}{1+\sqrt{2\ln N/T}}`},
		param.Option{
			Value: doubling, Label: "doubling trick", TeX: `\eta=\sqrt{\frac{8\ln N}{2^k}}`,
			Hint: "Blocks of 1, 2, 4, 8, … rounds, each with the best η for its length and with all weights 1 again.",
		},
		param.Option{Value: anytime, Label: "smaller every round", TeX: `\eta_t=\sqrt{\frac{8\ln N}{t}}`},
	).Label("rate η")
	s.Float(&o.Eta, "eta", 0.5, 0.001, 20).Log(0.01, 5).Label("η").When("rate", fixed).
		Hint("How fast a loss shrinks a weight: by the factor exp(−η) for a loss of 1.")
	s.Choice(&o.Losses, "losses", good,
		param.Option{Value: random, Label: "random numbers"},
		param.Option{Value: coins, Label: "fair coins", Hint: "Every expert loses 0 or 1, each with probability ½: nothing can be learnt."},
		param.Option{Value: good, Label: "one good expert", Hint: "The last expert errs with probability 0.2, all others with ½."},
		param.Option{Value: switching, Label: "the good one switches", Hint: "Every quarter of the run another expert is the good one."},
		param.Option{Value: equal, Label: "all equal", Hint: "All experts lose ½ in every round."},
		param.Option{Value: adversarial, Label: "adversarial", Hint: "An adversary who sees the weights hits the heaviest; of voters, as many as carry the vote."},
		param.Option{Value: hit, Label: "you hit", Hint: "You are the adversary: type which expert loses 1 in each round."},
		param.Option{Value: painted, Label: "painted by hand", Hint: "Paint on the board who loses in which round, before the run and while you look at it; or load a file of numbers."},
		param.Option{Value: typed, Label: "typed table"},
	).Group("Losses")
	s.Int(&o.Experts, "experts", 5, 1, maxExperts).Label("experts N").Group("Losses").When("losses", random, coins, good, switching, equal, adversarial, hit)
	s.Int(&o.Rounds, "rounds", 60, 0, maxRounds).Slider(1, 200).Label("rounds T").Group("Losses").
		When("losses", random, coins, good, switching, equal, adversarial)
	s.Text(&o.Hits, "hits", "1 2 3 1 2 3", 3000, nil).Label("hit").Group("Losses").When("losses", hit).
		Hint("The number of the expert that is hit, one a round.")
	s.Text(&o.Rows, "rows", worked, 6000, nil).Label("table of losses").Group("Losses").When("losses", typed).
		Hint("One round after the other, with semicolons or new lines between them: the losses of all experts, from 0 to 1.")
	s.Text(&o.Follow, "follow", "", 3000, nil).Label("you follow").Group("Play yourself").
		Hint("Play against it: the number of the expert that you follow, one a round; the last one stays. Empty: you do not play.")
}

// run is the textbook loop: a distribution, the losses, smaller weights.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(o, p)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		var past []round
		for yield(step(t, past)) && len(past) < t.T {
			past = append(past, t.play(past))
		}
	}, nil
}
