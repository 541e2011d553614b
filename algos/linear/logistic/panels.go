package logistic

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// curve is the logistic function with every point at its score, and its residual
// as a stem.
func (v view) curve() algos.Panel {
	n := len(v.y)
	pts := algos.Points{At: make([]algos.XY, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	stems := algos.Segments{Style: algos.Style{Role: algos.RoleSoft, Width: 1}, Legend: "residual e"}
	reach := 4.0
	for i := range n {
		f := v.scoreOf(i)
		reach = max(reach, math.Abs(f))
		pts.At[i] = algos.XY{X: f, Y: (1 + v.y[i]) / 2}
		pts.Class[i], pts.Refs[i] = v.Points[i].Class(), ref(i)
		pts.Tips[i] = say.Phrase(fmt.Sprintf("%s: f = %s, p = %s, e = %s", name(i), say.Num(f), say.Num(sigmoid(f)), say.Num(v.residual(i))))
		stems.From = append(stems.From, pts.At[i])
		stems.To = append(stems.To, algos.XY{X: f, Y: sigmoid(f)})
		stems.Refs = append(stems.Refs, ref(i))
	}
	reach = roundUp(reach)
	line := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2}, Legend: "p = 1/(1 + e⁻ᶠ)", Name: "p"}
	const pieces = 160
	for i := range pieces + 1 {
		f := reach * (2*float64(i)/pieces - 1)
		line.At = append(line.At, algos.XY{X: f, Y: sigmoid(f)})
	}
	return algos.Panel{
		ID: "sigmoid", Title: "Logistic function", Alt: say.Phrase(fmt.Sprintf("the logistic curve with %s at their scores", say.Count(n, "point"))),
		Note:  "every point at its score",
		X:     algos.Axis{Name: "score f(x)", Min: -reach, Max: reach},
		Y:     algos.Axis{Name: "p, and the label", Min: -0.08, Max: 1.08},
		Marks: []algos.Mark{stems, line, pts},
	}
}

// roundUp rounds to 1, 1.5, 2, 3, 5 or 7 times a power of ten, so that an axis
// seldom moves.
func roundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{1, 1.5, 2, 3, 4, 5, 7} {
		if x <= m*unit {
			return m * unit
		}
	}
	return 10 * unit
}

// residuals are e_t = ỹ_t − p_t in the order of the rows.
func (v view) residuals() algos.Panel {
	n := len(v.y)
	sum, e := 0.0, make([]float64, n)
	for i := range n {
		e[i] = v.residual(i)
		sum += e[i]
	}
	bars := v.bars(e, "e")
	bars.Legend = say.Phrase("above 0: label " + v.className(1) + ", below: " + v.className(0))
	return algos.Panel{
		ID: "residuals", Title: "Residuals", Note: say.Phrase("they sum to " + say.Num(tidy(sum))),
		Alt:   say.Phrase(fmt.Sprintf("%d residuals with the sum %s", n, say.Num(sum))),
		X:     algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:     algos.Axis{Name: "e = label − p", Min: -1.05, Max: 1.05},
		Marks: []algos.Mark{bars, algos.Rule{At: 0, Style: algos.Style{Role: algos.RoleSoft}}},
	}
}

// tidy turns what is only rounding into 0.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

// bars are one number a row, in its class's colour; the rows drawn are hot.
func (v view) bars(y []float64, what string) algos.Bars {
	n := len(y)
	b := algos.Bars{X: make([]float64, n), Y: y, Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	for i := range n {
		b.X[i] = float64(i + 1) // on screen points are numbered from one
		b.Class[i], b.Refs[i] = v.Points[i].Class(), ref(i)
		b.Tips[i] = say.Phrase(fmt.Sprintf("%s: %s = %s", name(i), what, say.Num(y[i])))
	}
	if v.Did == logit.Look || v.Did == logit.Update {
		b.Hot = v.Rows
	}
	return b
}

// weights are p(1 − p), with which Newton's method weights the rows of its least
// squares.
func (v view) weights() algos.Panel {
	n := len(v.y)
	w, top := make([]float64, n), 0.0
	for i := range n {
		w[i] = v.weight(i)
		top = max(top, w[i])
	}
	return algos.Panel{
		ID: "weights", Title: "Weights of IRLS", Note: say.Phrase("the largest is " + say.Num(top)),
		Alt: say.Phrase(fmt.Sprintf("%d weights, the largest %s", n, say.Num(top))),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:   algos.Axis{Name: "p(1 − p)", Max: 0.27},
		Marks: []algos.Mark{
			v.bars(w, "p(1 − p)"),
			algos.Rule{At: 0.25, Legend: "at most ¼", Style: algos.Style{Role: algos.RoleSoft, Dash: true}},
		},
	}
}
