package topics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// play plays a run with these parameters, and returns its views.
func play(t testing.TB, pairs ...string) []view {
	t.Helper()
	return algotest.Views[view](t, Demo, own, pairs...)
}

func end(t testing.TB, pairs ...string) view {
	t.Helper()
	all := play(t, pairs...)
	return all[len(all)-1]
}

// Walking through a sweep changes nothing: it is the same run with more to see.
func TestWalkedRunIsTheSame(t *testing.T) {
	quick := play(t, "documents", "10", "sweeps", "5", "walked", "0")
	slow := play(t, "documents", "10", "sweeps", "5", "walked", "3", "slow", "200")
	if len(quick) != 6 || len(slow) != 6+499 {
		t.Fatalf("%d and %d steps", len(quick), len(slow))
	}
	if a, b := quick[5], slow[len(slow)-1]; !slices.Equal(a.now(), b.now()) || a.log != b.log {
		t.Errorf("ln p is %v, and %v where a sweep was walked", a.log, b.log)
	}
}

// What a step says of its draw is what the sampler drew by.
func TestDrawIsTheSamplers(t *testing.T) {
	for _, v := range play(t, "documents", "4", "sweeps", "2", "walked", "2", "slow", "4") {
		if v.at() < 0 {
			continue
		}
		x := v.last()
		below := 0.0
		for k := range x.new {
			below += x.p[k]
		}
		// The sampler multiplies by an inverse, and adds up: a few ulps.
		if v.u < below-1e-12 || v.u > below+x.p[x.new]+1e-12 {
			t.Fatalf("u = %v, and topic %d has %v from %v on", v.u, x.new+1, x.p[x.new], below)
		}
		if v.size == algos.Micro && math.Abs(v.log-v.before-math.Log(x.p[x.new]/x.p[x.old])) > 1e-9 {
			t.Fatalf("ln p changed by %v", v.log-v.before)
		}
	}
}

// The mixture that is folded in is the best one for the words shown and the prior, by a
// search over all mixtures of two topics.
func TestFoldedInMixture(t *testing.T) {
	psi := [][]float64{{0.7, 0.2, 0.1}, {0.1, 0.3, 0.6}}
	k := &task{unseen: [][]int32{{0, 2, 0, 1, 1, 2, 0, 0}}}
	at := func(j int) []float64 { return []float64{psi[0][k.unseen[0][j]], psi[1][k.unseen[0][j]]} }
	const alpha = 0.5
	score, best := math.Inf(-1), 0.0
	for i := 1; i < 100_000; i++ {
		share := float64(i) / 100_000
		sum := alpha * (math.Log(share) + math.Log(1-share))
		for j := 0; j < 8; j += 2 {
			sum += math.Log(mixed([]float64{share, 1 - share}, at(j)))
		}
		if sum > score {
			score, best = sum, share
		}
	}
	want := 0.0
	for j := 1; j < 8; j += 2 {
		want += math.Log(mixed([]float64{best, 1 - best}, at(j)))
	}
	// EM comes nearer by a factor a round; after twenty less than 1e-4 is left.
	got, n := k.predicted(psi, alpha)
	algotest.Near(t, "log probability", got, want, 1e-4)
	if n != 4 {
		t.Errorf("%d words are predicted", n)
	}
	if p := k.perplexity([][]float64{{0.25, 0.5, 0.25}}, 1); math.Abs(p-math.Exp(-(math.Log(0.25)*2+math.Log(0.5)+math.Log(0.25))/4)) > 1e-12 {
		t.Errorf("perplexity of one topic: %v", p)
	}
}

func TestOwnDocuments(t *testing.T) {
	v := end(t, "source", typed, "text", "The Cat, the cat!\n---\n\nDogs|猫 は cat", "heldout_text", "", "min_word_length", "1", "k", "2", "sweeps", "3")
	if got := fmt.Sprint(v.names, v.D, v.N, v.corpus.size(1)); got != "[the cat dogs 猫 は] 4 8 0" {
		t.Error(got)
	}
	// Of a document without words nothing is known but the prior.
	shares := v.shares(v.counted(v.now()), 1)
	algotest.Near(t, "proportion", shares[0], 0.5, 0)
	if !math.IsNaN(v.metrics()[2]) {
		t.Error("nothing is held out, and it has a perplexity")
	}
	three := end(t, "source", typed, "k", "3", "alpha", "0.2")
	for _, pair := range [][2]string{{"bread", "flour"}, {"star", "planet"}, {"seed", "leaf"}} {
		a, b := three.topicOf(pair[0]), three.topicOf(pair[1])
		if a != b {
			t.Errorf("%s is in topic %d, %s in topic %d", pair[0], a+1, pair[1], b+1)
		}
	}
}

