package emgmm

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
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
	s := restrict(sym{t.Spread * t.data.cov[0], 0, t.Spread * t.data.cov[2]}, t.shape(), t.Dim)
	for d := range t.Dim {
		if s[2*d] == 0 {
			s[2*d] = t.Reg
		}
	}
	return s
}

// begin returns the mixture that a run starts from: means by the chosen method,
// equal weights, the same broad covariance for all.
func (t *task) begin() mixture {
	m, cov := newMixture(t.K), t.startCovariance()
	var rows []int
	switch t.Init {
	case byHand:
		copy(m.mean, t.Means[:])
	case atRows:
		rows = t.rows
	case plusPlus:
		rows = plusPlusRows(t.x, t.K, t.Rand)
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
	return m
}

// plusPlusRows is k-means++: the first row is drawn evenly, each further one
// with a probability that grows with the square of its distance from the
// nearest row chosen before. Where nothing but copies of chosen points is left,
// the first rows not chosen yet follow.
func plusPlusRows(x []vec, k int, r *rand.Rand) []int {
	rows := []int{r.IntN(len(x))}
	taken := make([]bool, len(x))
	taken[rows[0]] = true
	d2 := make([]float64, len(x))
	for len(rows) < k {
		last := x[rows[len(rows)-1]]
		total := 0.0
		for i, p := range x {
			dx, dy := p[0]-last[0], p[1]-last[1]
			if d := dx*dx + dy*dy; len(rows) == 1 || d < d2[i] {
				d2[i] = d
			}
			total += d2[i]
		}
		next := draw(d2, taken, total*r.Float64())
		taken[next] = true
		rows = append(rows, next)
	}
	return rows
}

// draw returns the row in whose share of the sum of d2 the mark falls.
func draw(d2 []float64, taken []bool, mark float64) int {
	chosen := -1
	for i, d := range d2 {
		if taken[i] {
			continue
		}
		if chosen < 0 || d > 0 {
			chosen = i
		}
		if mark -= d; mark < 0 {
			break
		}
	}
	return chosen
}

// parseRows reads a list of rows, counted from 0.
func parseRows(text string) ([]int, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var rows []int
	for part := range strings.SplitSeq(text, ",") {
		row, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || row < 0 {
			return nil, fmt.Errorf("%q is not a row: write row numbers from 0, separated by commas, such as 7,37,67", strings.TrimSpace(part))
		}
		rows = append(rows, row)
	}
	if len(rows) > maxK {
		return nil, fmt.Errorf("%d rows are too many: at most %d", len(rows), maxK)
	}
	return rows, nil
}

// evenRows spreads k rows evenly over a file of n.
func evenRows(n, k int) []int {
	rows := make([]int, k)
	for j := range rows {
		rows[j] = (2*j + 1) * n / (2 * k)
	}
	return rows
}
