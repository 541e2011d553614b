package dataset_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
)

func at(x1, x2, y float64) dataset.Point {
	return dataset.Point{X: [2]float64{x1, x2}, Y: y}
}

func TestReadCSV(t *testing.T) {
	const (
		classes = dataset.Classes
		values  = dataset.Values
		none    = dataset.None
	)
	for name, c := range map[string]struct {
		text string
		want dataset.Target
		set  dataset.Set
	}{
		"signed labels": {
			"x1,x2,y\n1,0,1\n0,1.5,-1\n", classes,
			dataset.Set{Dim: 2, Signed: true, Points: []dataset.Point{at(1, 0, 1), at(0, 1.5, 0)}},
		},
		"labels from 0": {
			"x1,x2,y\n1,0,2\n0,1,0\n", classes,
			dataset.Set{Dim: 2, Points: []dataset.Point{at(1, 0, 1), at(0, 1, 0)}, Names: dataset.Names{Classes: []string{"0", "2"}}},
		},
		"two labels from 0": {
			"x1,x2,y\n1,0,1\n0,1,0\n", classes,
			dataset.Set{Dim: 2, Points: []dataset.Point{at(1, 0, 1), at(0, 1, 0)}},
		},
		"only 1":         {"x1,x2,y\n1,0,1\n", classes, dataset.Set{Dim: 2, Signed: true, Points: []dataset.Point{at(1, 0, 1)}}},
		"only -1":        {"x1,x2,y\n1,0,-1\n", classes, dataset.Set{Dim: 2, Signed: true, Points: []dataset.Point{at(1, 0, 0)}}},
		"only 0":         {"x1,x2,y\n1,0,0\n", classes, dataset.Set{Dim: 2, Points: []dataset.Point{at(1, 0, 0)}}},
		"labels as 1.0":  {"x1,x2,y\n1,0,1.0\n1,1,-1e0\n", classes, dataset.Set{Dim: 2, Signed: true, Points: []dataset.Point{at(1, 0, 1), at(1, 1, 0)}}},
		"no rows":        {"x1,x2,y\n", classes, dataset.Set{Dim: 2}},
		"no label":       {"x1,x2\n3,4\n", classes, dataset.Set{Dim: 2, Target: none, Points: []dataset.Point{at(3, 4, 0)}}},
		"ignored labels": {"x1,x2,y\n3,4,red\n5,6,\n", none, dataset.Set{Dim: 2, Target: none, Points: []dataset.Point{at(3, 4, 0), at(5, 6, 0)}}},
		"regression":     {"x,y\n3,-0.25\n", values, dataset.Set{Dim: 1, Target: values, Points: []dataset.Point{at(3, 0, -0.25)}}},
		"inputs only":    {"x\n3\n", none, dataset.Set{Dim: 1, Target: none, Points: []dataset.Point{at(3, 0, 0)}}},
		"another order":  {"Y,X2,X1\n1,2,3\n", values, dataset.Set{Dim: 2, Target: values, Points: []dataset.Point{at(3, 2, 1)}}},
		"as a spreadsheet writes it": {
			"\ufeff\"x1\"; x2 ;y\r\n 1,5 ; -2 ;\"1\"\r\n0;1,25;−1\r\n;;\r\n\r\n", classes,
			dataset.Set{Dim: 2, Signed: true, Points: []dataset.Point{at(1.5, -2, 1), at(0, 1.25, 0)}},
		},
		"as a spreadsheet pastes it": {
			"x1\tx2\ty\n1\t 2\t0\n3\t4\t1\n\t\t\n", classes,
			dataset.Set{Dim: 2, Points: []dataset.Point{at(1, 2, 0), at(3, 4, 1)}},
		},
		"without a last line end": {"x,y\n1,2", values, dataset.Set{Dim: 1, Target: values, Points: []dataset.Point{at(1, 0, 2)}}},
	} {
		got, err := dataset.ReadCSV(strings.NewReader(c.text), c.want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.set, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestBadCSV(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "the file is empty: it needs a header such as x1,x2,y"},
		{"\n\n", "the file is empty"},
		{"x1,x2,label\n", `line 1, column "label": unknown column; the columns are x1,x2,y or x,y`},
		{"x1,x1,y\n", `line 1, column "x1 (2)": unknown column`},
		{"x1,y\n1,1\n", "line 1: the inputs must be the columns x1 and x2, or x alone"},
		{"x,x1,x2\n", "line 1: the inputs must be"},
		{"y\n1\n", "line 1: the inputs must be"},
		{"x1,x2,y\n1,2,1\n1,,1\n", "line 3, column x2: the value is missing"},
		{"x1,x2,y\n1,2,1\n\n1,2,\n", "line 4, column y: the value is missing"},
		{"x1,x2,y\n1,2\n", "line 2: 2 values below a header of 3 columns"},
		{"x1,x2,y\n1,2,1,4\n", "line 2: 4 values below a header of 3 columns"},
		{"x1,x2,y\n1,two,1\n", `line 2, column x2: "two" is not a number`},
		{"x1;x2;y\n1.234;2;1\n", `line 2, column x1: 1.234 may be 1234 (-decimal ,) or 1.234 (-decimal .)`},
		{"x1,x2,y\nNaN,2,1\n", `line 2, column x1: "NaN" stands for a missing value`},
		{"x1,x2,y\n1,2,red\n1,2,NA\n", `line 3, column y: "NA" stands for a missing value`},
		{"x1,x2,y\n1,-inf,1\n", "line 2, column x2: -Inf is not a finite number"},
		{"x1,x2,y\n1,1e400,1\n", `line 2, column x2: "1e400" is too large: at most 1e+09 on either side of 0`},
		{"x1,x2,y\n1,-1.5e9,1\n", "line 2, column x2: -1.5e09 is too large"},
		{"x1,x2,y\n1,2\"3,1\n", `line 2, column x2: "2\"3" is not a number`},
		{"x1,x2,y\n1,\"2,1\n", "line 2: the quotation mark of \"2,1 is not closed"},
		{"x,y\n" + strings.Repeat("1,2\n", 2001), "2001 rows are too many: at most 2000"},
		{"x,y\n" + strings.Repeat(" ", 5<<20), "the file is larger than 5120 KiB"},
		{"x,y\n1,2\x00\n", "this is not a text file"},
	} {
		_, err := dataset.ReadCSV(strings.NewReader(c.text), dataset.Classes)
		var bad *dataset.CSVError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestReadInputs(t *testing.T) {
	for text, want := range map[string][][2]float64{
		"x1,x2\n1,2\n3,4\n": {{1, 2}, {3, 4}},
		"y,x2,x1\n?,2,1\n":  {{1, 2}},
		"x1,x2\n":           nil,
	} {
		got, err := dataset.ReadInputs(strings.NewReader(text), 2)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
	}
	got, err := dataset.ReadInputs(strings.NewReader("x\n0.5\n"), 1)
	if want := [][2]float64{{0.5, 0}}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("one dimension: %v (%v)", got, err)
	}
	for text, want := range map[string]string{
		"x\n1\n":            "line 1: the inputs are the columns x; this model was made for x1 and x2",
		"x1,x2\n1,2\n3,z\n": `line 3, column x2: "z" is not a number`,
		"x1,x2,p\n":         `line 1, column "p": unknown column`,
	} {
		if _, err := dataset.ReadInputs(strings.NewReader(text), 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestManyInputsAreTaken(t *testing.T) {
	rows := func(n int) string { return "x\n" + strings.Repeat("1\n", n) }
	if got, err := dataset.ReadInputs(strings.NewReader(rows(dataset.MaxInputs)), 1); err != nil || len(got) != dataset.MaxInputs {
		t.Errorf("%d rows, error %v", len(got), err)
	}
	if _, err := dataset.ReadInputs(strings.NewReader(rows(dataset.MaxInputs+1)), 1); err == nil {
		t.Error("one row too many was taken")
	}
}

func TestCSVRoundTripIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSet(t)
		var b strings.Builder
		if err := dataset.WriteCSV(&b, s); err != nil {
			t.Fatal(err)
		}
		got, err := dataset.ReadCSV(strings.NewReader(b.String()), s.Target)
		if err != nil {
			t.Fatalf("%s\n%v", b.String(), err)
		}
		// Classes without points are none in the file, so those behind them have other numbers; their labels stay.
		gaps := s.Target == dataset.Classes && slices.Contains(dataset.Counts(s.Points), 0)
		if got.Dim != s.Dim || got.Target != s.Target || len(got.Points) != len(s.Points) {
			t.Fatalf("%s: %+v became %+v", b.String(), s, got)
		}
		for i, p := range s.Points {
			if q := got.Points[i]; !gaps && !sameBits(p, q) || !sameBits(dataset.Point{X: p.X}, dataset.Point{X: q.X}) {
				t.Fatalf("%s: %+v became %+v", b.String(), p, q)
			}
			if s.Target == dataset.Classes && got.Label(got.Points[i].Class()) != s.Label(p.Class()) {
				t.Fatalf("%s: label %d became %d", b.String(), s.Label(p.Class()), got.Label(got.Points[i].Class()))
			}
		}
	})
}

func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	source := dataset.Labelled([3]float64{1, -0.5, 1}, [3]float64{1e-7, 2e8, -1})
	if err := dataset.WriteCSV(&b, source.Set); err != nil {
		t.Fatal(err)
	}
	if want := "x1,x2,y\n1,-0.5,1\n1e-07,2e+08,-1\n"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	if err := dataset.WriteCSV(failing{}, source.Set); err == nil {
		t.Error("a failing writer went unnoticed")
	}
	if err := dataset.WriteCSV(&b, dataset.Set{}); err == nil {
		t.Error("a set without inputs was written")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, fmt.Errorf("disk full") }

func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"x1,x2,y\n1,0,1\n0,1.5,-1\n", "x,y\n1,2\n", "x1;x2;y\n1,5;2;0\n", "x1\tx2\n1\t2\n\t\n", "\ufeffx\r\n1\r\n\r\n",
		"x1,x2,y\n1,\"2\n\",1\n", "x\n-0\n0x1p-4\n", "y,x\n7,1\n0,2\n", "x,y\n,\n",
		"x1,x2,y,held\n1,0,1,1\n0,1.5,-1,0\n", "a,b,held,c\n1,2,1,u\n3,4,0,v\n", "held,y\n1,1\n",
	} {
		f.Add(s, 0)
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, text string, target int) {
		want := dataset.Target(((target % 3) + 3) % 3)
		s, err := dataset.ReadCSV(strings.NewReader(text), want)
		if err != nil {
			var bad *dataset.CSVError
			if !errors.As(err, &bad) || bad.Message == "" || bad.Line < 0 {
				t.Fatalf("%q: %v is no error of the file", text, err)
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatalf("%q was read as points that break a limit: %v", text, err)
		}
		var b strings.Builder
		if err := dataset.WriteCSV(&b, s); err != nil {
			t.Fatal(err)
		}
		again, err := dataset.ReadCSV(strings.NewReader(b.String()), s.Target)
		if err != nil || !slices.EqualFunc(again.Points, s.Points, sameBits) || again.Signed != s.Signed || again.Held != s.Held {
			t.Fatalf("%q was read as %+v and again as %+v (%v)", text, s, again, err)
		}
	})
}
