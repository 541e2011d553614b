package kmeans

import (
	"math"
	"strconv"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.terms()}
	if v.others == nil || v.phase != assigning {
		return panels
	}
	return append(panels,
		mark.Slow("seeds", titleSeeds, v.seeds), mark.Slow("starts", titleStarts, v.starts), mark.Slow("elbow", titleElbow, v.elbow),
		mark.Slow("widths", titleWidths, v.widths), mark.Slow("silhouette", titleSilhouette, v.silhouette))
}

func xy(x vec) mark.XY { return mark.XY{X: x[0], Y: x[1]} }

// board draws the points in the colours of their clusters, the cells of the centres, and
// the centres with the ways that they came.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	p.Title = "Clusters"
	// Distances are what it is about, so that both axes have one scale, unless their units
	// are very different.
	across, up := v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0
	p.Equal = p.Equal && max(across, up) <= 6*min(across, up)
	vars := say.Vars{"n": len(v.x), "K": len(v.alive()), "round": v.round, "J": precise(v.objective)}
	switch {
	case v.phase == drawing || v.phase == starting:
		p.Note, p.Alt = "start", vars.Text("<n point> and <K centre>; no point is assigned to a cluster yet")
	default:
		p.Note, p.Alt = vars.Text("iteration <round>"), vars.Text("<n point> and <K centre> after <round iteration>, objective <J>")
	}
	at := v.shown()
	if v.Dim == 1 {
		height := across * across / 16
		p.Y = mark.Axis{Name: "squared distance to the nearest centre", Min: -0.12 * height, Max: height}
		p.Add(v.intervals(at)...)
		p.Add(v.parabolas(at, height)...)
	} else {
		p.Add(v.cells(at)...)
	}
	p.Add(v.points())
	p.Add(v.trails(at)...)
	p.Add(v.now(at)...)
	p.Add(v.marks(at)...)
	if v.Init == byHand {
		p.Add(v.handles()...)
	}
	return p
}

// shown are the centres in the picture: while they move one by one, the first ones are
// new and the others old.
func (v view) shown() []vec {
	if v.phase != fitting {
		return v.centres
	}
	at := append([]vec(nil), v.centres...)
	copy(at, v.next.centres[:v.part+1])
	return at
}

// cellStyle is the filling of the cell of a centre.
func cellStyle(k int) mark.Style { return mark.RoleOfClass(k).Wide(0.8).Faded(0.13) }

// cells are the Voronoi cells of the centres.
func (v view) cells(at []vec) []mark.Mark {
	if v.phase == starting || v.phase == drawing || len(at) < 2 {
		return nil
	}
	w := v.Window
	// With one scale for both axes a board shows more than the window, but not so much.
	dx, dy := 10*(w.X1-w.X0), 10*(w.Y1-w.Y0)
	places := make([]mark.XY, len(at))
	for k, c := range at {
		places[k] = xy(c) // at infinity where it was dropped
	}
	return panel.Cells(places, grid.Window{X0: w.X0 - dx, X1: w.X1 + dx, Y0: w.Y0 - dy, Y1: w.Y1 + dy}, "Voronoi cells of the centres")
}

// intervals are the cells on a line.
func (v view) intervals(at []vec) []mark.Mark {
	if v.phase == starting || v.phase == drawing || len(at) < 2 {
		return nil
	}
	var marks []mark.Mark
	for k, c := range at {
		if c == gone {
			continue
		}
		lo, hi, first := -mark.Beyond, mark.Beyond, true
		for j, o := range at {
			switch {
			case o == gone:
			case o == c:
				first = first && j >= k
			case o[0] < c[0]:
				lo = max(lo, o[0]+(c[0]-o[0])/2)
			default:
				hi = min(hi, c[0]+(o[0]-c[0])/2)
			}
		}
		if first {
			marks = append(marks, mark.Rect{Min: mark.XY{X: lo, Y: -mark.Beyond}, Max: mark.XY{X: hi, Y: mark.Beyond}, Fill: true, Style: cellStyle(k)})
		}
	}
	return marks
}

// parabolas are the squared distances from every centre; a point takes the lowest.
func (v view) parabolas(at []vec, height float64) []mark.Mark {
	marks := []mark.Mark{mark.Rule{At: 0, Style: mark.RoleFaint.Plain()}}
	legend := panel.Once("squared distance to each centre")
	for k, c := range at {
		if c == gone {
			continue
		}
		f := func(x float64) float64 { return (x - c[0]) * (x - c[0]) }
		far := math.Sqrt(1.2 * height)
		curve := panel.Curve(c[0]-far, c[0]+far, 80, 1.2*height, f)
		marks = append(marks, mark.PolyLine{At: curve, Style: mark.RoleOfClass(k).Wide(1.8), Legend: legend()})
	}
	return marks
}

