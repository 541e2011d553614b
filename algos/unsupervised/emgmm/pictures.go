package emgmm

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.r != nil {
		panels = append(panels, v.responsibilities(v.shown()))
	}
	if p, ok := v.bound(); ok {
		panels = append(panels, p)
	}
	if v.iter > 0 {
		panels = append(panels, v.weights())
	}
	if v.shape() == fixed {
		panels = append(panels, mark.Slow("falling", titleFalling, v.hardening))
	}
	if v.others != nil {
		panels = append(panels, mark.Slow("seeds", titleSeeds, v.seeds), mark.Slow("criteria", titleCriteria, v.criteria))
	}
	return panels
}

// board draws the points as pies of their responsibilities, and every component as
// its ellipses with the trajectory of its mean.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	p.Title = "Gaussian mixture"
	// Coordinates of very different units are not drawn to one scale.
	across, up := v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0
	p.Equal = p.Equal && max(across, up) <= 3*min(across, up)
	vars := say.Vars{"n": len(v.x), "K": v.K, "iter": v.iter, "loglik": precise(v.loglik)}
	if math.IsNaN(v.loglik) { // the last parameters that have one
		vars["loglik"] = precise(v.oldLoglik)
	}
	p.Alt = vars.Text("<n point> and <K component> after <iter iteration>, log-likelihood <loglik>")
	if p.Note = "start"; v.iter > 0 {
		p.Note = vars.Text("iteration <iter>")
	}
	m := v.drawn()
	if v.Dim == 1 {
		p.Y = mark.Axis{Name: "density"}
		p.Y.Min, p.Y.Max = v.heights()
		p.Add(v.curves(m, p.Y.Max-p.Y.Min)...)
		p.Add(v.points(v.shown()))
	} else {
		p.Add(v.contours(), v.points(v.shown()))
		p.Add(v.trails(m)...)
		p.Add(v.ellipses(m))
	}
	p.Add(v.now(m)...)
	if v.shape() == fixed {
		p.Add(v.kmeans())
	}
	p.Add(v.means(m)...)
	if v.Init == byHand {
		p.Add(v.handles()...)
	}
	return p
}

// shown are the responsibilities that colour the points: while a single point
// is looked at, the others keep their colours.
func (v view) shown() []float64 {
	if v.phase != asking {
		return v.r
	}
	r := make([]float64, len(v.r))
	copy(r, v.was)
	copy(v.row(r, v.part), v.shares(v.part))
	return r
}

// drawn is the mixture in the picture: while components are refitted one by one,
// the first ones are new and the others old.
func (v view) drawn() mixture {
	if v.phase != fitting {
		return v.theta
	}
	m := v.theta.clone()
	copy(m.mean, v.next.mean[:v.part+1])
	switch {
	case v.shape() != tied:
		copy(m.cov, v.next.cov[:v.part+1])
	case v.part == v.K-1:
		copy(m.cov, v.next.cov)
	}
	return m
}

// xy is where the board shows a place.
func (t *task) xy(x vec) mark.XY {
	x = t.place(x)
	return mark.XY{X: x[0], Y: x[1]}
}

// points are the data as pies; hollow before they are shared out.
func (t *task) points(r []float64) mark.Points {
	p, shares := mark.Points{Style: mark.RoleSoft.Plain(), Hollow: r == nil}, make([][]float64, len(t.x))
	if r != nil {
		p.Shares, p.Legend = shares, "points, coloured by responsibility"
	}
	for i, x := range t.x {
		p.At, p.Refs = append(p.At, t.xy(x)), append(p.Refs, say.Row(i).Ref())
		if r != nil && slices.Max(t.row(r, i)) > 0 { // zero for those not shared out yet
			shares[i] = t.row(r, i)
		}
	}
	p.Tip = func(i int) say.Phrase {
		place := t.place(t.x[i])
		v := say.Vars{"row": say.Row(i).Name(), "x": place[:t.Dim], "shares": shares[i]}
		if shares[i] == nil {
			return v.Text("<row> = <x>")
		}
		return v.Text("<row> = <x>, responsibilities <shares>")
	}
	return p
}

