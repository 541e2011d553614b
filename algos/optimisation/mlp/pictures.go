package mlp

import (
	"math"
	"strconv"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board, the network, a layer as a matrix, the gradient check, and the derivatives of the units.
func (v view) Panels() []mark.Panel {
	u := v.update()
	p := v.passOf(u)
	panels := []mark.Panel{v.board(u), v.network(u, p), v.outer(u, p)}
	if v.last() > 1 {
		panels = append(panels, v.slopes())
	}
	if v.L1 > 0 || v.L2 > 0 {
		panels = append(panels, v.sizes())
	}
	return append(panels, mark.Slow("check", "Backpropagation and difference quotients", func() mark.Panel { return v.quotients(u) }))
}

// board shows the samples on the output of the network.
func (v view) board(u *work) mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title = "Data and network output"
	p.Note, p.Alt = w.Text("loss <loss>"), w.Text("<n sample> and the output of the network, with the mean loss <loss>")
	if v.classes > 0 {
		p.Note = w.Text("loss <loss>, <wrong> of <n> misclassified")
	}
	if v.Dim == 1 {
		p.Add(v.curves()...)
	} else {
		p.Add(v.field())
	}
	switch {
	case v.classes > 0:
		dots := panel.Data(v.Problem, v.tip)
		dots.Fill = make([]int, len(v.all))
		for i := range v.all {
			dots.Fill[i] = v.classAt(v.w, v.x[i]...)
		}
		p.Add(dots)
	case v.Dim == 1:
		p.Add(panel.Data(v.Problem, v.tip))
	default:
		lo, hi := v.targets()
		y := make([]float64, len(v.all))
		for i := range y {
			y[i] = v.y[i][0]
		}
		p.Add(panel.Targets(v.Problem, y, lo, hi, "data: colour y", v.tip))
	}
	if v.work != nil && len(u.rows) < len(v.all) {
		p.Add(panel.Drawn(v.Problem, u.rows, "mini-batch"))
	}
	p.Add(panel.Ring(panel.Place(v.Problem, u.rows[0]), 9, mark.RoleAccent.Wide(2), "sample in the network"))
	return p
}

func (v view) tip(i int) say.Phrase {
	return say.Vars{"row": say.Row(i).Name(), "x": v.x[i], "a": v.output(v.w, v.x[i]...)}.Text("<row> = <x>: output <a>")
}

// targets is that of the targets, where they are values.
func (v view) targets() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, y := range v.y {
		lo, hi = min(lo, y[0]), max(hi, y[0])
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	return lo, hi
}

// curves are the outputs over one input.
func (v view) curves() []mark.Mark {
	const n = 240
	at := func(k int, of func(a []float64) float64) []mark.XY {
		return panel.Curve(v.Window.X0, v.Window.X1, n, v.Window.Y1-v.Window.Y0, func(x float64) float64 { return of(v.output(v.w, x)) })
	}
	if v.classes <= 2 {
		legend := say.Phrase("output of the network")
		if v.classes == 2 {
			legend = say.Vars{"c": say.Given(v.ClassName(1))}.Text("p(class <c>)")
		}
		return []mark.Mark{mark.PolyLine{At: at(0, func(a []float64) float64 { return a[0] }), Style: mark.RoleInk.Wide(2.2), Legend: legend}}
	}
	var marks []mark.Mark
	for k := range v.classes {
		legend := say.Vars{"c": say.Given(v.ClassName(k))}.Text("p(class <c>)")
		marks = append(marks, mark.PolyLine{At: at(k, func(a []float64) float64 { return a[k] }), Style: mark.RoleOfClass(k).Wide(1.8), Legend: legend})
	}
	return marks
}

