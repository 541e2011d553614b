package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// Labels in a column of a table are classes, as those of points are; other numbers are none.
func TestLabelsOfATable(t *testing.T) {
	for name, c := range map[string]struct {
		csv    string
		want   dataset.Target
		target string
		words  []string // of the target; nil: it holds numbers
		class  []float64
	}{
		"0 and 1":              {"x1,x2,x3,y\n1,2,3,1\n2,1,3,0\n4,3,1,1\n", dataset.Classes, "", []string{"0", "1"}, []float64{1, 0, 1}},
		"−1 and 1":             {"a,b,y\n1,2,1\n2,1,-1\n4,3,1\n", dataset.Classes, "", []string{"-1", "1"}, []float64{1, 0, 1}},
		"either, three":        {"a,y,b\n1,2,1\n2,1,1\n4,0,1\n4,0,1\n", dataset.Either, "", []string{"0", "1", "2"}, []float64{2, 1, 0, 0}},
		"beside words":         {"wind,y\nweak,1\nstrong,0\nweak,1\n", dataset.Classes, "", []string{"0", "1"}, []float64{1, 0, 1}},
		"the last one":         {"a,b,kind\n1,2,1\n2,1,0\n4,3,1\n", dataset.Classes, "", []string{"0", "1"}, []float64{1, 0, 1}},
		"named":                {"a,kind,b\n1,1,2\n2,0,1\n4,1,3\n", dataset.Either, "kind", []string{"0", "1"}, []float64{1, 0, 1}},
		"values are wanted":    {"a,b,y\n1,2,1\n2,1,0\n4,3,1\n", dataset.Values, "", nil, []float64{1, 0, 1}},
		"either, not named y":  {"a,b,c\n1,2,1\n2,1,0\n4,3,1\n", dataset.Either, "", nil, []float64{1, 0, 1}},
		"one is not there":     {"a,b,y\n1,2,2\n2,1,0\n4,3,2\n", dataset.Either, "", nil, []float64{2, 0, 2}},
		"each another":         {"a,b,y\n1,2,2\n2,1,0\n4,3,1\n", dataset.Either, "", nil, []float64{2, 0, 1}},
		"no whole numbers":     {"a,b,y\n1,2,0.5\n2,1,0\n4,3,0.5\n", dataset.Either, "", nil, []float64{0.5, 0, 0.5}},
		"more than can be had": {"a,y\n1,0\n1,1\n1,2\n1,3\n1,4\n1,5\n1,6\n1,7\n1,8\n1,8\n", dataset.Either, "", nil, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 8}},
	} {
		table, err := dataset.ReadTable(strings.NewReader(c.csv), c.want, c.target)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		k := table.Target()
		if k < 0 || !slices.Equal(table.Columns[k].Words, c.words) || (table.Columns[k].Kind == dataset.Words) != (c.words != nil) {
			t.Errorf("%s: the target is column %d of %+v", name, k, table.Columns)
			continue
		}
		for i, row := range table.Rows {
			if row[k] != c.class[i] {
				t.Errorf("%s: row %d has %v, want %v", name, i, row[k], c.class[i])
			}
		}
		if err := table.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that points cannot hold is a table.
func TestWideFiles(t *testing.T) {
	for csv, want := range map[string]bool{
		"x1,x2,y\n1,2,0\n": false, "x,y\n1,0\n": false, "a,b,c\n1,2,3\n": false, "a,b,kind\n1,2,u\n": false,
		"x1,x2,x3,y\n1,2,3,0\n": true, "x1,x2,x3,y\n1,2,3,u\n": true, "a,b,c,d\n1,2,3,4\n": true, "a,b,c,kind\n1,2,3,u\n": true, "x1,x2,kind\n1,2,u\n": true,
	} {
		f, err := dataset.OpenCSV(strings.NewReader(csv))
		if err != nil {
			t.Fatal(err)
		}
		if f.Wide(2, dataset.Classes) != want {
			t.Errorf("%q: wide is %v", csv, f.Wide(2, dataset.Classes))
		}
	}
	// Where nothing looks at a target, a third column of numbers is an input.
	for csv, want := range map[string]bool{"x1,x2,y\n1,2,0\n": false, "a,b\n1,2\n": false, "a,b,c\n1,2,3\n": true, "x1,x2,x3\n1,2,3\n": true} {
		f, err := dataset.OpenCSV(strings.NewReader(csv))
		if err != nil {
			t.Fatal(err)
		}
		if f.Wide(2, dataset.None) != want {
			t.Errorf("%q without a target: wide is %v", csv, !want)
		}
	}
}

// Another column may become the target, and the labels are numbers again.
func TestLabelsAreNumbersAgain(t *testing.T) {
	table, err := dataset.ReadTable(strings.NewReader("a,b,y\n1,2,1\n2,1,-1\n4,3,1\n"), dataset.Classes, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Set(0, 2, "-1"); err != nil {
		t.Error(err)
	}
	if table.Set(0, 2, "u") == nil {
		t.Error("a word beside labels is taken")
	}
	if err := table.Choose(0); err != nil {
		t.Fatal(err)
	}
	if c := table.Columns[2]; c.Kind != dataset.Numbers || table.Rows[0][2] != -1 || table.Rows[2][2] != 1 {
		t.Errorf("%+v of %v", c, table.Rows)
	}
	if err := table.Check(); err != nil {
		t.Error(err)
	}
}
