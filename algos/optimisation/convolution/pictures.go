package convolution

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Up to how many lines a map has its numbers written in it, and how many cells the matrix of the convolution may have.
const (
	written   = 10
	legible   = 12 // as for the pixels of the image, see [mark.DataCells]
	mostTable = 4096
)

// Panels draws the step: image and kernel, on which readers paint, then what is computed of them.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.kernelPanel(), v.outputPanel()}
	if v.Activation == relu {
		panels = append(panels, v.activatedPanel())
	}
	if v.Pooling != none {
		panels = append(panels, v.pooledPanel())
	}
	switch {
	case v.Shift > 0:
		panels = append(panels, v.shiftedPanel())
	case len(v.image.Values)*v.rows*v.cols <= mostTable:
		panels = append(panels, v.matrixPanel())
	}
	return panels
}

// DragPanels are the panels that readers paint, and the output.
func (v view) DragPanels() []mark.Panel {
	return []mark.Panel{v.board(), v.kernelPanel(), v.outputPanel()}
}

// cellRect is a cell of a grid with so many lines, or several of them from that one on.
func cellRect(lines, i, j, high, wide int) mark.Rect {
	return mark.Rect{
		Min: mark.XY{X: float64(j), Y: float64(lines - i - high)}, Max: mark.XY{X: float64(j + wide), Y: float64(lines - i)},
	}
}

// board is the image in its padding, with the window of the step.
func (v view) board() mark.Panel {
	p := mark.CellBoard(v.image, 0, brightest)
	n, m, pad := v.image.Rows, v.image.Cols, v.Padding
	w := say.Vars{"n": n, "m": m, "p": pad}
	p.Title, p.Note = "Image", w.Text("<n> × <m>, padding <p>")
	p.Alt = w.Text("an image of <n> × <m> pixels with the padding <p>")
	if pad > 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = float64(-pad), float64(m+pad), float64(-pad), float64(n+pad)
		edge := cellRect(n, -pad, -pad, n+2*pad, m+2*pad)
		edge.Style, edge.Legend = mark.RoleSoft.Dashed(), "zero padding"
		p.Add(edge)
		if max(n, m)+2*pad <= legible {
			p.Add(v.zeros())
		}
	}
	switch i, j, ok := v.current(); {
	case v.pools():
		v.addReceptiveField(&p)
	case ok:
		v.addWindow(&p, i, j)
	}
	return p
}

// zeros are the numbers of the padding.
func (v view) zeros() mark.Texts {
	t := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	for r := -v.Padding; r < v.image.Rows+v.Padding; r++ {
		for c := -v.Padding; c < v.image.Cols+v.Padding; c++ {
			if !v.image.Has(r, c) {
				panel.Write(&t, float64(c)+0.5, float64(v.image.Rows-r)-0.5-0.008*float64(v.image.Rows+2*v.Padding), "0")
			}
		}
	}
	return t
}

// addWindow frames the pixels of a window, each with its weight.
func (v view) addWindow(p *mark.Panel, i, j int) {
	n := v.image.Rows
	r, c := v.corner(i, j)
	factors := mark.Texts{Anchor: mark.Middle, Room: 0.9, Style: mark.RoleAccent.Plain(), Layer: mark.Over}
	for a := range v.applied.Rows {
		for b := range v.applied.Cols {
			tap := cellRect(n, r+v.Dilation*a, c+v.Dilation*b, 1, 1)
			tap.Style, tap.Layer = mark.RoleAccent.Wide(1.2), mark.Over
			p.Add(tap)
			panel.Write(&factors, tap.Min.X+0.5, tap.Min.Y+0.12, say.Vars{"w": v.applied.At(a, b)}.Text("× <w>"))
		}
	}
	if max(n, v.image.Cols)+2*v.Padding <= legible {
		p.Add(factors)
	}
	whole := cellRect(n, r, c, v.reach(v.applied.Rows), v.reach(v.applied.Cols))
	whole.Style, whole.Layer, whole.Legend = mark.RoleAccent.Wide(2.6), mark.Over, "window, × weight"
	p.Add(whole)
}

// addReceptiveField frames the pixels on which the pooled cell depends.
func (v view) addReceptiveField(p *mark.Panel) {
	k := len(v.pooled) - 1
	r, c := v.corner(k/v.poolCols*v.PoolSize, k%v.poolCols*v.PoolSize)
	more := (v.PoolSize - 1) * v.Stride
	field := cellRect(v.image.Rows, r, c, more+v.reach(v.applied.Rows), more+v.reach(v.applied.Cols))
	field.Style, field.Layer, field.Legend = mark.RoleAccent.Wide(2.6), mark.Over, "receptive field"
	p.Add(field)
}

