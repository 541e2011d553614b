package sheet

import (
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// Every sentence of the translation is said somewhere.
func TestWords(t *testing.T) { algotest.Words(t, Words) }

func table(t *testing.T, csv, target string) dataset.Table {
	t.Helper()
	out, err := dataset.ReadTable(strings.NewReader(csv), dataset.Either, target)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRead(t *testing.T) {
	s, err := Read(table(t, "name,a,kind,b\nr,1,x,2\ns,3,y,4\nt,5,x,6\n", "kind"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Names, []string{"a", "b"}) || !slices.Equal(s.Row(1), []float64{3, 4}) || !slices.Equal(s.Y, []int{0, 1, 0}) || s.Values != nil {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.Rows, []string{"r", "s", "t"}) || !slices.Equal(s.Inputs([]float64{0, 7, 8}), []float64{7, 8}) {
		t.Errorf("rows %v, inputs %v", s.Rows, s.Inputs([]float64{0, 7, 8}))
	}
	if j, k := s.Shown(1, 9); j != 0 || k != 1 {
		t.Errorf("columns %d and %d", j, k)
	}
	s, err = Read(table(t, "name,a,kind,b\nr,1,x,2\ns,3,y,4\nt,5,z,6\n", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Values, []float64{2, 4, 6}) || len(s.X) != 1 || s.Points(0, 0).Target != dataset.Values {
		t.Errorf("%+v", s)
	}
}

// What trees of numbers cannot work on is refused in words.
func TestRefusals(t *testing.T) {
	for csv, want := range map[string]string{
		"a,w,y\n1,p,2\n2,p,3\n": "a categorical feature",
		"y\n1\n2\n":             "no numeric feature",
		"a,b,c,d,e,f,g,h,i,j,k,y\n1,1,1,1,1,1,1,1,1,1,1,1\n":       "too many",
		"a,y\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n7,g\n8,h\n9,i\n10,j\n": "classes are too many",
	} {
		_, err := Read(table(t, csv, "y"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", csv, err)
		}
	}
	if _, err := Read(dataset.Table{Columns: []dataset.Column{{Name: "a"}}}); err == nil {
		t.Error("no rows")
	}
	if _, err := Read(dataset.Table{Columns: []dataset.Column{{Name: "a"}}, Rows: [][]float64{{1}}}); err == nil {
		t.Error("no target")
	}
}

// The tables that the program carries are read.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		s             dataset.Source
		rows, columns int
	}{{Cars(), 32, 10}, {Iris(), 150, 4}} {
		p, err := algos.Recipe{Data: c.s}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(p.Table)
		if err != nil || len(s.Y) != c.rows || len(s.X) != c.columns {
			t.Errorf("%d rows, %d columns, %v", len(s.Y), len(s.X), err)
		}
	}
}
