package dpmixture

import (
	"math"

	"playground/algos/num"
)

// A vec is a place. In one dimension the second coordinate is 0.
type vec = [2]float64

// A model is the mixture: the points less m₀, and what the predictive density of a table
// needs for every number of points that may sit there.
type model struct {
	n, dim       int
	alpha        float64
	sigma2, tau2 float64
	y            []vec // x − m₀

	log    []float64 // ln n_k (for 0: ln α) and the logarithm of what stands before the exponential
	half   []float64 // 1/(2s²), with s² = σ² + σ²τ²/(σ²+n_kτ²)
	shrink []float64 // of the mean of the points: n_kτ²/(σ²+n_kτ²)
}

func newModel(y []vec, dim int, alpha, sigma, tau float64) *model {
	m := &model{n: len(y), dim: dim, alpha: alpha, sigma2: sigma * sigma, tau2: tau * tau, y: y}
	for n := range len(y) + 1 {
		weight := float64(n)
		if n == 0 {
			weight = alpha
		}
		s2 := m.variance(n)
		m.log = append(m.log, math.Log(weight)-0.5*float64(dim)*math.Log(2*math.Pi*s2))
		m.half = append(m.half, 0.5/s2)
		m.shrink = append(m.shrink, float64(n)*m.tau2/(m.sigma2+float64(n)*m.tau2))
	}
	return m
}

// variance is s² of the predictive density of a table of n.
func (m *model) variance(n int) float64 {
	return m.sigma2 + m.sigma2*m.tau2/(m.sigma2+float64(n)*m.tau2)
}

// weight is the logarithm of what a table of n points with this sum weighs at y.
func (m *model) weight(n int, sum, y vec) float64 {
	return m.log[n] - m.far(n, sum, y)*m.half[n]
}

// center is the mean of the predictive density of a table, less m₀.
func (m *model) center(n int, sum vec) vec {
	if n == 0 {
		return vec{}
	}
	s := m.shrink[n] / float64(n)
	return vec{s * sum[0], s * sum[1]}
}

// far is how far y is from the centre of a table, squared.
func (m *model) far(n int, sum, y vec) float64 {
	c := m.center(n, sum)
	a, b := y[0]-c[0], y[1]-c[1]
	return a*a + b*b
}

// A gibbs is the state of the sampler: where every point sits, and of every table how
// many do and what they add up to. Tables are numbered; the number of one that is emptied
// is free for another.
type gibbs struct {
	*model
	z       []uint16
	count   []int
	sum     []vec
	p       []float64
	top     int // tables from here on were never used
	opened  bool
	emptied bool

	from, to float64 // ln of what the last point's old and new table weighed
}

func newGibbs(m *model, z []uint16) *gibbs {
	g := &gibbs{model: m, z: append([]uint16(nil), z...), count: make([]int, m.n+1), sum: make([]vec, m.n+1), p: make([]float64, m.n+1)}
	for _, k := range z {
		g.top = max(g.top, int(k)+1)
	}
	g.refresh()
	return g
}

// refresh recomputes the sums, so that the rounding of many changes does not pile up.
func (g *gibbs) refresh() {
	clear(g.count)
	clear(g.sum)
	for i, k := range g.z {
		g.count[k]++
		g.sum[k][0] += g.y[i][0]
		g.sum[k][1] += g.y[i][1]
	}
}

// sizes are the numbers of points of all tables that have some, in the order of tables.
func (g *gibbs) sizes() []int32 {
	var all []int32
	for _, n := range g.count[:g.top] {
		if n > 0 {
			all = append(all, int32(n))
		}
	}
	return all
}

// point takes point i from its table, draws a table by a number from 0 to 1, and seats it.
func (g *gibbs) point(i int, u float64) uint16 {
	y, old := g.y[i], int(g.z[i])
	if g.count[old]--; g.count[old] == 0 {
		g.sum[old] = vec{}
	} else {
		g.sum[old][0] -= y[0]
		g.sum[old][1] -= y[1]
	}
	fresh := g.free(old)
	g.top = max(g.top, fresh+1)
	most := math.Inf(-1)
	for k := range g.top {
		g.p[k] = math.Inf(-1)
		if g.count[k] > 0 || k == fresh {
			g.p[k] = g.weight(g.count[k], g.sum[k], y)
			most = max(most, g.p[k])
		}
	}
	if g.from = g.p[old]; g.count[old] == 0 {
		g.from = g.p[fresh] // it sat alone
	}
	k := g.choose(u, most)
	g.to = g.weight(g.count[k], g.sum[k], y)
	g.emptied = g.count[old] == 0 && k != old
	g.opened = g.count[k] == 0 && k != old
	g.count[k]++
	g.sum[k][0] += y[0]
	g.sum[k][1] += y[1]
	g.z[i] = uint16(k)
	return uint16(k)
}

