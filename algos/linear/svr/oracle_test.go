package svr

import (
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

type oracle struct {
	Data map[string]struct {
		Rows [][2]float64
		Xs   []float64
	}
	Cases []oracleCase
}

type oracleCase struct {
	ID, Data string
	Params   struct {
		Kernel       string
		C, Epsilon   float64
		Gamma, Coef0 float64
		Degree       int
	}
	CoefUnique bool    `json:"coef_unique"`
	BiasUnique bool    `json:"bias_unique"`
	Dual       float64 `json:"dual_objective"`
	Bias       float64
	Support    []int
	Beta       []float64
	Grid       []float64 `json:"grid_prediction"`
}

func readOracle(t testing.TB) oracle {
	t.Helper()
	var o oracle
	algotest.ReadJSON(t, "testdata/svr.json", &o)
	return o
}

func (c oracleCase) values() param.Values {
	return param.Values{
		"kernel": c.Params.Kernel, "C": param.Format(c.Params.C), "epsilon": param.Format(c.Params.Epsilon),
		"gamma": param.Format(c.Params.Gamma), "coef0": param.Format(c.Params.Coef0), "degree": param.Format(float64(c.Params.Degree)),
	}
}

// The reference problems, with the default tolerance.
func TestOracle(t *testing.T) {
	o := readOracle(t)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			d := o.Data[c.Data]
			last := algotest.Last(t, Demo, dataset.Line(d.Rows...), c.values())
			algotest.Promises(t, last)
			if last.Status.State != algos.Converged {
				t.Errorf("status %v", last.Status)
			}
			algotest.Near(t, "dual", last.Metric("dual"), c.Dual, 1e-9)
			model := last.Model()
			// Where the offset is not unique both take the middle of the interval.
			algotest.Near(t, "bias", model.Value("bias").(float64), c.Bias, 1e-6)
			worst := 0.0
			for i, x := range d.Xs {
				got := model.Predict([2]float64{x})[0].Value.(float64)
				worst = max(worst, math.Abs(got-c.Grid[i])/(1+math.Abs(c.Grid[i])))
			}
			if worst > 1e-6 {
				t.Errorf("predictions off by %.2g", worst)
			}
			if !c.CoefUnique {
				return
			}
			want := make([]float64, len(d.Rows))
			for k, row := range c.Support {
				want[row] = c.Beta[k]
			}
			off := 0.0
			for i, b := range model.Value("beta").([]float64) {
				off = max(off, math.Abs(b-want[i])/(1+math.Abs(want[i])))
			}
			if off > 1e-5 {
				t.Errorf("beta off by %.2g", off)
			}
			if got := model.Value("support").([]int); !slices.Equal(got, c.Support) {
				t.Errorf("support %v, want %v", got, c.Support)
			}
			t.Logf("%v pairs, dual off %.2g, predictions off %.2g, beta off %.2g", last.View.(view).Pairs, last.Metric("dual")-c.Dual, worst, off)
		})
	}
}