// trails are the trajectories of the means so far.
func (v view) trails(m mixture) []mark.Mark {
	if v.iter == 0 && v.phase != fitting {
		return nil
	}
	const most = 200 // corners of a path, which is sent with every step
	var marks []mark.Mark
	legends := [maxK]say.Phrase{"trajectories of the means"}
	for j := range v.K {
		var path []mark.XY
		for i := 0; i < len(v.past); i += len(v.past)/most + 1 {
			path = append(path, v.xy(v.past[i].mean[j]))
		}
		marks = append(marks, panel.Line(append(path, v.xy(m.mean[j])), mark.RoleOfClass(j).Wide(1.6).Faded(0.8), legends[j]))
	}
	return marks
}

// ellipses are every component at one and two standard deviations.
func (v view) ellipses(m mixture) mark.Ellipses {
	e := mark.Ellipses{Radii: []float64{1, 2}, Legend: "components at 1σ and 2σ"}
	for j := range v.K {
		if !(m.weight[j] > 0) {
			continue
		}
		width := 2.0
		if v.phase == fitting && j == v.part {
			width = 3.5
		}
		e.Mean, e.Cov, e.Style = append(e.Mean, v.xy(m.mean[j])), append(e.Cov, m.cov[j]), append(e.Style, mark.RoleOfClass(j).Wide(width))
	}
	return e
}

// means mark the components by their numbers.
func (v view) means(m mixture) []mark.Mark {
	var marks []mark.Mark
	for j, x := range m.mean {
		mean := v.place(x)
		vars := say.Vars{"k": j + 1, "weight": m.weight[j], "mean": mean[:v.Dim]}
		p := panel.Dot(v.xy(x), 8.5, mark.RoleOfClass(j).Plain(), "")
		p.Class, p.Refs, p.Labels = []int{j}, []string{component(j)}, []say.Phrase{vars.Text("<k>")}
		p.Tips = []say.Phrase{vars.Text("component <k>: weight <weight>, mean <mean>")}
		marks = append(marks, p)
	}
	return marks
}

// now marks what the step is about, in the accent colour.
func (v view) now(m mixture) []mark.Mark {
	switch v.phase {
	case asking:
		var marks []mark.Mark
		from := []mark.XY{v.xy(v.x[v.part])}
		for j, p := range v.shares(v.part) {
			if p >= 0.005 && v.Dim == 2 {
				marks = append(marks, mark.Segments{From: from, To: []mark.XY{v.xy(m.mean[j])}, Style: mark.RoleOfClass(j).Wide(1 + 4*p), Layer: mark.Over})
			}
		}
		return append(marks, v.rings("most ambiguous point", v.part))
	case fitting:
		return []mark.Mark{v.moves(v.theta, m, v.part, v.part+1)}
	case raising:
		if len(v.collapses) == 0 {
			return []mark.Mark{v.moves(v.before, m, 0, v.K)}
		}
		const most = 8 // named; of more points a collapse onto a line shows by itself
		var rows []int
		for _, c := range v.collapses {
			rows = append(rows, c.rows[:min(len(c.rows), most)]...)
		}
		return []mark.Mark{v.rings("collapsed here", rows...)}
	}
	return nil
}

// rings encircle rows by name.
func (t *task) rings(legend say.Phrase, rows ...int) mark.Rings {
	m := mark.Rings{Style: mark.RoleAccent.Wide(2.4), Legend: legend}
	for _, i := range rows {
		m.At, m.Radius = append(m.At, t.xy(t.x[i])), append(m.Radius, 11)
		m.Refs, m.Labels = append(m.Refs, say.Row(i).Ref()), append(m.Labels, say.Phrase(say.Row(i).Name()))
	}
	return m
}

// moves are arrows from the old to the new means, nil for none.
func (v view) moves(from, to mixture, begin, end int) mark.Mark {
	a := mark.Arrows{Style: mark.RoleAccent.Wide(2.4), Legend: "update of the means"}
	for j := begin; j < end; j++ {
		old, at := v.xy(from.mean[j]), v.xy(to.mean[j])
		far := math.Hypot((at.X-old.X)/(v.Window.X1-v.Window.X0), (at.Y-old.Y)/(v.Window.Y1-v.Window.Y0))
		if far > 0.005 { // shorter ones are hidden by the mark of the mean
			a.From, a.To = append(a.From, old), append(a.To, at)
		}
	}
	if len(a.From) == 0 {
		return nil
	}
	return a
}

