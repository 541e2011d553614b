package svmmulticlass

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// Every certificate can fail: a state spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	last := algotest.Last(t, Demo, data, vals("tol", "1e-8"))
	if last.Status.State != algos.Converged {
		t.Fatal(last.Status)
	}
	sound := last.View.(*view)
	member := func(s *view) (i, k int) { // a coefficient that is not zero, of a rival
		for i, y := range s.Y {
			for k := range s.count() {
				if k != y && s.tau[i*s.count()+k] < 0 {
					return i, k
				}
			}
		}
		panic("no support vector")
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(s *view)
	}{
		{"weak-duality", func(s *view) { s.Primal = s.dual - 1e-9 }},
		{"gap", func(s *view) { s.Primal = s.dual + 1e-3 }},
		{"kkt", func(s *view) { s.viol = 1e-6 }},
		{"feasible", func(s *view) { i, k := member(s); s.tau[i*3+k] -= s.C }},
		{"feasible", func(s *view) { i, k := member(s); s.tau[i*3+k] = 0.1 }},
		{"expansion", func(s *view) { i, k := member(s); s.tau[i*3+k] += 1e-9 }},
		{"expansion", func(s *view) { s.w[1][0] += 1e-9 }},
		{"loss-bound", func(s *view) { s.Loss = s.Slack + 1e-9 }},
		{"structured", func(s *view) { s.Cost = costs(ordinal, s.classes) }},
		{"sum", func(s *view) { s.w[2][1] += 1e-9 }},
		{"soft-max", func(s *view) { s.apart = 0.1 }},
		{"ascent", func(s *view) { s.dual = s.before.dual - 1e-9 }},
	} {
		spoilt, shared := *sound, *sound.task
		spoilt.task = &shared
		spoilt.w, spoilt.tau = slices.Clone(sound.w), slices.Clone(sound.tau)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: sound, Spoilt: &spoilt})
	}

	last = algotest.Last(t, Demo, data, vals("method", oneVsOne, "kernel", "rbf"))
	whole := last.View.(*ensemble)
	for _, c := range []struct {
		check string
		spoil func(s *ensemble)
	}{
		{"weak-duality", func(s *ensemble) { s.primal = s.dual - 1e-9 }},
		{"gap", func(s *ensemble) { s.primal = s.dual + 1e-3 }},
		{"kkt", func(s *ensemble) { s.kkt = 1e-6 }},
		{"slackness", func(s *ensemble) { s.members[0].score[s.members[0].rows[0]] -= 5 }},
		{"balance", func(s *ensemble) { s.members[1].alpha[0] += 1e-9 }},
		{"box", func(s *ensemble) { s.members[2].alpha[0] = math.Nextafter(1, 2) }},
		{"box", func(s *ensemble) { s.members[2].alpha[0] = -1e-9 }},
		{"duels", func(s *ensemble) { s.mistakes = s.lost + 1 }},
		{"loss-bound", func(s *ensemble) { s.slack = float64(s.mistakes) - 0.1 }},
	} {
		spoilt := *whole
		spoilt.members = nil
		for _, b := range whole.members {
			copied := *b
			copied.alpha, copied.score = slices.Clone(b.alpha), slices.Clone(b.score)
			spoilt.members = append(spoilt.members, &copied)
		}
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: whole, Spoilt: &spoilt})
	}
	algotest.Spoilt(t, append(cases, spoiltShares(t, data)...))
}

// spoiltShares are states of a run under the log-loss, spoilt.
func spoiltShares(t *testing.T, data dataset.Source) (cases []algotest.Spoiling) {
	end := algotest.Last(t, Demo, data, vals("loss", logLoss)).View.(*crf)
	middle := algotest.Steps(t, Demo, data, vals("loss", logLoss))[80].View.(*crf)
	for _, c := range []struct {
		check string
		of    *crf
		spoil func(s *crf)
	}{
		{"weak-duality", end, func(s *crf) { s.dual = s.Primal + 1e-9 }},
		{"gap", end, func(s *crf) { s.dual = s.Primal - 1 }},
		{"kkt", end, func(s *crf) { s.viol = 1e-6 }},
		{"feasible", middle, func(s *crf) { s.shares[0].p[0], s.shares[0].p[1] = 500, 500 }},
		{"feasible", middle, func(s *crf) { s.shares[0].p[0], s.shares[0].p[1] = -1, -1 }},
		{"expansion", middle, func(s *crf) { s.w[1][0] += 1e-9 }},
		{"half-slope", end, func(s *crf) { s.dual -= 1e-6 }},
		{"loss-bound", end, func(s *crf) { s.soft.Loss = math.Ln2*float64(s.Mistakes) - 1e-6 }},
	} {
		bad, v := *c.of, *c.of.view
		v.w, bad.view, bad.shares = slices.Clone(v.w), &v, slices.Clone(c.of.shares)
		c.spoil(&bad)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.of, Spoilt: &bad})
	}
	return cases
}

