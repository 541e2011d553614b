// Package disjunctions teaches learning with a bound on mistakes: a disjunction
// of some of n variables, found by striking out what a mistake rules out.
//
// Examples x ∈ {0,1}ⁿ come one at a time. The learner says whether its hypothesis
// h, a disjunction, is true of x, and is then told the label. It starts with all
// variables in h; where h is true and the label is negative, every variable that
// is 1 in x leaves h. If some disjunction of variables gives all the labels, there
// are at most n mistakes. With the n negations as further variables the same rule
// learns every disjunction of literals, with at most n + 1 mistakes.
package disjunctions

import (
	"context"
	"embed"
	"iter"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the elimination of literals.
var Demo = algos.Define(algos.Demo{
	ID:    "disjunctions",
	Title: "Learning a disjunction",
	Keywords: "Boolean, logic, concept learning, PAC, Winnow, online learning, mistake bound, elimination algorithm, " +
		"version space, halving, label noise, 布尔, 析取, 逻辑, 概念学习, 在线学习",
	Summary: "Elimination algorithm for Boolean disjunctions in the mistake-bound model: at most n mistakes, even for an adversary.",
	Units:   algos.Units{First: "one <step> goes to the next mistake, and literals are removed"},
	Family:  "Online learning",
	Formula: `\text{if }h(x)=1\text{ and }y=0\text{:}\quad h\leftarrow h\setminus\{\text{literals that are true in }x\}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "003", Where: "mistake-bounded learning"},
		{Source: "D. Angluin, Queries and concept learning", Where: "Machine Learning 2, 1988"},
		{Source: "N. Littlestone, Learning quickly when irrelevant attributes abound", Where: "Machine Learning 2, 1988"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "mistakes", Title: "Mistakes and mistake bounds", Y: "mistakes", Series: []mark.Series{
			{Metric: "mistakes", Label: "mistakes", Role: mark.RoleBad},
			{Metric: "bound", Label: "bound", Bound: true},
			{Metric: "sharp", Label: "bound with the target's size", Bound: true, Role: mark.RoleGood},
			{Metric: "note", Label: "2n (bound in the notes)", Bound: true, Role: mark.RoleFaint},
		}},
		{ID: "literals", Title: "Remaining literals in h", Y: "literals", Series: []mark.Series{
			{Metric: "left", Label: "in h"}, {Metric: "target", Label: "in the target", Bound: true, Role: mark.RoleGood},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The learners and the orders of examples; the values are public.
const (
	monotone, general                   = "monotone", "general"
	drawn, counting, adversarial, typed = "random", "all", "adversarial", "typed"
)

type options struct {
	Learner, Target, Order, BitStrings string
	N, Examples                        int
	POne, LabelNoise                   float64
}

const (
	maxN        = 10        // variables, so that all fit beside each other on a phone
	maxExamples = 1 << maxN // of a run
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Learner, "learner", monotone,
		param.Option{Value: monotone, Label: "monotone (no negations)", TeX: `h=x_{i}\lor x_{j}\lor\ldots`},
		param.Option{
			Value: general, Label: "general (with negations)", TeX: `h=x_{i}\lor\neg x_{j}\lor\ldots`,
			Hint: "The monotone algorithm on 2n literals: each negation is an extra variable.",
		},
	)
	s.Int(&o.N, "n", 5, 1, maxN).Label("number of variables n")
	readable := func(text string) error { _, err := parseTarget(text, 0); return err }
	s.Text(&o.Target, "target", "x1 or x3", 120, readable).Label("target concept").
		Hint("Target concept: literals joined by or, such as x1 or not x2; none = the disjunction that is never true.")
	s.Choice(&o.Order, "order", drawn,
		param.Option{Value: drawn, Label: "random"},
		param.Option{Value: counting, Label: "all 2ⁿ inputs in order", Hint: "From 00…0 to 11…1, each once."},
		param.Option{
			Value: adversarial, Label: "adversarial",
			Hint: "The adversary knows h and the target, and chooses examples that maximise the number of mistakes.",
		},
		param.Option{Value: typed, Label: "typed"},
	).Label("example order").Group("Teacher")
	s.Int(&o.Examples, "examples", 20, 1, maxExamples).Slider(1, 60).Label("number of examples").Group("Teacher").When("order", drawn)
	s.Float(&o.POne, "p_one", 0.4, 0, 1).Was("ones").Label("P(xᵢ = 1)").Group("Teacher").When("order", drawn)
	s.Float(&o.LabelNoise, "label_noise", 0, 0, 1).Was("noise").Slider(0, 0.5).Label("label noise").Group("Teacher").When("order", drawn).
		Hint("Probability that a label is flipped. 0 = no noise.")
	s.Text(&o.BitStrings, "bit_strings", "01000, 10000, 00010, 00100, 00001, 01011", 4000, nil).
		Was("rows").Label("examples (bit strings)").Group("Teacher").When("order", typed).
		Hint("Bit strings, x1 first, separated by commas or spaces. The target gives the label, unless you append one: 01000=1.")
}

// run is the textbook loop: an example, a prediction, the label, and after a
// mistake the elimination.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, teacher, err := newTask(o, p.Rand)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		l := newLearner(t)
		for did := start; ; did = learn {
			e, more := teacher.next(l.h)
			l.over = !more
			if !yield(l.step(did)) || !more {
				return
			}
			l.show(e)
			if !yield(l.step(predict)) {
				return
			}
			l.learn(e)
		}
	}, nil
}

// A task is what stays the same during a run.
type task struct {
	options
	target   literals
	contains bool    // the learner's class contains the target
	coming   []input // the first examples, where they are fixed beforehand
}

// literals are those that the learner knows.
func (t *task) literals() literals { return all(t.N, t.Learner == general) }

func newTask(o options, r *rand.Rand) (*task, teacher, error) {
	target, err := parseTarget(o.Target, o.N)
	if err != nil {
		return nil, nil, err
	}
	t := &task{options: o, target: target}
	t.contains = o.Learner == general || target.negations(o.N) == 0
	teach, err := newTeacher(t, r)
	if l, ok := teach.(*list); ok && err == nil {
		for _, e := range l.examples[:min(shownRows, len(l.examples))] {
			t.coming = append(t.coming, e.x)
		}
	}
	return t, teach, err
}
