package hedge

import (
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("loss", algos.SayNumber, askLoss, nextRound, answerLoss),
	algos.Ask("heaviest", algos.PickOption, askHeaviest, algos.AtEnd, answerHeaviest),
}

func nextRound(_, _ algos.Step) bool { return true }

// askLoss asks where the losses are known beforehand, or the adversary's are plain.
func askLoss(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.past) == v.T || v.Learner != spread || v.Losses != adversarial {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "The adversary will penalise the expert with the largest weight. What is the loss of Hedge in the next round?", Most: 1}, true
}

// answerLoss lets a guess be off by what cannot be seen in the bars.
func answerLoss(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.past) == 0 {
		return algos.Answer{}, false
	}
	s := say.Vars{"loss": v.now().loss}
	return algos.Answer{Number: v.now().loss, Tolerance: 0.03, Why: s.Text("Hedge loses the weight of that expert, <loss>.")}, true
}

func askHeaviest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.past) == v.T || v.N < 2 || v.N > 6 || v.T < 4 || v.Losses == painted || !v.decides() { // of painted losses the board shows those to come
		return algos.Asked{}, false
	}
	asked := algos.Asked{Text: "Which expert will have the smallest cumulative loss at the end?"}
	for i := range v.N {
		asked.Options = append(asked.Options, say.Phrase(name(i)))
	}
	return asked, true
}

// decides reports whether one expert alone will be the best in the end. An adversary keeps them level;
// other losses are in the table beforehand.
func (v view) decides() bool {
	if v.Losses == adversarial {
		return false
	}
	sums := make([]float64, v.N)
	for _, losses := range v.table[:min(v.T, len(v.table))] {
		for i, l := range losses {
			sums[i] += l
		}
	}
	slices.Sort(sums)
	return sums[0] < sums[1]
}

// answerHeaviest answers nothing where several are the best: none of them is "the" best.
func answerHeaviest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() || len(v.past) == 0 {
		return algos.Answer{}, false
	}
	best, ties := v.best(), 0
	for _, l := range v.cum() {
		if l == v.cum()[best] {
			ties++
		}
	}
	if ties > 1 {
		return algos.Answer{}, false
	}
	s := say.Vars{"name": name(best), "star": v.bestLoss(), "L": v.total(), "who": v.who()}
	return algos.Answer{Option: best, Why: s.Text("At the end the cumulative loss of <name> is <star>, that of <who> <L>.")}, true
}

// goals are challenges to a reader who plays: as the adversary, or beside Hedge.
var goals = []algos.Goal{
	{
		ID: "adversary",
		Text: `Be the adversary: penalise one of three experts per round, for at most 12 rounds, so that Hedge with $\eta=0.5$ has a regret of at ` +
			`least 2.3.`,
		Hint:  "Penalising an expert costs Hedge that expert's weight. The best expert should not be penalised at all.",
		Start: "losses=hits&experts=3&eta=0.5&hits=1 1 1", Asks: 2.3,
		CounterExample: "eta=0.5&experts=3&hits=1+1+1&losses=hits",
		Example:        "losses=hits&experts=3&eta=0.5&hits=1 2 1 2 1 2 1 2 1 2 1 2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Losses != hit || v.Learner != spread || v.Schedule != fixed || v.Eta != 0.5 || v.N != 3 || v.T > 12 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("regret <regret>")}, v.regret() >= 2.3
		}),
	},
	{
		ID:    "follower",
		Text:  "Give follow the leader a regret of at least 30 in at most 40 rounds.",
		Hint:  "An adaptive adversary penalises the leader. The experts then take turns: with how many experts is the best one penalised seldom enough?",
		Start: "learner=leader&losses=adversarial&experts=2&rounds=40", Asks: 30,
		CounterExample: "experts=2&learner=leader&losses=adversarial&rounds=40",
		Example:        "learner=leader&losses=adversarial&experts=8&rounds=40",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Learner != leader || v.T > 40 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("regret <regret>")}, v.regret() >= 30
		}),
	},
	{
		ID:   "painter",
		Text: `Paint the losses of two experts in at most 10 rounds, so that Hedge with $\eta=0.5$ has a regret of at least 1.75.`,
		Hint: "While both have the same loss, a loss of 1 costs Hedge ½, and then a loss of the other expert more. At the end one expert should be " +
			"far behind.",
		Start: "preset=painted&data=c10x2~" + strings.Repeat("0_0~", 9) + "0_0&eta=0.5", Asks: 1.75,
		CounterExample: "data=c10x2~0_0~0_0~0_0~0_0~0_0~0_0~0_0~0_0~0_0~0_0&eta=0.5&preset=painted&seed=7",
		Example:        "preset=painted&data=c10x2~1_0~0_1~1_0~0_1" + strings.Repeat("~1_0", 6) + "&eta=0.5",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Losses != painted || v.Learner != spread || v.Schedule != fixed || v.Eta != 0.5 || v.N != 2 || v.T > 10 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("regret <regret>")}, v.regret() >= 1.75
		}),
	},
}
