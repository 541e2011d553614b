package param

import (
	"math"
	"strconv"
	"strings"

	"playground/algos/say"
)

// MaxSide is the most rows, and the most columns, of a matrix: it is edited by hand, a number
// at a time.
const MaxSide = 12

// sumsTo is how near to 1 a sum must be: what remains is rounding of the numbers as they
// are typed, and shows in ten digits.
const sumsTo = 1e-9

// A Sum says which numbers of a matrix sum to 1.
type Sum string

// The sums.
const (
	EachRow Sum = "rows" // those of each row: a distribution per row
	AllOf   Sum = "all"  // all of them: a joint distribution
)

// An Extent says how many rows or columns a matrix may have.
type Extent struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// A Form is what a matrix must be; the limits of its numbers are those of its [Spec].
type Form struct {
	Rows      Extent   `json:"rows"`
	Cols      Extent   `json:"cols"`
	Square    bool     `json:"square,omitempty"`    // it has as many rows as columns
	Sum       Sum      `json:"sum,omitempty"`       // what sums to 1; empty: nothing has to
	Symmetric bool     `json:"symmetric,omitempty"` // and square
	Step      float64  `json:"step,omitempty"`      // by which a key changes a number; 0: a twentieth of the range
	RowNames  []string `json:"row_names,omitempty"` // what rows are called; those without a name are counted from 1
	ColNames  []string `json:"col_names,omitempty"`
}

// Matrix binds a small matrix, row by row, with its default and the limits of its numbers. It
// has the size of its default unless [Binding.Size] or [Binding.Square] says another. check, if
// not nil, judges what those limits leave open, such as whether it is positive definite: it
// says what is wrong, and nothing if nothing is.
//
// Its text has blanks or commas between numbers and semicolons between rows: "0.7 0.3; 0.2 0.8".
// A page shows a table of numbers.
func (s *Set) Matrix(dst *[][]float64, name string, def [][]float64, lo, hi float64, check func([][]float64) say.Phrase) Binding {
	text := FormatRows(def)
	*dst, _ = readRows(text) // a copy
	form := &Form{Rows: Extent{len(def), len(def)}, Cols: Extent{len(def[0]), len(def[0])}}
	return s.add(Spec{Name: name, Kind: Matrix, Default: text, Min: &lo, Max: &hi, Slider: [2]float64{lo, hi}, Matrix: form}, func(canonical string) error {
		values, fault := readRows(canonical)
		if fault == "" && check != nil {
			fault = check(values)
		}
		if fault != "" {
			return &Error{Field: name, Message: fault}
		}
		*dst = values
		return nil
	})
}

// Size says how many rows and columns a matrix may have.
func (b Binding) Size(rows, cols Extent) Binding {
	b.spec.Matrix.Rows, b.spec.Matrix.Cols = rows, cols
	return b
}

// Square says that a matrix has as many rows as columns.
func (b Binding) Square(least, most int) Binding {
	b.spec.Matrix.Square = true
	return b.Size(Extent{least, most}, Extent{least, most})
}

// Symmetric says that a matrix equals its transpose: a reader who changes a number changes both.
func (b Binding) Symmetric() Binding {
	b.spec.Matrix.Symmetric, b.spec.Matrix.Square = true, true
	return b
}

// Sums says which numbers of a matrix sum to 1. A page offers to normalise them.
func (b Binding) Sums(which Sum) Binding { b.spec.Matrix.Sum = which; return b }

// Step is by how much a key changes a number of a matrix.
func (b Binding) Step(by float64) Binding { b.spec.Matrix.Step = by; return b }

// Names are what the rows and the columns of a matrix are called.
func (b Binding) Names(rows, cols []string) Binding {
	b.spec.Matrix.RowNames, b.spec.Matrix.ColNames = rows, cols
	return b
}

// FormatRows writes a matrix as it stands in a link.
func FormatRows(rows [][]float64) string {
	var b []byte
	for i, row := range rows {
		if i > 0 {
			b = append(b, "; "...)
		}
		for j, x := range row {
			if j > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendFloat(b, x+0, 'g', -1, 64) // −0 is written as 0
		}
	}
	return string(b)
}

// rowEnds are what separates rows, and gaps what separates the numbers of one.
func rowEnds(r rune) bool { return r == ';' || r == '\n' || r == '\r' }
func gaps(r rune) bool    { return r == ',' || r == ' ' || r == '\t' }

