package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// plane shows the vectors w_k, each with its path and the update.
func (v view) plane() algos.Panel {
	now := v.vectors(v.Place)
	paths := make([][]algos.XY, v.k)
	stride := len(v.Trail)/drawnPath + 1
	for i := 0; i < len(v.Trail); i += stride {
		for k, w := range v.vectors(v.Trail[i]) {
			paths[k] = append(paths[k], xy(w))
		}
	}
	w := v.planeWindow(paths, now)
	p := algos.Panel{
		ID: "plane", Title: "The vectors of the classes", Equal: true, Note: say.Phrase(v.planeNote(now)),
		Alt: say.Phrase(fmt.Sprintf("%d vectors and their paths over %s", v.k, say.Count(v.Updates, "update"))),
		X:   algos.Axis{Name: "w₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "w₂", Min: w.Y0, Max: w.Y1},
	}
	var planned [][3]float64
	if v.From != nil && v.Did != logit.Update {
		planned = v.vectorsOf(logit.Moved(v.From.B, v.Eta, v.Dir))
	}
	for k, at := range now {
		role := algos.RoleOfClass(k)
		if path := append(paths[k], xy(at)); len(path) > 1 {
			p.Marks = append(p.Marks, algos.PolyLine{At: path, Style: algos.Style{Role: role, Width: 1, Opacity: 0.6}, Layer: algos.Over})
		}
		if xy(at) != (algos.XY{}) {
			p.Marks = append(p.Marks, algos.Arrows{
				From: []algos.XY{{}}, To: []algos.XY{xy(at)}, Labels: []say.Phrase{say.Phrase(v.vectorName(k))},
				Style: algos.Style{Role: role, Width: 2}, Legend: say.Phrase("class " + v.label(k)),
			})
		}
		if planned != nil && xy(planned[k]) != xy(at) {
			a := algos.Arrows{From: []algos.XY{xy(at)}, To: []algos.XY{xy(planned[k])}, Style: algos.Style{Role: algos.RoleAccent, Dash: true}}
			if k == v.k-1 || k == 0 {
				a.Legend = "planned"
			}
			p.Marks = append(p.Marks, a)
		}
	}
	return p
}

// drawnPath is how many corners a drawn path has at most, about.
const drawnPath = 300

func xy(w [3]float64) algos.XY { return algos.XY{X: w[0], Y: w[1]} }

// vectorName is what the vector of a class is called: its index is the label.
func (t *task) vectorName(k int) string { return "w" + say.Sub(t.Label(k)) }

func (v view) planeNote(now [][3]float64) string {
	if v.opt.Vectors != all {
		return "that of the reference is 0"
	}
	var sum [2]float64
	for _, w := range now {
		sum[0], sum[1] = sum[0]+w[0], sum[1]+w[1]
	}
	if math.Hypot(sum[0], sum[1]) < 1e-9 {
		return "they sum to 0"
	}
	return "they sum to " + say.Vec(sum[0], sum[1])
}

// planeWindow fits the paths and what is planned; its borders are round.
func (v view) planeWindow(paths [][]algos.XY, now [][3]float64) grid.Window {
	shown := []algos.XY{{}}
	for k, path := range paths {
		shown = append(append(shown, path...), xy(now[k]))
	}
	if v.From != nil {
		for _, w := range v.vectorsOf(logit.Moved(v.From.B, v.Eta, v.Dir)) {
			shown = append(shown, xy(w))
		}
	}
	return algos.FitPath(shown)
}

// section shows all p_k along the horizontal line through the middle of the
// board.
func (v view) section() algos.Panel {
	w := v.Window
	y := (w.Y0 + w.Y1) / 2
	p := algos.Panel{
		ID: "section", Title: "Probabilities along a line", Note: say.Phrase("x₂ = " + say.Num(y)),
		Alt: say.Phrase(fmt.Sprintf("the probabilities of %d classes along x₂ = %s", v.k, say.Num(y))),
		X:   algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "p", Min: -0.03, Max: 1.03},
	}
	const pieces = 140
	lines := make([]algos.PolyLine, v.k)
	for k := range lines {
		lines[k] = algos.PolyLine{
			Style: algos.Style{Role: algos.RoleOfClass(k), Width: 2}, Legend: say.Phrase("p of class " + v.label(k)), Name: say.Phrase("p of class " + v.label(k)),
		}
	}
	for i := range pieces + 1 {
		x := w.X0 + (w.X1-w.X0)*float64(i)/pieces
		for k, s := range v.probabilities([2]float64{x, y}) {
			lines[k].At = append(lines[k].At, algos.XY{X: x, Y: s})
		}
	}
	for _, l := range lines {
		p.Marks = append(p.Marks, l)
	}
	return p
}

