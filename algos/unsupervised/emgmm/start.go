package emgmm

import (
	"math/rand/v2"
	"slices"

	"playground/algos/unsupervised/internal/lloyd"
)

// spread is a summary of the data: mean and covariance with the divisor n.
type spread struct {
	mean vec
	cov  sym
}

// spreadOf measures points; there must be one at least.
func spreadOf(x []vec) spread {
	var s spread
	n := float64(len(x))
	for _, p := range x {
		s.mean[0] += p[0] / n
		s.mean[1] += p[1] / n
	}
	for _, p := range x {
		dx, dy := p[0]-s.mean[0], p[1]-s.mean[1]
		s.cov[0] += dx * dx / n
		s.cov[1] += dx * dy / n
		s.cov[2] += dy * dy / n
	}
	for d := range 2 { // rounding of the mean must not look like a variance
		same := true
		for _, p := range x {
			same = same && p[d] == x[0][d]
		}
		if same {
			s.mean[d], s.cov[1], s.cov[2*d] = x[0][d], 0, 0
		}
	}
	return s
}

// startCovariance is where every component starts: the data's own variances (or a
// share of them), without their covariance, restricted to the shape. A coordinate
// in which all points agree starts at reg.
func (t *task) startCovariance() sym {
	if t.shape() == fixed {
		return restrict(sym{t.Sigma * t.Sigma, 0, t.Sigma * t.Sigma}, spherical, t.Dim)
	}
	s := restrict(sym{t.Spread * t.data.cov[0], 0, t.Spread * t.data.cov[2]}, t.shape(), t.Dim)
	for d := range t.Dim {
		if s[2*d] == 0 {
			s[2*d] = t.Reg
		}
	}
	return s
}

// begin returns the mixture that a run starts from: means by the chosen method,
// equal weights, the same broad covariance for all; or what an M-step makes of shares
// drawn at random, and the shares.
func (t *task) begin() (m mixture, shares []float64) {
	m, cov := newMixture(t.K), t.startCovariance()
	var rows []int
	switch t.Init {
	case byHand:
		copy(m.mean, t.Means[:])
	case atRows:
		rows = t.rows
	case plusPlus:
		rows = lloyd.PlusPlus(t.x, t.K, t.Rand)
	case atRandom:
		rows = t.Rand.Perm(len(t.x))[:t.K]
	}
	for j, row := range rows {
		m.mean[j] = t.x[row]
	}
	for j := range m.mean {
		m.weight[j], m.cov[j] = 1/float64(t.K), cov
		if t.Dim == 1 {
			m.mean[j][1] = 0
		}
	}
	if t.Init == byShares {
		shares = randomShares(len(t.x), t.K, t.Evenness, t.Rand)
		made := newMixture(t.K)
		t.em.maximise(made, shares, m)
		return made, shares
	}
	return m, nil
}

// randomShares draws a row of k shares for each of n points, all ways of sharing it
// out being equally likely, and takes them by the evenness towards 1/k.
func randomShares(n, k int, evenness float64, r *rand.Rand) []float64 {
	shares := make([]float64, n*k)
	for row := range slices.Chunk(shares, k) {
		sum := 0.0
		for j := range row { // exponential numbers over their sum are uniform on the simplex
			row[j] = r.ExpFloat64()
			sum += row[j]
		}
		for j := range row {
			row[j] = evenness/float64(k) + (1-evenness)*row[j]/sum
		}
	}
	return shares
}
