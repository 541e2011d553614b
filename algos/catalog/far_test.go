package catalog_test

import (
	"fmt"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// results are the numbers of a run's end, by their names.
func results(t *testing.T, id string, s dataset.Set, settings ...string) algos.Model {
	t.Helper()
	d, ok := catalog.Find(id)
	if !ok {
		t.Fatalf("no demo %s", id)
	}
	s.Target = d.Input.Target()
	for i := range s.Points {
		if s.Target == dataset.Classes { // by the sign
			s.Points[i].Y = max(0, math.Copysign(1, s.Points[i].Y))
		}
	}
	return algotest.Last(t, d, dataset.Explicit(s), param.Pairs(settings...)).View.Model()
}

// flat are the numbers of a result.
func flat(v any) (all []float64) {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case int:
		return []float64{float64(v)}
	case []float64:
		return v
	case []int:
		for _, n := range v {
			all = append(all, float64(n))
		}
	case [][]float64:
		for _, row := range v {
			all = append(all, row...)
		}
	case [][][]float64:
		for _, m := range v {
			all = append(all, flat(m)...)
		}
	}
	return all
}

// Points that are moved far from the origin, by a number that leaves all their digits, have
// the results of those near it: the data determine them.
func TestFarFromTheOriginNothingChanges(t *testing.T) {
	const offset = 9e8
	for _, c := range []struct {
		demo     string
		settings []string
		results  []string
		within   float64
		dim      int
	}{
		{"linear-regression", nil, []string{"theta", "rss", "r2", "log_likelihood"}, 1e-11, 1},
		{"linear-regression", nil, []string{"theta", "rss", "r2", "log_likelihood"}, 1e-11, 2},
		{"ridge", nil, []string{"theta", "rss", "objective", "norm", "dof"}, 1e-12, 1},
		{"ridge", []string{"lambda", "0.01"}, []string{"theta", "rss", "objective", "norm", "dof"}, 1e-12, 2},
		{"lasso", []string{"lambda", "0.1"}, []string{"theta", "objective", "lambda_max"}, 1e-12, 2},
		{"polynomial", []string{"degree", "3"}, []string{"rss", "loo", "kernel"}, 1e-12, 1},
		{"pca", nil, []string{"components", "variances", "singular_values", "lost"}, 1e-12, 2},
		{"discriminant", nil, []string{"covariance", "direction", "w", "eigenvalues"}, 1e-12, 2},
		{"discriminant", []string{"method", "qda"}, []string{"covariances", "quadratic"}, 1e-12, 2},
		{"em-gmm", []string{"k", "1", "reg", "0"}, []string{"covariances", "log_likelihood"}, 1e-11, 2},
		{"svm", []string{"kernel", "linear"}, []string{"w", "dual"}, 1e-12, 2},
		{"svm", []string{"kernel", "rbf"}, []string{"alpha", "bias", "dual"}, 1e-12, 2},
		{"logistic", []string{"lambda", "0.1"}, []string{"theta", "loss"}, 1e-12, 2},
	} {
		t.Run(fmt.Sprint(c.demo, c.settings, c.dim), func(t *testing.T) {
			near, away := dataset.Set{Dim: c.dim}, dataset.Set{Dim: c.dim}
			for i := range 24 {
				var p, q dataset.Point
				for k := range c.dim {
					p.X[k] = math.Round(math.Ldexp(math.Sin(float64(i*i*(k+2)+k)), 20)) / (1 << 20)
					q.X[k] = p.X[k] + offset
				}
				p.Y = 2*p.X[0] - p.X[1] + math.Sin(float64(7*i))/3
				q.Y = p.Y
				near.Points, away.Points = append(near.Points, p), append(away.Points, q)
			}
			want, got := results(t, c.demo, near, c.settings...), results(t, c.demo, away, c.settings...)
			for _, name := range c.results {
				a, b := flat(want.Value(name)), flat(got.Value(name))
				if len(a) == 0 || len(a) != len(b) {
					t.Fatalf("%s: %v and %v", name, a, b)
				}
				size := 0.0
				for _, v := range a {
					size = max(size, math.Abs(v))
				}
				for i := range a {
					if math.Abs(a[i]-b[i]) > c.within*size {
						t.Errorf("%s is %v near the origin, %v far from it", name, a[i], b[i])
					}
				}
			}
		})
	}
}

// So do predictions, which have more digits than θ₀.
func TestPredictionsFarFromTheOrigin(t *testing.T) {
	for _, demo := range []string{"linear-regression", "ridge", "lasso", "polynomial", "kernel-ridge", "gp-regression", "svr"} {
		d, _ := catalog.Find(demo)
		near, far := scenes[0].set(1, d.Input.Target()), scenes[1].set(1, d.Input.Target())
		a, b := algotest.Last(t, d, dataset.Explicit(near), nil).View.Model(), algotest.Last(t, d, dataset.Explicit(far), nil).View.Model()
		for i, p := range near.Points {
			want, got := a.Predict(p.X)[0].Value.(float64), b.Predict(far.Points[i].X)[0].Value.(float64)
			algotest.Near(t, demo, got, want, 1e-11)
		}
	}
}