// simplex is the triangle of the probabilities of three classes: every point of
// the board at (p₀, p₁, p₂), its own class's corner being where it belongs.
func (v view) simplex() algos.Panel {
	corner := [3]algos.XY{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0.5, Y: math.Sqrt(3) / 2}}
	n := len(v.class)
	pts := algos.Points{At: make([]algos.XY, n), Class: v.class, Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	for i := range n {
		s := v.shares(v.problem.U[i])
		for k, c := range corner {
			pts.At[i].X += s[k] * c.X
			pts.At[i].Y += s[k] * c.Y
		}
		pts.Refs[i] = ref(i)
		pts.Tips[i] = say.Phrase(fmt.Sprintf("%s: p = %s", name(i), say.Vec(s...)))
	}
	centre := algos.XY{X: 0.5, Y: math.Sqrt(3) / 6}
	borders := algos.Segments{Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "two classes equally probable"}
	for k := range corner {
		a, b := corner[k], corner[(k+1)%3]
		borders.From = append(borders.From, centre)
		borders.To = append(borders.To, algos.XY{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
	}
	labels := algos.Texts{Anchor: algos.Middle, At: []algos.XY{{X: 0, Y: -0.09}, {X: 1, Y: -0.09}, {X: 0.5, Y: corner[2].Y + 0.04}}}
	for k := range corner {
		labels.Text = append(labels.Text, say.Phrase("p = 1 for "+v.label(k)))
	}
	return algos.Panel{
		ID: "simplex", Title: "Triangle of probabilities", Equal: true, Height: 0.85,
		Alt: say.Phrase(fmt.Sprintf("%s in the triangle of their three probabilities", say.Count(n, "point"))),
		X:   algos.Axis{Hidden: true, Min: -0.2, Max: 1.2}, Y: algos.Axis{Hidden: true, Min: -0.15, Max: 1},
		Marks: []algos.Mark{
			algos.PolyLine{At: corner[:], Closed: true, Style: algos.Style{Role: algos.RoleInk}},
			borders, pts, labels,
		},
	}
}

// residuals are 1 − p_y in the order of the rows.
func (v view) residuals() algos.Panel {
	n := len(v.class)
	b := algos.Bars{X: make([]float64, n), Y: make([]float64, n), Class: v.class, Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	sum := 0.0
	for i := range n {
		b.X[i], b.Y[i], b.Refs[i] = float64(i+1), v.residual(i), ref(i) // on screen points are numbered from one
		b.Tips[i] = say.Phrase(fmt.Sprintf("%s: 1 − p = %s", name(i), say.Num(b.Y[i])))
		sum += b.Y[i]
	}
	if v.Did == logit.Look || v.Did == logit.Update {
		b.Hot = v.Rows
	}
	return algos.Panel{
		ID: "residuals", Title: "Residuals", Note: say.Phrase("mean " + say.Num(sum/float64(n))),
		Alt:   say.Phrase(fmt.Sprintf("%d residuals with the mean %s", n, say.Num(sum/float64(n)))),
		X:     algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:     algos.Axis{Name: "1 − p of its class", Max: 1.05},
		Marks: []algos.Mark{b},
	}
}
