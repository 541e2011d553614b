package algos

import "playground/algos/say"

// Units is what the steps of a demo are called, in the words of the textbook. It is said once
// for all that speaks of them: the counter ("round 8 of 13"), the choice of the size, the
// buttons ("next round") and the hint on the first visit. A name is a noun in the singular, and
// an empty one the plain word: small step, step, pass. A method whose variants have different
// words leaves the name empty.
type Units struct {
	Small string // part of an iteration: "proposal"
	Step  string // one iteration: "round"
	Pass  string // one sweep over the data: "epoch"
	// First says what the first press of the button does, a clause about <step>, in whose
	// place the name stands: "one <step> adds a stump"; empty: one step forward.
	First string
}

// Name is what a step of that size is called; empty where the plain word does.
func (u Units) Name(size Size) say.Phrase {
	return say.Phrase([...]string{Micro: u.Small, Normal: u.Step, Pass: u.Pass}[size])
}

// Hint is what the first press of the button does; empty where it takes a step that has
// nothing to tell about it.
func (u Units) Hint() say.Phrase {
	if u.First == "" {
		return ""
	}
	return say.Vars{"step": u.Called(Normal)}.Text(u.First)
}

// Called is what a step of that size is called, by the plain word if need be.
func (u Units) Called(size Size) say.Phrase {
	if name := u.Name(size); name != "" {
		return name
	}
	return [...]say.Phrase{Micro: "small step", Normal: "step", Pass: "pass"}[size]
}

// Next names what comes after a step, one label for each size: "check x₇". An empty one
// names the step of that size as [Demo.Units] does: "next round". A small step without a label
// and without a name is the same as a step, and a pass without them goes to the end of the run.
type Next struct {
	Small, Step, Pass say.Phrase
}

func (n Next) filled(names Units) Next {
	next := func(size Size) say.Phrase {
		return say.Vars{"step": names.Called(size)}.Text("next <step>")
	}
	switch {
	case n.Step != "":
	case n.Small != "" && names.Step == "":
		n.Step = n.Small
	default:
		n.Step = next(Normal)
	}
	switch {
	case n.Small != "":
	case names.Small != "":
		n.Small = next(Micro)
	default:
		n.Small = n.Step
	}
	switch {
	case n.Pass != "":
	case names.Pass != "":
		n.Pass = next(Pass)
	default:
		n.Pass = toEnd
	}
	return n
}

// toEnd is the label of a press that plays the rest of a run.
const toEnd = "to the end"
