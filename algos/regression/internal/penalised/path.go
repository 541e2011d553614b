package penalised

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A Path is a solution for every λ of a grid.
type Path struct {
	Data    Data
	Lambda  []float64      // from the least to the largest
	Theta   [][]float64    // one solution a λ
	Freedom []float64      // degrees of freedom, without the intercept
	Enter   func() []Entry // where coefficients stop being 0, or are 0 again, as λ falls; nil where none ever is 0
	Scaled  bool           // coefficients are drawn times the standard deviation of their column
}

// An Entry is a λ at which a coefficient stops being 0 as λ falls, or is 0 again.
type Entry struct {
	Column int
	Lambda float64
	Leaves bool
}

// Grid are n values of λ, as far apart in the logarithm, from the least to the largest.
func Grid(lo, hi float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = lo * math.Pow(hi/lo, float64(i)/float64(n-1))
	}
	out[n-1] = hi
	return out
}

// Titles of the panels along the path.
const (
	titlePath    = "Regularisation path"
	titleFreedom = "Effective degrees of freedom"
	titleErrors  = "Cross-validation error"
)

// Slow are the panels of the path that take long, by their ids.
func Slow(id string, draw func() mark.Panel) mark.Panel {
	return mark.Slow(id, map[string]say.Phrase{"path": titlePath, "freedom": titleFreedom, "errors": titleErrors}[id], draw)
}

// Waiting are the panels of a path whose computation the end of a run interrupted.
func Waiting(id string) mark.Panel { return Slow(id, nil).Waiting() }

// scale is what a coefficient is multiplied by in the picture.
func (p Path) scale(j int) float64 {
	if p.Scaled {
		return p.Data.Spread(j)
	}
	return 1
}

// axis is λ on its logarithmic axis.
func (p Path) axis() mark.Axis {
	return mark.Axis{Name: "λ", Min: p.Lambda[0], Max: p.Lambda[len(p.Lambda)-1], Log: true}
}

// clamp is the place of a λ on the axis, at its border where it lies beyond: 0 has none.
func clamp(lambda float64, grid []float64) float64 {
	return min(max(lambda, grid[0]), grid[len(grid)-1])
}

// handle sets λ.
func handle(lambda, y float64, grid []float64) mark.Handle {
	return mark.Handle{
		Param: "lambda", Along: mark.Horizontal, At: mark.XY{X: clamp(lambda, grid), Y: y}, Label: "λ", Tip: "drag λ", Style: mark.RoleAccent.Wide(2),
		Layer: mark.Over,
	}
}

// Panel draws the coefficients against λ, with a handle for λ, marks where one enters,
// and the names of the columns. now are the coefficients of the step that is shown.
func (p Path) Panel(lambda float64, now []float64) mark.Panel {
	columns := len(p.Data.Columns)
	w := say.Vars{"p": columns, "lambda": lambda, "in": Nonzero(p.At(lambda))}
	c := panel.Curves{
		ID: "path", Title: titlePath, Note: w.Text("λ = <lambda>: <in> of <p> are non-zero"),
		Alt: w.Text("<p coefficient> against λ; at λ = <lambda> <in> of them are non-zero"),
		X:   p.axis(), Under: []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}},
	}
	c.X.Min *= math.Pow(p.Lambda[len(p.Lambda)-1]/p.Lambda[0], -forNames)
	const few = 4
	if columns > few {
		c.Height = 0.85
	}
	values := []float64{0}
	for j := range columns {
		line := panel.Quantity{Style: Style(j), Name: p.Data.Coefficient(j)}
		for i, l := range p.Lambda {
			y := p.Theta[i][j] * p.scale(j)
			line.At, values = append(line.At, mark.XY{X: l, Y: y}), append(values, y)
		}
		c.Of = append(c.Of, line)
	}
	const room = 1.0 / 12
	if c.Y = panel.Spanning("θ", room, values...); p.Scaled {
		c.Y.Name = "θ · sd"
	}
	lo, hi := c.Y.Min, c.Y.Max
	if p.Enter != nil {
		c.Over = []mark.Mark{mark.SlowMarks(p.entries)}
	}
	c.Over = append(c.Over, p.labels(lo, hi), p.dots(lambda, now))
	c.Handle = handle(lambda, lo+room/(2+4*room)*(hi-lo), p.Lambda)
	return c.Panel()
}

// Style is the look of a column's line: eight colours, then the same dashed.
func Style(j int) mark.Style {
	const colours = 8
	s := mark.RoleOfClass(j % colours).Wide(2)
	if j >= colours {
		return s.Dashed()
	}
	return s
}