// The guarantee about the soft maximum is broken by differences out of its limits.
func TestTheSoftMaximumCanBreak(t *testing.T) {
	limit := math.Log(3)
	for _, c := range []struct {
		least, most float64
		want        algos.Verdict
	}{{0, limit, algos.Holds}, {0.1, 1, algos.Holds}, {0, limit + 1e-9, algos.Broken}, {-1e-9, 1, algos.Broken}} {
		if got := softened(c.least, c.most, limit).Verdict; got != c.want {
			t.Errorf("%v to %v: %v", c.least, c.most, got)
		}
	}
}

// problem draws points of two to five classes, perhaps in one place, and settings.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(2, 14).Draw(t, "n")
	K := rapid.IntRange(2, 5).Draw(t, "K")
	all := make([][3]float64, n)
	for i := range all {
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			all[i] = all[rapid.IntRange(0, i-1).Draw(t, "of")]
		} else {
			all[i] = [3]float64{rapid.Float64Range(-2, 2).Draw(t, "x1"), rapid.Float64Range(-2, 2).Draw(t, "x2")}
		}
		all[i][2] = float64(rapid.IntRange(0, K-1).Draw(t, "y"))
	}
	return algotest.Trial{Set: algotest.Load(t, dataset.Classed(all...)), Params: param.Values{
		"method":     rapid.SampledFrom([]string{crammerSinger, oneVsOne, oneVsRest}).Draw(t, "method"),
		"loss":       rapid.SampledFrom([]string{hinge, logLoss}).Draw(t, "loss"),
		"cost":       rapid.SampledFrom([]string{zeroOne, ordinal, squared, dear}).Draw(t, "delta"),
		"bias":       rapid.SampledFrom([]string{"true", "false"}).Draw(t, "bias"),
		"max_epochs": rapid.SampledFrom([]string{"0", "1", "5"}).Draw(t, "passes"),
		"kernel":     rapid.SampledFrom([]string{"linear", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
		"C":          param.Format(math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log C"))),
		"gamma":      param.Format(math.Pow(10, rapid.Float64Range(-1, 1).Draw(t, "log gamma"))),
		"tol":        rapid.SampledFrom([]string{"1e-3", "1e-6", "1e-9"}).Draw(t, "tol"),
	}}
}

// no guarantee is broken at any step of any run, and none is open at the end.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// A point that is on the wrong side of its condition by 1.5 is seen, however large
// the terms are of which its score is made.
func TestSlacknessIsSeen(t *testing.T) {
	skew := algotest.ReadCSV(t, Demo, "testdata/skew.csv")
	for _, s := range algotest.Steps(t, Demo, skew, vals("method", oneVsOne)) {
		algotest.Promises(t, s)
		if len(s.View.(*ensemble).members) == 0 {
			continue
		}
		slackness, kkt := algotest.Check(t, s, "slackness"), algotest.Check(t, s, "kkt")
		if slackness.Verdict == algos.Holds && slackness.Left > 1e-6 || kkt.Verdict == algos.Holds && slackness.Verdict == algos.Open {
			t.Errorf("%s: slackness %+v beside KKT %+v", s.Phase, slackness, kkt)
		}
	}
}

// The gap of a run that ends early is not called closed.
func TestGapAtACoarseTolerance(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	for _, method := range []string{crammerSinger, oneVsOne, oneVsRest} {
		last := algotest.Last(t, Demo, data, vals("method", method, "tol", "0.1", "C", "1000"))
		if c := algotest.Check(t, last, "gap"); (c.Left <= 1e-3*last.Metric("primal")) != (c.Verdict == algos.Holds) || c.Verdict == algos.Broken {
			t.Errorf("%s: of %v a gap of %+v", method, last.Metric("primal"), c)
		}
	}
}
