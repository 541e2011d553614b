package adaboost

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, perhaps with duplicates, and parameters.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 14).Draw(t, "n")
	rows := make([][3]float64, n)
	for i := range rows {
		label := float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			rows[i][2] = label
			continue
		}
		coordinate := rapid.Float64Range(-2, 2)
		rows[i] = [3]float64{coordinate.Draw(t, "x1"), coordinate.Draw(t, "x2"), label}
	}
	return algotest.Trial{Set: algotest.Load(t, dataset.Labelled(rows...)), Params: param.Values{
		"base_learner": rapid.SampledFrom([]string{stump, depth2}).Draw(t, "weak"),
		"alpha_form":   rapid.SampledFrom([]string{half, full, beta, fixed}).Draw(t, "alpha"),
		"edge":         rapid.SampledFrom([]string{"0.001", "0.1", "0.2", "0.45"}).Draw(t, "gamma"),
		"n_estimators": rapid.SampledFrom([]string{"1", "5", "60"}).Draw(t, "rounds"),
	}}
}

// No promise is broken at any step of any run, and none is left open.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, problem, func(t *rapid.T, s algos.Step, checks []algos.Check) {
		for _, c := range checks {
			if c.Verdict == algos.Open {
				t.Fatalf("%s, %s is open", s.Phase, c.Name)
			}
		}
	})
}

// Every certificate can fail: a round spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoilt := func(s *state) *round { // a copy of the last round, in its place
		r := *s.last()
		s.rounds = append(slices.Clone(s.rounds[:len(s.rounds)-1]), &r)
		return &r
	}
	spoilVote := func(factor float64) func(s *state) {
		return func(s *state) {
			r := spoilt(s)
			before := r.alpha
			r.alpha *= factor
			for i, x := range s.x {
				s.f[i] += (r.alpha - before) * r.h.at(x)
			}
		}
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check, alpha string
		spoil        func(s *state)
	}{
		{"bound", half, func(s *state) { s.wrong = len(s.y) }},
		{"bound", half, func(s *state) { s.bound = float64(s.wrong)/float64(len(s.y)) - 1e-12 }},
		{"edges", half, func(s *state) { s.edges *= 2 }},
		{"edges", full, func(s *state) { s.bound = math.Exp(-2*s.edges) * (1 + 1e-11) }},
		{"loss", half, func(s *state) { s.loss *= 1 + 1e-11 }},
		{"loss", beta, func(s *state) { s.bound *= 1 - 1e-11 }},
		{"weights", half, func(s *state) { s.w[3] *= 1 + 1e-9 }},
		{"half", half, func(s *state) { s.w[s.mistakes(s.last().h)[0]] *= 1 + 1e-9 }},
		{"half", half, func(s *state) { s.w = slices.Repeat([]float64{1 / float64(len(s.y))}, len(s.y)) }},
		{"alpha", half, spoilVote(1.0001)},
		{"alpha", full, spoilVote(0.9999)},
		{"alpha", beta, spoilVote(1.0001)},
		{"conventions", half, spoilVote(1.0001)},
		{"conventions", full, func(s *state) { s.f[2] += 1e-9 }},
		{"total", beta, func(s *state) { spoilt(s).err += 1e-9 }},
		{"power", half, func(s *state) { s.edge = s.last().edge() + 0.2 }},
		{"power", fixed, func(s *state) { s.bound = s.powerBound() * (1 + 1e-9) }},
		{"gamma", half, func(s *state) { s.edge *= 1.5 }},
		{"gamma", fixed, func(s *state) { s.edge = 0.3 }},
		{"mass", beta, func(s *state) { s.mass = s.massBound() * (1 + 1e-9) }},
		{"mass", fixed, func(s *state) { s.edge *= 1.5 }},
		{"floor", beta, func(s *state) { s.floor *= 1.5 }},
		{"floor", fixed, func(s *state) { s.floor *= 1.5 }},
		{"threshold", beta, func(s *state) { s.f[1] += 1e-9 }},
		{"threshold", fixed, func(s *state) { s.f[1] *= -1 }},
		{"bound", fixed, func(s *state) { s.wrong = len(s.y) }},
		{"loss", fixed, func(s *state) { s.loss *= 1 + 1e-11 }},
		{"total", fixed, func(s *state) { spoilt(s).err += 1e-9 }},
	} {
		good := algotest.Last(t, Demo, dataset.Generate("overlap", 40, 0.9, 5), algotest.Values(
			"alpha_form", c.alpha, "n_estimators", "12", "edge", "0.05")).View.(view)
		bad, next := good, *good.next
		next.w, next.f = slices.Clone(next.w), slices.Clone(next.f)
		c.spoil(&next)
		bad.next = &next
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: good, Spoilt: bad})
	}
	good := algotest.Last(t, Demo, tenPoints, algotest.Values("alpha_form", fixed, "edge", "0.2", "n_estimators", "29")).View.(view)
	bad, next := good, *good.next
	next.wrong, bad.next = 1, &next
	algotest.Spoilt(t, append(cases, algotest.Spoiling{Check: "enough", Good: good, Spoilt: bad}))
}

