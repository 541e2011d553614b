package tdlearning

import (
	"math"
	"slices"

	"playground/algos/decisions/internal/gridworld"
)

// actions is how many there are in every state that is not terminal.
const actions = 4

// A transition is one move: (s, a, r, s', a').
type transition struct {
	state, action int
	reward        float64
	next          int
	follows       int  // a', the action that is taken next; −1 where none is
	terminal      bool // s' is an exit
	explored      bool // the action was random
	byHand        bool // the reader's
}

// A learner is what has been learnt: V or Q, and the eligibility traces of the episode. The values of
// exits are their worth and stay so.
type learner struct {
	v []float64 // of TD(0): V by state
	q []float64 // else Q by state and action
	e []float64 // of SARSA(λ): traces by state and action
}

func newLearner(t *task) *learner {
	l := &learner{}
	if t.Method == td0 {
		l.v = t.process.Start()
		return l
	}
	l.q = make([]float64, len(t.world.Place)*actions)
	for s, worth := range t.process.Worth {
		if t.process.Terminal(s) {
			for a := range actions {
				l.q[s*actions+a] = worth
			}
		}
	}
	if t.Method == traces {
		l.e = make([]float64, len(l.q))
	}
	return l
}

func (l *learner) clone() *learner {
	return &learner{v: slices.Clone(l.v), q: slices.Clone(l.q), e: slices.Clone(l.e)}
}

// best is max_a Q(s,a).
func (l *learner) best(s int) float64 { return slices.Max(l.q[s*actions : (s+1)*actions]) }

// ties are the actions with the largest Q.
func (l *learner) ties(s int) []int {
	best, all := l.best(s), make([]int, 0, actions)
	for a, q := range l.q[s*actions : (s+1)*actions] {
		if q == best {
			all = append(all, a)
		}
	}
	return all
}

// An update is what a move changed: the estimate of the state, or of the state and action, from where the target looks back.
type update struct {
	at             int // the place in the path of the transition whose estimate moved
	old, target    float64
	now            float64
	reward         float64 // of one-step targets
	next           float64 // V(s'), Q(s',a') or max Q(s',·)
	steps          int     // how many rewards the target has
	trace          float64 // e(s,a) of SARSA(λ)
	pairs          int     // how many pairs have a trace
	defined, multi bool
}

// learn takes the last transition of a path; at the end of an episode the n-step returns that are left follow.
func (l *learner) learn(t *task, path []transition, end bool) update {
	now := len(path) - 1
	x := path[now]
	switch t.Method {
	case td0:
		u := update{at: now, old: l.v[x.state], reward: x.reward, next: l.v[x.next], steps: 1, defined: true}
		u.target = x.reward + t.Gamma*u.next
		l.v[x.state] += t.Alpha * (u.target - u.old)
		u.now = l.v[x.state]
		return u
	case nStep:
		return l.learnReturns(t, path, end)
	}
	k := x.state*actions + x.action
	u := update{at: now, old: l.q[k], reward: x.reward, next: l.after(t, x), steps: 1, defined: true}
	u.target = x.reward + t.Gamma*u.next
	if t.Method != traces {
		l.q[k] += t.Alpha * (u.target - u.old)
		u.now = l.q[k]
		return u
	}
	if now == 0 {
		clear(l.e)
	}
	l.e[k]++
	u.trace = l.e[k]
	delta := u.target - u.old
	for i, e := range l.e {
		if e != 0 {
			u.pairs++
			l.q[i] += t.Alpha * delta * e
			l.e[i] = e * t.Gamma * t.Lambda
		}
	}
	u.now = l.q[k]
	return u
}

// after is the value of where a move leads: of the exit, of the action that follows, or of the best one.
func (l *learner) after(t *task, x transition) float64 {
	switch {
	case x.terminal:
		return t.process.Worth[x.next]
	case t.Method == qLearning || x.follows < 0:
		return l.best(x.next)
	}
	return l.q[x.next*actions+x.follows]
}

// learnReturns moves Q of n moves ago towards its n-step return, and at the end of an episode all that are left. The
// update that it returns is the first one.
func (l *learner) learnReturns(t *task, path []transition, end bool) update {
	first, last := max(len(path)-t.N, 0), len(path)-t.N
	if end {
		last = len(path) - 1
	}
	var u update
	for k := first; k <= last; k++ {
		g, x := l.target(t, path, k), path[k]
		i := x.state*actions + x.action
		was := l.q[i]
		l.q[i] += t.Alpha * (g - was)
		if !u.defined {
			u = update{at: k, old: was, target: g, now: l.q[i], steps: min(t.N, len(path)-k), defined: true, multi: last > first}
		}
	}
	return u
}

// target is the n-step return from place k of a path: n rewards, or as many as there are, and the value of where they lead.
func (l *learner) target(t *task, path []transition, k int) float64 {
	last := min(k+t.N, len(path)) - 1
	g := l.after(t, path[last])
	for i := last; i >= k; i-- {
		g = path[i].reward + t.Gamma*g
	}
	return g
}

// values are V, or what the ε-greedy policy gets of Q; of Q-learning what the greedy one gets.
func (l *learner) values(t *task) []float64 {
	if l.v != nil {
		return l.v
	}
	v := slices.Clone(t.process.Worth)
	for s := range v {
		if t.process.Terminal(s) {
			continue
		}
		v[s] = l.best(s)
		if t.Method != qLearning {
			sum := 0.
			for _, q := range l.q[s*actions : (s+1)*actions] {
				sum += q
			}
			v[s] += t.Epsilon * (sum/actions - v[s])
		}
	}
	return v
}

// greedy is argmax_a Q(s,a), the first of ties; of TD(0) the policy that is evaluated.
func (l *learner) greedy(t *task) gridworld.Policy {
	if l.v != nil {
		return t.optimal
	}
	pi := t.process.Same(0)
	for s := range pi {
		if !t.process.Terminal(s) {
			pi[s] = l.ties(s)[0]
		}
	}
	return pi
}

// known is the policy where something has been learnt: no arrow stands where all Q of a state are equal.
func (l *learner) known(t *task) gridworld.Policy {
	pi := l.greedy(t)
	for s := range pi {
		if l.v == nil && !t.process.Terminal(s) && len(l.ties(s)) == actions {
			pi[s] = gridworld.Uniform
		}
	}
	return pi
}

// largest is the largest absolute estimate.
func (l *learner) largest() float64 {
	most := 0.
	for _, x := range slices.Concat(l.v, l.q) {
		if !(math.Abs(x) <= most) {
			most = math.Abs(x)
		}
	}
	return most
}
