package margin_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/margin"
)

const eps = 0x1p-52

func dot(a, b margin.Vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// rows returns z_t = y_t·x_t for rows x₁, x₂, y; bias appends the coordinate 1.
func rows(bias bool, r ...[3]float64) []margin.Vector {
	z := make([]margin.Vector, len(r))
	for t, p := range r {
		z[t] = margin.Vector{p[2] * p[0], p[2] * p[1]}
		if bias {
			z[t][2] = p[2]
		}
	}
	return z
}

func TestKnownMargins(t *testing.T) {
	for _, c := range []struct {
		name         string
		z            []margin.Vector
		theta        margin.Vector
		gamma, ratio float64
		support      []int
	}{
		{
			"worked trace of the lecture notes 004", rows(false, [3]float64{-2, 2, -1}, [3]float64{3, -2, -1}, [3]float64{0, -2, 1}, [3]float64{-3, 2, 1}),
			margin.Vector{-4 / math.Sqrt(41), -5 / math.Sqrt(41)},
			2 / math.Sqrt(41), 13 * 41 / 4.0,
			[]int{0, 1, 3},
		},
		{
			"unit vectors of the lecture notes 003", rows(false, [3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1}),
			margin.Vector{2 / math.Sqrt(5), 1 / math.Sqrt(5)},
			1 / math.Sqrt(5), 5, nil,
		},
		{
			"their second set", rows(false, [3]float64{.6, .8, 1}, [3]float64{.28, -.96, 1}, [3]float64{-.96, .28, -1}, [3]float64{-.8, -.6, -1}),
			margin.Vector{11 / math.Sqrt(125), -2 / math.Sqrt(125)},
			1 / math.Sqrt(5), 5, nil,
		},
		{"tight", rows(false, [3]float64{1, 0, 1}, [3]float64{0, 1, -1}), margin.Vector{math.Sqrt2 / 2, -math.Sqrt2 / 2}, math.Sqrt2 / 2, 2, []int{0, 1}},
		{"mirror", rows(false, [3]float64{3, 1, 1}, [3]float64{1, 3, -1}), margin.Vector{math.Sqrt2 / 2, -math.Sqrt2 / 2}, math.Sqrt2, 5, []int{0, 1}},
		{"one point", rows(false, [3]float64{3, 4, -1}), margin.Vector{-.6, -.8}, 5, 1, []int{0}},
		{"one point, lifted", rows(true, [3]float64{2, 2, 1}), margin.Vector{2 / 3., 2 / 3., 1 / 3.}, 3, 1, []int{0}},
		{"duplicates", rows(false, [3]float64{3, 4, 1}, [3]float64{3, 4, 1}, [3]float64{6, 8, 1}), margin.Vector{.6, .8}, 5, 4, []int{0, 1}},
		{"on a line through the origin", rows(false, [3]float64{1, 1, 1}, [3]float64{5, 5, 1}, [3]float64{-2, -2, -1}), margin.Vector{math.Sqrt2 / 2, math.Sqrt2 / 2}, math.Sqrt2, 25, []int{0}},
		{"on a line, lifted", rows(true, [3]float64{0, 0, -1}, [3]float64{2, 0, 1}, [3]float64{3, 0, 1}, [3]float64{-1, 0, -1}), margin.Vector{math.Sqrt2 / 2, 0, -math.Sqrt2 / 2}, math.Sqrt2 / 2, 20, []int{0, 1}},
		{"three points in space", []margin.Vector{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, margin.Vector{1 / math.Sqrt(3), 1 / math.Sqrt(3), 1 / math.Sqrt(3)}, 1 / math.Sqrt(3), 3, []int{0, 1, 2}},
		{"hardly separable", []margin.Vector{{1, 1e-200}, {-1, 0}}, margin.Vector{0, 1}, 5e-201, math.MaxFloat64, []int{0, 1}},
		{"denormal", []margin.Vector{{5e-324, 0, 0}, {0, 5e-324, 0}}, margin.Vector{math.Sqrt2 / 2, math.Sqrt2 / 2}, 5e-324, 2, []int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := margin.Largest(c.z)
			if !got.Separable {
				t.Fatalf("not separable: %+v", got)
			}
			for i := range c.theta {
				if math.Abs(got.Theta[i]-c.theta[i]) > eps {
					t.Errorf("θ* = %v, want %v", got.Theta, c.theta)
				}
			}
			if math.Abs(got.Gamma-c.gamma) > 2*eps*c.gamma {
				t.Errorf("γ = %v, want %v", got.Gamma, c.gamma)
			}
			// Decimal fractions such as 0.6 are not exact, so neither is R = 1.
			if math.Abs(got.Ratio-c.ratio) > 8*eps*c.ratio {
				t.Errorf("(R/γ)² = %v, want %v", got.Ratio, c.ratio)
			}
			if c.support != nil && fmt.Sprint(got.Support) != fmt.Sprint(c.support) {
				t.Errorf("support %v, want %v", got.Support, c.support)
			}
		})
	}
}

func TestNotSeparable(t *testing.T) {
	for name, z := range map[string][]margin.Vector{
		"lecture notes 004": rows(false, [3]float64{1, 2, 1}, [3]float64{2, -1, 1}, [3]float64{3, -2, -1}, [3]float64{-1, 3, -1}),
		"zero vector":       rows(false, [3]float64{1, 2, 1}, [3]float64{0, 0, 1}),
		"XOR, lifted":       rows(true, [3]float64{0, 0, 1}, [3]float64{1, 1, 1}, [3]float64{1, 0, -1}, [3]float64{0, 1, -1}),
		"both labels":       rows(true, [3]float64{.1, .2, 1}, [3]float64{.1, .2, -1}),
		"between":           rows(true, [3]float64{1e6, 0x1p-20, 1}, [3]float64{3e6, 0x3p-20, 1}, [3]float64{2e6, 0x2p-20, -1}),
		"opposite sides":    rows(false, [3]float64{1, 1, 1}, [3]float64{2, 2, -1}),
		"around in space":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}},
	} {
		got := margin.Largest(z)
		if got.Separable || got.Gamma != 0 || len(got.Support) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		certify(t, z, got)
	}
	if got := margin.Largest(nil); got.Separable || got.Rows != nil {
		t.Errorf("no vectors: %+v", got)
	}
}

