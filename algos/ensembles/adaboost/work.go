package adaboost

import (
	"errors"

	"playground/algos"
	"playground/algos/grid"
)

// timed is what the benchmarks time: a hundred rounds with stumps, and the
// committee on a grid.
var timed = []algos.Work{
	{Task: "adaboost 100 stumps fit", Data: algos.Moons, Sizes: []int{200, 1000, 10_000}, Setup: fittingWork},
	{Task: "adaboost 100 decision 100x100", Data: algos.Moons, Sizes: []int{10_000}, Setup: decidingWork},
}

const benchRounds = 100

// committee runs the rounds without the numbers that only the story needs.
func (m *machine) committee(w []float64) []*round {
	for i := range w {
		w[i] = 1 / float64(len(w))
	}
	var rounds []*round
	for range benchRounds {
		r := m.fit(w)
		if r.last() {
			break
		}
		rounds = append(rounds, r)
		if r.perfect() {
			break
		}
		m.reweigh(w, r, m.answers)
	}
	return rounds
}

func benchMachine(x [][2]float64, y []float64) (*machine, error) {
	m := &machine{Options: Options{Rounds: benchRounds, Alpha: half, Weak: stump}, x: x, y: y, search: newSearch(x, y, 1)}
	if !m.search.splittable() {
		return nil, errors.New("no threshold divides the points")
	}
	return m, nil
}

func fittingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	m, err := benchMachine(x, y)
	if err != nil {
		return nil, nil, err
	}
	w := make([]float64, len(x))
	var rounds []*round
	do = func() {
		m.search = newSearch(x, y, 1) // sorting is part of the work
		rounds = m.committee(w)
	}
	answers = func() []algos.Value {
		right := 0
		for i, f := range scores(rounds, x) {
			if !mistaken(f, y[i]) {
				right++
			}
		}
		var errs []float64
		for _, r := range rounds[:min(5, len(rounds))] {
			errs = append(errs, r.err)
		}
		return []algos.Value{
			{Name: "rounds", Value: len(rounds)},
			{Name: "train_acc", Value: float64(right) / float64(len(x))},
			{Name: "first_errors", Value: errs},
		}
	}
	return do, answers, nil
}

func decidingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	m, err := benchMachine(x, y)
	if err != nil {
		return nil, nil, err
	}
	s := &state{machine: m, rounds: m.committee(make([]float64, len(x)))}
	for _, r := range s.rounds {
		s.sum += r.alpha
	}
	g := grid.Grid{Window: grid.Window{X0: -1.5, X1: 2.5, Y0: -1.25, Y1: 1.5}, NX: 100, NY: 100}
	field := make([]float64, g.Len())
	do = func() { s.compose().field(1)(field, g) }
	answers = func() []algos.Value {
		return []algos.Value{{Name: "rounds", Value: len(s.rounds)}, {Name: "first", Value: field[0]}, {Name: "last", Value: field[len(field)-1]}}
	}
	return do, answers, nil
}

// scores are F at all points.
func scores(rounds []*round, x [][2]float64) []float64 {
	f := make([]float64, len(x))
	var h []float64
	for _, r := range rounds {
		h = r.h.all(h[:0], x)
		for i := range f {
			f[i] += r.alpha * h[i]
		}
	}
	return f
}