// Of points of one class a stump still gets one wrong, and every round makes the total
// weight of the form with β several times less. It is followed for as long as it has
// digits, and then not compared: the audit saw it broken at 1.1·10⁻³¹⁵.
func TestTheTotalBelowAllNumbers(t *testing.T) {
	var rows [][3]float64
	for _, x := range [][2]float64{{-1.2, 0.4}, {0.3, -1.7}, {-0.6, 1.1}, {0.9, 0.2}, {-1.9, -0.5}, {0.1, 0.7}, {1.4, -0.8}} {
		rows = append(rows, [3]float64{x[0], x[1], -1})
	}
	followed, tiny := 0, 0
	for _, s := range algotest.Steps(t, Demo, dataset.Labelled(rows...), algotest.Values("alpha_form", "beta", "n_estimators", "1000")) {
		algotest.Promises(t, s)
		switch c := algotest.Check(t, s, "total"); {
		case c.Verdict == algos.Holds && c.Left > 0 && c.Left < 1e-280:
			followed++
		case c.Why == tooTiny:
			tiny++
		}
	}
	if followed == 0 || tiny == 0 {
		t.Errorf("compared %d times below 10⁻²⁸⁰, and left %d times", followed, tiny)
	}
}

// A vote next to nothing, of a stump next to chance level, is decided: its rounding is that
// of the two logarithms of which it is the difference.
func TestASmallVoteIsDecided(t *testing.T) {
	rows := slices.Repeat([][3]float64{{-1, -1, -1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1.0001, 1, -1}}, 5)
	least := 1.0
	for _, s := range algotest.Steps(t, Demo, dataset.Labelled(rows...), algotest.Values("n_estimators", "200")) {
		if c := algotest.Check(t, s, "alpha"); c.Verdict != algos.NotApplicable {
			least = min(least, c.Left)
			if c.Verdict != algos.Holds {
				t.Fatalf("%+v", c)
			}
		}
	}
	if least > 1e-8 {
		t.Errorf("the smallest vote is %v", least)
	}
}

// Where α is written without ½ it is not the minimum of the loss of Σαₜhₜ: the guarantee
// says in which F it is.
func TestThePromiseOfAlphaSaysItsF(t *testing.T) {
	for alpha, want := range map[string]string{half: "", full: "F/2 in place of F", beta: "½ ln(1/β)"} {
		last := algotest.Last(t, Demo, tenPoints, algotest.Values("alpha_form", alpha, "n_estimators", "3"))
		if c := algotest.Check(t, last, "alpha"); !strings.Contains(c.Why.String(), want) || (want == "") != (c.Why == "") {
			t.Errorf("%s: %q", alpha, c.Why)
		}
	}
}

// The form with β starts from the weights 1, and shares them out by W: its sentences
// and its formulas say the same.
func TestTheFormWithBetaSpeaksOfW(t *testing.T) {
	all := algotest.Steps(t, Demo, tenPoints, algotest.Values("alpha_form", "beta", "n_estimators", "2"))
	for k, want := range []string{
		`w_i = 1, \quad W = \sum_i w_i = 10`, `\frac{1}{W}\sum_i w_i`, `\frac{w_i}{W}`, "from 1 to", "classifies correctly lose weight",
	} {
		text := ""
		for _, l := range all[k].Say() {
			text += l.Text.String() + l.TeX.String()
		}
		if !strings.Contains(text, want) {
			t.Errorf("step %d: %s", k, text)
		}
	}
}

// Weights that have vanished end the run with a sentence.
func TestUnderflow(t *testing.T) {
	m := taskOf(t, corners, Options{Rounds: 9, Alpha: half, Weak: stump})
	s := m.start()
	s.w = []float64{0, 0.5, 0, 0.5}
	r := m.fit(s.w)
	step := s.chosen(r)
	if !r.last() || step.Status.State != algos.Exhausted || !step.Status.Final() {
		t.Errorf("%+v: %+v", r, step.Status)
	}
}
