package kmeans

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/unsupervised/internal/lloyd"
)

// Every round of every case: scikit-learn's centres and objectives, and the labels of
// its fixpoint. Reference values carry 14 digits or so.
func TestOracle(t *testing.T) {
	const tol = 1e-12
	var o struct {
		Data  map[string][][]float64
		Cases []struct {
			ID, Data string
			K        int
			Rows     []int                  `json:"init_rows"`
			Inertia  []float64              `json:"inertia_after_updates"`
			Centres  map[string][][]float64 `json:"centres_after"`
			Updates  int                    `json:"updates_to_fixpoint"`
			Labels   []int
		}
	}
	algotest.ReadJSON(t, "testdata/kmeans.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			rows := strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Rows), " ", ","), "[]")
			all := algotest.Steps(t, Demo, points(o.Data[c.Data]...), algotest.Values("k", strconv.Itoa(c.K), "init", "indices", "init_indices", rows))
			for _, step := range all {
				v := step.View.(view)
				algotest.Promises(t, step)
				if v.phase != starting && v.phase != updating {
					continue
				}
				algotest.Near(t, fmt.Sprint("inertia after ", v.round), step.Metric("inertia"), c.Inertia[min(v.round, len(c.Inertia)-1)], tol)
				for k, want := range c.Centres[strconv.Itoa(v.round)] {
					algotest.Near(t, fmt.Sprint("centre ", k), v.centres[k][0], want[0], tol)
					algotest.Near(t, fmt.Sprint("centre ", k), v.centres[k][1], want[1], tol)
				}
			}
			last := all[len(all)-1]
			if got := last.Model().Value("labels").([]int); !slices.Equal(got, c.Labels) {
				t.Errorf("labels %v, want %v", got, c.Labels)
			}
			if rounds := last.Model().Value("rounds").(int); rounds < c.Updates || rounds > c.Updates+1 {
				t.Errorf("%d rounds, and the fixpoint was there after %d", rounds, c.Updates)
			}
			for i, row := range o.Data[c.Data] {
				if got := last.Model().Predict([2]float64{row[0], row[1]})[0].Value; got != c.Labels[i] {
					t.Fatalf("row %d is predicted %v", i, got)
				}
			}
		})
	}
}

// The objectives of the lecture notes, half round by half round.
func TestHandsOnObjectives(t *testing.T) {
	for _, c := range []struct {
		preset string
		want   []float64
	}{
		{"six-points", []float64{246, 89.2, 41.68, 4, 4}},
		{"four-points", []float64{145, 146. / 3, 158. / 9, 1, 1}},
		{"rectangle", []float64{16, 16, 16}},
	} {
		r, err := Demo.Recipe(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		for _, s := range algotest.Steps(t, Demo, r.Data, r.Params) {
			if v := s.View.(view); v.phase == assigning || v.phase == updating {
				got = append(got, v.objective)
			}
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v", c.preset, got)
		}
		for i, want := range c.want {
			algotest.Near(t, fmt.Sprint(c.preset, i), got[i], want, 1e-14)
		}
	}
}

// place draws points that are multiples of 1/4, so that some are equal.
func places(r *rand.Rand, n, dim int) []vec {
	x := make([]vec, n)
	for i := range x {
		for d := range dim {
			x[i][d] = float64(r.IntN(24)) / 4
		}
	}
	return x
}

// least is the objective of the best partition, by looking at all of them without any
// cleverness.
func least(x []vec, k int) float64 {
	best, labels := math.Inf(1), make([]uint8, len(x))
	centres, counts := make([]vec, k), make([]int, k)
	for code := range int(math.Pow(float64(k), float64(len(x)))) {
		for i := range labels {
			labels[i] = uint8(code % k)
			code /= k
		}
		lloyd.Means(centres, counts, x, labels, centres)
		best = min(best, lloyd.Objective(x, labels, centres))
	}
	return best
}

// The optimum, by dynamic programming and by trying with a bound, is that of brute force,
// and no run ends below it.
func TestOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n, k, dim := 1+r.IntN(7), 1+r.IntN(3), 1+r.IntN(2)
		x := places(r, n, dim)
		k = min(k, n)
		want, got := least(x, k), bestOf(t.Context(), x, dim, k)
		if math.Abs(got.value-want) > 1e-12*(1+want) {
			t.Fatalf("%v, K = %d: %v, brute force %v", x, k, got, want)
		}
	}
	for _, k := range []int{2, 5, 10} { // on a line the plane's search agrees
		x := places(r, 10, 1)
		a, b := bestOf(t.Context(), x, 1, k), bestOf(t.Context(), x, 2, k)
		if a.how != byProgram || b.how != byTrying || math.Abs(a.value-b.value) > 1e-12 {
			t.Errorf("K = %d: %v and %v", k, a.value, b.value)
		}
	}
}

// The expectation of k-means++ over all draws is the mean of many, and keeps the bound.
func TestExpectedSeeding(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, k := range []int{1, 2, 3} {
		x := places(r, 9, 2)
		want := expectedSeeding(x, k)
		const runs = 20_000
		sum, squares := 0.0, 0.0
		for range runs {
			s := lloyd.NewSeeding(x)
			for range k {
				s.Next(r)
			}
			sum += s.Total
			squares += s.Total * s.Total
		}
		mean := sum / runs
		deviation := math.Sqrt((squares/runs - mean*mean) / runs)
		if math.Abs(mean-want) > 5*deviation { // one in two million
			t.Errorf("K = %d: expected %v, mean %v ± %v", k, want, mean, deviation)
		}
		if best := bestOf(t.Context(), x, 2, k); want > factor(k)*best.value || want < best.value {
			t.Errorf("K = %d: %v against the best %v", k, want, best.value)
		}
	}
}