// readRows reads a matrix; the fault is empty if it is one. It looks at no more rows and
// columns than one too many.
func readRows(text string) (rows [][]float64, fault say.Phrase) {
	text = strings.ReplaceAll(text, "−", "-")
	for line := range strings.FieldsFuncSeq(text, rowEnds) {
		if strings.TrimFunc(line, gaps) == "" {
			continue
		}
		v := say.Vars{"row": len(rows) + 1, "most": MaxSide}
		if len(rows) == MaxSide {
			return nil, v.Text("a matrix has at most <most> rows: remove those from row <row> on")
		}
		var row []float64
		for field := range strings.FieldsFuncSeq(line, gaps) {
			v["column"], v["given"] = len(row)+1, quote(field)
			if len(row) == MaxSide {
				return nil, v.Text("row <row> has more than <most> numbers: remove those from column <column> on")
			}
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, v.Text("row <row>, column <column>: <given> is not a finite number")
			}
			row = append(row, x+0)
		}
		if len(rows) > 0 && len(row) != len(rows[0]) {
			v["n"], v["first"] = len(row), len(rows[0])
			return nil, v.Text("row <row> has <n number>, and row 1 has <first>: give all rows equally many")
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, "the matrix is empty: write its rows, such as 0.7 0.3; 0.2 0.8"
	}
	return rows, ""
}

// canonicalMatrix is the shortest form of a matrix that is as it must be.
func (p Spec) canonicalMatrix(text string) (string, error) {
	fail := func(fault say.Phrase) (string, error) { return "", &Error{Field: p.Name, Message: fault} }
	if most := MaxSide * MaxSide * 32; len(text) > most {
		return fail(say.Vars{"n": len(text), "most": most}.Text("<n> characters are too many: at most <most>"))
	}
	rows, fault := readRows(text)
	if fault == "" {
		fault = p.misshapen(rows)
	}
	if fault == "" {
		fault = p.beyond(rows)
	}
	if fault == "" {
		fault = p.Matrix.unbalanced(rows)
	}
	if fault != "" {
		return fail(fault)
	}
	return FormatRows(rows), nil
}

// misshapen says what is wrong with the size of a matrix.
func (p Spec) misshapen(rows [][]float64) say.Phrase {
	f := p.Matrix
	v := say.Vars{"rows": len(rows), "columns": len(rows[0])}
	count := func(n int, of Extent, fixed, span string) say.Phrase {
		v["least"], v["most"] = of.Least, of.Most
		switch {
		case n >= of.Least && n <= of.Most:
			return ""
		case of.Least == of.Most:
			return v.Text(fixed)
		}
		return v.Text(span)
	}
	if fault := count(len(rows), f.Rows, "the matrix has <rows row>: it must have <most>", "the matrix has <rows row>: it must have from <least> to <most>"); fault != "" {
		return fault
	}
	if fault := count(len(rows[0]), f.Cols, "the matrix has <columns column>: it must have <most>", "the matrix has <columns column>: it must have from <least> to <most>"); fault != "" {
		return fault
	}
	if f.Square && len(rows) != len(rows[0]) {
		return v.Text("the matrix has <rows row> and <columns column>: it must have as many rows as columns")
	}
	return ""
}

// beyond names the first number that is out of the limits.
func (p Spec) beyond(rows [][]float64) say.Phrase {
	for i, row := range rows {
		for j, x := range row {
			if x < *p.Min || x > *p.Max {
				v := say.Vars{"row": i + 1, "column": j + 1, "given": say.Sig(x, 6), "least": say.Sig(*p.Min, 6), "most": say.Sig(*p.Max, 6)}
				return v.Text("row <row>, column <column>: <given> is out of range: it must be from <least> to <most>")
			}
		}
	}
	return ""
}

// unbalanced says which numbers do not sum to 1, or differ from those across the diagonal.
func (f *Form) unbalanced(rows [][]float64) say.Phrase {
	total := 0.0
	for i, row := range rows {
		sum := 0.0
		for j, x := range row {
			sum += x
			if f.Symmetric && j < i && x != rows[j][i] {
				v := say.Vars{"row": i + 1, "column": j + 1, "here": say.Sig(x, 10), "there": say.Sig(rows[j][i], 10)}
				return v.Text("row <row>, column <column> is <here>, and row <column>, column <row> is <there>: make both equal")
			}
		}
		total += sum
		if f.Sum == EachRow && math.Abs(sum-1) > sumsTo {
			return say.Vars{"row": i + 1, "sum": say.Sig(sum, 10)}.Text("row <row> sums to <sum>: make it 1, or press Normalise")
		}
	}
	if f.Sum == AllOf && math.Abs(total-1) > sumsTo {
		return say.Vars{"sum": say.Sig(total, 10)}.Text("the numbers sum to <sum>: make it 1, or press Normalise")
	}
	return ""
}

// Row is what row i of the matrix is called, counted from 0; Col does the same for columns.
func (f *Form) Row(i int) string { return nameOf(f.RowNames, i) }

// Col is what column j of the matrix is called, counted from 0.
func (f *Form) Col(j int) string { return nameOf(f.ColNames, j) }

func nameOf(names []string, k int) string {
	if k < len(names) {
		return names[k]
	}
	return strconv.Itoa(k + 1)
}
