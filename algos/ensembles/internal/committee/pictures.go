package committee

import (
	"math"

	"playground/algos/cart"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Board shows what the ensemble says, the samples as large as they were drawn often, and the cuts of the last tree.
func (v View) Board() mark.Panel {
	if v.Z != nil && v.Table.Empty() {
		return v.curves()
	}
	if v.Z != nil {
		return v.fit()
	}
	p, w := v.Problem.Board(), v.vars()
	if !v.Table.Empty() {
		p = v.sheet.Board(v.Window, v.XFeature, v.YFeature)
	}
	p.Note, p.Alt = "no ensemble yet", w.Text("<n point>, no ensemble yet")
	if b := len(v.Committee); b > 0 {
		w["members"], w["wrong"], w["oob"] = b, v.Wrong, v.BagError()
		p.Note = w.Text("<members tree>, <wrong> misclassified")
		if v.BagRows > 0 {
			p.Note = w.Text("<members tree>, <wrong> misclassified, OOB error <oob>")
		}
		p.Alt = w.Text("<n point>, an ensemble of <members tree> that misclassifies <wrong>")
		if v.Table.Empty() {
			p.Add(v.shading())
		}
	}
	p.Add(v.points())
	if v.Phase != voting {
		return p
	}
	if v.FeatureSet == Plain {
		p.Add(v.cuts()...)
	}
	p.Add(panel.Rings(v.Problem, mark.RoleBad.Wide(2), "misclassified by the OOB vote", func(i int) float64 {
		if v.Voters[i] == 0 || Winner(v.Bag[i*v.K:][:v.K]) == v.Y[i] {
			return 0
		}
		return v.radius(i) + 3
	}))
	return p
}

func (v View) shading() mark.Mark {
	f := mark.Field{Eval: v.field(), Sharp: true, Legend: "proportion of votes"}
	cost := 0
	if v.FeatureSet != Plain { // a way through every tree for every node
		cost = 20 * len(v.Committee)
	}
	if cost > 0 && v.K > 2 {
		return panel.Regions{Of: v.winner, Classes: v.K, Cost: cost, Legend: "prediction of the ensemble"}.Field()
	}
	if cost > 0 {
		f.Sharp = false
		f.Eval = panel.Affordable(f.Eval, cost)
	}
	if v.K == 2 {
		f.Scale, f.Lo, f.Hi = mark.Diverging, -0.5, 0.5
		f.Levels = []mark.Level{{Value: 0, Style: mark.RoleInk.Wide(2.2), Label: "decision boundary (votes ½)"}}
		return f
	}
	f.Scale, f.Hi, f.Legend = mark.Regions, float64(v.K-1), "prediction of the ensemble"
	return f
}

// radius is that of a sample: its area is in proportion to how often it was drawn.
func (v View) radius(i int) float64 {
	usual := 5 / max(1, math.Pow(float64(len(v.Y))/80, 0.25))
	if v.New == nil {
		return usual
	}
	if v.New.Times[i] == 0 {
		return 0.8 * usual
	}
	return min(20, usual*math.Sqrt(float64(v.New.Times[i])))
}

func (v View) points() mark.Points {
	p := panel.Data(v.Problem, v.tip)
	p.Legend = "shape: class"
	if v.New == nil {
		return p
	}
	p.Legend = v.vars().Text("area: bootstrap count for <name>; hollow: OOB")
	for i, y := range v.Y {
		p.Size = append(p.Size, v.radius(i))
		fill := y
		if v.New.Times[i] == 0 {
			fill = -1
		}
		p.Fill = append(p.Fill, fill)
	}
	return p
}

// tip is what is known of sample i.
func (v View) tip(i int) say.Phrase {
	w := say.Vars{"row": say.Row(i).Name(), "x": v.Points[i].X, "y": say.Given(v.Set.ClassName(v.Y[i]))}
	var tip say.Phrase
	switch {
	case v.Z != nil && v.Table.Empty():
		w["x"], w["y"] = v.Points[i].X[:v.Dim], v.Z[i]
		tip = w.Text("<row> = <x>, y = <y>")
	case v.Z != nil:
		w["row"], w["y"] = v.sheet.Named(i), v.Z[i]
		tip = w.Text("<row>: <y>")
	case !v.Table.Empty():
		w["row"] = v.sheet.Named(i)
		tip = w.Text("<row>: class <y>")
	default:
		tip = w.Text("<row> = <x>, class <y>")
	}
	if v.New != nil {
		w["tip"], w["name"], w["times"] = tip, Name(v.Number()), int(v.New.Times[i])
		tip = w.Text("<tip>, <times time> in the bootstrap sample of <name>")
	}
	if v.Voters[i] > 0 && v.Z != nil {
		w["tip"], w["said"], w["voters"] = tip, v.Bag[i]/float64(v.Voters[i]), v.Voters[i]
		return w.Text("<tip>; OOB prediction <said> of <voters tree>")
	}
	if v.Voters[i] > 0 {
		w["tip"], w["right"], w["voters"] = tip, v.Bag[i*v.K+v.Y[i]], v.Voters[i]
		tip = w.Text("<tip>; <right> of <voters> OOB votes correct")
	}
	return tip
}

// shownCuts is the most cuts of a tree that are drawn.
const shownCuts = 200

// cuts are the splits of the last tree, each within its node.
func (v View) cuts() []mark.Mark {
	if len(v.New.Tree.Nodes) > 2*shownCuts {
		return nil
	}
	w := v.Window
	dx, dy := w.X1-w.X0, w.Y1-w.Y0 // equal axes may show more than the window
	var marks []mark.Mark
	legend := v.vars().Text("splits of <name>")
	var cut func(at int, box [2][2]float64)
	cut = func(at int, box [2][2]float64) {
		n := v.New.Tree.Nodes[at]
		if n.Feature == cart.Leaf {
			return
		}
		line := box
		line[n.Feature] = [2]float64{n.Threshold, n.Threshold}
		marks = append(marks, mark.PolyLine{
			At:    []mark.XY{{X: line[0][0], Y: line[1][0]}, {X: line[0][1], Y: line[1][1]}},
			Style: mark.RoleAccent.Wide(1.4).Dashed(), Layer: mark.Over, Ref: Ref(v.Number()), Legend: legend,
		})
		legend = ""
		left, right := box, box
		left[n.Feature][1], right[n.Feature][0] = n.Threshold, n.Threshold
		cut(n.Left, left)
		cut(n.Right, right)
	}
	cut(0, [2][2]float64{{w.X0 - 2*dy, w.X1 + 2*dy}, {w.Y0 - 2*dx, w.Y1 + 2*dx}})
	return marks
}

// The strip shows the latest trees, each as a small picture of the board.
const (
	stripColumns = 5
	stripRows    = 2
	stripFine    = 32 // nodes along a side of a small picture
	stripAcross  = 1.12
	stripUp      = 1.5
)

// Strip shows the latest trees.
func (v View) Strip() mark.Panel {
	b := len(v.Committee)
	first := max(0, b-stripColumns*stripRows)
	rows := 1
	if b-first > stripColumns {
		rows = 2
	}
	s := panel.Strip{Columns: stripColumns, Rows: rows, Window: v.Window, Width: 1, Height: 1, Across: stripAcross, Up: stripUp}
	w := say.Vars{"first": first + 1, "last": b}
	p := mark.Panel{
		ID: "strip", Title: "Individual trees", Alt: w.Text("the predictions of the trees <first> to <last>, as small plots"),
		Height: 0.34 * float64(rows),
		X:      mark.Axis{Hidden: true, Min: -0.05, Max: stripAcross*stripColumns - 0.07}, Y: mark.Axis{Hidden: true, Min: -0.08, Max: stripUp * float64(rows)},
	}
	if first > 0 {
		p.Note = w.Text("trees <first> to <last>")
	}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	bars := mark.Bars{Style: mark.RoleFaint.Plain().Faded(0.004), Layer: mark.Over}
	for k, m := range v.Committee[first:] {
		for _, r := range v.patches(m, s, k) {
			p.Add(r)
		}
		style := mark.RoleSoft.Wide(1)
		if first+k+1 == v.Number() {
			style = mark.RoleAccent.Wide(2.4)
		}
		p.Add(s.Frame(k, 0, style))
		c := s.Corner(k)
		w["name"], w["wrong"], w["out"], w["splits"] = Name(first+k+1), m.Wrong, m.Out, m.Tree.Leaves()-1
		panel.Write(&words, c.X+0.5, c.Y+1.2, w.Text("<name>: <wrong>/<out>"))
		if k < stripColumns*(rows-1) {
			continue
		}
		bars.X, bars.Y, bars.Refs = append(bars.X, c.X+0.5), append(bars.Y, 1), append(bars.Refs, Ref(first+k+1))
		bars.Tips = append(bars.Tips, w.Text("<name>: a tree with <splits split>; misclassifies <wrong> of <out> OOB samples"))
	}
	p.Add(words, bars)
	return p
}

// patches are what a tree says in a small picture: rectangles of one class, which
// lie above each other where neighbouring rows of nodes say the same.
func (v View) patches(m *Member, s panel.Strip, at int) []mark.Mark {
	w := v.Window
	hx, hy := (w.X1-w.X0)/stripFine, (w.Y1-w.Y0)/stripFine
	g := grid.Grid{Window: grid.Window{X0: w.X0 + hx/2, X1: w.X1 - hx/2, Y0: w.Y0 + hy/2, Y1: w.Y1 - hy/2}, NX: stripFine, NY: stripFine}
	shares := v.shaded([]*Member{m}, g)
	type run struct{ from, to, class int }
	open := map[run]int{} // from which row on
	var marks []mark.Mark
	says := make([]float64, v.K)
	put := func(r run, lo, hi int) {
		marks = append(marks, mark.Rect{
			Min:  s.Place(at, mark.XY{X: w.X0 + float64(r.from)*hx, Y: w.Y0 + float64(lo)*hy}),
			Max:  s.Place(at, mark.XY{X: w.X0 + float64(r.to)*hx, Y: w.Y0 + float64(hi)*hy}),
			Fill: true, Style: mark.RoleOfClass(r.class).Plain().Faded(0.45),
		})
	}
	for j := range stripFine + 1 {
		now := map[run]int{}
		var order []run
		for i := 0; j < stripFine && i < stripFine; {
			class := func(i int) int {
				for k := range says {
					says[k] = shares[k][j*stripFine+i]
				}
				return Winner(says)
			}
			r := run{from: i, class: class(i)}
			for i++; i < stripFine && class(i) == r.class; i++ {
			}
			r.to = i
			order = append(order, r)
		}
		for _, r := range order {
			now[r] = j
			if from, ok := open[r]; ok {
				now[r] = from
				delete(open, r)
			}
		}
		for i := range stripFine { // those that end here, from left to right
			for r, from := range open {
				if r.from == i {
					put(r, from, j)
				}
			}
		}
		open = now
	}
	return marks
}

// Tabled are the latest trees on a table, of which no small board can be drawn: what each gets wrong out of its bag.
func (v View) Tabled() mark.Panel {
	b := len(v.Committee)
	first := max(0, b-shownShares)
	bars := mark.Bars{Style: mark.RoleAccent.Plain().Faded(0.6)}
	w := say.Vars{"first": first + 1, "last": b}
	p := mark.Panel{
		ID: "strip", Title: "Individual trees", Alt: w.Text("the OOB errors of the trees <first> to <last>"),
		X: mark.Axis{Name: "tree b", Integer: true, Min: float64(first) + 0.4, Max: float64(b) + 0.6}, Y: mark.Axis{Name: "misclassification rate"},
	}
	bound, top := v.BagError(), 0.0
	if v.Z != nil {
		p.Y.Name, bound = "mean squared error", v.BagLoss
	}
	for k, m := range v.Committee[first:] {
		e := share(m.Wrong, m.Out)
		if v.Z != nil && m.Out > 0 {
			e = m.Squares / float64(m.Out)
		}
		if math.IsNaN(e) {
			e = 0
		}
		w["name"], w["wrong"], w["out"], w["splits"], w["mse"] = Name(first+k+1), m.Wrong, m.Out, m.Tree.Leaves()-1, e
		bars.X, bars.Y, bars.Refs = append(bars.X, float64(first+k+1)), append(bars.Y, e), append(bars.Refs, Ref(first+k+1))
		tip := w.Text("<name>: a tree with <splits split>; misclassifies <wrong> of <out> OOB samples")
		if v.Z != nil {
			tip = w.Text("<name>: a tree with <splits split>; mean squared error <mse> on <out> OOB samples")
		}
		bars.Tips = append(bars.Tips, tip)
		top = max(top, e)
	}
	p.Add(bars)
	if v.BagRows > 0 {
		p.Add(panel.Bound(bound, "ensemble, OOB", mark.RoleInk.Plain()))
		top = max(top, bound)
	}
	p.Y.Max = 1.1 * top
	if top == 0 {
		p.Y.Max = 1
	}
	return p
}

// mostStems is how many samples show how far they are off.
const mostStems = 500

// fit is the board of values: the targets against what the trees say that have not drawn the sample.
func (v View) fit() mark.Panel {
	w := v.vars()
	lo, hi := math.Inf(1), math.Inf(-1)
	at, known := make([]mark.XY, len(v.Z)), make([]int, len(v.Z))
	for i, z := range v.Z {
		x := 0.0
		switch {
		case v.Voters[i] > 0:
			x = v.Bag[i] / float64(v.Voters[i])
		case len(v.Committee) > 0:
			x, known[i] = v.Votes[i]/float64(len(v.Committee)), -1
		default:
			x, known[i] = z, -1
		}
		at[i] = mark.XY{X: x, Y: z}
		lo, hi = min(lo, x, z), max(hi, x, z)
	}
	room := (hi - lo) / 12
	if room == 0 {
		room = max(1, math.Abs(hi)/8)
	}
	lo, hi = lo-room, hi+room
	p := mark.Panel{
		ID: "board", Title: "Targets and predictions", Equal: true, Height: 1, Note: "no ensemble yet", Alt: w.Text("<n sample>, no ensemble yet"),
		X: mark.Axis{Name: "OOB prediction", Min: lo, Max: hi}, Y: mark.Axis{Name: say.Given(v.sheet.Target).Phrase(), Min: lo, Max: hi},
	}
	p.Add(mark.PolyLine{At: []mark.XY{{X: lo, Y: lo}, {X: hi, Y: hi}}, Style: mark.RoleInk.Wide(1.6), Legend: "perfect prediction"})
	dots := mark.Points{Tip: v.tip, At: at, Fill: known, Legend: "samples; hollow: no OOB prediction"}
	for i := range at {
		dots.Refs, dots.Class = append(dots.Refs, say.Row(i).Ref()), append(dots.Class, 0)
	}
	if b := len(v.Committee); b > 0 {
		w["members"], w["oob"] = b, v.BagLoss
		p.Note = w.Text("<members tree>")
		if v.BagRows > 0 {
			p.Note = w.Text("<members tree>, OOB mean squared error <oob>")
		}
		p.Alt = w.Text("the targets of <n sample> against the OOB predictions of <members tree>")
		stems := mark.Segments{Style: mark.RoleBad.Wide(1.2), Legend: "residual"}
		for i, a := range at {
			stems.From, stems.To, stems.Refs = append(stems.From, a), append(stems.To, mark.XY{X: a.Y, Y: a.Y}), append(stems.Refs, say.Row(i).Ref())
		}
		if len(at) <= mostStems {
			p.Add(stems)
		}
	}
	if v.New != nil {
		dots.Legend = w.Text("area: bootstrap count for <name>")
		for i := range at {
			dots.Size = append(dots.Size, v.radius(i))
		}
	}
	p.Add(dots)
	return p
}

// Draws are how often each sample was drawn.
func (v View) Draws() mark.Panel {
	w := v.vars()
	w["out"], w["share"] = v.New.Out, share(v.New.Out, len(v.Y))
	return panel.Rows{
		ID: "draws", Title: "Bootstrap sample counts", Note: w.Text("<name>: <out> of <n> out-of-bag, <share>"),
		Alt: w.Text("how often each of <n sample> is in the bootstrap sample of <name>"), Y: mark.Axis{Name: "count", Integer: true}, What: "count",
		Of: func(i int) float64 { return float64(v.New.Times[i]) },
	}.Panel(v.Problem)
}

// Bagged are the wrong out-of-bag votes, sample by sample.
func (v View) Bagged() mark.Panel {
	w := v.vars()
	if v.Z != nil {
		return v.off()
	}
	w["oob"], w["wrong"], w["rows"] = v.BagError(), v.BagWrong, v.BagRows
	p := panel.Rows{
		ID: "oob", Title: "Wrong OOB votes per sample", Note: "no sample has been out-of-bag",
		Alt: w.Text("the proportion of wrong OOB votes for each of <n sample>"), Y: mark.Axis{Name: "proportion wrong", Max: 1},
		Of: func(i int) float64 {
			if v.Voters[i] == 0 {
				return 0
			}
			return 1 - v.Bag[i*v.K+v.Y[i]]/float64(v.Voters[i])
		}, Tip: v.tip,
	}
	if v.BagRows > 0 {
		p.Note = w.Text("OOB error <oob>: <wrong> of <rows sample> misclassified")
	}
	if v.K == 2 {
		p.Marks = []mark.Mark{panel.Bound(0.5, "decision boundary (votes ½)", mark.RoleInk.Plain())}
	}
	return p.Panel(v.Problem)
}

// off is how far the votes out-of-bag are off, sample by sample.
func (v View) off() mark.Panel {
	w := v.vars()
	w["oob"], w["rows"] = v.BagLoss, v.BagRows
	p := panel.Rows{
		ID: "oob", Title: "Out-of-bag residuals", Note: "no sample has been out-of-bag",
		Alt: w.Text("the out-of-bag residual of each of <n sample>"), Y: mark.Axis{Name: "residual"},
		Of: func(i int) float64 {
			if v.Voters[i] == 0 {
				return 0
			}
			return v.Z[i] - v.Bag[i]/float64(v.Voters[i])
		}, Tip: v.tip, Marks: []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}},
	}
	if v.BagRows > 0 {
		p.Note = w.Text("OOB mean squared error <oob> over <rows sample>")
	}
	return p.Panel(v.Problem)
}

