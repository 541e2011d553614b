package sheet

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var placed = regexp.MustCompile(`<([a-z]+)[a-z ]*>`)

// places are the names that a text has places for.
func places(text string) []string {
	var names []string
	for _, m := range placed.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// calls are the calls of a function in the package, with what it is given as constants.
func calls(t *testing.T, names ...string) (all [][]string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); !ok || !slices.Contains(names, id.Name) {
				return true
			}
			var args []string
			for _, a := range call.Args {
				text := ""
				if lit, ok := a.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ = strconv.Unquote(lit.Value)
				}
				args = append(args, text)
			}
			all = append(all, args)
			return true
		})
	}
	return all
}

// TestSayingsInChinese holds the translations to the templates: each has one, with the same places, each
// place has a value, and no translation is left over.
func TestSayingsInChinese(t *testing.T) {
	text, err := Texts.ReadFile("zh.json")
	if err != nil {
		t.Fatal(err)
	}
	var book map[string]string
	if err := json.Unmarshal(text, &book); err != nil {
		t.Fatal(err)
	}
	for _, args := range calls(t, "say", "add") {
		template := args[0]
		if template == "" || template == "<separator>" { // a name of the reader's own
			continue
		}
		var given []string
		for i := 1; i < len(args); i += 2 {
			given = append(given, args[i])
		}
		slices.Sort(given)
		if !slices.Equal(given, places(template)) {
			t.Errorf("%q has the values %q", template, given)
		}
		chinese, ok := book[template]
		if !ok {
			t.Errorf("%q is not translated", template)
		}
		if !slices.Equal(places(chinese), places(template)) {
			t.Errorf("%q has other places: %q", template, chinese)
		}
		delete(book, template)
	}
	for template := range book {
		t.Errorf("nothing says %q", template)
	}
}

// TestMessages reads small files that are wrong: a message names what was found, what would be
// read, and what helps.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		file, options, want string
	}{
		{"x,y\n1,a\n,b\n3,c\n,d\n", "", "line 3, column x: 2 values are missing in 2 of 4 rows, the first one here: fill them in, or omit their lines (-missing drop)"},
		{"x,y\n1,a\n?,b\n3,c\n", "", `line 3, column x: "?" stands for a missing value: fill it in, or omit its line (-missing drop)`},
		{"x,y\n1,a\n,b\n3,c\n", "", "line 3, column x: the value is missing: fill it in, or omit its line (-missing drop)"},
		{"x;y\n1.234;a\n5.678;b\n", "", "line 2, column x: 1.234 may be 1234 (-decimal ,) or 1.234 (-decimal .): say which mark is decimal"},
		{"a;b\n1,5;2.5\n2,5;3.5\n", "", "line 2, column b: 2.5 has another decimal mark than 1,5 in line 2 (a): write all decimals with one mark"},
		{"a;b\n1;1,5\n2.5;2\n", "", "line 3, column a: 2.5 has another decimal mark than 1,5 in line 2 (b): write all decimals with one mark"},
		{"x\n1\n2\n3\n", "rows=2", "3 rows are too many: at most 2. Take a random sample (-sample 2), or shorten the file"},
		{"a,b,c\n1,2,3\n", "columns=2", "line 1: 3 columns are too many: at most 2. Save only those that you need"},
		{"a,b,c\n1,2,3\n", "bytes=2", "1 KiB are too many, the limit is 1 KiB: save only the part that you need"},
		{
			"x,y\n1,2\n1,2,3\n1,2\n1,2\n", "",
			"line 3: 3 values below a header of 2 columns, separated by commas: complete the line, quote values with separators, or choose the separator (-separator)",
		},
		{"x,y\n1,\"a\n2,b\n", "", `line 2: the quotation mark of "a is not closed: close it, or write one inside a value twice`},
		{"x,y\n1,\"a\"b\n2,b\n", "", "line 2: b stands behind a closing quotation mark: write a quotation mark inside a value twice"},
		{"", "", "the file is empty: it needs a header such as x1,x2,y and a line for each sample"},
		{"\x89PNG\x00\x01\x02\x03", "", "this is not a text file, and no workbook: save it as CSV in UTF-8, or as .xlsx"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", ".xls files are not read: open it in its program and save it as .xlsx or CSV"},
	} {
		_, err := Read([]byte(c.file), options(t, c.options))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\ngot  %v\nwant %s", c.file, err, c.want)
		}
	}
}

