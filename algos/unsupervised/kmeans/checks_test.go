package kmeans

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, perhaps with copies, and settings.
func problem(t *rapid.T) algotest.Trial {
	n, dim := rapid.IntRange(1, 14).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "dim")
	scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 1e4, 1e-100}).Draw(t, "scale")
	shift := rapid.SampledFrom([]float64{0, 0, 100}).Draw(t, "shift")
	rows := make([][]float64, n)
	for i := range rows {
		if i > 0 && rapid.IntRange(0, 6).Draw(t, "copy") == 0 {
			rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			continue
		}
		rows[i] = make([]float64, dim)
		for d := range rows[i] {
			rows[i][d] = scale * (shift + rapid.Float64Range(-2, 2).Draw(t, "x"))
		}
	}
	return algotest.Trial{Seed: rapid.Uint64Max(99).Draw(t, "seed"), Set: algotest.Load(t, points(rows...)), Params: param.Values{
		"k":             fmt.Sprint(rapid.IntRange(1, min(n, 5)).Draw(t, "k")),
		"init":          rapid.SampledFrom([]string{"random", "kmeans++", "indices", "hand"}).Draw(t, "init"),
		"empty_cluster": rapid.SampledFrom([]string{"farthest", "keep", "drop"}).Draw(t, "empty"),
	}}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Every certificate can fail: a state spoilt on purpose is caught, by the check that is
// there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := func(data dataset.Source, at phase, v ...string) view {
		var found view
		for _, s := range algotest.Steps(t, Demo, data, algotest.Values(v...)) {
			if v := s.View.(view); v.phase == at && (at == drawing || v.round > 0) {
				found = v
			}
		}
		return found
	}
	gmm, small := dataset.Generate("gmm", 80, 1, 1), dataset.NumberLine(1, 2, 3, 10, 11, 12)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		view  view
		spoil func(s *state)
	}{
		{"monotone", good(gmm, updating), func(s *state) { s.objective = s.before * (1 + 1e-9) }},
		{"monotone", good(gmm, assigning), func(s *state) { s.objective = s.before * (1 + 1e-9) }},
		{"cells", good(gmm, assigning), func(s *state) { s.labels[7] = (s.labels[7] + 1) % 3 }},
		{"gradient", good(gmm, updating), func(s *state) { s.centres[1][0] += 1e-9 }},
		{"gradient", good(gmm, assigning), func(s *state) { s.centres[1][1] -= 1e-9 }},
		{"split", good(gmm, updating), func(s *state) { s.before += 1e-6 }},
		{"scatter", good(gmm, updating), func(s *state) { s.objective *= 1 + 1e-6 }},
		{"optimum", good(small, assigning, "k", "2"), func(s *state) { s.objective = 3.9999 }},
		{"fixpoint", good(gmm, assigning), func(s *state) { s.centres[2][0] += 1e-6 }},
		{"law", good(gmm, drawing), func(s *state) { s.law.D2[5] += 0.01 }},
		{"law", good(gmm, drawing), func(s *state) { row := s.law.Rows[0]; s.law.D2[row], s.law.D2[row+1] = s.law.D2[row+1], 0 }},
		{"falls", good(gmm, drawing), func(s *state) { s.law.Total = s.inertia * 0.9 }},
		{"factor", good(small, drawing, "k", "2"), func(s *state) {
			t := *s.task
			t.likely = func() (float64, bool) { return 1e3, true }
			s.task = &t
		}},
	} {
		spoilt := *c.view.state
		spoilt.centres, spoilt.labels = slices.Clone(spoilt.centres), slices.Clone(spoilt.labels)
		if spoilt.law != nil {
			spoilt.law = spoilt.law.Clone()
		}
		c.spoil(&spoilt)
		v := c.view
		v.state = &spoilt
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.view, Spoilt: v})
	}
	algotest.Spoilt(t, cases)
}

// What shows that points are in their cells is a distance, positive at the first view, and 0 on a boundary.
func TestCellsAreJudgedByADistance(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{{[]float64{0, 1, 4, 5}, 1.5}, {[]float64{0, 2, 4}, 0}} {
		v := algotest.Steps(t, Demo, dataset.NumberLine(c.x...), algotest.Values("k", "2", "init", "indices", "init_indices", "0,"+strconv.Itoa(len(c.x)-1)))
		for _, s := range v {
			s, ok := s.View.(view)
			if !ok || s.labels == nil || s.updated() {
				continue
			}
			if got := s.checkCells(); got.Verdict != algos.Holds || got.Left != c.want || got.Right != 0 {
				t.Errorf("of %v the nearest point is %g from the boundary, want %g: %s", c.x, got.Left, c.want, got.Verdict)
			}
			break
		}
	}
}
