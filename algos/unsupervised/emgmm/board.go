package emgmm

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// boardPanel is the board without marks.
func (t *task) boardPanel() algos.Panel {
	w := t.Window
	p := algos.Panel{
		ID: "board", Title: "Gaussian mixture", Edits: algos.EditsData,
		X: algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
	}
	// Coordinates of very different units are not drawn to one scale.
	across, up := w.X1-w.X0, w.Y1-w.Y0
	p.Equal = t.Dim == 2 && max(across, up) <= 3*min(across, up)
	if t.Dim == 1 {
		p.X.Name = "x"
		p.Y = algos.Axis{Name: "density"}
		p.Y.Min, p.Y.Max = t.heights()
	}
	return p
}

// board draws the points as pies of their shares, and every component as its
// ellipses with the way of its mean.
func (v view) board() algos.Panel {
	p := v.boardPanel()
	p.Note = say.Phrase(fmt.Sprintf("iteration %d", v.iter))
	if v.iter == 0 {
		p.Note = "start"
	}
	p.Alt = say.Phrase(fmt.Sprintf("%s and %s after %s, log-likelihood %s", say.Count(len(v.x), "point"), say.Count(v.K, "component"), say.Count(v.iter, "iteration"), say.Sig(v.seenLoglik(), 6)))
	m := v.drawn()
	if v.Dim == 1 {
		p.Marks = v.curves(m)
	} else {
		p.Marks = v.contours()
	}
	p.Marks = append(p.Marks, v.points(v.shown()))
	if v.Dim == 2 {
		p.Marks = append(p.Marks, v.trails(m)...)
		p.Marks = append(p.Marks, v.ellipses(m)...)
	}
	p.Marks = append(p.Marks, v.now(m)...)
	p.Marks = append(p.Marks, v.means(m)...)
	if v.Init == byHand {
		p.Marks = append(p.Marks, v.handles()...)
	}
	return p
}

// seenLoglik is the log-likelihood of the last parameters that have one.
func (s *state) seenLoglik() float64 {
	if math.IsNaN(s.loglik) {
		return s.oldLoglik
	}
	return s.loglik
}

// shown are the responsibilities that colour the points: while a single point
// is looked at, the others keep their colours.
func (v view) shown() []float64 {
	if v.phase != asking {
		return v.r
	}
	r := slices.Clone(v.was)
	if r == nil {
		r = make([]float64, len(v.r))
	}
	copy(r[v.part*v.K:(v.part+1)*v.K], v.shares(v.part))
	return r
}

// drawn is the mixture in the picture: while components are refitted one by one,
// the first ones are new and the others old.
func (v view) drawn() mixture {
	if v.phase != fitting {
		return v.theta
	}
	m := v.theta.clone()
	for j := range v.part + 1 {
		m.mean[j] = v.next.mean[j]
		if v.shape() != tied || v.part == v.K-1 {
			m.cov[j] = v.next.cov[j]
		}
	}
	if v.shape() == tied && v.part == v.K-1 {
		copy(m.cov, v.next.cov)
	}
	return m
}

func (t *task) at(i int) algos.XY { return algos.XY{X: t.x[i][0], Y: t.x[i][1]} }

func xy(x vec) algos.XY { return algos.XY{X: x[0], Y: x[1]} }

