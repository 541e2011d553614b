package discriminant

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

type gaussianCase struct {
	W    [][]float64
	B    []float64
	Grid [][]float64   `json:"grid_proba"`
	Covs [][][]float64 `json:"covariances_unbiased"`
}

type oracle struct {
	Data map[string]struct {
		Rows   [][3]float64
		Xs, Ys []float64
	}
	Cases []struct {
		ID, Data   string
		Classes    []int
		Priors     []float64
		Means      [][]float64
		Unbiased   [][]float64  `json:"pooled_cov_unbiased"`
		ML         [][]float64  `json:"pooled_cov_ml"`
		LDA        gaussianCase `json:"lda_unbiased"`
		LDAML      gaussianCase `json:"lda_ml"`
		QDA        gaussianCase
		Directions [][]float64 `json:"fisher_directions_unit_columns"`
		Values     []float64   `json:"fisher_eigenvalues"`
	}
}

// rows makes a source of rows whose labels are −1 and 1, or 0, 1, 2, …
func rows(r [][3]float64) dataset.Source {
	s := dataset.Set{Dim: 2, Target: dataset.Classes}
	for _, row := range r {
		s.Signed = s.Signed || row[2] < 0
		s.Points = append(s.Points, dataset.Point{X: [2]float64{row[0], row[1]}, Y: max(0, row[2])})
	}
	return dataset.Explicit(s)
}

// scikit-learn's means, covariances, linear scores and posteriors on a grid, and
// the generalised eigenvectors. The posteriors carry ten digits, the rest twelve
// to fifteen.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/lda_qda.json", &o)
	if len(o.Cases) != 4 {
		t.Fatalf("%d cases", len(o.Cases))
	}
	for _, c := range o.Cases {
		d := o.Data[c.Data]
		for _, run := range []struct {
			method, estimate string
			want             gaussianCase
			pooled           [][]float64
		}{{lda, unbiased, c.LDA, c.Unbiased}, {lda, ml, c.LDAML, c.ML}, {qda, unbiased, c.QDA, c.Unbiased}} {
			t.Run(c.ID+"/"+run.method+"/"+run.estimate, func(t *testing.T) {
				last := algotest.Last(t, Demo, rows(d.Rows), algotest.Values("method", run.method, "cov_estimator", run.estimate))
				algotest.Promises(t, last)
				m := last.Model()
				near(t, "means", m.Value("means").([][]float64), c.Means, 1e-12)
				near(t, "priors", [][]float64{m.Value("priors").([]float64)}, [][]float64{c.Priors}, 1e-14)
				near(t, "covariance", m.Value("covariance").([][]float64), run.pooled, 1e-12)
				if run.method == lda {
					near(t, "W", m.Value("W").([][]float64), run.want.W, 1e-11)
					near(t, "b", [][]float64{m.Value("b").([]float64)}, [][]float64{run.want.B}, 1e-11)
				} else {
					for k, cov := range m.Value("covariances").([][][]float64) {
						near(t, fmt.Sprint("covariance ", k), cov, run.want.Covs[k], 1e-12)
					}
				}
				for i, y := range d.Ys {
					for j, x := range d.Xs {
						got, want := m.Predict([2]float64{x, y}), run.want.Grid[i*len(d.Xs)+j]
						near(t, "p", [][]float64{got[1].Value.([]float64)}, [][]float64{want}, 1e-10)
						if class := c.Classes[slices.Index(want, slices.Max(want))]; got[0].Value != class {
							t.Errorf("at (%v, %v): label %v, want %v", x, y, got[0].Value, class)
						}
					}
				}
			})
		}
		t.Run(c.ID+"/fisher", func(t *testing.T) {
			last := algotest.Last(t, Demo, rows(d.Rows), nil)
			algotest.Promises(t, last)
			m := last.Model()
			same(t, m.Value("direction").([]float64), c.Directions, 0)
			if len(c.Values) > 1 {
				same(t, m.Value("second_direction").([]float64), c.Directions, 1)
			}
			for i, want := range c.Values {
				algotest.Near(t, "eigenvalue", m.Value("eigenvalues").([]float64)[i], want, 1e-11)
			}
		})
	}
}

func near(t *testing.T, what string, got, want [][]float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d", what, len(got), len(want))
	}
	for i := range want {
		for j := range want[i] {
			algotest.Near(t, what, got[i][j], want[i][j], tol)
		}
	}
}

// same compares a direction with a column up to its sign.
func same(t *testing.T, got []float64, columns [][]float64, k int) {
	t.Helper()
	if cross := got[0]*columns[1][k] - got[1]*columns[0][k]; math.Abs(cross) > 1e-11 {
		t.Errorf("direction %v, want (%v, %v)", got, columns[0][k], columns[1][k])
	}
}

// What scikit-learn makes of degenerate sets where it finds an answer: duplicates,
// and a rank that is too low. The reference values have eight digits.
func TestDegenerateReferences(t *testing.T) {
	var o struct {
		Data  map[string]struct{ Rows [][3]float64 }
		Cases []struct {
			ID, Data, Method string
			Value            [][]float64
		}
	}
	algotest.ReadJSON(t, "testdata/pathological.json", &o)
	if len(o.Cases) != 6 {
		t.Fatalf("%d cases", len(o.Cases))
	}
	for _, c := range o.Cases {
		last := algotest.Last(t, Demo, rows(o.Data[c.Data].Rows), algotest.Values("method", c.Method, "cov_estimator", unbiased))
		algotest.Promises(t, last)
		for i, r := range o.Data[c.Data].Rows {
			got := last.Model().Predict([2]float64{r[0], r[1]})[1].Value.([]float64)
			near(t, c.ID, [][]float64{got}, c.Value[i:i+1], 1e-8)
		}
	}
	// Of QDA on a line scikit-learn keeps the rounding across it; the answer is the
	// one-dimensional one.
	along := func(x float64) [2]float64 { return [2]float64{x, 2*x - 1} }
	var r [][3]float64
	for _, x := range []float64{-2, -1, 0.5, 1} {
		r = append(r, [3]float64{along(x)[0], along(x)[1], 0})
	}
	for _, x := range []float64{1.5, 2, 4} {
		r = append(r, [3]float64{along(x)[0], along(x)[1], 1})
	}
	last := algotest.Last(t, Demo, rows(r), algotest.Values("method", qda))
	algotest.Promises(t, last)
	if last.Status.State != algos.Converged {
		t.Fatal(last.Status)
	}
	for _, x := range []float64{-3, 0, 1.2, 3} {
		a := 4. / 7 * density(x, -0.375, (2.64062500+0.390625+0.765625+1.890625)/4)
		b := 3. / 7 * density(x, 2.5, (1+0.25+2.25)/3)
		algotest.Near(t, "p on the line", last.Model().Predict(along(x))[1].Value.([]float64)[1], b/(a+b), 1e-12)
	}
}

func density(x, mean, variance float64) float64 {
	return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
}

// Of points on a line no direction but the one across them is better than another,
// however close to it.
func TestOnALine(t *testing.T) {
	var r [][3]float64
	for i := range 12 {
		x := float64(i*i%17)/3 - 2
		r = append(r, [3]float64{x, 2*x - 1, float64(i * i % 17 / 9)})
	}
	for _, method := range []string{fisher, lda, qda} {
		for _, angle := range []string{"153", "153.4349", "153.43494882292202", "154"} {
			for _, s := range algotest.Steps(t, Demo, rows(r), algotest.Values("method", method, "angle", angle)) {
				algotest.Promises(t, s)
			}
		}
	}
}
