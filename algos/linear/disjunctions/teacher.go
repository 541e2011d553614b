package disjunctions

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"playground/algos"
	"playground/algos/say"
)

// An example is an input and its label.
type example struct {
	x     input
	label bool
	lied  bool // the label is not the target's
}

// A teacher picks the examples. next is told the hypothesis, which only an
// adversary looks at.
type teacher interface {
	next(h literals) (example, bool)
}

func newTeacher(t *task, r *rand.Rand) (teacher, error) {
	switch t.Order {
	case counting:
		return &list{t.counting()}, nil
	case typed:
		examples, err := t.parseRows()
		return &list{examples}, err
	case adversarial:
		if !t.contains {
			return nil, algos.Refuse(say.Vars{"target": quoted(t.Target)}.Text(
				"an adversary needs a target of the learner's kind: <target> has a negation, choose the general learner"))
		}
		return &adversary{task: t}, nil
	}
	return &list{t.random(r)}, nil
}

// label is what the target says of x.
func (t *task) label(x input) bool { return t.target.holds(x, t.N) }

// A list of examples, fixed beforehand.
type list struct{ examples []example }

func (l *list) next(literals) (example, bool) {
	if len(l.examples) == 0 {
		return example{}, false
	}
	e := l.examples[0]
	l.examples = l.examples[1:]
	return e, true
}

func (t *task) random(r *rand.Rand) []example {
	examples := make([]example, t.Examples)
	for i := range examples {
		var x input
		for j := range t.N {
			if r.Float64() < t.POne {
				x |= 1 << j
			}
		}
		lied := r.Float64() < t.LabelNoise
		examples[i] = example{x, t.label(x) != lied, lied}
	}
	return examples
}

// counting lists all inputs as binary numbers whose first digit is x₁.
func (t *task) counting() []example {
	examples := make([]example, 1<<t.N)
	for k := range examples {
		var x input
		for j := range t.N {
			x |= input(k>>(t.N-1-j)&1) << j
		}
		examples[k] = example{x: x, label: t.label(x)}
	}
	return examples
}

// parseRows reads bit strings, each with its label behind it or without.
func (t *task) parseRows() ([]example, error) {
	var examples []example
	for i, row := range strings.FieldsFunc(t.BitStrings, func(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }) {
		if i == maxExamples {
			return nil, algos.Refuse(say.Vars{"n": maxExamples}.Text("at most <n> examples"))
		}
		w := say.Vars{"i": i + 1, "row": quoted(row), "n": t.N}
		bits, label, given := strings.Cut(row, "=")
		if len(bits) != t.N || strings.Trim(bits, "01") != "" {
			return nil, algos.Refuse(w.Text("example <i>, <row>, must be <n> digits 0 or 1, one for each variable"))
		}
		if given && label != "0" && label != "1" {
			return nil, algos.Refuse(w.Text("example <i>, <row>: the label after = is 0 or 1"))
		}
		var e example
		for j, c := range bits {
			if c == '1' {
				e.x |= 1 << j
			}
		}
		e.label = t.label(e.x)
		if given && (label == "1") != e.label {
			e.label, e.lied = label == "1", true
		}
		examples = append(examples, e)
	}
	return examples, nil
}

// An adversary shows inputs of which the target is false and h is true through
// as few literals as possible, so that every mistake teaches as little as it can.
type adversary struct {
	*task
	last  input
	begun bool
}

func (a *adversary) next(h literals) (example, bool) {
	useless := h &^ a.target // what a mistake may take away
	var x input
	for i := range a.N { // every literal of the target is false
		if a.target.has(a.N + i) {
			x |= 1 << i
		}
	}
	if a.label(x) || useless == 0 {
		return example{}, false // the target is always true, or nothing is left to lose
	}
	if a.Learner == general && a.begun {
		// The literals left are false in the last input: one of them made true.
		x = a.last
	}
	if a.Learner == monotone || a.begun {
		x ^= 1 << (useless.each()[0] % a.N)
	}
	a.last, a.begun = x, true
	return example{x: x}, true
}