// handles are the places of the first means, to be dragged. One that lies beyond
// the window waits at its border.
func (v view) handles() []mark.Mark {
	w := v.Window
	var marks []mark.Mark
	legends := [maxK]say.Phrase{"initial means: drag them"}
	for j, first := range v.past[0].mean {
		mean := v.place(first)
		at := mark.XY{X: min(max(mean[0], w.X0), w.X1)}
		if v.Dim == 2 {
			at.Y = min(max(mean[1], w.Y0), w.Y1)
		}
		marks = append(marks, mark.Handle{
			Param: "mean" + strconv.Itoa(j+1), At: at, Shape: j, Size: 10, Hollow: true, Style: mark.RoleOfClass(j).Plain(), Legend: legends[j],
			Tip: say.Vars{"k": j + 1}.Text("initial mean <k>: drag it"),
		})
	}
	return marks
}

// contours of the density go through quantiles of its values at the points, so that
// they hold that fraction of the points. Components too thin for
// the picture are not drawn: their ellipses show them. It is nil without any.
func (v view) contours() mark.Mark {
	const least = 1.0 / 300 // of the picture
	var wide, thin []factor
	m, w, h := v.seen(), v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0
	for j, f := range v.densities() {
		c := m.cov[j]
		_, small := eigenvalues(sym{c[0] / (w * w), c[1] / (w * h), c[2] / (h * h)}, v.Dim)
		switch {
		case m.weight[j] > 0 && small > least*least:
			wide = append(wide, f)
		case m.weight[j] > 0:
			thin = append(thin, f)
		}
	}
	var at []float64
	for _, x := range v.x {
		if d := density(wide, x); len(wide) > 0 && d >= density(thin, x) {
			at = append(at, d)
		}
	}
	if len(at) == 0 {
		return nil
	}
	slices.Sort(at)
	field := mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return density(wide, v.near(vec{x, y})) }),
		Scale: mark.Sequential, Lo: at[0], Hi: at[len(at)-1] + 1, Hide: true,
	}
	for _, share := range [...]float64{0.95, 0.75, 0.5, 0.25} {
		field.Levels = append(field.Levels, mark.Level{Value: at[int((1-share)*float64(len(at)))], Style: mark.RoleFaint.Wide(1.1)})
	}
	field.Levels[0].Label = "density contours: 95, 75, 50, 25 % of the points"
	return field
}

// heights is the range of densities on the board of one-dimensional data: room
// for about twice the highest density of the data, estimated by a kernel of half
// Silverman's width 0.9·min(σ, IQR/1.34)·n^(−1/5), and for the points below the
// axis. It does not depend on the run, so the axis stays; sharper peaks are cut
// off.
func (t *task) heights() (lo, hi float64) {
	var sorted []float64
	for _, x := range t.x {
		sorted = append(sorted, x[0])
	}
	slices.Sort(sorted)
	n, width := float64(len(sorted)), math.Sqrt(t.data.cov[0])
	if iqr := sorted[len(sorted)*3/4] - sorted[len(sorted)/4]; iqr > 0 {
		width = min(width, iqr/1.34)
	}
	if width *= 0.45 * math.Pow(n, -0.2); width == 0 {
		width = (t.Window.X1 - t.Window.X0) / 20
	}
	top := 0.0
	for i := 0; i < len(sorted); i += len(sorted)/200 + 1 {
		sum := 0.0
		for _, y := range sorted {
			z := (sorted[i] - y) / width
			sum += math.Exp(-z * z / 2)
		}
		top = max(top, sum/(n*width*math.Sqrt(2*math.Pi)))
	}
	return -0.15 * top, 2 * top
}

// curves are πₖN(x | k) for each component over the line of their sum, so that
// both are seen.
func (v view) curves(m mixture, height float64) []mark.Mark {
	if !v.sound(m) {
		m = v.seen()
	}
	f := m.factors(1)
	at := func(of ...factor) []mark.XY {
		return panel.Curve(v.Window.X0, v.Window.X1, 400, height, func(x float64) float64 {
			sum := 0.0
			for j := range of {
				sum += math.Exp(of[j].log(v.near(vec{x})))
			}
			return sum
		})
	}
	marks := []mark.Mark{
		mark.Rule{At: 0, Style: mark.RoleFaint.Plain()},
		mark.PolyLine{At: at(f...), Style: mark.RoleInk.Wide(4.5), Legend: "density p(x)"},
	}
	legends := [maxK]say.Phrase{"πₖN(x | μₖ, σₖ²)"}
	for j := range f {
		marks = append(marks, mark.PolyLine{At: at(f[j]), Style: mark.RoleOfClass(j).Wide(2), Legend: legends[j]})
	}
	return marks
}

