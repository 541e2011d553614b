package pairs

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Charts are those that both machines have.
var Charts = []mark.Chart{
	{ID: "duality", Title: "Primal and dual", Y: "objective", Series: []mark.Series{
		{Metric: "primal", Label: "primal", Role: mark.RoleAccent, Bound: true},
		{Metric: "dual", Label: "dual", Role: mark.RoleGood},
	}},
	{ID: "convergence", Title: "Duality gap and KKT violation", Y: "gap, violation", Log: true, Series: []mark.Series{
		{Metric: "gap", Label: "duality gap"},
		{Metric: "kkt", Label: "KKT violation"},
	}},
}

// Radius is that of a support vector's ring in CSS pixels: its area beyond the
// point's own grows with the share of the largest coefficient.
func Radius(share float64) float64 { return 6 + 5*math.Sqrt(min(1, share)) }

// Scale is the coefficient that fills a picture: c, or the largest one where none
// comes near c.
func Scale(top, c, near float64) float64 {
	switch {
	case top > c/near:
		return c
	case top > 0:
		return top
	}
	return 1
}

// AtWork encircles the pair that a step is about, outside of the rings of support
// vectors.
func AtWork(p algos.Problem, rows [2]int, radius func(i int) float64) mark.Rings {
	r := mark.Rings{Style: mark.RoleAccent.Wide(3), Legend: "working pair"}
	for _, i := range rows {
		r.At, r.Radius = append(r.At, panel.Place(p, i)), append(r.Radius, radius(i)+2)
		r.Refs, r.Labels = append(r.Refs, say.Row(i).Ref()), append(r.Labels, say.Phrase(say.Row(i).Name()))
	}
	return r
}

// Before and After are labelled places in the picture of a pair, in front of the
// rest: where a move starts or would have gone, and where it ends.
func Before(at mark.XY, label say.Phrase) mark.Points {
	m := labelled(at, label, mark.RoleSoft)
	m.Hollow = true
	return m
}

func After(at mark.XY, label say.Phrase) mark.Points { return labelled(at, label, mark.RoleAccent) }

func labelled(at mark.XY, label say.Phrase, r mark.Role) mark.Points {
	return mark.Points{At: []mark.XY{at}, Labels: []say.Phrase{label}, Layer: mark.Over, Style: r.Plain()}
}

// Shade shades the plane by the score of a classifier, with its boundary and the
// margins. A constant score has neither.
func (f *Expansion) Shade(legend, boundary, margins say.Phrase) mark.Field {
	field := mark.Field{Eval: f.Field, Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Legend: legend}
	if len(f.Centres) > 0 {
		road := mark.RoleSoft.Wide(1.2).Dashed()
		field.Levels = []mark.Level{{Value: 0, Style: mark.RoleInk.Wide(2.6), Label: boundary}, {Value: -1, Style: road, Label: margins}, {Value: 1, Style: road}}
	}
	return field
}
