package algotest

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// pictures sees that a ball is as large as the number that its radius is, that regions of classes on the board have the
// colour of the label that the model predicts there, and that everything else in the
// colour of a class is of that class.
func pictures(ctx context.Context, d algos.Demo, r *report) {
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // the part of the presets says so
		}
		problem, err := recipe.Problem()
		if err != nil {
			continue
		}
		s, n, err := runTo(ctx, d, recipe)
		if err != nil {
			continue
		}
		at := p.ID + " step " + strconv.Itoa(n)
		panels := s.Panels()
		r.balls(at, s, panels)
		if problem.Target == dataset.Classes && problem.Table.Empty() {
			r.regions(at, problem, s, panels)
			if d.Input.Classified() && !relabels(d, recipe) {
				r.colours(at, problem, panels)
			}
		}
		if len(r.faults) > 0 {
			return // one preset's faults are enough
		}
	}
}

// relabels reports whether the demo gives the points other labels than they have.
func relabels(d algos.Demo, r algos.Recipe) bool {
	return slices.ContainsFunc(d.Schema(), func(p param.Spec) bool { return p.Relabel && r.Params[p.Name] != "" })
}

// balls measures the balls of a step's panels. A circle among the data that is no ball is a fault:
// nothing says how large it has to be.
func (r *report) balls(at string, s algos.Step, panels []mark.Panel) {
	for _, panel := range panels {
		for _, m := range panel.Marks {
			switch m := m.(type) {
			case mark.Ellipses:
				if panel.Edits == mark.EditsData && len(m.Radii) == 1 && !slices.ContainsFunc(m.Cov, func(c [3]float64) bool { return c != [3]float64{1, 0, 1} }) {
					r.fault("%s: the circle %q of %s says not which number its radius is: draw it by panel.Ball", at, m.Legend, panel.ID)
				}
			case mark.PolyLine:
				if m.Radius == "" {
					if panel.Edits == mark.EditsData && round(m) {
						r.fault("%s: the circle %q of %s says not which number its radius is: draw it by panel.Ball", at, m.Legend, panel.ID)
					}
					continue
				}
				want, err := s.Number(m.Radius)
				if err != nil {
					r.fault("%s: the radius of %q in %s is no number of the step: %v", at, m.Legend, panel.ID, err)
					continue
				}
				wide, high := extent(m.At)
				for _, drawn := range []float64{wide / 2, high / 2} {
					if !(math.Abs(drawn-want) <= 1e-6*max(math.Abs(want), drawn)) {
						r.fault("%s: the ball %q of %s is drawn with the radius %v, and %s is %v", at, m.Legend, panel.ID, drawn, m.Radius, want)
						break
					}
				}
			}
		}
	}
}

// extent is how wide and how high places reach.
func extent(at []mark.XY) (wide, high float64) {
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range at {
		x0, x1, y0, y1 = min(x0, p.X), max(x1, p.X), min(y0, p.Y), max(y1, p.Y)
	}
	return x1 - x0, y1 - y0
}

// round reports whether a closed line is a circle, all corners as far from its middle.
func round(m mark.PolyLine) bool {
	const corners = 24
	if !m.Closed || len(m.At) < corners {
		return false
	}
	var middle mark.XY
	for _, p := range m.At {
		middle.X += p.X / float64(len(m.At))
		middle.Y += p.Y / float64(len(m.At))
	}
	r := math.Hypot(m.At[0].X-middle.X, m.At[0].Y-middle.Y)
	return r > 0 && !slices.ContainsFunc(m.At, func(p mark.XY) bool { return math.Abs(math.Hypot(p.X-middle.X, p.Y-middle.Y)-r) > 1e-3*r })
}

// regions compares the board's regions with predictions in the middle of cells whose corners
// are of one class: near a border the colours are as fine as the grid.
func (r *report) regions(at string, p algos.Problem, s algos.Step, panels []mark.Panel) {
	model := s.Model()
	if model.Predict == nil {
		return
	}
	for _, panel := range panels {
		if panel.ID != "board" || panel.Edits != mark.EditsData {
			continue
		}
		for _, m := range panel.Marks {
			f, ok := m.(mark.Field)
			if !ok || f.Scale != mark.Regions || f.Hide {
				continue
			}
			const side = 24
			g := grid.Grid{Window: p.Window, NX: side, NY: side}
			values := make([]float64, g.Len())
			f.Eval(values, g)
			wrong, compared := 0, 0
			for j := 1; j < side-1; j++ {
				for i := 1; i < side-1; i++ {
					k := values[j*side+i]
					if k != values[j*side+i-1] || k != values[j*side+i+1] || k != values[(j-1)*side+i] || k != values[(j+1)*side+i] || k < 0 {
						continue
					}
					label := model.Predicted(dataset.Classes, [2]float64{g.X(i), g.Y(j)})
					if label != label {
						continue
					}
					compared++
					if label != float64(p.Label(int(k))) {
						wrong++
					}
				}
			}
			if wrong*10 > compared {
				r.fault("%s: at %d of %d places the region of %s has the colour of another label than the model predicts", at, wrong, compared, panel.ID)
			}
		}
	}
}

