package mathml

import "strings"

// A piece is a formula or a stretch of one: a row that is not broken, or the pieces
// between which a line may be.
type piece struct {
	row     row
	of      []piece
	display bool
}

// leaves appends the rows that are not broken.
func (p piece) leaves(all []row) []row {
	if p.of == nil {
		return append(all, p.row)
	}
	for _, q := range p.of {
		all = q.leaves(all)
	}
	return all
}

// widest is the width of the widest row that is not broken, in em.
func (p piece) widest() float64 {
	most := 0.0
	for _, r := range p.leaves(nil) {
		most = max(most, em(r, p.display))
	}
	return most
}

// A level is a kind of place at which a line may be broken, the best one first.
type level int

const (
	commas       level = iota // behind a comma
	implications              // before ⇒
	relations                 // before =
	sums                      // before + and −
	products                  // before other operators
	brackets                  // at all these within brackets
)

// divide breaks a row that is wider than it may be at the best places that it has, and
// what is still too wide at the next best ones.
func divide(r row, from level, most float64, display bool) piece {
	if em(r, display) <= most {
		return piece{row: r, display: display}
	}
	for at := from; at <= brackets; at++ {
		parts := breaks(r, at)
		if len(parts) < 2 {
			continue
		}
		p := piece{of: make([]piece, len(parts)), display: display}
		for i, part := range parts {
			p.of[i] = divide(part, min(at+1, brackets), most, display)
		}
		return p
	}
	return piece{row: r, display: display}
}

// breaks cuts a row at the places of a level.
func breaks(r row, at level) []row {
	if at == brackets {
		return breaksWithin(r)
	}
	parts := cut(flat(r, false), 0, at)
	if at == relations && len(parts) > 1 && em(parts[0], true) <= leftSide {
		parts = append([]row{join(parts[0], parts[1])}, parts[2:]...)
	}
	return parts
}

// breaksWithin cuts a row within its outermost brackets that have such a place.
func breaksWithin(r row) []row {
	atoms := flat(r, true)
	deepest, depth := 0, 0
	for _, a := range atoms {
		switch a.node.class() {
		case opening:
			depth++
			deepest = max(deepest, depth)
		case closing:
			depth--
		}
	}
	for d := 1; d <= deepest; d++ {
		if parts := cut(atoms, d, brackets); len(parts) > 1 {
			return parts
		}
	}
	return nil
}

// An atom is an expression of a row, taken out of what marks it.
type atom struct {
	node  node
	marks []*marked // the outermost first
}

// flat is a row as atoms. With open, wide marks and brackets that do not grow with
// what is between them are opened, for a line may be broken within.
func flat(r row, open bool) []atom {
	var all []atom
	for _, n := range r {
		if !open || em(n, true) <= narrow/2 {
			all = append(all, atom{node: n})
			continue
		}
		switch n := n.(type) {
		case marked:
			for _, a := range flat(n.body, true) {
				a.marks = append([]*marked{&n}, a.marks...)
				all = append(all, a)
			}
		case row:
			all = append(all, flat(n, true)...)
		case fence:
			if n.tall || n.open == "" || n.close == "" {
				all = append(all, atom{node: n})
				continue
			}
			all = append(all, atom{node: &operator{symbol: symbol{class: opening, text: n.open}, form: prefix}})
			all = append(all, flat(n.body, true)...)
			all = append(all, atom{node: &operator{symbol: symbol{class: closing, text: n.close}, form: postfix}})
		default:
			all = append(all, atom{node: n})
		}
	}
	return all
}

// remark is the row of some atoms, with their marks from a depth on around them.
func remark(atoms []atom, depth int) row {
	var r row
	for i := 0; i < len(atoms); {
		if len(atoms[i].marks) <= depth {
			r = append(r, atoms[i].node)
			i++
			continue
		}
		start, mark := i, atoms[i].marks[depth]
		for i < len(atoms) && len(atoms[i].marks) > depth && atoms[i].marks[depth] == mark {
			i++
		}
		r = append(r, marked{ref: mark.ref, body: remark(atoms[start:i], depth+1)})
	}
	return r
}

// cut divides atoms at the places of a level that lie within so many brackets. An
// operator that then begins a part keeps its form.
func cut(atoms []atom, within int, at level) []row {
	var all []row
	start, depth := 0, 0
	for i, a := range atoms {
		if i > start && depth == within && breaksBefore(atoms, i, at) {
			all = append(all, remark(atoms[start:i], 0))
			start = i
			if o := core(a.node); o != nil && o.symbol.class == bin {
				o.form = infix
			}
		}
		switch a.node.class() {
		case opening:
			depth++
		case closing:
			depth--
		}
	}
	return append(all, remark(atoms[start:], 0))
}

// breaksBefore reports whether a line may be broken before an atom.
func breaksBefore(atoms []atom, i int, at level) bool {
	n := atoms[i].node
	within := at == brackets
	switch n.class() {
	case closing:
		return false
	case rel:
		if isImplication(n) {
			return at == implications || within
		}
		return at == relations || within
	case bin:
		if isSum(n) {
			return at == sums || within
		}
		return (at == products || within) && !isPowerOfTen(atoms, i)
	}
	if _, blank := n.(space); blank {
		return false
	}
	return (at == commas || within) && behindComma(atoms[:i])
}

// isImplication reports whether a relation joins statements, not values.
func isImplication(n node) bool {
	o := core(n)
	return o != nil && strings.Contains("⇒⇐⇔", o.symbol.text)
}

// isSum reports whether an operator joins terms, not factors.
func isSum(n node) bool {
	switch core(n).symbol.text {
	case "+", "−", "±", "∓", "∪", "∖", "∨", "⊕":
		return true
	}
	return false
}

// isPowerOfTen reports whether a sign is within a number: 2.2 · 10⁻¹⁶.
func isPowerOfTen(atoms []atom, i int) bool {
	if i == 0 || i+1 == len(atoms) {
		return false
	}
	_, isNumber := atoms[i-1].node.(number)
	power, isPower := atoms[i+1].node.(scripted)
	return isNumber && isPower && power.base == node(number("10"))
}

// behindComma reports whether atoms end with a comma or semicolon, and blanks.
func behindComma(atoms []atom) bool {
	for i := len(atoms) - 1; i >= 0; i-- {
		switch n := atoms[i].node.(type) {
		case space:
			continue
		case *operator:
			return n.symbol.class == punct && (n.symbol.text == "," || n.symbol.text == ";")
		}
		return false
	}
	return false
}

// formulas divides a row at its wide spaces.
func formulas(r row) []row {
	var all []row
	start := 0
	for i, n := range r {
		if isWideSpace(n) {
			if i > start {
				all = append(all, r[start:i])
			}
			start = i + 1
		}
	}
	if start < len(r) || len(all) == 0 {
		all = append(all, r[start:])
	}
	return all
}

func isWideSpace(n node) bool {
	s, ok := n.(space)
	return ok && (string(s) == spaces["quad"] || string(s) == spaces["qquad"])
}

func join(a, b row) row { return append(a[:len(a):len(a)], b...) }
