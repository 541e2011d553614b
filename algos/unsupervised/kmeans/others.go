package kmeans

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// At the end of a run three questions remain that a single run cannot answer: where
// other starts end, whether k-means++ helps, and whether another K is better. They are
// answered by more runs, when their panels are opened.
const (
	otherSeeds = 11  // pictures of other runs, from the seeds 1, 2, …
	manySeeds  = 100 // runs of each start that are counted
	restarts   = 10  // runs for each K
	mostK      = 10
)

const (
	// mostStarts is the most points times clusters of which a hundred seeds are tried.
	mostStarts = 7000
	mostOther  = 200 // rounds of another run
	// mostPairs bounds silhouettes, which look at all pairs of points.
	mostPairs = 1000
)

// The titles of the answers.
const (
	titleSeeds      = "Random restarts"
	titleStarts     = "100 restarts: random and k-means++"
	titleElbow      = "Elbow plot"
	titleWidths     = "Mean silhouette by K"
	titleSilhouette = "Silhouette plot"
)

// An ending is where another run came to.
type ending struct {
	k       int
	centres []vec
	labels  []uint8
	value   float64 // the objective
	width   float64 // the mean silhouette; NaN where there is none
}

// others are the runs beside this one.
type others struct {
	ends       []ending  // from the seeds 1 … otherSeeds; none if that is too much work
	even, plus []float64 // the objectives of manySeeds runs of each start, sorted
	sizes      []ending  // the best for each K
	silhouette []float64 // of every point in this run; nil where there are none
}

// explore runs k-means from other starts and with other K, as far as the work is
// bounded.
func (s *state) explore(ctx context.Context) (o others) {
	for seed := range uint64(otherSeeds) {
		o.ends = append(o.ends, s.again(s.K, seed+1, s.Init != atRandom))
	}
	if s.countable() && s.K > 1 {
		for seed := range uint64(manySeeds) {
			if ctx.Err() != nil {
				return o
			}
			o.even = append(o.even, s.again(s.K, seed+1, false).value)
			o.plus = append(o.plus, s.again(s.K, seed+1, true).value)
		}
		slices.Sort(o.even)
		slices.Sort(o.plus)
	}
	o.sizes = s.sizes(ctx)
	own := []ending{{k: s.K, labels: s.labels}}
	if w := s.silhouettes(ctx, own); w != nil {
		o.silhouette = w[0]
	}
	return o
}

// countable reports whether a hundred seeds of each start are no more work than a look
// is worth.
func (t *task) countable() bool { return len(t.x)*t.K <= mostStarts }

// again is k-means without a story, with k clusters and from another seed.
func (t *task) again(k int, seed uint64, plus bool) ending {
	r := rand.New(rand.NewPCG(seed, 0x6b))
	var rows []int
	if plus {
		rows = lloyd.PlusPlus(t.x, k, r)
	} else {
		rows = r.Perm(len(t.x))[:k]
	}
	e := ending{k: k, centres: t.at(rows), width: math.NaN()}
	e.labels, _ = lloyd.Fit(t.x, e.centres, mostOther)
	e.value = lloyd.Objective(t.x, e.labels, e.centres)
	return e
}

// sizes are the best of a few runs for each K, and this run if it is better.
func (s *state) sizes(ctx context.Context) []ending {
	top := min(mostK, len(s.x))
	var all []ending
	for k := 1; k <= top; k++ {
		best := ending{k: k, value: math.Inf(1), width: math.NaN()}
		if k == s.K {
			best.labels, best.value = s.labels, s.objective
		}
		for seed := range uint64(restarts) {
			if ctx.Err() != nil {
				return nil
			}
			if e := s.again(k, seed+1, true); e.value < best.value {
				best = e
			}
		}
		all = append(all, best)
	}
	for j, w := range s.silhouettes(ctx, all) {
		if w == nil {
			continue
		}
		all[j].width = 0
		for _, v := range w {
			all[j].width += v / float64(len(w))
		}
	}
	return all
}

