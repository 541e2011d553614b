package dpmixture

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	*model
	options
	problem algos.Problem
	first   []uint16
	tables  []float64 // prior probabilities of every number of clusters; [0] is 0
	exact   *exact    // nil where there are too many points
	mixing  func() *mixing
	curve   func() []mark.XY // the exact predictive density on a line
}

func newTask(ctx context.Context, p algos.Problem, o options) *task {
	if p.Dim == 1 {
		o.PriorMean[1] = 0
	}
	y := make([]vec, len(p.Points))
	for i, q := range p.Points {
		for d := range p.Dim {
			y[i][d] = q.X[d] - o.PriorMean[d]
		}
	}
	t := &task{model: newModel(y, p.Dim, o.Alpha, o.Sigma, o.Tau), options: o, problem: p}
	t.tables = numbersOfTables(o.Alpha, len(y))
	t.exact = enumerate(t.model)
	t.mixing = algos.Slow(ctx, func(ctx context.Context) *mixing { return t.exact.mix(ctx, t.first) })
	t.curve = algos.Slow(ctx, func(context.Context) []mark.XY {
		return t.plot(func(x float64) float64 { return t.exact.density(vec{x - t.PriorMean[0]}) })
	})
	return t
}

// numbersOfTables are the probabilities that n points of the prior sit at k tables: each
// opens one with α/(α+i−1), whatever the others did.
func numbersOfTables(alpha float64, n int) []float64 {
	p := make([]float64, n+1)
	p[0] = 1
	for i := range n {
		opens := alpha / (alpha + float64(i))
		stays := float64(i) / (alpha + float64(i))
		for k := i + 1; k > 0; k-- {
			p[k] = p[k]*stays + p[k-1]*opens
		}
		p[0] = 0
	}
	return p
}

// expected is Σ α/(α+i−1), the number of tables that the prior expects.
func (m *model) expected() num.Sum {
	var sum num.Sum
	for i := range m.n {
		sum.Add(m.alpha/(m.alpha+float64(i)), 2)
	}
	return sum
}

// assignments reads the clusters of points.
func assignments(text string) ([]int, error) {
	var all []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\t' }) {
		k, err := strconv.Atoi(word)
		if err != nil || k < 1 || k > maxPoints {
			return nil, algos.Refuse(say.Vars{"word": say.Given(word), "most": maxPoints}.Text("assignments: <word> is not a whole number from 1 to <most>."))
		}
		all = append(all, k)
	}
	return all, nil
}

// begin is the initial partition.
func (t *task) begin(uniform func() float64) ([]uint16, error) {
	z := make([]uint16, t.n)
	switch t.Init {
	case alone:
		for i := range z {
			z[i] = uint16(i)
		}
	case oneByOne:
		t.seat(z, uniform)
	case given:
		tables, err := assignments(t.Assignments)
		if err != nil {
			return nil, err
		}
		if len(tables) != t.n {
			s := say.Vars{"given": len(tables), "n": t.n}
			return nil, algos.Refuse(s.Text("assignments: one label is needed for each of <n point>, and <given> are given."))
		}
		var names []int
		for i, k := range tables {
			at := slices.Index(names, k)
			if at < 0 {
				at, names = len(names), append(names, k)
			}
			z[i] = uint16(at)
		}
	}
	return z, nil
}

// seat assigns the points sequentially, each given those before it.
func (t *task) seat(z []uint16, uniform func() float64) {
	g := newGibbs(&model{}, nil)
	g.model, g.count, g.sum, g.p = t.model, make([]int, t.n+1), make([]vec, t.n+1), make([]float64, t.n+1)
	for i, y := range t.y {
		most := math.Inf(-1)
		for k := range g.top + 1 {
			g.p[k] = g.weight(g.count[k], g.sum[k], y)
			most = max(most, g.p[k])
		}
		used := g.top
		g.top++
		k := g.choose(uniform(), most)
		if k < used {
			g.top = used
		}
		g.count[k]++
		g.sum[k][0] += y[0]
		g.sum[k][1] += y[1]
		z[i] = uint16(k)
	}
}

// A view is the state after one step: the points before len(drawn) have drawn their tables
// in this sweep, the others sit where they did.
type view struct {
	*task
	sweep       int
	base, drawn []uint16
	u           float64    // by which the last point drew
	nk          []int32    // the sampler's numbers of points at tables
	log, before float64    // ln p(x, z) after the step, and before it
	past        [][]uint16 // the seating after every sweep
	numbers     []int32    // of clusters after every sweep
	total       int        // the sum of those that count
	opened      int        // tables since the step before
	emptied     int
	size        algos.Size
}

// at is the point that has just drawn its table; −1 where none has.
func (v view) at() int { return len(v.drawn) - 1 }

// now is the table of every point.
func (v view) now() []uint16 {
	if len(v.drawn) == v.n {
		return v.drawn
	}
	return append(slices.Clone(v.drawn), v.base[len(v.drawn):]...)
}

// moved is how many points have changed their table in this sweep.
func (v view) moved() int {
	n := 0
	for i, k := range v.drawn {
		if k != v.base[i] {
			n++
		}
	}
	return n
}

// used is how many sweeps count for means and frequencies.
func (v view) used() int { return max(0, len(v.numbers)-v.BurnIn) }

// over reports whether the last sweep has ended.
func (v view) over() bool { return len(v.numbers) == v.Sweeps }

