package svmloocv

import (
	"strings"
	"testing"

	"playground/algos/algotest"
)

// The textbook triple, whose refits are known: x₁ moves the line, x₂ is no support
// vector, x₃ is the only one of its class.
func TestVerdictsOnTheTriple(t *testing.T) {
	recipe, err := Demo.Recipe("triple")
	if err != nil {
		t.Fatal(err)
	}
	q, err := Demo.Question("left-out")
	if err != nil {
		t.Fatal(err)
	}
	steps := algotest.Steps(t, Demo, recipe.Data, recipe.Params)
	var verdicts []int
	for i, s := range steps {
		if _, ok := q.Fits(s); !ok {
			continue
		}
		if !q.Answered(s, steps[i+1].Outline()) {
			t.Errorf("step %d: the refit does not answer", i)
		}
		a, ok := q.Answer(s, steps[i+1])
		if !ok {
			t.Fatalf("step %d: no answer", i)
		}
		verdicts = append(verdicts, a.Option)
	}
	if len(verdicts) != 3 || verdicts[0] != stillRight || verdicts[1] != asBefore || verdicts[2] != nowWrong {
		t.Errorf("the verdicts are %v", verdicts)
	}
}

// A bound that is met by too few points, or not met, is not the goal.
func TestTheBoundMustBeMet(t *testing.T) {
	g, ok := Demo.Goal("tight")
	if !ok {
		t.Fatal("no such goal")
	}
	for _, query := range []string{"preset=four-points", "preset=blobs", strings.Replace(g.Example, "hard_margin=true", "hard_margin=false&C=1", 1)} {
		recipe, err := Demo.Link(query)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Demo.Try(t.Context(), recipe, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if score, reached := g.Score(a); reached {
			t.Errorf("%s comes to the goal: %s", query, score.Words)
		}
	}
}
