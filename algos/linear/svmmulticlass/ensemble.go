package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// An ensemble is a classifier made of binary ones, some of them trained. It never
// changes: it is the view of a step.
type ensemble struct {
	*task
	of      []sides       // all binary classifiers, in the order of training
	done    []*classifier // those that are trained
	now     *classifier   // the one that the step is about, which may be the last of done; nil at the start and the end
	members []*classifier // done, and now if it is on its way
	status  algos.Status

	predicted []int // class of every row, −1 before there is any classifier
	mistakes  int
	lost      int // rows that some classifier gets wrong in which their class takes part
	primal    float64
	dual      float64
	slack     float64
	trained   int // rows of all classifiers together
	kkt       float64
	rounds    float64 // rounding error of primal and dual
}

// maxChunk is the most pairs of a small step.
const maxChunk = 2048

// assemble is the loop: train the classifiers one after the other, and let them
// vote. A classifier's small steps are 1, 1, 2, 4, … pairs of its own solver.
func (t *task) assemble(yield func(algos.Step) bool) {
	now := &ensemble{task: t, of: t.pairings(), status: algos.Status{State: algos.Running}}
	now.look()
	if !yield(now.step()) {
		return
	}
	for _, s := range now.of {
		g := t.begin(s)
		for size, total := 1, 0; ; {
			b := g.train(size)
			total += size
			size = min(total, maxChunk)
			next := &ensemble{task: t, of: now.of, done: now.done, now: b, status: now.status}
			if b.end != smo.Running {
				next.done = append(now.done[:len(now.done):len(now.done)], b)
			}
			next.look()
			now = next
			if !yield(now.step()) {
				return
			}
			if b.end != smo.Running {
				break
			}
		}
	}
	end := &ensemble{task: t, of: now.of, done: now.done}
	end.look()
	end.status = end.verdict()
	yield(end.step())
}

// pairings are the sides of all binary classifiers.
func (t *task) pairings() []sides {
	var all []sides
	for a := range t.count() {
		if t.Method == oneVsRest {
			all = append(all, sides{a, -1})
			continue
		}
		for b := a + 1; b < t.count(); b++ {
			all = append(all, sides{a, b})
		}
	}
	return all
}

// look measures the ensemble.
func (e *ensemble) look() {
	e.members = e.done
	if e.now != nil && (len(e.done) == 0 || e.done[len(e.done)-1] != e.now) {
		e.members = append(e.done[:len(e.done):len(e.done)], e.now)
	}
	e.predicted = make([]int, len(e.X))
	for i, y := range e.Y {
		score := e.scoresOf(i)
		lost := false
		for b, member := range e.members {
			switch y {
			case member.first:
				lost = lost || !(score[b] > 0)
			case member.second:
				lost = lost || score[b] > 0
			default:
				lost = lost || member.second < 0 && score[b] > 0
			}
		}
		e.predicted[i] = e.decide(score)
		if e.predicted[i] != y {
			e.mistakes++
		}
		if lost {
			e.lost++
		}
	}
	for _, b := range e.members {
		e.primal += b.primal
		e.dual += b.dual
		e.slack += b.slack
		e.trained += len(b.rows)
		e.kkt = max(e.kkt, b.kkt)
		e.rounds += b.rounding(e.C)
	}
}

// scoresOf are the scores of the members at a row, scoresAt those at a place of the
// board.
func (e *ensemble) scoresOf(row int) []float64 {
	score := make([]float64, len(e.members))
	for b, member := range e.members {
		score[b] = member.score[row]
	}
	return score
}

func (e *ensemble) scoresAt(x [2]float64) []float64 {
	z := [2]float64{x[0] - e.shift[0], x[1] - e.shift[1]}
	score := make([]float64, len(e.members))
	for b, member := range e.members {
		score[b] = e.value(member, z)
	}
	return score
}

// decide is the class that the scores of the members stand for, −1 where there are
// none.
func (e *ensemble) decide(score []float64) int {
	if len(score) == 0 {
		return -1
	}
	return joint.Best(e.tally(score))
}

// tally counts the votes of one-vs-one: a score above 0 is a vote for the first
// class of its pair, all else for the second; of one-vs-rest it is the scores
// themselves, −∞ for a class without a classifier. The class with the most wins,
// and of several the first one, as in LIBSVM.
func (e *ensemble) tally(score []float64) []float64 {
	all := make([]float64, e.count())
	e.tallyInto(all, score)
	return all
}

// tallyInto is tally without a new slice.
func (e *ensemble) tallyInto(all, score []float64) {
	none := 0.0
	if e.Method == oneVsRest {
		none = math.Inf(-1)
	}
	for k := range all {
		all[k] = none
	}
	for b, member := range e.members {
		switch {
		case e.Method == oneVsRest:
			all[member.first] = score[b]
		case score[b] > 0:
			all[member.first]++
		default:
			all[member.second]++
		}
	}
}

// leaders are how many classes have the most.
func leaders(all []float64) int {
	top, n := all[joint.Best(all)], 0
	for _, v := range all {
		if v == top {
			n++
		}
	}
	return n
}

// region is the predicted class at every node.
func (e *ensemble) region(dst []float64, g grid.Grid) {
	values := make([][]float64, len(e.members))
	for b, member := range e.members {
		values[b] = make([]float64, g.Len())
		e.evaluate(values[b], g, member)
	}
	score, all := make([]float64, len(e.members)), make([]float64, e.count())
	for node := range dst {
		for b := range values {
			score[b] = values[b][node]
		}
		e.tallyInto(all, score)
		dst[node] = float64(e.classes[joint.Best(all)])
	}
}

// step says what has just happened.
func (e *ensemble) step() algos.Step {
	n, wrong := float64(len(e.X)), float64(e.mistakes)
	hinge := math.NaN()
	if e.trained > 0 {
		hinge = e.slack / float64(e.trained)
	}
	step := algos.Step{
		Phase: e.title(), Size: algos.Normal, Status: e.status, View: e, Next: e.next(),
		Metrics: []float64{e.primal, e.dual, e.primal - e.dual, e.kkt, hinge, wrong, wrong / n, math.NaN()},
	}
	switch {
	case e.status.Final():
		step.Size = algos.Pass
	case e.now != nil && e.now.end == smo.Running:
		step.Size = algos.Micro
	case e.now != nil:
		step.Events = []algos.Event{{Kind: "trained", Text: say.Vars{"machine": e.between(e.now.sides)}.Text("<machine> is trained")}}
	}
	return step
}

// Model returns the classifiers so far.
func (e *ensemble) Model() algos.Model {
	var pairs [][]int
	var bias, dual []float64
	for _, b := range e.members {
		pair := []int{e.label(b.first)}
		if b.second >= 0 {
			pair = append(pair, e.label(b.second))
		}
		pairs = append(pairs, pair)
		bias, dual = append(bias, e.offset(b)), append(dual, b.dual)
	}
	values := []algos.Value{{Name: "machines", Value: pairs}, {Name: "bias", Value: bias}, {Name: "dual", Value: dual}}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		score := e.scoresAt(x)
		label := e.label(0)
		if len(score) > 0 {
			label = e.label(e.decide(score))
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "scores", Value: score}}
	}}
}