// kernelPanel is the kernel as it is painted.
func (v view) kernelPanel() mark.Panel {
	p := mark.LayerBoard(kernelName, "Kernel", v.kernel, -brightest, brightest)
	w := say.Vars{"r": v.kernel.Rows, "c": v.kernel.Cols, "sum": total(v.kernel.Values)}
	p.Note, p.Alt = w.Text("sum of the weights: <sum>"), w.Text("a kernel of <r> × <c> weights")
	p.Height = 0.55
	if v.Flip {
		p.Note = "rotated by 180° on the image"
	}
	for k, m := range p.Marks {
		if cells, ok := m.(mark.Matrix); ok {
			cells.Scale, cells.Hi = mark.Diverging, extent(v.kernel.Values)
			cells.Lo, cells.Legend = -cells.Hi, "weight"
			p.Marks[k] = cells
		}
	}
	return p
}

// A sheet is a map of values, of which the last ones may still be to come.
type sheet struct {
	id               string
	title, note, alt say.Phrase
	values           []float64 // so far
	rows, cols       int
	hot              [][2]int
	limit            float64 // where the colours saturate; 0: the largest value in size
	legend           say.Phrase
}

// panel draws a map; cells that are still to come have a dot.
func (s sheet) panel() mark.Panel {
	p := mark.Panel{
		ID: s.id, Title: s.title, Note: s.note, Alt: s.alt, Equal: s.rows <= 4*s.cols && s.cols <= 4*s.rows,
		X: mark.Axis{Hidden: true, Max: float64(s.cols)}, Y: mark.Axis{Hidden: true, Max: float64(s.rows)},
		Height: min(max(float64(s.rows)/float64(s.cols), 0.4), 1),
	}
	if s.limit == 0 {
		s.limit = extent(s.values)
	}
	m := mark.Matrix{
		Rows: s.rows, Cols: s.cols, Values: make([]float64, s.rows*s.cols), Lo: -s.limit, Hi: s.limit, Scale: mark.Diverging, Hot: s.hot, Legend: s.legend,
	}
	copy(m.Values, s.values)
	for i := range s.rows {
		m.RowRefs = append(m.RowRefs, s.rowRef(i))
	}
	for j := range s.cols {
		m.ColRefs = append(m.ColRefs, s.colRef(j))
	}
	numbers := mark.Texts{Anchor: mark.Middle, Room: 0.92, Style: mark.RoleInk.Plain()}
	pending := mark.Points{Style: mark.RoleFaint.Plain(), Legend: "still to come"}
	for k := range m.Values {
		x, y := float64(k%s.cols)+0.5, float64(s.rows-k/s.cols)-0.5
		switch {
		case k >= len(s.values):
			pending.At, pending.Size = append(pending.At, mark.XY{X: x, Y: y}), append(pending.Size, 2)
		case max(s.rows, s.cols) <= written:
			panel.Write(&numbers, x, y-0.02*float64(s.rows), say.Vars{"x": hundredths(s.values[k])}.Text("<x>"))
		}
	}
	p.Add(m, mark.CellLines(s.rows, s.cols))
	if len(numbers.At) > 0 {
		p.Add(numbers)
	}
	if len(pending.At) > 0 {
		p.Add(pending)
	}
	return p
}

func (s sheet) rowRef(i int) string { return s.id + "-row" + strconv.Itoa(i+1) }

func (s sheet) colRef(j int) string { return s.id + "-col" + strconv.Itoa(j+1) }

// ref is what a cell is called, so that a question can be answered by it.
func (s sheet) ref(i, j int) string { return s.rowRef(i) + " " + s.colRef(j) }

// hundredths is a number with two digits behind the point, as cells have room for it.
func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// outputPanel is the output so far, before the activation.
func (v view) outputPanel() mark.Panel {
	w := say.Vars{"r": v.rows, "c": v.cols, "n": len(v.z)}
	s := sheet{
		id: "output", title: "Output", legend: "output", note: w.Text("<r> × <c>"), alt: w.Text("the output of <r> × <c> cells, of which <n> are computed"),
		values: v.z, rows: v.rows, cols: v.cols,
	}
	if v.Activation == relu {
		s.title, s.legend = "Pre-activation z", "z"
	}
	if i, j, ok := v.current(); ok && !v.pools() {
		s.hot = [][2]int{{i, j}}
	}
	p := s.panel()
	if v.Activation == none {
		v.addPoolWindow(&p)
	}
	return p
}