// field is the output over two inputs.
func (v view) field() mark.Field {
	cost := v.net.Len()
	switch {
	case v.classes > 2:
		return panel.Regions{
			Of: func(x, y float64) int { return v.classAt(v.w, x, y) }, Classes: v.classes, Cost: cost, Legend: "predicted class",
		}.Field()
	case v.classes == 2:
		c := say.Vars{"c": say.Given(v.ClassName(1))}
		return panel.Surface{
			Of: func(x, y float64) float64 { return v.output(v.w, x, y)[0] - 0.5 }, Cost: cost,
			Like: mark.Field{Scale: mark.Diverging, Lo: -0.5, Hi: 0.5, Legend: c.Text("p(class <c>)"), Levels: []mark.Level{
				{Value: 0, Style: mark.RoleInk.Wide(1.6), Label: "p = 0.5"},
				{Value: -0.4, Style: mark.RoleSoft.Plain(), Label: "p = 0.1, p = 0.9"},
				{Value: 0.4, Style: mark.RoleSoft.Plain()},
			}},
		}.Field()
	}
	lo, hi := v.targets()
	like := mark.Field{Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: "output of the network"}
	for k := 1; k < 5; k++ {
		like.Levels = append(like.Levels, mark.Level{Value: lo + (hi-lo)*float64(k)/5, Style: mark.RoleSoft.Plain()})
	}
	return panel.Surface{Of: func(x, y float64) float64 { return v.output(v.w, x, y)[0] }, Cost: cost, Like: like}.Field()
}

// readable is how many boards of a column leave room for the numbers.
const readable = 4

// side is how many nodes a small board has along a side.
const side = 15

// network shows every unit with its output over the board, and the values and errors of the sample.
func (v view) network(u *work, p *pass) mark.Panel {
	w := v.vars()
	w["row"] = say.Row(p.row).Name()
	out := panel.Network{
		ID: "network", Title: "Network: outputs and errors", Alt: w.Text("a network of <P weight>; values and errors are those of <row>"), Height: 0.8,
		Note: w.Text("for <row>: output a above, error δ below a unit"), Legend: "width: |weight|; colour: sign",
	}
	widest := 0
	for _, units := range p.a {
		widest = max(widest, len(units))
	}
	if widest > readable {
		out.Note = w.Text("outputs and errors for <row> in the tips")
	}
	enter := func(in []float64, x, y float64) { copy(in, []float64{x, y}) }
	boards := v.net.Units(u.before, grid.Grid{Window: v.Window, NX: side, NY: side}, enter)
	for k, values := range p.a {
		var l panel.NetworkLayer
		for j, a := range values {
			l.Units = append(l.Units, v.unit(p, k, j, a, boards[k][j]))
		}
		if k > 0 {
			layer := v.net.Layers[k-1]
			// The panel draws what is above 0 in the colour of class 0; the boards have that of class 1 there.
			l.W = func(to, from int) float64 { return -v.w[layer.W(to, from)] }
			if v.phase == updating {
				l.Hot = func(to, from int) bool { return layer.W(to, from) == u.at }
			}
		}
		out.Layers = append(out.Layers, l)
		caption := panel.NetworkCaption{Layer: k, Text: say.Vars{"k": k}.Text("layer <k>")}
		if k == 0 {
			caption.Text = "inputs"
		} else if k == v.last() {
			caption.Text = "output"
		}
		out.Captions = append(out.Captions, caption)
	}
	return out.Panel()
}

// ref is how a unit is called elsewhere.
func ref(layer, j int) string { return "u" + strconv.Itoa(layer) + "-" + strconv.Itoa(j) }

// unit is one unit: what it puts out for the sample where the pass has come so far.
func (v view) unit(p *pass, k, j int, a float64, board []float64) panel.NetworkUnit {
	u := panel.NetworkUnit{Ref: ref(k, j), Board: board, Off: v.isDead(k, j) || p.mask != nil && k > 0 && k < v.last() && p.mask[k-1][j] == 0}
	vars := say.Vars{"j": j + 1, "k": k, "a": a, "d": p.delta[k][j]}
	reached, back := v.phase != forward || k <= v.layer, v.phase != forward && (v.phase != backward || k >= v.layer)
	switch {
	case k == 0:
		u.Tip, u.Value = vars.Text("input <j>: <a>"), short(a)
	case reached && back:
		u.Tip, u.Value, u.Delta = vars.Text("unit <j> of layer <k>: output <a>, error δ <d>"), short(a), short(p.delta[k][j])
	case reached:
		u.Tip, u.Value = vars.Text("unit <j> of layer <k>: output <a>"), short(a)
	default:
		u.Tip = vars.Text("unit <j> of layer <k>: not computed yet")
	}
	u.Hot = (v.phase == forward || v.phase == backward) && k == v.layer
	return u
}

