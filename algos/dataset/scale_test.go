package dataset_test

import (
	"math"
	"testing"

	"playground/algos/dataset"
)

// The numbers are those of scikit-learn's StandardScaler: the divisor is n, and what is constant keeps its scale.
func TestScaling(t *testing.T) {
	column := func(xs ...float64) dataset.Set {
		s := dataset.Set{Dim: 1}
		for _, x := range xs {
			s.Points = append(s.Points, dataset.Point{X: [2]float64{x}})
		}
		return s
	}
	for _, c := range []struct {
		name     string
		xs       []float64
		mean, sd float64
		constant bool
	}{
		{"plain", []float64{2, 4, 4, 4, 5, 5, 7, 9}, 5, 2, false},
		{"far", []float64{1e9 - 1, 1e9 + 1}, 1e9, 1, false},
		{"far, three", []float64{1e9, 1e9 + 1, 1e9 + 2}, 1e9 + 1, math.Sqrt(2. / 3), false},
		{"tiny", []float64{-1e-8, 1e-8}, 0, 1e-8, false},
		{"constant", []float64{3, 3, 3}, 3, 1, true},
		{"constant but for rounding", []float64{0.1 + 0.2, 0.3, 0.3}, 0.3, 1, true},
		{"one", []float64{7}, 7, 1, true},
		{"none", nil, 0, 1, true},
	} {
		s := column(c.xs...).Scaling()[0]
		if math.Abs(s.Mean-c.mean) > 1e-15*math.Abs(c.mean) || math.Abs(s.SD-c.sd) > 1e-15*c.sd || s.Constant != c.constant {
			t.Errorf("%s: %+v, want %v, %v, %t", c.name, s, c.mean, c.sd, c.constant)
		}
		for _, x := range c.xs {
			if back := s.Out(s.In(x)); math.Abs(back-x) > 1e-15*math.Abs(x) {
				t.Errorf("%s: %v comes back as %v", c.name, x, back)
			}
		}
	}
}

// Of a table the numeric features are standardised, and neither the target nor words.
func TestScalingOfATable(t *testing.T) {
	table := dataset.Table{
		Columns: []dataset.Column{{Name: "age"}, {Name: "colour", Kind: dataset.Words, Words: []string{"red", "blue"}}, {Name: "income"}, {Name: "y", Wanted: true}},
		Rows:    [][]float64{{20, 0, 1000, 5}, {40, 1, 3000, 9}},
	}
	c := table.Scaling()
	got := c.Table(table)
	want := [][]float64{{-1, 0, -1, 5}, {1, 1, 1, 9}}
	for i := range want {
		for k := range want[i] {
			if got.Rows[i][k] != want[i][k] {
				t.Errorf("row %d is %v, want %v", i, got.Rows[i], want[i])
			}
		}
	}
	if table.Rows[0][0] != 20 {
		t.Error("the table itself has changed")
	}
	if in := c.Inputs(table, []float64{30, 1, 4000}); in[0] != 0 || in[1] != 1 || in[2] != 2 {
		t.Errorf("inputs %v", in)
	}
	if times, widest := c.Spread(); times != 100 || widest != 2 {
		t.Errorf("spread %v, %d", times, widest)
	}
}
