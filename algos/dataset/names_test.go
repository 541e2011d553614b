package dataset_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos/dataset"
)

// Names as a file or a reader may bring them.
var someNames = []string{
	"", "height", "petal length", "Sepal.Length", "a_b~c", "花瓣",
	"50 %", "\"quoted\"", "a,b", "x;y", "$\\alpha$", "<script>", "+", "née", strings.Repeat("ü", dataset.MaxName),
}

func drawNamed(t *rapid.T) dataset.Set {
	s := drawSet(t)
	name := rapid.SampledFrom(someNames)
	columns := len(s.Columns())
	for k := range columns {
		_ = s.NameColumn(k, name.Draw(t, "column")) // one that is taken is refused
	}
	if s.Target == dataset.Classes {
		for k := range len(dataset.Counts(s.Points)) {
			_ = s.NameClass(k, name.Draw(t, "class"))
		}
	}
	return s
}

func TestNamesTravelInLinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawNamed(t)
		text := dataset.Explicit(s).String()
		if esc := url.QueryEscape(text); esc != text {
			t.Fatalf("%s needs escapes", text)
		}
		got, err := dataset.ParseSource(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !got.Equal(dataset.Explicit(s)) || got.String() != text {
			t.Fatalf("%s: %+v became %+v, written as %s", text, s, got.Set, got)
		}
	})
}

func TestNamesTravelInFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawNamed(t)
		var b strings.Builder
		if err := dataset.WriteCSV(&b, s); err != nil {
			t.Fatal(err)
		}
		got, err := dataset.ReadCSV(strings.NewReader(b.String()), s.Target)
		if err != nil {
			t.Fatalf("%s\n%v", b.String(), err)
		}
		if got.Dim != s.Dim || got.Target != s.Target || !slices.Equal(got.Columns(), s.Columns()) || len(got.Points) != len(s.Points) {
			t.Fatalf("%s: %+v became %+v", b.String(), s, got)
		}
		for i, p := range s.Points {
			if got.Points[i].X != p.X {
				t.Fatalf("%s: point %d", b.String(), i)
			}
			if s.Target != dataset.Classes || len(s.Names.Classes) <= p.Class() || s.Names.Classes[p.Class()] == "" {
				continue
			}
			if name := got.ClassName(got.Points[i].Class()); name != s.ClassName(p.Class()) {
				t.Fatalf("%s: point %d is of the class %s, was of %s", b.String(), i, name, s.ClassName(p.Class()))
			}
		}
	})
}

func TestBadNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "empty",
		strings.Repeat("n", 41): "too long: at most 40 characters",
		" a":                    "begins or ends with a space",
		"a\nb":                  "does not show",
		"a\u202eb":              "does not show",
		"\x01":                  "does not show",
		"\xff":                  "UTF-8",
		"12":                    "is a number",
		"1e999":                 "is a number",
		"−3":                    "is a number",
		"NaN":                   "is a number",
		"=SUM(A1)":              "formula",
		"@x":                    "formula",
		"-x":                    "formula",
	} {
		if err := dataset.CheckName(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
	s := dataset.Labelled([3]float64{1, 2, 1}).Set
	for k, name := range map[int]string{0: "y", 1: "X1", 3: "a", -1: "a"} {
		if err := s.NameColumn(k, name); err == nil {
			t.Errorf("column %d is called %s", k, name)
		}
	}
	if err := s.NameColumn(0, "height"); err != nil {
		t.Fatal(err)
	}
	if err := s.NameColumn(1, "height"); err == nil {
		t.Error("two columns of one name")
	}
	if err := s.NameColumn(0, "x1"); err != nil || !s.Names.Empty() {
		t.Errorf("its own letter takes a name away: %v, %v", s.Names, err)
	}
	if err := s.NameClass(8, "a"); err == nil {
		t.Error("a ninth class has a name")
	}
	for text, want := range map[string]string{
		"p2cn~a_a~1_1_0":         "given twice",
		"p2cn~a_b_c_d.zz~1_1_0":  "damaged",
		"p2cn~a_b_c_d.zzzzzz.~1": "damaged",
		"p2cn~y~1_1_0":           "cannot be called",
		"p2cn~1~1_1_0":           "is a number",
		"p2nn~a_b_c~1_1":         "names for classes that there are not",
		"p2cn~~1_1_0~1_1":        "point 2 has 2 numbers",
		"p2cn~_____________~1_1": "names are too many",
		"p2cx~a~1_1_0":           "there is no data set",
		"p2cn~a.a.b~1_1_0":       "does not show",
	} {
		if _, err := dataset.ParseSource(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func TestNamesAreSaid(t *testing.T) {
	s := dataset.Labelled([3]float64{-1.5, 2, 1}).Set
	for k, name := range []string{"height", "", "species"} {
		if err := s.NameColumn(k, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.NameClass(1, "oak"); err != nil {
		t.Fatal(err)
	}
	if got := s.Describe(s.Points[0]); got != "height −1.5, x₂ 2, species oak" {
		t.Errorf("described as %s", got)
	}
	if a, b := s.AxisName(0), s.AxisName(1); a != "x₁: height" || b != "x₂" {
		t.Errorf("the axes are called %s and %s", a, b)
	}
	if got := []string{s.ClassName(0), s.ClassName(1)}; !cmp.Equal(got, []string{"−1", "oak"}) {
		t.Errorf("the classes are called %v", got)
	}
	if got, want := dataset.Explicit(s).String(), "p2sn~height__species__oak~-1.5_2_1"; got != want {
		t.Errorf("written as %s, want %s", got, want)
	}
	var b strings.Builder
	if err := dataset.WriteCSV(&b, s); err != nil || b.String() != "height,x₂,species\n-1.5,2,oak\n" {
		t.Errorf("in a file: %q (%v)", b.String(), err)
	}
}
