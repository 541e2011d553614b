package emgmm

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is how many points are summed one after the other. More points are summed
// in chunks, on all processors; the chunks' sums are then added in order, so that
// the result does not depend on which was ready first.
const chunk = 2048

// chunks is how many chunks n points make.
func chunks(n int) int { return max(1, (n+chunk-1)/chunk) }

// each does the work of every chunk, of the points from … to−1.
func each(n int, do func(c, from, to int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), chunks(n)) {
		wait.Go(func() {
			for c := int(next.Add(1)) - 1; c < chunks(n); c = int(next.Add(1)) - 1 {
				do(c, c*chunk, min((c+1)*chunk, n))
			}
		})
	}
	wait.Wait()
}

// The sums of a component over a chunk: Σrᵢ, Σrᵢxᵢ and Σrᵢ(xᵢ−μ)(xᵢ−μ)ᵀ.
type sums struct {
	count  float64
	first  vec
	second sym
}

// gather computes every chunk's sums: without means the first two, with means the
// last.
func (e *em) gather(r []float64, means []vec) [][]sums {
	if len(e.parts) == 1 {
		e.gatherPart(e.parts[0], r, means, 0, len(e.x))
		return e.parts
	}
	each(len(e.x), func(c, from, to int) { e.gatherPart(e.parts[c], r, means, from, to) })
	return e.parts
}

func (e *em) gatherPart(part []sums, r []float64, means []vec, from, to int) {
	clear(part)
	k := len(part)
	if means == nil {
		for i, x := range e.x[from:to] {
			for j, p := range r[(from+i)*k : (from+i+1)*k] {
				s := &part[j]
				s.count += p
				s.first[0] += p * x[0]
				s.first[1] += p * x[1]
			}
		}
		return
	}
	for i, x := range e.x[from:to] {
		for j, p := range r[(from+i)*k : (from+i+1)*k] {
			dx, dy := x[0]-means[j][0], x[1]-means[j][1]
			s := &part[j]
			s.second[0] += p * dx * dx
			s.second[1] += p * dx * dy
			s.second[2] += p * dy * dy
		}
	}
}