// points are the data in the colours of their clusters; before that sized by the law of
// the last draw.
func (v view) points() mark.Points {
	p := mark.Points{Style: mark.RoleSoft.Plain(), Hollow: v.labels == nil}
	labels := v.labels
	if v.phase == asking { // the others keep their colours
		labels, p.Hollow = v.was, v.was == nil
	}
	for i, x := range v.x {
		p.At, p.Refs = append(p.At, xy(x)), append(p.Refs, say.Row(i).Ref())
		if labels != nil {
			k := int(labels[i])
			if v.phase == asking && i == v.part {
				k = int(v.labels[i])
			}
			p.Class = append(p.Class, k)
		}
	}
	if labels != nil {
		p.Style, p.Hollow, p.Legend = mark.Style{}, false, "points, coloured by cluster"
	}
	if v.law != nil && v.law.D2 != nil && v.law.Total > 0 {
		top := 0.0
		for _, d2 := range v.law.D2 {
			top = max(top, d2)
		}
		for _, d2 := range v.law.D2 {
			p.Size = append(p.Size, 2+9*math.Sqrt(d2/top))
		}
		p.Legend = "points, sized by distance D to the nearest centre"
	}
	p.Tip = func(i int) say.Phrase {
		vars := say.Vars{"row": say.Row(i).Name(), "x": v.x[i][:v.Dim]}
		switch {
		case labels != nil:
			vars["k"], vars["d2"] = labels[i]+1, lloyd.D2(v.x[i], v.centres[labels[i]])
			vars["k"] = int(labels[i]) + 1
			return vars.Text("<row> = <x>, cluster <k>, squared distance <d2>")
		case v.law != nil && v.law.D2 != nil && v.law.Total > 0:
			vars["p"] = v.law.D2[i] / v.law.Total
			return vars.Text("<row> = <x>, sampled with probability <p>")
		}
		return vars.Text("<row> = <x>")
	}
	return p
}

// trails are the trajectories of the centres so far.
func (v view) trails(at []vec) []mark.Mark {
	if v.round == 0 && v.phase != fitting || len(v.past) == 0 {
		return nil
	}
	const most = 200 // corners of a path, which is sent with every step
	var marks []mark.Mark
	legend := panel.Once("trajectories of the centres")
	for k, c := range at {
		if c == gone {
			continue
		}
		var path []mark.XY
		for i := 0; i < len(v.past); i += len(v.past)/most + 1 {
			path = append(path, xy(v.past[i][k]))
		}
		marks = append(marks, panel.Line(append(path, xy(c)), mark.RoleOfClass(k).Wide(1.8), legend()))
	}
	return marks
}

// marks are the centres with their numbers.
func (v view) marks(at []vec) []mark.Mark {
	var marks []mark.Mark
	legend := panel.Once("centres, with their number")
	for k, c := range at {
		if c == gone {
			continue
		}
		vars := say.Vars{"k": k + 1, "mean": c[:v.Dim]}
		p := panel.Dot(xy(c), 8.5, mark.RoleOfClass(k).Plain(), legend())
		p.Class, p.Refs, p.Labels = []int{k}, []string{ref(k)}, []say.Phrase{vars.Text("<k>")}
		p.Tips = []say.Phrase{vars.Text("centre <k> at <mean>")}
		if v.counts != nil {
			vars["N"] = v.counts[k]
			p.Tips = []say.Phrase{vars.Text("centre <k> at <mean>, <N point>")}
		}
		if p.Hollow = v.counts != nil && v.counts[k] == 0; p.Hollow {
			p.Labels = []say.Phrase{vars.Text("<k> empty")}
		}
		marks = append(marks, p)
	}
	return marks
}

// now marks what the step is about, in the accent colour.
func (v view) now(at []vec) []mark.Mark {
	switch v.phase {
	case drawing:
		return []mark.Mark{v.rings("sampled now", v.seeding.Rows[len(v.seeding.Rows)-1])}
	case asking:
		var marks []mark.Mark
		own, other := int(v.labels[v.part]), v.second(v.part)
		if v.was != nil && v.was[v.part] != v.labels[v.part] {
			other = int(v.was[v.part])
		}
		for _, k := range []int{own, other} {
			if k >= 0 && v.Dim == 2 {
				style := mark.RoleOfClass(k).Wide(3)
				if k != own {
					style = style.Dashed()
				}
				marks = append(marks, mark.Segments{From: []mark.XY{xy(v.x[v.part])}, To: []mark.XY{xy(at[k])}, Style: style, Layer: mark.Over})
			}
		}
		return append(marks, v.rings("current point", v.part))
	case assigning:
		return v.turned()
	case fitting:
		return []mark.Mark{v.moves(v.centres, at, v.part, v.part+1)}
	case updating:
		marks := []mark.Mark{v.moves(v.past[len(v.past)-2], at, 0, len(at))}
		for _, f := range v.filled {
			marks = append(marks, v.rings("reassigned to an empty cluster", f.row))
		}
		return marks
	}
	return nil
}

