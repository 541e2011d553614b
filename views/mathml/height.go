package mathml

// Heights of lines, in em.
const (
	lineHeight = 1.45
	tallHeight = 2.75 // with a fraction, a sum or a table of two rows
	rowHeight  = 1.3  // of a table
)

// Height estimates how high a displayed formula is where lines are so many em wide, in em
// of its font. A formula with an error is one line.
func Height(tex string, line float64) float64 {
	r, err := parse(tex)
	if err != nil {
		return lineHeight
	}
	t, ok := isAligned(r)
	if !ok {
		return stack(r, line)
	}
	left, sum := 0.0, 0.0
	for _, cells := range t.rows {
		left = max(left, em(cells[0], true))
	}
	for _, cells := range t.rows {
		switch {
		case len(cells) == 1:
			sum += stack(cells[0], line)
		case left > aside:
			sum += stack(join(cells[0], cells[1]), line)
		default:
			sum += stack(cells[1], line-left)
		}
	}
	return sum
}

// stack is the height of formulas on as many lines as they take.
func stack(r row, line float64) float64 {
	sum, width, height := 0.0, 0.0, 0.0
	var put func(p piece)
	put = func(p piece) {
		w, h := 0.0, 0.0
		for _, leaf := range p.leaves(nil) {
			w, h = w+em(leaf, true), max(h, rowsHeight(leaf))
		}
		if p.of != nil && w > line {
			for _, q := range p.of {
				put(q)
			}
			return
		}
		if width > 0 && width+w > line {
			sum, width, height = sum+height, 0, 0
		}
		width, height = width+w, max(height, h)
	}
	for _, formula := range formulas(r) {
		put(divide(formula, commas, narrow, true))
	}
	return sum + height
}

// rowsHeight is the height of a row that is not broken.
func rowsHeight(r row) float64 {
	if !isTall(r) {
		return lineHeight
	}
	most := tallHeight
	for _, n := range r {
		switch n := n.(type) {
		case fence:
			most = max(most, rowsHeight(n.body))
		case marked:
			most = max(most, rowsHeight(n.body))
		case table:
			most = max(most, rowHeight*float64(len(n.rows)))
		}
	}
	return most
}
