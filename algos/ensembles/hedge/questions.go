package hedge

import (
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
	return algos.Asked{Text: "The adversary will hit the heaviest expert. How much will Hedge lose in the next round?", Most: 1}, true
}

// answerLoss lets a guess be off by what cannot be seen in the bars.
func answerLoss(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.past) == 0 {
		return algos.Answer{}, false
	}
	s := say.Vars{"loss": v.now().loss}
	return algos.Answer{Number: v.now().loss, Tolerance: 0.03, Why: s.Text("Hedge loses what it has put on that expert: its share, <loss>.")}, true
}

func askHeaviest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.past) == v.T || v.N < 2 || v.N > 6 || v.T < 4 || v.Losses == painted { // of painted losses the board shows those to come
		return algos.Asked{}, false
	}
	asked := algos.Asked{Text: "Which expert will have lost the least at the end of the run?"}
	for i := range v.N {
		asked.Options = append(asked.Options, say.Phrase(name(i)))
	}
	return asked, true
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
	return algos.Answer{Option: best, Why: s.Text("At the end <name> has lost <star>, and <who> <L>.")}, true
}
