package tdlearning

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
	world   *gridworld.World
	process *gridworld.Process
	soft    *gridworld.Process // the same, in which every action is replaced by a random one with probability ε
	optimal gridworld.Policy   // of the process; what TD(0) evaluates is this with ε
	exact   []float64          // the values that the method is to find; nil where they do not exist
	best    []float64          // of the optimal policy; nil where they do not exist
	first   int                // the state where episodes start
	others  func() [][]float64 // V(start) after each episode of other runs
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	world, err := gridworld.New(p.Cells)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, options: o, world: world, process: world.Process(o.Slip, o.StepReward), first: start(world)}
	if t.process.Distances(nil)[t.first] < 0 {
		return nil, algos.Refuse("No way leads from the start to an exit: open a wall.")
	}
	t.soft = soften(t.process, o.Epsilon)
	best, pi, err := t.process.Optimal(o.Gamma)
	if err == nil {
		t.best, t.optimal = best, pi
	} else {
		t.optimal = t.process.Toward()
	}
	t.exact = t.sought()
	t.others = algos.Slow(ctx, t.repeat)
	return t, nil
}

// start is the first free cell from the left in the lowest row that has one.
func start(w *gridworld.World) int {
	for row := w.Rows - 1; row >= 0; row-- {
		for col := range w.Cols {
			if s := w.State[row*w.Cols+col]; s >= 0 && !w.Tile(s).Exit {
				return s
			}
		}
	}
	return 0 // there is a free cell
}

// soften replaces every action by a random one with probability ε, so that the best policy of the result is the best ε-greedy one.
func soften(p *gridworld.Process, epsilon float64) *gridworld.Process {
	soft := &gridworld.Process{Actions: make([][]gridworld.Action, len(p.Actions)), Worth: p.Worth}
	for s, of := range p.Actions {
		for a := range of {
			name := string(of[a].Name)
			for b := range of {
				chance := epsilon / float64(len(of))
				if a == b {
					chance += 1 - epsilon
				}
				for _, out := range of[b].Outcomes {
					soft.Add(s, name, out.State, chance*out.P, out.Reward)
				}
			}
		}
	}
	return soft
}

// sought are the exact values that the method is to find: those of the optimal policy for Q-learning, of the best ε-greedy policy for
// SARSA and its relatives, of the optimal policy with ε for TD(0). They are nil where they do not exist.
func (t *task) sought() []float64 {
	switch t.Method {
	case qLearning:
		return t.best
	case td0:
		v, err := t.soft.Evaluate(t.optimal, t.Gamma)
		if err != nil {
			return nil
		}
		return v
	}
	v, _, err := t.soft.Optimal(t.Gamma)
	if err != nil {
		return nil
	}
	return v
}

// A walker is the agent during a run.
type walker struct {
	*task
	random   *rand.Rand
	learned  *learner
	at       view // the step before the next one
	act      int  // the action that is taken next
	randomly bool // it was chosen at random
	blind    bool // nobody looks at the steps
}

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	episode int          // the episode that is walked, or was just ended, from 1; 0 before any
	path    []transition // of this episode so far
	ended   bool         // the episode has ended
	before  *learner     // as it was after the first moves of the episode
	from    int          // how many moves that are
	last    update
	returns []float64 // of the episodes that have ended
	walked  int       // how many of the reader's moves are done
	table   func() *learner
	figures [2]float64 // the value of the start, and the RMS error
	large   float64    // largest absolute estimate
}

func newWalker(t *task, random *rand.Rand) *walker {
	w := &walker{task: t, random: random, learned: newLearner(t)}
	w.at = view{task: t, before: w.learned.clone(), ended: true}
	before := w.at.before
	w.at.table = func() *learner { return before }
	w.at.measure(before)
	return w
}

func (w *walker) view() view { return w.at }

// byHand reports whether the moves are the reader's: when the agent's own episodes are over.
func (v view) byHand() bool { return v.ended && v.episode >= v.Episodes || v.episode > v.Episodes }

// choose draws the next action: the reader's where it is his turn, a random one with probability ε, or a best one, ties by chance.
// It draws as many random numbers in any case.
func (w *walker) choose(s int, byHand bool, done int) (action int, explored bool) {
	u, pick := w.random.Float64(), w.random.Float64()
	switch {
	case byHand && done < len(w.Walk):
		return w.Walk[done], false
	case byHand:
		return w.learned.greedy(w.task)[s], false
	case u < w.Epsilon:
		return int(pick * actions), true
	case w.Method == td0:
		return w.optimal[s], false
	}
	ties := w.learned.ties(s)
	return ties[int(pick*float64(len(ties)))], false
}