// silhouettes are those of every point under each of some clusterings: with a the mean
// distance to the other points of its own cluster, b the smallest mean distance to
// those of another, (b − a)/max(a, b); 0 for a point alone. Nil where a clustering has
// one cluster only.
func (t *task) silhouettes(ctx context.Context, all []ending) [][]float64 {
	n := len(t.x)
	if n > mostPairs || n < 2 {
		return nil
	}
	widths, counts := make([][]float64, len(all)), make([][maxK]float64, len(all))
	for j, e := range all {
		full := 0
		for _, k := range e.labels {
			if counts[j][k]++; counts[j][k] == 1 {
				full++
			}
		}
		if full > 1 {
			widths[j] = make([]float64, n)
		}
	}
	far := make([]float64, n)
	for i, p := range t.x {
		if ctx.Err() != nil {
			return nil
		}
		for m, q := range t.x {
			far[m] = math.Sqrt(lloyd.D2(p, q))
		}
		for j, e := range all {
			if widths[j] == nil {
				continue
			}
			var sums [maxK]float64
			for m, k := range e.labels {
				sums[k] += far[m]
			}
			widths[j][i] = silhouette(int(e.labels[i]), sums[:], counts[j][:])
		}
	}
	return widths
}

// silhouette is that of a point of cluster own, given the sums of its distances from the
// points of every cluster.
func silhouette(own int, sums, counts []float64) float64 {
	if counts[own] < 2 {
		return 0
	}
	a, b := sums[own]/(counts[own]-1), math.Inf(1)
	for k, n := range counts {
		if k != own && n > 0 {
			b = min(b, sums[k]/n)
		}
	}
	if a == b {
		return 0
	}
	return (b - a) / max(a, b)
}

// seeds are thumbnails of where the other starts ended, this run first.
func (s *state) seeds() mark.Panel {
	ends := s.others().ends
	if len(ends) == 0 {
		return mark.Panel{}
	}
	all := append([]ending{{centres: s.centres, labels: s.labels, value: s.objective, k: s.K}}, ends...)
	best := all[0].value
	for _, e := range all {
		best = min(best, e.value)
	}
	w := s.Window
	if s.Dim == 1 {
		w.Y0, w.Y1 = (w.X0-w.X1)/4, (w.X1-w.X0)/4
	}
	strip := panel.Strip{Columns: 4, Rows: 3, Window: w, Left: 0.07, Bottom: 0.22, Width: 0.86, Height: 0.7}
	p := mark.Panel{ID: "seeds", Title: titleSeeds, Height: 0.85}
	p.X, p.Y = strip.Axes()
	var dots [8]mark.Points // a mark for each colour
	for k := range dots {
		dots[k] = mark.Points{Layer: mark.Under, Style: mark.RoleOfClass(k).Plain()}
	}
	stars := mark.Rings{Layer: mark.Under, Style: mark.RoleInk.Wide(1.6), Legend: "final centres"}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	good := mark.Texts{Anchor: mark.Middle, Style: mark.RoleGood.Plain()}
	frame := mark.RoleAccent.Wide(2.4)
	for i, e := range all {
		p.Add(strip.Frame(i, 0.03, frame))
		frame = mark.RoleFaint.Wide(1)
		for m := 0; m < len(s.x); m += len(s.x)/40 + 1 {
			d := &dots[e.labels[m]%8]
			d.At, d.Size = append(d.At, strip.Place(i, xy(s.x[m]))), append(d.Size, 2)
		}
		for _, c := range e.centres {
			if c != gone {
				stars.At, stars.Radius = append(stars.At, strip.Place(i, s.inside(xy(c)))), append(stars.Radius, 4)
			}
		}
		into := &words
		if e.value <= best*(1+1e-4) {
			into = &good
		}
		corner := strip.Corner(i)
		into.At = append(into.At, mark.XY{X: corner.X + 0.5, Y: corner.Y + 0.1})
		into.Text = append(into.Text, say.Phrase(say.Sig(e.value, 4)))
	}
	for _, d := range dots {
		if len(d.At) > 0 {
			p.Add(d)
		}
	}
	p.Add(stars, words, good)
	v := say.Vars{"n": len(ends), "runs": len(all), "best": say.Digits{X: best, N: 4}, "top": len(good.At)}
	if p.Note = v.Text("this run and <n> with k-means++"); s.Init == atRandom {
		p.Note = v.Text("this run and <n> with random points")
	}
	p.Alt = v.Text("final objectives of <runs run>; the smallest is <best>, reached by <top>")
	return p
}

