package svmloocv

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"loocv", "bound", "errors", "left_out", "change", "score_out", "score_in", "train", "support"}

func (s state) metrics() []float64 {
	out, in := math.NaN(), math.NaN()
	if s.row >= 0 {
		in = s.y[s.row] * s.full.f[s.row]
	}
	if s.less != nil {
		out = s.scores[s.row]
	}
	return []float64{
		s.loocv(), s.bound(), float64(len(s.errors)), float64(len(s.scores)), s.change(), out, in,
		float64(s.trainErrors()) / float64(len(s.y)), float64(s.full.sv),
	}
}

// step captures the state.
func (s state) step() algos.Step {
	// Later states append to the shared lists: this one keeps its own length.
	s.scores, s.errors = slices.Clip(s.scores), slices.Clip(s.errors)
	return algos.Step{
		Phase: say.Phrase(s.name()), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: s.metrics(), Status: s.status, View: s,
	}
}

func (s state) name() string {
	switch s.phase {
	case leaving:
		return "leave " + name(s.row) + " out"
	case refitting:
		return "refit without " + name(s.row)
	}
	return "fit all points"
}

func (s state) next() algos.Next {
	if s.status.Final() {
		return algos.Next{}
	}
	if s.phase == leaving {
		refit := "refit without " + name(s.row)
		return algos.Next{Small: say.Phrase(refit), Step: say.Phrase(refit), Pass: "all points"}
	}
	return algos.Next{Small: say.Phrase("leave " + name(s.row+1) + " out"), Step: say.Phrase("refit without " + name(s.row+1)), Pass: "all points"}
}

func (s state) size() algos.Size {
	switch {
	case s.phase == leaving:
		return algos.Micro
	case s.status.Final() || s.phase == starting:
		return algos.Pass
	}
	return algos.Normal
}

func (s state) events() []algos.Event {
	var events []algos.Event
	if s.phase == refitting {
		switch {
		case s.wrong():
			events = append(events, algos.Event{Kind: "error", Text: say.Phrase(fmt.Sprintf("%s is misclassified by those who never saw it", name(s.row)))})
		case s.supports(s.row):
			events = append(events, algos.Event{Kind: "sv", Text: say.Phrase(fmt.Sprintf("%s is a support vector, and still right without it", name(s.row)))})
		}
	}
	return events
}

// Model implements [algos.View].
func (s state) Model() algos.Model {
	support := []int{}
	for k := range s.y {
		if s.supports(k) {
			support = append(support, k)
		}
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "loocv", Value: s.loocv()},
			{Name: "errors", Value: append([]int{}, s.errors...)},
			{Name: "support", Value: support},
			{Name: "bound", Value: s.bound()},
			{Name: "scores", Value: s.leftOutScores()},
			{Name: "alpha", Value: slices.Clone(s.full.alpha)},
			{Name: "bias", Value: s.theta0(s.full)},
			{Name: "dual", Value: s.full.dual},
		},
		Predict: s.predictor(),
	}
}

// leftOutScores are f⁻ᵗ(xₜ) of the rows left out so far.
func (s state) leftOutScores() []float64 {
	out := make([]float64, len(s.scores))
	for t, z := range s.scores {
		out[t] = s.y[t] * z
	}
	return out
}

// theta0 is the offset of a fit in the coordinates of the data.
func (m *machine) theta0(f *fit) float64 {
	if !m.linear() {
		return f.bias
	}
	b := f.bias
	for k, a := range f.alpha {
		b -= a * m.y[k] * (m.x[k][0]*m.shift[0] + m.x[k][1]*m.shift[1])
	}
	return b
}

// predictor returns x ↦ label and score of the classifier of all points.
func (s state) predictor() func([2]float64) []algos.Value {
	centres, coef := s.expansion(s.full)
	return func(x [2]float64) []algos.Value {
		z := [2]float64{x[0] - s.shift[0], x[1] - s.shift[1]}
		score := s.full.bias
		for i, c := range centres {
			score += coef[i] * s.k.At(c, z)
		}
		label := s.Label(0)
		if score > 0 {
			label = s.Label(1)
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
	}
}

// share writes a count of points as a share of all.
func (s state) share(k int) string {
	return fmt.Sprintf(`\frac{%d}{%d} = %s`, k, len(s.y), say.TeX(float64(k)/float64(len(s.y))))
}
