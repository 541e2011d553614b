package pca

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

var vals = algotest.Values

func viewOf(t *testing.T, s algos.Step) view {
	t.Helper()
	v, ok := s.View.(view)
	if !ok {
		t.Fatalf("%v", s.Status)
	}
	return v
}

// file reads reference data as points of a board, or as a table.
func file(t *testing.T, name string) dataset.Source {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if set, err := dataset.ReadCSV(f, dataset.None); err == nil {
		return dataset.Explicit(set)
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	table, err := dataset.ReadTable(f, dataset.None, "")
	if err != nil {
		t.Fatal(err)
	}
	return dataset.Tabled(table)
}

// Means, components, variances, singular values, scores and what is lost are those of the
// reference, by singular values to ten digits or better.
func TestOracle(t *testing.T) {
	var o struct {
		Cases []struct {
			ID, Data   string
			Mean       []float64
			Components [][]float64 `json:"components_rows"`
			Variances  []float64   `json:"explained_variance"`
			Singular   []float64   `json:"singular_values"`
			Scores     [][]float64 `json:"scores_first5"`
			SSE        []float64   `json:"reconstruction_sse"`
			Gap        float64     `json:"min_relative_eigengap"`
		}
	}
	algotest.ReadJSON(t, "testdata/pca.json", &o)
	for _, c := range o.Cases {
		for route, tol := range map[string]float64{svd: 1e-10, covariance: 1e-9} {
			t.Run(c.ID+"/"+route, func(t *testing.T) {
				last := algotest.Last(t, Demo, file(t, c.Data), vals("solver", route))
				algotest.Promises(t, last)
				v, m := viewOf(t, last), last.Model()
				near := func(what string, got, want, size float64) {
					t.Helper()
					// The reference has 12 digits of what it prints.
					if math.Abs(got-want) > tol*size+2e-12*math.Abs(want) {
						t.Errorf("%s: %v, want %v (off by %g of %g)", what, got, want, math.Abs(got-want)/size, size)
					}
				}
				for j, want := range c.Mean {
					near("mean", m.Value("mean").([]float64)[j], want, 1e-2*math.Abs(want)+1e-300)
				}
				top := c.Variances[0]
				for j := range c.Components {
					size := c.Variances[j]
					if route == covariance || size < 1e-9*top {
						size = top * 1e-6
					}
					near("variance", m.Value("variances").([]float64)[j], c.Variances[j], size+1e-10*top)
					if s := c.Singular[j]; s > 1e-9*c.Singular[0] && route == svd {
						near("singular value", m.Value("singular_values").([]float64)[j], s, s)
					}
					if c.Gap < 1e-6 {
						continue
					}
					for k, want := range c.Components[j] {
						near(fmt.Sprintf("component %d, %d", j, k), m.Value("components").([][]float64)[j][k], want, 1)
					}
				}
				for i, row := range c.Scores {
					in := make([]float64, 12)
					for k, at := range v.data.where {
						in[at] = v.data.columns[k][i]
					}
					for j, z := range v.project(in) {
						near(fmt.Sprintf("score %d of row %d", j, i), z, row[j], c.Singular[0])
					}
				}
				for k, want := range c.SSE {
					near(fmt.Sprintf("lost with %d", k), m.Value("lost").([]float64)[k], want, 0.01*c.SSE[0])
				}
			})
		}
	}
}

// One-sided Jacobi has the singular values of gonum's bidiagonal route, and its vectors
// give the matrix back.
func TestSingularIsTheSVD(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][2]int{{2, 2}, {3, 2}, {2, 5}, {20, 4}, {300, 10}, {5, 10}} {
		n, p := shape[0], shape[1]
		columns, dense := make([][]float64, p), mat.NewDense(n, p, nil)
		for j := range columns {
			columns[j] = make([]float64, n)
			for i := range columns[j] {
				columns[j][i] = r.NormFloat64() * math.Pow(10, float64(j%3))
			}
			dense.SetCol(j, columns[j])
		}
		var peer mat.SVD
		if !peer.Factorize(dense, mat.SVDThin) {
			t.Fatal("gonum finds none")
		}
		s, v := singular(columns)
		for j, want := range peer.Values(nil) {
			algotest.Near(t, fmt.Sprint(shape, " σ", j), s[j]/s[0], want/s[0], 1e-14)
		}
		for j := range v {
			for k := range v {
				want := 0.0
				if j == k {
					want = 1
				}
				algotest.Near(t, fmt.Sprint(shape, " VᵀV"), dot(v[j], v[k]), want, 1e-14)
			}
		}
		// ‖Xv‖ = σ.
		for j, u := range v[:min(n, p)] {
			x := make([]float64, n)
			for k, c := range columns {
				for i := range x {
					x[i] += u[k] * c[i]
				}
			}
			algotest.Near(t, fmt.Sprint(shape, " ‖Xv‖"), norm(x)/s[0], s[j]/s[0], 1e-14)
		}
	}
}

// Where columns have very different units small singular values keep their digits: those
// of X·diag(1, 10⁻⁸) from the closed form of two columns.
func TestSmallValuesKeepTheirDigits(t *testing.T) {
	const tiny = 1e-9
	s, _ := singular([][]float64{{1, 1, 1, 1}, {tiny, -tiny, tiny, tiny}})
	// The columns have the lengths 2 and 2·10⁻⁹ and the product 2·10⁻⁹: σ₁σ₂ = √(16 − 4)·10⁻⁹.
	algotest.Near(t, "σ₂/10⁻⁹", s[1]/tiny, math.Sqrt(12)/2, 1e-13)
}