// From the same centres the fast loop ends where the steps end.
func TestFitIsTheRun(t *testing.T) {
	for seed := range uint64(10) {
		set := algotest.Load(t, dataset.Generate("gmm", 300, 1, seed))
		steps, err := algotest.Start(t.Context(), Demo, set, 1, algotest.Values("k", "6", "init", "indices", "empty_cluster", "keep"))
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(steps)
		v := all[len(all)-1].View.(view)
		centres := slices.Clone(v.past[0])
		labels, rounds := lloyd.Fit(v.x, centres, mostRounds)
		if !slices.Equal(labels, v.labels) || !slices.Equal(centres, v.centres) || rounds != v.round {
			t.Errorf("seed %d: %d rounds to %v, the steps %d to %v", seed, rounds, centres, v.round, v.centres)
		}
	}
}

// Silhouettes are those of the definition.
func TestSilhouette(t *testing.T) {
	v := algotest.Last(t, Demo, dataset.NumberLine(0, 1, 5, 7, 8), algotest.Values("k", "2", "init", "indices", "init_indices", "0,3")).View.(view)
	w := v.silhouettes(t.Context(), []ending{{k: 2, labels: v.labels}})[0]
	// The first point: a = 1, b = (5+7+8)/3. The third: a = 2.5, b = 4.5.
	algotest.Near(t, "first", w[0], (20./3-1)/(20./3), 1e-15)
	algotest.Near(t, "third", w[2], 2/4.5, 1e-15)
	if one := v.silhouettes(t.Context(), []ending{{k: 1, labels: make([]uint8, 5)}}); one[0] != nil {
		t.Errorf("one cluster has silhouettes %v", one)
	}
}

// What becomes of an empty cluster is named, and as it was asked for.
func TestEmptyCluster(t *testing.T) {
	r, err := Demo.Recipe("empty")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		empty, event, end string
		centres           int
	}{
		{farthest, "x₁₀ is reassigned to empty cluster 2", "no assignment changes", 3},
		{keep, "cluster 2 is empty", "Cluster 2 is empty.", 3},
		{drop, "empty cluster 2 is removed", "no assignment changes", 2},
	} {
		v := param.Values{}
		for name, value := range r.Params {
			v[name] = value
		}
		v["empty_cluster"] = c.empty
		all := algotest.Steps(t, Demo, r.Data, v)
		var events []string
		for _, s := range all {
			algotest.Promises(t, s)
			for _, e := range s.Events {
				events = append(events, e.Text.String())
			}
		}
		last := all[len(all)-1]
		if n := len(last.Model().Value("centres").([][]float64)); n != c.centres || !slices.Contains(events, c.event) ||
			!strings.Contains(last.Status.Reason.String(), c.end) {
			t.Errorf("%s: %d centres, %q, %v", c.empty, n, events, last.Status)
		}
		if _, err := json.Marshal(last.Model().Values); err != nil {
			t.Errorf("%s: %v", c.empty, err)
		}
	}
}

func TestWordsForBadData(t *testing.T) {
	same := points([]float64{0.1, 0.7}, []float64{0.1, 0.7}, []float64{0.1, 0.7})
	for _, c := range []struct {
		name  string
		data  dataset.Source
		v     param.Values
		state algos.State
		want  string
	}{
		{"no points", dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.None}), nil, algos.Refused, "There are no points yet"},
		{"fewer points than clusters", dataset.NumberLine(1, 2), nil, algos.Refused, "2 points cannot be partitioned into 3 clusters"},
		{"equal points", same, nil, algos.Converged, "fewer distinct points than clusters"},
		{"equal points, waiting", same, algotest.Values("empty_cluster", "keep"), algos.Converged, "fewer distinct points than clusters"},
		{"equal points, dropped", same, algotest.Values("empty_cluster", "drop"), algos.Converged, "$J = 0$"},
		{"as many clusters as points", dataset.NumberLine(1, 2, 5), nil, algos.Converged, "$J = 0$"},
		{"tiny", dataset.NumberLine(1e-200, 2e-200, 5e-200), nil, algos.Refused, "underflow"},
		{"small", dataset.NumberLine(1e-100, 2e-100, 5e-100, 6e-100), algotest.Values("k", "2"), algos.Converged, ""},
		{"huge", dataset.NumberLine(1e9, -1e9, 5e8, 1e8), algotest.Values("k", "2"), algos.Converged, ""},
		{"far away", dataset.NumberLine(9e8, 9e8+1e-3, 9e8+2, 9e8+3), algotest.Values("k", "2"), algos.Converged, ""},
		{"too few rows", dataset.NumberLine(1, 2, 3), algotest.Values("init", "indices", "init_indices", "1,2"), algos.Refused, "lists 2 points for 3"},
		{"no such row", dataset.NumberLine(1, 2, 3), algotest.Values("init", "indices", "init_indices", "0,1,3"), algos.Refused, "the last point has 2"},
		{"a row twice", dataset.NumberLine(1, 2, 3, 9), algotest.Values("k", "2", "init", "indices", "init_indices", "1,1"), algos.Converged, ""},
	} {
		last := algotest.Last(t, Demo, c.data, c.v)
		if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.want) {
			t.Errorf("%s: %+v", c.name, last.Status)
		}
		if c.state == algos.Converged {
			algotest.Promises(t, last)
		}
	}
}
