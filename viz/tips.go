package viz

import "playground/algos"

// A Tip is what a tooltip says of a mark's item, in the layer of that name.
type Tip struct{ Layer, Text string }

// Tips returns what tooltips say of the items with a reference, in the order of
// the marks: what [Draw] leaves out of a quiet picture. Nothing is drawn for it.
func Tips(p algos.Panel, ref string) []Tip {
	if ref == "" {
		return nil
	}
	var out []Tip
	for _, m := range p.Marks {
		var refs, tips []string
		switch m := m.(type) {
		case algos.Points:
			refs, tips = m.Refs, m.Tips
		case algos.Bars:
			refs, tips = m.Refs, m.Tips
		}
		for i, r := range refs {
			if text := at(tips, i, ""); r == ref && text != "" {
				out = append(out, Tip{Layer: layers[algos.LayerOf(m)], Text: text})
			}
		}
	}
	return out
}