// shownShares is of how many trees the out-of-bag fraction is drawn.
const shownShares = 40

// Shares are the out-of-bag fractions, tree by tree.
func (v View) Shares() mark.Panel {
	b := len(v.Committee)
	first := max(0, b-shownShares)
	w := say.Vars{"mean": v.OutShare(), "miss": v.Miss, "last": b, "first": first + 1}
	bars := mark.Bars{Style: mark.RoleAccent.Plain().Faded(0.6)}
	for k, m := range v.Committee[first:] {
		w["name"], w["share"] = Name(first+k+1), share(m.Out, len(v.Y))
		bars.X, bars.Y = append(bars.X, float64(first+k+1)), append(bars.Y, share(m.Out, len(v.Y)))
		bars.Tips = append(bars.Tips, w.Text("<name>: OOB fraction <share>"))
	}
	p := mark.Panel{
		ID: "shares", Title: "Out-of-bag fraction per tree", Note: w.Text("mean <mean>; (1 − 1/n)ⁿ = <miss>"),
		Alt: w.Text("the out-of-bag fraction of the trees <first> to <last>"),
		X:   mark.Axis{Name: "tree b", Integer: true, Min: float64(first) + 0.4, Max: float64(b) + 0.6}, Y: mark.Axis{Name: "OOB fraction", Max: 0.75},
	}
	p.Add(bars, panel.Bound(v.Miss, "(1 − 1/n)ⁿ", mark.RoleInk.Plain()))
	return p
}

