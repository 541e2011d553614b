package input_test

import (
	"slices"
	"testing"

	"playground/algos/dataset"
	"playground/algos/input"
)

// A demo is offered the generators of tables whose target it takes, and whose rows and columns
// at their defaults it has room for; one of points is offered none of them.
func TestGeneratorsOfTables(t *testing.T) {
	values := []string{"sparse", "friedman"}
	for _, c := range []struct {
		name string
		in   input.Spec
		want []string
	}{
		{"classes", input.Spec{Table: &input.Table{Target: dataset.Classes}}, []string{"classes"}},
		{"values", input.Spec{Table: &input.Table{Target: dataset.Values}}, values},
		{"either", input.Spec{Table: &input.Table{Target: dataset.Either}}, append([]string{"classes"}, values...)},
		{"no target", input.Spec{Table: &input.Table{Target: dataset.None}}, []string{"lowrank"}},
		{"as many rows as the sparse model has", input.Spec{Table: &input.Table{Target: dataset.Values, Max: 60}}, []string{"sparse"}},
		{"a row less", input.Spec{Table: &input.Table{Target: dataset.Values, Max: 59}}, nil},
		{"as many columns as the sparse model has", input.Spec{Table: &input.Table{Target: dataset.Values, Columns: 9}}, []string{"sparse"}},
		{"a column less", input.Spec{Table: &input.Table{Target: dataset.Values, Columns: 8}}, nil},
		{"points", input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values}}, nil},
	} {
		var got []string
		for _, g := range dataset.Generators() {
			if g.Features > 0 && c.in.Suits(g) {
				got = append(got, g.ID)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v suit, want %v", c.name, got, c.want)
		}
	}
}
