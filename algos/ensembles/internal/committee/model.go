package committee

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// The phases of a step.
const (
	starting = iota
	drawing
	voting
)

// A View is the run at one step: the ensemble, and the tree that is about to join or has just joined.
type View struct {
	*State
	Phase int
	New   *Member // drawing: the next one; voting: the last one
}

// Seen is the view itself, also of a demo's view that holds it.
func (v View) Seen() View { return v }

// seen is a view of any ensemble, whose questions look at what it shows.
type seen interface {
	algos.View
	Seen() View
}

// Number is that of the tree at work, counted from 1; 0 before the first.
func (v View) Number() int {
	if v.Phase == drawing {
		return len(v.Committee) + 1
	}
	return len(v.Committee)
}

// Joined reports whether a tree has just voted.
func (v View) Joined() bool { return v.Phase == voting }

// Ready reports whether the next tree is about to be drawn.
func (v View) Ready() bool { return v.Phase != drawing }

// Learnt returns the errors, and asks all trees about a place.
func (v View) Learnt() algos.Model {
	s := v.State
	m := algos.Model{Values: []algos.Value{
		{Name: "members", Value: len(s.Committee)},
		{Name: "oob_error", Value: s.BagError()},
		{Name: "oob_wrong", Value: s.BagWrong},
		{Name: "out_share", Value: s.OutShare()},
		{Name: "out_expected", Value: s.Miss},
		{Name: "out_limit", Value: 1 / math.E},
	}}
	if s.Z != nil {
		// Of values the error is the mean squared one, which goes by its own name as well.
		m.Values[1].Value, m.Values[2] = s.BagLoss, algos.Value{Name: "oob_mse", Value: s.BagLoss}
		m.Values = append(m.Values, algos.Value{Name: "train_mse", Value: s.Brier})
	}
	if len(s.Committee) == 0 {
		return m
	}
	if mean, se := s.Importances(); mean != nil {
		m.Values = append(m.Values, algos.Value{Name: "importance", Value: mean})
		if se != nil {
			m.Values = append(m.Values, algos.Value{Name: "importance_se", Value: se})
		}
	}
	if s.Table.Empty() {
		m.Predict = func(x [2]float64) []algos.Value { return s.predict(s.at(x)) }
	} else {
		m.PredictRow = func(row []float64) []algos.Value { return s.predict(s.sheet.Inputs(row)) }
	}
	return m
}

// shares is what the ensemble says to each class at a place, or the value there alone.
func (s *State) shares(in []float64) []float64 {
	out := make([]float64, s.K)
	for _, m := range s.Committee {
		s.says(out, &m.Tree.Nodes[m.Tree.Leaf(in...)])
	}
	for k := range out {
		out[k] /= float64(len(s.Committee))
	}
	return out
}

// predict returns the label, and the share of the last class where there are two, else that of the label; or the value.
func (s *State) predict(in []float64) []algos.Value {
	shares := s.shares(in)
	if s.Z != nil {
		return []algos.Value{{Name: "y", Value: shares[0]}}
	}
	k := Winner(shares)
	p := shares[k]
	if s.K == 2 {
		p = shares[1]
	}
	if !s.Table.Empty() {
		return []algos.Value{{Name: "label", Value: dataset.Label(s.Set.ClassName(k))}, {Name: "p", Value: p}}
	}
	return []algos.Value{{Name: "label", Value: s.Set.Label(k)}, {Name: "p", Value: p}}
}
