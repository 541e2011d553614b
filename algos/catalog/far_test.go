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

// Small and special data, with results in closed form.
func TestResultsInClosedForm(t *testing.T) {
	set := func(rows ...[3]float64) dataset.Set { return labelled(2, rows...) }
	near := func(name string, got any, within float64, want ...float64) {
		t.Helper()
		all := flat(got)
		if len(all) < len(want) {
			t.Fatalf("%s is %v", name, got)
		}
		for i, w := range want {
			if !(math.Abs(all[i]-w) <= within*max(1e-300, math.Abs(w))) && !(w == 0 && math.Abs(all[i]) <= within) {
				t.Errorf("%s is %v, not %v", name, all[i], w)
			}
		}
	}
	// The offset is not penalised: with λ → ∞ it is the logarithm of the ratio of the classes.
	m := results(t, "logistic", set([3]float64{0.5, 0.7, -1}, [3]float64{0.4, 0.6, -1}, [3]float64{0.9, 0.1, -1}, [3]float64{0.2, 0.8, -1}, [3]float64{0.6, 0.5, 1},
		[3]float64{0.4, 0.3, 1}, [3]float64{0.9, 0.9, 1}, [3]float64{0.3, 0.4, 1}, [3]float64{0.7, 0.2, 1}, [3]float64{0.5, 0.5, 1}), "lambda", "1000000")
	near("theta0 of logistic", m.Value("theta0"), 1e-6, math.Log(1.5))
	// The soft threshold, of small columns.
	for lambda, want := range map[string][2]float64{"0.0001": {0.5625, 0.00708333333333333}, "1e-8": {0.74998125, 0.003333708333333333}} {
		m = results(t, "lasso", labelled(1, [3]float64{0, 0, 0}, [3]float64{0, 0, 0.01}, [3]float64{0, 0, 0}, [3]float64{0.02, 0, 0.02}, [3]float64{0.04, 0, 0.03},
			[3]float64{0.06, 0, 0.05}), "lambda", lambda)
		near("theta of the lasso", m.Value("theta"), 1e-12, want[0])
		near("theta0 of the lasso", m.Value("theta0"), 1e-12, want[1])
		near("lambda_max", m.Value("lambda_max"), 1e-12, 0.0004)
	}
	// Copies of a point share their multiplier somehow; w and b are unique.
	m = results(t, "svm", set([3]float64{-1, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, 1}),
		"kernel", "linear")
	near("w", m.Value("w"), 1e-12, 1, 0)
	near("bias", m.Value("bias"), 1e-12, 0)
	near("the dual", m.Value("dual"), 1e-12, 0.5)
	// Distances and widths ten times as large have the same kernel.
	for _, scale := range []float64{1, 10} {
		s := set([3]float64{0, 0, -1}, [3]float64{1, 0.2, -1}, [3]float64{0.3, 1, -1}, [3]float64{1.5, 1.4, 1}, [3]float64{2, 0.4, 1}, [3]float64{0.9, 1.1, 1})
		for i := range s.Points {
			s.Points[i].X[0] *= scale
			s.Points[i].X[1] *= scale
		}
		near("the dual", results(t, "svm", s, "gamma", param.Format(1/(scale*scale))).Value("dual"), 1e-9, 3.2328756609635)
	}
	// A density may be above 1: one component, by its covariance.
	m = results(t, "em-gmm", set([3]float64{0, 0}, [3]float64{0.001, 0}, [3]float64{0, 0.001}, [3]float64{0.001, 0.001}), "k", "1", "reg", "0")
	near("log_likelihood", m.Value("log_likelihood"), 1e-12, 49.45571141069928)
	m = results(t, "em-gmm", set([3]float64{0, 0}, [3]float64{1, 1.001}, [3]float64{2, 1.999}, [3]float64{3, 3.001}, [3]float64{4, 3.999}), "k", "1", "reg", "0")
	near("log_likelihood", m.Value("log_likelihood"), 1e-10, 19.437783278894187)
	// Tiny targets have the splits of large ones.
	m = results(t, "regression-tree", labelled(1, [3]float64{1, 0, 1e-7}, [3]float64{2, 0, 1e-7}, [3]float64{3, 0, 4e-7}, [3]float64{4, 0, 5e-7}, [3]float64{5, 0, 9e-7},
		[3]float64{6, 0, 9e-7}), "max_depth", "2")
	near("sse", m.Value("sse"), 1e-12, 5e-15)
}

// labelled are points with their targets.
func labelled(dim int, rows ...[3]float64) dataset.Set {
	s := dataset.Set{Dim: dim}
	for _, r := range rows {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r[0], r[1]}, Y: r[2]})
	}
	return s
}
