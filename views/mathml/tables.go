package mathml

import "strings"

// fence writes brackets. Around what is no taller than a line they do not
// stretch: stretched to it they would leave gaps.
func (e *emitter) fence(n fence) {
	e.add("<mrow>")
	stretch := ` stretchy="false"`
	if n.tall {
		stretch = ` stretchy="true"`
	}
	if n.open != "" {
		e.add(`<mo form="prefix"`, stretch)
		e.operatorEnd("", n.open)
	}
	e.items(n.body)
	if n.close != "" {
		e.add(`<mo form="postfix"`, stretch)
		e.operatorEnd("", n.close)
	}
	e.add("</mrow>")
}

func (e *emitter) table(n table) {
	switch n.name {
	case "aligned":
		e.add(`<mtable class="aligned" displaystyle="true">`)
	case "smallmatrix":
		e.add(`<mtable scriptlevel="1">`)
	default:
		e.add("<mtable>")
	}
	for _, cells := range n.rows {
		e.add("<mtr>")
		for i, cell := range cells {
			e.add("<mtd", n.cellClass(i, len(cells)), ">")
			e.items(cell)
			e.add("</mtd>")
		}
		e.add("</mtr>")
	}
	e.add("</mtable>")
}

// cellClass is the class attribute of a cell, with a blank before it. Cells are
// centred where nothing else is said.
func (n table) cellClass(column, columns int) string {
	align := byte('c')
	switch n.name {
	case "aligned":
		align = "rl"[column%2]
	case "cases":
		align = 'l'
	case "array":
		if column < len(n.align) {
			align = n.align[column]
		}
	}
	var classes []string
	switch align {
	case 'l':
		classes = append(classes, "tl")
	case 'r':
		classes = append(classes, "tr")
	}
	if column == 0 {
		classes = append(classes, "fl")
	}
	if column == columns-1 {
		classes = append(classes, "fr")
	}
	if classes == nil {
		return ""
	}
	return ` class="` + strings.Join(classes, " ") + `"`
}
