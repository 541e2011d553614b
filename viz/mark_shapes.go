package viz

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz/svgcanvas"
)

func (p *pen) rectangle(m mark.Rect) {
	a, ok := p.at(m.Min)
	b, ok2 := p.at(m.Max)
	if !ok || !ok2 {
		return
	}
	if m.Fill {
		if outline, seen := p.rect(a, b); seen {
			p.tell(0, []string{m.Ref}, []say.Phrase{m.Tip}, nil)
			p.also(m.Also)
			p.SetColor(paint(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, washed)))
			p.Fill(outline)
		}
		if m.Style.Width <= 0 {
			return
		}
		m.Style.Opacity = 0
	}
	p.use(p.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.4}))
	p.curve([]mark.XY{m.Min, {X: m.Max.X, Y: m.Min.Y}, m.Max, {X: m.Min.X, Y: m.Max.Y}}, true)
}

// spacing is the smallest distance between the columns of a bar chart.
func spacing(m mark.Bars) float64 {
	if len(m.X) < 2 {
		return 1
	}
	x := slices.Clone(m.X[:min(len(m.X), len(m.Y))])
	slices.Sort(x)
	least := math.Inf(1)
	for i := 1; i < len(x); i++ {
		if d := x[i] - x[i-1]; d > 0 {
			least = math.Min(least, d)
		}
	}
	if math.IsInf(least, 0) {
		return 1
	}
	return least
}

// bars draws columns from the base line; the hot ones stand out.
func (p *pen) bars(m mark.Bars) {
	half := 0.4 * spacing(m)
	hot := make(map[int]bool, len(m.Hot))
	for _, i := range m.Hot {
		hot[i] = true
	}
	look := func(i int) (svgcanvas.Role, float64) {
		switch {
		case hot[i]:
			return svgcanvas.Accent, 1
		case i < len(m.Class):
			return classRole(m.Class[i]), orDefault(m.Style.Opacity, 0.6)
		}
		return roleOr(m.Style.Role, svgcanvas.Soft), orDefault(m.Style.Opacity, 0.6)
	}
	order := make([]int, len(m.Y))
	for i := range order {
		order[i] = i
	}
	if p.options.Coarse > 0 { // bars that look the same share a group, which takes half the bytes
		slices.SortStableFunc(order, func(i, j int) int {
			a, share := look(i)
			b, other := look(j)
			return cmp.Or(cmp.Compare(a, b), cmp.Compare(share, other))
		})
	}
	for _, i := range order {
		x := at(m.X, i, float64(i))
		a, ok := p.at(mark.XY{X: x - half, Y: m.Base})
		b, ok2 := p.at(mark.XY{X: x + half, Y: m.Y[i]})
		if !ok || !ok2 {
			continue
		}
		outline, seen := p.rect(a, b)
		if !seen {
			continue
		}
		p.tell(i, m.Refs, m.Tips, m.Tip)
		p.SetColor(paint(look(i)))
		p.Fill(outline)
	}
}

// maxCells bounds the sides of a matrix' image; larger ones are averaged.
const maxCells = 256

