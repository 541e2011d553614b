package wire

import "maps"

// Got remembers what the last frame held that was received, and completes the next one. It
// is the other end of [Sent]. The zero value has received nothing.
type Got struct {
	layers  map[layer]string
	legends map[string]string // by panel
}

// Forget takes the next frame as the first.
func (g *Got) Forget() { g.layers, g.legends = nil, nil }

// Merge returns a frame with all layers, of one from which those are left out that were in
// the frame before. The frame itself is not changed. Frames must come in their order, and
// without mends.
func (g *Got) Merge(next *Frame) *Frame {
	f := *next
	f.Panels = make([]Panel, len(next.Panels))
	layers, legends := map[layer]string{}, map[string]string{}
	if f.Brief {
		maps.Copy(layers, g.layers)
		maps.Copy(legends, g.legends)
	}
	for i, p := range next.Panels {
		for l, svg := range g.layers {
			if l.panel == p.ID {
				layers[l] = svg
			}
		}
		if legend, ok := g.legends[p.ID]; ok {
			legends[p.ID] = legend
		}
		if !p.Away { // else what it has stays, and is not shown
			p = g.complete(p, layers, legends)
		}
		f.Panels[i] = p
	}
	g.layers, g.legends = layers, legends
	return &f
}

// complete returns a panel with all layers, and remembers them.
func (g *Got) complete(p Panel, layers map[layer]string, legends map[string]string) Panel {
	all := make(map[string]string, len(p.Layers))
	for name, svg := range p.Layers {
		layers[layer{p.ID, name}] = svg
	}
	for l, svg := range layers {
		if l.panel == p.ID {
			all[l.name] = svg
		}
	}
	p.Layers = all
	if p.Legend != nil {
		legends[p.ID] = *p.Legend
	} else if legend, ok := legends[p.ID]; ok {
		p.Legend = &legend
	}
	return p
}
