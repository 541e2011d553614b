package smo_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
)

// The answer does not depend on how it was reached: by face steps as soon as pairs
// settle, or by pairs alone.
func TestEagerFindsTheSameMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		x, y := make([][2]float64, n), make([]float64, n)
		for i := range x {
			x[i] = [2]float64{rapid.Float64Range(-2, 2).Draw(t, "x1"), rapid.Float64Range(-2, 2).Draw(t, "x2")}
			y[i] = float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)
		}
		c := math.Pow(10, rapid.Float64Range(-2, 3).Draw(t, "C"))
		k := rapid.SampledFrom([]kernel.Kernel{kernel.Linear{}, kernel.RBF{Gamma: 0.7}, kernel.Poly{Gamma: 1, Coef0: 1, Degree: 3}}).Draw(t, "kernel")
		const tol, most = 1e-6, 3_000_000

		quick, err := smo.Solve(t.Context(), classifier(k, x, y, c), tol, most)
		if err != nil {
			t.Fatal(err)
		}
		s, err := smo.New(classifier(k, x, y, c))
		if err != nil {
			t.Fatal(err)
		}
		run := smo.Run{Solver: s, Tol: tol, Cap: most}
		pair, end := run.Next()
		for end == smo.Running {
			if _, end = run.Advance(pair); end == smo.Running {
				pair, end = run.Next()
			}
		}
		if quick.End != smo.Optimal || end != smo.Optimal {
			return // one of them ran into rounding, and says so
		}
		// Within tol of the conditions an objective is within Σα·tol of the least one.
		sum := 0.0
		for _, a := range quick.Alpha {
			sum += a
		}
		if d := math.Abs(quick.Objective - s.Objective()); d > tol*(1+sum) {
			t.Fatalf("the objectives are %v and %v", quick.Objective, s.Objective())
		}
	})
}

// Errors that are known give the same run as errors that are computed.
func TestKnownErrors(t *testing.T) {
	x, y := moons(t, 200)
	p := classifier(kernel.RBF{Gamma: 1}, x, y, 10)
	first, err := smo.Solve(t.Context(), p, 1e-2, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	p.Start = first.Alpha
	want, err := smo.Solve(t.Context(), p, 1e-9, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	p.Errors = first.Errors
	got, err := smo.Solve(t.Context(), p, 1e-9, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	if d := math.Abs(got.Objective - want.Objective); got.End != smo.Optimal || d > 1e-9*math.Abs(want.Objective) {
		t.Errorf("the minimum is %v, want %v", got.Objective, want.Objective)
	}
	p.Errors = p.Errors[1:]
	if _, err := smo.New(p); err == nil {
		t.Error("errors of another length are accepted")
	}
}
