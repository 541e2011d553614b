package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos/param"
)

// words are the values of suggestions by their words.
func words(s param.Suggestions, x [][]float64, v param.Values) map[string]float64 {
	out := map[string]float64{}
	for _, w := range s.Words {
		out[w.Word] = w.Value(x, v)
	}
	return out
}

// The corners of a rectangle of 2 by 4: the eight numbers have the variance 5 − 1.5² = 2.75, and the
// distances are 2, 2, 4, 4, √20, √20.
func TestWidthsOfARectangle(t *testing.T) {
	corners := [][]float64{{0, 0}, {2, 0}, {0, 4}, {2, 4}}
	for _, c := range []struct {
		name string
		got  map[string]float64
		want map[string]float64
	}{
		{"RBF", words(Gammas("kernel"), corners, param.Pairs("kernel", "rbf")), map[string]float64{"scale": 1 / 5.5, "median": 1. / 32}},
		{"alone", words(Gammas(""), corners, nil), map[string]float64{"scale": 1 / 5.5, "median": 1. / 32}},
		{"Laplacian", words(Gammas("kernel"), corners, param.Pairs("kernel", "laplacian")), map[string]float64{"scale": 1 / math.Sqrt(5.5), "median": 1. / 4}},
		{"length", words(Lengths(), corners, nil), map[string]float64{"scale": math.Sqrt(2.75), "median": 4}},
		{"line", words(Lengths(), [][]float64{{1}, {3}, {8}}, nil), map[string]float64{"scale": math.Sqrt(26. / 3 / 2), "median": 5}},
	} {
		for word, want := range c.want {
			if got := c.got[word]; math.Abs(got-want) > 1e-14*want {
				t.Errorf("%s: %s is %v, want %v", c.name, word, got, want)
			}
		}
	}
}

// Points at one place have no width, and no distance of theirs is in the median of others.
func TestNoWidthAtOnePlace(t *testing.T) {
	for _, x := range [][][]float64{{{3, 3}}, {{3, 3}, {3, 3}}} {
		for word, got := range words(Gammas(""), x, nil) {
			if !math.IsNaN(got) {
				t.Errorf("%s of %v is %v", word, x, got)
			}
		}
	}
	if got := words(Lengths(), [][]float64{{0, 0}, {0, 0}, {0, 0}, {3, 4}}, nil)["median"]; got != 5 {
		t.Errorf("the median distance with three points at one place is %v, want 5", got)
	}
}

// The median is that of sorted distances, whatever the number of points, and however many distances agree.
func TestMedianDistanceByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 2; n < 40; n++ {
		x := make([][]float64, n)
		for i := range x {
			x[i] = []float64{float64(r.IntN(9)), float64(r.IntN(9)) + 150}
		}
		var all []float64
		for i := range x {
			for j := range i {
				if d := math.Hypot(x[i][0]-x[j][0], x[i][1]-x[j][1]); d > 0 {
					all = append(all, d)
				}
			}
		}
		slices.Sort(all)
		if len(all) == 0 {
			continue
		}
		want := (all[len(all)/2] + all[(len(all)-1)/2]) / 2
		if got := medianDistance(x); math.Abs(got-want) > 1e-14*want {
			t.Errorf("%d points: %v, want %v", n, got, want)
		}
	}
}

// The variance keeps its digits far from the origin.
func TestVarianceFarFromTheOrigin(t *testing.T) {
	if got := variance([][]float64{{1e9, 1e9 + 2}, {1e9 + 2, 1e9}}); got != 1 {
		t.Errorf("the variance is %v, want 1", got)
	}
}

func BenchmarkMedianDistance(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([][]float64, 2000)
	for i := range x {
		x[i] = []float64{r.NormFloat64(), r.NormFloat64()}
	}
	for b.Loop() {
		medianDistance(x)
	}
}
