package mathml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Width estimates how wide a sentence with formulas between dollar signs is, in em of
// the maths font, were it all on one line. A formula on a line of its own begins with
// \displaystyle. A sentence that [Inline] refuses has no width.
func Width(sentence string) float64 {
	sum := 0.0
	err := split(sentence, func(words string) { sum += prose(words) }, func(tex, punctuation string) error {
		r, err := parse(tex)
		sum += em(r, false) + prose(punctuation)
		return err
	})
	if err != nil {
		return 0
	}
	return sum
}

// em estimates how wide an expression is, in em of the maths font. A browser test
// holds it against what is drawn: where a line can be broken, and how much a formula
// shrinks on a narrow one, depends on it.
func em(n node, display bool) float64 {
	m := metrics{display: display}
	return m.of(n)
}

// small is the size of scripts.
const small = 0.7

// metrics measure expressions where they stand.
type metrics struct {
	display bool // not within a fraction, a table or a script
	scripts int
}

func (m metrics) inner() metrics { return metrics{scripts: m.scripts} }

// script measures what is smaller, in em of what is around it.
func (m metrics) script(n node) float64 {
	switch {
	case n == nil:
		return 0
	case m.scripts > 0: // the second level is hardly smaller than the first
		return 0.75 * metrics{scripts: 2}.of(n)
	}
	return small * metrics{scripts: 1}.of(n)
}

func (m metrics) of(n node) float64 {
	switch n := n.(type) {
	case ident:
		return m.name(n)
	case number:
		return 0.5*float64(len(n)) - 0.22*float64(strings.Count(string(n), "."))
	case text:
		return prose(string(n))
	case space:
		return length(string(n))
	case *operator:
		return m.operator(n)
	case row:
		return m.row(n)
	case scripted:
		return m.scripted(n)
	case fraction:
		in, scale := m.inner(), 1.0
		if n.display == "false" || n.display == "" && !m.display && m.scripts == 0 {
			in.scripts, scale = 1, small
		}
		w := 0.24 + scale*max(in.of(n.num), in.of(n.den))
		if n.binomial {
			w += 1.2
		}
		return w
	case root:
		return 0.95 + m.inner().of(n.body)
	case accented:
		return m.of(n.base)
	case lined:
		return m.of(n.body)
	case braced:
		return m.of(n.body)
	case stacked:
		return max(m.of(n.base), m.script(n.other))
	case fence:
		return m.fence(n)
	case marked:
		return m.row(n.body)
	case styled:
		return metrics{display: n.display == "true", scripts: m.scripts}.row(n.body)
	case table:
		return m.table(n)
	}
	return 0
}

func (m metrics) row(r row) float64 {
	sum := 0.0
	for i, n := range r {
		sum += m.of(n)
		if isFunction(n) && i+1 < len(r) && takesSpace(r[i+1]) {
			sum += 0.1667
		}
	}
	return sum
}

// name measures a letter, or a name that is set upright.
func (m metrics) name(n ident) float64 {
	s := n.symbol.text
	count := utf8.RuneCountInString(s)
	if count > 1 {
		return 0.5*float64(count) + 0.1
	}
	switch {
	case strings.Contains("ijlιt′", s):
		return 0.36
	case strings.Contains("mwMWΩω…⋯%", s):
		return 0.9
	case s >= "A" && s <= "Z", strings.Contains("ΓΔΘΛΞΠΣΥΦΨ∇∂∞⊤", s):
		return 0.78
	case utf8.RuneLen([]rune(s)[0]) == 4: // an alphabet of its own
		return 0.75
	}
	return 0.57
}

func (m metrics) operator(o *operator) float64 {
	s := o.symbol
	spaced := func(glyph, around float64) float64 {
		if m.scripts > 0 || o.attrs != "" {
			return glyph
		}
		return glyph + around
	}
	switch s.class {
	case rel:
		return spaced(0.8, 0.556)
	case bin:
		if s.text == "⋅" {
			return spaced(0.28, 0.444)
		}
		return spaced(0.78, 0.444)
	case punct:
		return spaced(0.28, 0.167)
	case large:
		if m.display {
			return 1.45 + 0.167
		}
		return 1.06 + 0.167
	case opening, closing:
		return bracket(s.text, o.size)
	}
	if s.text == "−" || s.text == "+" {
		return 0.78
	}
	return 0.39
}

// bracket is the width of a bracket of a fixed size.
func bracket(s, size string) float64 {
	w := 0.39
	switch s {
	case "|":
		w = 0.28
	case "{", "}", "‖":
		w = 0.5
	}
	if size != "" {
		w += 0.15 * (length(size) - 0.6)
	}
	return w
}

func (m metrics) scripted(n scripted) float64 {
	base, sub, sup := m.of(n.base), m.script(n.sub), m.script(n.sup)
	if hasLimits(n.base) && (m.display || !movesLimits(n.base)) {
		return max(base, sub, sup)
	}
	w := base + max(sub, sup) + 0.06
	switch { // around what carries something, the spaces are the compiler's own
	case m.scripts > 0:
	case n.class() == rel:
		w += 2 * 0.2778
	case n.class() == bin:
		w += 2 * 0.2222
	}
	return w
}

// movesLimits reports whether limits stand beside what carries them within a sentence.
func movesLimits(n node) bool {
	_, isBraced := n.(braced)
	return !isBraced
}

func (m metrics) fence(n fence) float64 {
	w := m.of(n.body)
	for _, s := range [2]string{n.open, n.close} {
		switch {
		case s == "":
		case n.tall:
			w += 0.75
		default:
			w += bracket(s, "")
		}
	}
	return w
}

func (m metrics) table(n table) float64 {
	in, scale := m.inner(), 1.0
	switch n.name {
	case "smallmatrix":
		in.scripts, scale = 1, small
	case "aligned":
		in.display = true
	}
	var columns []float64
	for _, cells := range n.rows {
		for i, cell := range cells {
			if i == len(columns) {
				columns = append(columns, 0)
			}
			columns[i] = max(columns[i], in.row(cell))
		}
	}
	sum := 0.0
	for _, w := range columns {
		sum += scale * w
	}
	if n.name != "aligned" {
		sum += 0.8 * float64(len(columns)-1) // the padding of cells
	}
	return sum
}

// prose measures words, which are set in the font of the page and a little smaller
// than letters. Chinese ones are as wide as high.
func prose(s string) float64 {
	sum := 0.0
	for _, r := range s {
		switch {
		case r >= 0x2E80:
			sum += 0.9
		case r == ' ' || r == '\u00a0':
			sum += 0.25
		default:
			sum += 0.51
		}
	}
	return sum
}

// length reads a length in em.
func length(s string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSuffix(s, "em"), 64)
	if err != nil {
		return 0 // the empty one
	}
	return x
}
