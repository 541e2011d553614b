package dataset_test

import (
	"math"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// made generates a table of many rows.
func made(t *testing.T, id string, n, features int, noise float64, seed uint64) dataset.Table {
	t.Helper()
	s := dataset.GenerateTable(id, n, features, noise, seed)
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	if err := s.Table.Check(); err != nil {
		t.Fatal(err)
	}
	return s.Table
}

// moments are the mean of a column, and the covariance of two.
func moments(rows [][]float64, i, j int) (mean, covariance float64) {
	n := float64(len(rows))
	other := 0.0
	for _, r := range rows {
		mean, other = mean+r[i]/n, other+r[j]/n
	}
	for _, r := range rows {
		covariance += (r[i] - mean) * (r[j] - other) / n
	}
	return mean, covariance
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, within)
	}
}

// Tables have as many rows and features as was asked, from one feature to ten, and their link
// gives the same table.
func TestGeneratedTables(t *testing.T) {
	tables := 0
	for _, g := range dataset.Generators() {
		if g.Features == 0 {
			continue
		}
		tables++
		columns := 0
		if g.Target != dataset.None {
			columns = 1
		}
		for _, features := range []int{g.MinFeatures, g.Features, dataset.MaxFeatures} {
			for _, n := range []int{1, 2, g.N, dataset.MaxPoints} {
				s := dataset.GenerateTable(g.ID, n, features, g.Noise, 7)
				table := made(t, g.ID, n, features, g.Noise, 7)
				if len(table.Rows) != n || len(table.Columns) != features+columns || (table.Target() >= 0) != (columns > 0) {
					t.Errorf("%s: %d rows of %d columns, want %d of %d", s, len(table.Rows), len(table.Columns), n, features+columns)
				}
				again, err := dataset.ParseSource(s.String())
				if err != nil || !again.Equal(s) || !again.Table.Equal(s.Table) {
					t.Errorf("%s is read as %s: %v", s, again, err)
				}
			}
		}
		few, more := dataset.GenerateTable(g.ID, 9, g.MinFeatures, g.Noise, 7), dataset.GenerateTable(g.ID, 9, g.MinFeatures+1, g.Noise, 7)
		if few.Equal(more) {
			t.Errorf("%s: tables with a feature more are the same", g.ID)
		}
		a, b := made(t, g.ID, 20, 0, g.Noise, 1), made(t, g.ID, 20, 0, g.Noise, 2)
		if a.Equal(b) || !a.Equal(made(t, g.ID, 20, 0, g.Noise, 1)) {
			t.Errorf("%s: the table does not follow the seed", g.ID)
		}
	}
	if tables == 0 {
		t.Error("there are no generators of tables")
	}
}

// Six standard errors of the moments of 2,000 rows are allowed.
func TestGaussianClasses(t *testing.T) {
	table := made(t, "classes", dataset.MaxRows, 2, 0.5, 3)
	counts, classes := [3]int{}, [3][][]float64{}
	for _, r := range table.Rows {
		k := int(r[2])
		counts[k]++
		classes[k] = append(classes[k], r)
	}
	for k, want := range [3][2]float64{{3, 0}, {0, 3}, {-3, 0}} {
		near(t, "the number of a class", float64(counts[k]), float64(len(table.Rows))/3, 1)
		for j := range want {
			mean, variance := moments(classes[k], j, j)
			near(t, "a mean", mean, want[j], 6*0.5/math.Sqrt(667))
			near(t, "a variance", variance, 0.25, 6*0.25*math.Sqrt(2./667))
		}
	}
}

func TestSparseLinearModel(t *testing.T) {
	table := made(t, "sparse", dataset.MaxRows, 8, 0, 3)
	for _, r := range table.Rows {
		near(t, "y without noise", r[8], 3*r[0]+1.5*r[1]+2*r[4], 1e-4)
	}
	for _, at := range [][2]int{{0, 0}, {4, 5}, {1, 3}, {7, 7}} {
		_, c := moments(table.Rows, at[0], at[1])
		near(t, "a covariance", c, math.Pow(0.5, float64(at[1]-at[0])), 6*math.Sqrt(2./2000))
	}
	noisy, residual := made(t, "sparse", dataset.MaxRows, 1, 2, 3), [][]float64{}
	for _, r := range noisy.Rows {
		residual = append(residual, []float64{r[1] - 3*r[0]})
	}
	_, variance := moments(residual, 0, 0)
	near(t, "the variance of the noise", variance, 4, 6*4*math.Sqrt(2./2000))
}

// The mean of y over uniform features is 10 times that of sin(πx₁x₂), which is 0.5241 by
// numerical integration, and 20/12 + 5 + 2.5 (Friedman 1991).
func TestFriedmansFunction(t *testing.T) {
	table := made(t, "friedman", dataset.MaxRows, 10, 0, 3)
	for _, r := range table.Rows {
		want := 10*math.Sin(math.Pi*r[0]*r[1]) + 20*math.Pow(r[2]-0.5, 2) + 10*r[3] + 5*r[4]
		near(t, "y without noise", r[10], want, 1e-4)
	}
	integral := 0.0
	for i := range 1000 {
		for j := range 1000 {
			integral += math.Sin(math.Pi*(float64(i)+0.5)/1e3*(float64(j)+0.5)/1e3) / 1e6
		}
	}
	mean, variance := moments(table.Rows, 10, 10)
	near(t, "the mean of y", mean, 10*integral+20./12+7.5, 6*math.Sqrt(variance/2000))
}

// Without noise the features lie in a plane.
func TestTwoFactors(t *testing.T) {
	table := made(t, "lowrank", 50, 3, 0, 3)
	for i := range 40 {
		a, b, c := table.Rows[i], table.Rows[i+1], table.Rows[i+2]
		det := a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
		near(t, "the volume of three rows", det, 0, 1e-2)
	}
	noisy := made(t, "lowrank", dataset.MaxRows, 3, 0.3, 3)
	_, variance := moments(noisy.Rows, 0, 0)
	near(t, "the variance of the first feature", variance, 4+0.09, 6*4.09*math.Sqrt(2./2000))
}

func TestBadTablesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"classes~9~1~7~x0":    "cannot have 0 features: it must be from 1 to 10",
		"classes~9~1~7~x11":   "cannot have 11 features: it must be from 1 to 10",
		"friedman~9~1~7~x4":   "cannot have 4 features: it must be from 5 to 10",
		"classes~9~1~7~xten":  "the number of features of classes is no number in range",
		"classes~9~1~7~5~x2":  "write classes~size~noise~seed~x5",
		"classes~9~99~7~x2":   "the noise of classes cannot be 99",
		"classes~9000":        "cannot have 9000 rows: it must be from 1 to 2000",
		"classes~0":           "cannot have 0 rows: it must be from 1 to 2000",
		"moons~0":             "cannot have 0 points: it must be from 1 to 2000",
		"classes~9~1~7~x2~h3": "makes a table: no sample of it can be held out",
		"moons~9~1~7~x2":      "too many settings",
	} {
		if _, err := dataset.ParseSource(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
