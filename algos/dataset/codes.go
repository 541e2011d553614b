package dataset

import (
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"
)

// codeColumn is the name of a column that numbers the classes of a file whose labels are words: −1
// and 1, or 0, 1, 2, …. It says the order of the classes where that is not the one of their first
// appearance.
const codeColumn = "code"

// codes are what a column of that name says of the words of the others.
type codes struct {
	at    int                 // of the column; −1: there is none
	words []map[string]string // of the other columns: the code of each word
	bad   []bool              // of the other columns: a word has two codes
}

// newCodes looks for that column.
func newCodes(t *sheet) *codes {
	c := &codes{at: slices.Index(t.columns, codeColumn)}
	if c.at >= 0 {
		c.words, c.bad = make([]map[string]string, len(t.columns)), make([]bool, len(t.columns))
	}
	return c
}

// row reads the current row.
func (c *codes) row(t *sheet) {
	if c.at < 0 {
		return
	}
	code := t.fields[c.at]
	for k, text := range t.fields {
		if c.bad[k] || k == c.at {
			continue
		}
		if c.words[k] == nil {
			c.words[k] = map[string]string{}
		}
		text = norm.NFC.String(text)
		was, known := c.words[k][text]
		if c.bad[k] = known && was != code || numberName(text) || len(c.words[k]) > MaxClasses; !c.bad[k] {
			c.words[k][text] = code
		}
	}
}

// A coded is the code of each word of a column.
type coded map[string]int

// of are the codes of the words of column k, where each has one of its own; nil where they have not.
func (c *codes) of(k int) coded {
	if c.at < 0 || k == c.at || c.bad[k] || len(c.words[k]) == 0 || len(c.words[k]) > MaxClasses {
		return nil
	}
	by, all := coded{}, []float64(nil)
	for word, code := range c.words[k] {
		y, err := strconv.Atoi(code)
		if err != nil {
			return nil
		}
		by[word], all = y, append(all, float64(y))
	}
	n := len(all)
	if all = distinct(all); len(all) < n || !counted(all) && !signs(all) {
		return nil
	}
	return by
}

// signs reports whether numbers are −1 and 1, or one of them.
func signs(all []float64) bool {
	return !slices.ContainsFunc(all, func(y float64) bool { return y != -1 && y != 1 })
}

// coding numbers the classes of words as their codes do.
func (c coded) coding(texts []string) coding {
	var all []float64
	for _, y := range c {
		all = append(all, float64(y))
	}
	out := coding{signed: signs(all)}
	for _, text := range texts {
		k := c[text]
		if out.signed {
			k = max(k, 0)
		}
		for len(out.names) <= k {
			out.names = append(out.names, "")
		}
		out.class, out.names[k] = append(out.class, k), text
	}
	return out
}

// code is the number of class k in such a column.
func (s Set) code(k int) int {
	if s.Signed {
		return 2*k - 1
	}
	return k
}
