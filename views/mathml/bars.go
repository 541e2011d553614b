package mathml

// Bars | and ‖ look alike whether they open, close or divide. In a pair of
// brackets, or outside all, bars that are even in number open and close in turn:
// ‖w‖²|x|. Where they are odd, one that cannot open, because an operand stands
// before it, divides: p(x|z).

// bars follows the bars of a row, by the brackets that they stand in.
type bars struct {
	paired map[*operator]class // opening or closing
	open   map[string]bool     // the others
}

func isBar(o *operator) bool {
	return o.symbol.class == ord && (o.symbol.text == "|" || o.symbol.text == "‖")
}

// findBars counts the bars of a row; a row without any costs nothing.
func findBars(r row) bars {
	any := false
	for _, n := range r {
		if o := core(n); o != nil && isBar(o) {
			any = true
			break
		}
	}
	if !any {
		return bars{}
	}
	b := bars{paired: make(map[*operator]class), open: make(map[string]bool)}
	b.pair(r)
	return b
}

// pair finds the bars that have a partner within their brackets.
func (b bars) pair(r row) {
	type group map[string][]*operator
	stack := []group{{}}
	finish := func(g group) {
		for _, found := range g {
			if len(found)%2 != 0 {
				continue
			}
			for i := 0; i < len(found); i += 2 {
				b.paired[found[i]], b.paired[found[i+1]] = opening, closing
			}
		}
	}
	for _, n := range r {
		o := core(n)
		if o == nil {
			continue
		}
		top := len(stack) - 1
		switch {
		case isBar(o):
			stack[top][o.symbol.text] = append(stack[top][o.symbol.text], o)
		case o.symbol.class == opening:
			stack = append(stack, group{})
		case o.symbol.class == closing && top > 0:
			finish(stack[top])
			stack = stack[:top]
		}
	}
	for _, g := range stack {
		finish(g)
	}
}

// settle gives a bar its role; before is the class of what precedes it.
func (b bars) settle(o *operator, before class) {
	name := o.symbol.text
	role, paired := b.paired[o]
	switch {
	case paired:
	case b.open[name]:
		role, b.open[name] = closing, false
	case before != ord && before != closing:
		role, b.open[name] = opening, true
	}
	o.symbol.class = role
	switch role {
	case opening:
		o.form = prefix
	case closing:
		o.form = postfix
	default: // ord, the zero class
		o.form, o.attrs = infix, tight
	}
}
