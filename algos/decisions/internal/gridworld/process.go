package gridworld

import (
	"errors"
	"math"
	"slices"

	"playground/algos/say"
)

// A Process is a finite Markov decision process whose model is known: states, actions, and with
// which probability and reward an action leads where.
type Process struct {
	Actions [][]Action // of every state; none in a terminal one
	Worth   []float64  // of the terminal states, received once
}

// An Action is what may be done in a state.
type Action struct {
	Name     say.Given
	Outcomes []Outcome
	Reward   float64 // expected
}

// An Outcome is a way in which an action may turn out.
type Outcome struct {
	State  int
	P      float64
	Reward float64
}

// add joins what leads to the same state.
func (a *Action) add(state int, p, reward float64) {
	if p == 0 {
		return
	}
	a.Reward += p * reward
	for k := range a.Outcomes {
		if o := &a.Outcomes[k]; o.State == state {
			o.Reward = (o.P*o.Reward + p*reward) / (o.P + p)
			o.P += p
			return
		}
	}
	a.Outcomes = append(a.Outcomes, Outcome{state, p, reward})
}

// Add gives an action of a state an outcome: it is made where the state has none of that name.
func (p *Process) Add(state int, action string, to int, chance, reward float64) {
	of := p.Actions[state]
	k := slices.IndexFunc(of, func(a Action) bool { return string(a.Name) == action })
	if k < 0 {
		k, of = len(of), append(of, Action{Name: say.Given(action)})
	}
	of[k].add(to, chance, reward)
	p.Actions[state] = of
}

// pack lays the outcomes side by side, in the order in which sweeps read them.
func (p *Process) pack() {
	n := 0
	for _, of := range p.Actions {
		for _, a := range of {
			n += len(a.Outcomes)
		}
	}
	all := make([]Outcome, 0, n)
	for _, of := range p.Actions {
		for k := range of {
			from := len(all)
			all = append(all, of[k].Outcomes...)
			of[k].Outcomes = all[from:len(all):len(all)]
		}
	}
}

// Terminal reports whether nothing can be done in a state any more.
func (p *Process) Terminal(state int) bool { return len(p.Actions[state]) == 0 }

// A Return says how rewards are added up: a backup is Reward·r + Next·V(x').
type Return struct{ Reward, Next float64 }

// Discounted is the return r₁ + γr₂ + γ²r₃ + ….
func Discounted(gamma float64) Return { return Return{1, gamma} }

// Average is the mean reward of t steps, from that of t − 1.
func Average(t int) Return { return Return{1 / float64(t), float64(t-1) / float64(t)} }

// Q is the value of an action: its expected reward, and the value of where it leads.
func (p *Process) Q(state, action int, v []float64, r Return) float64 {
	a := &p.Actions[state][action]
	next := 0.0
	for _, o := range a.Outcomes {
		next += o.P * v[o.State]
	}
	return r.Reward*a.Reward + r.Next*next
}

// A Policy is the action in every state, or Uniform.
type Policy []int

// Uniform is every action with the same probability.
const Uniform = -1

// Same is the policy with one action, or Uniform, in all states.
func (p *Process) Same(action int) Policy {
	pi := make(Policy, len(p.Actions))
	for s := range pi {
		pi[s] = action
	}
	return pi
}

// Start is where sweeps begin: 0, and the worth of terminal states.
func (p *Process) Start() []float64 { return slices.Clone(p.Worth) }

// Expected is Σ_a π(x,a) Q(x,a).
func (p *Process) Expected(state int, pi Policy, v []float64, r Return) float64 {
	n := len(p.Actions[state])
	switch {
	case n == 0:
		return r.Reward * p.Worth[state]
	case pi[state] != Uniform:
		return p.Q(state, pi[state], v, r)
	}
	sum := 0.0
	for a := range n {
		sum += p.Q(state, a, v, r)
	}
	return sum / float64(n)
}

// Sweep evaluates a policy once in every state, from the values before: V'(x) = Σ_a π(x,a) Q(x,a).
// dst must not be v.
func (p *Process) Sweep(dst []float64, pi Policy, v []float64, r Return) {
	for s := range dst {
		dst[s] = p.Expected(s, pi, v, r)
	}
}

// Best is max_a Q(x,a).
func (p *Process) Best(state int, v []float64, r Return) float64 {
	if len(p.Actions[state]) == 0 {
		return r.Reward * p.Worth[state]
	}
	best := math.Inf(-1)
	for a := range p.Actions[state] {
		best = max(best, p.Q(state, a, v, r))
	}
	return best
}

// Optimise is a sweep of value iteration: V'(x) = max_a Q(x,a). dst must not be v.
func (p *Process) Optimise(dst, v []float64, r Return) {
	for s := range dst {
		dst[s] = p.Best(s, v, r)
	}
}

// tied reports whether two values differ by rounding alone.
func tied(a, b float64) bool {
	const rounding = 1e-12
	return math.Abs(a-b) <= rounding*(1+max(math.Abs(a), math.Abs(b)))
}

// Ties are the actions with the largest Q of a state.
func (p *Process) Ties(state int, v []float64, r Return) []int {
	best := p.Best(state, v, r)
	var all []int
	for a := range p.Actions[state] {
		if tied(p.Q(state, a, v, r), best) {
			all = append(all, a)
		}
	}
	return all
}

// Greedy is argmax_a Q(x,a), the first of several.
func (p *Process) Greedy(v []float64, r Return) Policy { return p.Improve(v, r, nil, 0) }

