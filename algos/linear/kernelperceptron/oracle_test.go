package kernelperceptron

import (
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/param"
)

type oracleCase struct {
	ID, Data string
	Params   struct {
		Kernel       string
		Gamma, Coef0 float64
		Degree       int
	}
	Epochs   int
	Mistakes []int `json:"mistakes_per_epoch"`
	Alpha    []int
	Grid     []float64 `json:"grid_decision"`
}

func (c oracleCase) values() param.Values {
	v := param.Values{"kernel": c.Params.Kernel, "gamma": param.Format(c.Params.Gamma), "max_epochs": param.Format(float64(c.Epochs))}
	if c.Params.Kernel == "poly" {
		v["coef0"], v["degree"] = param.Format(c.Params.Coef0), param.Format(float64(c.Params.Degree))
	}
	return v
}

// Reference runs computed outside of this project by the rule that stands in the
// file: every count, every pass, and f on a grid, written with twelve digits.
func TestReferenceRuns(t *testing.T) {
	var file struct{ Cases []oracleCase }
	algotest.ReadJSON(t, "testdata/kernel_perceptron.json", &file)
	var grids map[string]struct{ Xs, Ys []float64 }
	algotest.ReadJSON(t, "testdata/grids.json", &grids)
	if len(file.Cases) != 5 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			all := algotest.Steps(t, Demo, algotest.ReadCSV(t, Demo, "testdata/"+c.Data+".csv"), c.values())
			var mistakes []int
			for _, s := range all[1:] {
				if s.Size == algos.Pass {
					mistakes = append(mistakes, int(s.Metric("mistakes_in_pass")))
				}
			}
			last := all[len(all)-1]
			algotest.Promises(t, last)
			model := last.Model()
			if got := model.Value("alpha").([]int); !slices.Equal(got, c.Alpha) || !slices.Equal(mistakes, c.Mistakes) {
				t.Errorf("α = %v, want %v; mistakes %v, want %v", got, c.Alpha, mistakes, c.Mistakes)
			}
			grid := grids[c.Data]
			for i, y := range grid.Ys {
				for j, x := range grid.Xs {
					algotest.Near(t, "f", model.Predict([2]float64{x, y})[1].Value.(float64), c.Grid[i*len(grid.Xs)+j], 1e-11)
				}
			}
		})
	}
}
