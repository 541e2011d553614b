package say

import (
	"math"
	"strconv"
	"strings"

	"playground/algos/arith"
)

// The ways to write a number in a phrase.
const (
	asNumber = 'n'
	asFactor = 'f'
	asPower  = 'p'
)

// figure writes a number in a phrase. What is rounded waits for its digits until
// the phrase is said, because they depend on the equation around it.
func figure(x float64, n int, form byte, tex bool) string {
	f := aNumber{x: x, digits: n, form: form, tex: tex}
	short := f.written(n)
	if math.IsNaN(x) || math.IsInf(x, 0) || short == f.written(most) {
		return short
	}
	kind := []byte{openFigure, form, either(tex, "t", "u")[0]}
	return string(kind) + strconv.Itoa(n) + ":" + strconv.FormatFloat(x, 'g', -1, 64) + string(closeFigure)
}

// aNumber is a number that may be written with more digits.
type aNumber struct {
	x      float64
	digits int
	form   byte
	tex    bool
}

// written writes the number with n digits, or with as many as it always has.
func (f aNumber) written(n int) string {
	n = max(n, f.digits)
	d := split(f.x, n)
	if f.form == asPower {
		d = scientific(f.x, n)
	}
	switch {
	case f.form == asFactor:
		return d.factor()
	case f.tex:
		return d.tex()
	}
	return d.unicode()
}

// most is the largest number of digits that an equation may ask for.
const most = 12

// enough are the digits to try, fewest first: those of the numbers that are
// reckoned with, and those of a result.
var enough = [][2]int{{3, 3}, {4, 3}, {5, 3}, {4, 4}, {6, 3}, {5, 5}, {7, 3}, {6, 6}, {8, 3}, {10, 3}, {8, 8}, {10, 10}, {most, most}}

// settle gives every number of a text its digits: three, or as many as make the
// equations true in which it stands.
func settle(text string) string {
	if strings.IndexByte(text, openFigure) < 0 {
		return text
	}
	var numbers []aNumber
	text = cutFigures(text, &numbers)
	formula := !strings.Contains(text, "$") && numbers[0].tex
	var out strings.Builder
	for i, part := range strings.Split(text, "$") {
		if i > 0 {
			out.WriteByte('$')
		}
		for _, s := range arith.Statements(part, formula || i%2 == 1) {
			n := strings.Count(string(s), string(aFigure))
			out.WriteString(settled(s, numbers[:n]))
			numbers = numbers[n:]
		}
	}
	return out.String()
}

// cutFigures puts a mark for every number that waits for its digits.
func cutFigures(text string, numbers *[]aNumber) string {
	var out strings.Builder
	for {
		before, code, ok := strings.Cut(text, string(openFigure))
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		code, text, _ = strings.Cut(code, string(closeFigure))
		n, x, _ := strings.Cut(code[2:], ":")
		f := aNumber{form: code[0], tex: code[1] == 't'}
		f.digits, _ = strconv.Atoi(n)
		f.x, _ = strconv.ParseFloat(x, 64)
		*numbers = append(*numbers, f)
		out.WriteByte(aFigure)
	}
}

// settled writes a statement with the fewest digits with which it is true. One that
// is not true with any has the usual digits.
func settled(s arith.Statement, numbers []aNumber) string {
	if len(numbers) == 0 {
		return string(s)
	}
	sides := s.Sides()
	results := make([]bool, 0, len(numbers))
	for _, side := range sides {
		n := strings.Count(side, string(aFigure))
		for range n {
			results = append(results, isResult(side, n))
		}
	}
	usual := with(s, numbers, results, enough[0])
	if len(sides) < 2 {
		return usual
	}
	for i, n := range enough {
		text := usual
		if i > 0 {
			text = with(s, numbers, results, n)
		}
		if _, faults := arith.Statement(text).Check(); len(faults) == 0 {
			return text
		}
	}
	return usual
}

// isResult reports whether a side with n numbers that wait for their digits is a
// number alone, a vector or a matrix: nothing that has to be reckoned.
func isResult(side string, n int) bool {
	side = strings.TrimSpace(bare.Replace(side))
	if n == 1 && strings.Trim(side, " -−+") == string(aFigure) {
		return true
	}
	inside, ok := strings.CutPrefix(side, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	return ok && closed && strings.Trim(inside, " ,;-−.0123456789"+string(aFigure)) == ""
}

// bare leaves out what may stand around a number without being part of a sum.
var bare = strings.NewReplacer(
	`\begin{pmatrix}`, "(", `\end{pmatrix}`, ")",
	`\hl{`, "", "{", "", "}", "", "&", "", `\,`, "", `\;`, "", `\\`, "", `\begin`, "", `\end`, "", "aligned", "", "\n", "",
)

func with(s arith.Statement, numbers []aNumber, results []bool, n [2]int) string {
	var out strings.Builder
	k := 0
	for i, part := range strings.Split(string(s), string(aFigure)) {
		if i > 0 {
			digits := n[0]
			if results[k] {
				digits = n[1]
			}
			out.WriteString(numbers[k].written(digits))
			k++
		}
		out.WriteString(part)
	}
	return out.String()
}
