package mathml

import (
	"strconv"
	"strings"
)

// Widths by which a formula is divided, in em of the maths font.
const (
	// narrow is what fits on every line: of a phone 320 px wide, with a panel around
	// it and the indentation of a line that goes on.
	narrow   = 14.0
	leftSide = 4.0 // a left-hand side up to this wide stays with what it equals
	aside    = 7.0 // left-hand sides up to this wide stand beside the right-hand ones
)

// Display typesets a formula on a line of its own, so that it fits on every line.
// One that may be too wide for some is divided into parts, and parts into parts:
//
//	<span class="eq-part"><math displaystyle="true">…</math><wbr/>…</span>
//
// The package documentation says where. The error is a [*SyntaxError].
func Display(tex string) (string, error) {
	return compiled.get(cacheKey{tex: tex, form: partsForm}, func() (string, error) {
		r, err := parse(tex)
		if err != nil {
			return "", err
		}
		var e emitter
		e.Grow(16*len(tex) + 256)
		if t, ok := isAligned(r); ok {
			e.lines(t)
		} else {
			e.formulas(r, 0)
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
		if em(r, false) > narrow {
			all = nil
			for _, formula := range formulas(r) {
				all = divide(formula, commas, narrow, false).leaves(all)
			}
		}
		if punctuation != "" {
			last := len(all) - 1
			all[last] = join(all[last], row{text(punctuation)})
		}
		var e emitter
		e.Grow(16*len(tex) + 64)
		for i, part := range all {
			if i > 0 {
				e.add(lineBreak)
			}
			e.element(inlineForm, part)
		}
		return e.String(), nil
	})
}

// Punctuation returns the start of words that stays on the line of a formula
// before it.
func Punctuation(words string) string {
	return words[:len(words)-len(strings.TrimLeft(words, ",.;:!?)]，。；：！？、）”"))]
}

// Between two parts: a line may be broken, and the same with a wide space, which
// leaves no mark at the end of a line.
const (
	lineBreak = "<wbr/>"
	wideBreak = `<span class="eq-gap"> </span>`
)

// formulas writes formulas that wide spaces set off, beside something that takes
// part of the line.
func (e *emitter) formulas(r row, beside float64) {
	for i, formula := range formulas(r) {
		if i > 0 {
			e.add(wideBreak)
		}
		p := divide(formula, commas, narrow-beside, true)
		// In an aligned block, all lines shrink together.
		class := ""
		if beside == 0 {
			class = fitting(p.widest())
		}
		if p.of == nil && class == "" {
			e.element(partsForm, p.row)
			continue
		}
		e.add(`<span class="eq-part`, class, `">`)
		e.within(p)
		e.add("</span>")
	}
}

// within writes what a part consists of.
func (e *emitter) within(p piece) {
	if p.of == nil {
		e.element(partsForm, p.row)
		return
	}
	for i, q := range p.of {
		if i > 0 {
			e.add(lineBreak)
		}
		if q.of == nil {
			e.element(partsForm, q.row)
			continue
		}
		e.add(`<span class="eq-part">`)
		e.within(q)
		e.add("</span>")
	}
}

// isAligned reports whether a formula is one block with an alignment in every line.
func isAligned(r row) (table, bool) {
	if len(r) != 1 {
		return table{}, false
	}
	t, ok := r[0].(table)
	if !ok || t.name != "aligned" {
		return table{}, false
	}
	for _, cells := range t.rows {
		if len(cells) > 2 {
			return table{}, false
		}
	}
	return t, true
}

// lines writes an aligned block: every line is broken on its own, to the right of the
// alignment, or below its left-hand side if that is wide.
func (e *emitter) lines(t table) {
	left, widest := 0.0, 0.0
	for _, cells := range t.rows {
		left = max(left, em(cells[0], true))
	}
	for _, cells := range t.rows {
		if left <= aside && len(cells) == 2 {
			for _, formula := range formulas(cells[1]) {
				widest = max(widest, left+divide(formula, commas, narrow-left, true).widest())
			}
		}
	}
	if left > aside {
		e.add(`<span class="eq-stack">`)
		for _, cells := range t.rows {
			line := cells[0]
			if len(cells) == 2 {
				line = join(line, cells[1])
			}
			e.add("<span>")
			e.formulas(line, 0)
			e.add("</span>")
		}
		e.add("</span>")
		return
	}
	e.add(`<span class="eq-rows`, fitting(widest), `">`)
	for _, cells := range t.rows {
		e.add(`<span class="eq-left">`)
		if len(cells[0]) > 0 {
			e.element(partsForm, cells[0])
		}
		e.add(`</span><span class="eq-right">`)
		if len(cells) == 2 {
			e.formulas(cells[1], left)
		}
		e.add("</span>")
	}
	e.add("</span>")
}

// fitting is the class of a formula with a part that does not fit on every line and
// cannot be broken, by the width of the part: a style sheet makes it smaller where
// the line is narrower. It begins with a blank; there is none for what fits.
func fitting(width float64) string {
	if width <= narrow {
		return ""
	}
	const widest = 40
	n := min(int(width/2)*2+2, widest)
	return " fit-" + strconv.Itoa(n)
}
