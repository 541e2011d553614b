package viz

import (
	"strings"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Tip is what a tooltip says of a mark's item with a reference, in the layer of
// that name.
type Tip struct{ Layer, Ref, Text string }

// Tips returns what tooltips say of the items with one reference, in the order of
// the marks: what [Draw] leaves out of a quiet picture. Nothing is drawn for it.
func Tips(p mark.Panel, ref string) []Tip {
	return tips(p, func(r string) bool { return r == ref })
}

// AllTips is [Tips] of all references.
func AllTips(p mark.Panel) []Tip { return tips(p, func(string) bool { return true }) }

func tips(p mark.Panel, wanted func(ref string) bool) []Tip {
	var out []Tip
	for _, m := range p.Marks {
		var refs []string
		var tips []say.Phrase
		var tip func(int) say.Phrase
		switch m := m.(type) {
		case mark.Points:
			refs, tips, tip = m.Refs, m.Tips, m.Tip
		case mark.Bars:
			refs, tips, tip = m.Refs, m.Tips, m.Tip
		case mark.Rect:
			refs, tips = []string{m.Ref}, []say.Phrase{m.Tip}
		case mark.Graph:
			for _, n := range m.Nodes {
				refs, tips = append(refs, n.Ref), append(tips, n.Tip)
			}
		}
		for i, r := range refs {
			if r == "" || !wanted(r) {
				continue
			}
			if text := tipOf(i, tips, tip); text != "" {
				out = append(out, Tip{Layer: layers[mark.LayerOf(m)], Ref: r, Text: text})
			}
		}
	}
	return out
}

// tipOf is the tip of a mark's item i, which is listed or made.
func tipOf(i int, tips []say.Phrase, tip func(int) say.Phrase) string {
	if tip != nil {
		return tip(i).String()
	}
	return at(tips, i, "").String()
}

// tell gives the next element the reference of a mark's item, and its tip where
// the picture has it.
func (p *pen) tell(i int, refs []string, tips []say.Phrase, tip func(int) say.Phrase) {
	if p.note == nil {
		return
	}
	ref := at(refs, i, "")
	if p.options.Quiet && ref != "" {
		p.remark(ref, "")
		return
	}
	p.remark(ref, tipOf(i, tips, tip))
}

// also says what else lights up with the next element.
func (p *pen) also(refs []string) {
	if p.note != nil && len(refs) > 0 {
		p.note.Attribute("data-also", strings.Join(refs, " "))
	}
}
