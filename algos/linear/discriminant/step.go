package discriminant

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// view is the run at one step of its plan.
type view struct {
	*machine
	at int
}

func (v view) item() item { return v.plan[v.at] }

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"j", "j_hand", "j_best", "wrong", "train_error", "log_likelihood"}

func (m *machine) step(at int) algos.Step {
	v := view{machine: m, at: at}
	it := v.item()
	step := algos.Step{Phase: say.Phrase(it.label), Size: it.size, Metrics: v.metrics(), Status: v.status(), Told: it.kind == evaluating, View: v}
	step.Events = v.events(step.Status)
	if !step.Status.Final() {
		step.Next = v.next()
	}
	return step
}

// next names the steps to come.
func (v view) next() algos.Next {
	next := algos.Next{Small: say.Phrase(v.plan[v.at+1].label)}
	for _, it := range v.plan[v.at+1:] {
		if next.Step == "" && it.size >= algos.Normal {
			next.Step = say.Phrase(it.label)
		}
		if it.size == algos.Pass {
			next.Pass = say.Phrase(it.label)
			break
		}
	}
	return next
}

func (v view) status() algos.Status {
	switch v.item().kind {
	case failing:
		return algos.Status{State: algos.Refused, Reason: say.Phrase(v.fail.reason)}
	case evaluating:
		wrong := v.rows[len(v.rows)-1].so
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("The rule is complete: it gets %d of %s wrong.", wrong, say.Count(len(v.rows), "point")))}
	}
	return algos.Status{State: algos.Running}
}

func (v view) events(status algos.Status) []algos.Event {
	var events []algos.Event
	switch it := v.item(); it.kind {
	case scattering:
		events = append(events, algos.Event{Kind: "class", Text: say.Phrase("class " + v.name(it.k) + " is measured")})
	case directing:
		events = append(events, algos.Event{Kind: "direction", Text: "w* is found"})
	case cutting:
		events = append(events, algos.Event{Kind: "rule", Text: "the rule is complete"})
	case evaluating:
		events = append(events, algos.Event{Kind: string(status.State), Text: status.Reason})
	case deciding:
		if v.rows[it.row].wrong {
			events = append(events, algos.Event{Kind: "mistake", Text: say.Phrase(name(it.row) + " is misclassified")})
		}
	}
	return events
}

func (v view) metrics() []float64 {
	wrong, share, likelihood := math.NaN(), math.NaN(), math.NaN()
	if it := v.item(); v.at >= v.decidedAt {
		row := len(v.rows) - 1
		if it.kind == deciding {
			row = it.row
		}
		wrong = float64(v.rows[row].so)
	}
	if v.at >= v.evaluatedAt {
		share = wrong / float64(len(v.rows))
	}
	if v.rule.ok && v.Method != fisher && v.at >= v.ruleAt {
		likelihood = v.fitted
	}
	best, hand, now := math.NaN(), math.NaN(), math.NaN()
	if v.pooledAt <= v.at && v.fisher.bounded {
		best, hand = v.fisher.best, v.criterion(direction(v.Angle))
		now = v.criterion(v.current())
	}
	return []float64{now, hand, best, wrong, share, likelihood}
}

// current is the direction that the step is about: that of the sweep, w* once it
// is found, and by hand before.
func (v view) current() vec {
	switch it := v.item(); {
	case it.kind == turning:
		return direction(it.angle)
	case v.at >= v.directAt && v.fisher.ok:
		return v.fisher.w
	}
	return direction(v.Angle)
}