// Improve is argmax_a Q(x,a). Actions whose Q is below the largest by a margin at most count as
// tied: among them it keeps the action of old, which may be nil, and else takes the first.
func (p *Process) Improve(v []float64, r Return, old Policy, margin float64) Policy {
	pi := p.Same(0)
	for s := range pi {
		if p.Terminal(s) {
			if old != nil {
				pi[s] = old[s]
			}
			continue
		}
		best := p.Best(s, v, r)
		good := func(a int) bool {
			q := p.Q(s, a, v, r)
			return tied(q, best) || q >= best-margin
		}
		if old != nil && old[s] != Uniform && good(old[s]) {
			pi[s] = old[s]
			continue
		}
		for !good(pi[s]) {
			pi[s]++
		}
	}
	return pi
}

// follows calls yield with the outcomes of what a policy does in a state, and their probabilities.
func (p *Process) follows(state int, pi Policy, yield func(o Outcome, chance float64)) {
	of := p.Actions[state]
	chance := 1.0
	switch {
	case len(of) == 0:
	case pi[state] == Uniform:
		chance = 1 / float64(len(of))
	default:
		of = of[pi[state] : pi[state]+1]
	}
	for _, a := range of {
		for _, o := range a.Outcomes {
			yield(o, chance*o.P)
		}
	}
}

// Distances are the least numbers of moves after which each state may come to a terminal one under a policy, or
// with nil under the best; −1 where it never does.
func (p *Process) Distances(pi Policy) []int {
	before := make([][]int, len(p.Actions)) // the states from which one is reached
	for s, of := range p.Actions {
		if pi != nil && len(of) > 0 && pi[s] != Uniform {
			of = of[pi[s] : pi[s]+1]
		}
		for _, a := range of {
			for _, o := range a.Outcomes {
				before[o.State] = append(before[o.State], s)
			}
		}
	}
	far := make([]int, len(p.Actions))
	var queue []int
	for s := range far {
		if far[s] = -1; p.Terminal(s) {
			far[s], queue = 0, append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, b := range before[s] {
			if far[b] < 0 {
				far[b], queue = far[s]+1, append(queue, b)
			}
		}
	}
	return far
}

// Stuck is the first state from which a policy, or with nil any, never comes to a terminal one;
// −1 if there is none: the policy is proper then.
func (p *Process) Stuck(pi Policy) int { return slices.Index(p.Distances(pi), -1) }

// ErrEndless is the error of a policy without discount that never ends in some state.
var ErrEndless = errors.New("the policy never comes to an exit from some state")

// Evaluate solves V = r + γPV for a policy, by elimination in a band: the states of a grid have
// only near ones as neighbours. The matrix I − γP is diagonally dominant, so no pivoting is needed.
func (p *Process) Evaluate(pi Policy, gamma float64) ([]float64, error) {
	if gamma == 1 && p.Stuck(pi) >= 0 {
		return nil, ErrEndless
	}
	n, band := len(p.Actions), 0
	for s := range n {
		p.follows(s, pi, func(o Outcome, _ float64) { band = max(band, o.State-s, s-o.State) })
	}
	width := 2*band + 1
	a, v := make([]float64, n*width), make([]float64, n) // a[i*width + j−i+band] is the entry i, j
	for s := range n {
		a[s*width+band] = 1
		if p.Terminal(s) {
			v[s] = p.Worth[s]
		}
		p.follows(s, pi, func(o Outcome, chance float64) {
			a[s*width+o.State-s+band] -= gamma * chance
			v[s] += chance * o.Reward
		})
	}
	for k := range n {
		pivot := a[k*width+band]
		if !(pivot > 0) {
			return nil, ErrEndless
		}
		for i := k + 1; i <= min(k+band, n-1); i++ {
			f := a[i*width+k-i+band] / pivot
			if f == 0 {
				continue
			}
			for j := k + 1; j <= min(k+band, n-1); j++ {
				a[i*width+j-i+band] -= f * a[k*width+j-k+band]
			}
			v[i] -= f * v[k]
		}
	}
	for k := n - 1; k >= 0; k-- {
		for j := k + 1; j <= min(k+band, n-1); j++ {
			v[k] -= a[k*width+j-k+band] * v[j]
		}
		v[k] /= a[k*width+band]
	}
	return v, nil
}

// Toward is the policy that takes the shortest way to a terminal state. It is proper if any is.
func (p *Process) Toward() Policy {
	far, pi := p.Distances(nil), p.Same(0)
	for s, of := range p.Actions {
		for a := len(of) - 1; a >= 0; a-- {
			if slices.ContainsFunc(of[a].Outcomes, func(o Outcome) bool { return far[o.State] >= 0 && far[o.State] == far[s]-1 }) {
				pi[s] = a
			}
		}
	}
	return pi
}

// Optimal is the best policy with its values, by policy iteration from the shortest ways with exact
// evaluation: to rounding it is the answer to which sweeps converge.
func (p *Process) Optimal(gamma float64) ([]float64, Policy, error) {
	const most = 1000 // a few suffice
	pi := p.Toward()
	for range most {
		v, err := p.Evaluate(pi, gamma)
		if err != nil {
			return nil, nil, err
		}
		next := p.Improve(v, Discounted(gamma), pi, 0)
		if slices.Equal(next, pi) {
			return v, pi, nil
		}
		pi = next
	}
	return nil, nil, ErrEndless
}

// Sample draws an outcome of an action; u is a number from 0 to 1.
func (p *Process) Sample(state, action int, u float64) Outcome {
	of := p.Actions[state][action].Outcomes
	for _, o := range of[:len(of)-1] {
		if u -= o.P; u < 0 {
			return o
		}
	}
	return of[len(of)-1]
}
