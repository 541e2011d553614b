package versionspace

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
	"pgregory.net/rapid"

	"playground/algos/dataset"
)

// The polygon holds exactly the weights that satisfy every inequality: by brute
// force over a lattice of the box, and by area.
func TestPolygonIsTheVersionSpace(t *testing.T) {
	const n = 61
	rapid.Check(t, func(t *rapid.T) {
		set, o := drawSet(t), drawOptions(t)
		o.Centre = centroid
		all := collect(set, o)
		s := viewOf(all[len(all)-1])
		count, near := 0, 0
		for i := range n {
			for j := range n {
				p := place{(2*float64(i) + 1 - n) / n, (2*float64(j) + 1 - n) / n}
				theta := s.chart.theta(p)
				fits, close := true, false
				for _, k := range s.seen {
					z := s.z[k]
					score := z[0]*theta[0] + z[1]*theta[1] + z[2]*theta[2] - s.chart.least
					fits = fits && score > 0
					close = close || math.Abs(s.chart.half(z).at(p)) <= 1e-12
				}
				inside := s.polygon != nil
				for _, e := range s.polygon.edges() {
					inside = inside && e.at(p) >= 0
				}
				if close {
					near++ // on a border: rounding decides
					continue
				}
				if fits != inside {
					t.Fatalf("θ = %v satisfies everything: %v, lies in the polygon: %v", theta, fits, inside)
				}
				if fits {
					count++
				}
			}
		}
		// A convex set's border crosses at most 4n cells.
		if got, want := s.area(), float64(count)/(n*n); math.Abs(got-want) > 4.0/n+float64(near)/(n*n) {
			t.Fatalf("area %v, counted %v", got, want)
		}
	})
}

// Feasibility as a linear program finds it: max r with y⟨θ, x⟩ ≥ r, |θᵢ| ≤ 1.
func TestFeasibilityAgainstSimplex(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	feasible := 0
	for range 200 {
		var rows [][3]float64
		for range 3 + r.IntN(8) {
			x, y := r.NormFloat64(), r.NormFloat64()
			label := 1.0
			if x+y+0.8*r.NormFloat64() < 0.3 {
				label = -1
			}
			rows = append(rows, [3]float64{x, y, label})
		}
		all := collect(dataset.Labelled(rows...).Set, usual())
		last := viewOf(all[len(all)-1])
		got := last.ending != infeasible
		if got {
			feasible++
		}
		if got != (widest(t, last.rows(last.seen)) > 1e-9) {
			t.Errorf("%v: feasible %v", rows, got)
		}
	}
	if feasible < 20 || feasible > 180 {
		t.Errorf("%d of 200 are feasible", feasible)
	}
}

// widest solves max r with ⟨θ, z⟩ ≥ r for all z and |θᵢ| ≤ 1 in standard form:
// θ = p − 1 with 0 ≤ p ≤ 2, and r ≥ 0 (θ = 0 has r = 0).
func widest(t *testing.T, z []vector) float64 {
	t.Helper()
	m := len(z) + 3
	vars := 3 + 1 + m // p, r, slack
	a := mat.NewDense(m, vars, nil)
	b, c := make([]float64, m), make([]float64, vars)
	c[3] = -1
	for i, v := range z {
		// −⟨p, z⟩ + r + slack = −Σz
		for d := range 3 {
			a.Set(i, d, -v[d])
			b[i] -= v[d]
		}
		a.Set(i, 3, 1)
		a.Set(i, 4+i, 1)
	}
	for d := range 3 {
		i := len(z) + d
		a.Set(i, d, 1)
		a.Set(i, 4+i, 1)
		b[i] = 2
	}
	best, _, err := lp.Simplex(c, a, b, 1e-10, nil)
	if err != nil {
		t.Fatal(err)
	}
	return -best
}

// The centres against their definitions: the centroid is the mean over a fine
// lattice, the circle touches at least two sides, and at the analytic centre the
// gradient is zero and smaller steps do not help.
func TestCentres(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := whole()
		cuts := slices.Clone(sides)
		for range rapid.IntRange(1, 6).Draw(t, "cuts") {
			angle := rapid.Float64Range(0, 2*math.Pi).Draw(t, "angle")
			h := half{math.Cos(angle), math.Sin(angle), rapid.Float64Range(-0.3, 1).Draw(t, "offset")}
			if q := p.clip(h); q != nil && q.area() > 0.01 {
				p, cuts = q, append(cuts, h)
			}
		}
		at, r := p.inscribed()
		touched, least := 0, math.Inf(1)
		for _, e := range p.edges() {
			d := e.at(at)
			least = min(least, d)
			if math.Abs(d-r) < 1e-6 {
				touched++
			}
		}
		if math.Abs(least-r) > 1e-9 || touched < 2 {
			t.Fatalf("a circle of radius %v, %v from the nearest side, touches %d", r, least, touched)
		}
		c := analyticCentre(p.centroid(), cuts)
		var g place
		for _, h := range cuts {
			d := h.at(c)
			if d <= 0 {
				t.Fatal("the analytic centre lies outside")
			}
			g[0], g[1] = g[0]+h.a/d, g[1]+h.b/d
		}
		if math.Hypot(g[0], g[1]) > 1e-6 {
			t.Fatalf("the gradient at the analytic centre is %v", g)
		}
		var sum place
		count := 0.0
		const n = 200
		for i := range n {
			for j := range n {
				q := place{(2*float64(i) + 1 - n) / n, (2*float64(j) + 1 - n) / n}
				if !slices.ContainsFunc(cuts, func(h half) bool { return h.at(q) < 0 }) {
					sum, count = place{sum[0] + q[0], sum[1] + q[1]}, count+1
				}
			}
		}
		m := p.centroid()
		if tol := 0.02 / math.Sqrt(p.area()); math.Hypot(m[0]-sum[0]/count, m[1]-sum[1]/count) > tol {
			t.Fatalf("centroid %v, counted (%v, %v)", m, sum[0]/count, sum[1]/count)
		}
		if near := p.nearest(); !slices.ContainsFunc(p.edges(), func(h half) bool { return math.Abs(h.at(near)) < 1e-9 }) {
			t.Fatalf("the nearest point %v is not on the border", near)
		}
	})
}