// Importance is by how much more samples are wrong when a feature is permuted.
func (v View) Importance() mark.Panel {
	mean, se := v.Importances()
	bars := mark.Bars{Style: mark.RoleAccent.Plain().Faded(0.7)}
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	var whiskers []mark.Mark
	top, low := 0.05, 0.0
	if v.Z != nil {
		top = 0 // squares have a scale of their own
	}
	both := func(j int) float64 { // two standard errors; one tree has none
		if se == nil {
			return 0
		}
		return 2 * se[j]
	}
	for j := range mean {
		top, low = max(top, mean[j]+both(j)), min(low, mean[j]-both(j))
	}
	legend := say.Phrase("two standard errors over the trees")
	if top == 0 {
		top = 1
	}
	for j, name := range v.Names {
		w := say.Vars{"name": say.Given(name), "mean": mean[j]}
		bars.X, bars.Y = append(bars.X, float64(j+1)), append(bars.Y, mean[j])
		panel.Write(&names, float64(j+1), top*1.1, say.Given(name).Phrase())
		if se == nil {
			bars.Tips = append(bars.Tips, w.Text("<name>: <mean>"))
			continue
		}
		w["se"] = se[j]
		bars.Tips = append(bars.Tips, w.Text("<name>: <mean>, standard error <se>"))
		whiskers = append(whiskers, mark.PolyLine{
			At:    []mark.XY{{X: float64(j + 1), Y: mean[j] - both(j)}, {X: float64(j + 1), Y: mean[j] + both(j)}},
			Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: legend,
		})
		legend = ""
	}
	p := mark.Panel{
		ID: "importance", Title: "Permutation feature importance", Note: "on the out-of-bag samples",
		Alt: "permutation importance of every feature",
		X:   mark.Axis{Hidden: true, Min: 0.4, Max: float64(len(mean)) + 0.6}, Y: mark.Axis{Name: "increase in error rate", Min: 1.1 * low, Max: 1.2 * top},
	}
	if v.Z != nil {
		p.Note, p.Y.Name = "OOB mean squared error", "increase in MSE"
	}
	p.Add(bars)
	p.Add(whiskers...)
	p.Add(names)
	return p
}
