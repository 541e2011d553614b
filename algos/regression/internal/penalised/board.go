package penalised

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A Board is the data with the function that was fitted to them; of a table, the target
// against what is predicted.
type Board struct {
	Problem algos.Problem
	Data    Data
	Title   say.Phrase
	Predict func(inputs []float64) float64
	// Others are functions to compare with on a line, such as that of least squares; one that looks
	// like the function itself is not drawn.
	Others []Other
}

// An Other is a function to compare with.
type Other struct {
	Predict func(inputs []float64) float64
	Style   mark.Style
	Legend  say.Phrase
}

// Panel draws the board.
func (b Board) Panel() mark.Panel {
	f := make([]float64, len(b.Data.Y))
	rss, in := 0.0, make([]float64, len(b.Data.Columns))
	for i := range f {
		for j, column := range b.Data.Columns {
			in[j] = column[i]
		}
		f[i] = b.Predict(in)
		rss += (b.Data.Y[i] - f[i]) * (b.Data.Y[i] - f[i])
	}
	w := say.Vars{"n": len(f), "rss": rss}
	tip := func(i int) say.Phrase {
		return say.Vars{"row": b.Data.Row(i), "y": b.Data.Y[i], "f": f[i], "r": b.Data.Y[i] - f[i]}.Text("<row>: y = <y>, f = <f>, r = <r>")
	}
	var p mark.Panel
	switch {
	case b.Data.Table:
		p = b.fit(f, tip)
		p.Alt = w.Text("the targets of <n sample> against the predictions; the RSS is <rss>")
	default:
		p = b.Problem.Board()
		p.Alt = w.Text("<n point> and the fitted function; the residual sum of squares (RSS) is <rss>")
		if b.Problem.Dim == 1 {
			b.lines(&p, f)
			p.Add(panel.Data(b.Problem, tip))
		} else {
			p.Add(b.plane(f, tip)...)
		}
	}
	p.Title, p.Note = b.Title, w.Text("Σr² = <rss>")
	return p
}

// lines draws the function of one input with its residuals.
func (b Board) lines(p *mark.Panel, f []float64) {
	stems := mark.Segments{Style: mark.RoleBad.Wide(1.2), Legend: "residual r"}
	for i, y := range b.Data.Y {
		at := panel.Place(b.Problem, i)
		stems.From, stems.To = append(stems.From, at), append(stems.To, mark.XY{X: at.X, Y: at.Y - (y - f[i])})
		stems.Refs = append(stems.Refs, say.Row(i).Ref())
	}
	p.Add(stems)
	for _, o := range b.Others {
		if !b.same(o) {
			p.Add(b.line(o.Predict, o.Style, o.Legend))
		}
	}
	line := b.line(b.Predict, mark.RoleInk.Wide(2.4), "f(x)")
	line.Name = "f(x)"
	p.Add(line)
}

// same reports whether the other function draws the line that is drawn anyway.
func (b Board) same(o Other) bool {
	w := b.Problem.Window
	for _, x := range []float64{w.X0, w.X1} {
		if math.Abs(o.Predict([]float64{x})-b.Predict([]float64{x})) > 1e-3*(w.Y1-w.Y0) {
			return false
		}
	}
	return true
}

func (b Board) line(f func([]float64) float64, style mark.Style, legend say.Phrase) mark.PolyLine {
	w := b.Problem.Window
	across := w.X1 - w.X0
	line := mark.PolyLine{Style: style, Legend: legend, Layer: mark.Over}
	for _, x := range []float64{w.X0 - 2*across, w.X0, w.X1, w.X1 + 2*across} {
		line.At = append(line.At, mark.XY{X: x, Y: f([]float64{x})})
	}
	return line
}

// plane is the function of two inputs as a field, with the targets in its colours and the residuals.
func (b Board) plane(fitted []float64, tip func(i int) say.Phrase) []mark.Mark {
	lo, hi := slices.Min(b.Data.Y), slices.Max(b.Data.Y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	r := make([]float64, len(fitted))
	for i, f := range fitted {
		r[i] = b.Data.Y[i] - f
	}
	return []mark.Mark{
		b.field(lo, hi), panel.Misses(b.Problem, r, lo, hi, "residual r (up: y > f)"),
		panel.Targets(b.Problem, b.Data.Y, lo, hi, "target y, same colours", tip),
	}
}

// field is the function of two inputs, from the least to the largest target.
func (b Board) field(lo, hi float64) mark.Field {
	f := mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return b.Predict([]float64{x, y}) }),
		Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: say.Vars{"lo": lo, "hi": hi}.Text("f(x), from <lo> to <hi>"),
	}
	const lines = 6
	for k := range lines {
		f.Levels = append(f.Levels, mark.Level{Value: lo + (float64(k)+0.5)/lines*(hi-lo), Style: mark.RoleSoft.Wide(1)})
	}
	return f
}

// fit is the target against what is predicted: on the diagonal the two are equal.
func (b Board) fit(f []float64, tip func(i int) say.Phrase) mark.Panel {
	lo, hi := slices.Min(b.Data.Y), slices.Max(b.Data.Y)
	room := (hi - lo) / 8
	if room == 0 {
		room = max(1, math.Abs(hi)/8)
	}
	return panel.Against{
		ID: "board", X: "f(x)", Y: b.Data.Target, Lo: lo - room, Hi: hi + room, Targets: b.Data.Y, Of: func(i int) float64 { return f[i] },
		Same: "y = f(x)", Off: "residual r", Tip: tip,
	}.Panel()
}
