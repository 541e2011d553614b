package dataset_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos/dataset"
)

// Whatever stands in the column of the labels are the names of classes 0 … K−1: numbers in the order
// of their values, words in that of their first appearance.
func TestLabelsAreNames(t *testing.T) {
	for name, c := range map[string]struct {
		labels string
		class  []int
		names  []string // nil: the numbers of the classes, or −1 and +1
		signed bool
	}{
		"−1 and 1":              {"1 -1 −1", []int{1, 0, 0}, nil, true},
		"0 and 1":               {"1 0 0", []int{1, 0, 0}, nil, false},
		"0, 1, 2":               {"2 0 1", []int{2, 0, 1}, nil, false},
		"1 and 2":               {"2 1 1", []int{1, 0, 0}, []string{"1", "2"}, false},
		"2 and 4":               {"4 2 4", []int{1, 0, 1}, []string{"2", "4"}, false},
		"1, 2, 3":               {"3 1 2", []int{2, 0, 1}, []string{"1", "2", "3"}, false},
		"10, 20, 30":            {"30 10 20", []int{2, 0, 1}, []string{"10", "20", "30"}, false},
		"0 and 2":               {"2 0", []int{1, 0}, []string{"0", "2"}, false},
		"−1, 0, 1":              {"0 1 -1", []int{1, 2, 0}, []string{"-1", "0", "1"}, false},
		"decimals":              {"1.5 0.5 1.50", []int{1, 0, 1}, []string{"0.5", "1.5"}, false},
		"one number written so": {"1.0 2 1 02", []int{0, 1, 0, 1}, []string{"1", "2"}, false},
		"years":                 {"1999 2024 1999", []int{0, 1, 0}, []string{"1999", "2024"}, false},
		"TRUE and FALSE":        {"TRUE FALSE TRUE", []int{0, 1, 0}, []string{"TRUE", "FALSE"}, false},
		"yes and no":            {"yes no", []int{0, 1}, []string{"yes", "no"}, false},
		"words and a number":    {"red 2 blue 2", []int{0, 1, 2, 1}, []string{"red", "2", "blue"}, false},
		"a number and words":    {"2 red 2", []int{0, 1, 0}, []string{"2", "red"}, false},
		"composed, decomposed":  {"n\u00e9e ne\u0301e nee", []int{0, 0, 1}, []string{"n\u00e9e", "nee"}, false},
		"Chinese":               {"男 女 男", []int{0, 1, 0}, []string{"男", "女"}, false},
		"only one":              {"7 7", []int{0, 0}, []string{"7"}, false},
		"eight":                 {"8 7 6 5 4 3 2 1", []int{7, 6, 5, 4, 3, 2, 1, 0}, []string{"1", "2", "3", "4", "5", "6", "7", "8"}, false},
	} {
		text := "x1,x2,y\n"
		for i, label := range strings.Fields(c.labels) {
			text += fmt.Sprintf("%d,0,%s\n", i, label)
		}
		got, err := dataset.ReadCSV(strings.NewReader(text), dataset.Classes)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var class []int
		for _, p := range got.Points {
			class = append(class, p.Class())
		}
		if !slices.Equal(class, c.class) || got.Signed != c.signed || !slices.Equal(got.Names.Classes, c.names) {
			t.Errorf("%s: classes %v called %q, signed %v; want %v, %q, %v", name, class, got.Names.Classes, got.Signed, c.class, c.names, c.signed)
		}
		if err := got.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var b strings.Builder
		if err := dataset.WriteCSV(&b, got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		again, err := dataset.ReadCSV(strings.NewReader(b.String()), dataset.Classes)
		if diff := cmp.Diff(got, again); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
		link, err := dataset.ParseSource(dataset.Explicit(got).String())
		if err != nil || !link.Equal(dataset.Explicit(got)) {
			t.Errorf("%s: a link has %+v (%v)", name, link.Set, err)
		}
	}
	nine := "x1,x2,y\n"
	for k := range 9 {
		nine += fmt.Sprintf("0,0,%d.5\n", k)
	}
	if _, err := dataset.ReadCSV(strings.NewReader(nine), dataset.Classes); err == nil ||
		!strings.Contains(err.Error(), "line 10, column y: 9 different labels (0.5, 1.5, 2.5, …) are too many: at most 8 classes") {
		t.Errorf("nine classes: %v", err)
	}
}

// A class that was not in the file goes on counting where the others are called by numbers.
func TestClassesBeyondTheNames(t *testing.T) {
	s, err := dataset.ReadCSV(strings.NewReader("x1,x2,y\n0,0,1\n1,1,2\n"), dataset.Classes)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"1", "2", "3", "4"} {
		if s.ClassName(k) != want || strconv.Itoa(s.Label(k)) != want {
			t.Errorf("class %d is called %s with the label %d, want %s", k, s.ClassName(k), s.Label(k), want)
		}
	}
	for name, want := range map[string]string{"0": "not above", "": "give every class a name", "3": "", "word": ""} {
		n := s.Clone()
		k := 1
		if name == "" {
			k = 0
		}
		if err := n.NameClass(k, name); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("called %q: %v, want %q", name, err, want)
		}
	}
}

