package bandit

import (
	"math"
	"math/rand/v2"
)

// A decision is which arm a policy pulls, and why.
type decision struct {
	arm      int
	explored bool      // by ε-greedy: drawn uniformly
	ties     int       // arms with the largest index
	p        []float64 // the distribution from which the arm is drawn; of a deterministic rule that of its ties
	index    []float64 // what the largest is taken of: pulls to come, Q, upper bound, sample; unused where p decides
}

func newDecision(k int) decision {
	f := make([]float64, 2*k)
	return decision{p: f[:k:k], index: f[k:]}
}

// decide chooses an arm as the policy does.
func (t *task) decide(policy string, s *state, r *rand.Rand, d *decision) {
	d.explored, d.ties = false, 0
	switch policy {
	case softmax:
		boltzmann(d.p, s.values, t.Tau)
		d.arm = draw(d.p, r.Float64())
		return
	case exp3:
		t.mix(d.p, s.estimates)
		d.arm = draw(d.p, r.Float64())
		return
	case greedy:
		copy(d.index, s.values)
		n := ties(d.index)
		for k, q := range d.index {
			d.p[k] = t.Epsilon / float64(t.K)
			if tied(q, d.index[largest(d.index)]) {
				d.p[k] += (1 - t.Epsilon) / float64(n)
			}
		}
		if r.Float64() < t.Epsilon {
			d.explored, d.arm = true, r.IntN(t.K)
			return
		}
		d.arm, d.ties = pick(d.index, n, r), n
		return
	case thompson:
		for k := range d.index {
			n := float64(s.counts[k])
			d.index[k] = beta(r, 1+s.hits[k], 1+n-s.hits[k])
		}
	default:
		indices(policy, s, d.index)
	}
	d.ties = ties(d.index)
	top := largest(d.index)
	for k := range d.p {
		d.p[k] = 0
		if tied(d.index[k], d.index[top]) {
			d.p[k] = 1 / float64(d.ties)
		}
	}
	d.arm = pick(d.index, d.ties, r)
}

// indices are what a deterministic rule takes the largest of. UCB1 first pulls each arm once, in their order.
func indices(policy string, s *state, index []float64) {
	first := -1
	for k, n := range s.counts {
		if n == 0 {
			first = k
			break
		}
	}
	for k := range index {
		switch policy {
		case explore: // in turn: the arm after the last one
			index[k] = 0
			if k == s.pulls%len(index) {
				index[k] = 1
			}
		case exploit, greedy:
			index[k] = s.values[k]
		case ucb1:
			switch {
			case first == k:
				index[k] = math.MaxFloat64
			case first >= 0:
				index[k] = 0
			default:
				index[k] = s.values[k] + bonus(s.pulls, s.counts[k])
			}
		}
	}
}

// bonus is the width √(2 ln t / n) of the confidence interval of UCB1.
func bonus(t, n int) float64 { return math.Sqrt(2 * math.Log(float64(t)) / float64(n)) }

