package bandit

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo makes its rewards itself.
var own dataset.Source

// negative are constant rewards, below the start Q = 0: each arm is pulled soon, and then the differences of the
// means are those of Q = (1, 2, 3).
var negative = strings.Repeat("-3 -2 -1%3B", 11) + "-3 -2 -1" // as it stands in a link

// presets are shown in this order; the first has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("epsilon-greedy", "ε-greedy", own, "step=end",
		"Ten per cent of the pulls explore. The largest mean reward soon belongs to arm 5, and the regret grows slowly but linearly."),
	algos.NewPreset("explore", "Exploration only", own, "step=end&policy=explore",
		"All arms are pulled equally often: the estimates are good, and the pseudo-regret is a straight line."),
	algos.NewPreset("exploit", "Exploitation only", own, "step=end&policy=exploit&seed=4",
		"The first arm that pays has the largest mean reward from then on, and the policy never leaves it."),
	algos.NewPreset("softmax", "Softmax", own, "step=end&policy=softmax&tau=0.2",
		"Arms with a larger mean reward are drawn more often. Drag τ in the picture of the probabilities."),
	algos.NewPreset("hot", "Softmax, large τ", own, "step=end&policy=softmax&tau=100", "For τ → ∞ the distribution is uniform: exploration only."),
	algos.NewPreset("cold", "Softmax, small τ", own, "step=end&policy=softmax&tau=0.005", "For τ → 0 the largest mean reward wins: exploitation only."),
	algos.NewPreset("ucb1", "UCB1", own, "step=end&policy=ucb1",
		"The upper confidence bound is large for a large mean and for few pulls. Weak arms are pulled again and again, but ever more rarely."),
	algos.NewPreset("thompson", "Thompson sampling", own, "step=end&policy=thompson",
		"Each posterior gives one sample, and the largest is pulled: an arm is pulled with the probability that it is the best."),
	algos.NewPreset("incremental", "Incremental mean", own, "step=4&rewards=typed&policy=exploit",
		"Rewards 1, 0, 1, 1 of a single arm: the mean is updated to 1, ½, ⅔, ¾."),
	algos.NewPreset("softmax-worked", "Softmax by hand", own, "step=end&rewards=typed&policy=softmax&tau=1&table="+negative,
		"The mean rewards are −3, −2, −1, which have the same differences as 1, 2, 3: the probabilities are 0.090, 0.245, 0.665."),
	algos.NewPreset("ties", "Ties are broken by chance", own, "step=end&rewards=typed&policy=exploit&table="+strings.Repeat("0 0 0%3B", 11)+"0 0 0",
		"All mean rewards stay 0. The first arm alone would be another rule: each of the tied arms has the same probability."),
	algos.NewPreset("adversary-ucb1", "UCB1, adversarial rewards", own, "step=end&policy=ucb1&rewards=adversarial",
		"The adversary foresees a deterministic choice and pays 0; only ties are left to chance. The regret is linear."),
	algos.NewPreset("exp3", "EXP3, adversarial rewards", own, "step=end&policy=exp3&rewards=adversarial&epsilon=0.15&pulls=1000",
		"EXP3 draws its arm, so the adversary cannot foresee it: its mean regret against each fixed arm stays below the bound."),
	algos.NewPreset("play", "You against UCB1", own, "step=end&opens=5&policy=ucb1&play=true&seed=3&your_pulls=0 1 2 3 4 1 2 1",
		"Press an arm to pull it. Pull n of an arm pays you and the policy the same."),
}

// boltz is a probability of softmax for Q = (1, 2, 3).
func boltz(k int, tau float64) float64 {
	sum := 0.0
	for i := range 3 {
		sum += math.Exp(float64(i-k) / tau)
	}
	return 1 / sum
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("incremental", "Rewards 1, 0, 1, 1: the last mean", "001: 2B-11", own, "step=4&rewards=typed&policy=exploit",
		algos.Expect("model.values[0]", "$Q$", 0.75, 1e-15), algos.Expect("metric.reward", "cumulative reward", 3, 0)),
	algos.NewFixture("softmax", "Q = (1, 2, 3) − 4, τ = 1", "001: 2B-11", own, "step=end&rewards=typed&policy=softmax&tau=1&table="+negative,
		algos.Expect("model.probabilities[0]", "$P(1)$", 0.0900306, 5e-8),
		algos.Expect("model.probabilities[1]", "$P(2)$", 0.2447285, 5e-8),
		algos.Expect("model.probabilities[2]", "$P(3)$", 0.6652410, 5e-8)),
	algos.NewFixture("softmax-cold", "Q = (1, 2, 3) − 4, τ = 0.1", "001: 2B-11", own, "step=end&rewards=typed&policy=softmax&tau=0.1&table="+negative,
		algos.Expect("model.probabilities[0]", "$P(1)$", 2.06e-9, 5e-12),
		algos.Expect("model.probabilities[1]", "$P(2)$", 4.5398e-5, 5e-10),
		algos.Expect("model.probabilities[2]", "$P(3)$", 0.9999546, 5e-8)),
	algos.NewFixture("softmax-warm", "Q = (1, 2, 3) − 4, τ = 10", "001: 2B-11", own, "step=end&rewards=typed&policy=softmax&tau=10&table="+negative,
		algos.Expect("model.probabilities[0]", "$P(1)$", 0.3006096, 5e-8),
		algos.Expect("model.probabilities[1]", "$P(2)$", 0.3322250, 5e-8),
		algos.Expect("model.probabilities[2]", "$P(3)$", 0.3671654, 5e-8)),
	algos.NewFixture("softmax-hot", "Q = (1, 2, 3) − 4, τ = 100", "closed form", own, "step=end&rewards=typed&policy=softmax&tau=100&table="+negative,
		algos.Expect("model.probabilities[0]", "$P(1)$", boltz(0, 100), 1e-12),
		algos.Expect("model.probabilities[2]", "$P(3)$", boltz(2, 100), 1e-12)),
	algos.NewFixture("explore", "200 pulls in turn", "closed form: 40 pulls of each arm, Σ 40 Δ", own, "step=end&policy=explore",
		algos.Expect("model.counts[3]", "$\\mathrm{count}(4)$", 40, 0), algos.Expect("metric.regret", "pseudo-regret", 56, 1e-12)),
	algos.NewFixture("ucb1-bound", "The bound of UCB1 after 200 pulls", "closed form", own, "step=end&policy=ucb1",
		algos.Expect("metric.bound", "bound", 8*math.Log(200)*(2+1/0.3+5+2.5)+(1+math.Pi*math.Pi/3)*1.4, 1e-9)),
	algos.NewFixture("foreseen", "Exploitation only, adversarial rewards", "by hand: the arm that has paid once is never paid again", own,
		"step=end&policy=exploit&rewards=adversarial&arms=0.5 0.5&seed=1",
		algos.Expect("metric.reward", "cumulative reward", 1, 0), algos.Expect("metric.regret", "regret", 198, 0)),
}
