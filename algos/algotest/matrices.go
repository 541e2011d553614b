package algotest

import (
	"slices"

	"playground/algos/param"
)

// matrixFaults are the faults of the description of a matrix.
func matrixFaults(p param.Spec) (faults []string) {
	f := p.Matrix
	add := func(is bool, fault string) {
		if is {
			faults = append(faults, fault)
		}
	}
	for _, e := range []param.Extent{f.Rows, f.Cols} {
		add(e.Least < 1 || e.Least > e.Most || e.Most > param.MaxSide, "a matrix of that size cannot be edited")
	}
	add(*p.Min >= *p.Max, "its numbers have no range")
	add(f.Sum != "" && *p.Min < 0, "what sums to 1 cannot be negative")
	add(f.Sum == param.EachRow && (*p.Max*float64(f.Cols.Least) < 1 || *p.Min*float64(f.Cols.Most) > 1), "no row within the limits sums to 1")
	add(f.Step < 0 || f.Step > *p.Max-*p.Min, "the step is larger than the range")
	add(len(f.RowNames) > f.Rows.Most || len(f.ColNames) > f.Cols.Most, "it has more names than rows or columns")
	add(slices.Contains(f.RowNames, "") || slices.Contains(f.ColNames, ""), "a row or a column has an empty name")
	add(len(corners(p)) == 0, "no matrix at the limits is taken")
	return faults
}

// corners are matrices at the limits of what a parameter takes: the smallest and the largest,
// with small, large and equal numbers, as far as sums and symmetry allow.
func corners(p param.Spec) (all []string) {
	f, lo, hi := p.Matrix, *p.Min, *p.Max
	one := func(is bool, then, otherwise float64) float64 {
		if is {
			return then
		}
		return otherwise
	}
	for _, size := range [][2]int{{f.Rows.Least, f.Cols.Least}, {f.Rows.Most, f.Cols.Most}} {
		for _, number := range []func(i, j int) float64{
			func(int, int) float64 { return lo },
			func(int, int) float64 { return hi },
			func(i, j int) float64 { return one(i == j, hi, max(lo, min(0, hi))) },
			func(int, int) float64 { return 1 / float64(size[1]) },
			func(int, int) float64 { return 1 / float64(size[0]*size[1]) },
			func(i, j int) float64 { return one(j == min(i, size[1]-1), 1, 0) },
			func(i, j int) float64 { return one(i+j == 0, 1, 0) },
		} {
			rows := make([][]float64, size[0])
			for i := range rows {
				rows[i] = make([]float64, size[1])
				for j := range rows[i] {
					rows[i][j] = number(i, j)
				}
			}
			text := param.FormatRows(rows)
			_, err := param.Schema{p}.Canonical(param.Values{p.Name: text})
			if err == nil && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