// topicOf is where a word is likeliest.
func (v view) topicOf(word string) int {
	w, psi, best := slices.Index(v.names, word), v.topics(v.counted(v.now())), 0
	for k := range psi {
		if psi[k][w] > psi[best][w] {
			best = k
		}
	}
	return best
}

func TestEmptyDocuments(t *testing.T) {
	for _, text := range []string{"--\nword\n--", "word|1|2", "1\n2\nword"} {
		for _, v := range play(t, "source", typed, "text", text, "k", "2", "sweeps", "2") {
			for _, c := range v.Checks() {
				if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
					t.Errorf("%q: %s is %s", text, c.Name, c.Verdict)
				}
			}
			v.Panels()
			v.Say()
		}
	}
}

func TestRefusals(t *testing.T) {
	for want, pairs := range map[string][]string{
		"they have no word of at least 4 letters":            {"source", typed, "text", "a b c"},
		"documents: they have no word":                       {"source", typed, "text", ""},
		"there are more than 200":                            {"source", typed, "text", strings.Repeat("word\n", 201)},
		"6001 tokens; the maximum is":                        {"source", typed, "text", strings.Repeat("ab ", 6001), "min_word_length", "1"},
		"different words are too many":                       {"source", typed, "text", distinct(601)},
		"held-out documents: there are more than 200":        {"source", typed, "heldout_text", strings.Repeat("bread\n", 201)},
		"200 documents with 200 tokens each: the maximum is": {"documents", "200", "length", "200"},
		"the true ones can only be used":                     {"init", truth, "k", "9"},
		"documents are unknown":                              {"init", truth, "source", typed},
	} {
		s := algotest.Last(t, Demo, own, param.Pairs(pairs...))
		if got := s.Status.Reason.String(); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		for x := i + 26*26*26; x > 0; x /= 26 {
			b.WriteByte(byte('a' + x%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// Whatever the documents and the priors: no guarantee is broken.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		source := rapid.SampledFrom([]string{bars, random, typed}).Draw(t, "source")
		draw := func(name string, values ...string) string { return rapid.SampledFrom(values).Draw(t, name) }
		return algotest.Trial{Set: dataset.Set{Target: dataset.None}, Params: algotest.Values(
			"source", source, "k", draw("k", "1", "2", "7", "12"), "alpha", draw("α", "0.001", "0.3", "100"), "beta", draw("β", "0.001", "0.1", "100"),
			"init", draw("begin", anyhow, alike), "documents", draw("documents", "1", "3", "8"), "length", draw("length", "1", "2", "9"),
			"image_side", draw("side", "2", "5"), "words", draw("words", "1", "4"), "true_topics", draw("topics", "1", "3"),
			"true_alpha", draw("mix", "0.01", "1"), "n_heldout", draw("held", "0", "2"), "sweeps", draw("sweeps", "0", "1", "3"), "walked", draw("walked", "0", "1", "2"),
			"slow", draw("slow", "0", "2", "200"), "min_word_length", "1", "text", draw("text", "a a b|b b a", "a", "a||-|b c d e f", "x x x x x x x x x x x"),
		)}
	})
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := end(t, "documents", "6", "sweeps", "3")
	spoil := func(check string, corrupt func(v *view)) algotest.Spoiling {
		s := good
		s.task = new(task)
		*s.task = *good.task
		s.nk, s.nd, s.drawn = slices.Clone(s.nk), slices.Clone(s.nd), slices.Clone(s.drawn)
		corrupt(&s)
		return algotest.Spoiling{Check: check, Good: good, Spoilt: s}
	}
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("ratio", func(v *view) { v.Alpha *= 1.5 }),
		spoil("chain", func(v *view) { v.drawn[0] = (v.drawn[0] + 1) % 10 }),
		spoil("closed", func(v *view) { v.closed = newClosed(&v.corpus, v.K, v.Alpha, 2*v.Beta) }),
		spoil("pairing", func(v *view) { v.overlap *= 0.99 }),
	})
}

