package dataset_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
)

func open(t *testing.T, text string, o sheet.Options) *dataset.File {
	t.Helper()
	f, err := dataset.Open([]byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A value that is missing matters in the columns that are used alone; its row is refused, or left out
// by choice.
func TestMissingValues(t *testing.T) {
	const text = "age,income,note,bought\n20,1000,?,yes\n,2000,x,no\n40,NA,x,yes\n50,4000,x,no\n60,5000,,\n"
	c := dataset.Columns{X: []string{"age", "income"}, Y: "bought"}
	_, err := open(t, text, sheet.Options{}).Points(c, dataset.Classes)
	var e *sheet.Error
	if !errors.As(err, &e) || e.Kind != sheet.MissingValue || e.Count != 3 || e.Rows != 3 || e.Limit != 5 || e.Line != 3 || e.Column != "age" {
		t.Errorf("refused by %v", err)
	}
	f := open(t, text, sheet.Options{Missing: sheet.Drop})
	s, err := f.Points(c, dataset.Classes)
	if err != nil || len(s.Points) != 2 || s.Points[1].X != [2]float64{50, 4000} || f.Left(c) != (dataset.Left{Missing: 3}) {
		t.Errorf("%+v, left %+v: %v", s.Points, f.Left(c), err)
	}
	c = dataset.Columns{X: []string{"income"}, Y: "age"}
	if s, err := f.Points(c, dataset.Values); err != nil || len(s.Points) != 3 || f.Left(c).Missing != 2 {
		t.Errorf("without the note and the label: %+v: %v", s.Points, err)
	}
	table, _, err := f.Table(dataset.Classes, dataset.Columns{Y: "bought"})
	if err != nil || len(table.Rows) != 1 || f.Left(dataset.Columns{Y: "bought"}).Missing != 4 {
		t.Errorf("a table of all columns: %+v: %v", table.Rows, err)
	}
	_, err = open(t, "a,b,y\n,1,u\n2,,v\n", sheet.Options{Missing: sheet.Drop}).Points(dataset.Columns{X: []string{"a", "b"}, Y: "y"}, dataset.Classes)
	if !errors.As(err, &e) || e.Kind != sheet.NoneLeft {
		t.Errorf("nothing left: %v", err)
	}
}

// A longer file is refused, or some of its rows are drawn by a seed, in the order of the file.
func TestSampleOfAFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "%d,%d\n", i, 2*i)
	}
	_, err := dataset.Open([]byte(b.String()), sheet.Options{})
	var e *sheet.Error
	if !errors.As(err, &e) || e.Kind != sheet.TooManyRows || e.Count != 5000 {
		t.Fatalf("refused by %v", err)
	}
	c := dataset.Columns{X: []string{"x"}, Y: "y"}
	drawn := func(seed uint64, n int) dataset.Set {
		f := open(t, b.String(), sheet.Options{Sample: true, MaxRows: n, Seed: seed})
		s, err := f.Points(c, dataset.Values)
		if err != nil || f.Left(c) != (dataset.Left{Rows: 5000}) {
			t.Fatalf("%v, left %+v", err, f.Left(c))
		}
		return s
	}
	one := drawn(1, 300)
	if len(one.Points) != 300 || !slices.Equal(one.Points, drawn(1, 300).Points) || slices.Equal(one.Points, drawn(2, 300).Points) {
		t.Errorf("%d points are drawn", len(one.Points))
	}
	for i, p := range one.Points {
		if p.Y != 2*p.X[0] || i > 0 && p.X[0] <= one.Points[i-1].X[0] {
			t.Fatalf("point %d is %v", i, p)
		}
	}
}