// free is the number of a new table: the one that was left empty just now, or the first
// that is free.
func (g *gibbs) free(old int) int {
	if g.count[old] == 0 {
		return old
	}
	k := 0
	for g.count[k] > 0 {
		k++
	}
	return k
}

// choose draws a table by the logarithms of the weights in g.p.
func (g *gibbs) choose(u, most float64) int {
	sum, last := 0.0, 0
	for k, a := range g.p[:g.top] {
		if !math.IsInf(a, -1) {
			sum += math.Exp(a - most)
			last = k
		}
	}
	u *= sum
	for k, a := range g.p[:last] {
		if math.IsInf(a, -1) {
			continue
		}
		if u -= math.Exp(a - most); u < 0 {
			return k
		}
	}
	return last
}

// change is by what the last point changed ln p(x, z): all but its own factor stayed.
func (g *gibbs) change() float64 { return g.to - g.from }

// tables are the points of every table, by its number.
func tables(z []uint16) [][]int {
	var all [][]int
	for i, k := range z {
		for int(k) >= len(all) {
			all = append(all, nil)
		}
		all[k] = append(all[k], i)
	}
	return all
}

// joint is ln p(x, z) in closed form: the probability of the seating, and of every table
// the density of its points with the centre integrated out.
func (m *model) joint(z []uint16) num.Sum {
	var sum num.Sum
	for i := range m.n {
		addLog(&sum, m.alpha+float64(i), -1)
	}
	for _, rows := range tables(z) {
		if len(rows) > 0 {
			m.addTable(&sum, rows)
		}
	}
	return sum
}

func addLog(sum *num.Sum, x, sign float64) {
	l := math.Log(x)
	sum.Add(sign*l, 4+math.Abs(l))
}

// addTable adds the logarithm of α(n−1)! and of the density of a table's points.
func (m *model) addTable(sum *num.Sum, rows []int) {
	addLog(sum, m.alpha, 1)
	for j := 2; j < len(rows); j++ {
		addLog(sum, float64(j), 1)
	}
	m.addDensity(sum, rows)
}

// addDensity adds ln p of the points of one table. Around their mean they lie with σ², and
// the mean lies around m₀ with σ²/n + τ²: nothing large is subtracted.
func (m *model) addDensity(sum *num.Sum, rows []int) {
	n := float64(len(rows))
	wide := 1 + n*m.tau2/m.sigma2
	for range m.dim {
		l := math.Log(2 * math.Pi * m.sigma2)
		sum.Add(-0.5*n*l, n*(4+math.Abs(l)))
		l = math.Log(wide)
		sum.Add(-0.5*l, 4+l)
	}
	var mean vec
	for _, i := range rows {
		mean[0] += m.y[i][0] / n
		mean[1] += m.y[i][1] / n
	}
	for d := range m.dim {
		// A mean of n numbers is off by n ulps of their size at most, and what is left
		// of a difference by as many of both sides.
		size := 0.0
		for _, i := range rows {
			size = max(size, math.Abs(m.y[i][d]))
		}
		for _, i := range rows {
			e := m.y[i][d] - mean[d]
			sum.Add(-0.5*e*e/m.sigma2, (math.Abs(e)+size*num.Ulp*n)*size*(n+4)/m.sigma2)
		}
		q := 0.5 * n * mean[d] * mean[d] / (m.sigma2 * wide)
		sum.Add(-q, 2*q*(n+8)+size*size*num.Ulp*n*n/m.sigma2)
	}
}

// chain is ln p(x, z) as a product of sequential predictions: of each point's cluster, and
// of the point given those before it.
func (m *model) chain(z []uint16) num.Sum {
	var sum num.Sum
	var counts []int
	var sums []vec
	for i, k := range z {
		for int(k) >= len(counts) {
			counts, sums = append(counts, 0), append(sums, vec{})
		}
		n, y := counts[k], m.y[i]
		c := m.center(n, sums[k])
		size := math.Abs(y[0]) + math.Abs(y[1]) + math.Abs(c[0]) + math.Abs(c[1])
		far := m.far(n, sums[k], y)
		addLog(&sum, m.alpha+float64(i), -1)
		sum.Add(m.log[n], 16+2*math.Abs(m.log[n]))
		sum.Add(-far*m.half[n], 2*m.half[n]*(math.Sqrt(far)+size*num.Ulp*float64(n+4))*size*float64(n+8))
		counts[k]++
		sums[k][0] += y[0]
		sums[k][1] += y[1]
	}
	return sum
}
