package frame

import (
	"context"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// ghostLegend is what the legend calls the run before.
const ghostLegend = "the run before"

// before is how the run before is drawn: in dots, as margins and bounds have dashes.
var before = mark.Style{Role: mark.RoleSoft, Width: 2.5, Dots: true}

// GhostStep returns the step of a ghost that is shown beside step n: the same
// one, or the ghost's last.
func GhostStep(ghost *record.Recorder, n int) int { return min(n, ghost.Len()-1) }

// drawGhost adds marks of another run, the ghost, to the panels of step n. These
// are the boundaries and curves of the panels that edit points, and its series in the
// charts. They lie below the panels' own marks.
func drawGhost(ctx context.Context, panels []mark.Panel, d algos.Demo, ghost *record.Recorder, n int, v wire.View, book say.Book) error {
	s, err := ghost.Step(ctx, GhostStep(ghost, n))
	if err != nil {
		return err
	}
	charts := map[string]mark.Chart{}
	for _, c := range ghost.Charts() {
		charts[ChartID(c)] = c
	}
	earlier := ghost.Panels(s.Moving()) // those that take long have no outlines
	for i := range panels {
		p := &panels[i]
		if p.ID == Board || p.Edits == mark.EditsData {
			if before, ok := panelOf(earlier, p.ID); ok && alike(before.X, p.X) && alike(before.Y, p.Y) {
				p.Marks = under(p.Marks, outlines(before.Marks))
			}
		}
		c, ok := charts[p.ID]
		if !ok {
			continue
		}
		set := v.Panels[p.ID]
		if set.Log != nil {
			c.Log = *set.Log
		}
		p.X.Max = max(p.X.Max, float64(ghost.Len()-1))
		p.Marks = under(p.Marks, curves(viz.ChartPanel(c, ghost.Series, ghost.Len(), n, hidden(c, set, book)...).Marks))
	}
	return nil
}

// panelOf returns the panel with that id.
func panelOf(panels []mark.Panel, id string) (mark.Panel, bool) {
	for _, p := range panels {
		if p.ID == id {
			return p, true
		}
	}
	return mark.Panel{}, false
}

// alike reports whether two axes read the same at the same coordinate: marks of standardised features
// are nowhere on a board that is standardised otherwise.
func alike(a, b mark.Axis) bool { return a.Shift == b.Shift && a.Factor == b.Factor }

// under puts a ghost's marks above the fields of a panel and below all else. The
// panel's own marks are not changed.
func under(marks, ghost []mark.Mark) []mark.Mark {
	at := 0
	for i, m := range marks {
		if f, ok := m.(mark.Field); ok && !f.Hide {
			at = i + 1
		}
	}
	out := make([]mark.Mark, 0, len(marks)+len(ghost))
	out = append(out, marks[:at]...)
	out = append(out, ghost...)
	return append(out, marks[at:]...)
}

// outlines returns the boundaries, curves and ellipses of a board, drawn
// faintly. It leaves out what is faint already. No area is filled, and nothing
// can be dragged or referred to. The first mark carries the legend.
func outlines(marks []mark.Mark) []mark.Mark {
	var out []mark.Mark
	legend := say.Phrase(ghostLegend)
	take := func() say.Phrase {
		l := legend
		legend = ""
		return l
	}
	for _, m := range marks {
		switch m := m.(type) {
		case mark.Field:
			var levels []mark.Level
			for _, l := range m.Levels {
				if l.Style.Role != mark.RoleFaint {
					levels = append(levels, mark.Level{Value: l.Value, Style: before, Label: take()})
				}
			}
			if len(levels) == 0 {
				continue
			}
			m.Levels, m.Hide, m.Legend = levels, true, ""
			out = append(out, m)
		case mark.Ray:
			m.Style, m.Layer, m.Legend = before, mark.Under, take()
			out = append(out, m)
		case mark.PolyLine:
			if m.Fill || m.Style.Role == mark.RoleFaint {
				continue
			}
			m.Style, m.Layer, m.Ref, m.Legend = before, mark.Under, "", take()
			out = append(out, m)
		case mark.Ellipses:
			styles := make([]mark.Style, len(m.Mean))
			for i := range styles {
				styles[i] = before
			}
			m.Style, m.Layer, m.Legend = styles, mark.Under, take()
			out = append(out, m)
		}
	}
	return out
}

// curves returns the series of a chart, drawn faintly. It leaves out bounds.
func curves(marks []mark.Mark) []mark.Mark {
	var out []mark.Mark
	legend := ghostLegend
	for _, m := range marks {
		line, ok := m.(mark.PolyLine)
		if !ok || line.Style.Dash {
			continue
		}
		line.Style, line.Legend = before, say.Phrase(legend)
		legend = ""
		out = append(out, line)
	}
	return out
}
