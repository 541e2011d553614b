package activelearning

import "math"

// A race is Tr A after every number of queries by each criterion, from the same measured
// points. It needs no observations: no criterion depends on y.
type race struct {
	optimal, doubtful []float64
	mean, low, high   []float64 // over the random runs
}

// newRace plays all queries of all criteria. NaN stands where XᵀX is singular, and for the
// random runs where it is singular in one of them.
func (t *task) newRace() race {
	var xs []float64
	for _, p := range t.Points {
		xs = append(xs, p.X[0])
	}
	start := designOf(xs)
	r := race{optimal: t.traces(start, design.best), doubtful: t.traces(start, design.doubtful)}
	for j := range t.Runs {
		draw := t.Stream(streamRuns + uint64(j))
		run := t.traces(start, func(_ design, low, high float64) float64 { return low + (high-low)*draw.Float64() })
		if j == 0 {
			n := len(run)
			r.mean, r.low, r.high = make([]float64, n), make([]float64, n), make([]float64, n)
			copy(r.low, run)
			copy(r.high, run)
		}
		for k, trace := range run {
			r.mean[k] += trace / float64(t.Runs)
			r.low[k], r.high[k] = math.Min(r.low[k], trace), math.Max(r.high[k], trace)
		}
	}
	return r
}

// traces queries by a rule.
func (t *task) traces(d design, rule func(d design, low, high float64) float64) []float64 {
	out := make([]float64, 0, t.Queries+1)
	for k := 0; ; k++ {
		trace := math.NaN()
		if d.regular() {
			trace = d.trace()
		}
		if out = append(out, trace); k == t.Queries {
			return out
		}
		d = d.with(rule(d, t.Low, t.High))
	}
}
