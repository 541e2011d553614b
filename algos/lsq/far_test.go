package lsq_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos/lsq"
)

// cloud is a column of ones, columns of normal numbers of some scales about an offset, and
// targets with noise.
func cloud(n int, offset float64, scales ...float64) (x [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(3, 32))
	x, y = [][]float64{slices.Repeat([]float64{1}, n)}, make([]float64, n)
	for j, scale := range scales {
		x = append(x, make([]float64, n))
		for i := range n {
			v := r.NormFloat64()
			x[j+1][i] = offset*scale + scale*v
			y[i] += float64(j+1) * v
		}
	}
	for i := range y {
		y[i] += r.NormFloat64() / 2
	}
	return x, y
}

// penalty stacks the rows of ridge regression below those of the data.
func penalty(x [][]float64, y []float64, lambda float64) ([][]float64, []float64) {
	out := make([][]float64, len(x))
	for j, column := range x {
		below := make([]float64, len(x)-1)
		if j > 0 {
			below[j-1] = math.Sqrt(lambda)
		}
		out[j] = append(slices.Clone(column), below...)
	}
	return out, append(slices.Clone(y), make([]float64, len(x)-1)...)
}

// The coefficients have all digits of a solution in 256 bits, however far the columns are
// from 0, how small, and how different.
func TestFarFromTheOrigin(t *testing.T) {
	for _, c := range []struct {
		offset float64
		scales []float64
	}{
		{9e8, []float64{1}},
		{9e8, []float64{1, 1}},
		{-9e8, []float64{1, 1, 1}},
		{9e8, []float64{1e-8}},
		{1e5, []float64{1, 1e-8, 1e4}},
		{0, []float64{1e-8, 1e-8}},
		{0, []float64{1e6, 1e-6, 1}},
	} {
		for _, lambda := range []float64{0, 0.25} {
			x, y := cloud(40, c.offset, c.scales...)
			if lambda > 0 {
				x, y = penalty(x, y, lambda)
			}
			want, ok := lsq.Reference(x, y)
			if !ok {
				t.Fatal("no reference")
			}
			name := fmt.Sprintf("offset %g, scales %g, λ %g", c.offset, c.scales, lambda)
			f := lsq.Factor(x, y)
			if d := least(lsq.Digits(f.Theta(), want)); d < 14 {
				t.Errorf("%s: %.1f digits", name, d)
			} else {
				t.Logf("%s: %.1f digits", name, d)
			}
			if rss := lsq.Norm(lsq.Residuals(x, y, f.Theta())); math.Abs(rss*rss/f.RSS()-1) > 1e-12 {
				t.Errorf("%s: RSS %v by the residuals, %v by QR", name, rss*rss, f.RSS())
			}
		}
	}
}

// Ten points on a line, far from 0: what is exact comes out exactly.
func TestFarLine(t *testing.T) {
	x, y := [][]float64{nil, nil}, []float64(nil)
	for i := range 10 {
		x[0], x[1], y = append(x[0], 1), append(x[1], 9e8+float64(i)), append(y, 3*float64(i)+7)
	}
	theta := lsq.Solve(x, y)
	if theta[1] != 3 || theta[0] != -2699999993 {
		t.Errorf("θ = %.17g", theta)
	}
	for _, r := range lsq.Residuals(x, y, theta) {
		if r != 0 {
			t.Errorf("a residual of %v", r)
		}
	}
	ones := slices.Repeat([]float64{1}, 10)
	if w := lsq.Weighted(x, y, ones); math.Abs(w[1]-3) > 1e-14 {
		t.Errorf("weighted: θ = %.17g", w)
	}
}

// What a factorisation shows on the way is that of the columns as given.
func TestFarEntries(t *testing.T) {
	x, y := cloud(12, 1<<20, 1, 2)
	for i := range y {
		y[i] += 1 << 24
	}
	f := lsq.Start(x, y)
	for k := range x {
		length := 0.0
		for i := range y {
			length = math.Hypot(length, f.Entry(i, 2))
		}
		if want := lsq.Norm(x[2]); math.Abs(length/want-1) > 1e-9 {
			t.Errorf("after %d columns the last is %v long, and was %v", k, length, want)
		}
		f.Next()
	}
	if got, want := lsq.Start(x, y).RSS(), lsq.Dot(y, y); math.Abs(got/want-1) > 1e-14 {
		t.Errorf("without columns RSS is %v, not %v", got, want)
	}
	sum := 0.0
	for _, h := range f.Leverages(x) {
		sum += h
	}
	if math.Abs(sum-3) > 1e-12 {
		t.Errorf("leverages sum to %v", sum)
	}
}

// Columns whose mean is less than a thousand spreads away are factored as they are.
func TestNearStaysAsItIs(t *testing.T) {
	x, y := columns(longley)
	if lsq.Far(x, y) != nil {
		t.Error("Longley's columns are far")
	}
	x, y = cloud(10, 0, 1)
	x[1] = slices.Repeat([]float64{9e8}, 10)
	if lsq.Far(x, y) != nil || lsq.Factor(x, y).Rank() != 1 {
		t.Error("a constant column is far, or not dependent")
	}
}
