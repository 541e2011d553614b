package mathml

import "strings"

// Widths in characters, by which a displayed formula is divided.
const (
	shortLeft  = 6  // a left-hand side that stays with what it equals
	shortChain = 14 // relations that stay together: 0 ≤ α ≤ C
	phone      = 24 // what fits on a line of a narrow screen
)

// Display typesets a formula on a line of its own in parts between which a
// narrow screen may break the line:
//
//	<span class="eq-part"><math displaystyle="true">…</math></span> …
//
// The package documentation says where the parts divide. The error is a
// [*SyntaxError].
func Display(tex string) (string, error) {
	return compiled.get(cacheKey{tex: tex, form: partsForm}, func() (string, error) {
		r, err := parse(tex)
		if err != nil {
			return "", err
		}
		var e emitter
		e.Grow(16*len(tex) + 256)
		for _, part := range parts(r) {
			e.add(`<span class="eq-part">`)
			e.element(partsForm, part)
			e.add("</span>")
		}
		return e.String(), nil
	})
}

// Flow typesets a formula within a sentence, with the punctuation behind it: a
// browser would break the line between the two. A formula that is wider than a phone
// becomes several <math> elements, between which the line may break. [Inline] does
// this for a whole sentence.
func Flow(tex, punctuation string) (string, error) {
	return compiled.get(cacheKey{tex, punctuation, flowForm}, func() (string, error) {
		r, err := parse(tex)
		if err != nil {
			return "", err
		}
		all := []row{r}
		if width(r) > phone {
			all = parts(r)
		}
		if punctuation != "" {
			last := len(all) - 1
			all[last] = join(all[last], row{text(punctuation)})
		}
		var e emitter
		e.Grow(16*len(tex) + 64)
		for _, part := range all {
			e.element(inlineForm, part)
		}
		return e.String(), nil
	})
}

// Punctuation returns the start of words that stays on the line of a formula
// before it.
func Punctuation(words string) string {
	return words[:len(words)-len(strings.TrimLeft(words, ",.;:!?)]"))]
}

// parts divides a row at its outermost relations and wide spaces, and what is
// still too wide at its sums. Brackets keep together what is between them.
func parts(r row) []row {
	var wide []row
	for _, formula := range formulas(r) {
		chain := cut(formula, func(n node) bool { return n.class() == rel })
		switch {
		case width(formula) <= shortChain:
			chain = []row{formula}
		case len(chain) > 1 && width(chain[0]) <= shortLeft:
			chain = append([]row{join(chain[0], chain[1])}, chain[2:]...)
		}
		wide = append(wide, chain...)
	}
	var all []row
	for _, part := range wide {
		if width(part) <= phone {
			all = append(all, part)
			continue
		}
		all = append(all, cut(part, func(n node) bool { return n.class() == bin })...)
	}
	return all
}

func join(a, b row) row { return append(a[:len(a):len(a)], b...) }

// cut divides a row before every expression outside brackets at which divides
// is true. An operator that then begins a part keeps its form.
func cut(r row, divides func(node) bool) []row {
	var all []row
	start, depth := 0, 0
	for i, n := range r {
		switch n.class() {
		case opening:
			depth++
		case closing:
			depth--
		}
		if depth > 0 || i == start || !divides(n) {
			continue
		}
		all = append(all, r[start:i])
		start = i
		if o := core(n); o != nil && o.symbol.class == bin {
			o.form = infix
		}
	}
	return append(all, r[start:])
}

// formulas divides a row behind its wide spaces: at the end of a line they
// leave no mark.
func formulas(r row) []row {
	var all []row
	start := 0
	for i, n := range r {
		if isWideSpace(n) {
			all = append(all, r[start:i+1])
			start = i + 1
		}
	}
	if start < len(r) || start == 0 {
		all = append(all, r[start:])
	}
	return all
}

func isWideSpace(n node) bool {
	s, ok := n.(space)
	return ok && (string(s) == spaces["quad"] || string(s) == spaces["qquad"])
}

// width estimates how many characters wide an expression is; scripts count half.
func width(n node) int { return (halves(n) + 1) / 2 }

func halves(n node) int {
	switch n := n.(type) {
	case ident:
		return 2 * len([]rune(n.text))
	case number:
		return 2 * len(n)
	case text:
		return 2 * len([]rune(string(n)))
	case *operator:
		if n.symbol.class == bin || n.symbol.class == rel {
			return 4
		}
		return 2
	case row:
		sum := 0
		for _, item := range n {
			sum += halves(item)
		}
		return sum
	case scripted:
		return halves(n.base) + (max(halvesOf(n.sub), halvesOf(n.sup))+1)/2
	case fraction:
		return max(halves(n.num), halves(n.den))
	case root:
		return 2 + halves(n.body)
	case accented:
		return halves(n.base)
	case lined:
		return halves(n.body)
	case braced:
		return halves(n.body)
	case stacked:
		return max(halves(n.base), halves(n.other)/2)
	case fence:
		return 4 + halves(n.body)
	case marked:
		return halves(n.body)
	case styled:
		return halves(n.body)
	case table:
		most := 0
		for _, cells := range n.rows {
			sum := 0
			for _, cell := range cells {
				sum += 2 + halves(cell)
			}
			most = max(most, sum)
		}
		return most
	}
	return 2
}

func halvesOf(n node) int {
	if n == nil {
		return 0
	}
	return halves(n)
}