// A run sees classes and not what they are called: other labels in the same order give the same points.
func TestOtherLabelsAreTheSameClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "rows")
		k := rapid.IntRange(1, dataset.MaxClasses).Draw(t, "classes")
		rows := make([]int, n)
		for i := range rows {
			rows[i] = rapid.IntRange(0, k-1).Draw(t, "class")
		}
		rows = append(rows, 0) // so that they are not all of class 1, which is read as +1
		read := func(label func(class int) string) dataset.Set {
			text := "x1,x2,y\n"
			for i, class := range rows {
				text += fmt.Sprintf("%d,1,%s\n", i, label(class))
			}
			s, err := dataset.ReadCSV(strings.NewReader(text), dataset.Classes)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		first, step := rapid.IntRange(-5, 2000).Draw(t, "first"), rapid.IntRange(1, 30).Draw(t, "step")
		want := read(strconv.Itoa)
		got := read(func(class int) string { return strconv.Itoa(first + step*class) })
		if got.Signed || len(dataset.Counts(got.Points)) == 1 {
			return // −1 and 1, whose names are the same as ever
		}
		if !slices.Equal(got.Points, want.Points) || slices.Contains(dataset.Counts(got.Points), 0) {
			t.Fatalf("%v became %v", want.Points, got.Points)
		}
		// Words are classes in the order of their first appearance.
		var seen []int
		for _, class := range rows {
			if !slices.Contains(seen, class) {
				seen = append(seen, class)
			}
		}
		words := read(func(class int) string { return string(rune('z' - class)) })
		for i, p := range words.Points {
			if seen[p.Class()] != rows[i] {
				t.Fatalf("row %d is of class %d of %v", i, p.Class(), seen)
			}
		}
	})
}

