package mds

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A state is the run after some steps: the matrix that it has come to, and how many axes
// were found.
type state struct {
	*task
	stage  int
	found  int
	status algos.Status
}

func (t *task) steps() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		running := algos.Status{State: algos.Running}
		for stage := range inner + 1 {
			if !yield(&state{t, stage, 0, running}) {
				return
			}
		}
		for k := range t.axes() {
			s := &state{t, inner, k + 1, running}
			if k == t.axes()-1 {
				s.status = s.ended()
			}
			if !yield(s) {
				return
			}
		}
	}
}

// stress is the root of the squares of what the map misses of the distances, as a share of
// their own squares.
func (s *state) stress() float64 {
	missed, all := 0.0, 0.0
	for i := range s.m {
		for j := range i {
			x := s.d[i*s.m+j] / math.Sqrt(s.top)
			e := s.mapped(i, j, s.found)/math.Sqrt(s.top) - x
			missed, all = missed+e*e, all+x*x
		}
	}
	return math.Sqrt(missed / all)
}

// strain is the same of B, by the eigenvalues that are left out.
func (s *state) strain() float64 {
	left, all := 0.0, 0.0
	for j, v := range s.values {
		x := v / s.top
		all += x * x
		if j >= s.found {
			left += x * x
		}
	}
	return math.Sqrt(left / all)
}

type view struct{ *state }

// Model returns what has been found so far.
func (v view) Model() algos.Model {
	coordinates := make([][]float64, v.m)
	for i := range coordinates {
		coordinates[i] = make([]float64, v.found)
		for k := range v.found {
			coordinates[i][k] = v.coordinate(i, k)
		}
	}
	matrix := make([][]float64, v.m)
	for i := range matrix {
		matrix[i] = v.matrices[v.stage][i*v.m : (i+1)*v.m]
	}
	m := algos.Model{Values: []algos.Value{{Name: "matrix", Value: matrix}}}
	if v.stage < inner {
		return m
	}
	m.Values = append(m.Values, algos.Value{Name: "eigenvalues", Value: v.values})
	if v.found == 0 {
		return m
	}
	mapped := make([][]float64, v.m)
	for i := range mapped {
		mapped[i] = make([]float64, v.m)
		for j := range mapped[i] {
			mapped[i][j] = v.mapped(i, j, v.found)
		}
	}
	m.Values = append(m.Values, algos.Value{Name: "coordinates", Value: coordinates}, algos.Value{Name: "distances", Value: mapped},
		algos.Value{Name: "stress", Value: v.stress()}, algos.Value{Name: "strain", Value: v.strain()})
	if v.truth != nil {
		m.Values = append(m.Values, algos.Value{Name: "misfit", Value: v.misfit(v.Rotation, v.Reflect)})
	}
	return m
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	stress, strain, misfit := math.NaN(), math.NaN(), math.NaN()
	if v.found > 0 {
		stress, strain = v.stress(), v.strain()
		if v.truth != nil {
			misfit = v.misfit(v.Rotation, v.Reflect)
		}
	}
	out := algos.Step{Phase: v.phase(), Size: algos.Normal, Status: v.status, View: v, Metrics: []float64{stress, strain, misfit}}
	if v.stage == distances || v.stage == inner && v.found == 0 || v.status.Final() {
		out.Size = algos.Pass
	}
	if !v.status.Final() {
		out.Next = v.next()
	}
	if v.found > 0 {
		out.Events = append(out.Events, algos.Event{Kind: "direction", Text: say.Vars{"j": v.found}.Text("dimension <j>")})
	}
	if v.stage == inner && v.found == 0 && v.detour != nil {
		out.Events = append(out.Events, algos.Event{Kind: "inconsistent", Text: v.detourVars().Text("triangle inequality violated: <from> to <to> via " +
			"<over>")})
	}
	return out
}

func (v view) phase() say.Phrase {
	if v.found > 0 {
		return say.Vars{"j": v.found}.Text("dimension <j>")
	}
	return [...]say.Phrase{"the distances", "squared", "rows centred", "columns centred", "Gram matrix"}[v.stage]
}

func (v view) next() algos.Next {
	if v.stage == inner {
		one := say.Vars{"j": v.found + 1}.Text("add dimension <j>")
		return algos.Next{Step: one, Pass: "compute the embedding"}
	}
	return algos.Next{
		Step: [...]say.Phrase{"square them", "centre the rows", "centre the columns", "multiply by −½"}[v.stage], Pass: "double centring",
	}
}
