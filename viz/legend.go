package viz

import (
	"bytes"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// An entry is a mark, or one level of a field, with the words that explain it.
type entry struct {
	text  string
	mark  mark.Mark
	level *mark.Level
}

// legendEntries collects what a panel's legend explains, in the order of the
// marks; of equal words the first.
func legendEntries(p mark.Panel) []entry {
	var entries []entry
	seen := make(map[string]bool)
	add := func(e entry) {
		if e.text != "" && !seen[e.text] {
			seen[e.text] = true
			entries = append(entries, e)
		}
	}
	for _, m := range classSamples(p) {
		add(entry{text: m.Legend.String(), mark: m})
	}
	for _, m := range p.Marks {
		add(entry{text: legendText(m), mark: m})
		if f, ok := m.(mark.Field); ok {
			for i := range f.Levels {
				add(entry{text: f.Levels[i].Label.String(), mark: m, level: &f.Levels[i]})
			}
		}
	}
	return entries
}

func legendText(m mark.Mark) string {
	switch m := m.(type) {
	case mark.Points:
		return m.Legend.String()
	case mark.Rings:
		return m.Legend.String()
	case mark.Field:
		return m.Legend.String()
	case mark.PolyLine:
		return m.Legend.String()
	case mark.Ray:
		return m.Legend.String()
	case mark.Band:
		return m.Legend.String()
	case mark.Arrows:
		return m.Legend.String()
	case mark.Segments:
		return m.Legend.String()
	case mark.Ellipses:
		return m.Legend.String()
	case mark.Bars:
		return m.Legend.String()
	case mark.Matrix:
		return m.Legend.String()
	case mark.Graph:
		return m.Legend.String()
	case mark.Rect:
		return m.Legend.String()
	case mark.Rule:
		return m.Legend.String()
	case mark.Handle:
		return m.Legend.String()
	}
	return ""
}

// The size of a swatch, in CSS pixels.
const swatchW, swatchH = 26, 14

// Explained reports whether the panel has a legend.
func Explained(p mark.Panel) bool { return len(legendEntries(p)) > 0 }

// legendOf returns the panel's legend with a swatch for every entry.
func legendOf(p mark.Panel, l look) []LegendItem {
	entries := legendEntries(p)
	if len(entries) == 0 {
		return nil
	}
	l.stroke = min(l.stroke, 1.2) // a swatch does not grow with the picture
	items := make([]LegendItem, len(entries))
	c := canvases.Get().(*svgcanvas.Canvas)
	defer canvases.Put(c)
	for i, e := range entries {
		c.Reset(swatchW, swatchH, nil)
		l.swatch(draw.NewCanvas(c, swatchW, swatchH), e)
		var b bytes.Buffer
		b.WriteString(`<svg class="swatch" width="26" height="14" viewBox="0 0 26 14" aria-hidden="true">`)
		b.Write(c.Bytes())
		b.WriteString(`</svg>`)
		items[i] = LegendItem{Text: e.text, Swatch: b.Bytes()}
	}
	return items
}

// swatch draws a sample of a mark into a small area.
func (l look) swatch(c draw.Canvas, e entry) {
	p := &pen{Canvas: c, look: l}
	middle := c.Center()
	left, right := vg.Point{X: c.Min.X + 1, Y: middle.Y}, vg.Point{X: c.Max.X - 1, Y: middle.Y}
	line := func(s stroke) {
		p.use(s)
		p.segment(left, right)
	}
	block := func(r svgcanvas.Role, opacity float64) {
		p.SetColor(paint(r, opacity))
		p.Fill(roundRect(vg.Rectangle{Min: c.Min.Add(vg.Point{X: 2, Y: 2}), Max: c.Max.Sub(vg.Point{X: 2, Y: 2})}, 2))
	}
	if e.level != nil {
		line(l.resolve(e.level.Style, levelStyle(*e.level)))
		return
	}
	switch m := e.mark.(type) {
	case mark.Points:
		p.sampleDots(m)
	case mark.Rings:
		p.use(l.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 1.4}))
		p.Stroke(p.circle(middle, 5.4))
	case mark.Field:
		p.sampleField(m.Scale)
	case mark.PolyLine:
		if m.Fill {
			block(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, 2*washed))
			return
		}
		line(l.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 2}))
	case mark.Ray:
		line(l.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 2}))
	case mark.Band:
		block(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, 2*washed))
	case mark.Arrows:
		p.arrow(left, right, l.resolve(m.Style, stroke{role: svgcanvas.Accent, width: 2.2}))
	case mark.Segments:
		line(l.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.4}))
	case mark.Ellipses:
		p.use(l.resolve(at(m.Style, 0, mark.Style{}), stroke{role: svgcanvas.C0, width: 2}))
		p.Stroke(p.circle(middle, 5.4))
	case mark.Bars:
		r := roleOr(m.Style.Role, svgcanvas.Soft)
		if len(m.Class) > 0 {
			r = classRole(m.Class[0])
		}
		block(r, orDefault(m.Style.Opacity, 0.6))
	case mark.Matrix:
		p.sampleField(m.Scale)
	case mark.Graph:
		line(stroke{role: svgcanvas.Soft, width: 1.4})
	case mark.Rect:
		if m.Fill {
			block(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, 2*washed))
			return
		}
		line(l.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.4}))
	case mark.Rule:
		line(l.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.2}))
	case mark.Handle:
		p.drawDot(middle, 4.6, p.grip(m), m.Style.Opacity)
	}
}

