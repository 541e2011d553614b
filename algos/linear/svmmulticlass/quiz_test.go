package svmmulticlass

import (
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/linear/internal/joint"
)

// The line that answers is where the machine's score is 0, and a machine that gives
// every place the same score has none.
func TestLinesOfMachines(t *testing.T) {
	recipe, err := Demo.Recipe("middle")
	if err != nil {
		t.Fatal(err)
	}
	q, err := Demo.Question("machine")
	if err != nil {
		t.Fatal(err)
	}
	lines, none := 0, 0
	steps := algotest.Steps(t, Demo, recipe.Data, recipe.Params)
	for i, s := range steps {
		if _, ok := q.Fits(s); !ok {
			continue
		}
		n := i + 1
		for !q.Answered(s, steps[n].Outline()) {
			n++
		}
		e := steps[n].View.(*ensemble)
		a, ok := q.Answer(s, steps[n])
		if !ok {
			none++
			continue
		}
		lines++
		for row, p := range e.Points {
			l := a.Line
			algotest.Near(t, "score", l.A*p.X[0]+l.B*p.X[1]+l.C, e.now.score[row], 1e-9)
		}
	}
	if lines != 4 || none != 1 {
		t.Errorf("%d lines, %d machines without one", lines, none)
	}
}

// What an update does to its point is what the next step's own scores say.
func TestVerdictsOnUpdates(t *testing.T) {
	recipe, err := Demo.Recipe("blobs")
	if err != nil {
		t.Fatal(err)
	}
	q, err := Demo.Question("after-update")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	steps := algotest.Steps(t, Demo, recipe.Data, recipe.Params)
	for i, s := range steps {
		if _, ok := q.Fits(s); !ok {
			continue
		}
		a, ok := q.Answer(s, steps[i+1])
		if !ok {
			t.Fatalf("step %d: no answer", i)
		}
		seen[a.Option]++
		v := steps[i+1].View.(*view)
		_, xi := joint.Violation(v.scores(v.X[v.row]), v.Cost[v.Y[v.row]], v.Y[v.row])
		label := algos.Model{Values: v.Model().Predict(v.Points[v.row].X)}.Value("label")
		if (a.Option == clear) != (xi <= 0) || (a.Option == wrong) != (label != v.label(v.Y[v.row])) {
			t.Errorf("step %d: option %d, slack %g, label %v", i, a.Option, xi, label)
		}
	}
	if seen[clear] == 0 || seen[inside] == 0 {
		t.Errorf("the verdicts are %v", seen)
	}
}
