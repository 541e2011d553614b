package bandit

import (
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("most", algos.PickBar, askMost, algos.AtEnd, answerMost),
	algos.Ask("growth", algos.PickOption, askGrowth, algos.AtEnd, answerGrowth),
	algos.Ask("mean", algos.SayNumber, askMean, nil, answerMean),
}

// open reports whether there is something to guess: a run that is not a game and has a way to go.
func (v view) open() bool { return !v.Play && v.K > 1 && v.pulls > 0 && v.T-v.pulls >= 50 }

func askMost(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.open() || v.Policy == explore || v.pulls > v.T/2 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: v.vars().Text("Which arm will <policy> have pulled most often after <T pull>?"), On: "board"}
	for k := range v.K {
		a.Marks = append(a.Marks, algos.Pick{Ref: ref(k), Name: arm(k)})
	}
	return a, true
}

func answerMost(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.pulls == 0 || v.pulls < v.T {
		return algos.Answer{}, false
	}
	var a algos.Answer
	most := 0
	for k, n := range v.counts {
		if n > most {
			a.Points, most = nil, n
		}
		if n == most {
			a.Points = append(a.Points, k)
		}
	}
	a.Why = say.Vars{"n": most, "T": v.T}.Text("It has <n> of <T pull>.")
	return a, true
}

// askGrowth asks in the first half of the run.
func askGrowth(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.open() || v.pulls < 20 || v.pulls > v.T/2 || v.regret() < 5 {
		return algos.Asked{}, false
	}
	s := v.vars()
	s["rate"] = v.regret() / float64(v.pulls)
	return algos.Asked{
		Text:    s.Text("So far the <rule> of <policy> has grown by <rate> per pull. How fast will it grow in the remaining pulls?"),
		Options: []say.Phrase{"less than half as fast", "about as fast", "more than twice as fast"},
	}, true
}

func answerGrowth(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.pulls < w.T || w.pulls <= v.pulls {
		return algos.Answer{}, false
	}
	rate := v.regret() / float64(v.pulls)
	later := (w.regret() - v.regret()) / float64(w.pulls-v.pulls)
	a := algos.Answer{Option: 1, Why: say.Vars{"rate": later}.Text("It grows by <rate> per pull.")}
	switch {
	case later < rate/2:
		a.Option = 0
	case later > 2*rate:
		a.Option = 2
	}
	return a, true
}

// askMean asks for the update where the reward is typed, so that it is known.
func askMean(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Play || v.Rewards != typed || v.K > 1 || v.pulls == 0 || v.pulls == v.T {
		return algos.Asked{}, false
	}
	s := say.Vars{"v": v.table[v.pulls][0], "q": v.values[0], "n": v.pulls}
	return algos.Asked{Text: s.Text("The mean of <n reward> is <q>, and the next reward is <v>. What is the new mean?")}, true
}

// answerMean lets a guess be off by rounding to two digits.
func answerMean(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.pulls == 0 {
		return algos.Answer{}, false
	}
	lo, hi := v.span()
	return algos.Answer{Number: v.values[0], Tolerance: 0.01 * (hi - lo), Why: "It is the sum of the rewards, divided by their number."}, true
}

// cured is a series of pulls that beats the policy of the goal.
var cured = "0 1 2 3 4 0 1 2 3 4" + strings.Repeat(" 1", 30)

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "stuck",
		Text:  "Choose the mean rewards of five arms so that exploitation only has a pseudo-regret of at least 120 after 200 pulls.",
		Hint:  "The first arm that pays keeps the policy. How small may its mean be, and how large that of the best arm?",
		Start: "preset=exploit", Asks: 120,
		CounterExample: "preset=exploit&arms=0.2 0.2 0.2 0.2 0.7",
		Example:        "preset=exploit&arms=0.2 0.2 0.2 0.2 1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Policy != exploit || v.Rewards != bernoulli || v.Play || v.K != 5 || v.T != 200 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("pseudo-regret <regret>")}, v.regret() >= 120
		}),
	},
	{
		ID:    "beat",
		Text:  "Play against UCB1 with the five default arms: after at least 40 pulls, be ahead of it by a cumulative reward of at least 5.",
		Hint:  "UCB1 explores much. Try each arm a few times, then stay with the one whose mean reward is largest.",
		Start: "preset=play", Asks: 5,
		CounterExample: "preset=play&your_pulls=" + strings.TrimSpace(strings.Repeat("2 ", 40)),
		Example:        "preset=play&your_pulls=" + cured,
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.Play || v.Policy != ucb1 || v.Rewards != bernoulli || v.pulls < 40 || a.Params["arms"] != "0.2 0.4 0.5 0.3 0.7" {
				return algos.Score{}, false
			}
			ahead := v.own.reward - v.reward
			return algos.Score{Number: ahead, Words: say.Vars{"ahead": ahead}.Text("ahead by <ahead>")}, ahead >= 5
		}),
	},
}
