package sheet

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// marks of thousands besides the point and the comma.
const groups = " \u00a0\u2009\u202f'’"

// A form is how a number is written.
type form struct {
	ok        bool
	decimal   byte // what must be the decimal mark; 0: nothing says so
	ambiguous byte // the mark that may be of decimals or of thousands
	plain     bool // four digits or more without a mark
	thousands bool
	perCent   bool
	simple    bool // digits with at most one point, as programs write them
	point     bool // and there is one
}

// bare takes sign and per cent sign off a number.
func bare(s string) (digits string, negative, perCent bool) {
	if s == "" {
		return "", false, false
	}
	if c := s[0]; c == '+' || c == '-' {
		s, negative = s[1:], c == '-'
	} else if rest, ok := strings.CutPrefix(s, "−"); ok {
		s, negative = rest, true
	}
	if rest, ok := strings.CutSuffix(s, "%"); ok {
		s, perCent = strings.TrimSpace(rest), true
	}
	return s, negative, perCent
}

// point reports whether a text is digits with at most one point, and where it is; −1 without one.
func point(s string) (at int, ok bool) {
	at = -1
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
		case c == '.' && at < 0:
			at = i
		default:
			return 0, false
		}
	}
	return at, len(s) > 1 || len(s) == 1 && at < 0
}

