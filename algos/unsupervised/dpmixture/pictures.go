package dpmixture

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// mostDrawn is how many clusters, the largest, contribute to the density that is drawn.
const mostDrawn = 30

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	z := v.now()
	all := v.clusters(z)
	panels := []mark.Panel{v.board(z, all), v.draws(), v.numbered()}
	if v.n > 1 && v.n <= mostPaired {
		panels = append(panels, v.pairs(z))
	}
	return panels
}

// style is the colour of a table; there are eight, so that the ninth has the first one.
func style(k int) mark.Style { return mark.RoleOfClass(k % 8).Plain() }

// largest are the largest clusters, in their order.
func largest(all []cluster) []cluster {
	if len(all) <= mostDrawn {
		return all
	}
	some := slices.Clone(all)
	slices.SortStableFunc(some, func(a, b cluster) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	some = some[:mostDrawn]
	slices.SortFunc(some, func(a, b cluster) int { return cmp.Compare(a.k, b.k) })
	return some
}

// board draws the points in the colours of their clusters, and the predictive densities.
func (v view) board(z []uint16, all []cluster) mark.Panel {
	p := v.problem.Board()
	s := v.vars()
	p.Title = "Current partition"
	p.Alt = s.Text("<n point> in <K cluster>")
	p.Note = s.Text("<K cluster>")
	some := largest(all)
	if v.dim == 1 {
		p.Y = mark.Axis{Name: "density"}
		p.Y.Min, p.Y.Max = -0.15*v.height(), v.height()
		p.Add(v.curves(some)...)
	} else {
		p.Add(v.contours(some), v.circles(circled(some)))
	}
	p.Add(v.points(z))
	for _, c := range circled(some) {
		p.Add(v.label(c))
	}
	if i := v.at(); i >= 0 && v.size != algos.Pass {
		p.Add(mark.Rings{
			At: []mark.XY{v.place(v.y[i])}, Radius: []float64{11}, Refs: []string{say.Row(i).Ref()}, Labels: []say.Phrase{say.Phrase(say.Row(i).Name())},
			Style: mark.RoleAccent.Wide(2.4), Legend: "current point",
		})
	}
	p.Add(v.handle())
	return p
}

func (v view) points(z []uint16) mark.Points {
	p := mark.Points{Legend: "points, coloured by cluster"}
	for i, y := range v.y {
		p.At, p.Refs = append(p.At, v.place(y)), append(p.Refs, say.Row(i).Ref())
		p.Class = append(p.Class, int(z[i])%8)
		p.Also = append(p.Also, []string{ref(int(z[i]))})
	}
	p.Tip = func(i int) say.Phrase {
		at := v.place(v.y[i])
		s := say.Vars{"row": say.Row(i).Name(), "x": []float64{at.X, at.Y}[:v.dim], "k": int(z[i]) + 1}
		return s.Text("<row> = <x>, cluster <k>")
	}
	return p
}

// mostCircled is how many clusters have circles and a number; of more, those of one point have none.
const mostCircled = 12

func circled(all []cluster) []cluster {
	if len(all) <= mostCircled {
		return all
	}
	some := slices.DeleteFunc(slices.Clone(all), func(c cluster) bool { return len(c.rows) == 1 })
	return some[:min(len(some), mostCircled)]
}

// label is the number of a cluster at its centre.
func (v view) label(c cluster) mark.Mark {
	at := v.place(c.center)
	s := say.Vars{"k": c.k + 1, "n": len(c.rows), "center": []float64{at.X, at.Y}[:v.dim], "s": math.Sqrt(c.s2)}
	p := panel.Dot(at, 8.5, style(c.k), "")
	p.Class, p.Refs, p.Labels = []int{c.k % 8}, []string{ref(c.k)}, []say.Phrase{s.Text("<k>")}
	p.Tips = []say.Phrase{s.Text("cluster <k>: <n point>, predictive mean <center>, standard deviation <s>")}
	return p
}

// circles are where each cluster, and a new one, expects its next point.
func (v view) circles(all []cluster) mark.Ellipses {
	e := mark.Ellipses{Radii: []float64{1}, Legend: "predictive density at 1s; dashed: a new cluster"}
	for _, c := range all {
		width := 1.2
		if i := v.at(); i >= 0 && v.size != algos.Pass && int(v.drawn[i]) == c.k {
			width = 3
		}
		e.Mean, e.Cov = append(e.Mean, v.place(c.center)), append(e.Cov, [3]float64{c.s2, 0, c.s2})
		e.Style = append(e.Style, mark.RoleOfClass(c.k%8).Wide(width))
	}
	s2, prior := v.variance(0), mark.RoleSoft.Dashed()
	prior.Width = 1
	e.Mean, e.Cov, e.Style = append(e.Mean, v.place(vec{})), append(e.Cov, [3]float64{s2, 0, s2}), append(e.Style, prior)
	return e
}

// density is the predictive density of another point, given the partition.
func (v view) density(all []cluster) func(x, y float64) float64 {
	type part struct{ x, y, half, weight float64 }
	var parts []part
	put := func(n int, center vec, weight float64) {
		at, s2 := v.place(center), v.variance(n)
		parts = append(parts, part{at.X, at.Y, 0.5 / s2, weight / math.Pow(2*math.Pi*s2, float64(v.dim)/2) / (v.Alpha + float64(v.n))})
	}
	put(0, vec{}, v.Alpha)
	for _, c := range all {
		put(len(c.rows), c.center, float64(len(c.rows)))
	}
	return func(x, y float64) float64 {
		sum := 0.0
		for _, p := range parts {
			a, b := x-p.x, y-p.y
			sum += p.weight * math.Exp(-(a*a+b*b)*p.half)
		}
		return sum
	}
}

// contours of the predictive density go through quantiles of its values at the points.
func (v view) contours(all []cluster) mark.Mark {
	f := v.density(all)
	at := make([]float64, v.n)
	for i, y := range v.y {
		q := v.place(y)
		at[i] = f(q.X, q.Y)
	}
	slices.Sort(at)
	if at[0] == at[v.n-1] || at[v.n-1] == 0 {
		return nil
	}
	like := mark.Field{Scale: mark.Sequential, Hi: 2.5 * at[v.n-1], Legend: "posterior predictive density"}
	for _, share := range [...]float64{0.9, 0.5} {
		like.Levels = append(like.Levels, mark.Level{Value: at[int((1-share)*float64(v.n))], Style: mark.RoleFaint.Wide(1)})
	}
	return panel.Surface{Of: f, Cost: 10 * len(all), Like: like}.Field()
}

// height is the room of densities in one dimension: that of a cluster which has half of all.
func (t *task) height() float64 { return 0.6 / math.Sqrt(2*math.Pi*t.sigma2) }

// plot is a density over the line of the board.
func (t *task) plot(density func(x float64) float64) []mark.XY {
	w := t.problem.Window
	return panel.Curve(w.X0, w.X1, 300, t.height(), density)
}

// curves are the predictive density, what each cluster has of it, and the exact one.
func (v view) curves(all []cluster) []mark.Mark {
	total := v.density(all)
	marks := []mark.Mark{
		mark.Rule{At: 0, Style: mark.RoleFaint.Plain()},
		mark.PolyLine{
			At: v.plot(func(x float64) float64 { return total(x, v.PriorMean[1]) }), Style: mark.RoleInk.Wide(3), Legend: "posterior predictive density",
		},
	}
	for j, c := range all {
		if j == 10 {
			break
		}
		line := mark.PolyLine{At: v.plot(func(x float64) float64 {
			return math.Exp(v.weight(len(c.rows), v.sum(c.rows), vec{x - v.PriorMean[0]})) / (v.Alpha + float64(v.n))
		}), Style: mark.RoleOfClass(c.k % 8).Wide(1.8), Ref: ref(c.k)}
		if j == 0 {
			line.Legend = "contribution of each cluster"
		}
		marks = append(marks, line)
	}
	if v.exact != nil {
		marks = append(marks, mark.PolyLine{
			At: v.curve(), Style: mark.RoleGood.Dashed(),
			Legend: "exact, averaged over all partitions",
		})
	}
	return marks
}

// handle is m₀, to be dragged. Where it lies beyond the window it waits at its border.
func (v view) handle() mark.Mark {
	w := v.problem.Window
	at := mark.XY{X: min(max(v.PriorMean[0], w.X0), w.X1)}
	if v.dim == 2 {
		at.Y = min(max(v.PriorMean[1], w.Y0), w.Y1)
	}
	return mark.Handle{
		Param: "prior_mean", At: at, Shape: 5, Size: 8, Hollow: true, Style: mark.RoleInk.Plain(), Legend: "prior mean m₀: drag it",
		Tip: "m₀, the prior mean of the cluster means: drag it",
	}
}

// leastWritten is the least probability whose figure stands above its bar: smaller ones are long, and in the tips.
const leastWritten = 0.001

// How far its figure stands above a bar of 1, and its name below the axis: clear of the lines there, also in a low picture.
const above, below = 0.15, 0.12

// draws are the probabilities by which the last point drew its table.
func (v view) draws() mark.Panel {
	p := mark.Panel{ID: "draw", Title: "Conditional cluster probabilities", X: mark.Axis{Hidden: true}, Height: 0.55}
	p.Y = mark.Axis{Name: "probability", Min: -2 * below, Max: 1 + 2*above}
	if v.at() < 0 {
		p.Alt, p.Note, p.X.Max = "No point has been reassigned yet.", "no point was reassigned yet", 1
		return p
	}
	x := v.last()
	bars := x.likeliest()
	s := v.vars()
	s["p"], s["left"] = x.options[x.new].p, len(x.options)-len(bars)
	p.Note = s.Text("<row> is assigned to cluster <new>")
	if len(bars) < len(x.options) {
		p.Note = s.Text("<row> is assigned to cluster <new>; <left other is> not shown")
	}
	p.Alt = s.Text("<row> is assigned to cluster <new>, which had the probability <p>.")
	p.X.Min, p.X.Max = -0.7, float64(len(bars))-0.3
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	figures := mark.Texts{Anchor: mark.Middle}
	top := 0.0
	for place, j := range bars {
		at, o := float64(place), x.options[j]
		top = max(top, o.p)
		t := say.Vars{"k": o.k + 1, "n": o.n, "p": o.p, "d": math.Sqrt(o.far), "s": math.Sqrt(o.s2)}
		name, tip := t.Text("<k>"), t.Text("cluster <k>: probability <p>; <n other>, predictive mean <d> away, s = <s>")
		if o.n == 0 {
			name, tip = "new", t.Text("a new cluster: probability <p>; m₀ is <d> away, s = <s>")
		}
		p.Add(mark.Rect{
			Min: mark.XY{X: at - 0.38}, Max: mark.XY{X: at + 0.38, Y: o.p}, Fill: true, Ref: ref(o.k),
			Style: style(o.k).Faded(0.85), Tip: tip, Layer: mark.Data,
		})
		names.At, names.Text = append(names.At, mark.XY{X: at, Y: -below}), append(names.Text, name)
		if len(bars) <= 8 && o.p >= leastWritten {
			figures.At, figures.Text = append(figures.At, mark.XY{X: at, Y: o.p + above}), append(figures.Text, t.Text("<p>"))
		}
	}
	pointAt := func(j int, style mark.Style, legend say.Phrase) {
		at, y := float64(slices.Index(bars, j)), x.options[j].p
		p.Add(mark.Segments{From: []mark.XY{{X: at - 0.38, Y: y}}, To: []mark.XY{{X: at + 0.38, Y: y}}, Style: style, Layer: mark.Over, Legend: legend})
	}
	if pointAt(x.new, mark.RoleAccent.Wide(4), "new cluster assignment"); x.old != x.new {
		pointAt(x.old, mark.RoleInk.Wide(2), "previous cluster assignment")
	}
	p.Add(names, figures)
	if len(x.options) > mostBars { // of many none is likely
		p.Y.Min, p.Y.Max = -2*below*top, (1+2*above)*top
		for i := range names.At {
			names.At[i].Y = -below * top
		}
	}
	return p
}

// mostBars is how many tables have a bar.
const mostBars = 12

// likeliest are the options that have bars, in their order: all, or the one that was drawn,
// the one that was left, a new one, and the likeliest.
func (x draw) likeliest() []int {
	all := make([]int, len(x.options))
	for j := range all {
		all[j] = j
	}
	if len(all) <= mostBars {
		return all
	}
	named := func(j int) int {
		if j == x.new || j == x.old || j == len(x.options)-1 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(named(a), named(b)), cmp.Compare(x.options[b].p, x.options[a].p))
	})
	all = all[:mostBars]
	slices.Sort(all)
	return all
}