// sorted returns the rows ordered by the component of largest responsibility, and
// within it by that responsibility.
func (s *state) sorted(r []float64) []int {
	rows, best, top := make([]int, len(s.x)), make([]int, len(s.x)), make([]float64, len(s.x))
	for i := range rows {
		rows[i], best[i], top[i] = i, largest(s.row(r, i)), slices.Max(s.row(r, i))
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(best[a], best[b]), cmp.Compare(top[b], top[a])) })
	return rows
}

// maxColumns is the most points whose responsibilities are drawn one by one.
const maxColumns = 60

// responsibilities are those of every point: up to maxColumns a table with
// a row for each component and a column for each point, beyond it stacked, the
// points sorted.
func (v view) responsibilities(r []float64) mark.Panel {
	n, rows := len(v.x), v.sorted(r)
	p := mark.Panel{
		ID: "responsibilities", Title: "Responsibilities", Note: "rᵢₖ, points sorted",
		Alt: say.Vars{"n": n, "K": v.K}.Text("the responsibilities of <K component> for <n point>"), X: mark.Axis{Name: "points, sorted", Max: float64(n)},
	}
	if n > maxColumns {
		p.X.Integer, p.Y, p.Marks = true, mark.Axis{Name: "responsibility", Max: 1}, v.stack(r, rows)
		return p
	}
	m := mark.Matrix{Rows: v.K, Cols: n, Values: make([]float64, v.K*n), Hi: 1, Scale: mark.Sequential, Text: n <= 12}
	for c, i := range rows {
		m.ColRefs = append(m.ColRefs, say.Row(i).Ref())
		for j := range v.K {
			m.Values[j*n+c] = r[i*v.K+j]
			if v.phase == asking && i == v.part {
				m.Hot = append(m.Hot, [2]int{j, c})
			}
		}
	}
	for j := range v.K {
		m.RowRefs = append(m.RowRefs, component(j))
	}
	p.X.Hidden, p.Y = true, mark.Axis{Name: "component", Max: float64(v.K), Hidden: true}
	p.Add(m)
	return p
}

// stack draws the responsibilities above each other, at most so many columns.
func (v view) stack(r []float64, rows []int) []mark.Mark {
	const most = 400
	var xs []float64
	var picked []int
	for c, stride := 0, len(rows)/most+1; c < len(rows); c += stride {
		xs, picked = append(xs, float64(c), float64(min(c+stride, len(rows)))), append(picked, rows[c], rows[c])
	}
	below := make([]float64, len(xs))
	var marks []mark.Mark
	for j := range v.K {
		band := mark.Band{X: xs, Lo: below, Hi: make([]float64, len(xs)), Style: mark.RoleOfClass(j).Plain().Faded(0.75)}
		band.Legend = say.Vars{"k": j + 1}.Text("component <k>")
		for c, i := range picked {
			band.Hi[c] = min(1, below[c]+r[i*v.K+j])
		}
		below = band.Hi
		marks = append(marks, band)
	}
	return marks
}

// maxBound is the most evaluations of a Gaussian that drawing the bound may cost.
const maxBound = 1_000_000

