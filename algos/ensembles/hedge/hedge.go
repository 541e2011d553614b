// Package hedge teaches prediction with expert advice by multiplicative weights: the regret
// against the best of the experts, any of which may be bad, is bounded.
//
// In every round the learner puts a distribution p on N experts,
// then observes their losses ℓ ∈ [0, 1] and loses p·ℓ. Hedge gives an expert that has
// lost L the weight exp(−ηL), so that a loss ℓ multiplies it by β^ℓ with β = exp(−η).
// Whoever chooses the losses, and even if he sees p before, after T rounds it has lost
// at most ln N/η + ηT/8 more than the best expert. Follow the leader
// and the weighted majority have no such bound: an adversary makes them lose each round.
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

// Demo is Hedge, and two deterministic learners.
var Demo = algos.Define(algos.Demo{
	ID:    "hedge",
	Title: "Hedge: expert advice",
	Keywords: "multiplicative weights, weighted majority, prediction with expert advice, regret, mistake bound, learning-rate decay, " +
		"adversarial opponent, exponential weights, follow the leader, adversary, doubling trick, 专家, 遗憾, 乘性权重",
	Summary:       "Multiplicative weights over experts, with sublinear regret against the best expert, even for an adversary.",
	Family:        "Online learning",
	Prerequisites: []string{"disjunctions", "adaboost"},
	Input:         input.Spec{Cells: canvas},
	Units:         algos.Units{Step: "round", First: "one <step> shows the losses and updates the weights"},
	Formula:       `w_i\leftarrow w_i\,\beta^{\ell_i},\quad p_i=\frac{w_i}{\sum_jw_j},\quad \beta=e^{-\eta}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "Hedge"},
		{Source: "Y. Freund, R. E. Schapire, A decision-theoretic generalization of on-line learning", Where: "Journal of Computer and System Sciences 55, 1997"},
		{Source: "N. Cesa-Bianchi, G. Lugosi, Prediction, Learning, and Games", Where: "chapter 2, 2006"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "regret", Title: "Regret and regret bounds", Y: "regret", Series: []mark.Series{
			{Metric: "regret", Label: "regret", Role: mark.RoleAccent},
			{Metric: "bound", Label: "regret bound of this η", Bound: true, Role: mark.RoleBad},
			{Metric: "optimal", Label: "√(t ln N / 2), optimal η for t", Bound: true, Role: mark.RoleGood},
			{Metric: "note", Label: "√t ln N, printed in the notes", Bound: true, Role: mark.RoleFaint},
		}},
		{ID: "average", Title: "Average regret", Y: "regret / t", Series: []mark.Series{
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
	spread, leader, majority                 = "hedge", "leader", "majority"
	fixed, optimal, noted, doubling, anytime = "fixed", "optimal", "notes", "doubling", "anytime"
	random, coins, good, switching           = "random", "coins", "one-good-expert", "switching"
	equal, adversarial, hit, typed           = "identical", "adversarial", "hits", "typed"
	painted                                  = "painted"
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
	Learner, Schedule, Losses string
	Eta                       float64
	Experts, Rounds           int
	Hits, Rows, Choices       string
}

const (
	maxExperts = 8 // as many as there are colours
	maxRounds  = 1000
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Learner, "learner", spread,
		param.Option{Value: spread, Label: "Hedge", TeX: `p_i=\frac{w_i}{\sum_jw_j}`},
		param.Option{
			Value: leader, Label: "follow the leader",
			Hint: "Deterministic: all weight on the leader, the expert with the smallest loss so far; ties go to the first.",
		},
		param.Option{
			Value: majority, Label: "weighted majority vote",
			Hint: "Binary predictions: the side with the larger total weight wins. Losses are rounded to correct (0) or mistake (1).",
		},
	)
	s.Choice(&o.Schedule, "schedule", fixed,
		param.Option{Value: fixed, Label: "constant", TeX: `\beta=e^{-\eta}`},
		param.Option{Value: optimal, Label: "optimal for known T", TeX: `\eta=\sqrt{\frac{8\ln N}{T}}`},
		param.Option{Value: noted, Label: "tuned β, known T", TeX: `\beta=\frac{1}{1+\sqrt{2\ln N/T}}`},
		param.Option{
			Value: doubling, Label: "doubling trick", TeX: `\eta=\sqrt{\frac{8\ln N}{2^k}}`,
			Hint: "For unknown T: blocks of 1, 2, 4, 8, … rounds, each with the optimal η for its length and weights reset to 1.",
		},
		param.Option{Value: anytime, Label: "anytime (decreasing)", TeX: `\eta_t=\sqrt{\frac{8\ln N}{t}}`},
	).Was("rate").Label("learning-rate schedule")
	s.Float(&o.Eta, "eta", 0.5, 0.001, 20).Log(0.01, 5).Label("learning rate η").When("schedule", fixed).
		Hint("A loss of 1 multiplies a weight by exp(−η): near 0 it hardly learns, large is close to follow the leader.")
	s.Choice(&o.Losses, "losses", good,
		param.Option{Value: random, Label: "uniform random"},
		param.Option{Value: coins, Label: "Bernoulli(½)", Hint: "Bernoulli(½) losses: every expert loses 0 or 1 with probability ½."},
		param.Option{Value: good, Label: "one good expert", Hint: "The last expert errs with probability 0.2, all others with probability ½."},
		param.Option{Value: switching, Label: "best expert changes", Hint: "The best expert changes every quarter of the run."},
		param.Option{Value: equal, Label: "identical losses", Hint: "All experts lose ½ in every round."},
		param.Option{
			Value: adversarial, Label: "adversarial",
			Hint: "An adaptive adversary sees the weights and penalises the largest; for a vote, as many experts as decide it.",
		},
		param.Option{Value: hit, Label: "you are the adversary", Hint: "You are the adversary: type which expert has loss 1 in each round."},
		param.Option{Value: painted, Label: "painted by hand", Hint: "Paint on the board which expert loses in which round, or load a file of numbers."},
		param.Option{Value: typed, Label: "typed table"},
	).Reads("good", good).Reads("equal", equal).Group("Losses")
	s.Int(&o.Experts, "experts", 5, 1, maxExperts).Label("number of experts N").Group("Losses").
		When("losses", random, coins, good, switching, equal, adversarial, hit)
	s.Int(&o.Rounds, "rounds", 60, 0, maxRounds).Slider(1, 200).Label("number of rounds T").Group("Losses").
		When("losses", random, coins, good, switching, equal, adversarial)
	s.Text(&o.Hits, "hits", "1 2 3 1 2 3", 3000, nil).Label("penalised experts").Group("Losses").When("losses", hit).
		Hint("The number of the expert with loss 1, one per round.")
	s.Text(&o.Rows, "rows", worked, 6000, nil).Label("table of losses").Group("Losses").When("losses", typed).
		Hint("The losses of all experts in each round, from 0 to 1; rounds are separated by semicolons or new lines.")
	s.Text(&o.Choices, "your_choices", "", 3000, nil).Was("follow").Label("your choices").Group("Play yourself").
		Hint("Play along: the expert that you follow in each round, by number; the last one repeats. Empty = you do not play.")
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