// entries marks on the axis where coefficients enter.
func (p Path) entries() []mark.Mark {
	marks := mark.Points{Style: mark.RoleInk.Plain(), Legend: "becomes non-zero", Hollow: true}
	for _, e := range p.Enter() {
		if e.Lambda < p.Lambda[0] || e.Lambda > p.Lambda[len(p.Lambda)-1] {
			continue
		}
		w := say.Vars{"name": p.Data.Coefficient(e.Column), "lambda": e.Lambda}
		tip := w.Text("<name> becomes non-zero at λ = <lambda>")
		if e.Leaves {
			tip = w.Text("<name> is 0 again below λ = <lambda>")
		}
		marks.At, marks.Tips, marks.Size = append(marks.At, mark.XY{X: e.Lambda}), append(marks.Tips, tip), append(marks.Size, 4)
	}
	if len(marks.At) == 0 {
		return nil
	}
	return []mark.Mark{marks}
}

// forNames is how much room the names have to the left of the lines, as a share of their length.
const forNames = 0.2

// labels are the names before the left ends of the lines, apart from each other.
func (p Path) labels(lo, hi float64) mark.Mark {
	order := make([]int, len(p.Data.Columns))
	y := make([]float64, len(order))
	for j := range order {
		order[j], y[j] = j, p.Theta[0][j]*p.scale(j)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(y[a], y[b]) })
	apart := (hi - lo) / 14
	for k := 1; k < len(order); k++ {
		y[order[k]] = max(y[order[k]], y[order[k-1]]+apart)
	}
	top := hi - apart/2
	for k := len(order) - 1; k >= 0; k-- {
		y[order[k]] = min(y[order[k]], top)
		top = y[order[k]] - apart
	}
	texts := mark.Texts{Anchor: mark.End, Layer: mark.Over}
	right := p.Lambda[0] * math.Pow(p.Lambda[len(p.Lambda)-1]/p.Lambda[0], -0.02)
	for j, name := range p.Data.Names {
		texts.At = append(texts.At, mark.XY{X: right, Y: y[j] - apart/4})
		texts.Text = append(texts.Text, name)
	}
	return texts
}

// dots are the coefficients of the step at its λ.
func (p Path) dots(lambda float64, now []float64) mark.Mark {
	if now == nil {
		return nil
	}
	d := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "current θ"}
	for j, v := range now {
		d.At = append(d.At, mark.XY{X: clamp(lambda, p.Lambda), Y: v * p.scale(j)})
		d.Size = append(d.Size, 3.5)
		d.Tips = append(d.Tips, say.Vars{"name": p.Data.Coefficient(j), "value": v}.Text("<name> = <value>"))
	}
	return d
}

// At are the coefficients at a λ, between stations along the chord.
func (p Path) At(lambda float64) []float64 {
	n := len(p.Lambda)
	i := max(1, min(n-1, slices.IndexFunc(p.Lambda, func(l float64) bool { return l >= lambda })))
	if lambda >= p.Lambda[n-1] {
		return p.Theta[n-1]
	}
	share := max(0, (lambda-p.Lambda[i-1])/(p.Lambda[i]-p.Lambda[i-1]))
	out := make([]float64, len(p.Theta[i]))
	for j := range out {
		out[j] = (1-share)*p.Theta[i-1][j] + share*p.Theta[i][j]
	}
	return out
}

// Nonzero counts the coefficients that are not 0.
func Nonzero(theta []float64) int {
	n := 0
	for _, v := range theta {
		if v != 0 {
			n++
		}
	}
	return n
}

// FreedomPanel draws the degrees of freedom against λ; freedom is that at λ itself.
func (p Path) FreedomPanel(lambda, freedom float64) mark.Panel {
	w := say.Vars{"lambda": lambda, "freedom": freedom, "p": len(p.Data.Columns)}
	return panel.Curves{
		ID: "freedom", Title: titleFreedom, Note: w.Text("λ = <lambda>: <freedom>"), X: p.axis(),
		Alt:    w.Text("the effective degrees of freedom against λ, at most <p>; at λ = <lambda> they are <freedom>"),
		Y:      mark.Axis{Name: "df", Min: 0, Max: float64(len(p.Data.Columns)) + 0.5},
		Of:     []panel.Quantity{{At: panel.Over(p.Lambda, p.Freedom), Style: mark.RoleInk.Wide(2), Name: "df"}},
		Handle: handle(lambda, freedom, p.Lambda),
	}.Panel()
}