// sampleDots shows one point, or the first points of two classes.
func (p *pen) sampleDots(m mark.Points) {
	looks := p.dots(m)
	middle := p.Center()
	switch {
	case len(looks) == 0:
		return
	case len(looks) == 1:
		p.drawDot(middle, 4.6, looks[0], m.Style.Opacity)
	default:
		p.drawDot(middle.Sub(vg.Point{X: 6}), 4.4, looks[0], m.Style.Opacity)
		p.drawDot(middle.Add(vg.Point{X: 6}), 4.4, looks[1], m.Style.Opacity)
	}
}

// sampleField shows the ends of a field's scale.
func (p *pen) sampleField(scale mark.FieldScale) {
	colors := shading{scale: scale}.colors()
	var cells []int
	switch scale {
	case mark.Sequential:
		cells = []int{ramp / 2, ramp, 3 * ramp / 2, 2 * ramp}
	case mark.Regions:
		cells = []int{1, 2, 3}
	default:
		cells = []int{ramp, ramp / 2, 0, ramp + ramp/2, 2 * ramp}
	}
	w := (p.Max.X - p.Min.X - 4) / vg.Length(len(cells))
	for i, k := range cells {
		x := p.Min.X + 2 + vg.Length(i)*w
		p.SetColor(colors[k])
		p.Fill(p.polygon(vg.Point{X: x, Y: p.Min.Y + 2}, vg.Point{X: x + w, Y: p.Min.Y + 2},
			vg.Point{X: x + w, Y: p.Max.Y - 2}, vg.Point{X: x, Y: p.Max.Y - 2}))
	}
}

// A legendRow is the entries that stand side by side.
type legendRow []entry

// legendRows breaks the entries into rows of at most that width.
func legendRows(entries []entry, l look, w float64) []legendRow {
	var rows []legendRow
	x := w // full
	for _, e := range entries {
		need := legendStep(e, l)
		if x+need > w {
			rows = append(rows, nil)
			x = 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		x += need
	}
	return rows
}

func legendStep(e entry, l look) float64 { return swatchW + 6 + width(e.text, l.tick) + l.tick }

func legendHeight(entries []entry, l look, w float64) float64 {
	n := len(legendRows(entries, l, w-12))
	if n == 0 {
		return 0
	}
	return float64(n)*1.7*l.tick + 4
}

// drawLegend writes the legend below the axes.
func (l *layout) drawLegend(c draw.Canvas, entries []entry) {
	rows := legendRows(entries, l.look, l.options.Size.W-12)
	y := vg.Length(legendHeight(entries, l.look, l.options.Size.W))
	for _, row := range rows {
		y -= vg.Length(1.7 * l.tick)
		x := vg.Length(6)
		for _, e := range row {
			base := y + vg.Length(0.3*l.tick)
			box := vg.Rectangle{Min: vg.Point{X: x, Y: base + vg.Length(0.36*l.tick) - swatchH/2}}
			box.Max = box.Min.Add(vg.Point{X: swatchW, Y: swatchH})
			l.swatch(draw.Canvas{Canvas: c.Canvas, Rectangle: box}, e)
			c.SetColor(opaque[svgcanvas.Soft])
			writeText(c, svgcanvas.Text{At: vg.Point{X: x + swatchW + 6, Y: base}, String: e.text, Size: l.tick})
			x += vg.Length(legendStep(e, l.look))
		}
	}
}
