package svmmulticlass

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// A team is a classifier made of machines for two sides, some of them trained. It
// never changes.
type team struct {
	*machine
	jobs    int       // machines in all
	done    []*binary // those that are trained
	now     *binary   // the one that the step is about, which may be the last of done; nil at the start and the end
	psd     *psd
	status  algos.Status
	members []*binary // done, and now if it is on its way

	predicted []int // class of every row, −1 before there is any machine
	mistakes  int
	lost      int // rows that some machine gets wrong in which their class takes part
	primal    float64
	dual      float64
	slack     float64
	trained   int // rows of all machines together
	kkt       float64
	rounds    float64 // rounding error of primal and dual
}

// psd is the answer of a run to "is the kernel matrix positive semi-definite?".
type psd struct {
	once        sync.Once
	least, most float64
}

// assemble is the loop: train the machines one after the other, and let them vote.
// A machine's small steps are 1, 1, 2, 4, … pairs of its own solver.
func (m *machine) assemble(yield func(algos.Step) bool) {
	pairs := m.duelists()
	now := &team{machine: m, jobs: len(pairs), psd: new(psd), status: algos.Status{State: algos.Running}}
	now.look()
	if !yield(now.step(pairs)) {
		return
	}
	for _, p := range pairs {
		j := m.newJob(p[0], p[1])
		for size, total := 1, 0; ; {
			b := j.train(size)
			total += size
			size = min(total, maxChunk)
			next := &team{machine: m, jobs: len(pairs), psd: now.psd, done: now.done, now: b, status: now.status}
			if b.end != smo.Running {
				next.done = append(now.done[:len(now.done):len(now.done)], b)
			}
			next.look()
			now = next
			if !yield(now.step(pairs)) {
				return
			}
			if b.end != smo.Running {
				break
			}
		}
	}
	end := &team{machine: m, jobs: len(pairs), psd: now.psd, done: now.done}
	end.look()
	end.status = end.verdict()
	yield(end.step(pairs))
}

// duelists are the two sides of every machine, in the order of training: classes,
// or −1 for the rest.
func (m *machine) duelists() [][2]int {
	var pairs [][2]int
	for a := range m.count() {
		if m.Method == oneVsRest {
			pairs = append(pairs, [2]int{a, -1})
			continue
		}
		for b := a + 1; b < m.count(); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// maxChunk is the most pairs of a small step.
const maxChunk = 2048

// look measures the team.
func (t *team) look() {
	t.members = t.done
	if t.now != nil && (len(t.done) == 0 || t.done[len(t.done)-1] != t.now) {
		t.members = append(t.done[:len(t.done):len(t.done)], t.now)
	}
	t.predicted = make([]int, len(t.x))
	score := make([]float64, len(t.members))
	for i, y := range t.y {
		lost := false
		for b, member := range t.members {
			score[b] = member.score[i]
			switch y {
			case member.first:
				lost = lost || !(score[b] > 0)
			case member.second:
				lost = lost || score[b] > 0
			default:
				lost = lost || member.second < 0 && score[b] > 0
			}
		}
		t.predicted[i] = t.decide(score)
		if t.predicted[i] != y {
			t.mistakes++
		}
		if lost {
			t.lost++
		}
	}
	for _, b := range t.members {
		t.primal += b.primal
		t.dual += b.dual
		t.slack += b.slack
		t.trained += len(b.rows)
		t.kkt = max(t.kkt, b.kkt)
		t.rounds += b.rounding(t.C)
	}
}

// decide is the class that the scores of the members stand for, −1 where there are
// none.
func (t *team) decide(score []float64) int {
	if len(score) == 0 {
		return -1
	}
	return best(t.tally(score))
}

// tally counts the votes of one-vs-one: a score above 0 is a vote for the first
// class of its pair, all else for the second; of one-vs-rest it is the scores
// themselves, −∞ for a class without a machine. The class with the most wins, and
// of several the first one, as in LIBSVM.
func (t *team) tally(score []float64) []float64 {
	all := make([]float64, t.count())
	t.tallyInto(all, score)
	return all
}

// tallyInto is tally without a new slice.
func (t *team) tallyInto(all, score []float64) {
	none := 0.0
	if t.Method == oneVsRest {
		none = math.Inf(-1)
	}
	for k := range all {
		all[k] = none
	}
	for b, member := range t.members {
		switch {
		case t.Method == oneVsRest:
			all[member.first] = score[b]
		case score[b] > 0:
			all[member.first]++
		default:
			all[member.second]++
		}
	}
}

// scoresAt are the scores of the members at a place of the board.
func (t *team) scoresAt(x [2]float64) []float64 {
	z := [2]float64{x[0] - t.shift[0], x[1] - t.shift[1]}
	score := make([]float64, len(t.members))
	for b, member := range t.members {
		score[b] = t.value(member, z)
	}
	return score
}

// title is what people read for a machine: "0 against 1".
func (m *machine) title(first, second int) string {
	if second < 0 {
		return fmt.Sprintf("%d against the rest", m.label(first))
	}
	return fmt.Sprintf("%d against %d", m.label(first), m.label(second))
}

func (t *team) verdict() algos.Status {
	var open []string
	for _, b := range t.members {
		if b.end != smo.Optimal {
			open = append(open, t.title(b.first, b.second))
		}
	}
	if len(open) > 0 {
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("Not all machines got there (%s): the KKT conditions are still violated by %s. Bring the coordinates to a common scale near 1, or take a smaller C.", strings.Join(open, ", "), say.Num(t.kkt)))}
	}
	return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("%s trained; none violates its KKT conditions by more than %s.", allAre(len(t.members)), say.Num(t.Tol)))}
}

func allAre(n int) string {
	if n == 1 {
		return "The only machine is"
	}
	return fmt.Sprintf("All %d machines are", n)
}

// step says what has just happened.
func (t *team) step(pairs [][2]int) algos.Step {
	n := float64(len(t.x))
	hinge := math.NaN()
	if t.trained > 0 {
		hinge = t.slack / float64(t.trained)
	}
	step := algos.Step{
		Phase: "start", Size: algos.Normal, Status: t.status, View: t,
		Metrics: []float64{t.primal, t.dual, t.primal - t.dual, t.kkt, hinge, float64(t.mistakes), float64(t.mistakes) / n},
	}
	train := func(p [2]int) string { return "train " + t.title(p[0], p[1]) }
	switch {
	case t.status.Final():
		step.Phase, step.Size = say.Phrase(t.lastPhase()), algos.Pass
		return step
	case t.now != nil:
		step.Phase = say.Phrase(train([2]int{t.now.first, t.now.second}))
		if t.now.end == smo.Running {
			step.Size = algos.Micro
			step.Next = algos.Next{Small: say.Phrase("optimise " + say.Count(min(t.now.pairs, maxChunk), "pair")), Step: step.Phase, Pass: "train them all"}
			return step
		}
		step.Events = []algos.Event{{Kind: "trained", Text: say.Phrase(t.title(t.now.first, t.now.second) + " is trained")}}
	}
	if len(t.done) == len(pairs) {
		step.Next = algos.Next{Small: say.Phrase(t.lastPhase()), Step: say.Phrase(t.lastPhase()), Pass: say.Phrase(t.lastPhase())}
		return step
	}
	next := train(pairs[len(t.done)])
	step.Next = algos.Next{Small: "optimise a pair", Step: say.Phrase(next), Pass: "train them all"}
	return step
}

func (t *team) lastPhase() string {
	if t.Method == oneVsRest {
		return "compare"
	}
	return "vote"
}