func (v view) isDead(layer, j int) bool {
	for _, u := range v.dead {
		if u == (unit{layer, j}) {
			return true
		}
	}
	return false
}

// short is a number that is not wider than its unit.
func short(x float64) say.Phrase { return say.Phrase(say.Sig(x, 2)) }

// mostSide is how many units of a layer a matrix shows.
const mostSide = 10

// outer is a layer as a matrix in the notation of note 001, inputs by outputs: its weights on the way forward, else the
// products a_i δ_j of the sample.
func (v view) outer(u *work, p *pass) mark.Panel {
	k := v.layer
	if k == 0 {
		k = v.last()
	}
	l := v.net.Layers[k-1]
	rows, cols := min(l.In, mostSide), min(l.Out, mostSide)
	vars := say.Vars{"k": k, "in": l.In, "out": l.Out, "row": say.Row(p.row).Name()}
	m := panel.Named{
		ID: "outer", Title: "Gradient as outer product", Note: vars.Text("layer <k>, <row>: aᵢ at the left, δⱼ above; shape (<in>, <out>)"),
		Alt:    vars.Text("the products of outputs and errors at layer <k> for <row>"),
		Matrix: mark.Matrix{Rows: rows, Cols: cols}, Oblong: true, Height: 0.3 + 0.07*float64(max(rows, 4)), Left: 0.14 + 0.3/float64(cols),
	}
	if v.phase == forward {
		m.Title, m.Note = "Weight matrix", vars.Text("W of layer <k>, shape (<in>, <out>) as in aW + b; transposed in Wx + b")
		m.Alt = vars.Text("the weights of layer <k>")
	}
	numbers := mark.Texts{Anchor: mark.Middle, Room: 0.95, Style: mark.RoleInk.Plain()}
	for i := range rows {
		m.Rows = append(m.Rows, say.Vars{"i": say.Phrase(say.Sub(i + 1)), "a": p.a[k-1][i]}.Text("a<i> = <a>"))
		for j := range cols {
			x := p.a[k-1][i] * p.delta[k][j]
			if v.phase == forward {
				x = u.before[l.W(j, i)]
			}
			m.Matrix.Values = append(m.Matrix.Values, x)
			if max(rows, cols) <= 8 {
				panel.Write(&numbers, float64(j)+0.5, float64(rows-i)-0.5, say.Phrase(say.Num(x)))
			}
		}
	}
	m.Marks = []mark.Mark{numbers}
	heads := mark.Texts{Anchor: mark.Middle, Room: 1}
	room := max(0.5, 0.15*float64(rows))
	for j := range cols {
		d := say.Vars{"j": say.Phrase(say.Sub(j + 1)), "d": p.delta[k][j], "z": p.z[k][j]}
		name := d.Text("δ<j> = <d>")
		if v.phase == forward {
			name = d.Text("z<j> = <z>")
		}
		panel.Write(&heads, float64(j)+0.5, float64(rows)+room/2, name)
	}
	m.Marks = append(m.Marks, heads)
	out := m.Panel()
	out.Y.Max = float64(rows) + room
	return out
}

// slopes are the mean derivatives of the hidden units: 0 is a dead unit.
func (v view) slopes() mark.Panel {
	s, act := v.newSpace(), activations[v.Activation]
	b := panel.Bars{
		ID: "slopes", Title: "Mean derivative of hidden units", Height: 0.4, Legend: "mean of σ′(z)",
		Note: "over the training samples; 0 = dead", X: mark.Axis{Name: "hidden unit"}, Y: mark.Axis{Name: "σ′(z)", Min: 0, Max: 1.05},
		Style: mark.RoleSoft.Plain(),
	}
	if v.Activation == "sigmoid" {
		b.Y.Max = 0.28
	}
	for _, l := range v.net.Layers[:v.last()-1] {
		b.Values = append(b.Values, make([]float64, l.Out)...)
	}
	for _, i := range v.all {
		v.forward(s, v.w, i)
		n := 0
		for _, out := range s.tape.Out[1:v.last()] {
			for _, a := range out {
				b.Values[n] += act.Slope(a) / float64(len(v.all))
				n++
			}
		}
	}
	n := 0
	for k, l := range v.net.Layers[:v.last()-1] {
		for j := range l.Out {
			if v.isDead(k+1, j) {
				b.Hot = append(b.Hot, n)
			}
			b.Tips = append(b.Tips, say.Vars{"j": j + 1, "k": k + 1, "s": b.Values[n]}.Text("unit <j> of layer <k>: <s>"))
			n++
		}
	}
	b.Alt = say.Vars{"n": n, "dead": len(v.dead)}.Text("the mean derivatives of <n hidden unit>, <dead> of them dead or saturated")
	return b.Panel()
}