// move takes one action and learns from it.
func (w *walker) move() view {
	v := w.at
	hand := v.byHand()
	if v.ended {
		v.episode++
		v.path, v.ended = nil, false
		w.act, w.randomly = w.choose(w.first, hand, v.walked)
	}
	if len(v.path)%stretch == 0 && !w.blind {
		v.before, v.from = w.learned.clone(), len(v.path)
	}
	s := w.first
	if n := len(v.path); n > 0 {
		s = v.path[n-1].next
	}
	if hand && v.walked < len(w.Walk) {
		w.act, w.randomly = w.Walk[v.walked], false
	}
	out := w.process.Sample(s, w.act, w.random.Float64())
	x := transition{state: s, action: w.act, reward: out.Reward, next: out.State, follows: -1, explored: w.randomly, byHand: hand}
	x.terminal = w.process.Terminal(out.State)
	if hand {
		v.walked++
	}
	v.ended = x.terminal || len(v.path)+1 == longest
	if !x.terminal && w.Method != qLearning {
		w.act, w.randomly = w.choose(out.State, hand, v.walked)
		x.follows = w.act
	}
	v.path = append(v.path, x)
	v.last = w.learned.learn(w.task, v.path, v.ended)
	if !x.terminal && w.Method == qLearning {
		w.act, w.randomly = w.choose(out.State, hand, v.walked)
	}
	if v.ended {
		v.returns = append(v.returns, v.sum())
	}
	if w.blind {
		v.large = w.learned.largest()
		w.at = v
		return v
	}
	v.measure(w.learned)
	at := v
	v.table = sync.OnceValue(func() *learner { return at.after(len(at.path)) })
	w.at = v
	return v
}

// stretch is after how many moves the estimates are kept: those of the steps between are learnt anew from there.
const stretch = 16

// after is what had been learnt after so many moves of the episode, at least as many as were kept.
func (v view) after(moves int) *learner {
	l := v.before.clone()
	for n := v.from; n < moves; n++ {
		l.learn(v.task, v.path[:n+1], v.ended && n == len(v.path)-1)
	}
	return l
}

// measure keeps what is cheap to know of every step.
func (v *view) measure(l *learner) {
	values := l.values(v.task)
	v.figures = [2]float64{values[v.first], math.NaN()}
	v.large = l.largest()
	if v.exact == nil {
		return
	}
	sum, n := 0., 0
	for s, x := range values {
		if !v.process.Terminal(s) {
			sum += (x - v.exact[s]) * (x - v.exact[s])
			n++
		}
	}
	v.figures[1] = math.Sqrt(sum / float64(n))
}

// sum is the discounted return of the episode so far.
func (v view) sum() float64 {
	n := len(v.path)
	if n == 0 {
		return 0
	}
	g := 0.
	if x := v.path[n-1]; x.terminal {
		g = v.process.Worth[x.next]
	}
	for i := n - 1; i >= 0; i-- {
		g = v.path[i].reward + v.Gamma*g
	}
	return g
}

// over reports whether the run has come to its end.
func (v view) over() bool {
	return v.diverged() || v.episode >= v.Episodes && (v.ended || v.episode > v.Episodes) && v.walked == len(v.Walk)
}

// limit is the largest estimate before a run has diverged.
const limit = 1e9

func (v view) diverged() bool { return !(v.large <= limit) }

// here is the state where the agent is.
func (v view) here() int {
	if len(v.path) == 0 {
		return v.first
	}
	return v.path[len(v.path)-1].next
}

// move is the transition of this step.
func (v view) current() transition { return v.path[len(v.path)-1] }

// repeats is how many runs on other random numbers are drawn.
const repeats = 20

// repeat plays the same episodes with other random numbers, and returns the value of the start after each: nil where the
// context has ended, and no runs where one of them diverges or they take too long.
func (t *task) repeat(ctx context.Context) [][]float64 {
	const most = 400_000 // moves, so that a large grid ends in time
	alone := *t
	alone.Walk = nil
	var all [][]float64
	moves := 0
	for i := range repeats {
		if ctx.Err() != nil {
			return nil
		}
		w := newWalker(&alone, t.Problem.Stream(uint64(i+1)))
		w.blind = true
		course := []float64{w.at.figures[0]}
		for v := w.at; !v.over(); {
			if v = w.move(); v.ended {
				course = append(course, w.learned.values(t)[t.first])
			}
			switch moves++; {
			case moves%1000 == 0 && ctx.Err() != nil:
				return nil
			case moves > most || v.diverged():
				return [][]float64{}
			}
		}
		all = append(all, course)
	}
	return all
}

// Model names the results so far.
func (v view) Model() algos.Model {
	l := v.table()
	var q [][][]float64
	if l.q != nil {
		q = make([][][]float64, v.world.Rows)
		for i := range q {
			q[i] = make([][]float64, v.world.Cols)
		}
		for s := range v.world.Place {
			row, col := v.world.At(s)
			q[row][col] = slices.Clone(l.q[s*actions : (s+1)*actions])
		}
	}
	return algos.Model{Values: []algos.Value{
		{Name: "values", Value: v.world.Grid(l.values(v.task))},
		{Name: "q", Value: q},
		{Name: "policy", Value: v.world.Arrows(l.greedy(v.task))},
		{Name: "exact", Value: v.exactGrid()},
		{Name: "episodes", Value: len(v.returns)},
	}}
}

// exactGrid is the exact values in their cells; nil where they do not exist.
func (v view) exactGrid() [][]float64 {
	if v.exact == nil {
		return nil
	}
	return v.world.Grid(v.exact)
}
