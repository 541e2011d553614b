package adaboost

import (
	"encoding/json"
	"strconv"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
)

type oracle struct {
	Data map[string]struct {
		Rows   [][3]float64
		Xs, Ys []float64
	}
	Cases []oracleCase
}

type oracleCase struct {
	ID, Data    string
	InitWeights json.RawMessage `json:"init_weights"` // "uniform", or one a row
	Rounds      []struct {
		Feature    int
		Lo, Hi     float64
		Polarity   float64
		Error      float64
		Alpha      float64
		TrainError float64 `json:"train_error_after"`
		ExpLoss    float64 `json:"exp_loss_after"`
	}
	Weights map[string][]float64 `json:"weights_after_round"`
	Product float64              `json:"product_Z"`
	Grid    []float64            `json:"grid_F"`
}

func readOracle(t testing.TB) oracle {
	t.Helper()
	var o oracle
	algotest.ReadJSON(t, "testdata/adaboost.json", &o)
	return o
}

// taskOf returns the task of a problem, for tests that drive the rounds
// themselves.
func taskOf(t testing.TB, s dataset.Source, o Options) *task {
	t.Helper()
	set, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	m, err := newTask(algos.NewProblem(set, 1, grid.Window{}), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every round of every case: feature, interval of the threshold, polarity,
// numbers; also from weights that are not equal. The reference values have 12 to
// 15 digits.
func TestOracle(t *testing.T) {
	const tol = 1e-9
	o := readOracle(t)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			d := o.Data[c.Data]
			m := taskOf(t, dataset.Labelled(d.Rows...), Options{Rounds: maxRounds, Alpha: half, Weak: stump})
			s := m.start()
			var weights []float64
			if json.Unmarshal(c.InitWeights, &weights) == nil {
				s.w = weights
			}
			for k, want := range c.Rounds {
				r := m.fit(s.w)
				h := r.h
				if h.feature != want.Feature || h.threshold < want.Lo || h.threshold >= want.Hi || h.above.value != want.Polarity {
					t.Fatalf("round %d: x%d > %v → %v, want x%d in [%v, %v) → %v", k+1, h.feature, h.threshold, h.above.value,
						want.Feature, want.Lo, want.Hi, want.Polarity)
				}
				algotest.Near(t, "threshold", h.threshold, (want.Lo+want.Hi)/2, 1e-15)
				algotest.Near(t, "ε", r.err, want.Error, tol)
				algotest.Near(t, "α", r.alpha, want.Alpha, tol)
				s = m.after(s, r)
				if weights == nil { // these count the points as equals
					algotest.Near(t, "exponential loss", s.loss, want.ExpLoss, tol)
					algotest.Near(t, "training error", float64(s.wrong)/float64(len(s.y)), want.TrainError, tol)
				}
				for i, w := range c.Weights[strconv.Itoa(k+1)] {
					algotest.Near(t, "w", s.w[i], w, tol)
				}
			}
			algotest.Near(t, "Π Z", s.bound, c.Product, tol)
			predict := view{state: s}.Model().Predict
			for i, y := range d.Ys {
				for j, x := range d.Xs {
					algotest.Near(t, "F", predict([2]float64{x, y})[1].Value.(float64), c.Grid[i*len(d.Xs)+j], tol)
				}
			}
		})
	}
}