// TestSay tells in a line how a file was read.
func TestSay(t *testing.T) {
	for _, c := range []struct {
		file    string
		options map[string]string
		want    string
	}{
		{"x;y;z\n1,5;2;a\n;3;b\n2,5;?;c\n3;4;d\n", map[string]string{"missing": "drop"}, "semicolons, decimal commas, 3 columns, 4 rows, 2 omitted for missing values"},
		{"x;y;z\n1,5;2;a\n;3;b\n2,5;?;c\n3;4;d\n", nil, "semicolons, decimal commas, 3 columns, 4 rows, 2 missing values in 2 rows"},
		{"x,y\n1.5,2\n", nil, "commas, 2 columns, 1 row"},
		{"x\ty\n1.5\t2\n", nil, "tabs, decimal points, 2 columns, 1 row"},
		{"1|2|3|4|5\n3|4|5|6|7\n", nil, "vertical bars, no header: names x1, x2, …, y, 5 columns, 2 rows"},
		{"x,x,y\n1,2,\xe4\n3,4,\xf6\n", nil, "encoding windows-1252, commas, equal names told apart: x (2), 3 columns, 2 rows"},
		{
			"# a\n#b\nx;y\n10 %;1.234,5\n20 %;1\n", nil,
			"semicolons, decimal commas, thousands marks, per cent signs (10 % is read as 10), 2 comment lines, 2 columns, 2 rows",
		},
		{"x y\na 1 2\nb 3 4\n", nil, "blanks, row names, 2 columns, 2 rows"},
		{"x,y\n1,2\n3,4\n5,6\n7,8\n", map[string]string{"sample": "2"}, "commas, 2 columns, 2 rows drawn at random from 4"},
		{"x\n1\n2\n", nil, "1 column, 2 rows"},
	} {
		o, err := ParseOptions(c.options)
		if err != nil {
			t.Fatal(err)
		}
		if o.Missing == Refuse {
			o.Missing = Keep // as for a preview
		}
		s, err := Read([]byte(c.file), o)
		if err != nil {
			t.Errorf("%q: %v", c.file, err)
		} else if got := s.Say().String(); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.file, got, c.want)
		}
	}
}

func TestParseOptions(t *testing.T) {
	for _, c := range []struct {
		text map[string]string
		want string
	}{
		{map[string]string{"decimal": "x"}, `-decimal cannot be "x": it may be . | ,`},
		{map[string]string{"header": "perhaps"}, `-header cannot be "perhaps": it may be yes | no`},
		{map[string]string{"separator": "a"}, `-separator cannot be "a": it may be comma | semicolon | tab | pipe | blank`},
		{map[string]string{"encoding": "EBCDIC"}, `-encoding cannot be "EBCDIC": it may be UTF-8 | UTF-16LE | UTF-16BE | GB18030 | windows-1252`},
		{map[string]string{"missing": "ignore"}, `-missing cannot be "ignore": it may be refuse | drop`},
		{map[string]string{"sample": "3000"}, `-sample cannot be "3000": it may be 1 … 2000`},
		{map[string]string{"sample": "0"}, `-sample cannot be "0": it may be 1 … 2000`},
		{map[string]string{"seed": "-1"}, `-seed cannot be "-1": it may be 0, 1, 2, …`},
		{map[string]string{"colour": "red"}, `there is no option "colour": there are encoding, separator, decimal, header, missing, sample, seed, sheet`},
		{map[string]string{"decimal": "auto", "separator": "", "header": "AUTO"}, ""},
		{map[string]string{"separator": "\t", "encoding": "latin1", "missing": "DROP", "sheet": "auto", "sample": "20", "seed": "7"}, ""},
	} {
		_, err := ParseOptions(c.text)
		var e *Error
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &e) || e.Error() != c.want) {
			t.Errorf("%v: got %v, want %q", c.text, err, c.want)
		}
	}
}

// FuzzOptions reads anything as an option: what is taken is written and read alike.
func FuzzOptions(f *testing.F) {
	for _, value := range []string{"auto", ",", "tab", "utf-16", "no", "drop", "12", "18446744073709551615", "Sheet1", "\x00", "2000"} {
		for i := range OptionNames {
			f.Add(byte(i), value)
		}
	}
	f.Fuzz(func(t *testing.T, option byte, value string) {
		o, err := ParseOptions(map[string]string{OptionNames[int(option)%len(OptionNames)]: value})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Error() == "" {
				t.Fatal(err)
			}
			return
		}
		again, err := ParseOptions(o.Text())
		if err != nil || !reflect.DeepEqual(again, o) {
			t.Errorf("%+v became %+v, %v", o, again, err)
		}
		if _, err := Read([]byte("x,y\n1,2\n"), o); err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
		}
	})
}

// TestHelp keeps the names of the options in the messages what they are.
func TestHelp(t *testing.T) {
	flag := regexp.MustCompile(`-[a-z]+\b`)
	for _, args := range calls(t, "say") {
		for _, m := range flag.FindAllStringIndex(args[0], -1) {
			if m[0] > 0 && args[0][m[0]-1] != ' ' && args[0][m[0]-1] != '(' {
				continue
			}
			if name := args[0][m[0]+1 : m[1]]; !slices.Contains(OptionNames, name) {
				t.Errorf("%q names -%s, which is no option", args[0], name)
			}
		}
	}
}
