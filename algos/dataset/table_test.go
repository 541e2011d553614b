package dataset_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos/dataset"
)

func drawTable(t *rapid.T) dataset.Table {
	var table dataset.Table
	n := rapid.IntRange(1, dataset.MaxColumns).Draw(t, "columns")
	names := rapid.Permutation(someNames[1:]).Draw(t, "names")
	for k := range n {
		c := dataset.Column{Name: names[k]}
		if rapid.Bool().Draw(t, "words") {
			c.Kind = dataset.Words
		}
		table.Columns = append(table.Columns, c)
	}
	if err := table.Choose(rapid.IntRange(-1, n-1).Draw(t, "target")); err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 8).Draw(t, "rows") {
		row := make([]string, n)
		for k, c := range table.Columns {
			row[k] = rapid.SampledFrom(someNames[1:]).Draw(t, "word")
			if c.Kind == dataset.Numbers {
				row[k] = rapid.SampledFrom([]string{"0", "1.5", "-2e-7", "1e9", "0.1"}).Draw(t, "number")
			}
		}
		if err := table.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

func TestTableText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
		text := dataset.Tabled(table).String()
		if esc := url.QueryEscape(text); esc != text {
			t.Fatalf("%s needs escapes", text)
		}
		got, err := dataset.ParseSource(text)
		if err != nil || !got.Table.Equal(table) || !got.Equal(dataset.Tabled(table)) {
			t.Fatalf("%s: %+v became %+v (%v)", text, table, got.Table, err)
		}
	})
}

func TestTableFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var b strings.Builder
		if err := dataset.WriteTable(&b, table); err != nil {
			t.Fatal(err)
		}
		target, want := "", dataset.None
		if k := table.Target(); k >= 0 {
			target, want = table.Columns[k].Name, map[dataset.Kind]dataset.Target{dataset.Words: dataset.Classes, dataset.Numbers: dataset.Values}[table.Columns[k].Kind]
		}
		got, err := dataset.ReadTable(strings.NewReader(b.String()), want, target)
		if len(table.Rows) == 0 {
			return // no value says what a column holds
		}
		if err != nil || !got.Equal(table) {
			t.Fatalf("%s: %+v became %+v (%v)", b.String(), table, got, err)
		}
	})
}

func TestReadTable(t *testing.T) {
	got, err := dataset.ReadTable(strings.NewReader("\ufeffoutlook;temperature;play\r\nsunny;29,5;no\r\nrain;21;yes\r\nsunny;−3;yes\r\n"), dataset.Classes, "")
	want := dataset.Table{
		Columns: []dataset.Column{
			{Name: "outlook", Kind: dataset.Words, Words: []string{"sunny", "rain"}},
			{Name: "temperature"},
			{Name: "play", Kind: dataset.Words, Words: []string{"no", "yes"}, Wanted: true},
		},
		Rows: [][]float64{{0, 29.5, 0}, {1, 21, 1}, {0, -3, 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if got, want := dataset.Tabled(got).String(), "t3~woutlook_sunny_rain~ntemperature~Wplay_no_yes~0_29.5_0~1_21_1~0_-3_1"; got != want {
		t.Errorf("written as %s, want %s", got, want)
	}
	if got, err := dataset.ReadTable(strings.NewReader("a,b\n1,2\n"), dataset.Values, "a"); err != nil || got.Target() != 0 {
		t.Errorf("the target is %d (%v)", got.Target(), err)
	}
	for text, want := range map[string]string{
		"":                                    "the file is empty",
		"a,b,c,d,e,f,g,h,i,j,k,l,m\n":         "line 1: 13 columns are too many: at most 12",
		"a,b\n1,2\n1\n":                       "line 3: 1 value below a header of 2 columns",
		"a,b\n1,u\nv,u\n":                     `line 3, column a: "v" is not a number`,
		"b,a,y\nu,1,v\n2,1,v\n":               `line 3, column b: the name "2" is a number`,
		"a,b\n1,u\n,u\n":                      "line 3, column a: the value is missing",
		"a,b\n1,u\nNaN,u\n":                   `line 3, column a: "NaN" stands for a missing value`,
		"a,b\n1,u\n2e9,u\n":                   "line 3, column a: 2e09 is too large",
		"a\n" + strings.Repeat("1\n", 2001):   "2001 rows are too many: at most 2000",
		"a\nu\n" + distinct(dataset.MaxWords): "line 52, column a: \"w50\" is one word too many: at most 50 different ones",
	} {
		_, err := dataset.ReadTable(strings.NewReader(text), dataset.Classes, "")
		var bad *dataset.CSVError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: error %v, want %q", text, err, want)
		}
	}
	if _, err := dataset.ReadTable(strings.NewReader("a\n1\n"), dataset.Classes, "b"); err == nil || !strings.Contains(err.Error(), `column "b": there is no such column`) {
		t.Errorf("a target that there is not: %v", err)
	}
}

// distinct are the lines w1, …, wn.
func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d\n", i+1)
	}
	return b.String()
}

