package emgmm

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// parameters are those of a mixture as the reference values write them.
type parameters struct {
	Weights     []float64
	Means       [][]float64
	Covariances [][][]float64
}

type oracleCase struct {
	ID, Data   string
	K          int
	Covariance string  `json:"covariance_type"`
	Reg        float64 `json:"reg_covar"`
	Init       struct {
		parameters
		Rows []int `json:"mean_rows"`
	}
	Loglik []float64
	Long   struct {
		Iterations int
		Value      float64
	} `json:"loglik_long"`
	After map[string]parameters `json:"params_after"`
	Resp0 [][]float64           `json:"resp0_first5"`
	BIC   float64               `json:"bic_long"`
	AIC   float64               `json:"aic_long"`
	Free  int                   `json:"n_params"`
}

// points makes an unlabelled set of rows of one or two numbers.
func points(rows ...[]float64) dataset.Source {
	s := dataset.Set{Dim: len(rows[0]), Target: dataset.None}
	for _, r := range rows {
		p := dataset.Point{}
		copy(p.X[:], r)
		s.Points = append(s.Points, p)
	}
	return dataset.Explicit(s)
}

// playFrom runs EM from a given mixture.
func playFrom(t testing.TB, s dataset.Source, o Options, theta mixture) []algos.Step {
	t.Helper()
	var all []algos.Step
	newTask(t.Context(), algos.NewProblem(algotest.Load(t, s), 1, grid.Window{}), o).play(theta, nil, func(s algos.Step) bool {
		all = append(all, s)
		return true
	})
	return all
}

func (p parameters) mixture() mixture {
	m := newMixture(len(p.Weights))
	for j := range p.Weights {
		m.weight[j] = p.Weights[j]
		copy(m.mean[j][:], p.Means[j])
		c := p.Covariances[j]
		m.cov[j][0] = c[0][0]
		if len(c) == 2 {
			m.cov[j][1], m.cov[j][2] = c[0][1], c[1][1]
		}
	}
	return m
}

func sameMixture(t testing.TB, what string, got mixture, want parameters, tol float64) {
	t.Helper()
	for j := range want.Weights {
		algotest.Near(t, fmt.Sprint(what, " weight ", j), got.weight[j], want.Weights[j], tol)
		for d := range want.Means[j] {
			algotest.Near(t, fmt.Sprint(what, " mean ", j), got.mean[j][d], want.Means[j][d], tol)
			for c := range want.Means[j] {
				algotest.Near(t, fmt.Sprint(what, " covariance ", j), got.cov[j][d+c], want.Covariances[j][d][c], tol)
			}
		}
	}
}

// Every iteration of every case: scikit-learn's log-likelihoods, parameters,
// responsibilities and criteria. Reference values carry 14 digits; after many
// iterations close to a saddle rounding has grown, hence 10⁻⁹.
func TestOracle(t *testing.T) {
	const tol = 1e-9
	var o struct {
		Data  map[string][][]float64
		Cases []oracleCase
	}
	algotest.ReadJSON(t, "testdata/gmm.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			all := playFrom(t, points(o.Data[c.Data]...), Options{
				K: c.K, Covariance: c.Covariance, Init: atRandom, Reg: c.Reg, MaxIter: c.Long.Iterations, Tol: 1e-11,
			}, c.Init.mixture())
			var last *state
			shared := false
			for _, step := range all {
				v, s := step.View.(view), step.View.(view).state
				if v.phase == sharing && s.iter == 0 {
					shared = true
					for i, want := range c.Resp0 {
						for j, r := range want {
							algotest.Near(t, fmt.Sprintf("responsibility %d of row %d", j, i), s.shares(i)[j], r, tol)
						}
					}
				}
				if v.phase != starting && v.phase != raising {
					continue
				}
				last = s
				if s.iter < len(c.Loglik) {
					algotest.Near(t, fmt.Sprint("log-likelihood after ", s.iter), step.Metrics[slices.Index(metricNames, "log_likelihood")], c.Loglik[s.iter], tol)
				}
				if want, ok := c.After[strconv.Itoa(s.iter)]; ok {
					sameMixture(t, fmt.Sprint("after ", s.iter), s.theta, want, tol)
				}
				algotest.Promises(t, step)
			}
			if !shared {
				t.Error("no responsibilities were compared")
			}
			// A run that converged earlier is where the long one ends.
			sameMixture(t, "at the end", last.theta, c.After[strconv.Itoa(c.Long.Iterations)], tol)
			algotest.Near(t, "final log-likelihood", last.loglik, c.Long.Value, tol)
			algotest.Near(t, "AIC", last.aic(), c.AIC, tol)
			algotest.Near(t, "BIC", last.bic(), c.BIC, tol)
			if got := freeParameters(c.K, 2, shape(c.Covariance)); got != c.Free {
				t.Errorf("%d free parameters, want %d", got, c.Free)
			}
		})
	}
}