// bound draws the log-likelihood and its lower bound along the M-step: t = 0 is
// where the E-step made them touch, t = 1 where the M-step goes. On the way
// weights, means and covariances change evenly.
func (v view) bound() (mark.Panel, bool) {
	from, to, touch := v.theta, v.next, v.loglik
	if v.phase == raising {
		from, to, touch = v.before, v.theta, v.oldLoglik
	}
	const nodes, left, right = 32, -0.25, 1.5
	if v.r == nil || v.phase == asking || v.phase == starting || 2*(nodes+1)*len(v.r) > maxBound || !v.sound(from) || !v.sound(to) {
		return mark.Panel{}, false
	}
	e, h, scratch := v.engine(), entropy(v.r), make([]float64, len(v.r))
	likelihood := panel.Quantity{Style: mark.RoleInk.Wide(2.2), Legend: "log-likelihood ℓ"}
	elbo := panel.Quantity{Style: mark.RoleGood.Wide(2.2), Legend: "ELBO with these responsibilities"}
	for i := range nodes + 1 {
		t := left + (right-left)*float64(i)/nodes
		if m, ok := v.between(from, to, t); ok {
			likelihood.At = append(likelihood.At, mark.XY{X: t, Y: e.expect(scratch, m)})
			elbo.At = append(elbo.At, mark.XY{X: t, Y: e.expected(v.r, m) + h})
		} else if t > 1 {
			break
		}
	}
	lifted, loglik := e.elbo(v.r, to), e.expect(scratch, to)
	// The axis shows what happens between touching and the M-step, not the depths
	// on both sides.
	rise := max(loglik-touch, lifted-touch, 1e-5*(1+math.Abs(touch)))
	start := mark.Points{At: []mark.XY{{Y: touch}}, Labels: []say.Phrase{"equal"}, Layer: mark.Over, Style: mark.RoleAccent.Plain()}
	end := mark.Points{At: []mark.XY{{X: 1, Y: lifted}}, Labels: []say.Phrase{"M-step"}, Layer: mark.Over, Hollow: true, Style: mark.RoleSoft.Plain()}
	if v.phase == raising {
		start.Style, end.Style, end.Hollow = mark.RoleInk.Plain(), mark.RoleAccent.Plain(), false
	}
	faint := mark.RoleFaint.Plain()
	s := say.Vars{"touch": precise(touch), "lifted": precise(lifted)}
	c := panel.Curves{
		ID: "bound", Title: "ELBO along the M-step", Note: "from the old parameters (0) to the new ones (1)",
		Alt:   s.Text("the log-likelihood and the ELBO are equal at <touch>; the M-step changes the ELBO to <lifted>"),
		X:     mark.Axis{Name: "path in parameter space", Min: left, Max: right},
		Y:     mark.Axis{Name: "nats", Min: touch - rise, Max: max(loglik, lifted) + 0.3*rise},
		Under: []mark.Mark{mark.Rule{Vertical: true, Style: faint}, mark.Rule{Vertical: true, At: 1, Style: faint}},
		Of:    []panel.Quantity{likelihood, elbo}, Over: []mark.Mark{start, end},
	}
	if v.Reg > 0 && lifted < touch-v.sum(from).rounding-v.sum(to).rounding {
		c.Note = "with regularisation the ELBO falls, but the penalised ELBO does not"
	}
	return c.Panel(), true
}

// between returns the mixture at the fraction t of the path; ok is false where it is
// none.
func (t *task) between(a, b mixture, at float64) (m mixture, ok bool) {
	m = newMixture(t.K)
	mix := func(x, y float64) float64 { return (1-at)*x + at*y }
	for j := range m.weight {
		if m.weight[j] = mix(a.weight[j], b.weight[j]); m.weight[j] < 0 {
			return m, false
		}
		m.mean[j] = vec{mix(a.mean[j][0], b.mean[j][0]), mix(a.mean[j][1], b.mean[j][1])}
		for d := range m.cov[j] {
			m.cov[j][d] = mix(a.cov[j][d], b.cov[j][d])
		}
		if !regular(m.cov[j], t.Dim) {
			return m, false
		}
	}
	return m, true
}

// weights are the mixing weights over the iterations.
func (v view) weights() mark.Panel {
	top := 0.0
	for _, m := range v.past {
		top = max(top, slices.Max(m.weight))
	}
	c := panel.Curves{
		ID: "weights", Title: "Mixing weights π", Note: "πₖ after each iteration", Alt: say.Vars{"weights": v.theta.weight}.Text("the mixing " +
			"weights are <weights>"),
		X: mark.Axis{Name: "iteration", Integer: true, Max: float64(max(1, v.iter))}, Y: mark.Axis{Name: "π", Max: min(1, 1.1*top)},
	}
	for j := range v.K {
		path := panel.Path(len(v.past), func(i int) mark.XY { return mark.XY{X: float64(i), Y: v.past[i].weight[j]} })
		c.Over = append(c.Over, mark.PolyLine{
			At: slices.Compact(path), Style: mark.RoleOfClass(j).Wide(2), Ref: component(j), Legend: say.Phrase("π" + say.Sub(j+1)),
		})
	}
	return c.Panel()
}
