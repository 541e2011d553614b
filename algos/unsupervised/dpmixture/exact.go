package dpmixture

import (
	"context"
	"math"
	"math/bits"
)

// mostExact is the most points of which all partitions are enumerated: seven have 877.
const mostExact = 7

// An exact is the posterior over all seatings of few points.
type exact struct {
	*model
	states      []seating
	evidence    float64   // ln p(x)
	best        float64   // the largest ln p(x, z)
	prior, post []float64 // of every number of clusters; [0] is 0
	mean        float64   // posterior mean of the number
	priorMean   float64
	together    [][]float64 // that two points sit together
	blocks      []float64   // that these points, as bits, are one table
	sums        []vec       // of these points
	at          map[uint32]int
}

// A seating has tables in the order of their first points.
type seating struct {
	z           [mostExact]uint8
	k           int
	log         float64 // ln p(x, z)
	prior, post float64
}

// code is the seating as a number.
func (s *seating) code(n int) uint32 {
	c := uint32(0)
	for _, k := range s.z[:n] {
		c = c<<3 | uint32(k)
	}
	return c
}

// canonical numbers the tables in the order of their first points.
func canonical(z []uint16) seating {
	var s seating
	var names [maxPoints]int8
	for i, k := range z {
		if names[k] == 0 {
			s.k++
			names[k] = int8(s.k)
		}
		s.z[i] = uint8(names[k] - 1)
	}
	return s
}

// enumerate lists all partitions; nil where there are too many.
func enumerate(m *model) *exact {
	if m.n == 0 || m.n > mostExact {
		return nil
	}
	e := &exact{model: m, prior: make([]float64, m.n+1), post: make([]float64, m.n+1), at: map[uint32]int{}}
	e.blocks, e.sums = make([]float64, 1<<m.n), make([]vec, 1<<m.n)
	density, factor := make([]float64, 1<<m.n), make([]float64, 1<<m.n)
	for mask := 1; mask < 1<<m.n; mask++ {
		density[mask], e.sums[mask] = m.marginal(rowsOf(mask)), m.sum(rowsOf(mask))
		gamma, _ := math.Lgamma(float64(bits.OnesCount(uint(mask))))
		factor[mask] = math.Log(m.alpha) + gamma
	}
	rising := 0.0
	for i := range m.n {
		rising += math.Log(m.alpha + float64(i))
	}
	var list func(s seating, i int)
	list = func(s seating, i int) {
		if i < m.n {
			for k := range s.k + 1 {
				next := s
				next.z[i], next.k = uint8(k), max(s.k, k+1)
				list(next, i+1)
			}
			return
		}
		prior := -rising
		for _, mask := range s.masks(m.n) {
			prior += factor[mask]
			s.log += density[mask]
		}
		s.prior, s.log = math.Exp(prior), s.log+prior
		e.at[s.code(m.n)] = len(e.states)
		e.states = append(e.states, s)
	}
	list(seating{}, 0)
	e.weigh()
	return e
}

// rowsOf are the points of a mask.
func rowsOf(mask int) []int {
	var rows []int
	for ; mask > 0; mask &= mask - 1 {
		rows = append(rows, bits.TrailingZeros(uint(mask)))
	}
	return rows
}

// masks are the tables of a seating, as bits.
func (s *seating) masks(n int) []int {
	all := make([]int, s.k)
	for i, k := range s.z[:n] {
		all[k] |= 1 << i
	}
	return all
}

// weigh divides by the sum over all seatings.
func (e *exact) weigh() {
	e.best = math.Inf(-1)
	for _, s := range e.states {
		e.best = max(e.best, s.log)
	}
	sum := 0.0
	for _, s := range e.states {
		sum += math.Exp(s.log - e.best)
	}
	e.evidence = e.best + math.Log(sum)
	e.together = make([][]float64, e.n)
	for i := range e.together {
		e.together[i] = make([]float64, e.n)
	}
	for j := range e.states {
		s := &e.states[j]
		s.post = math.Exp(s.log - e.evidence)
		e.prior[s.k] += s.prior
		e.post[s.k] += s.post
		e.mean += float64(s.k) * s.post
		e.priorMean += float64(s.k) * s.prior
		for _, mask := range s.masks(e.n) {
			e.blocks[mask] += s.post
		}
		for a := range e.n {
			for b := range e.n {
				if s.z[a] == s.z[b] {
					e.together[a][b] += s.post
				}
			}
		}
	}
}

// marginal is ln p of the points of one table.
func (m *model) marginal(rows []int) float64 {
	n := float64(len(rows))
	var mean vec
	for _, i := range rows {
		mean[0] += m.y[i][0] / n
		mean[1] += m.y[i][1] / n
	}
	off := 0.0
	for _, i := range rows {
		for d := range m.dim {
			e := m.y[i][d] - mean[d]
			off += e * e
		}
	}
	wide := m.sigma2 + n*m.tau2
	log := -0.5 * float64(m.dim) * (n*math.Log(2*math.Pi*m.sigma2) + math.Log(wide/m.sigma2))
	return log - 0.5*(off/m.sigma2+n*(mean[0]*mean[0]+mean[1]*mean[1])/wide)
}

