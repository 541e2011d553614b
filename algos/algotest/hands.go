package algotest

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

// handled looks at the first steps of every variant for panels that nobody can
// edit as they say.
func handled(ctx context.Context, d algos.Demo, r *report) {
	const first = 4 // steps looked at
	painted := map[string]bool{}
	for _, v := range variants(d) {
		steps, err := take(ctx, d, Small(d), v, first)
		if err != nil {
			r.fault("%v: %v", v, err)
			return
		}
		for _, s := range steps {
			panels := s.Panels()
			for _, f := range append(hands(d, panels), unset(d, panels, v)...) {
				r.fault("%v: %s", v, f)
			}
			for _, p := range panels {
				if p.Edits == mark.EditsCells || p.Edits == mark.EditsCurve {
					painted[p.Grid] = true
				}
			}
		}
	}
	r.unpainted(d, painted)
}

// unpainted lists the layers of cells that no panel edits; those that one edits are named, the
// first one also by no name.
func (r *report) unpainted(d algos.Demo, painted map[string]bool) {
	if d.Input.Cells == nil {
		return
	}
	for k, name := range d.Input.Cells.Names() {
		if !painted[name] && (k > 0 || !painted[""]) {
			r.fault("no panel edits the layer %s of cells", name)
		}
	}
}

// hands lists what is wrong with what a reader may do by hand on the pictures of a
// step: panels to edit something that the demo has not got, none to edit the
// points, and handles of which two set the same, if not from places of their own.
func hands(d algos.Demo, panels []mark.Panel) []string {
	var faults []string
	edits := false
	for _, p := range panels {
		cells := p.Edits == mark.EditsCells || p.Edits == mark.EditsCurve
		if cells && d.Input.Cells == nil {
			faults = append(faults, fmt.Sprintf("the panel %s edits cells, and the demo takes none", p.ID))
		}
		if cells && d.Input.Cells != nil && d.Input.Cells.Layer(p.Grid) == nil {
			faults = append(faults, fmt.Sprintf("the panel %s edits the layer %s of cells, and the demo has %q", p.ID, p.Grid, d.Input.Cells.Names()))
		}
		if !cells && p.Grid != "" {
			faults = append(faults, fmt.Sprintf("the panel %s names the layer %s of cells, and does not edit it", p.ID, p.Grid))
		}
		if p.Edits != "" && p.Edits != mark.EditsData && !cells {
			faults = append(faults, fmt.Sprintf("the panel %s edits %q, which is nothing", p.ID, p.Edits))
		}
		edits = edits || p.Edits == mark.EditsData
		held := map[grip]bool{}
		for _, m := range p.Marks {
			h, ok := m.(mark.Handle)
			if !ok {
				continue
			}
			g := grip{param: h.Param, lift: h.Along == mark.Lift}
			if g.lift {
				g.x = h.At.X
			}
			if h.Along == mark.Pressed {
				g.moves = fmt.Sprint("act ", h.Act)
			}
			if h.Along == mark.Listed {
				g.moves = fmt.Sprint(h.MovesX, h.MovesY)
			}
			if held[g] {
				faults = append(faults, fmt.Sprintf("the panel %s has two handles of %s", p.ID, h.Param))
			}
			held[g] = true
		}
	}
	switch {
	case d.Input.Points == nil && edits:
		faults = append(faults, "it takes no points, and a panel edits them")
	case d.Input.Points != nil && !edits:
		faults = append(faults, "no panel edits the points")
	}
	return faults
}

// A grip is what tells the handles of a panel apart.
type grip struct {
	param string
	lift  bool
	x     float64 // of a lift
	moves string  // of what is listed: the numbers that it moves
}

// unset lists the thresholds, levels and bars that do not stand where their parameter says, so
// that one would jump when it is touched. Where a value lies beyond the axis of a panel, its handle may wait
// where the panel ends. v are the parameters besides the defaults.
func unset(d algos.Demo, panels []mark.Panel, v param.Values) []string {
	var faults []string
	for _, p := range panels {
		for _, m := range p.Marks {
			h, ok := m.(mark.Handle)
			if ok && h.Along == mark.Listed {
				faults = append(faults, unlisted(d, p, h, v)...)
			}
			if !ok || h.Along != mark.Horizontal && h.Along != mark.Vertical {
				continue
			}
			at, axis := h.At.X, p.X
			if h.Along == mark.Vertical {
				at, axis = h.At.Y, p.Y
			}
			spec, _ := d.Schema().Spec(h.Param)
			text, given := v[h.Param]
			if !given {
				text = spec.Default
			}
			has, err := strconv.ParseFloat(text, 64)
			if axis.Min < axis.Max && (has < axis.Min || has > axis.Max) {
				continue
			}
			if err != nil || has != at {
				faults = append(faults, fmt.Sprintf("the panel %s has the handle of %s = %s at %v", p.ID, h.Param, text, at))
			}
		}
	}
	return faults
}

// unlisted says that a handle that moves one number of a list to the right, or upwards,
// does not stand where that number says.
func unlisted(d algos.Demo, p mark.Panel, h mark.Handle, v param.Values) []string {
	spec, _ := d.Schema().Spec(h.Param)
	text, given := v[h.Param]
	if !given {
		text = spec.Default
	}
	list, err := param.Split(text)
	if err != nil {
		return []string{fmt.Sprintf("the panel %s has a handle of %s = %q, which is no list", p.ID, h.Param, text)}
	}
	const near = 2e-6 // a distribution is divided by its sum
	var faults []string
	for _, way := range []struct {
		moves []int
		at    float64
		axis  mark.Axis
	}{{h.MovesX, h.At.X, p.X}, {h.MovesY, h.At.Y, p.Y}} {
		if len(way.moves) != 1 {
			continue
		}
		switch i := way.moves[0]; {
		case i >= len(list):
			faults = append(faults, fmt.Sprintf("the panel %s has a handle of number %d of %s = %s, counted from 0", p.ID, i, h.Param, text))
		case way.axis.Min < way.axis.Max && (list[i] < way.axis.Min || list[i] > way.axis.Max):
		case !(math.Abs(list[i]-way.at) <= near):
			faults = append(faults, fmt.Sprintf("the panel %s has the handle of number %d of %s = %s at %v", p.ID, i, h.Param, text, way.at))
		}
	}
	return faults
}
