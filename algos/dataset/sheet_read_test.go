package dataset

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	files "playground/algos/dataset/sheet"
)

// TestSheetReadsExport reads what is exported with the package sheet: every number to the last
// bit, every word as it is.
func TestSheetReadsExport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64Range(-MaxAbs, MaxAbs)
		word := rapid.SampledFrom([]string{"a", "+", "b, c", "ä", "say \"a\"", "x;y"})
		table := Table{Columns: []Column{{Name: "x1"}, {Name: "height"}, {Name: "y", Kind: Words, Wanted: true}}}
		for range rapid.IntRange(1, 30).Draw(t, "rows") {
			w := word.Draw(t, "word")
			k := -1
			for i, known := range table.Columns[2].Words {
				if known == w {
					k = i
				}
			}
			if k < 0 {
				k = len(table.Columns[2].Words)
				table.Columns[2].Words = append(table.Columns[2].Words, w)
			}
			round := math.Round(1000*finite.Draw(t, "x")) / 1000
			table.Rows = append(table.Rows, []float64{finite.Draw(t, "x1"), max(-MaxAbs, min(MaxAbs, round)), float64(k)})
		}
		var b bytes.Buffer
		if err := WriteTable(&b, table); err != nil {
			t.Skip(err)
		}
		s, err := files.Read(b.Bytes(), files.Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if len(s.Rows) != len(table.Rows) || len(s.Columns) != 3 {
			t.Fatalf("%d rows of %d columns in\n%s", len(s.Rows), len(s.Columns), b.String())
		}
		for i, r := range s.Rows {
			for k, c := range r.Cells {
				want := table.Rows[i][k]
				if k == 2 {
					if c.Text != table.Text(i, k) {
						t.Errorf("row %d: %q, want %q", i, c.Text, table.Text(i, k))
					}
				} else if !c.Is || c.Number != want {
					t.Errorf("row %d, column %d: %v %v, want %v", i, k, c.Is, c.Number, want)
				}
			}
		}
	})
}
