package emgmm

import (
	"math"
	"testing"
)

// Sums over chunks on several processors are those of one long sum, and the same
// each time.
func TestChunksDoNotChangeAnIteration(t *testing.T) {
	const n, k = 3*chunk + 17, 5
	e, start := fiveClusters(n)
	whole := newEM(e.x, e.dim, k, full, e.reg)
	whole.parts = whole.parts[:1] // one chunk of everything
	r, plain := make([]float64, n*k), make([]float64, n*k)
	next, want := newMixture(k), newMixture(k)

	factorise(whole.factors, start, 2)
	loglik := whole.expectPart(plain, 0, n)
	for range 3 {
		if got := e.expect(r, start); math.Abs(got-loglik) > 1e-13*math.Abs(loglik) {
			t.Errorf("the log-likelihood is %v, want %v", got, loglik)
		}
	}
	for i := range r {
		if r[i] != plain[i] {
			t.Fatalf("responsibility %d is %v, want %v", i, r[i], plain[i])
		}
	}
	e.maximise(next, r, start)
	whole.maximise(want, plain, start)
	again := newMixture(k)
	e.maximise(again, r, start)
	for j := range k {
		if math.Abs(next.mean[j][0]-want.mean[j][0]) > 1e-12 || math.Abs(next.cov[j][1]-want.cov[j][1]) > 1e-11 {
			t.Errorf("component %d: %v %v, want %v %v", j, next.mean[j], next.cov[j], want.mean[j], want.cov[j])
		}
		if next.mean[j] != again.mean[j] || next.cov[j] != again.cov[j] {
			t.Errorf("component %d differs from time to time", j)
		}
	}
}