// points are the data as pies; hollow before they are shared out.
func (t *task) points(r []float64) algos.Points {
	n := len(t.x)
	p := algos.Points{At: make([]algos.XY, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	p.Style.Role = algos.RoleSoft
	p.Hollow = r == nil
	if r != nil {
		p.Shares = make([][]float64, n)
		p.Legend = "points, coloured by their shares"
	}
	for i, x := range t.x {
		p.At[i], p.Refs[i] = t.at(i), ref(i)
		p.Tips[i] = say.Phrase(name(i) + " = " + say.Vec(x[:t.Dim]...))
		if r == nil {
			continue
		}
		row := r[i*t.K : (i+1)*t.K]
		if slices.Max(row) > 0 { // zero for those not shared out yet
			p.Shares[i] = row
			p.Tips[i] += say.Phrase(", shares " + say.Vec(row...))
		}
	}
	return p
}

// trails are the ways of the means so far.
func (v view) trails(m mixture) []algos.Mark {
	if v.iter == 0 && v.phase != fitting {
		return nil
	}
	const most = 200 // corners of a path
	stride := len(v.past)/most + 1
	var marks []algos.Mark
	for j := range v.K {
		path := algos.PolyLine{Style: algos.Style{Role: algos.RoleOfClass(j), Width: 1.6, Opacity: 0.8}, Layer: algos.Over}
		for i := 0; i < len(v.past); i += stride {
			path.At = append(path.At, xy(v.past[i].theta.mean[j]))
		}
		path.At = append(path.At, xy(m.mean[j]))
		if j == 0 {
			path.Legend = "paths of the means"
		}
		marks = append(marks, path)
	}
	return marks
}

// ellipses are every component at one and two standard deviations.
func (v view) ellipses(m mixture) []algos.Mark {
	e := algos.Ellipses{Radii: []float64{1, 2}, Legend: "components at 1σ and 2σ"}
	for j := range v.K {
		style := algos.Style{Role: algos.RoleOfClass(j), Width: 2}
		if v.phase == fitting && j == v.part {
			style.Width = 3.5
		}
		if !(m.weight[j] > 0) {
			continue
		}
		e.Mean = append(e.Mean, xy(m.mean[j]))
		e.Cov = append(e.Cov, m.cov[j])
		e.Style = append(e.Style, style)
	}
	return []algos.Mark{e}
}

// means mark the components by their numbers.
func (v view) means(m mixture) []algos.Mark {
	var marks []algos.Mark
	for j, x := range m.mean {
		at := xy(x)
		at.Y = v.level(at.Y)
		marks = append(marks, algos.Points{
			At: []algos.XY{at}, Class: []int{j}, Size: []float64{8.5}, Refs: []string{component(j)}, Labels: []say.Phrase{say.Phrase(say.Num(float64(j + 1)))},
			Tips:  []say.Phrase{say.Phrase(fmt.Sprintf("component %d: weight %s, mean %s", j+1, say.Num(m.weight[j]), say.Vec(x[:v.Dim]...)))},
			Style: algos.Style{Role: algos.RoleOfClass(j)}, Layer: algos.Over,
		})
	}
	return marks
}

// level is where a mark stands: in one dimension on the axis.
func (t *task) level(y float64) float64 {
	if t.Dim == 1 {
		return 0
	}
	return y
}

// now marks what the step is about, in the accent colour.
func (v view) now(m mixture) []algos.Mark {
	accent := algos.Style{Role: algos.RoleAccent, Width: 2.4}
	switch v.phase {
	case asking:
		at := v.at(v.part)
		ring := algos.Rings{At: []algos.XY{at}, Radius: []float64{11}, Refs: []string{ref(v.part)}, Labels: []say.Phrase{say.Phrase(name(v.part))}, Style: accent, Legend: "least sure about"}
		var marks []algos.Mark
		for j, p := range v.shares(v.part) {
			if p < 0.005 || v.Dim == 1 {
				continue
			}
			marks = append(marks, algos.Segments{
				From: []algos.XY{at}, To: []algos.XY{xy(m.mean[j])},
				Style: algos.Style{Role: algos.RoleOfClass(j), Width: 1 + 4*p}, Layer: algos.Over,
			})
		}
		return append(marks, ring)
	case fitting:
		return v.moves(v.theta, m, v.part, v.part+1)
	case raising:
		if len(v.ruins) > 0 {
			return v.wrecks()
		}
		return v.moves(v.before, m, 0, v.K)
	}
	return nil
}

// wrecks encircle the points on which a component has just collapsed.
func (v view) wrecks() []algos.Mark {
	const most = 8 // named; of more points a collapse onto a line shows by itself
	ring := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 2.4}, Legend: "collapsed here"}
	for _, r := range v.ruins {
		for _, i := range r.rows[:min(len(r.rows), most)] {
			at := v.at(i)
			ring.At, ring.Radius = append(ring.At, at), append(ring.Radius, 11)
			ring.Refs, ring.Labels = append(ring.Refs, ref(i)), append(ring.Labels, say.Phrase(name(i)))
		}
	}
	return []algos.Mark{ring}
}

