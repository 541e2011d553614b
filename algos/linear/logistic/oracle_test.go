package logistic

import (
	"fmt"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/param"
)

// scikit-learn's optimum, polished by Newton's method.
func TestOracle(t *testing.T) {
	var o struct {
		Data map[string]struct {
			Rows   [][3]float64
			Xs, Ys []float64
		}
		Cases []struct {
			ID, Data  string
			Lambda    float64
			W         [2]float64
			B         float64
			Objective float64
			Path      [][3]float64 `json:"newton_path_from_zero"`
			Proba     []float64    `json:"grid_proba"`
		}
	}
	algotest.ReadJSON(t, "testdata/logistic.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			d := o.Data[c.Data]
			steps := algotest.Steps(t, Demo, dataset.Labelled(d.Rows...), vals("lambda", param.Format(c.Lambda)))
			last := steps[len(steps)-1]
			if last.Status.State != algos.Converged {
				t.Fatal(last.Status)
			}
			algotest.Promises(t, last)
			m := last.Model()
			theta := m.Value("theta").([]float64)
			algotest.Near(t, "θ₁", theta[0], c.W[0], 1e-11)
			algotest.Near(t, "θ₂", theta[1], c.W[1], 1e-11)
			algotest.Near(t, "θ₀", m.Value("theta0").(float64), c.B, 1e-11)
			algotest.Near(t, "loss", m.Value("loss").(float64), c.Objective, 1e-12)
			if g := m.Value("gradient_norm").(float64); g > 1e-8 {
				t.Errorf("gradient %v", g)
			}
			for k, p := range c.Proba {
				at := [2]float64{d.Xs[k%len(d.Xs)], d.Ys[k/len(d.Xs)]}
				algotest.Near(t, fmt.Sprint("p at ", at), m.Predict(at)[1].Value.(float64), p, 1e-9)
			}
			// As long as no step was halved, the path is that of plain Newton steps.
			k := 0
			for _, s := range steps {
				v := s.View.(view)
				if v.Did == logit.Halve {
					break
				}
				if k >= len(c.Path) || v.Did == logit.Look {
					continue
				}
				th := v.theta()
				for j := range th {
					if math.Abs(th[j]-c.Path[k][j]) > 1e-10*(1+math.Abs(th[j])) {
						t.Errorf("after %d steps θ = %v, want %v", k, th, c.Path[k])
					}
				}
				k++
			}
		})
	}
}

func vals(pairs ...string) param.Values { return algotest.Values(pairs...) }
