package wire

import (
	"hash/maphash"
	"maps"
	"slices"
)

// Sent remembers what the last frame held that was sent to a client, or to several
// that are sent the same. The zero value remembers nothing.
type Sent struct {
	// Mend lets the next frames say of a layer what has changed in it, where that is little,
	// and not the whole. For that the layers themselves are remembered.
	Mend bool

	seed   maphash.Seed
	layers map[layer]uint64 // hashes; nil: nothing was sent
	texts  map[layer]string // of layers that can be mended
}

// A layer is one string of a frame that is sent when it changes.
// What a frame says is one, too, which is sent with every frame that is not brief: it has
// no panel.
type layer struct{ panel, name string }

// What a frame says, by the names of its fields.
const (
	layerSay     = "say"
	layerPromise = "promise"
)

// Forget lets the next frame hold every layer.
func (s *Sent) Forget() { s.layers, s.texts = nil, nil }

// Thin returns a frame without what the client has already, and remembers it as
// sent. The frame itself is not changed.
func (s *Sent) Thin(whole *Frame) *Frame {
	if s.layers == nil {
		s.seed = maphash.MakeSeed()
	}
	f := *whole
	f.Panels = slices.Clone(f.Panels)
	if !s.Mend {
		s.texts = nil // they are larger than all else that is remembered
	} else if s.texts == nil {
		s.texts = map[layer]string{}
	}
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
			l := layer{p.ID, name}
			if same(l, svg) {
				continue
			}
			if m, ok := s.mended(l, svg); !ok {
				layers[name] = svg
			} else if p.Mends == nil {
				p.Mends = map[string][]Mend{name: m}
			} else {
				p.Mends[name] = m
			}
		}
		p.Layers = layers
		if p.Legend != nil && same(layer{p.ID, "legend"}, *p.Legend) {
			p.Legend = nil
		}
	}
	if s.texts != nil && !f.Brief {
		for name, text := range map[string]*string{layerSay: &f.Say, layerPromise: &f.Promise} {
			l := layer{name: name}
			same(l, *text)
			m, ok := s.mended(l, *text)
			if !ok {
				continue
			}
			if f.Mends == nil {
				f.Mends = map[string][]Mend{}
			}
			f.Mends[name], *text = m, ""
		}
	}
	if f.Brief && s.layers != nil {
		maps.Copy(s.layers, sent)
		return &f
	}
	// A panel that is not in this frame is gone from the page.
	s.layers = sent
	maps.DeleteFunc(s.texts, func(l layer, _ string) bool {
		_, ok := sent[l]
		return !ok
	})
	return &f
}

// mended returns what mends a layer, if that is short, and remembers the layer as sent.
func (s *Sent) mended(l layer, svg string) ([]Mend, bool) {
	if s.texts == nil {
		return nil, false
	}
	old := s.texts[l]
	s.texts[l] = svg
	return mends(old, svg)
}
