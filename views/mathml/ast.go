package mathml

// A node is an expression: one of the types below.
type node interface{ class() class }

// An ident is a letter, a constant or the name of a function.
type ident struct {
	symbol
	function bool // set off from its neighbours by thin spaces
	limits   bool // carries its scripts above and below in a displayed formula
}

// A number is a run of digits.
type number string

// An operator is a sign, a relation, a bracket or a comma. Its class is settled
// when its row is complete: only the neighbours tell a sign from a difference.
type operator struct {
	symbol
	form   form
	size   string // height of a bracket of fixed size, or middle
	limits bool
}

// middle is the size of a bar that grows with the brackets around it.
const middle = "middle"

// A form is how an operator stands to its operands, where the element's place
// in its row would tell the browser otherwise.
type form uint8

const (
	byPlace form = iota
	prefix
	infix
	postfix
)

// A text is words, set upright.
type text string

// A space is a width in em.
type space string

// A row is expressions side by side.
type row []node

// A fraction is one expression over another; a binomial has no bar.
type fraction struct {
	num, den row
	binomial bool
	display  string // value of displaystyle around it; empty to inherit
}

// A root is a square root, or the one that index names.
type root struct{ body, index row }

// A scripted expression has a subscript, a superscript or both; nil is none.
type scripted struct {
	base     node
	sub, sup node
}

// An accented expression has a mark above it.
type accented struct {
	accent
	base row
}

// A lined expression has a line above or below it.
type lined struct {
	body  row
	under bool
}

// A braced expression has a brace below or above it, which a script labels.
type braced struct {
	body  row
	under bool
}

// A stacked expression has another above or below it.
type stacked struct {
	base, other row
	under       bool
}

// A fence is an expression in brackets that grow with it.
type fence struct {
	open, close string // empty for none
	body        row
	tall        bool // the body is taller than a line
}

// A table is an environment.
type table struct {
	name  string
	align string // 'l', 'c' and 'r' for each column of an array
	rows  [][]row
}

// A marked expression stands for the thing called ref, or is highlighted.
type marked struct {
	ref  string
	body row
}

// A styled expression is set as in a displayed formula, or as within a line.
type styled struct {
	display string // "true" or "false"
	body    row
}

func (ident) class() class       { return ord }
func (number) class() class      { return ord }
func (o *operator) class() class { return o.symbol.class }
func (text) class() class        { return ord }
func (space) class() class       { return ord }
func (fraction) class() class    { return ord }
func (root) class() class        { return ord }
func (accented) class() class    { return ord }
func (lined) class() class       { return ord }
func (fence) class() class       { return ord }
func (table) class() class       { return ord }
func (marked) class() class      { return ord }
func (styled) class() class      { return ord }
func (row) class() class         { return ord }
func (s scripted) class() class  { return s.base.class() }
func (b braced) class() class    { return ord }
func (s stacked) class() class {
	if len(s.base) == 1 {
		return s.base[0].class()
	}
	return ord
}

// isFunction reports whether thin spaces set a node off from its neighbours: a
// function's name, and a large operator with scripts, which the browser spaces
// only without.
func isFunction(n node) bool {
	switch n := n.(type) {
	case ident:
		return n.function
	case scripted:
		return isFunction(n.base) || n.class() == large
	case stacked:
		return len(n.base) == 1 && isFunction(n.base[0])
	}
	return false
}

// hasLimits reports whether a node carries its scripts above and below.
func hasLimits(n node) bool {
	switch n := n.(type) {
	case ident:
		return n.limits
	case *operator:
		return n.limits
	case braced:
		return true
	}
	return false
}

// settle gives every operator of a complete row its role: a sign where nothing
// stands before it that it could join, a bar that opens or closes. before is the
// class that precedes the row: opening at its start, ord in a cell that continues
// a line.
func settle(r row, before class) {
	bars := findBars(r)
	for i, n := range r {
		if _, ok := n.(space); ok {
			continue
		}
		o := core(n)
		if o == nil {
			before = n.class()
			if isFunction(n) {
				before = large
			}
			continue
		}
		switch {
		case o.symbol.class == bin && (before == opening || before == bin || before == rel || before == large || before == punct):
			o.symbol.class, o.form = ord, prefix
		case o.symbol.class == bin && i == 0:
			o.form = infix // first in its element, yet after something
		case isBar(o):
			bars.settle(o, before)
		}
		before = o.symbol.class
		if o.form == prefix && before == ord {
			before = bin // "− −1": a sign after a sign
		}
	}
}

// alone makes an operator that is the whole of a group or a script an ordinary
// character, without space around it: {,} and x^*.
func alone(r row) {
	if len(r) != 1 {
		return
	}
	o, ok := r[0].(*operator)
	if !ok || o.symbol.class == large || o.symbol.class == opening || o.symbol.class == closing {
		return
	}
	o.symbol.class, o.form, o.attrs = ord, byPlace, tight
}

// core returns the operator that gives a node its class, nil if it is none.
func core(n node) *operator {
	switch n := n.(type) {
	case *operator:
		return n
	case scripted:
		return core(n.base)
	}
	return nil
}

// isTall reports whether a row is taller than a line of text, so that the
// brackets around it must grow.
func isTall(r row) bool {
	for _, n := range r {
		switch n := n.(type) {
		case table, braced, stacked:
			return true
		case fraction:
			if n.display != "false" {
				return true
			}
		case fence:
			if n.tall {
				return true
			}
		case *operator:
			if n.symbol.class == large || n.size != "" && n.size != middle {
				return true
			}
		case scripted:
			if hasLimits(n.base) || isTall(row{n.base}) {
				return true
			}
		case root:
			if isTall(n.body) {
				return true
			}
		case lined:
			if isTall(n.body) {
				return true
			}
		case marked:
			if isTall(n.body) {
				return true
			}
		case styled:
			if isTall(n.body) {
				return true
			}
		case row:
			if isTall(n) {
				return true
			}
		}
	}
	return false
}
