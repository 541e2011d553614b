package gpregression

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

// board draws the process: on a line the mean with its bands and a few draws, in
// the plane the mean as a field.
func (v view) board() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Gaussian process", Edits: mark.EditsData,
		Note: w.Text("<seen> of <n observation>"), Alt: w.Text("a Gaussian process after <seen> of <n observation>, log evidence <evidence>"),
	}
	p.X, p.Y = v.plane()
	if v.line() {
		p.X.Name, p.Y = "x", mark.Axis{Name: "y", Min: v.height[0], Max: v.height[1]}
		c := v.curves()
		p.Add(v.bands(c)...)
		p.Add(v.draws(c)...)
		mean := mark.PolyLine{Style: mark.RoleInk.Wide(2.4), Legend: "mean m"}
		for _, j := range c.bends(c.post.Mean) {
			mean.At = append(mean.At, mark.XY{X: c.post.Probes[j][0], Y: c.post.Mean[j]})
		}
		p.Add(mean)
	} else {
		p.Add(v.meanField())
	}
	p.Add(v.barOfForecast())
	p.Add(v.observations()...)
	p.Add(v.handles()...)
	return p
}

// bands are m ± 2s for f, and m ± 2√(s²+σ²) for a new observation.
func (v view) bands(c curves) []mark.Mark {
	band := func(noise, opacity float64, legend say.Phrase) mark.Band {
		b := mark.Band{Style: mark.RoleClass0.Plain().Faded(opacity), Legend: legend}
		lo, hi := make([]float64, len(c.post.Mean)), make([]float64, len(c.post.Mean))
		for j, m := range c.post.Mean {
			w := 2 * gp.SD(c.post.Var[j]+noise)
			lo[j], hi[j] = m-w, m+w
		}
		for _, j := range c.bends(lo, hi) {
			b.X, b.Lo, b.Hi = append(b.X, c.post.Probes[j][0]), append(b.Lo, lo[j]), append(b.Hi, hi[j])
		}
		return b
	}
	var marks []mark.Mark
	if v.opt.Band != "f" {
		marks = append(marks, band(v.noise, 0.16, "new observation y: m ± 2√(s²+σ²)"))
	}
	if v.opt.Band != "y" {
		marks = append(marks, band(0, 0.32, "function f: m ± 2s"))
	}
	return marks
}

// draws are functions drawn from the process.
func (v view) draws(c curves) []mark.Mark {
	var marks []mark.Mark
	for i, values := range c.sample() {
		line := mark.PolyLine{Style: mark.RoleOfClass(2 + i%3).Wide(1.1).Faded(0.75)}
		if i == 0 {
			line.Legend = "draws of f"
		}
		for _, j := range c.drawn {
			line.At = append(line.At, mark.XY{X: c.post.Probes[j][0], Y: values[j]})
		}
		marks = append(marks, line)
	}
	return marks
}

// soon is the ring of what comes next: not solid and not in the accent colour, as that of
// what a step works at is.
var soon = mark.Style{Role: mark.RoleInk, Width: 2, Dots: true}

// observations are filled once they were seen; the next one and those to come are
// hollow.
func (v view) observations() []mark.Mark {
	ink, legend := mark.RoleInk.Plain(), say.Phrase("observations")
	if !v.line() {
		ink, legend = mark.Style{}, "observations: sign and size of y" // the colours of the classes
	}
	seen, later, next := v.seen(), v.seen(), v.next()
	var marks []mark.Mark
	if next >= 0 {
		later = next + 1
	}
	if later < len(v.y) {
		marks = append(marks, v.dots(later, len(v.y), mark.Points{Hollow: true, Style: mark.RoleSoft.Plain().Faded(0.6), Legend: "to come"}))
	}
	if seen > 0 {
		marks = append(marks, v.dots(0, seen, mark.Points{Style: ink, Legend: legend}))
	}
	if next >= 0 {
		marks = append(marks, v.dots(next, next+1, mark.Points{Hollow: true, Style: mark.RoleSoft.Plain()}), v.ring(next, soon, "next"))
	}
	if v.phase == conditioning {
		marks = append(marks, v.ring(v.row, mark.RoleGood.Wide(2.5), "just seen"))
	}
	return marks
}

// dots puts the rows of a range on a mark.
func (v view) dots(from, to int, p mark.Points) mark.Points {
	for i := from; i < to; i++ {
		p.At = append(p.At, panel.Place(v.Problem, i))
		p.Refs = append(p.Refs, say.Row(i).Ref())
		if !v.line() {
			p.Class = append(p.Class, 0)
			if v.y[i] > 0 {
				p.Class[i-from] = 1
			}
			p.Size = append(p.Size, 3+4*math.Abs(v.y[i])/max(v.size, math.SmallestNonzeroFloat64))
		}
	}
	p.Tip = func(k int) say.Phrase {
		i := from + k
		return say.Vars{"point": say.Row(i).Name(), "input": v.input(i), "y": v.y[i]}.Text("<point> = <input>, y = <y>")
	}
	return p
}

func (v view) ring(row int, style mark.Style, legend say.Phrase) mark.Rings {
	return mark.Rings{
		At: []mark.XY{panel.Place(v.Problem, row)}, Radius: []float64{9}, Labels: []say.Phrase{say.Phrase(say.Row(row).Name())},
		Style: style, Legend: legend,
	}
}

// barOfForecast shows on a line how the observation of the step was forecast: two
// standard deviations of y around the mean. It is nil at other steps.
func (v view) barOfForecast() mark.Mark {
	if !v.line() || v.phase != foreseeing {
		return nil
	}
	f, x := v.forecast, v.x[v.row][0]
	w := 2 * math.Sqrt(f.Var+v.post.Noise)
	return mark.Segments{
		From: []mark.XY{{X: x, Y: f.Mean - w}}, To: []mark.XY{{X: x, Y: f.Mean + w}}, Layer: mark.Over,
		Style: mark.RoleAccent.Wide(3).Faded(0.6), Legend: "forecast of y: m ± 2√(s²+σ²)",
	}
}

// handles are the two queries, to be dragged: on a line they sit on the mean.
func (v view) handles() []mark.Mark {
	var marks []mark.Mark
	for _, q := range []struct {
		param string
		name  say.Phrase
		at    [2]float64
	}{{"q1", "q₁", v.opt.Q1}, {"q2", "q₂", v.opt.Q2}} {
		at := mark.XY{X: q.at[0], Y: q.at[1]}
		if v.line() {
			at.Y = v.post.At(v.query(q.at)).Mean
		}
		if at.X < v.Window.X0 || at.X > v.Window.X1 || !v.line() && !v.Window.Contains(at.X, at.Y) {
			continue
		}
		marks = append(marks, mark.Handle{
			Param: q.param, At: at, Label: q.name, Size: 5.5,
			Tip: say.Vars{"query": q.name}.Text("drag <query>"), Style: mark.RoleClass3.Plain(),
		})
	}
	return marks
}