// moves are arrows from the old to the new means.
func (v view) moves(from, to mixture, first, end int) []algos.Mark {
	a := algos.Arrows{Style: algos.Style{Role: algos.RoleAccent, Width: 2.4}, Legend: "moves of the means"}
	for j := first; j < end; j++ {
		old, at := xy(from.mean[j]), xy(to.mean[j])
		old.Y, at.Y = v.level(old.Y), v.level(at.Y)
		far := math.Hypot((at.X-old.X)/(v.Window.X1-v.Window.X0), (at.Y-old.Y)/(v.Window.Y1-v.Window.Y0))
		if far > 0.005 { // shorter ones are hidden by the mark of the mean
			a.From, a.To = append(a.From, old), append(a.To, at)
		}
	}
	if len(a.From) == 0 {
		return nil
	}
	return []algos.Mark{a}
}

// handles are the places of the first means, to be dragged. One that lies beyond
// the window waits at its border.
func (v view) handles() []algos.Mark {
	w := v.Window
	var marks []algos.Mark
	for j := range v.K {
		at := xy(v.past[0].theta.mean[j])
		at.X = min(max(at.X, w.X0), w.X1)
		if at.Y = v.level(at.Y); v.Dim == 2 {
			at.Y = min(max(at.Y, w.Y0), w.Y1)
		}
		p := algos.Handle{
			Param: fmt.Sprintf("mean%d", j+1), At: at, Shape: j, Size: 10, Hollow: true, Style: algos.Style{Role: algos.RoleOfClass(j)},
			Tip: say.Phrase(fmt.Sprintf("component %d starts here: drag it", j+1)),
		}
		if j == 0 {
			p.Legend = "starts: drag them"
		}
		marks = append(marks, p)
	}
	return marks
}

// contours are isolines of the density through quantiles of its values at the
// points, so that they hold that share of the points. Components too thin for
// the picture are left out: their ellipses show them.
func (v view) contours() []algos.Mark {
	all := make([]factor, v.K)
	factorise(all, v.seen(), v.Dim)
	var f, left []factor
	w, h := v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0
	m := v.seen()
	for j, c := range m.cov {
		const thin = 1.0 / 300 // of the picture
		_, small := eigenvalues(sym{c[0] / (w * w), c[1] / (w * h), c[2] / (h * h)}, v.Dim)
		switch {
		case m.weight[j] > 0 && small > thin*thin:
			f = append(f, all[j])
		case m.weight[j] > 0:
			left = append(left, all[j])
		}
	}
	if len(f) == 0 {
		return nil
	}
	density := func(f []factor, x vec) float64 {
		var a [maxK]float64
		for j := range f {
			a[j] = f[j].log(x)
		}
		return logSumExp(a[:len(f)])
	}
	var at []float64
	for _, x := range v.x {
		if d := density(f, x); d >= density(left, x) {
			at = append(at, d)
		}
	}
	if len(at) == 0 {
		return nil
	}
	slices.Sort(at)
	field := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return density(f, vec{x, y}) })
		},
		Scale: algos.Sequential, Lo: at[0], Hi: at[len(at)-1] + 1, Hide: true,
	}
	for i, share := range [...]float64{0.95, 0.75, 0.5, 0.25} {
		level := algos.Level{Value: at[int((1-share)*float64(len(at)))], Style: algos.Style{Role: algos.RoleFaint, Width: 1.1}}
		if i == 0 {
			level.Label = "density: holds 95, 75, 50, 25 % of the points"
		}
		field.Levels = append(field.Levels, level)
	}
	return []algos.Mark{field}
}
