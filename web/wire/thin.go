package wire

import (
	"hash/maphash"
	"maps"
	"slices"
)

// Sent remembers what the last frame held that was sent to a client, or to several
// that are sent the same. The zero value remembers nothing.
type Sent struct {
	seed   maphash.Seed
	layers map[layer]uint64 // hashes; nil: nothing was sent
}

// A layer is one string of a frame that is sent when it changes.
type layer struct{ panel, name string }

// Forget lets the next frame hold every layer.
func (s *Sent) Forget() { s.layers = nil }

// Thin returns a frame without what the client has already, and remembers it as
// sent. The frame itself is not changed.
func (s *Sent) Thin(whole *Frame) *Frame {
	if s.layers == nil {
		s.seed = maphash.MakeSeed()
	}
	f := *whole
	f.Panels = slices.Clone(f.Panels)
	sent := make(map[layer]uint64, len(s.layers))
	same := func(l layer, text string) bool {
		h := maphash.String(s.seed, text)
		was, ok := s.layers[l]
		sent[l] = h
		return ok && was == h
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.Away { // the client keeps what it has
			for l, h := range s.layers {
				if l.panel == p.ID {
					sent[l] = h
				}
			}
			continue
		}
		layers := make(map[string]string, len(p.Layers))
		for name, svg := range p.Layers {
			if !same(layer{p.ID, name}, svg) {
				layers[name] = svg
			}
		}
		p.Layers = layers
		if p.Legend != nil && same(layer{p.ID, "legend"}, *p.Legend) {
			p.Legend = nil
		}
	}
	if f.Brief {
		maps.Copy(s.layers, sent)
		return &f
	}
	// A panel that is not in this frame is gone from the page.
	s.layers = sent
	return &f
}