// exponent cuts off an exponent; ok is false where it is none.
func exponent(s string) (mantissa, exp string, ok bool) {
	k := strings.IndexAny(s, "eE")
	if k < 0 {
		return s, "", true
	}
	exp = s[k+1:]
	digits := strings.TrimLeft(exp, "+-")
	return s[:k], exp, digits != "" && len(exp)-len(digits) <= 1 && isDigits(digits)
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// formOf says how a number is written, and whether it is one under any marks.
func formOf(s string) (f form) {
	if s == "" || s[0] > '9' && s[0] < 0x80 {
		return f
	}
	all := s
	s, _, f.perCent = bare(s)
	if k, ok := point(s); ok { // most numbers
		n := len(s) - k - 1
		f.ok, f.point = true, k >= 0
		f.simple = all[0] < 0x80 && !f.perCent
		switch {
		case k < 0:
			f.plain = len(s) > 3
		case n == 3 && k > 0 && k <= 3 && s[0] != '0':
			f.ambiguous = '.'
		default:
			f.decimal = '.'
		}
		return f
	}
	m, exp, ok := exponent(s)
	if !ok || m == "" {
		return f
	}
	if isDigits(m) {
		f.ok, f.plain = true, len(m) > 3
		return f
	}
	dots, commas := strings.Count(m, "."), strings.Count(m, ",")
	grouped := strings.ContainsAny(m, groups)
	decimal := byte(0)
	switch {
	case dots > 0 && commas > 0:
		decimal = '.'
		if strings.LastIndexByte(m, ',') > strings.LastIndexByte(m, '.') {
			decimal = ','
		}
	case dots > 1:
		decimal = ','
	case commas > 1:
		decimal = '.'
	case dots+commas == 1:
		decimal = '.'
		if commas == 1 {
			decimal = ','
		}
		k := strings.IndexByte(m, decimal)
		if len(m)-k-1 == 3 && k > 0 && k <= 3 && m[0] != '0' && exp == "" && !grouped {
			f.ok = isDigits(m[:k]) && isDigits(m[k+1:])
			f.ambiguous = decimal
			return f
		}
	}
	_, f.thousands, f.ok = digits(m, decimal)
	f.decimal = decimal
	return f
}

// form is formOf, of a field.
func (f *field) form() form {
	if f.word {
		return form{}
	}
	if f.known {
		return form{ok: true, perCent: strings.HasSuffix(f.text, "%")}
	}
	return formOf(f.text)
}

// looksNumber reports whether a field is a number under any marks.
func (f *field) looksNumber() bool { return f.form().ok }

// marked reports whether a text is a number only with a per cent sign or marks of thousands.
// In quotation marks, which it needs no more than a word does, it is a word.
func marked(s string) bool {
	f := formOf(s)
	return f.ok && (f.perCent || f.thousands)
}

// NeedsQuotes reports whether a word must be written in quotation marks, so that it is not
// read as a number, a missing value, a comment or several columns.
func NeedsQuotes(word string) bool {
	return strings.ContainsAny(word, "\",;|\t\r\n") || marked(word) || isMissing(&field{text: word}, false) && word != "" ||
		word != "" && (word[0] == '#' || word[0] == '%')
}

// digits writes a mantissa without thousands marks and with a point.
func digits(m string, decimal byte) (plain string, thousands, ok bool) {
	whole, fraction := m, ""
	if decimal != 0 {
		if k := strings.LastIndexByte(m, decimal); k >= 0 {
			whole, fraction = m[:k], m[k+1:]
		}
	}
	if !isDigits(fraction) || whole == "" && fraction == "" {
		return "", false, false
	}
	if isDigits(whole) {
		return whole + "." + fraction, false, true
	}
	parts := strings.FieldsFunc(whole, func(r rune) bool {
		return r != rune(decimal) && (r == '.' || r == ',' || strings.ContainsRune(groups, r))
	})
	n := 0
	for i, p := range parts {
		if !isDigits(p) || i > 0 && len(p) != 3 || i == 0 && len(p) > 3 {
			return "", false, false
		}
		n += len(p)
	}
	marks := []rune(whole)
	if len(parts) < 2 || len(marks)-n != len(parts)-1 {
		return "", false, false // two marks in a row, or one at an end
	}
	marks = slices.DeleteFunc(marks, func(r rune) bool { return r >= '0' && r <= '9' })
	if slices.ContainsFunc(marks, func(r rune) bool { return r != marks[0] }) {
		return "", false, false
	}
	return strings.Join(parts, "") + "." + fraction, true, true
}

// number reads a number with that decimal mark. Hexadecimal, infinite and too large ones are none.
func number(s string, decimal byte) (float64, bool) {
	if s == "" || s[0] > '9' && s[0] < 0x80 {
		return 0, false
	}
	s, negative, _ := bare(s)
	m := s
	if k, ok := point(s); !ok || k >= 0 && decimal != '.' {
		var exp string
		if m, exp, ok = exponent(s); !ok || m == "" {
			return 0, false
		}
		if !isDigits(m) {
			if m, _, ok = digits(m, decimal); !ok {
				return 0, false
			}
		}
		if exp != "" {
			m += "e" + exp
		}
	}
	x, err := strconv.ParseFloat(m, 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, false
	}
	if negative {
		x = -x
	}
	return x, true
}

// everywhere are the missing values of any column, inNumbers those of columns of numbers,
// which are names elsewhere, such as the classes + and -.
var (
	everywhere = []string{
		"", "?", "na", "n/a", "nan", "<na>", "#n/a", "null",
		"#div/0!", "#value!", "#ref!", "#num!", "#null!", "#name?", "#spill!", "#calc!", "#field!", "#busy!",
	}
	inNumbers = []string{"-", "–", "−", "—", ".", "none"}
)

// isMissing reports whether a field stands for a value that is missing. In quotation marks
// it is a word, except among numbers.
func isMissing(f *field, numbers bool) bool {
	if len(f.text) > 7 {
		return false
	}
	if f.text == "" {
		return true
	}
	s := strings.ToLower(f.text)
	if numbers {
		return slices.Contains(everywhere, s) || slices.Contains(inNumbers, s)
	}
	return !f.quoted && slices.Contains(everywhere, s)
}

var date = regexp.MustCompile(`^(\d{4}-\d{1,2}-\d{1,2}([T ][\d:.]+(Z|[+-][\d:]+)?)?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,4}/\d{1,2}/\d{1,4})$`)

// isDate reports whether a text is a date.
func isDate(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' && date.MatchString(s) }

// A place is where a number stands.
type place struct {
	line, column int
	text         string
}

// A tally counts what a column holds.
type tally struct {
	numbers, words, dates int
	plain                 bool     // a number of four digits or more has no mark
	found                 [2]place // the first numbers with a decimal point and with a decimal comma
	mark                  byte     // of the first number whose mark may be of decimals or of thousands
	unsure                place    // this number
}

// which is the place of a decimal mark in a tally.
func which(mark byte) int {
	if mark == ',' {
		return 1
	}
	return 0
}

// tallies looks at all fields, and notes how their numbers are written.
func tallies(records []record, at []int) []tally {
	all := make([]tally, len(at))
	for i := range records {
		r := &records[i]
		for j, k := range at {
			f, t := &r.fields[k], &all[j]
			f.number = f.form()
			switch {
			case !f.number.ok:
				if !isMissing(f, true) {
					t.words++
				}
				continue
			case f.number.ambiguous != 0:
				if t.mark == 0 {
					t.mark, t.unsure = f.number.ambiguous, place{r.line, j, f.text}
				}
			case f.number.decimal != 0:
				if p := &t.found[which(f.number.decimal)]; p.line == 0 {
					*p = place{r.line, j, f.text}
				}
			}
			t.numbers++
			t.plain = t.plain || f.number.plain
		}
	}
	return all
}

// decimal decides the decimal mark over all columns that mostly hold numbers.
func (s *Sheet) decimal(all []tally) (byte, error) {
	var first [2]place
	var open *Error
	var ambiguous byte
	for i := range all {
		t := all[i]
		if t.numbers <= t.words {
			continue
		}
		if t.mark != 0 && t.plain && t.found[0].line+t.found[1].line == 0 {
			t.found[which(t.mark)] = t.unsure // 1234 beside 1.234: thousands have no marks
		}
		for k, p := range t.found {
			if p.line != 0 && (first[k].line == 0 || p.line < first[k].line) {
				first[k] = p
			}
		}
		if t.mark != 0 && open == nil {
			ambiguous = t.mark
			open = &Error{Kind: Ambiguous, Line: t.unsure.line, Column: s.Columns[i].Name, Found: t.unsure.text}
		}
	}
	point, comma := first[0], first[1]
	switch {
	case point.line > 0 && comma.line > 0:
		later, earlier := point, comma
		if comma.line > point.line || comma.line == point.line && comma.column > point.column {
			later, earlier = comma, point
		}
		return 0, &Error{
			Kind: MixedMarks, Line: later.line, Column: s.Columns[later.column].Name, Found: later.text,
			Other: earlier.text, OtherLine: earlier.line, OtherColumn: s.Columns[earlier.column].Name,
		}
	case comma.line > 0:
		return ',', nil
	case point.line > 0 || open == nil || (s.Guess.Separator == ',' || s.Guess.Separator == 0 && s.Guess.Sheet == "") && ambiguous == '.':
		return '.', nil
	}
	return 0, open
}

// fill makes the rows and says of what kind the columns are.
func (s *Sheet) fill(records []record, names, at []int) {
	cells := make([]Cell, len(records)*len(at))
	s.Rows = make([]Row, len(records))
	all := make([]tally, len(at))
	for i := range records {
		r := &records[i]
		row := cells[i*len(at) : (i+1)*len(at) : (i+1)*len(at)]
		s.Rows[i] = Row{Line: r.line, Cells: row}
		if len(names) > 0 {
			s.Rows[i].Name = r.fields[names[0]].text
		}
		for j, k := range at {
			s.cell(&row[j], &r.fields[k], &all[j])
		}
	}
	for j, k := range at {
		t, column := &all[j], &s.Columns[j]
		gone := len(records) - t.numbers - t.words
		switch {
		case t.numbers > t.words || t.words == 0 && (gone == 0 || t.numbers > 0):
			column.Kind = Numbers
		case t.dates == t.words && t.words > 0 && t.numbers == 0:
			column.Kind = Dates
		default:
			column.Kind = Words
		}
		if t.numbers == len(records) {
			continue
		}
		codes := column.Kind == Words && areCodes(records, k)
		if codes {
			s.Guess.Codes = append(s.Guess.Codes, column.Name)
		}
		for i := range records {
			c, f := &s.Rows[i].Cells[j], &records[i].fields[k]
			if c.Missing = !c.Is && isMissing(f, column.Kind == Numbers) && !(codes && f.text == "NA"); c.Missing {
				s.Guess.Missing++
			}
		}
	}
}

// areCodes reports whether the NA of a column is a code, as that of a continent or of a country: it
// stands among others of two capital letters, at least two different ones.
func areCodes(records []record, k int) bool {
	na, other, another := false, "", false
	for i := range records {
		f := &records[i].fields[k]
		switch text := f.text; {
		case text == "NA":
			na = true
		case isMissing(f, false):
		case len(text) != 2 || text[0] < 'A' || text[0] > 'Z' || text[1] < 'A' || text[1] > 'Z':
			return false
		default:
			another = another || other != "" && text != other
			other = text
		}
	}
	return na && another
}

// cell fills a cell, and counts what it holds.
func (s *Sheet) cell(c *Cell, f *field, t *tally) {
	g := &s.Guess
	c.Text = f.text
	switch how := f.number; {
	case !how.ok:
	case how.simple && g.Decimal == '.':
		if x, err := strconv.ParseFloat(f.text, 64); err == nil {
			c.Number, c.Is = x, true
			g.Decimals = g.Decimals || how.point
		}
	case f.known:
		c.Number, c.Is = number(f.text, '.')
		g.PerCent = g.PerCent || how.perCent
	default:
		if c.Number, c.Is = number(f.text, g.Decimal); !c.Is {
			break
		}
		g.Decimals = g.Decimals || (how.decimal != 0 || how.ambiguous != 0) && strings.IndexByte(f.text, g.Decimal) >= 0
		g.PerCent = g.PerCent || how.perCent
		g.Thousands = g.Thousands || how.thousands || how.ambiguous != 0 && how.ambiguous != g.Decimal
	}
	if c.Is {
		t.numbers++
		return
	}
	if !isMissing(f, true) {
		t.words++
		if t.dates == t.words-1 && isDate(f.text) {
			t.dates++
		}
	}
}

// name names the columns as the heading does, or x1, x2, …, y.
func (s *Sheet) name(heading []field, at []int) {
	used := map[string]bool{}
	for j, k := range at {
		c := Column{}
		switch {
		case k < len(heading) && heading[k].text != "":
			c = Column{Name: heading[k].text, Given: true}
		case len(heading) > 0:
			c.Name = "column " + strconv.Itoa(j+1)
		case len(at) == 1:
			c.Name = "x"
		case j == len(at)-1:
			c.Name = "y"
		case len(at) == 2:
			c.Name = "x"
		default:
			c.Name = "x" + strconv.Itoa(j+1)
		}
		base := c.Name
		for n := 2; used[c.Name]; n++ {
			c.Name = base + " (" + strconv.Itoa(n) + ")"
		}
		if c.Name != base {
			s.Guess.Renamed = append(s.Guess.Renamed, c.Name)
		}
		used[c.Name] = true
		s.Columns = append(s.Columns, c)
	}
}
