package softmax

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// Beside two classes stands logistic regression: its line is where the finished softmax
// gives both the same probability. Beside three there is nothing.
func TestLogisticBoardBesideTwoClasses(t *testing.T) {
	data := dataset.Generate("overlap", 60, 0.9, 5)
	for _, vectors := range []string{all, first, last} {
		v := algotest.Last(t, Demo, data, vals("parametrization", vectors, "lambda", "0.3")).View.(view)
		line, ok := v.twinLine().(mark.Ray)
		if !ok {
			t.Fatal("no line of logistic regression")
		}
		for _, x := range []float64{-2, 0, 3} {
			at := [2]float64{x, -(line.A*x + line.C) / line.B}
			if p := v.probabilities(at); math.Abs(p[0]-0.5) > 1e-8 {
				t.Errorf("%s: p = %v on the line of logistic regression", vectors, p[0])
			}
		}
		if p, ok := v.logisticBoard(); !ok || p.Edits != "" || v.Panels()[1].ID != p.ID {
			t.Errorf("%s: no board of logistic regression", vectors)
		}
	}
	if v := algotest.Last(t, Demo, blobs, nil).View.(view); v.twinLine() != nil {
		t.Error("three classes have a line of logistic regression")
	}
}