// θ₁ + aθ₂ > 0, −θ₁ − bθ₂ > 0 and θ₂ > 0 need a > b: the last bit decides.
func TestDecisionIsExact(t *testing.T) {
	for b, separable := range map[float64]bool{math.Nextafter(0.1, 0): true, 0.1: false, math.Nextafter(0.1, 1): false} {
		if got := margin.Largest([]margin.Vector{{1, 0.1}, {-1, -b}, {0, 1}}); got.Separable != separable {
			t.Errorf("b = %v: separable %v", b, got.Separable)
		}
	}
}

// certify checks that the rows and weights are a convex combination that gives
// 0 or, for separable vectors, γθ*.
func certify(t interface {
	Helper()
	Errorf(string, ...any)
}, z []margin.Vector, got margin.Result,
) {
	t.Helper()
	var sum margin.Vector
	total := 0.0
	for i, w := range got.Weights {
		if w <= 0 {
			t.Errorf("weight %v", w)
		}
		total += w
		for c := range sum {
			sum[c] += w * z[got.Rows[i]][c]
		}
	}
	if math.Abs(total-1) > 4*eps || len(got.Rows) == 0 || len(got.Rows) > 4 {
		t.Errorf("weights %v of rows %v", got.Weights, got.Rows)
	}
	for c := range sum {
		// Four rounded weights, products and sums of numbers up to R.
		if math.Abs(sum[c]-got.Gamma*got.Theta[c]) > 16*eps*got.R {
			t.Errorf("Σλz = %v, want %v times %v", sum, got.Gamma, got.Theta)
		}
	}
}

