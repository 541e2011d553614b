package disjunctions

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// collect plays a run with these options.
func collect(o options) []algos.Step {
	d := algos.Define(Demo, func(*struct{}, *param.Set) {}, func(ctx context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
		return run(ctx, p, o)
	})
	steps, err := d.Steps(context.Background(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), nil)
	if err != nil {
		panic(err)
	}
	return slices.Collect(steps)
}

func last(t testing.TB, o options) view {
	t.Helper()
	steps := collect(o)
	s, ok := steps[len(steps)-1].View.(view)
	if !ok {
		t.Fatalf("refused: %s", steps[0].Status.Reason)
	}
	return s
}

// The example of the lecture notes, example by example.
func TestWorkedExample(t *testing.T) {
	var got []string
	for _, s := range collect(options{Learner: monotone, N: 5, Target: "x1 or x3", Order: typed, BitStrings: worked}) {
		if v := s.View.(view); v.did == learn {
			got = append(got, fmt.Sprintf("%s %v %v", s.Phase, v.h.each(), v.mistakes()))
		}
	}
	want := []string{
		"01000: a mistake [0 2 3 4] 1", "10000: correct [0 2 3 4] 1", "00010: a mistake [0 2 4] 2",
		"00100: correct [0 2 4] 2", "00001: a mistake [0 2] 3", "01011: correct [0 2] 3",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A second implementation: over all sequences of four inputs of three variables,
// and every target, the worst case is n for variables and n + 1 with negations.
func TestWorstCaseOverAllSequences(t *testing.T) {
	const n = 3
	for learner, want := range map[string]int{monotone: n, general: n + 1} {
		worst := 0
		for target := literals(0); target <= all(n, learner == general); target++ {
			for code := range 8 * 8 * 8 * 8 {
				l := newLearner(&task{options: options{Learner: learner, N: n}, target: target, contains: true})
				for c := code; len(l.past) < 4; c /= 8 {
					x := input(c % 8)
					l.show(example{x: x, label: l.label(x)})
					l.learn(l.past[len(l.past)-1].example)
				}
				if s := l.step(learn).View.(view); s.mistakes() > s.sharp() || l.falseNeg > 0 || l.clash > 0 {
					t.Fatalf("%s, target %b, code %o: %d mistakes, at most %d", learner, target, code, s.mistakes(), s.sharp())
				}
				worst = max(worst, l.falsePos)
			}
		}
		if worst != want {
			t.Errorf("%s: at worst %d mistakes, want %d", learner, worst, want)
		}
	}
}

// The adversary attains n − r and n + 1 − r for every target that is not always
// true, and its labels are the target's.
func TestAdversaryAttainsTheBound(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for _, learner := range []string{monotone, general} {
			for target := literals(0); target <= all(n, learner == general); target++ {
				text := join(target, writer{n}.plain, " or ", "none")
				s := last(t, options{Learner: learner, N: n, Target: text, Order: adversarial})
				want := s.sharp()
				if target.always(n) {
					want = 0
				}
				if s.target != target || s.mistakes() != want || len(s.past) != want || s.falseNeg > 0 {
					t.Fatalf("n = %d, %s, %s: %d mistakes of %d examples, want %d", n, learner, text, s.mistakes(), len(s.past), want)
				}
				for _, e := range s.past {
					if e.label != s.label(e.x) {
						t.Fatalf("a wrong label for %s", e.x.bits(n))
					}
				}
			}
		}
	}
}

// gives reports by brute force whether some hypothesis of the class gives all
// labels.
func gives(examples []seen, n int, negations bool) bool {
	for h := literals(0); h <= all(n, negations); h++ {
		if !slices.ContainsFunc(examples, func(e seen) bool { return (h&truths(e.x, n) != 0) != e.label }) {
			return true
		}
	}
	return false
}

// Whatever the labels: no promise is broken, the hypothesis is the largest that
// no negative example rules out, and a contradiction is named exactly when no
// hypothesis gives the labels.
func TestPromisesHold(t *testing.T) {
	clashes, clean := 0, 0
	var n int
	var learner string
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n = rapid.IntRange(1, 4).Draw(t, "n")
		learner = rapid.SampledFrom([]string{monotone, general}).Draw(t, "learner")
		target := join(literals(rapid.IntRange(0, 1<<(2*n)-1).Draw(t, "target")), writer{n}.plain, " or ", "none")
		rows := ""
		for range rapid.IntRange(0, 8).Draw(t, "examples (bit strings)") {
			row := input(rapid.IntRange(0, 1<<n-1).Draw(t, "row")).bits(n)
			rows += row + rapid.SampledFrom([]string{"", "", "=0", "=1"}).Draw(t, "label") + " "
		}
		return algotest.Trial{
			Set:    dataset.Set{Target: dataset.None},
			Params: algotest.Values("learner", learner, "n", fmt.Sprint(n), "order", typed, "target", target, "bit_strings", rows),
		}
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		v := s.View.(view)
		if v.did == predict {
			return
		}
		possible := gives(v.past, n, learner == general)
		if possible != (v.clash == 0) {
			t.Fatalf("%s: a contradiction at %d, brute force says possible: %v", s.Phase, v.clash, possible)
		}
		if possible {
			clean++
		} else {
			clashes++
		}
	})
	if clashes == 0 || clean == 0 {
		t.Errorf("%d contradictions, %d without", clashes, clean)
	}
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	worst := last(t, options{Learner: general, N: 4, Target: "x2", Order: adversarial})
	clash := last(t, options{Learner: monotone, N: 2, Target: "x1", Order: typed, BitStrings: "10=0 10=1"})
	var cases []algotest.Spoiling
	for name, c := range map[string]struct {
		on      view
		corrupt func(*view)
	}{
		"mistakes": {worst, func(s *view) { s.falsePos = 6 }},
		"note":     {worst, func(s *view) { s.falsePos = 9 }},
		"sharp":    {worst, func(s *view) { s.falsePos = 5 }},
		"progress": {worst, func(s *view) { s.h |= 1 << 3 }},
		"kept":     {worst, func(s *view) { s.h = 0 }},
		"right":    {worst, func(s *view) { s.h = all(4, true) }},
		"forced":   {worst, func(s *view) { s.falsePos = 3 }},
		"clash":    {clash, func(s *view) { s.past = slices.Clone(s.past); s.past[0].label = true }},
	} {
		s := c.on
		c.corrupt(&s)
		cases = append(cases, algotest.Spoiling{Check: name, Good: c.on, Spoilt: s})
	}
	algotest.Spoilt(t, cases)
}

