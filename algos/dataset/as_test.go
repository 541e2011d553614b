package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// Where a method takes either, the file says what its target is.
func TestTargetByTheData(t *testing.T) {
	for _, c := range []struct {
		file string
		as   string
		want dataset.Target
		ys   string
	}{
		{"x1,x2,y\n1,2,-1\n3,4,1\n5,6,1\n", "", dataset.Classes, "0 1 1"},
		{"x1,x2,y\n1,2,0\n3,4,1\n5,6,2\n7,8,2\n", "", dataset.Classes, "0 1 2 2"},
		{"x1,x2,y\n1,2,0\n3,4,1\n5,6,2\n", "", dataset.Values, "0 1 2"}, // each once
		{"x1,x2,y\n1,2,0\n3,4,2\n5,6,2\n", "", dataset.Values, "0 2 2"}, // none is 1
		{"x1,x2,y\n1,2,0.5\n3,4,1\n5,6,1\n", "", dataset.Values, "0.5 1 1"},
		{"x1,x2,y\n1,2,oak\n3,4,ash\n5,6,oak\n", "", dataset.Classes, "0 1 0"},
		{"x1,x2,y\n1,2,0\n3,4,1\n5,6,1\n", dataset.AsValues, dataset.Values, "0 1 1"},
		{"x1,x2,y\n1,2,0\n3,4,1\n5,6,2\n", dataset.AsClasses, dataset.Classes, "0 1 2"},
		{"a,b,price\n1,2,0\n3,4,1\n5,6,1\n", "", dataset.Values, "0 1 1"}, // as in a table: nobody says that it is the target
		{"a,b,kind\n1,2,oak\n3,4,ash\n", "", dataset.Classes, "0 1"},
	} {
		f, err := dataset.OpenCSV(strings.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		columns, err := f.Guess(dataset.Either, []int{2})
		if err != nil {
			t.Fatal(err)
		}
		if c.as != "" {
			columns.As = c.as
		}
		s, err := f.Points(columns, dataset.Either)
		if err != nil || s.Target != c.want || targets(s) != c.ys {
			t.Errorf("%q as %q: %v %s (%v), want %v %s", c.file, c.as, s.Target, targets(s), err, c.want, c.ys)
		}
	}
	// Who looks at one kind alone has nothing to say, and what is wrong is said where it stands.
	f, err := dataset.OpenCSV(strings.NewReader("x1,x2,y\n1,2,0\n3,4,none\n"))
	if err != nil {
		t.Fatal(err)
	}
	columns := dataset.Columns{X: []string{"x1", "x2"}, Y: "y"}
	if _, err := f.Points(columns, dataset.Either); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a word among numbers: %v", err)
	}
	columns.As = dataset.AsValues
	if _, err := f.Points(columns, dataset.Classes); err == nil || !strings.Contains(err.Error(), "fits classes, not values") {
		t.Errorf("values of a method for classes: %v", err)
	}
	if c, err := dataset.ParseColumns("x1=a,x2=b,y=c,as=values"); err != nil || c.As != dataset.AsValues {
		t.Errorf("read as %+v (%v)", c, err)
	}
	if _, err := dataset.ParseColumns("x1=a,x2=b,y=c,as=words"); err == nil {
		t.Error("as=words is taken")
	}
}

func targets(s dataset.Set) string {
	var all []string
	for _, p := range s.Points {
		all = append(all, fmt.Sprint(p.Y))
	}
	return strings.Join(all, " ")
}

func TestTargetsOfAnotherKind(t *testing.T) {
	signed := dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}).Set
	signed.Names.Classes = []string{"oak", "ash"}
	values := func(ys ...float64) dataset.Set {
		s := dataset.Set{Dim: 2, Target: dataset.Values}
		for _, y := range ys {
			s.Points = append(s.Points, dataset.Point{Y: y})
		}
		return s
	}
	for _, c := range []struct {
		name   string
		set    dataset.Set
		to     dataset.Target
		ys     string
		signed bool
	}{
		{"signed classes", signed, dataset.Values, "-1 1 1", false},
		{"and back", signed.As(dataset.Values), dataset.Classes, "0 1 1", true},
		{"labels", values(0, 1, 2, 1), dataset.Classes, "0 1 2 1", false},
		{"values", values(3, 1, 4, 1.5, 9), dataset.Classes, "0 0 1 0 1", true},
		{"most are the largest", values(2, 5, 5, 5), dataset.Classes, "0 1 1 1", true},
		{"one value", values(7, 7), dataset.Classes, "0 0", true},
		{"no points", values(), dataset.Classes, "", true},
		{"what they are", values(1, 2), dataset.Values, "1 2", false},
		{"no targets", dataset.Set{Dim: 2, Target: dataset.None, Points: make([]dataset.Point, 1)}, dataset.Values, "0", false},
	} {
		got := c.set.As(c.to)
		if targets(got) != c.ys || got.Signed != c.signed || got.Check() != nil {
			t.Errorf("%s: %s, signed %v (%v); want %s, %v", c.name, targets(got), got.Signed, got.Check(), c.ys, c.signed)
		}
	}
	if targets(signed) != "0 1 1" || len(signed.Names.Classes) != 2 {
		t.Error("the set itself was changed")
	}
}