// activatedPanel is the output behind the activation.
func (v view) activatedPanel() mark.Panel {
	zeros := 0
	for _, z := range v.z {
		if z < 0 {
			zeros++
		}
	}
	w := say.Vars{"n": zeros}
	s := sheet{
		id: "activated", title: "Feature map after ReLU", note: w.Text("<n cell> set to 0"), alt: w.Text("the output after ReLU, <n cell> set to 0"),
		values: v.activated(), rows: v.rows, cols: v.cols, legend: "max(0, z)",
	}
	if i, j, ok := v.current(); ok && !v.pools() {
		s.hot = [][2]int{{i, j}}
	}
	p := s.panel()
	v.addPoolWindow(&p)
	return p
}

// addPoolWindow frames the cells that were pooled last.
func (v view) addPoolWindow(p *mark.Panel) {
	k := len(v.pooled) - 1
	if k < 0 {
		return
	}
	frame := cellRect(v.rows, k/v.poolCols*v.PoolSize, k%v.poolCols*v.PoolSize, v.PoolSize, v.PoolSize)
	frame.Style, frame.Layer, frame.Legend = mark.RoleAccent.Wide(2.6), mark.Over, "pooling window"
	p.Add(frame)
}

// pooledPanel is the pooled map so far.
func (v view) pooledPanel() mark.Panel {
	w := say.Vars{"r": v.poolRows, "c": v.poolCols, "m": v.PoolSize}
	s := sheet{
		id: "pooled", title: "Pooled map", note: w.Text("<r> × <c>, pool size <m>"), alt: w.Text("the pooled map of <r> × <c> cells"),
		values: v.pooled, rows: v.poolRows, cols: v.poolCols, legend: "pooled value",
	}
	if k := len(v.pooled) - 1; k >= 0 {
		s.hot = [][2]int{{k / v.poolCols, k % v.poolCols}}
	}
	return s.panel()
}

// shiftedPanel is the output of the shifted image, with frames where it is not the shifted output.
func (v view) shiftedPanel() mark.Panel {
	c := v.compare()
	moved := make([]float64, len(c.moved))
	for k, y := range c.moved {
		moved[k] = y + v.Bias
	}
	w := say.Vars{"shift": v.Shift, "differ": c.differ, "n": c.compared}
	s := sheet{
		id: "shifted", title: "Output of the shifted image", note: w.Text("<differ> of <n cell> differ"),
		alt:    w.Text("the output of the image shifted by <shift pixel>; <differ> of <n cell> differ from the shifted output"),
		values: moved, rows: v.rows, cols: v.cols, legend: "z",
	}
	p := s.panel()
	legend := panel.Once("differs from the shifted output")
	for _, at := range c.cells {
		frame := cellRect(v.rows, at[0], at[1], 1, 1)
		frame.Style, frame.Layer, frame.Legend = mark.RoleBad.Wide(1.8), mark.Over, legend()
		p.Add(frame)
	}
	return p
}

// matrixPanel is the Toeplitz matrix: a line for each cell of the output, with an entry for each pixel.
func (v view) matrixPanel() mark.Panel {
	rows, cols := v.rows*v.cols, len(v.image.Values)
	w := say.Vars{"r": rows, "c": cols}
	m := mark.Matrix{Rows: rows, Cols: cols, Hi: extent(v.kernel.Values), Scale: mark.Diverging, Text: cols <= mostPixels, Legend: "weight"}
	m.Lo = -m.Hi
	for k := range rows {
		for r := range v.image.Rows {
			for c := range v.image.Cols {
				m.Values = append(m.Values, v.toeplitz(k/v.cols, k%v.cols, r, c))
			}
		}
	}
	p := mark.Panel{
		ID: "matrix", Title: "Toeplitz matrix T", Note: w.Text("<r> × <c>"), Alt: w.Text("the matrix of the convolution, <r> × <c>"),
		X:      mark.Axis{Name: "pixel", Max: float64(cols), Integer: true},
		Y:      mark.Axis{Name: "output cell", Max: float64(rows), Hidden: true},
		Height: min(max(float64(rows)/float64(cols), 0.4), 1),
	}
	p.Add(m)
	if k := len(v.z) - 1; k >= 0 && !v.pools() {
		line := cellRect(rows, k, 0, 1, cols)
		line.Style, line.Layer, line.Legend = mark.RoleAccent.Wide(1.6), mark.Over, "current cell"
		p.Add(line)
	}
	return p
}

// extent is the largest value in size, for the colours of what may have both signs.
func extent(values []float64) float64 {
	most := 0.0
	for _, x := range values {
		most = max(most, math.Abs(x))
	}
	if most == 0 {
		return 1
	}
	return most
}
