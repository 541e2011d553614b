package svmmulticlass

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/softmax"
)

// turned are points of three classes, each the picture of the one before turned by a third
// of a circle: by symmetry no offset is needed.
func turned() dataset.Source {
	var all [][3]float64
	for _, p := range [][2]float64{{1.2, 0.3}, {0.4, -0.9}, {2, 1.1}, {-0.3, 0.2}, {0.9, -0.1}} {
		for k := range 3 {
			s, c := math.Sincos(2 * math.Pi * float64(k) / 3)
			all = append(all, [3]float64{c*p[0] - s*p[1], s*p[0] + c*p[1], float64(k)})
		}
	}
	return dataset.Classed(all...)
}

// The end of a run under the log-loss is softmax regression with the penalty 1/C.
func TestTheLogLossIsSoftmaxRegression(t *testing.T) {
	for c, lambda := range map[string]string{"0.5": "2", "4": "0.25"} {
		ours := algotest.Last(t, Demo, turned(), vals("loss", logLoss, "bias", "false", "C", c, "max_epochs", "3"))
		if ours.Status.State != algos.Converged {
			t.Fatal(ours.Status)
		}
		algotest.Promises(t, ours)
		theirs := algotest.Last(t, softmax.Demo, turned(), algotest.Values("lambda", lambda)).View
		peer := theirs.Model()
		for _, x := range [][2]float64{{1, 0}, {-0.7, 2}, {0.3, 0.3}} {
			got, want := ours.Model().Predict(x), peer.Predict(x)
			if got[0] != want[0] {
				t.Errorf("at %v the label %v, by softmax regression %v", x, got[0], want[0])
			}
		}
		weights := ours.Model().Value("weights").([][]float64)
		for k, w := range peer.Value("weights").([][]float64) {
			for i := range w[:2] {
				algotest.Near(t, "weight", weights[k][i], w[i], 1e-7)
			}
		}
	}
}

// A step moves every class by the book: w_k ← (1 − ηλ)w_k + η([k = y] − p_k)x. All of them
// are feasible, and the dual stays below the minimum.
func TestDescentUnderTheLogLoss(t *testing.T) {
	data := dataset.Generate("blobs3", 30, 0.9, 5)
	steps := algotest.Steps(t, Demo, data, vals("loss", logLoss, "max_epochs", "4"))
	least := steps[len(steps)-1].Metric("primal")
	learnt := 0
	for i, s := range steps {
		if s.Metric("dual") > least+1e-9 || s.Metric("primal") < least-1e-9 {
			t.Errorf("step %d: dual %v and primal %v around %v", i, s.Metric("dual"), s.Metric("primal"), least)
		}
		if i%5 == 0 {
			algotest.Promises(t, s)
		}
		c := s.View.(*crf)
		if c.phase != updating {
			continue
		}
		learnt++
		eta := c.C * 30 / (float64(c.t) + 30)
		sum, p := 0.0, make([]float64, 3)
		for k := range p {
			p[k] = math.Exp(c.before.w[k][0]*c.X[c.row][0] + c.before.w[k][1]*c.X[c.row][1] + c.before.w[k][2])
			sum += p[k]
		}
		for k := range p {
			e := -p[k] / sum
			if k == c.Y[c.row] {
				e++
			}
			for j, x := range c.X[c.row] {
				algotest.Near(t, "w", c.w[k][j], (1-eta/(c.C*30))*c.before.w[k][j]+eta*e*x, 1e-12)
			}
		}
	}
	if learnt != 120 {
		t.Errorf("%d steps of the descent", learnt)
	}
}

// The boundaries of the other loss are those of a run with it.
func TestTheOtherLoss(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 1, 5)
	for loss, other := range map[string]string{hinge: logLoss, logLoss: hinge} {
		got := algotest.Last(t, Demo, data, vals("loss", loss, "max_epochs", "2")).View
		var w []vec
		switch v := got.(type) {
		case *view:
			w = v.opposite()
		case *crf:
			w = v.opposite()
		}
		want := algotest.Last(t, Demo, data, vals("loss", other, "max_epochs", "2")).Model()
		for k, v := range want.Value("weights").([][]float64) {
			algotest.Near(t, other, w[k][0], v[0], 2e-4)
			algotest.Near(t, other, w[k][1], v[1], 2e-4)
		}
	}
}

// The numbers of the point that is chosen, by hand: 000 2B-9.
func TestOnePointUnderBothLosses(t *testing.T) {
	s := algotest.Last(t, Demo, thirds, vals("bias", "false", "C", "10", "query", "0.6,-0.3")).View.(*view)
	c := s.compare()
	if c.row != 0 || c.y != 0 {
		t.Fatalf("the nearest point to q is %d of class %d", c.row, c.y)
	}
	algotest.Near(t, "hinge", c.hinge, 0, 1e-9)
	algotest.Near(t, "log loss", c.log, math.Log(1+2*math.Exp(-1)), 1e-9)
	algotest.Near(t, "p", c.p[0], 1/(1+2*math.Exp(-1)), 1e-9)
	algotest.Near(t, "lead", c.lead[1], 0, 1e-9)
	algotest.Near(t, "soft maximum above the maximum", softMax(c.score), math.Log(1+2*math.Exp(-1)), 1e-9)
}