// numbered is how often sweeps ended with every number of clusters, beside posterior and prior.
func (v view) numbered() mark.Panel {
	f := v.frequencies()
	most := 3
	for k := 1; k <= v.n; k++ {
		if f != nil && f[k] > 0 || v.tables[k] > 0.01 || v.exact != nil {
			most = max(most, k)
		}
	}
	s := v.vars()
	s["used"] = v.used()
	b := panel.Bars{
		ID: "numbers", Title: "Posterior of the number of clusters", Note: s.Text("<used sweep>"), Alt: s.Text("Frequencies of the number of " +
			"clusters over <used sweep>."),
		X: panel.Numbered("clusters", most), Y: mark.Axis{Name: "probability", Max: 0.1}, Height: 0.55,
		Style: mark.RoleAccent.Plain().Faded(0.6), Legend: "relative frequency over sweeps",
	}
	line := func(of []float64, half float64, style mark.Style, legend say.Phrase) {
		m := mark.Segments{Style: style, Layer: mark.Over, Legend: legend}
		for k := 1; k <= min(most, v.n); k++ {
			b.Y.Max = max(b.Y.Max, 1.1*of[k])
			m.From, m.To = append(m.From, mark.XY{X: float64(k) - half, Y: of[k]}), append(m.To, mark.XY{X: float64(k) + half, Y: of[k]})
		}
		b.Marks = append(b.Marks, m)
	}
	if f != nil {
		b.Values = f[1 : min(most, v.n)+1]
		for _, share := range b.Values {
			b.Y.Max = max(b.Y.Max, 1.1*share)
		}
		b.Tip = func(i int) say.Phrase {
			t := say.Vars{"k": i + 1, "f": b.Values[i]}
			if v.exact == nil {
				return t.Text("<k cluster>: frequency <f>")
			}
			t["p"] = v.exact.post[i+1]
			return t.Text("<k cluster>: frequency <f>, exact posterior <p>")
		}
	}
	line(v.tables, 0.45, mark.RoleFaint.Wide(2), "prior")
	if v.exact != nil {
		line(v.exact.post, 0.4, mark.RoleInk.Wide(2.5), "exact posterior")
	}
	return b.Panel()
}

