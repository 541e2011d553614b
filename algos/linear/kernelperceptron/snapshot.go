package kernelperceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A snapshot is the state after one step. It is never changed; all it shares with
// other steps is never changed either.
type snapshot struct {
	*task
	kind   kind
	pass   int
	row    int
	inPass int
	score  float64 // f of the row at work, before the step
	direct float64 // the same by the features
	alpha  counts
	twin   counts // mistakes of the run with features
	parted *parting
	norm2  float64
	along  float64
	wrong  int
	stored int
	ends   bool // this step ends a pass
	trail  []waypoint
	status algos.Status
}

func (s *snapshot) k() float64 { return float64(s.alpha.total) }

func (s *snapshot) statusOf() algos.Status {
	if !s.ends || s.inPass > 0 && s.pass < s.Passes {
		return algos.Status{State: algos.Running}
	}
	if s.inPass == 0 {
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("pass %d made no mistake: after %s f has the right sign at every point", s.pass, say.Count(s.alpha.total, "mistake")))}
	}
	why := "no promise says that they end"
	switch {
	case s.best.separable && s.limit < 1e12:
		why = fmt.Sprintf("feature space separates the classes, and there are at most %s mistakes", say.Num(math.Floor(s.limit)))
	case s.best.separable:
		why = "feature space separates the classes, but by so little that the bound is no help"
	case s.best.inseparable:
		why = "the classes are not separable in feature space, so no end is in sight"
	}
	return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("stopped after %s, the last with %s: %s", say.Count(s.Passes, "pass"), say.Count(s.inPass, "mistake"), why))}
}

func (s *snapshot) phase() string {
	switch s.kind {
	case check:
		return "check " + name(s.row)
	case mistake:
		return "mistake on " + name(s.row)
	case update:
		return "store " + name(s.row)
	}
	return "start at f = 0"
}

func (s *snapshot) next() algos.Next {
	if s.status.Final() {
		return algos.Next{}
	}
	following, pass := s.row+1, s.pass
	if s.kind == start || s.ends {
		following, pass = 0, s.pass+1
	}
	step := "check " + name(following)
	if s.kind == mistake {
		step = "store " + name(s.row)
	}
	return algos.Next{Small: say.Phrase(step), Step: say.Phrase(step), Pass: say.Phrase(fmt.Sprintf("finish pass %d", pass))}
}

func (s *snapshot) size() algos.Size {
	switch {
	case s.ends || s.kind == start:
		return algos.Pass
	case s.kind == mistake:
		return algos.Micro
	}
	return algos.Normal
}

func (s *snapshot) events() []algos.Event {
	var events []algos.Event
	if s.kind == mistake {
		events = append(events, algos.Event{Kind: "mistake", Text: say.Phrase("mistake on " + name(s.row))})
	}
	if s.ends {
		events = append(events, algos.Event{Kind: "pass", Text: say.Phrase(fmt.Sprintf("pass %d ends with %s", s.pass, say.Count(s.inPass, "mistake")))})
	}
	if s.status.State == algos.Converged {
		events = append(events, algos.Event{Kind: "converged", Text: s.status.Reason})
	}
	return events
}

// metricNames are public.
var metricNames = []string{"mistakes", "mistakes_in_pass", "stored", "norm2", "bound", "projection", "k_gamma", "k_r2", "train_errors", "feature_mistakes"}

func (s *snapshot) metrics() []float64 {
	projection, kGamma, direct := math.NaN(), math.NaN(), math.NaN()
	if s.best.separable {
		projection, kGamma = s.along, s.k()*s.best.lo
	}
	if len(s.phi) > 0 {
		direct = float64(s.twin.total)
	}
	return []float64{s.k(), float64(s.inPass), float64(s.stored), s.norm2, s.limit, projection, kGamma, s.k() * s.r2, float64(s.wrong), direct}
}

// Model implements [algos.View].
func (s *snapshot) Model() algos.Model {
	alpha := s.alpha.list()
	counts := make([]int, len(alpha))
	for i, a := range alpha {
		counts[i] = int(a)
	}
	passes := s.pass
	if !s.ends && s.pass > 0 {
		passes--
	}
	values := []algos.Value{
		{Name: "alpha", Value: counts},
		{Name: "bias", Value: 0.0},
		{Name: "mistakes", Value: s.alpha.total},
		{Name: "passes", Value: passes},
		{Name: "stored", Value: s.stored},
		{Name: "converged", Value: s.status.State == algos.Converged},
		{Name: "separable", Value: s.best.separable},
	}
	if len(s.phi) > 0 {
		values = append(values, algos.Value{Name: "weights", Value: s.phi.coordinates(s.theta(alpha))}, algos.Value{Name: "feature_mistakes", Value: s.twin.total})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		score, class := s.task.score(alpha, x), 0
		if score > 0 {
			class = 1
		}
		return []algos.Value{{Name: "label", Value: s.Label(class)}, {Name: "score", Value: score}}
	}}
}