// The topics that made the words are a draw from the posterior where the priors are those
// that made them: the run stays near their ln p.
func TestTruthIsADrawWherePriorsAreRight(t *testing.T) {
	all := play(t, "source", random, "k", "5", "init", truth, "sweeps", "100", "walked", "0")
	mean, square := 0.0, 0.0
	for _, v := range all[20:] {
		mean += v.log / float64(len(all)-20)
		square += v.log * v.log / float64(len(all)-20)
	}
	if off := math.Abs(all[0].log-mean) / math.Sqrt(square-mean*mean); off > 6 {
		t.Errorf("the truth has %v, the run %v, %.1f deviations apart", all[0].log, mean, off)
	}
}

// What the lesson and the tour say stands in the steps that they lead to.
func TestLessonsNumbers(t *testing.T) {
	hand := algotest.Linked(t, Demo, "lesson", "?preset=hand&step=0")
	algotest.Written(t, Demo, "lesson", "-7.71", hand.Metric("log_joint"))
	bars := algotest.Linked(t, Demo, "tour", "?preset=bars&step=end#topics")
	if x := bars.Metric("moved"); math.Abs(x-0.25) > 0.02 {
		t.Errorf("a quarter of the words is said to move, and %v do", x)
	}
	v := bars.View.(view)
	if n := v.recovered(v.topics(v.counted(v.now()))); n != 10 {
		t.Errorf("%d bars are found", n)
	}
	there := algotest.Linked(t, Demo, "lesson", "?preset=truth&step=end#chart-joint")
	if there.Metric("log_joint") >= there.Metric("log_truth") {
		t.Error("ln p is said to fall from that of the truth")
	}
	recipe, err := Demo.Recipe("truth")
	if err != nil {
		t.Fatal(err)
	}
	run, err := recipe.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	for s := range run {
		if v := s.View.(view); v.sweep > 1 && v.log >= v.logTruth {
			t.Errorf("sweep %d has ln p = %v, more than the truth's %v", v.sweep, v.log, v.logTruth)
		}
	}
	few := algotest.Linked(t, Demo, "lesson", "?preset=few&step=end#topics")
	if few.Metric("perplexity") < 1.2*bars.Metric("perplexity") {
		t.Errorf("with five topics perplexity is said to stay high, and is %v", few.Metric("perplexity"))
	}
	drawn := algotest.Linked(t, Demo, "lesson", "?preset=drawn&step=end#chart-joint")
	if off := drawn.Metric("log_joint")/drawn.Metric("log_truth") - 1; math.Abs(off) > 0.02 {
		t.Errorf("the run is said to stay near the truth's ln p, and is %v away", off)
	}
}

// The number of a topic stands beside its picture, and covers no frame. The page opens where some topics are found, and not all.
func TestPicturesOfTopics(t *testing.T) {
	first := Demo.Presets[0]
	v := algotest.Steps(t, Demo, first.Data, first.Params)[first.Opens].View.(view)
	psi := v.topics(v.counted(v.now()))
	if found := v.recovered(psi); found < 3 || found >= v.K {
		t.Errorf("it opens with %d of %d topics found", found, v.K)
	}
	var frames []mark.Rect
	var names mark.Texts
	for _, m := range v.topicImages(psi).Marks {
		switch m := m.(type) {
		case mark.Rect:
			frames = append(frames, m)
		case mark.Texts:
			names = m
		}
	}
	if len(frames) != 2*v.K || len(names.At) != v.K {
		t.Fatalf("%d frames and %d numbers of %d topics", len(frames), len(names.At), v.K)
	}
	for _, at := range names.At {
		for _, f := range frames {
			const digits = 2.1 // of two digits, in cells of the smallest picture
			if at.Y > f.Min.Y && at.Y < f.Max.Y && at.X > f.Min.X && at.X-digits < f.Max.X {
				t.Errorf("the number at %v lies on the frame %v to %v", at, f.Min, f.Max)
			}
		}
	}
}
