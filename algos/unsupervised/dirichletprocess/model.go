package dirichletprocess

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
)

// A view is the draw so far: n customers are seated, and the stick is broken m times.
type view struct {
	*task
	n, m int
	mean float64 // the expected number of tables, each customer adds a term
	log  float64 // ln p(𝒫), a customer's factor added by each
}

// seated is the view with the next customer.
func (v view) seated() view {
	weight := float64(v.customers[v.n].before)
	if v.customers[v.n].fresh {
		weight = v.Alpha
	}
	all := v.Alpha + float64(v.n)
	v.mean, v.log, v.n = v.mean+v.Alpha/all, v.log+math.Log(weight/all), v.n+1
	return v
}

// last is the customer who has just come.
func (v view) last() customer { return v.customers[v.n-1] }

// breaking reports whether the step was a break.
func (v view) breaking() bool {
	seated := 0
	if v.n > 0 {
		seated = v.last().breaks
	}
	return v.m > seated
}

// counts are the customers of every table.
func (v view) counts() []int {
	var counts []int
	for _, c := range v.customers[:v.n] {
		if c.table == len(counts) {
			counts = append(counts, 0)
		}
		counts[c.table]++
	}
	return counts
}

// left is what is left of the stick, NaN where there is none.
func (v view) left() float64 {
	switch {
	case v.Representation != stick:
		return math.NaN()
	case v.m == 0:
		return 1
	}
	return v.pieces[v.m-1].left
}

func (v view) step() algos.Step {
	size := algos.Normal
	switch {
	case v.breaking():
		size = algos.Micro
	case v.n%10 == 0 || v.n == len(v.customers):
		size = algos.Pass
	}
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: size, Events: v.events(), Metrics: v.metrics(), Status: v.status(), View: v}
}

// expected is Σ α/(α+i−1), the mean number of tables of n customers.
func (t *task) expected(n int) num.Sum {
	var sum num.Sum
	for i := range n {
		sum.Add(t.Alpha/(t.Alpha+float64(i)), 2)
	}
	return sum
}

// expectedLeft is the mean length of the stick that m breaks leave, (α/(1+α))ᵐ: the fractions that they take are independent,
// and each has the mean 1/(1+α).
func (t *task) expectedLeft(m int) float64 { return math.Pow(t.Alpha/(1+t.Alpha), float64(m)) }

// closed is the same mean in closed form, α(ψ(α+n) − ψ(α)).
func (t *task) closed(n int) float64 {
	return t.Alpha * (digamma(t.Alpha+float64(n)) - digamma(t.Alpha))
}

// digamma is ψ = Γ'/Γ by its asymptotic series, from 16 on, where the next term is below
// the last digit, and by ψ(x) = ψ(x+1) − 1/x below.
func digamma(x float64) float64 {
	sum := 0.0
	for ; x < 16; x++ {
		sum -= 1 / x
	}
	y := 1 / (x * x)
	series := y * (1./12 - y*(1./120-y*(1./252-y*(1./240-y*(1./132-y*(691./32760-y/12))))))
	return sum + math.Log(x) - 1/(2*x) - series
}

// spread is the standard deviation of the number of tables: openings are independent.
func (t *task) spread(n int) float64 {
	sum := 0.0
	for i := range n {
		p := t.Alpha / (t.Alpha + float64(i))
		sum += p * (1 - p)
	}
	return math.Sqrt(sum)
}

// distribution is p(K = k) of n customers, k = 0, 1, …, with all but nothing of it.
func (t *task) distribution(n int) []float64 {
	most := min(n, int(t.expected(n).Value+12*t.spread(n))+12)
	p := make([]float64, most+1)
	p[0] = 1
	for i := range n {
		q := t.Alpha / (t.Alpha + float64(i))
		for k := min(i+1, most); k >= 0; k-- {
			p[k] *= 1 - q
			if k > 0 {
				p[k] += p[k-1] * q
			}
		}
	}
	return p
}

// order is the customers in the other order of arrival.
func (v view) order() []int {
	all := make([]int, v.n)
	for i := range all {
		all[i] = i
	}
	switch v.Order {
	case reversed:
		slices.Reverse(all)
	case byTable:
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(v.customers[a].table, v.customers[b].table) })
	default:
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(v.keys[a], v.keys[b]) })
	}
	return all
}

// factors are the probabilities by which customers, coming in an order, sit down where
// they sit.
func (v view) factors(order []int) []float64 {
	seated := map[int]int{}
	all := make([]float64, len(order))
	for i, who := range order {
		table := v.customers[who].table
		weight := float64(seated[table])
		if seated[table] == 0 {
			weight = v.Alpha
		}
		all[i] = weight / (v.Alpha + float64(i))
		seated[table]++
	}
	return all
}

// arrival is the order in which they came.
func (v view) arrival() []int {
	all := make([]int, v.n)
	for i := range all {
		all[i] = i
	}
	return all
}

// product is the logarithm of a product.
func product(of []float64) num.Sum {
	var sum num.Sum
	for _, p := range of {
		x := math.Log(p)
		sum.Add(x, 4+math.Abs(x))
	}
	return sum
}

// partition is ln p(𝒫) in closed form: k ln α + Σ ln (|τ|−1)! − ln α(α+1)…(α+n−1).
func (v view) partition() (value, rounding float64) {
	var sum num.Sum
	top, _ := math.Lgamma(v.Alpha + float64(v.n))
	base, _ := math.Lgamma(v.Alpha)
	sum.Add(base, 8+8*math.Abs(base))
	sum.Add(-top, 8+8*math.Abs(top))
	for _, n := range v.counts() {
		x, _ := math.Lgamma(float64(n))
		sum.Add(math.Log(v.Alpha), 2+2*math.Abs(math.Log(v.Alpha)))
		sum.Add(x, 8+8*math.Abs(x))
	}
	return sum.Value, sum.Rounding()
}

// metricNames are public.
var metricNames = []string{"customers", "tables", "expected", "log_p", "left", "pieces"}

func (v view) metrics() []float64 {
	return []float64{float64(v.n), float64(len(v.counts())), v.mean, v.log, v.left(), float64(v.m)}
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	counts := v.counts()
	sizes := make([]float64, len(counts))
	for k, n := range counts {
		sizes[k] = float64(n)
	}
	m := algos.Model{Values: []algos.Value{
		{Name: "customers", Value: v.n},
		{Name: "tables", Value: len(counts)},
		{Name: "table_sizes", Value: sizes},
		{Name: "values", Value: append([]float64{}, v.dishes[:len(counts)]...)},
		{Name: "expected_tables", Value: v.mean},
		{Name: "deviation", Value: v.spread(v.n)},
		{Name: "log_probability", Value: v.log},
		{Name: "probability", Value: math.Exp(v.log)},
		{Name: "new_table", Value: v.Alpha / (v.Alpha + float64(v.n))},
	}}
	if v.Representation == stick {
		weights, expected := []float64{}, []float64{}
		for k, x := range v.pieces[:v.m] {
			weights, expected = append(weights, x.rho), append(expected, v.expectedLeft(k)/(1+v.Alpha))
		}
		m.Values = append(m.Values, algos.Value{Name: "weights", Value: weights}, algos.Value{Name: "left", Value: v.left()},
			algos.Value{Name: "expected_weights", Value: expected}, algos.Value{Name: "expected_left", Value: v.expectedLeft(v.m)})
	}
	return m
}
