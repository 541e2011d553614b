package adaboost

import (
	"slices"

	"playground/algos"
)

// Model returns the committee so far.
func (v view) Model() algos.Model {
	s := v.now()
	members := make([][]algos.Value, len(s.votes()))
	for i, r := range s.votes() {
		members[i] = append(describe(r.h), algos.Value{Name: "error", Value: r.err}, algos.Value{Name: "alpha", Value: s.ballot(r)})
	}
	key := "stumps"
	if s.Weak == tree2 {
		key = "trees"
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: key, Value: members},
			{Name: "rounds", Value: len(s.rounds)},
			{Name: "weights", Value: slices.Clone(v.weights())},
		},
		Predict: s.predictor(),
	}
}

// ballot is what multiplies h in the score: the vote, or its share of all votes.
func (s *state) ballot(r *round) float64 { return s.weight(r) * s.scale() }

// describe names the parts of a weak classifier: feature, threshold and polarity
// of a stump; feature, threshold and both sides of a tree, of which one may be
// the same label everywhere.
func describe(t *tree) []algos.Value {
	if t.feature == leaf {
		return []algos.Value{{Name: "label", Value: int(t.value)}}
	}
	split := []algos.Value{{Name: "feature", Value: t.feature}, {Name: "threshold", Value: t.threshold}}
	if t.stump() && t.below.value != t.above.value {
		return append(split, algos.Value{Name: "polarity", Value: int(t.above.value)})
	}
	return append(split, algos.Value{Name: "below", Value: describe(t.below)}, algos.Value{Name: "above", Value: describe(t.above)})
}

// predictor returns x ↦ label and score. A score of exactly zero goes to the
// first class.
func (s *state) predictor() func([2]float64) []algos.Value {
	return func(x [2]float64) []algos.Value {
		score := 0.0
		for _, r := range s.votes() {
			score += s.ballot(r) * r.h.at(x)
		}
		label := s.Set.Label(0)
		if score > 0 {
			label = s.Set.Label(1)
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
	}
}