// matrix draws a table as coloured cells, row 0 at the top: cell (r, c) covers
// c … c+1 across and rows−r−1 … rows−r upwards.
func (p *pen) matrix(m mark.Matrix) {
	if m.Rows <= 0 || m.Cols <= 0 || m.Rows > len(m.Values)/m.Cols {
		return
	}
	from, ok := p.at(mark.XY{X: 0, Y: 0})
	to, ok2 := p.at(mark.XY{X: float64(m.Cols), Y: float64(m.Rows)})
	if !ok || !ok2 || !p.in(from) || !p.in(to) {
		return
	}
	img := cells(m)
	if r, ok := innermost(p.Canvas.Canvas).(pixelated); ok {
		r.Pixelated()
	}
	whole := vg.Rectangle{Min: from, Max: to}
	if r, ok := innermost(p.Canvas.Canvas).(rounder); ok && whole == p.Rectangle {
		r.Round(vg.Length(p.corner))
	}
	p.tellCells(m)
	p.DrawImage(whole, img)

	cell := vg.Point{X: (to.X - from.X) / vg.Length(m.Cols), Y: (to.Y - from.Y) / vg.Length(m.Rows)}
	corner := func(r, c int) vg.Point {
		return vg.Point{X: from.X + vg.Length(c)*cell.X, Y: to.Y - vg.Length(r+1)*cell.Y}
	}
	if m.Text && float64(cell.Y) >= 1.4*p.tick {
		p.numbers(m, cell, corner)
	}
	for _, hot := range m.Hot {
		if hot[0] < 0 || hot[0] >= m.Rows || hot[1] < 0 || hot[1] >= m.Cols {
			continue
		}
		low := corner(hot[0], hot[1])
		if outline, seen := p.rect(low, low.Add(cell)); seen {
			p.use(stroke{role: svgcanvas.Accent, width: 2.2 * p.stroke})
			p.Stroke(outline)
		}
	}
}

// numbers writes the values into the cells, all in one size: as large as the widest allows. Where that would be too small to be
// read there are only colours, because a matrix with some of its numbers says that the others are nothing.
func (p *pen) numbers(m mark.Matrix, cell vg.Point, corner func(r, c int) vg.Point) {
	texts, widest := make([]string, m.Rows*m.Cols), 1.0
	for i := range texts {
		texts[i] = say.Num(math.Round(100*m.Values[i]) / 100)
		widest = max(widest, width(texts[i], p.tick))
	}
	size := min(p.tick, p.tick*float64(cell.X-2)/widest)
	if size < min(p.tick, legible) {
		return
	}
	for i, text := range texts {
		pt := corner(i/m.Cols, i%m.Cols)
		pt.X += cell.X / 2
		pt.Y += cell.Y/2 - vg.Length(0.36*p.tick)
		p.write(pt, text, size, svgcanvas.Ink, svgcanvas.Middle, false, false)
	}
}

// pixelated is a canvas that can draw the next image with hard edges.
type pixelated interface{ Pixelated() }

// cells is the image of a matrix, a pixel a cell, or a pixel for the mean of a
// block of cells where there are too many.
func cells(m mark.Matrix) *image.Paletted {
	block := max(1, (max(m.Rows, m.Cols)+maxCells-1)/maxCells)
	w, h := (m.Cols+block-1)/block, (m.Rows+block-1)/block
	shade := newShading(m.Scale, m.Lo, m.Hi, m.Values)
	img := image.NewPaletted(image.Rect(0, 0, w, h), shade.colors())
	for r := range h {
		for c := range w {
			sum, n := 0.0, 0
			for i := r * block; i < min((r+1)*block, m.Rows); i++ {
				for j := c * block; j < min((c+1)*block, m.Cols); j++ {
					sum += m.Values[i*m.Cols+j]
					n++
				}
			}
			if mean := sum / float64(n); m.Scale == mark.Regions {
				img.Pix[r*img.Stride+c] = shade.region(mean)
			} else {
				img.Pix[r*img.Stride+c] = shade.index(mean)
			}
		}
	}
	return img
}

// graph draws edges, then nodes over them.
func (p *pen) graph(m mark.Graph) {
	line := stroke{role: svgcanvas.Soft, width: 1.4}
	for _, e := range m.Edges {
		if e.From < 0 || e.To < 0 || e.From >= len(m.Nodes) || e.To >= len(m.Nodes) {
			continue
		}
		a, ok := p.at(m.Nodes[e.From].At)
		b, ok2 := p.at(m.Nodes[e.To].At)
		if !ok || !ok2 {
			continue
		}
		style := p.resolve(e.Style, line)
		if e.Arrow {
			p.arrow(a, p.rim(a, b, m.Nodes[e.To]), style)
		} else {
			p.use(style)
			p.segment(a, b)
		}
		middle := vg.Point{X: (a.X + b.X) / 2, Y: (a.Y+b.Y)/2 - vg.Length(0.35*p.tick)}
		if p.in(middle) {
			p.write(middle, e.Text.String(), p.tick, style.role, svgcanvas.Middle, false, true)
		}
	}
	for _, n := range m.Nodes {
		if pt, ok := p.at(n.At); ok && p.in(pt) {
			p.node(n, pt)
		}
	}
}

