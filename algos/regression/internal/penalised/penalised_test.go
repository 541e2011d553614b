package penalised

import (
	"context"
	"math"
	"os"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/lsq"
	"playground/algos/mark"
)

func TestWords(t *testing.T) { algotest.Words(t, os.DirFS(".")) }

var few = Data{
	Columns: [][]float64{{1, 2, 3, 5, 8}, {2, 1, 0, 1, 4}},
	Y:       []float64{1, 3, 2, 5, 6},
}

// Of centred data the gradients and the intercept are those of a fit with a column of ones.
func TestCentredIsAnIntercept(t *testing.T) {
	c := few.Centre(true)
	theta := lsq.Solve(c.X, c.Y)
	ones := []float64{1, 1, 1, 1, 1}
	want := lsq.Solve([][]float64{ones, few.Columns[0], few.Columns[1]}, few.Y)
	for j, v := range append([]float64{c.Theta0(theta)}, theta...) {
		algotest.Near(t, "θ", v, want[j], 1e-13)
	}
	constant := Data{Columns: [][]float64{{0.1, 0.1, 0.1}}, Y: []float64{1, 2, 3}}
	for _, v := range constant.Centre(true).X[0] {
		if v != 0 {
			t.Errorf("a constant column leaves %v", v)
		}
	}
}

// A column whose squares are no numbers any more is none.
func TestVanishingColumn(t *testing.T) {
	c := Data{Columns: [][]float64{{1e-170, 2e-170, 0}, {1, 2, 4}}, Y: []float64{1, 2, 3}}.Centre(false)
	if c.X[0][0] != 0 || c.Gram[0][1] != 0 || c.X[1][2] != 4 {
		t.Errorf("%v", c.X)
	}
}

// On the border of the ball the penalty is t, whatever its kind, and the slice's loss is that of θ.
func TestSlice(t *testing.T) {
	for _, p := range []Penalty{{One: 1}, {Two: 1}, {One: 0.5, Two: 0.25}} {
		s := Slice{Problem: Problem{Centred: few.Centre(true), Factor: 0.1, Penalty: p}, Solution: []float64{0.4, -0.3}, B: 1}
		for _, at := range s.Rim() {
			algotest.Near(t, "penalty on the border", p.Of(at.X, at.Y), s.Budget(), 1e-14)
		}
		loss := s.Loss()
		for _, theta := range [][]float64{{0, 0}, {0.4, -0.3}, {1, 2}} {
			algotest.Near(t, "loss", loss(theta[0], theta[1]), 0.1*s.RSS(theta), 1e-13)
		}
		bottom, ok := s.Bottom()
		want := lsq.Solve(s.X, s.Y)
		if !ok || math.Hypot(bottom.X-want[0], bottom.Y-want[1]) > 1e-12 {
			t.Errorf("the bottom is at %v, want %v", bottom, want)
		}
	}
}

// Folds differ by one sample at most, and few samples are held out one by one.
func TestFolds(t *testing.T) {
	rng := algos.NewProblem(dataset.Set{}, 1, mark.FitWindow(dataset.Set{})).Stream(1)
	for n, k := range map[int]int{3: 3, 10: 10, 47: 10} {
		size := make([]int, k)
		for _, f := range Folds(n, rng) {
			size[f]++
		}
		for _, s := range size {
			if s < n/k || s > (n+k-1)/k {
				t.Errorf("%d rows make folds of %v", n, size)
			}
		}
	}
	if Folds(2, rng) != nil {
		t.Error("two rows have folds")
	}
}

// The errors of a fit that is always 0 are those of the means of the other samples.
func TestValidate(t *testing.T) {
	v := Validate(context.Background(), few, true, []int{0, 1, 2, 3, 4}, []float64{1}, func(c Centred) [][]float64 { return [][]float64{make([]float64, len(c.X))} })
	sum := 17.0
	want := 0.0
	for _, y := range few.Y {
		off := y - (sum-y)/4
		want += off * off / 5
	}
	algotest.Near(t, "error", v.Out[0], want, 1e-13)
}

// Between stations the path is the chord, and beyond them it stays.
func TestAt(t *testing.T) {
	p := Path{Lambda: []float64{1, 2, 4}, Theta: [][]float64{{3}, {2}, {0}}}
	for lambda, want := range map[float64]float64{0: 3, 1: 3, 1.5: 2.5, 3: 1, 4: 0, 9: 0} {
		algotest.Near(t, "θ", p.At(lambda)[0], want, 1e-15)
	}
}

// With the column of ones θ₀ is a coefficient like the others, and nothing else changes.
func TestWithOnes(t *testing.T) {
	d := few.WithOnes()
	if len(d.Columns) != 3 || len(few.Columns) != 2 || d.Symbol(0) != "θ₀" || d.Symbol(2) != "θ₂" || few.Symbol(1) != "θ₂" {
		t.Errorf("%d columns, %s to %s", len(d.Columns), d.Symbol(0), d.Symbol(2))
	}
	for _, one := range d.Columns[0] {
		if one != 1 {
			t.Errorf("%v", d.Columns[0])
		}
	}
}
