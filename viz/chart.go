package viz

import (
	"slices"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Series returns the recorded values of a metric by step; nil for a metric
// that there is none of. NaN says that it is not defined at a step.
type Series func(metric string) []float64

// maxBuckets bounds the columns into which a long series is gathered. Charts are
// at most this many pixels wide.
const maxBuckets = 640

// seriesRoles colours the series that choose no colour, each with one that no other
// series of the chart has chosen.
var seriesRoles = [...]mark.Role{mark.RoleAccent, mark.RoleGood, mark.RoleClass1, mark.RoleClass3, mark.RoleSoft}

// ChartPanel draws recorded metrics against the step: steps is how many steps
// are recorded, cursor the one that is looked at. Bounds are dashed, steps at
// which a metric is not defined are gaps, a dot marks the value at the cursor.
// On a logarithmic axis what is not positive is a gap. A series whose name is
// hidden stays in the legend only.
func ChartPanel(c mark.Chart, s Series, steps, cursor int, hidden ...string) mark.Panel {
	last := max(steps-1, cursor, 1)
	p := mark.Panel{
		ID: "chart-" + c.ID, Title: say.Phrase(c.Title),
		Y: mark.Axis{Name: say.Phrase(c.Y), Log: c.Log},
	}
	var dots []mark.Mark
	var note say.Phrase
	free, next, measured := freeRoles(c), 0, len(hidden) > 0
	for _, series := range c.Series {
		values := s(series.Metric)
		last = max(last, len(values)-1)
		measured = measured || slices.ContainsFunc(values, func(v float64) bool { return drawable(v, false) })
		style := mark.Style{Role: series.Role, Width: 2, Dash: series.Bound}
		if series.Bound {
			style.Width = 1.5
		}
		switch {
		case series.Role != mark.RoleAuto:
		case series.Bound:
			style.Role = mark.RoleSoft
		default:
			style.Role = free[next%len(free)]
			next++
		}
		name := series.Name()
		if slices.Contains(hidden, name) {
			p.Marks = append(p.Marks, mark.PolyLine{Style: style, Legend: say.Phrase(name)})
			continue
		}
		p.Marks = append(p.Marks, pieces(values, c.Log, style, name)...)
		if cursor < 0 || cursor >= len(values) || !drawable(values[cursor], c.Log) {
			continue
		}
		v := values[cursor]
		if note != "" {
			note += " · "
		}
		note += say.Vars{"name": say.Phrase(name), "value": v}.Text("<name> <value>")
		if !series.Bound {
			dots = append(dots, mark.Points{
				At:    []mark.XY{{X: float64(cursor), Y: v}},
				Size:  []float64{4},
				Style: mark.Style{Role: style.Role}, Layer: mark.Over,
			})
		}
	}
	p.X = mark.Axis{Name: "step", Integer: true, Min: 0, Max: float64(last)}
	p.Marks = append(p.Marks, mark.Rule{Vertical: true, At: float64(cursor), Style: mark.Style{Role: mark.RoleSoft, Width: 1}, Layer: mark.Over})
	p.Marks = append(p.Marks, dots...)
	if !measured { // with other parameters there are some
		note = "no numbers in this run so far"
	}
	p.Note = note
	v := say.Vars{"title": say.Phrase(c.Title), "step": cursor, "last": last, "note": note}
	p.Alt = v.Text("<title> against the step, at step <step> of <last>")
	if note != "" {
		p.Alt = v.Text("<title> against the step, at step <step> of <last>: <note>")
	}
	return p
}

// freeRoles are the colours that no line of the chart has chosen.
func freeRoles(c mark.Chart) []mark.Role {
	var free []mark.Role
	for _, role := range seriesRoles {
		chosen := func(s mark.Series) bool { return s.Role == role && !s.Bound }
		if !slices.ContainsFunc(c.Series, chosen) {
			free = append(free, role)
		}
	}
	if len(free) == 0 {
		return seriesRoles[:]
	}
	return free
}

func drawable(v float64, log bool) bool { return v-v == 0 && (!log || v > 0) }

// pieces draws a series as polylines between its gaps; the first one carries
// the legend. A lone value between two gaps is a dot.
func pieces(values []float64, log bool, style mark.Style, name string) []mark.Mark {
	legend := name
	var marks []mark.Mark
	var lone mark.Points
	for from := 0; from < len(values); from++ {
		if !drawable(values[from], log) {
			continue
		}
		to := from
		for to < len(values) && drawable(values[to], log) {
			to++
		}
		if to-from == 1 {
			lone.At = append(lone.At, mark.XY{X: float64(from), Y: values[from]})
			lone.Size = append(lone.Size, style.Width+0.5)
		} else {
			marks = append(marks, mark.PolyLine{At: decimate(values[from:to], from, len(values)), Style: style, Name: say.Phrase(name), Legend: say.Phrase(legend)})
			legend = ""
		}
		from = to
	}
	if len(lone.At) > 0 {
		lone.Style, lone.Layer, lone.Name, lone.Legend = mark.Style{Role: style.Role}, mark.Under, say.Phrase(name), say.Phrase(legend)
		marks = append(marks, lone)
	}
	return marks
}

// decimate returns the curve through values at the steps from, from+1, …. Of a
// long one, total steps in all, it keeps of every column of steps the first and
// last value and the extremes: what can be seen.
func decimate(values []float64, from, total int) []mark.XY {
	place := func(i int) mark.XY { return mark.XY{X: float64(from + i), Y: values[i]} }
	column := (total + maxBuckets - 1) / maxBuckets
	if column < 4 {
		at := make([]mark.XY, len(values))
		for i := range values {
			at[i] = place(i)
		}
		return at
	}
	at := make([]mark.XY, 0, 4*(len(values)/column+2))
	for start := 0; start < len(values); start += column {
		end := min(start+column, len(values))
		low, high := start, start
		for i := start; i < end; i++ {
			if values[i] < values[low] {
				low = i
			}
			if values[i] > values[high] {
				high = i
			}
		}
		previous := -1
		for _, i := range [...]int{start, min(low, high), max(low, high), end - 1} {
			if i > previous {
				at = append(at, place(i))
				previous = i
			}
		}
	}
	return at
}
