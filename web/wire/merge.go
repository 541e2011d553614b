package wire

import (
	"fmt"
	"maps"
)

// Got remembers what the last frame held that was received, and completes the next one. It
// is the other end of [Sent]. The zero value has received nothing. A copy goes its own way.
type Got struct {
	layers  map[layer]string
	legends map[string]string // by panel
}

// Merge returns a frame with all layers, and all it says, of one from which is left out
// what was in the frame before, or mended. The frame itself is not changed. Frames must come
// in their order: mends of another frame are an error, and nothing is remembered then.
func (g *Got) Merge(next *Frame) (*Frame, error) {
	f := *next
	f.Panels = make([]Panel, len(next.Panels))
	layers, legends := map[layer]string{}, map[string]string{}
	if f.Brief {
		maps.Copy(layers, g.layers)
		maps.Copy(legends, g.legends)
	} else if err := g.completeWords(&f, layers); err != nil {
		return nil, err
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
			var err error
			if p, err = complete(p, layers, legends); err != nil {
				return nil, err
			}
		}
		f.Panels[i] = p
	}
	g.layers, g.legends = layers, legends
	return &f, nil
}

// completeWords completes what a frame says, and remembers it.
func (g *Got) completeWords(f *Frame, layers map[layer]string) error {
	for name, text := range map[string]*string{layerSay: &f.Say, layerPromise: &f.Promise} {
		l := layer{name: name}
		if m, ok := f.Mends[name]; ok {
			var err error
			if *text, err = mend(g.layers[l], m); err != nil {
				return fmt.Errorf("mend %s of frame %d: %w", name, f.ID, err)
			}
		}
		layers[l] = *text
	}
	f.Mends = nil
	return nil
}

// complete returns a panel with all layers, and remembers them.
func complete(p Panel, layers map[layer]string, legends map[string]string) (Panel, error) {
	for name, svg := range p.Layers {
		layers[layer{p.ID, name}] = svg
	}
	for name, m := range p.Mends {
		l := layer{p.ID, name}
		svg, err := mend(layers[l], m)
		if err != nil {
			return Panel{}, fmt.Errorf("mend layer %s of panel %s: %w", name, p.ID, err)
		}
		layers[l] = svg
	}
	all := make(map[string]string, len(p.Layers))
	for l, svg := range layers {
		if l.panel == p.ID {
			all[l.name] = svg
		}
	}
	p.Layers, p.Mends = all, nil
	if p.Legend != nil {
		legends[p.ID] = *p.Legend
	} else if legend, ok := legends[p.ID]; ok {
		p.Legend = &legend
	}
	return p, nil
}
