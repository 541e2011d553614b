package table

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	{ID: "word", Kind: algos.PickOption, Ask: askWord, Answer: answerWord},
	{ID: "share", Kind: algos.SayNumber, Ask: askShare, Until: algos.AtEnd, Answer: answerShare},
}

func askWord(now algos.Step) (algos.Asked, bool) {
	s, ok := now.View.(state)
	if !ok || len(s.counts) < 2 || len(s.counts) > algos.MaxOptions {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which word comes next?"}
	for _, word := range s.table.Columns[s.table.Target()].Words {
		a.Options = append(a.Options, say.Vars{"word": say.Given(word)}.Text("<word>"))
	}
	return a, true
}

func answerWord(_, then algos.Step) (algos.Answer, bool) {
	s := then.View.(state)
	return algos.Answer{Option: int(s.table.Rows[s.row][s.table.Target()])}, true
}

func askShare(now algos.Step) (algos.Asked, bool) {
	_, ok := now.View.(state)
	return algos.Asked{Text: "What share will the most frequent word have?", Most: 1}, ok
}

func answerShare(_, then algos.Step) (algos.Answer, bool) {
	return algos.Answer{Number: then.Metrics[0], Tolerance: 0.1}, true
}
