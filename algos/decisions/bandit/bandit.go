// Package bandit teaches the multi-armed bandit: pull arms one after the other, see only the
// reward of the arm that was pulled, and earn as much as possible.
//
// Every policy keeps the mean reward of each arm,
//
//	Q(k) ← (count(k)·Q(k) + v) / (count(k) + 1),
//
// and differs in how it chooses the next arm: in turn, by the largest Q, ε-greedy, softmax, by an upper
// confidence bound (UCB1), by posterior samples (Thompson), or by weights that hold against an adversary (EXP3).
// The regret is what the best single arm would have earned more.
package bandit

import (
	"context"
	"embed"
	"iter"
	"strconv"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the multi-armed bandit with seven policies.
var Demo = algos.Define(algos.Demo{
	ID:    "bandit",
	Title: "Multi-armed bandit",
	Keywords: "K-armed bandit, exploration, exploitation, epsilon-greedy, softmax, Boltzmann exploration, UCB1, Thompson sampling, EXP3, " +
		"regret, A/B test, reinforcement learning, 多臂赌博机, 多臂老虎机, 探索与利用, ε-贪心, 遗憾",
	Summary:       "Choose between arms with unknown mean rewards: exploration, exploitation and regret.",
	Family:        "Reinforcement learning",
	Prerequisites: []string{"hedge"},
	Formula:       `Q(k)\leftarrow\frac{\mathrm{count}(k)\,Q(k)+v}{\mathrm{count}(k)+1}`,
	Sources:       files,
	Units:         algos.Units{Step: "pull", First: "one <step> chooses an arm and updates its mean reward"},
	Refs: []algos.Ref{
		{Source: "001", Where: "12.1"},
		{Source: "P. Auer, N. Cesa-Bianchi, P. Fischer, Machine Learning 47", Where: "finite-time analysis of the multiarmed bandit problem, 2002"},
		{
			Source: "P. Auer, N. Cesa-Bianchi, Y. Freund, R. E. Schapire, SIAM Journal on Computing 32",
			Where:  "the nonstochastic multiarmed bandit problem, 2002",
		},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "regret", Title: "Pseudo-regret of this run", Y: "pseudo-regret", When: []param.Condition{
			{Param: "rewards", Values: []string{bernoulli}}, {Param: "play", Values: []string{"false"}},
		}, Series: []mark.Series{
			{Metric: "regret", Label: "pseudo-regret", Role: mark.RoleAccent},
			{Metric: "bound", Label: "bound on its mean", Bound: true, Role: mark.RoleBad},
		}},
		{ID: "hindsight", Title: "Regret in hindsight", Y: "regret", When: []param.Condition{
			{Param: "rewards", Values: []string{adversarial, typed}}, {Param: "play", Values: []string{"false"}},
		}, Series: []mark.Series{
			{Metric: "regret", Label: "regret in hindsight", Role: mark.RoleAccent},
			{Metric: "bound", Label: "bound, one fixed arm", Bound: true, Role: mark.RoleBad},
		}},
		{ID: "average", Title: "Mean reward per pull", Y: "reward / t", When: []param.Condition{{Param: "play", Values: []string{"false"}}}, Series: []mark.Series{
			{Metric: "average", Label: "the policy", Role: mark.RoleAccent}, {Metric: "best_average", Label: "best arm", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "score", Title: "Cumulative rewards", Y: "reward", When: []param.Condition{{Param: "play", Values: []string{"true"}}}, Series: []mark.Series{
			{Metric: "reward", Label: "the policy", Role: mark.RoleAccent}, {Metric: "own_reward", Label: "you", Role: mark.RoleInk},
		}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// The policies and the kinds of rewards; the values are public.
const (
	explore  = "explore"
	exploit  = "exploit"
	greedy   = "epsilon-greedy"
	softmax  = "softmax"
	ucb1     = "ucb1"
	thompson = "thompson"
	exp3     = "exp3"

	bernoulli   = "bernoulli"
	adversarial = "adversarial"
	typed       = "typed"
)

// policies in the order of the form.
var policies = []string{explore, exploit, greedy, softmax, ucb1, thompson, exp3}

const (
	maxArms  = 10
	maxPulls = 10_000
	maxPlay  = 200 // pulls of a reader
)

type options struct {
	Arms         []float64
	Policy       string
	Epsilon, Tau float64
	Pulls        int
	Rewards      string
	Table        string
	Play         bool
	YourPulls    []int
}

// bind gives every option its name, default and limits.
func bind(o *options, s *param.Set) {
	s.Numbers(&o.Arms, "arms", []float64{0.2, 0.4, 0.5, 0.3, 0.7}, 0, 1).Count(1, maxArms).Label("mean rewards μ").When("rewards", bernoulli, adversarial).
		Hint("Arm k pays 1 with probability μₖ, else 0; an adversary uses only the number of arms.")
	s.Choice(&o.Policy, "policy", greedy,
		param.Option{Value: explore, Label: "exploration only", Hint: "All arms in turn: good estimates, no use of them."},
		param.Option{Value: exploit, Label: "exploitation only", TeX: `k=\arg\max_iQ(i)`, Hint: "Always the largest Q; ties are broken by chance."},
		param.Option{Value: greedy, Label: "ε-greedy", TeX: `P(k)=\frac{\varepsilon}{K}\ \text{or}\ 1-\varepsilon+\frac{\varepsilon}{K}`},
		param.Option{Value: softmax, Label: "softmax", TeX: `P(k)=\frac{e^{Q(k)/\tau}}{\sum_ie^{Q(i)/\tau}}`},
		param.Option{Value: ucb1, Label: "UCB1", TeX: `k=\arg\max_i\,Q(i)+\sqrt{\frac{2\ln t}{\mathrm{count}(i)}}`, Hint: "Needs rewards from 0 to 1."},
		param.Option{Value: thompson, Label: "Thompson sampling", TeX: `\theta_i\sim\mathrm{Beta}(1+S_i,1+F_i)`, Hint: "Needs rewards from 0 to 1."},
		param.Option{
			Value: exp3, Label: "EXP3", TeX: `P(k)=(1-\gamma)\frac{w_k}{\sum_iw_i}+\frac{\gamma}{K},\quad w_k\leftarrow w_k\,e^{\gamma\hat x_k/K}`,
			Hint: "Needs rewards from 0 to 1.",
		},
	)
	s.Float(&o.Epsilon, "epsilon", 0.1, 0, 1).Label("exploration rate ε or γ").When("policy", greedy, exp3).
		Hint("Probability of a uniformly drawn arm: 0 = exploitation only, 1 = uniform exploration. EXP3 calls it γ.")
	s.Float(&o.Tau, "tau", 0.1, 1e-6, 1e6).Log(0.01, 100).Label("temperature τ").When("policy", softmax).
		Hint("Near 0 it is exploitation only, very large it is uniform exploration.")
	s.Int(&o.Pulls, "pulls", 200, 0, maxPulls).Slider(1, 500).Label("number of pulls T").When("rewards", bernoulli, adversarial).And("play", "false")
	s.Choice(&o.Rewards, "rewards", bernoulli,
		param.Option{Value: bernoulli, Label: "Bernoulli"},
		param.Option{
			Value: adversarial, Label: "adversarial",
			Hint: "An adaptive adversary: 0 for the arm that the policy most probably pulls (Thompson: largest posterior mean), 1 for all others.",
		},
		param.Option{Value: typed, Label: "typed table"},
	).Group("Rewards")
	s.Text(&o.Table, "table", worked, 6000, nil).Label("table of rewards").Group("Rewards").When("rewards", typed).
		Hint("The rewards of all arms, one line per pull; lines are separated by semicolons.")
	s.Bool(&o.Play, "play", false).Label("play yourself").Group("Play yourself").
		Hint("You pull as often as the policy, in a hidden order of the arms; pull n of an arm pays both the same.")
	acts := make([]param.Act, maxArms)
	for i := range acts {
		acts[i] = param.Act{Label: strconv.Itoa(i + 1), Key: strconv.Itoa((i + 1) % 10)}
	}
	s.Actions(&o.YourPulls, "your_pulls", maxPlay, acts...).Label("your pulls").Group("Play yourself").When("play", "true")
}

// run is the textbook loop: choose an arm, pull it, update its mean reward.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := view{task: t, state: newState(t.K), own: newState(t.K)}
		for yield(v.step()) && v.pulls < t.T {
			v = v.next()
		}
	}, nil
}