// A file says which column is the target and what it holds, for who would guess otherwise.
func TestMarksOfTheTarget(t *testing.T) {
	for text, want := range map[string]struct {
		want   dataset.Target
		target dataset.Target
		column string
	}{
		"x1,x2,y:value\n1,2,0\n2,1,1\n3,3,1\n":       {dataset.Either, dataset.Values, "y"},
		"x1,x2,y:class\n1,2,3\n2,1,4\n":              {dataset.Either, dataset.Classes, "y"},
		"a,b,kind:class,d\n1,2,5,7\n2,1,6,7\n":       {dataset.Classes, dataset.Classes, "kind"},
		"a:value,b,c\n1,2,5\n2,1,6\n":                {dataset.Values, dataset.Values, "a"},
		"a:value,b:value,c\n1,2,5\n2,1,6\n":          {dataset.Values, dataset.Values, "c"}, // these are names
		"ratio:value,ratio,y\n1,2,5\n2,1,6\n3,4,5\n": {dataset.Values, dataset.Values, "y"},
	} {
		f, err := dataset.OpenCSV(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.Guess(want.want, []int{2})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		s, err := f.Points(c, want.want)
		if err != nil || s.Target != want.target || c.Y != want.column {
			t.Errorf("%q: column %s is %v (%v)", text, c.Y, s.Target, err)
		}
		table, g, err := dataset.ReadTableAs(strings.NewReader(text), want.want, dataset.Columns{})
		if err != nil || g.Target != want.target || g.Column != want.column || table.Columns[table.Target()].Name != want.column {
			t.Errorf("%q as a table: %+v (%v)", text, g, err)
		}
	}
	for _, c := range []struct {
		want dataset.Target
		as   string
	}{{dataset.Classes, dataset.AsValues}, {dataset.Values, dataset.AsClasses}} {
		_, _, err := dataset.ReadTableAs(strings.NewReader("a,kind\n1,2\n2,2\n"), c.want, dataset.Columns{Y: "kind", As: c.as})
		if err == nil || !strings.Contains(err.Error(), "write kind:") {
			t.Errorf("%s of a method for %v: %v", c.as, c.want, err)
		}
	}
	_, _, err := dataset.ReadTableAs(strings.NewReader("a,kind\n1,u\n2,v\n"), dataset.Either, dataset.Columns{Y: "kind", As: dataset.AsValues})
	if err == nil || !strings.Contains(err.Error(), "kind holds words") {
		t.Errorf("values of words: %v", err)
	}
}

// A column of codes says the order of classes that are called by words.
func TestCodesOfWords(t *testing.T) {
	s := dataset.Set{
		Dim: 2, Signed: true, Points: []dataset.Point{at(1, 2, 1), at(3, 4, 0), at(5, 6, 1)},
		Names: dataset.Names{Classes: []string{"no spam", "spam"}},
	}
	var b strings.Builder
	if err := dataset.WriteMarked(&b, s, dataset.Marks{Code: true}); err != nil {
		t.Fatal(err)
	}
	if want := "x1,x2,y,code\n1,2,spam,1\n3,4,no spam,-1\n5,6,spam,1\n"; b.String() != want {
		t.Errorf("wrote %s, want %s", b.String(), want)
	}
	got, err := dataset.ReadCSV(strings.NewReader(b.String()), dataset.Classes)
	if diff := cmp.Diff(s, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	// Codes that are none are a column as any other.
	for _, text := range []string{"a,b,kind,code\n1,2,u,1\n2,1,v,1\n", "a,b,kind,code\n1,2,u,5\n2,1,v,7\n"} {
		got, err := dataset.ReadCSV(strings.NewReader(text), dataset.Classes)
		if err != nil || got.Signed || !slices.Equal(got.Names.Classes, []string{"u", "v"}) || got.Points[1].Class() != 1 {
			t.Errorf("%q: %+v (%v)", text, got, err)
		}
	}
	line, err := dataset.ReadCSV(strings.NewReader("time,kind,code\n1,u,1\n2,v,0\n"), dataset.Classes)
	if err != nil || line.Dim != 1 || !slices.Equal(line.Names.Classes, []string{"v", "u"}) {
		t.Errorf("over one input: %+v (%v)", line, err)
	}
}

// Values that are few whole numbers can be classes, and classes that are called by numbers values.
func TestFewNumbersAsClasses(t *testing.T) {
	s := dataset.Set{Dim: 2, Target: dataset.Values}
	for i, y := range []float64{3, 1, 2, 3, 1, 2} {
		s.Points = append(s.Points, at(float64(i), 0, y))
	}
	classes := s.As(dataset.Classes)
	if targets(classes) != "2 0 1 2 0 1" || !slices.Equal(classes.Names.Classes, []string{"1", "2", "3"}) || classes.Signed {
		t.Errorf("%s called %q", targets(classes), classes.Names.Classes)
	}
	if back := classes.As(dataset.Values); targets(back) != targets(s) {
		t.Errorf("and back: %s", targets(back))
	}
}