// turned are rings around the points that have changed their cluster.
func (v view) turned() []mark.Mark {
	if v.was == nil || v.changed == 0 {
		return nil
	}
	const most, named = 60, 6
	m := mark.Rings{Style: mark.RoleAccent.Wide(2), Legend: "points that changed cluster"}
	for i, k := range v.labels {
		if v.was[i] == k || len(m.At) == most {
			continue
		}
		m.At, m.Radius, m.Refs = append(m.At, xy(v.x[i])), append(m.Radius, 9), append(m.Refs, say.Row(i).Ref())
		label := say.Phrase("")
		if v.changed <= named {
			label = say.Phrase(say.Row(i).Name())
		}
		m.Labels = append(m.Labels, label)
	}
	return []mark.Mark{m}
}

// rings encircle rows by name.
func (t *task) rings(legend say.Phrase, rows ...int) mark.Rings {
	m := mark.Rings{Style: mark.RoleAccent.Wide(2.4), Legend: legend}
	for _, i := range rows {
		m.At, m.Radius = append(m.At, xy(t.x[i])), append(m.Radius, 13)
		m.Refs, m.Labels = append(m.Refs, say.Row(i).Ref()), append(m.Labels, say.Phrase(say.Row(i).Name()))
	}
	return m
}

// moves are arrows from the old to the new centres, nil for none.
func (v view) moves(from, to []vec, begin, end int) mark.Mark {
	a := mark.Arrows{Style: mark.RoleAccent.Wide(2.4), Legend: "update of the centres"}
	for k := begin; k < end; k++ {
		if from[k] == gone || to[k] == gone {
			continue
		}
		old, at := xy(from[k]), xy(to[k])
		far := math.Hypot((at.X-old.X)/(v.Window.X1-v.Window.X0), (at.Y-old.Y)/(v.Window.Y1-v.Window.Y0))
		if far > 0.005 { // shorter ones are hidden by the mark of the centre
			a.From, a.To = append(a.From, old), append(a.To, at)
		}
	}
	if len(a.From) == 0 {
		return nil
	}
	return a
}

// handles are the places of the first centres, to be dragged. One that lies beyond the
// window waits at its border.
func (v view) handles() []mark.Mark {
	var marks []mark.Mark
	legend := panel.Once("initial centres: drag them")
	for k, c := range v.past[0] {
		marks = append(marks, mark.Handle{
			Param: "centre" + strconv.Itoa(k+1), At: v.inside(xy(c)), Shape: k, Size: 10, Hollow: true, Style: mark.RoleOfClass(k).Plain(), Legend: legend(),
			Tip: say.Vars{"k": k + 1}.Text("initial centre <k>: drag it"),
		})
	}
	return marks
}

// terms are what this step is made of, in one place: while centres are drawn the law of
// the draw, and then what each cluster adds to the objective.
func (v view) terms() mark.Panel {
	if v.seeding != nil && v.labels == nil {
		return v.sampling()
	}
	return v.withinClusters()
}

// sampling is the probability of every point in the last draw of k-means++; before the
// first one all are equal.
func (v view) sampling() mark.Panel {
	vars, hot := say.Vars{"k": len(v.centres)}, []int(nil)
	note, alt := say.Phrase("the first centre is sampled uniformly"), say.Phrase("every point has the same probability for the first centre")
	if v.law != nil {
		hot = v.seeding.Rows[len(v.seeding.Rows)-1:]
		vars["x"] = say.Row(hot[0]).Name()
		note, alt = vars.Text("centre <k>: <x>"), vars.Text("the sampling probability of every point for centre <k>, which is <x>")
	}
	return panel.Rows{
		ID: "terms", Title: "k-means++ sampling probabilities", Note: note, Alt: alt, Y: mark.Axis{Name: "P(xᵢ)"}, What: "P", Hot: hot,
		Of: func(i int) float64 {
			if v.law == nil || v.law.D2 == nil {
				return 1 / float64(len(v.x))
			}
			if v.law.Total == 0 {
				return 0
			}
			return v.law.D2[i] / v.law.Total
		},
	}.Panel(v.Problem)
}

// withinClusters are the sums of squares of the clusters, which add up to J.
func (v view) withinClusters() mark.Panel {
	b := panel.Bars{ID: "terms", Title: "Within-cluster sum of squares", X: mark.Axis{Name: "cluster"}, Y: mark.Axis{Name: "within-cluster sum of squares"}}
	b.Values = make([]float64, len(v.centres))
	labels, counts, sum := v.labels, make([]int, len(v.centres)), v.objective
	if labels == nil { // what the first assignment will be
		labels, sum = make([]uint8, len(v.x)), v.inertia
		lloyd.Assign(labels, v.x, v.centres)
	}
	for i, k := range labels {
		b.Values[k] += lloyd.D2(v.x[i], v.centres[k])
		counts[k]++
	}
	for k, y := range b.Values {
		vars := say.Vars{"k": k + 1, "N": counts[k], "sum": y}
		b.Class, b.Refs = append(b.Class, k), append(b.Refs, ref(k))
		b.Tips = append(b.Tips, vars.Text("cluster <k>: <N point>, within-cluster sum of squares <sum>"))
	}
	vars := say.Vars{"J": precise(sum), "K": len(v.centres)}
	b.Note, b.Alt = vars.Text("J = <J>"), vars.Text("the within-cluster sums of squares of <K cluster>; their total is <J>")
	return b.Panel()
}
