package views

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"playground/algos/param"
)

// rowsOf are the numbers of a matrix as its canonical text writes them.
func rowsOf(text string) [][]string {
	var rows [][]string
	for row := range strings.SplitSeq(text, "; ") {
		rows = append(rows, strings.Fields(row))
	}
	return rows
}

// matrixStep is by how much a key changes a number.
func matrixStep(s param.Spec) float64 {
	if s.Matrix.Step > 0 {
		return s.Matrix.Step
	}
	return (s.Slider[1] - s.Slider[0]) / 20
}

// matrixSizes are the fewest and the most rows and columns.
func matrixSizes(f *param.Form) string {
	return fmt.Sprintf("[%d,%d,%d,%d]", f.Rows.Least, f.Rows.Most, f.Cols.Least, f.Cols.Most)
}

// matrixSizeLabel is what the first number of a matrix's size counts.
func matrixSizeLabel(ctx context.Context, f *param.Form) string {
	if f.Square {
		return t(ctx, "inputs.matrix-side")
	}
	return t(ctx, "inputs.matrix-rows")
}

// namesOf are the names of rows or columns in the language of the page.
func namesOf(ctx context.Context, names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = said(ctx, name)
	}
	text, err := json.Marshal(words)
	if err != nil {
		panic(err) // texts alone
	}
	return string(text)
}