func TestTableEdits(t *testing.T) {
	table, err := dataset.ReadTable(strings.NewReader("a,b\n1,u\n2,v\n3,w\n"), dataset.Classes, "")
	if err != nil {
		t.Fatal(err)
	}
	before := table.Clone()
	for what, err := range map[string]error{
		"a word in a column of numbers": table.Set(0, 0, "z"),
		"a number in one of words":      table.Set(0, 1, "7"),
		"a cell that there is not":      table.Set(3, 0, "1"),
		"a short row":                   table.Append([]string{"1"}),
		"a bad row":                     table.Append([]string{"z", "w"}),
		"a row that there is not":       table.Remove([]int{3}),
		"a name that is taken":          table.Rename(0, "b"),
		"a column that there is not":    table.Rename(2, "c"),
		"a target that there is not":    table.Choose(2),
	} {
		if err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if !table.Equal(before) {
		t.Errorf("what was refused left %+v", table)
	}
	for _, err := range []error{
		table.Set(0, 1, " w "), table.Append([]string{"4,5", "new"}), table.Remove([]int{1}), table.Rename(0, "size"), table.Choose(-1),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	want := dataset.Table{
		Columns: []dataset.Column{{Name: "size"}, {Name: "b", Kind: dataset.Words, Words: []string{"w", "new"}}},
		Rows:    [][]float64{{1, 0}, {3, 0}, {4.5, 1}},
	}
	if diff := cmp.Diff(want, table); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(table.Text(2, 0)+table.Text(2, 1), "4.5new") {
		t.Error("the cells say something else")
	}
}

func TestBadTables(t *testing.T) {
	for text, want := range map[string]string{
		"t0":                                 "from 1 to 12 columns",
		"t13~na":                             "from 1 to 12 columns",
		"t2~na":                              "1 columns instead of 2",
		"t1~xa":                              "its first letter must be",
		"t1~":                                "its first letter must be",
		"t2~Na~Wb":                           "there is a target already",
		"t1~na~1_2":                          "row 1 has 2 values instead of 1",
		"t1~na~z":                            "row 1: \"z\" is not a number",
		"t1~na~NaN":                          "row 1, column a: NaN is not a finite number",
		"t1~wa_u~1":                          "row 1, column a: 1 stands for none of its 1 words",
		"t1~wa_u~0.5":                        "stands for none",
		"t1~na_u":                            "words in a column of numbers",
		"t1~wa_u_u":                          "listed twice",
		"t2~na~na":                           "given twice",
		"t1~n":                               "a name is empty",
		"u1~!":                               "not base64url",
		"t1~na" + strings.Repeat("~1", 2001): "at most 2000",
	} {
		if _, err := dataset.ParseSource(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want %q", text, err, want)
		}
	}
}

func FuzzTable(f *testing.F) {
	for _, s := range []string{"a,b\n1,u\n2,v\n", "a;b\n1,5;u\n", "a\n\n", "\"a,b\"\n\"u\"\n", "a\tb\n-0\tu\n", "花\n1\n"} {
		f.Add(s, 0)
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, text string, target int) {
		want := dataset.Target(((target % 3) + 3) % 3)
		table, err := dataset.ReadTable(strings.NewReader(text), want, "")
		if err != nil {
			var bad *dataset.CSVError
			if !errors.As(err, &bad) || bad.Message == "" || bad.Line < 0 {
				t.Fatalf("%q: %v is no error of the file", text, err)
			}
			return
		}
		if err := table.Check(); err != nil {
			t.Fatalf("%q was read as a table that breaks a limit: %v", text, err)
		}
		var b strings.Builder
		if err := dataset.WriteTable(&b, table); err != nil {
			t.Fatal(err)
		}
		again, err := dataset.ReadTable(strings.NewReader(b.String()), want, "")
		if err != nil || !again.Equal(table) {
			t.Fatalf("%q was read as %+v and again as %+v (%v)", text, table, again, err)
		}
		source, err := dataset.ParseSource(dataset.Tabled(table).String())
		if err != nil || !source.Table.Equal(table) {
			t.Fatalf("%q travels as %s and becomes %+v (%v)", text, dataset.Tabled(table), source.Table, err)
		}
	})
}

// R writes the names of the rows below a header without a name.
func TestTableOfR(t *testing.T) {
	table, err := dataset.ReadTable(strings.NewReader("\"\",\"mpg\",\"wt\"\n\"Mazda RX4\",21,2.62\n\"Valiant\",18.1,3.46\n"), dataset.Values, "mpg")
	if err != nil || table.Columns[0].Name != "row" || table.Text(1, 0) != "Valiant" || table.Target() != 1 {
		t.Errorf("%+v, %v", table, err)
	}
}
