package gpclassification

import (
	"fmt"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/param"
)

// The oracle is scikit-learn's GaussianProcessClassifier, polished, with probabilities by an adaptive
// quadrature in place of its own approximation.
type oracle struct {
	Grids map[string]struct{ Xs, Ys []float64 }
	Cases []struct {
		ID, Data string
		Kernel   tree
		Mode     []float64 `json:"mode_f"`
		LML      float64   `json:"lml_laplace"`
		Psi      []float64 `json:"newton_psi"`
		Mean     []float64 `json:"latent_mean"`
		Var      []float64 `json:"latent_var"`
		P        []float64 `json:"proba_exact"`
	}
}

// A tree is a kernel as the oracle writes it.
type tree struct {
	Type   string
	Args   []tree
	Value  float64
	Length float64 `json:"length_scale"`
	Nu     float64
	Sigma0 float64
}

func (k tree) String() string {
	join := func(op string) string {
		text := ""
		for i, a := range k.Args {
			if i > 0 {
				text += op
			}
			text += a.String()
		}
		return text
	}
	switch k.Type {
	case "product":
		return join("*")
	case "sum":
		return join("+")
	case "const":
		return param.Format(k.Value)
	case "rbf":
		return fmt.Sprintf("rbf(%s)", param.Format(k.Length))
	case "matern":
		return fmt.Sprintf("matern%d2(%s)", int(2*k.Nu), param.Format(k.Length))
	case "linear":
		return fmt.Sprintf("linear(%s)", param.Format(k.Sigma0))
	}
	return "unknown " + k.Type
}

// Mode, evidence, the objective after every step and the forecasts are those of the oracle.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/gpc.json", &o)
	if len(o.Cases) != 7 {
		t.Fatalf("%d cases", len(o.Cases))
	}
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			all := algotest.Steps(t, Demo, algotest.ReadCSV(t, Demo, "testdata/"+c.Data+".csv"), algotest.Values("kernel", c.Kernel.String()))
			last := all[len(all)-1]
			m := last.Model()
			if last.Status.State != algos.Converged {
				t.Fatalf("%+v", last.Status)
			}
			for i, f := range m.Value("mode").([]float64) {
				algotest.Near(t, "mode", f, c.Mode[i], 2e-10)
			}
			algotest.Near(t, "log marginal likelihood", last.Metric("log_evidence"), c.LML, 2e-10)
			k := 0
			for _, s := range all {
				if v := s.View.(view); v.phase == moving && k < len(c.Psi) {
					algotest.Near(t, fmt.Sprintf("ψ after step %d", k+1), s.Metric("psi"), c.Psi[k], 2e-10)
					k++
				}
			}
			g := o.Grids[c.Data]
			at := func(i int) [2]float64 {
				if len(g.Ys) == 0 {
					return [2]float64{g.Xs[i]}
				}
				return [2]float64{g.Xs[i%len(g.Xs)], g.Ys[i/len(g.Xs)]}
			}
			for i := range c.P {
				for _, p := range m.Predict(at(i)) {
					want := map[string]float64{"mean": c.Mean[i], "variance": c.Var[i], "p": c.P[i]}
					if w, ok := want[p.Name]; ok {
						algotest.Near(t, p.Name, p.Value.(float64), w, 5e-10*max(1, math.Abs(w)))
					}
				}
			}
		})
	}
}