// sizes are the weights by size, which penalties shrink.
func (v view) sizes() mark.Panel {
	r := panel.Ranked{Most: 60, Bars: panel.Bars{
		ID: "sizes", Title: "Weights by size", Height: 0.4, X: mark.Axis{Name: "rank"}, Y: panel.FromZero("|w|", 0.1, largest(v.w), 1e-6),
		Style: mark.RoleAccent.Plain(),
	}}
	small := 0
	for k, l := range v.net.Layers {
		for at := l.W(0, 0); at < l.Bias(0); at++ {
			r.Values = append(r.Values, math.Abs(v.w[at]))
			r.Tips = append(r.Tips, say.Vars{"k": k + 1, "w": v.w[at]}.Text("a weight of layer <k>: <w>"))
			if math.Abs(v.w[at]) < nearZero {
				small++
			}
		}
	}
	vars := say.Vars{"small": small, "n": len(r.Values)}
	r.Note, r.Alt = vars.Text("<small> of <n> below 0.01"), vars.Text("the sizes of <n weight>, <small> of them below 0.01")
	return r.Panel()
}

// nearZero is the size below which a weight counts as almost 0.
const nearZero = 0.01

// quotients compares the derivatives by backpropagation with central difference quotients.
func (v view) quotients(u *work) mark.Panel {
	most := min(150, max(20, 40_000_000/(len(u.rows)*v.net.Len())))
	s, w := v.newSpace(), make([]float64, len(u.before))
	copy(w, u.before)
	step := max(1, (len(w)+most-1)/most)
	dots := mark.Points{Style: mark.RoleAccent.Plain().Faded(0.7), Legend: "a weight or a bias"}
	lo, hi := 0.0, 0.0
	for at := 0; at < len(w); at += step {
		if v.ctx.Err() != nil {
			return mark.Panel{}
		}
		h := 1e-4 * max(1, math.Abs(w[at]))
		was := w[at]
		w[at] = was + h
		_, up := v.objective(s, w, u.rows, u.seed, nil)
		w[at] = was - h
		_, down := v.objective(s, w, u.rows, u.seed, nil)
		w[at] = was
		q := (up - down) / (2 * h)
		if !(math.Abs(q) <= mark.Beyond && math.Abs(u.grad[at]) <= mark.Beyond) {
			continue
		}
		dots.At, dots.Size = append(dots.At, mark.XY{X: u.grad[at], Y: q}), append(dots.Size, 3)
		lo, hi = min(lo, q, u.grad[at]), max(hi, q, u.grad[at])
	}
	if len(dots.At) == 0 {
		return mark.Panel{}
	}
	room := 0.06*(hi-lo) + 1e-12
	lo, hi = lo-room, hi+room
	n := say.Vars{"n": len(dots.At)}
	p := mark.Panel{
		ID: "check", Title: "Backpropagation and difference quotients", Height: 0.6, Note: "on the diagonal: equal",
		Alt: n.Text("the derivatives of <n weight>, two ways"),
		X:   mark.Axis{Name: "backpropagation", Min: lo, Max: hi}, Y: mark.Axis{Name: "difference quotient", Min: lo, Max: hi},
	}
	p.Add(panel.Segment(mark.XY{X: lo, Y: lo}, mark.XY{X: hi, Y: hi}, mark.RoleSoft.Dashed(), "equal"), dots)
	return p
}