// box is half the width and height of a node.
func (p *pen) box(n mark.Node) (w, h vg.Length) {
	if len(n.Text) == 0 && len(n.Shares) == 0 {
		r := vg.Length(p.sizeOr(n.Radius, 1.6*p.radius))
		return r, r
	}
	for _, s := range n.Text {
		w = max(w, vg.Length(width(s.String(), p.tick)))
	}
	h = vg.Length(1.3 * p.tick * float64(len(n.Text)))
	if len(n.Shares) > 0 {
		h += vg.Length(0.6 * p.tick)
	}
	return max(w/2+vg.Length(0.6*p.tick), vg.Length(1.2*p.tick)), h/2 + vg.Length(0.35*p.tick)
}

// rim is where the line from a enters the box of the node at b.
func (p *pen) rim(a, b vg.Point, n mark.Node) vg.Point {
	w, h := p.box(n)
	dx, dy := float64(a.X-b.X), float64(a.Y-b.Y)
	t := math.Min(1, math.Min(float64(w)/math.Abs(dx), float64(h)/math.Abs(dy)))
	if t != t {
		return b
	}
	return vg.Point{X: b.X + vg.Length(t*dx), Y: b.Y + vg.Length(t*dy)}
}

func (p *pen) node(n mark.Node, pt vg.Point) {
	w, h := p.box(n)
	r := vg.Rectangle{Min: vg.Point{X: pt.X - w, Y: pt.Y - h}, Max: vg.Point{X: pt.X + w, Y: pt.Y + h}}
	outline := p.circle(pt, float64(w))
	if len(n.Text) > 0 || len(n.Shares) > 0 {
		outline = roundRect(r, vg.Length(0.45*p.tick))
	}
	line := p.resolve(n.Style, stroke{role: svgcanvas.Soft, width: 1.4})
	p.tell(0, []string{n.Ref}, []say.Phrase{n.Tip}, nil)
	p.SetColor(opaque[svgcanvas.Plot])
	if n.Fill {
		p.SetColor(opaque[line.role])
	}
	p.Fill(outline)
	p.use(line)
	p.Stroke(outline)

	y := r.Max.Y - vg.Length(0.35*p.tick)
	for _, s := range n.Text {
		y -= vg.Length(1.3 * p.tick)
		p.write(vg.Point{X: pt.X, Y: y + vg.Length(0.32*p.tick)}, s.String(), p.tick, svgcanvas.Ink, svgcanvas.Middle, false, false)
	}
	p.shareBar(n.Shares, vg.Rectangle{
		Min: vg.Point{X: r.Min.X + 5, Y: r.Min.Y + 4},
		Max: vg.Point{X: r.Max.X - 5, Y: r.Min.Y + 4 + vg.Length(0.45*p.tick)},
	})
}

// shareBar divides a bar among the classes.
func (p *pen) shareBar(shares []float64, r vg.Rectangle) {
	total := 0.0
	for _, s := range shares {
		if s > 0 && !math.IsInf(s, 0) {
			total += s
		}
	}
	x := r.Min.X
	for k, s := range shares {
		if !(s > 0) || !(total > 0) || math.IsInf(s, 0) {
			continue
		}
		next := x + (r.Max.X-r.Min.X)*vg.Length(s/total)
		p.SetColor(opaque[classRole(k)])
		p.Fill(p.polygon(vg.Point{X: x, Y: r.Min.Y}, vg.Point{X: next, Y: r.Min.Y}, vg.Point{X: next, Y: r.Max.Y}, vg.Point{X: x, Y: r.Max.Y}))
		x = next
	}
}