// boltzmann are the probabilities of softmax. The largest Q is taken out first, so that no sum is 0.
func boltzmann(p, q []float64, tau float64) {
	top, sum := q[largest(q)], 0.0
	for k := range q {
		p[k] = math.Exp((q[k] - top) / tau)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// mix are the probabilities of EXP3: (1 − γ) w/Σw + γ/K with w = exp(γ x̂/K).
func (t *task) mix(p, estimates []float64) {
	boltzmann(p, estimates, float64(t.K)/t.Epsilon) // for γ = 0 all weights are 1
	for k := range p {
		p[k] = (1-t.Epsilon)*p[k] + t.Epsilon/float64(t.K)
	}
}

// draw is the first arm whose cumulative probability is above u.
func draw(p []float64, u float64) int {
	sum, last := 0.0, 0
	for k, x := range p {
		if x > 0 {
			last = k
		}
		if sum += x; sum > u {
			return k
		}
	}
	return last // rounding of the sum
}

// pick is one of the n arms with the largest index, by chance.
func pick(index []float64, n int, r *rand.Rand) int {
	top := largest(index)
	if n == 1 {
		return top
	}
	skip := r.IntN(n)
	for k := range index {
		if tied(index[k], index[top]) {
			if skip == 0 {
				return k
			}
			skip--
		}
	}
	return top
}

// tied reports whether an index equals the largest but for rounding: means of the same value may differ by that.
func tied(x, top float64) bool { return x >= top-1e-12*math.Abs(top) }

func ties(index []float64) (n int) {
	top := index[largest(index)]
	for _, x := range index {
		if tied(x, top) {
			n++
		}
	}
	return n
}

// target is the arm that an adversary pays nothing for.
func (t *task) target(policy string, s *state, d *decision) int {
	if policy != thompson {
		return largest(d.p)
	}
	top, mean := 0, -1.0
	for k, n := range s.counts {
		if m := (1 + s.hits[k]) / (2 + float64(n)); m > mean {
			top, mean = k, m
		}
	}
	return top
}

// learn updates what Thompson sampling and EXP3 know besides Q, before the pull is counted.
func (t *task) learn(policy string, s *state, d *decision, reward float64, r *rand.Rand) (success bool) {
	switch policy {
	case exp3:
		s.estimates[d.arm] += reward / d.p[d.arm]
	case thompson:
		// A reward between 0 and 1 counts as a success with that probability.
		success = reward == 1 || reward > 0 && r.Float64() < reward
		if success {
			s.hits[d.arm]++
		}
	}
	return success
}

// beta draws from Beta(a, b), a, b ≥ 1, by two gamma variables.
func beta(r *rand.Rand, a, b float64) float64 {
	x, y := gamma(r, a), gamma(r, b)
	return x / (x + y)
}

// gamma draws from the gamma distribution of shape a ≥ 1, as Marsaglia and Tsang (2000) do.
func gamma(r *rand.Rand, a float64) float64 {
	d := a - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if u := r.Float64(); math.Log(u) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// probabilities is the distribution of the next pull: of Thompson sampling that the sample of an arm is the largest.
func (v view) probabilities() []float64 {
	switch v.Policy {
	case thompson:
		return v.optimal()
	case softmax, exp3:
		p := make([]float64, v.K)
		if v.Policy == exp3 {
			v.mix(p, v.estimates)
		} else {
			boltzmann(p, v.values, v.Tau)
		}
		return p
	}
	index, p := make([]float64, v.K), make([]float64, v.K)
	floor := 0.0
	if v.Policy == greedy {
		floor = v.Epsilon / float64(v.K)
	}
	indices(v.Policy, &v.state, index)
	n, top := ties(index), largest(index)
	for k := range p {
		p[k] = floor
		if tied(index[k], index[top]) {
			p[k] += (1 - floor*float64(v.K)) / float64(n)
		}
	}
	return p
}

// logBeta is ln B(a, b).
func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

// density is that of Beta(a, b) at x.
func density(x, a, b float64) float64 {
	return math.Exp(power(a-1, math.Log(x)) + power(b-1, math.Log1p(-x)) - logBeta(a, b))
}

// power is n·ln x, where 0⁰ = 1.
func power(n, log float64) float64 {
	if n == 0 {
		return 0
	}
	return n * log
}

// posterior are the parameters of the Beta posterior of an arm.
func (s state) posterior(k int) (a, b float64) {
	return 1 + s.hits[k], 1 + float64(s.counts[k]) - s.hits[k]
}

// optimal is the probability of each arm to have the largest posterior sample, ∫ f_k Π F_j by the midpoint rule.
func (v view) optimal() []float64 {
	const nodes = 2000
	below := make([]float64, v.K) // distribution functions
	mass := make([]float64, v.K)
	p := make([]float64, v.K)
	total := 0.0
	norm := make([]float64, v.K)
	for k := range norm {
		norm[k] = logBeta(v.posterior(k)) + math.Log(nodes)
	}
	for i := range nodes {
		x := (float64(i) + 0.5) / nodes
		log, not := math.Log(x), math.Log1p(-x)
		for k := range mass {
			a, b := v.posterior(k)
			mass[k] = math.Exp((a-1)*log + (b-1)*not - norm[k])
		}
		for k := range p {
			f := mass[k]
			for j := range below {
				if j != k {
					f *= below[j] + mass[j]/2
				}
			}
			p[k] += f
			total += f
		}
		for k := range below {
			below[k] += mass[k]
		}
	}
	for k := range p {
		p[k] /= total
	}
	return p
}

func nan() float64 { return math.NaN() }

// largest is the first of the largest.
func largest(x []float64) (at int) {
	for i := range x {
		if x[i] > x[at] {
			at = i
		}
	}
	return at
}