func (v view) step(size algos.Size) algos.Step {
	v.size = size
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: size, Events: v.events(), Metrics: v.metrics(), Status: v.status(), View: v}
}

// A cluster is a table with its points, and their predictive density.
type cluster struct {
	k      int // its number
	rows   []int
	center vec // less m₀
	s2     float64
}

// clusters are the tables that have points, in their order.
func (v view) clusters(z []uint16) []cluster {
	var all []cluster
	for k, rows := range tables(z) {
		if len(rows) == 0 {
			continue
		}
		sum := v.sum(rows)
		all = append(all, cluster{k, rows, v.center(len(rows), sum), v.variance(len(rows))})
	}
	return all
}

func (m *model) sum(rows []int) vec {
	var sum vec
	for _, i := range rows {
		sum[0] += m.y[i][0]
		sum[1] += m.y[i][1]
	}
	return sum
}

// place is a place of the picture.
func (v view) place(y vec) mark.XY {
	return mark.XY{X: y[0] + v.PriorMean[0], Y: y[1] + v.PriorMean[1]}
}

// An option is a table that a point may go to.
type option struct {
	k, n   int // n is 0 for a new one
	center vec
	far    float64 // squared
	s2     float64
	log, p float64
}

// A draw is what the last point drew from: the tables without it.
type draw struct {
	i        int
	old, new int // options; old is the last where it sat alone
	options  []option
	sum      float64 // of the weights
}

// last is the draw of the point at work.
func (v view) last() draw {
	i := v.at()
	z := v.now()
	x := draw{i: i}
	most := math.Inf(-1)
	put := func(k int, rows []int) {
		sum := v.sum(rows)
		n := len(rows)
		o := option{k: k, n: n, center: v.center(n, sum), far: v.far(n, sum, v.y[i]), s2: v.variance(n), log: v.weight(n, sum, v.y[i])}
		most = max(most, o.log)
		x.options = append(x.options, o)
	}
	alone, free := false, int(z[i])
	used := tables(z)
	for k, rows := range used {
		if k == int(z[i]) {
			rows = slices.DeleteFunc(slices.Clone(rows), func(j int) bool { return j == i })
			alone = len(rows) == 0
		}
		if len(rows) > 0 {
			put(k, rows)
		}
	}
	if !alone { // a new table has another number than the one drawn
		free = slices.IndexFunc(used, func(rows []int) bool { return len(rows) == 0 })
		if free < 0 {
			free = len(used)
		}
		if !slices.ContainsFunc(x.options, func(o option) bool { return o.k == int(v.base[i]) }) {
			free = int(v.base[i])
		}
	}
	put(free, nil)
	x.old, x.new = len(x.options)-1, len(x.options)-1
	for j := range x.options {
		o := &x.options[j]
		o.p = math.Exp(o.log - most)
		x.sum += o.p
		if o.k == int(v.base[i]) {
			x.old = j
		}
		if o.k == int(z[i]) {
			x.new = j
		}
	}
	for j := range x.options {
		x.options[j].p /= x.sum
	}
	x.sum *= math.Exp(most)
	return x
}

// metricNames are public.
var metricNames = []string{"log_joint", "log_best", "clusters", "mean_clusters", "exact_clusters", "prior_clusters", "moved"}

func (v view) metrics() []float64 {
	best, posterior, mean, moved := math.NaN(), math.NaN(), math.NaN(), math.NaN()
	if v.exact != nil {
		best, posterior = v.exact.best, v.exact.mean
	}
	if v.used() > 0 {
		mean = float64(v.total) / float64(v.used())
	}
	if v.size == algos.Pass && v.sweep > 0 {
		moved = float64(v.moved()) / float64(v.n)
	}
	return []float64{v.log, best, float64(len(v.nk)), mean, posterior, v.expected().Value, moved}
}

// frequencies are the fractions of sweeps with every number of clusters; nil before any counts.
func (v view) frequencies() []float64 {
	if v.used() == 0 {
		return nil
	}
	f := make([]float64, v.n+1)
	for _, k := range v.numbers[v.BurnIn:] {
		f[k] += 1 / float64(v.used())
	}
	return f
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	z := v.now()
	seating, sizes := make([]float64, v.n), []float64{}
	for i, k := range z {
		seating[i] = float64(k) + 1
	}
	var centers [][]float64
	for _, c := range v.clusters(z) {
		at := v.place(c.center)
		centers = append(centers, []float64{at.X, at.Y}[:v.dim])
		sizes = append(sizes, float64(len(c.rows)))
	}
	m := algos.Model{Values: []algos.Value{
		{Name: "log_joint", Value: v.log},
		{Name: "clusters", Value: len(sizes)},
		{Name: "sizes", Value: sizes},
		{Name: "centers", Value: centers},
		{Name: "tables", Value: seating},
		{Name: "sweeps", Value: len(v.numbers)},
		{Name: "prior_k", Value: v.tables[1:]},
	}}
	if f := v.frequencies(); f != nil {
		m.Values = append(m.Values, algos.Value{Name: "frequencies_k", Value: f[1:]})
	}
	if e := v.exact; e != nil {
		m.Values = append(m.Values,
			algos.Value{Name: "log_evidence", Value: e.evidence},
			algos.Value{Name: "posterior_k", Value: e.post[1:]},
			algos.Value{Name: "co_clustering", Value: e.together})
	}
	return m
}