// mostPaired is the most points whose pairs are counted.
const mostPaired = 40

// pairs are how often two points sat together. Below the diagonal stands what sweeps
// say, above it the exact probability, or the same where it is not known.
func (v view) pairs(z []uint16) mark.Panel {
	rows := make([]int, v.n)
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(z[a], z[b]) })
	m := mark.Matrix{Rows: v.n, Cols: v.n, Values: make([]float64, v.n*v.n), Hi: 1, Scale: mark.Sequential, Text: v.n <= 7, Legend: "co-clustering frequency"}
	counted := v.past[min(v.BurnIn, len(v.past)):]
	for r, a := range rows {
		m.RowRefs, m.ColRefs = append(m.RowRefs, say.Row(a).Ref()), append(m.ColRefs, say.Row(a).Ref())
		for c, b := range rows[:r+1] {
			n := 0
			for _, past := range counted {
				if past[a] == past[b] {
					n++
				}
			}
			share := float64(n) / float64(max(1, len(counted)))
			if len(counted) == 0 && z[a] == z[b] {
				share = 1
			}
			m.Values[r*v.n+c], m.Values[c*v.n+r] = share, share
			if v.exact != nil && a != b {
				m.Values[c*v.n+r] = v.exact.together[a][b]
			}
		}
	}
	p := panel.Named{
		ID: "pairs", Title: "Co-clustering matrix", Note: "points sorted by cluster", Alt: "How often two points belonged to the same cluster.", Matrix: m,
	}
	switch {
	case v.exact != nil:
		p.Note = "lower triangle: sampled, upper triangle: exact"
	case len(counted) == 0:
		p.Note = "current partition: no sweep after burn-in yet"
	}
	return p.Panel()
}