func TestContradictionIsNamed(t *testing.T) {
	s := last(t, options{Learner: monotone, N: 4, Target: "x1 or x3", Order: typed, BitStrings: "0110=0, 0100, 0010=1, 1000, 0001"})
	want := "Empty version space: no disjunction of variables is consistent with the labels so far. Example 3, 0010, is positive, yet x₃ is true in the negative example 1. " +
		"So a label is noisy, or the target is not a disjunction of variables."
	if s.clash != 3 || s.clashed != 3 || s.sayClash().String() != want {
		t.Errorf("at %d, known at %d: %s", s.clash, s.clashed, s.sayClash())
	}
	if s.status.State != algos.Exhausted || !strings.Contains(s.status.Reason.String(), "no disjunction of variables is consistent with all labels") {
		t.Errorf("%+v", s.status)
	}
}

func TestTargets(t *testing.T) {
	for text, want := range map[string]literals{
		"x1": 1, "x1 or x3": 5, "X1 OR X3": 5, "x1|x3": 5, "x1 ∨ x3": 5, "x1, x3": 5, "x_1 + x_3": 5,
		"not x1": 8, "!x2 | x1": 17, "¬x3": 32, "x1 or not x1": 9, "NOT x2": 16, "none": 0, "0": 0,
	} {
		if got, err := parseTarget(text, 3); err != nil || got != want {
			t.Errorf("%q: %b, want %b (%v)", text, got, want, err)
		}
	}
	for _, text := range []string{"", "x", "x0", "x4", "x99", "y1", "x1 and x2", "x1 or", "1", "not", "x1x2"} {
		if got, err := parseTarget(text, 3); err == nil {
			t.Errorf("%q: %b, want an error", text, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	for want, o := range map[string]options{
		"the variables are x1 to x2":  {Learner: monotone, N: 2, Target: "x1 or x3", Order: counting},
		"must be 3 digits":            {Learner: monotone, N: 3, Target: "x1", Order: typed, BitStrings: "01"},
		"example 2, \"0a1\"":          {Learner: monotone, N: 3, Target: "x1", Order: typed, BitStrings: "010, 0a1"},
		"the label after = is 0 or 1": {Learner: monotone, N: 3, Target: "x1", Order: typed, BitStrings: "010=2"},
		"choose the general learner":  {Learner: monotone, N: 3, Target: "not x1", Order: adversarial},
	} {
		_, err := run(t.Context(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), o)
		if refusal := new(algos.Refusal); !errors.As(err, &refusal) || !strings.Contains(refusal.Reason.String(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	steps := collect(options{Learner: monotone, N: 3, Target: "x1", Order: typed, BitStrings: " , "})
	if want := "there are no examples"; len(steps) != 1 || !strings.Contains(steps[0].Status.Reason.String(), want) {
		t.Errorf("%d steps, %q, want %q", len(steps), steps[0].Status.Reason, want)
	}
}

// What somebody typed is repeated as it is, but no formula and not all of it.
func TestRefusalsRepeatTextSafely(t *testing.T) {
	long := strings.Repeat("x", 4000)
	for want, o := range map[string]options{
		`example 1, "＄\\href{x}{y}＄", must be 3 digits 0 or 1, one for each variable`:     {N: 3, Target: "x1", Order: typed, BitStrings: `$\href{x}{y}$`},
		`example 1, "＄x^2＄=", must be 3 digits 0 or 1, one for each variable`:             {N: 3, Target: "x1", Order: typed, BitStrings: "$x^2$="},
		`example 1, "010=＄": the label after = is 0 or 1`:                                 {N: 3, Target: "x1", Order: typed, BitStrings: "010=$"},
		`example 1, "` + long[:40] + `…", must be 3 digits 0 or 1, one for each variable`: {N: 3, Target: "x1", Order: typed, BitStrings: long},
		`"＄x^2＄" is no literal: write x1 or not x3, joined by or`:                         {N: 3, Target: "$x^2$", Order: counting},
		`"` + long[:40] + `…" is no literal: write x1 or not x3, joined by or`:            {N: 3, Target: long[:120], Order: counting},
		`an adversary needs a target of the learner's kind: "not x1 or not x1 or not x1 or not x1 or …" has a negation, choose the general learner`: {
			N: 3, Target: strings.Repeat("not x1 or ", 9) + "x2", Order: adversarial,
		},
	} {
		o.Learner = monotone
		_, err := run(t.Context(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), o)
		if refusal := new(algos.Refusal); !errors.As(err, &refusal) || refusal.Reason.String() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// One example can be enough to rule out every hypothesis; one label contradicts no
// other.
func TestReasonsCountExamples(t *testing.T) {
	for rows, want := range map[string]string{
		"000=1":      "no disjunction of variables is consistent with the first example",
		"110, 000=1": "no disjunction of variables is consistent with the first 2 examples",
	} {
		v := last(t, options{Learner: monotone, N: 3, Target: "x1", Order: typed, BitStrings: rows})
		if c := algotest.Check(t, v, "mistakes"); c.Verdict != algos.NotApplicable || c.Why.String() != want {
			t.Errorf("%s: %+v", rows, c)
		}
	}
}

// Random examples have the share of ones and of wrong labels that was asked for.
func TestRandomExamples(t *testing.T) {
	o := options{Learner: monotone, N: 10, Target: "x1 or x2", Order: drawn, Examples: maxExamples, POne: 0.3, LabelNoise: 0.2}
	tk, teach, err := newTask(o, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	ones, lies, count := 0, 0, 0
	for e, ok := teach.next(0); ok; e, ok = teach.next(0) {
		count++
		ones += strings.Count(e.x.bits(o.N), "1")
		if e.label != tk.label(e.x) {
			lies++
		}
		if e.lied != (e.label != tk.label(e.x)) {
			t.Fatal("a lie without a mark")
		}
	}
	// Four standard deviations: of 10240 bits 0.018, of 1024 labels 0.05.
	if share := float64(ones) / float64(10*count); count != maxExamples || share < 0.28 || share > 0.32 {
		t.Errorf("%d examples, a share of %v ones", count, share)
	}
	if share := float64(lies) / float64(count); share < 0.15 || share > 0.25 {
		t.Errorf("a share of %v wrong labels", share)
	}
}
