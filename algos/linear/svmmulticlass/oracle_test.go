package svmmulticlass

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

type oracle struct {
	Data map[string]struct {
		Rows   [][3]float64
		Xs, Ys []float64
	}
	Cases []struct {
		ID, Data string
		Params   struct {
			Kernel          string
			C, Gamma, Coef0 float64
			Degree          int
		}
		Pairs    [][2]int
		Decision [][]float64 `json:"grid_decision"`
		Label    []int       `json:"grid_label"`
		Support  []int       `json:"n_support"`
		Train    []int       `json:"train_label"`
	}
}

// LIBSVM's one-vs-one: scores in the order of its pairs, the sign that votes for the
// first class, and its labels, with the default tolerance.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/svc_multiclass.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			d := o.Data[c.Data]
			last := algotest.Last(t, Demo, dataset.Classed(d.Rows...), param.Values{
				"method": oneVsOne, "kernel": c.Params.Kernel, "C": param.Format(c.Params.C), "gamma": param.Format(c.Params.Gamma),
				"coef0": param.Format(c.Params.Coef0), "degree": param.Format(float64(c.Params.Degree)),
			})
			algotest.Promises(t, last)
			if last.Status.State != algos.Converged {
				t.Errorf("status %v", last.Status)
			}
			model := last.Model()
			for p, pair := range model.Value("machines").([][]int) {
				if want := c.Pairs[p]; pair[0] != want[0] || pair[1] != want[1] {
					t.Errorf("machine %d is %v, want %v", p, pair, want)
				}
			}
			worst := 0.0
			for i, y := range d.Ys {
				for j, x := range d.Xs {
					node := i*len(d.Xs) + j
					got := model.Predict([2]float64{x, y})
					for p, f := range got[1].Value.([]float64) {
						want := c.Decision[node][p]
						worst = max(worst, math.Abs(f-want)/(1+math.Abs(want)))
					}
					if got[0].Value.(int) != c.Label[node] {
						t.Errorf("label at (%v, %v) is %v, want %v", x, y, got[0].Value, c.Label[node])
					}
				}
			}
			if worst > 1e-5 { // LIBSVM's own accuracy
				t.Errorf("scores off by %.2g", worst)
			}
			t.Logf("scores off by %.2g", worst)
			for i, r := range d.Rows {
				if got := model.Predict([2]float64{r[0], r[1]})[0].Value.(int); got != c.Train[i] {
					t.Errorf("label of row %d is %v, want %v", i, got, c.Train[i])
				}
			}
		})
	}
}