// Of a wide file features are chosen; the target is none of them.
func TestChosenFeatures(t *testing.T) {
	header, row := "id", "1"
	for k := range 13 {
		header, row = header+fmt.Sprintf(",f%d", k), row+fmt.Sprintf(",%d", k)
	}
	text := header + ",kind\n" + row + ",u\n" + strings.Replace(row, "1", "2", 1) + ",v\n"
	f := open(t, text, sheet.Options{})
	if _, _, err := f.Table(dataset.Classes, dataset.Columns{}); err == nil || !strings.Contains(err.Error(), "15 columns are too many") {
		t.Errorf("all columns: %v", err)
	}
	c := f.SuggestTable(dataset.Classes)
	if diff := cmp.Diff(dataset.Columns{X: []string{"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"}, Y: "kind"}, c); diff != "" {
		t.Error(diff)
	}
	if n := f.Features(dataset.Classes); n != 13 {
		t.Errorf("%d features", n)
	}
	table, g, err := f.Table(dataset.Classes, dataset.Columns{X: []string{"f3", "f12"}})
	if err != nil || g.Column != "kind" || len(table.Columns) != 3 || table.Columns[0].Name != "f3" || table.Rows[0][1] != 12 {
		t.Errorf("%+v %+v: %v", table, g, err)
	}
	if _, _, err := f.Table(dataset.Classes, dataset.Columns{X: []string{"f3", "shoe"}}); err == nil || !strings.Contains(err.Error(), "no such column") {
		t.Errorf("a column that is not there: %v", err)
	}
}

// What was left out of a file stands in the link of its data.
func TestLeftInALink(t *testing.T) {
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Points: []dataset.Point{at(1, 2, 0), at(3, 4, 1)}, Held: 1}
	named := set.Clone()
	named.Names = dataset.Names{Columns: []string{"m5", "r3"}, Classes: []string{"h1", "m2"}}
	many := set.Clone()
	for i := range 200 {
		many.Points = append(many.Points, at(float64(i), 1.25, 1))
	}
	table, err := dataset.ReadTable(strings.NewReader("m3,r4\n1,u\n2,v\n"), dataset.Classes, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []dataset.Left{{}, {Missing: 2}, {Rows: 5000}, {Missing: 7, Rows: 100000}} {
		for _, s := range []dataset.Source{dataset.Explicit(set), dataset.Explicit(named), dataset.Explicit(many), dataset.Tabled(table)} {
			s.Left = left
			got, err := dataset.ParseSource(s.String())
			if err != nil || !got.Equal(s) {
				t.Errorf("%s became %s: %v", s, got, err)
			}
		}
	}
	for _, bad := range []string{"p2s~1_0_1~m0", "p2s~1_0_1~m-3", "p2s~1_0_1~r99999999999", "p2s~1_0_1~m2.5"} {
		if _, err := dataset.ParseSource(bad); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

func TestColumnsOfATable(t *testing.T) {
	c, err := dataset.ParseColumns(`x1=age,"x2=height, in cm",x3=income,y=bought:class`)
	if diff := cmp.Diff(dataset.Columns{X: []string{"age", "height, in cm", "income"}, Y: "bought", As: dataset.AsClasses}, c); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, bad := range []string{"x1=a", "x1=a,x3=b", "x=a,x1=b", "x2=a,x3=b,y=c", "x11=a,y=b", "x0=a", "as=classes"} {
		if c, err := dataset.ParseColumns(bad); err == nil {
			t.Errorf("%s is %+v", bad, c)
		}
	}
}

// A file of 2,000 rows and ten columns becomes a table.
func BenchmarkTable(b *testing.B) {
	var file bytes.Buffer
	file.WriteString("a,b,c,d,e,f,g,h,i,y\n")
	for i := range 2000 {
		for j := range 10 {
			if j > 0 {
				file.WriteByte(',')
			}
			fmt.Fprintf(&file, "%g", math.Sin(float64(10*i+j)))
		}
		file.WriteByte('\n')
	}
	for b.Loop() {
		f, err := dataset.Open(file.Bytes(), sheet.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := f.Table(dataset.Values, dataset.Columns{}); err != nil {
			b.Fatal(err)
		}
	}
}
