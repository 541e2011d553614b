package dataset_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
)

func TestGuess(t *testing.T) {
	const (
		classes = dataset.Classes
		values  = dataset.Values
		none    = dataset.None
	)
	iris := "id,petal length,petal width,species\n1,1.4,0.2,setosa\n2,4.7,1.4,versicolor\n"
	for name, c := range map[string]struct {
		text string
		want dataset.Target
		dims []int
		is   dataset.Columns
	}{
		"words are the label":        {iris, classes, []int{2}, dataset.Columns{X: []string{"petal length", "petal width"}, Y: "species"}},
		"the last number is y":       {iris, values, []int{1, 2}, dataset.Columns{X: []string{"petal length"}, Y: "petal width"}},
		"no target":                  {iris, none, []int{1, 2}, dataset.Columns{X: []string{"petal length", "petal width"}}},
		"one input":                  {"t,speed\n1,2\n", values, []int{1, 2}, dataset.Columns{X: []string{"t"}, Y: "speed"}},
		"two columns for two inputs": {"a,b\n1,2\n", classes, []int{2}, dataset.Columns{X: []string{"a", "b"}}},
		"y is called so":             {"Y,a,b\n1,2,3\n", classes, []int{2}, dataset.Columns{X: []string{"a", "b"}, Y: "Y"}},
		"one bad number":             {"a,b,l\n1,2,0\n3,oops,1\n4,5,0\n", classes, []int{2}, dataset.Columns{X: []string{"a", "b"}, Y: "l"}},
		"a column without a name":    {",a,b,l\n0,1,2,u\n", classes, []int{2}, dataset.Columns{X: []string{"a", "b"}, Y: "l"}},
		"the playground's own":       {"Y,X2,X1\n1,2,3\n", classes, []int{2}, dataset.Columns{X: []string{"X1", "X2"}, Y: "Y"}},
	} {
		f, err := dataset.OpenCSV(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := f.Guess(c.want, c.dims)
		if diff := cmp.Diff(c.is, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	for text, want := range map[string]string{
		"a,b\nu,v\n":              "line 1: at least 2 numeric features needed for the inputs; found: 0",
		"x1,b,c\n1,2,3\n":         `line 1, column "b": unknown column`,
		strings.Repeat("a,", 101): "line 1: 101 columns are too many",
	} {
		f, err := dataset.OpenCSV(strings.NewReader(text))
		if err == nil {
			_, err = f.Guess(classes, []int{2})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", text, err, want)
		}
	}
}

func TestChosenColumns(t *testing.T) {
	f, err := dataset.OpenCSV(strings.NewReader("name,cm,species,x1\nu,1,oak,5\nv,2,ash,6\nw,3,oak,7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Standard {
		t.Error("nobody would be asked")
	}
	if diff := cmp.Diff(dataset.Heading{Name: "species", Kind: sheet.Words, First: []string{"oak", "ash", "oak"}}, f.Header[2]); diff != "" {
		t.Error(diff)
	}
	got, err := f.Points(dataset.Columns{X: []string{"cm", "x1"}, Y: "species"}, dataset.Classes)
	want := dataset.Set{
		Dim: 2, Points: []dataset.Point{at(1, 5, 0), at(2, 6, 1), at(3, 7, 0)},
		Names: dataset.Names{Columns: []string{"cm", "", "species"}, Classes: []string{"oak", "ash"}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, c := range []struct {
		columns dataset.Columns
		want    string
	}{
		{dataset.Columns{X: []string{"cm", "kg"}}, `line 1, column "kg": there is no such column; there are name, cm, species, x1`},
		{dataset.Columns{X: []string{"cm", "cm"}}, `line 1, column "cm": the column is chosen twice`},
		{dataset.Columns{X: []string{"cm", "name"}}, `line 2, column name: "u" is not a number`},
		{dataset.Columns{}, "one or two columns are the inputs"},
	} {
		if _, err := f.Points(c.columns, dataset.Classes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.columns, err, c.want)
		}
	}
}

func TestBadWords(t *testing.T) {
	nine := "a,b,l\n"
	for _, word := range strings.Split("abcdefghi", "") {
		nine += "1,2," + word + "\n"
	}
	for text, want := range map[string]string{
		nine:                          `line 10, column l: 9 different labels (a, b, c, …) are too many: at most 8 classes. Choose another target`,
		"a,b,l\n1,2,u\n1,2,\n":        "line 3, column l: the value is missing",
		"x1,x2,y\n1,2,1\n1,two,red\n": `line 3, column x2: "two" is not a number`,
		"a,b,l\n1,2,=A1\n":            `line 2, column l: the name "=A1" begins like a formula`,
		"a\u200bb,b,l\n1,2,u\n":       "does not show",
		strings.Repeat("n", 41) + ",b,l\n1,2,u\n": "too long",
	} {
		_, err := dataset.ReadCSV(strings.NewReader(text), dataset.Classes)
		var bad *dataset.CSVError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: error %v, want %q", text, err, want)
		}
	}
	got, err := dataset.ReadCSV(strings.NewReader("x1,x2,y\n1,2,red\n1,3,blue\n"), dataset.Classes)
	if err != nil || !cmp.Equal(got.Names, dataset.Names{Classes: []string{"red", "blue"}}) || got.Signed {
		t.Errorf("%+v (%v)", got, err)
	}
}

func TestParseColumns(t *testing.T) {
	for text, want := range map[string]dataset.Columns{
		"x1=height,x2=weight,y=species": {X: []string{"height", "weight"}, Y: "species"},
		"y=v, x=t":                      {X: []string{"t"}, Y: "v"},
		`"x1=height, in cm",x2=a=b`:     {X: []string{"height, in cm", "a=b"}},
		"y=species:class":               {Y: "species", As: dataset.AsClasses},
		"x=t,y=v:value":                 {X: []string{"t"}, Y: "v", As: dataset.AsValues},
		"x=t,y=a:b:classes":             {X: []string{"t"}, Y: "a:b", As: dataset.AsClasses},
		"y=v:values,as=values":          {Y: "v", As: dataset.AsValues},
		"y=:class":                      {Y: ":class"},
	} {
		if got, err := dataset.ParseColumns(text); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s is %+v (%v)", text, got, err)
		}
	}
	for _, text := range []string{"", "x1=a", "x1", "x=a,x2=b", "x=a,x=b", "z=a", "x=", "y=", "y=a,as=values,y=b", "y=a:class,as=values"} {
		if c, err := dataset.ParseColumns(text); err == nil {
			t.Errorf("%q is %+v", text, c)
		}
	}
}

func TestInputsByName(t *testing.T) {
	got, err := dataset.ReadInputs(strings.NewReader("species,weight,height\noak,2,1\n"), 2, "height", "weight")
	if want := [][2]float64{{1, 2}}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v (%v)", got, err)
	}
	if got, err := dataset.ReadInputs(strings.NewReader("x1,x2\n1,2\n"), 2, "height", "weight"); err != nil || len(got) != 1 {
		t.Errorf("by their letters: %v (%v)", got, err)
	}
}
