package viz

import (
	"bytes"
	"sync"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// axes are the layout of a picture and its back layer, which at most steps of a
// run are the same as before. They are not changed once they are made.
type axes struct {
	layout *layout
	svg    []byte
}

// recent keeps the axes of the pictures drawn last, so that most pictures need
// not lay out and draw theirs: that is most of the work of a picture without a
// field. It holds two generations of at most half its size each; a full young
// one becomes the old one.
var recent axesCache

const generation = 128

type axesCache struct {
	mu         sync.Mutex
	young, old map[frame]*axes
}

func (c *axesCache) get(f frame) *axes {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a := c.young[f]; a != nil {
		return a
	}
	a := c.old[f]
	if a != nil {
		c.keep(f, a)
	}
	return a
}

func (c *axesCache) put(f frame, a *axes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(f, a)
}

func (c *axesCache) keep(f frame, a *axes) {
	if c.young == nil || len(c.young) >= generation {
		c.old, c.young = c.young, make(map[frame]*axes, generation)
	}
	c.young[f] = a
}

// cachedAxes lays out and draws the axes of a frame, or returns them as drawn
// before.
func cachedAxes(f frame, p mark.Panel) *axes {
	if a := recent.get(f); a != nil {
		return a
	}
	l := f.layOut()
	c := svgcanvas.New(vg.Length(f.options.Size.W), vg.Length(f.options.Size.H), nil)
	l.drawAxes(f.full(c))
	if f.options.Legend {
		// The legend's text is no part of a frame's key: it is not kept.
		l.drawLegend(f.full(c), legendEntries(p))
		return &axes{layout: l, svg: bytes.Clone(c.Bytes())}
	}
	a := &axes{layout: l, svg: bytes.Clone(c.Bytes())}
	recent.put(f, a)
	return a
}