// density is the exact predictive density of another point at y, all seatings averaged.
func (e *exact) density(y vec) float64 {
	sum := math.Exp(e.weight(0, vec{}, y))
	for mask, p := range e.blocks {
		if p < 1e-12 {
			continue
		}
		sum += p * math.Exp(e.weight(bits.OnesCount(uint(mask)), e.sums[mask], y))
	}
	return sum / (e.alpha + float64(e.n))
}

// A mixing is how well the sampler mixes, computed from the transitions of a sweep over all
// partitions: how frequencies of the number of clusters depend on sweeps before.
type mixing struct {
	kept    float64     // E[K] after a sweep from the posterior
	lag     [][]float64 // of every number: autocovariances of its indicator, by lag
	start   [][]float64 // of every number: P(K after so many sweeps) − posterior, from the first seating
	settled bool        // the last of them are all but 0
}

// mostLags bounds how far autocovariances are followed, and gone is the share of a variance
// below which they are left off.
const (
	mostLags = 250
	gone     = 1e-4
)

// moves are the draws of one point from every seating: where to, and with which probability.
type moves struct {
	first  []int32
	to     []int32
	weight []float64
}

// moving lists the draws of point i, by the weights that the sampler draws by.
func (e *exact) moving(i int) moves {
	var m moves
	logs := make([]float64, 0, mostExact+1)
	for _, s := range e.states {
		m.first = append(m.first, int32(len(m.to)))
		var count [mostExact + 1]int
		var sum [mostExact + 1]vec
		for j, k := range s.z[:e.n] {
			if j != i {
				count[k]++
				sum[k][0] += e.y[j][0]
				sum[k][1] += e.y[j][1]
			}
		}
		logs = logs[:0]
		most, fresh := math.Inf(-1), false
		for k := range s.k + 1 {
			if count[k] == 0 {
				if fresh {
					continue
				}
				fresh = true
			}
			z := make([]uint16, e.n)
			for j := range z {
				z[j] = uint16(s.z[j])
			}
			z[i] = uint16(k)
			next := canonical(z)
			m.to = append(m.to, int32(e.at[next.code(e.n)]))
			w := e.weight(count[k], sum[k], e.y[i])
			logs, most = append(logs, w), max(most, w)
		}
		total := 0.0
		for _, w := range logs {
			total += math.Exp(w - most)
		}
		for _, w := range logs {
			m.weight = append(m.weight, math.Exp(w-most)/total)
		}
	}
	m.first = append(m.first, int32(len(m.to)))
	return m
}

// after replaces a function of the seating by what is expected of it after the draw.
func (m *moves) after(f, into []float64) {
	for s := range into {
		sum := 0.0
		for j := m.first[s]; j < m.first[s+1]; j++ {
			sum += m.weight[j] * f[m.to[j]]
		}
		into[s] = sum
	}
}

// mix follows the frequencies of all numbers of clusters from sweep to sweep.
func (e *exact) mix(ctx context.Context, first []uint16) *mixing {
	draws := make([]moves, e.n)
	for i := range draws {
		draws[i] = e.moving(i)
	}
	start := canonical(first)
	from := e.at[start.code(e.n)]
	x := &mixing{lag: make([][]float64, e.n+1), start: make([][]float64, e.n+1)}
	f := make([][]float64, e.n+1)
	for k := 1; k <= e.n; k++ {
		f[k] = make([]float64, len(e.states))
		for s := range e.states {
			if e.states[s].k == k {
				f[k][s] = 1
			}
		}
		x.lag[k] = []float64{e.post[k] * (1 - e.post[k])}
		x.start[k] = []float64{f[k][from] - e.post[k]}
	}
	other := make([]float64, len(e.states))
	for range mostLags {
		if ctx.Err() != nil {
			return x
		}
		x.settled = true
		for k := 1; k <= e.n; k++ {
			// A sweep goes from the first point to the last, so expectations go back.
			for i := e.n - 1; i >= 0; i-- {
				draws[i].after(f[k], other)
				f[k], other = other, f[k]
			}
			both, all := 0.0, 0.0
			for s, state := range e.states {
				all += state.post * f[k][s]
				if state.k == k {
					both += state.post * f[k][s]
				}
			}
			if len(x.lag[k]) == 1 {
				x.kept += float64(k) * all
			}
			c, bias := both-e.post[k]*e.post[k], f[k][from]-e.post[k]
			x.lag[k], x.start[k] = append(x.lag[k], c), append(x.start[k], bias)
			if math.Abs(c) > gone*x.lag[k][0] && x.lag[k][0] > 1e-9 || math.Abs(bias) > gone {
				x.settled = false
			}
		}
		if x.settled {
			return x
		}
	}
	return x
}

// deviation is the standard error of the frequency of k clusters over so many sweeps.
func (x *mixing) deviation(k, sweeps int) float64 {
	t := float64(sweeps)
	sum := x.lag[k][0]
	for lag := 1; lag < len(x.lag[k]) && lag < sweeps; lag++ {
		sum += 2 * (1 - float64(lag)/t) * x.lag[k][lag]
	}
	return math.Sqrt(max(0, sum) / t)
}

// bias is by how much the first seating still moves that frequency.
func (x *mixing) bias(k, burn, sweeps int) float64 {
	sum := 0.0
	for t := burn + 1; t <= burn+sweeps && t < len(x.start[k]); t++ {
		sum += x.start[k][t]
	}
	return math.Abs(sum) / float64(sweeps)
}
