package gpregression

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/say"
)

// What is asked between two observations is about the one that comes, and the answer is
// what its step does.
func TestQuestionsAreAboutWhatComes(t *testing.T) {
	recipe, err := Demo.Recipe("sine")
	if err != nil {
		t.Fatal(err)
	}
	steps := algotest.Steps(t, Demo, recipe.Data, recipe.Params)
	answered := map[string]int{}
	for i, now := range steps {
		for _, id := range []string{"variance", "evidence"} {
			q, err := Demo.Question(id)
			if err != nil {
				t.Fatal(err)
			}
			asked, ok := q.Fits(now)
			if !ok {
				continue
			}
			then := next(t, q, steps, i)
			v, before := then.View.(view), now.View.(view).post
			if text := asked.Text.String(); !strings.Contains(text, say.Row(v.row).Ref()+"}") {
				t.Errorf("step %d, %s: %q does not name row %d", i, id, text, v.row)
			}
			a, ok := q.Answer(now, then)
			if !ok {
				t.Fatalf("step %d, %s: no answer", i, id)
			}
			answered[id]++
			switch id {
			case "variance":
				algotest.Near(t, "variance", a.Number, v.post.At(v.x[v.row]).Var, 1e-12)
			case "evidence":
				if rise := v.post.LogEvidence() - before.LogEvidence(); (rise > 0) != (a.Option == rises) || (rise < -fallen) != (a.Option == plunges) || math.IsNaN(rise) {
					t.Errorf("step %d: the log evidence changes by %g, and the answer is the option %d", i, rise, a.Option)
				}
			}
		}
	}
	if answered["variance"] < 5 || answered["evidence"] != 24 {
		t.Errorf("answered: %v", answered)
	}
}

// next is the step that answers.
func next(t *testing.T, q algos.Question, steps []algos.Step, i int) algos.Step {
	t.Helper()
	for _, then := range steps[i+1:] {
		if q.Answered(steps[i], then.Outline()) {
			return then
		}
	}
	t.Fatalf("step %d: nothing answers %s", i, q.ID)
	return algos.Step{}
}
