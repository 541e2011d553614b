package algos_test

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
)

func problem(seed uint64) algos.Problem {
	return algos.NewProblem(dataset.Set{}, seed, grid.Window{})
}

func TestAStreamDependsOnSeedAndNumberAlone(t *testing.T) {
	p, q := problem(7), problem(7)
	for range 10 {
		p.Rand.Uint64()
		p.Stream(2).Uint64()
	}
	first := q.Stream(3).Uint64()
	if got := p.Stream(3).Uint64(); got != first {
		t.Errorf("stream 3 begins with %d after other draws, %d before", got, first)
	}
	if problem(8).Stream(3).Uint64() == first {
		t.Error("stream 3 is the same for another seed")
	}
	if q.Rand.Uint64() == first {
		t.Error("stream 3 is the run's own source")
	}
}

// Streams with neighbouring numbers are as different as if drawn from one source: the
// k-th draws are uniform over the streams, and those of neighbours are uncorrelated.
func TestStreamsAreIndependent(t *testing.T) {
	const n, draws = 20_000, 3
	for _, seed := range []uint64{0, 1, 12345} {
		p := problem(seed)
		var last [draws]float64
		var mean, square, product [draws]float64
		for k := range uint64(n) {
			r := p.Stream(k)
			for i := range draws {
				x := r.Float64() - 0.5
				mean[i] += x / n
				square[i] += x * x / n
				product[i] += x * last[i] / n
				last[i] = x
			}
		}
		// The standard deviations are √(1/12n), √(1/180n) and 1/12√n.
		for i := range draws {
			for name, z := range map[string]float64{
				"mean":        mean[i] * math.Sqrt(12*n),
				"variance":    (square[i] - 1./12) * math.Sqrt(180*n),
				"correlation": product[i] * 12 * math.Sqrt(n),
			} {
				if math.Abs(z) > 4 {
					t.Errorf("seed %d, draw %d: the %s is %.1f standard deviations off", seed, i, name, z)
				}
			}
		}
	}
}

// Chance plays from the first number that is drawn, wherever it comes from: to have a
// source is not to draw.
func TestChance(t *testing.T) {
	draws := map[string]func(algos.Problem){
		"rand":   func(p algos.Problem) { p.Rand.IntN(6) },
		"normal": func(p algos.Problem) { p.Rand.NormFloat64() },
		"stream": func(p algos.Problem) { p.Stream(3).Perm(4) },
		"copy":   func(p algos.Problem) { q := p; q.Stream(0).Float64() },
	}
	for name, draw := range draws {
		p := algos.NewProblem(dataset.Set{Dim: 2}, 7, grid.Window{})
		_ = p.Stream(1)
		if p.Chance() {
			t.Errorf("%s: chance plays before anything is drawn", name)
		}
		if draw(p); !p.Chance() {
			t.Errorf("%s: chance does not play", name)
		}
	}
	if (algos.Problem{}).Chance() {
		t.Error("chance plays in no problem")
	}
}