// A tinted thing is drawn in the colour of a class.
type tinted struct {
	ref    string // what it is called elsewhere
	class  int    // whose colour it has
	legend say.Phrase
	shares []float64 // of the classes in a node of a tree
}

// colours sees that what is drawn in the colour of a class is of that class: a point, a bar or a node that
// stands for a point, and a node of which most is of a class. What else has such a colour among the
// data has a legend that names the class. Elsewhere the colours are those of curves, too.
func (r *report) colours(at string, p algos.Problem, panels []mark.Panel) {
	classes := len(dataset.Counts(p.Points))
	for _, panel := range panels {
		for _, m := range panel.Marks {
			things := pointwise(m)
			if panel.Edits == mark.EditsData {
				things = append(things, lined(m)...)
			}
			for _, t := range things {
				row, isRow := rowOf(t.ref)
				switch {
				case t.class >= classes: // a colour that no class has
				case isRow && row < len(p.Points):
					if k := p.Points[row].Class(); k != t.class {
						r.fault("%s: in %s %s has the colour of %s, and is of %s", at, panel.ID, say.Row(row).Name(), p.ClassName(t.class), p.ClassName(k))
						return
					}
				case len(t.shares) > t.class:
					if k := slices.Index(t.shares, slices.Max(t.shares)); t.shares[k] > t.shares[t.class] {
						r.fault("%s: in %s the node %s has the colour of %s, and most of it is of %s", at, panel.ID, t.ref, p.ClassName(t.class), p.ClassName(k))
						return
					}
				case t.legend != "" && !namesClass(t.legend.String(), p, t.class):
					r.fault("%s: in %s %q has the colour of %s, and its legend names no class: draw it in another colour, or name the class",
						at, panel.ID, t.legend, p.ClassName(t.class))
					return
				}
			}
		}
	}
}

// rowOf reads the reference to a point: "x7" is that of row 7, counted from 0.
func rowOf(ref string) (int, bool) {
	text, ok := strings.CutPrefix(ref, "x")
	row, err := strconv.Atoi(text)
	return row, ok && err == nil && row >= 0
}

// namesClass reports whether a legend speaks of classes, or names this one.
func namesClass(legend string, p algos.Problem, class int) bool {
	for _, name := range []string{"class", "label", p.ClassName(class), say.Num(float64(p.Label(class)))} {
		if strings.Contains(legend, name) {
			return true
		}
	}
	return false
}

// classOf is the class whose colour a style has.
func classOf(s mark.Style) (int, bool) {
	return int(s.Role - mark.RoleClass0), s.Role >= mark.RoleClass0
}

// pointwise are the points, bars and nodes of a mark that have the colour of a class.
func pointwise(m mark.Mark) []tinted {
	var all []tinted
	each := func(refs []string, classes []int, s mark.Style) {
		own, styled := classOf(s)
		for i, ref := range refs {
			switch {
			case i < len(classes) && classes[i] >= 0:
				all = append(all, tinted{ref: ref, class: classes[i]})
			case classes == nil && styled:
				all = append(all, tinted{ref: ref, class: own})
			}
		}
	}
	switch m := m.(type) {
	case mark.Points:
		each(m.Refs, m.Class, m.Style)
	case mark.Bars:
		each(m.Refs, m.Class, m.Style)
	case mark.Graph:
		for _, n := range m.Nodes {
			if k, ok := classOf(n.Style); ok {
				all = append(all, tinted{ref: n.Ref, class: k, shares: n.Shares})
			}
		}
	}
	return all
}

// lined is a line or an area in the colour of a class. Ellipses at several radii are Gaussians of
// classes, and say so.
func lined(m mark.Mark) []tinted {
	var s mark.Style
	switch m := m.(type) {
	case mark.PolyLine:
		s = m.Style
	case mark.Rect:
		s = m.Style
	case mark.Band:
		s = m.Style
	case mark.Ray:
		s = m.Style
	case mark.Ellipses:
		if len(m.Style) != 1 || len(m.Radii) > 1 {
			return nil
		}
		s = m.Style[0]
	}
	if k, ok := classOf(s); ok {
		return []tinted{{class: k, legend: legendOf(m)}}
	}
	return nil
}