// inside is a place, or the nearest one in the window.
func (t *task) inside(at mark.XY) mark.XY {
	w := t.Window
	at.X = min(max(at.X, w.X0), w.X1)
	if t.Dim == 2 {
		at.Y = min(max(at.Y, w.Y0), w.Y1)
	}
	return at
}

// starts draws the objectives of many runs in their order: random points beside
// k-means++.
func (s *state) starts() mark.Panel {
	o := s.others()
	if len(o.even) == 0 {
		return mark.Panel{}
	}
	line := func(values []float64, style mark.Style, legend say.Phrase) panel.Quantity {
		q := panel.Quantity{At: panel.Course(values), Style: style, Legend: legend, Name: legend}
		for i := range q.At {
			q.At[i].X++ // runs are numbered from one
		}
		return q
	}
	best := min(o.even[0], o.plus[0])
	reached := func(values []float64) (n int) {
		for _, v := range values {
			if v <= best*(1+1e-4) {
				n++
			}
		}
		return n
	}
	v := say.Vars{"even": reached(o.even), "plus": reached(o.plus), "n": manySeeds, "best": precise(best)}
	c := panel.Curves{
		ID: "starts", Title: titleStarts, Note: v.Text("reached the best J: random <even>, k-means++ <plus> of <n>"),
		Alt: v.Text("<even> of <n run> from random points and <plus> of as many from k-means++ reach the smallest objective, <best>"),
		X:   mark.Axis{Name: "runs, sorted by J", Integer: true, Min: 1, Max: manySeeds},
		Y:   mark.Axis{Name: "final J", Max: max(1.05*max(o.even[manySeeds-1], o.plus[manySeeds-1]), 1e-9)},
		Of:  []panel.Quantity{line(o.even, mark.RoleBad.Wide(2.2), "random points"), line(o.plus, mark.RoleGood.Wide(2.2), "k-means++")},
	}
	if b := s.best(); b.how != unknown && b.value > 0 {
		c.Over = []mark.Mark{mark.Rule{At: b.value, Style: mark.RoleSoft.Dashed(), Label: "global minimum"}}
	}
	return c.Panel()
}

// kAxis is the axis of numbers of clusters.
func kAxis(sizes []ending) mark.Axis {
	return mark.Axis{Name: "K", Integer: true, Min: 0.5, Max: float64(sizes[len(sizes)-1].k) + 0.5}
}

