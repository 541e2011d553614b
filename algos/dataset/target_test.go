package dataset_test

import (
	"strings"
	"testing"

	"playground/algos/dataset"
)

// What a table is guessed to ask for.
func TestGuessOfTheTarget(t *testing.T) {
	for name, c := range map[string]struct {
		csv  string
		want dataset.Target
		is   string // "" for none
	}{
		"R's mtcars":              {"\"\",\"mpg\",\"cyl\",\"carb\"\n\"Mazda RX4\",21,6,4\n\"Valiant\",18.1,6,1\n", dataset.Values, "mpg"},
		"the same with a header":  {"model,mpg,cyl,carb\nMazda RX4,21,6,4\nValiant,18.1,6,1\n", dataset.Values, "mpg"},
		"scikit-learn's diabetes": {"age,sex,bmi,target\n0.03,0.05,0.06,151\n0,-0.04,-0.05,75\n", dataset.Values, "target"},
		"target in the middle":    {"name,a,Target,b\nu,1,2,3\nv,4,5,6\n", dataset.Values, "Target"},
		"y before target":         {"target,y,b\n1,2,3\n4,5,6\n", dataset.Values, "y"},
		"Longley":                 {"deflator,GNP,employed\n83.0,234289,60323\n88.5,259426,61122\n", dataset.Values, "employed"},
		"words that repeat":       {"kind,a,b\nu,1,2\nu,3,4\n", dataset.Values, "b"},
		"names at the end":        {"mpg,wt,car\n21,2.62,u\n18,3.46,v\n", dataset.Values, "wt"},
		"y of words":              {"y,a,b\nu,1,2\nv,3,4\n", dataset.Values, "a"},
		"classes":                 {"\"\",length,species\na,1,setosa\nb,2,virginica\n", dataset.Classes, "species"},
		"no numbers":              {"a,b\nu,v\nv,u\n", dataset.Values, ""},
		"either, words":           {"\"\",length,species\na,1,setosa\nb,2,virginica\nc,3,setosa\n", dataset.Either, "species"},
		"either, names of rows":   {"model,mpg,cyl,carb\nMazda RX4,21,6,4\nValiant,18.1,6,1\n", dataset.Either, "mpg"},
		"either, y of numbers":    {"kind,a,y\nu,1,2\nu,3,4\n", dataset.Either, "y"},
		"either, numbers":         {"a,b\n1,2\n3,4\n", dataset.Either, "b"},
		"nobody wants one":        {"a,y\n1,2\n", dataset.None, ""},
	} {
		table, err := dataset.ReadTable(strings.NewReader(c.csv), c.want, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		is := ""
		if k := table.Target(); k >= 0 {
			is = table.Columns[k].Name
		}
		if is != c.is {
			t.Errorf("%s: the target is %q, want %q", name, is, c.is)
		}
	}
}

// A table that is loaded again keeps its target, if it has the column still.
func TestTheTargetIsKept(t *testing.T) {
	read := func(csv, target string) dataset.Table {
		table, err := dataset.ReadTable(strings.NewReader(csv), dataset.Values, target)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	const file = "a,b,c\n1,2,3\n4,5,6\n"
	for name, c := range map[string]struct {
		other dataset.Table
		want  int
	}{
		"the same":      {read(file, "b"), 1},
		"nothing":       {dataset.Table{}, 2},
		"another":       {read("a,b,d\n1,2,3\n", "d"), 2},
		"of other kind": {read("b,x\nu,1\n", "b"), 2},
	} {
		table := read(file, "")
		table.KeepTarget(c.other)
		if table.Target() != c.want {
			t.Errorf("%s: the target is column %d, want %d", name, table.Target(), c.want)
		}
	}
}