// The direction of the largest margin is the normal of one, two or three
// vectors: brute force over all of them.
func bruteForce(z []margin.Vector) float64 {
	best := 0.0
	try := func(v margin.Vector) {
		norm := math.Sqrt(dot(v, v))
		if norm == 0 {
			return
		}
		least := math.Inf(1)
		for _, x := range z {
			least = min(least, dot(v, x)/norm)
		}
		best = max(best, least)
	}
	for i, a := range z {
		try(a)
		for j, b := range z[:i] {
			try(foot(a, b))
			for _, c := range z[:j] {
				n := cross(minus(b, a), minus(c, a))
				try(n)
				try(margin.Vector{-n[0], -n[1], -n[2]})
			}
		}
	}
	return best
}

func minus(a, b margin.Vector) margin.Vector {
	return margin.Vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

func cross(a, b margin.Vector) margin.Vector {
	return margin.Vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func foot(a, b margin.Vector) margin.Vector {
	d := minus(b, a)
	s := dot(d, d)
	if s == 0 {
		return a
	}
	f := -dot(a, d) / s
	return margin.Vector{a[0] + f*d[0], a[1] + f*d[1], a[2] + f*d[2]}
}

// draw returns up to n vectors whose coordinates are whole multiples of unit.
func draw(t *rapid.T, n int, unit float64) []margin.Vector {
	coordinate := rapid.OneOf(rapid.Custom(func(t *rapid.T) float64 {
		return unit * math.Round(rapid.Float64Range(-3, 3).Draw(t, "x")/unit)
	}), rapid.Custom(func(t *rapid.T) float64 {
		return float64(rapid.IntRange(-3, 3).Draw(t, "small")) // ties, duplicates, collinear rows
	}))
	bias := rapid.Bool().Draw(t, "bias")
	tilt := rapid.Float64Range(0, 4).Draw(t, "tilt")
	z := make([]margin.Vector, rapid.IntRange(1, n).Draw(t, "n"))
	for i := range z {
		x, y := coordinate.Draw(t, "x"), coordinate.Draw(t, "y")
		sign := 1.0
		if x+y+tilt*rapid.Float64Range(-1, 1).Draw(t, "noise") < 0 {
			sign = -1
		}
		z[i] = margin.Vector{sign * x, sign * y}
		if bias {
			z[i][2] = sign
		}
	}
	return z
}

func TestAgainstBruteForce(t *testing.T) {
	separable := 0
	rapid.Check(t, func(t *rapid.T) {
		z := draw(t, 9, 1./64)
		got := margin.Largest(z)
		certify(t, z, got)
		want := bruteForce(z)
		if got.Separable {
			separable++
		}
		// Brute force loses digits where points are nearly on a line; on this
		// lattice the least distance that is not 0 is about 1e-5.
		if math.Abs(got.Gamma-want) > 1e-9*got.R {
			t.Fatalf("γ = %v, brute force %v for %v", got.Gamma, want, z)
		}
	})
	if separable == 0 {
		t.Error("no random set was separable")
	}
}

// The conditions for a maximum: every vector reaches γ (primal), and γθ* is a
// convex combination of some that attain it (dual, complementary slackness).
func TestOptimality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := draw(t, 60, 0x1p-60)
		got := margin.Largest(z)
		certify(t, z, got)
		if !got.Separable {
			return
		}
		attains := map[int]bool{}
		for _, s := range got.Support {
			attains[s] = true
		}
		for i, v := range z {
			slack := dot(v, got.Theta) - got.Gamma
			if slack < -8*eps*got.R {
				t.Errorf("row %d has the margin %v < γ = %v", i, slack+got.Gamma, got.Gamma)
			}
			if attains[i] && slack > 8*eps*got.R {
				t.Errorf("row %d is said to attain γ and has slack %v", i, slack)
			}
		}
		for _, r := range got.Rows {
			if !attains[r] {
				t.Errorf("row %d has a weight and does not attain γ", r)
			}
		}
		if norm := dot(got.Theta, got.Theta); math.Abs(norm-1) > 4*eps {
			t.Errorf("‖θ*‖² = %v", norm)
		}
	})
}