// elbow is the objective of the best run for each K. It falls with K; the elbow is for
// the eye.
func (s *state) elbow() mark.Panel {
	sizes := s.others().sizes
	if len(sizes) < 2 {
		return mark.Panel{}
	}
	at := panel.Traced(sizes, func(e ending) (x, y float64) { return float64(e.k), e.value })
	dots := mark.Points{At: at, Size: slices.Repeat([]float64{3.5}, len(at)), Style: mark.RoleInk.Plain(), Layer: mark.Over}
	v := say.Vars{"one": precise(sizes[0].value), "last": precise(sizes[len(sizes)-1].value), "K": sizes[len(sizes)-1].k, "runs": restarts}
	c := panel.Curves{
		ID: "elbow", Title: titleElbow, Note: v.Text("best of <runs restart> for each K"),
		Alt: v.Text("the smallest objective falls from <one> for one cluster to <last> for <K>"),
		X:   kAxis(sizes), Y: mark.Axis{Name: "J", Max: max(1.05*sizes[0].value, 1e-9)}, Under: []mark.Mark{panel.Now(float64(s.K))},
		Of: []panel.Quantity{{At: at, Style: mark.RoleInk.Wide(2.2), Legend: "smallest J over restarts", Name: "J", With: []mark.Mark{dots}}},
	}
	if s.Dim == 1 {
		best := panel.Traced(sizes, func(e ending) (x, y float64) { return float64(e.k), bestOf(s.ctx, s.x, 1, e.k).value })
		c.Of = append(c.Of, panel.Quantity{At: best, Style: mark.RoleGood.Dashed(), Legend: "global minimum", Name: "global minimum"})
	}
	return c.Panel()
}

// widths is the mean silhouette for each K.
func (s *state) widths() mark.Panel {
	sizes := s.others().sizes
	q := panel.Quantity{Style: mark.RoleGood.Wide(2.2), Legend: "mean silhouette", Name: "silhouette"}
	for _, e := range sizes {
		if !math.IsNaN(e.width) {
			q.At = append(q.At, mark.XY{X: float64(e.k), Y: e.width})
		}
	}
	if len(sizes) < 2 || len(q.At) == 0 {
		return mark.Panel{}
	}
	byWidth := func(a, b mark.XY) int { return cmp.Compare(a.Y, b.Y) }
	top, least := slices.MaxFunc(q.At, byWidth), slices.MinFunc(q.At, byWidth)
	v := say.Vars{"K": top.X, "width": top.Y}
	return panel.Curves{
		ID: "widths", Title: titleWidths, Note: v.Text("largest at K = <K>"), Alt: v.Text("the mean silhouette is largest for <K>, where it is <width>"),
		X: kAxis(sizes), Y: mark.Axis{Name: "mean silhouette", Min: min(0, least.Y), Max: 1}, Under: []mark.Mark{panel.Now(float64(s.K))},
		Of: []panel.Quantity{q}, Over: []mark.Mark{panel.Dot(top, 5, mark.RoleInk.Plain(), "largest")},
	}.Panel()
}

// mostBars is the most silhouettes that are drawn one by one.
const mostBars = 400

// silhouette draws the silhouettes of all points, cluster by cluster, the largest first.
func (s *state) silhouette() mark.Panel {
	widths := s.others().silhouette
	if widths == nil {
		return mark.Panel{}
	}
	order := make([]int, len(widths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.labels[a], s.labels[b]), cmp.Compare(widths[b], widths[a]))
	})
	b, mean, negative, least := mark.Bars{}, 0.0, 0, 0.0
	for m, i := range order {
		mean += widths[i] / float64(len(widths))
		if least = min(least, widths[i]); widths[i] < 0 {
			negative++
		}
		if m%(len(order)/mostBars+1) == 0 {
			b.X, b.Y, b.Refs = append(b.X, float64(m+1)), append(b.Y, widths[i]), append(b.Refs, say.Row(i).Ref())
			b.Class = append(b.Class, int(s.labels[i]))
		}
	}
	v := say.Vars{"mean": mean, "negative": negative}
	return mark.Panel{
		ID: "silhouette", Title: titleSilhouette, Note: v.Text("mean <mean>, <negative> below 0"),
		Alt: v.Text("the mean silhouette is <mean>; <negative point is> below 0, on average nearer to another cluster than to its own"),
		X:   panel.Numbered("points, sorted by cluster", len(order)), Y: mark.Axis{Name: "silhouette", Min: min(0, 1.1*least), Max: 1},
		Marks: []mark.Mark{b, mark.Rule{At: mean, Label: "mean", Style: mark.RoleSoft.Dashed()}},
	}
}