// Scaling by a power of two scales every number exactly.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := draw(t, 20, 0x1p-60)
		k := rapid.IntRange(-30, 30).Draw(t, "power")
		scaled := make([]margin.Vector, len(z))
		for i, v := range z {
			for c, x := range v {
				scaled[i][c] = math.Ldexp(x, k)
			}
		}
		a, b := margin.Largest(z), margin.Largest(scaled)
		if a.Separable != b.Separable || math.Ldexp(a.Gamma, k) != b.Gamma || a.Ratio != b.Ratio || a.Theta != b.Theta {
			t.Errorf("%+v\nscaled by 2^%d: %+v", a, k, b)
		}
	})
}

func cloud(n int, scale, gap float64) []margin.Vector {
	r := rand.New(rand.NewPCG(1, 2))
	z := make([]margin.Vector, n)
	for i := range z {
		y := float64(1 - 2*(i%2))
		x1, x2 := scale*(r.NormFloat64()+y*gap), scale*(r.NormFloat64()-y*gap)
		z[i] = margin.Vector{y * x1, y * x2, y}
	}
	return z
}

// Points on a circle seen from outside make the most of the rounds.
func arc(n int) []margin.Vector {
	z := make([]margin.Vector, n)
	for i := range z {
		s, c := math.Sincos(float64(i) / float64(n) * 2)
		z[i] = margin.Vector{4 - c, s, 1}
	}
	return z
}

func TestLarge(t *testing.T) {
	for _, scale := range []float64{1e-6, 1, 1e6} {
		z := cloud(2000, scale, 5)
		got := margin.Largest(z)
		if !got.Separable {
			t.Errorf("scale %v: not separable", scale)
		}
		certify(t, z, got)
		got = margin.Largest(cloud(2000, scale, 1))
		if got.Separable {
			t.Errorf("scale %v: separable", scale)
		}
	}
	if got := margin.Largest(arc(2000)); !got.Separable || got.Support[0] != 0 {
		t.Errorf("arc: %+v", got)
	}
}

// spent is the processor time that the program has used.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// A computation ends soon after its context.
func TestWithin(t *testing.T) {
	huge := arc(2000) // numbers of some two thousand bits
	for i := range huge {
		huge[i][2] = 1e-300
	}
	for name, z := range map[string][]margin.Vector{"cloud": cloud(2000, 1, 5), "overlap": cloud(2000, 1, 1), "arc": arc(2000), "huge": huge} {
		for _, after := range []time.Duration{0, time.Millisecond, 3 * time.Millisecond, 8 * time.Millisecond} {
			before := spent(t)
			ctx, cancel := context.WithTimeout(t.Context(), after)
			_, ok := margin.LargestWithin(ctx, z)
			_, both := margin.WeakWithin(ctx, z)
			late := spent(t) - before - after // of the processor, which others may use, too
			cancel()
			if both && !ok {
				t.Errorf("%s: an answer after the end of the context", name)
			}
			if (!ok || !both) && late > 500*time.Millisecond {
				t.Errorf("%s: ends %v after its context", name, late)
			}
		}
		r, ok := margin.LargestWithin(t.Context(), z)
		if !ok || r.Gamma != margin.Largest(z).Gamma {
			t.Errorf("%s: another result", name)
		}
	}
}

func BenchmarkLargest(b *testing.B) {
	for name, z := range map[string][]margin.Vector{
		"60": cloud(60, 1, 4), "2000": cloud(2000, 1, 5), "2000-scale1e6": cloud(2000, 1e6, 5), "2000-overlap": cloud(2000, 1, 1), "2000-arc": arc(2000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				margin.Largest(z)
			}
		})
	}
}
