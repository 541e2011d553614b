package autoencoder

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"playground/algos/mark"
	"playground/algos/net"
	"playground/algos/panel"
	"playground/algos/say"
)

// A mapped is what the networks make of all points.
type mapped struct {
	z     [][]float64 // codes; of a VAE their means
	sigma [][]float64 // of a VAE
	back  []mark.XY
	lost  []float64 // ‖x − x'‖², in the network's units
	shade []int     // eighths of z₁, in their order
}

func (v view) mapped() *mapped {
	p, m := v.newPass(), &mapped{}
	for _, x := range v.x {
		head := p.encode(v.theta, x)
		z := slices.Clone(head[:v.LatentDim])
		if v.Kind == variational {
			sigma := make([]float64, v.LatentDim)
			for k := range sigma {
				sigma[k] = math.Exp(clamp(head[v.LatentDim+k]) / 2)
			}
			m.sigma = append(m.sigma, sigma)
		}
		out := p.decode(v.theta, z)
		dx, dy := out[0]-x[0], out[1]-x[1]
		m.z, m.back, m.lost = append(m.z, z), append(m.back, v.outside(out)), append(m.lost, dx*dx+dy*dy)
	}
	m.shade = shades(m.z)
	return m
}

// eighths is into how many shades the codes are dealt.
const eighths = 8

// shades deals points into as many parts as there are shades, by the rank of the first number of their code.
func shades(z [][]float64) []int {
	order := make([]int, len(z))
	for i := range z {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(z[a][0], z[b][0]) })
	out := make([]int, len(z))
	for rank, i := range order {
		out[i] = rank * eighths / len(z)
	}
	return out
}

// shade is the colour of an eighth: one colour, the darker the larger the code, so that the order is seen.
func shade(k int) mark.Style {
	const palest = 0.24
	return mark.RoleAccent.Plain().Faded(palest + (1-palest)*float64(k)/(eighths-1))
}

// Panels draws the data with the reconstructions, the codes, the network, and of a VAE both estimators of a gradient.
func (v view) Panels() []mark.Panel {
	m := v.mapped()
	panels := []mark.Panel{v.board(m), v.codes(m), v.network()}
	if v.Kind == variational {
		panels = append(panels, v.parts())
	}
	if v.point != nil {
		panels = append(panels, v.draws())
	}
	return panels
}

// points draws the points, shaded by their code: the palest and the darkest have these legends.
func (v view) points(m *mapped, at func(i int) mark.XY, small, large say.Phrase) []mark.Mark {
	var in [eighths]mark.Points
	var rows [eighths][]int
	for k := range in {
		in[k].Style = shade(k)
		in[k].Tip = func(i int) say.Phrase { return v.tip(m, rows[k][i]) }
	}
	in[0].Legend, in[eighths-1].Legend = small, large
	for _, i := range v.kept {
		k := m.shade[i]
		rows[k] = append(rows[k], i)
		in[k].At, in[k].Refs, in[k].Size = append(in[k].At, at(i)), append(in[k].Refs, say.Row(i).Ref()), append(in[k].Size, 4.5)
	}
	var marks []mark.Mark
	for k := range in {
		if len(in[k].At) > 0 {
			marks = append(marks, in[k])
		}
	}
	if len(v.leftRows) == 0 {
		return marks
	}
	out := mark.Points{Hollow: true, Style: mark.RoleSoft.Plain(), Legend: "validation"}
	for _, i := range v.leftRows {
		out.At, out.Refs, out.Size = append(out.At, at(i)), append(out.Refs, say.Row(i).Ref()), append(out.Size, 4)
	}
	out.Tip = func(k int) say.Phrase { return v.tip(m, v.leftRows[k]) }
	return append(marks, out)
}

func (v view) tip(m *mapped, i int) say.Phrase {
	x := v.Points[i].X
	return say.Vars{"row": say.Row(i).Name(), "x": x[:], "z": m.z[i], "back": []float64{m.back[i].X, m.back[i].Y}, "lost": m.lost[i]}.
		Text("<row> = <x>, latent code <z>, reconstruction <back>, error <lost>")
}

// span is the range of a number of the codes, with room, z among them.
func (v view) span(m *mapped, k int) (lo, hi float64) {
	lo, hi = v.Z[k], v.Z[k]
	for i, z := range m.z {
		lo, hi = min(lo, z[k]), max(hi, z[k])
		if m.sigma != nil && i == v.Row-1 {
			lo, hi = min(lo, z[k]-2*m.sigma[i][k]), max(hi, z[k]+2*m.sigma[i][k])
		}
	}
	if v.Kind == variational {
		lo, hi = min(lo, -2.5), max(hi, 2.5)
	}
	top := panel.RoundUp(1.08 * max(-lo, hi, 0.5)) // symmetric, so that the axis seldom moves
	return -top, top
}

func (v view) board(m *mapped) mark.Panel {
	vars := v.vars()
	p := v.Problem.Board()
	p.Title, p.Note = "Data and reconstructions", vars.Text("loss <loss>")
	p.Alt = vars.Text("the points with lines to their reconstructions; mean loss <loss>")
	v.grid(&p, m)
	threads := mark.Segments{Style: mark.RoleBad.Wide(1.2).Faded(0.55), Legend: "line to the reconstruction"}
	for i := range v.x {
		x := v.Points[i].X
		threads.From, threads.To = append(threads.From, mark.XY{X: x[0], Y: x[1]}), append(threads.To, m.back[i])
		threads.Refs = append(threads.Refs, say.Row(i).Ref())
	}
	p.Add(threads)
	if v.Samples > 0 {
		p.Add(v.samples())
	}
	p.Add(v.points(m, func(i int) mark.XY { return panel.Place(v.Problem, i) }, "points, small z₁", "points, large z₁")...)
	p.Add(panel.Drawn(v.Problem, []int{v.Row - 1}, "the point shown"))
	if v.work != nil && v.phase != blowing {
		p.Add(panel.Drawn(v.Problem, v.work.rows, "the batch"))
	}
	q := v.newPass()
	at := v.outside(q.decode(v.theta, v.Z[:v.LatentDim]))
	if w := v.Window; at.X < w.X0 || at.X > w.X1 || at.Y < w.Y0 || at.Y > w.Y1 {
		return p // a decoder that blows up decodes far away
	}
	dot := panel.Dot(at, 6, mark.RoleAccent.Plain(), "f(z) of the dragged code")
	dot.Refs, dot.Tips = []string{"z"}, []say.Phrase{v.decoded(at)}
	p.Add(dot)
	return p
}

func (v view) decoded(at mark.XY) say.Phrase {
	return say.Vars{"z": v.Z[:v.LatentDim], "x": []float64{at.X, at.Y}}.Text("z = <z> is decoded as <x>")
}

// grid draws what the decoder makes of codes: a curve, or lines of a grid.
func (v view) grid(p *mark.Panel, m *mapped) {
	q := v.newPass()
	at := func(z ...float64) mark.XY { return v.outside(q.decode(v.theta, z)) }
	lo, hi := v.extent(m, 0)
	if v.LatentDim == 1 {
		line := mark.PolyLine{Style: mark.RoleInk.Wide(2.2), Legend: "decoder manifold f(z)"}
		const n = 160
		for k := range n + 1 {
			line.At = append(line.At, at(lo+(hi-lo)*float64(k)/n))
		}
		p.Add(line)
		return
	}
	lo2, hi2 := v.extent(m, 1)
	const lines, n = 8, 24
	for k := range lines + 1 {
		s := float64(k) / lines
		a := mark.PolyLine{Style: mark.RoleSoft.Wide(1)}
		b := mark.PolyLine{Style: mark.RoleFaint.Wide(1)}
		if k == 0 {
			a.Legend, b.Legend = "f(z) along z₂", "f(z) along z₁"
		}
		for j := range n + 1 {
			u := float64(j) / n
			a.At = append(a.At, at(lo+(hi-lo)*s, lo2+(hi2-lo2)*u))
			b.At = append(b.At, at(lo+(hi-lo)*u, lo2+(hi2-lo2)*s))
		}
		p.Add(a, b)
	}
}

// extent is the part of the code that the decoder's curve is drawn for: where the codes are, or where the prior is.
func (v view) extent(m *mapped, k int) (lo, hi float64) {
	if v.Kind == variational {
		return -2.5, 2.5
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, z := range m.z {
		lo, hi = min(lo, z[k]), max(hi, z[k])
	}
	room := 0.08 * (hi - lo)
	return lo - room, hi + room
}

// samples are codes from N(0, I), decoded; of a VAE with the decoder's noise.
func (v view) samples() mark.Mark {
	r, q := v.Stream(5), v.newPass()
	m := mark.Points{Style: mark.RoleGood.Plain().Faded(0.6), Hollow: true, Legend: "generated: decoded from z ~ N(0, I)"}
	z := make([]float64, v.LatentDim)
	for range v.Samples {
		for k := range z {
			z[k] = r.NormFloat64()
		}
		x := slices.Clone(q.decode(v.theta, z))
		if v.Kind == variational {
			x[0] += v.Tau * r.NormFloat64()
			x[1] += v.Tau * r.NormFloat64()
		}
		m.At, m.Size = append(m.At, v.outside(x)), append(m.Size, 3)
	}
	return m
}

func (v view) codes(m *mapped) mark.Panel {
	vars := v.vars()
	lo, hi := v.span(m, 0)
	p := mark.Panel{ID: "codes", Title: "Latent space", X: mark.Axis{Name: "z₁", Min: lo, Max: hi}, Height: 0.7}
	if v.LatentDim == 2 {
		v.codePlane(&p, m)
		return p
	}
	top, name, note := 0.0, say.Phrase("‖x − x′‖²"), say.Phrase("y-axis: reconstruction error of each point")
	height := func(i int) float64 { return m.lost[i] }
	if v.Kind == variational {
		name, note = "σ", "mean and standard deviation; the prior is (0, 1)"
		height = func(i int) float64 { return m.sigma[i][0] }
		top = 1
	}
	for i := range m.z {
		top = max(top, height(i))
	}
	p.Note, p.Y = note, mark.Axis{Name: name, Min: 0, Max: panel.RoundUp(1.1 * max(top, 1e-6))}
	p.Alt = vars.Text("the latent code of every point, one number")
	if v.Kind == variational {
		p.Add(panel.Dot(mark.XY{X: 0, Y: 1}, 7, mark.RoleInk.Plain(), "the prior N(0, 1)"))
	}
	place := func(i int) mark.XY { return mark.XY{X: m.z[i][0], Y: height(i)} }
	p.Add(v.points(m, place, "small z₁", "large z₁")...)
	i := v.Row - 1
	p.Add(mark.Rings{
		At: []mark.XY{place(i)}, Radius: []float64{8}, Refs: []string{say.Row(i).Ref()},
		Style: mark.RoleAccent.Plain(), Legend: "the point shown",
	})
	p.Add(v.handles(p.Y.Max * 0.5)...)
	return p
}

func (v view) codePlane(p *mark.Panel, m *mapped) {
	lo, hi := v.span(m, 1)
	p.Y, p.Height, p.Equal = mark.Axis{Name: "z₂", Min: lo, Max: hi}, 0.9, true
	p.Note, p.Alt = "darker: larger z₁", "the latent code of every point, two numbers"
	if v.Kind == variational {
		p.Note = "means; the prior and q of the point shown as rings"
		p.Add(mark.Ellipses{
			Mean: []mark.XY{{}}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{1, 2},
			Style: []mark.Style{mark.RoleSoft.Dashed()}, Legend: "prior N(0, I), 1 and 2 standard deviations",
		})
		i := v.Row - 1
		p.Add(mark.Ellipses{
			Mean: []mark.XY{{X: m.z[i][0], Y: m.z[i][1]}}, Cov: [][3]float64{{m.sigma[i][0] * m.sigma[i][0], 0, m.sigma[i][1] * m.sigma[i][1]}},
			Radii: []float64{1, 2}, Style: []mark.Style{mark.RoleAccent.Plain()}, Legend: "q(z | x) of the point shown",
		})
	}
	place := func(i int) mark.XY { return mark.XY{X: m.z[i][0], Y: m.z[i][1]} }
	p.Add(v.points(m, place, "small z₁", "large z₁")...)
	p.Add(v.handles(v.Z[1])...)
}

// handles set the code that is decoded.
func (v view) handles(y float64) []mark.Mark {
	tip := v.decoded(v.outside(v.newPass().decode(v.theta, v.Z[:v.LatentDim])))
	marks := []mark.Mark{
		mark.Handle{
			Param: "z1", Along: mark.Horizontal, At: mark.XY{X: v.Z[0], Y: y}, Tip: tip, Label: "z₁",
			Style: mark.RoleAccent.Plain(), Legend: "the decoded code",
		},
	}
	if v.LatentDim == 2 {
		marks = append(marks, mark.Handle{
			Param: "z2", Along: mark.Vertical, At: mark.XY{X: v.Z[0], Y: v.Z[1]}, Tip: tip, Label: "z₂",
			Style: mark.RoleAccent.Plain(),
		})
	}
	return marks
}

// network draws units as discs and weights as lines, the wider the larger.
func (v view) network() mark.Panel {
	theta := v.theta
	hot := -1
	if v.work != nil {
		hot = v.work.at
	}
	var layers []int // units of every column
	layers = append(layers, 2)
	for _, l := range v.enc.Layers {
		layers = append(layers, l.Out)
	}
	code := len(layers) - 1
	if v.Kind == variational {
		layers = append(layers, v.LatentDim) // z, drawn from μ and σ
	}
	from := len(layers) - 1
	for _, l := range v.dec.Layers {
		layers = append(layers, l.Out)
	}
	acts, numbers := v.activations(from), v.numbers(from)
	out := panel.Network{
		ID: "network", Title: "Network weights", Note: v.vars().Text("<P weight>"), Alt: v.vars().Text("a network of <P weight>: encoder, bottleneck, decoder"),
		Legend: "width: |weight|; colour: sign", Largest: largest(theta),
	}
	count := 0
	for k, n := range layers {
		l := panel.NetworkLayer{}
		if k == code || k == from {
			l.Role = mark.RoleAccent
		}
		for j := range n {
			vars := say.Vars{"out": acts[k][j], "x": say.Row(v.Row - 1).Name(), "j": j + 1, "k": k}
			u := panel.NetworkUnit{Ref: "u" + strconv.Itoa(count), Tip: vars.Text("unit <j> of layer <k>: <out> for <x>")}
			if numbers != nil {
				u.Value = say.Vars{"out": numbers[k][j]}.Text("<out>")
			}
			l.Units, count = append(l.Units, u), count+1
		}
		out.Layers = append(out.Layers, l)
	}
	weigh := func(to *panel.NetworkLayer, l net.Layer, theta []float64, hot int) {
		to.W = func(j, i int) float64 { return theta[l.W(j, i)] }
		to.Hot = func(j, i int) bool { return hot == l.W(j, i) }
	}
	for k, l := range v.enc.Layers {
		weigh(&out.Layers[k+1], l, theta, hot)
	}
	for k, l := range v.dec.Layers {
		weigh(&out.Layers[from+k+1], l, v.decoder(theta), hot-v.enc.Len())
	}
	out.Captions = []panel.NetworkCaption{{Layer: 0, Text: "x"}, {Layer: len(layers) - 1, Text: "x′"}}
	if v.Kind == variational {
		for k := range 2 * v.LatentDim {
			out.Layers[from].Joins = append(out.Layers[from].Joins, [2]int{k, k % v.LatentDim})
		}
		out.Captions = append(out.Captions, panel.NetworkCaption{Layer: code, Text: "μ, ln σ²"})
	}
	out.Captions = append(out.Captions, panel.NetworkCaption{Layer: from, Text: "z"})
	return out.Panel()
}

// largest is the size of the largest weight or bias.
func largest(theta []float64) float64 {
	top := 0.0
	for _, w := range theta {
		top = max(top, math.Abs(w))
	}
	return top
}

// numbers are what goes through a small network at the steps of one point: forward what every unit puts out, backward
// its error; nil at other steps, and where there is no room.
func (v view) numbers(from int) [][]float64 {
	if v.phase != forward && v.phase != backward || v.Hidden > 4 || v.Depth > 1 {
		return nil
	}
	p := v.newPass()
	v.firstOf(p)
	columns := slices.Clone(p.enc.Out)
	decoded := p.dec.Out
	if v.phase == backward {
		p.backward(v.work.before, make([]float64, v.size()), 1)
		columns, decoded = slices.Clone(p.enc.Delta), p.dec.Delta
	}
	if v.Kind == variational {
		columns = append(columns, decoded[0])
	}
	return append(columns[:from+1], decoded[1:]...)
}

// activations are what every column puts out for the point shown; of a VAE z is the mean of its code.
func (v view) activations(from int) [][]float64 {
	p := v.newPass()
	head := p.encode(v.theta, v.x[v.Row-1])
	p.decode(v.theta, head[:v.LatentDim])
	out := slices.Clone(p.enc.Out)
	if v.Kind == variational {
		out = append(out, p.dec.Out[0])
	}
	return append(out[:from+1], p.dec.Out[1:]...)
}

// parts is the mean bound, epoch by epoch, and the divergence in it.
func (v view) parts() mark.Panel {
	low, high := 0.0, 1.0
	for _, b := range v.past {
		low, high = min(low, b.elbo), max(high, b.elbo, b.kl)
	}
	c := panel.Curves{
		ID: "parts", Title: "ELBO terms", Note: v.vars().Text("ELBO <elbo>, KL <kl>"), Height: 0.5,
		Alt: v.vars().Text("the mean ELBO is <elbo>, the mean KL <kl>"),
		X:   mark.Axis{Name: "epochs", Max: float64(v.Epochs), Integer: true}, Y: mark.Axis{Name: "nats", Min: 1.05 * low, Max: 1.1 * high},
		Under: []mark.Mark{panel.Zero()},
	}
	curve := func(of func(b bounds) float64, role mark.Role, name, legend say.Phrase) {
		at := make([]mark.XY, len(v.past))
		for e, b := range v.past {
			at[e] = mark.XY{X: float64(e), Y: of(b)}
		}
		if len(at) > 1 {
			c.Of = append(c.Of, panel.Quantity{At: at, Style: role.Wide(2), Name: name, Legend: legend})
		}
		c.Over = append(c.Over, panel.Dot(at[len(at)-1], 4, role.Plain(), ""))
	}
	curve(func(b bounds) float64 { return b.elbo }, mark.RoleGood, "ELBO", "ELBO")
	curve(func(b bounds) float64 { return b.kl }, mark.RoleBad, "KL", "KL(q ‖ prior)")
	return c.Panel()
}

const estimatorsTitle say.Phrase = "Variance of two gradient estimators"

// draws shows single draws of both estimators, with their means.
func (v view) draws() mark.Panel {
	e := v.point.slopes()
	vars := say.Vars{"path": e.pathSpread, "score": e.scoreSpread, "row": say.Row(v.point.row).Name()}
	lo, hi := e.pathMean, e.pathMean
	for i := range e.path {
		lo, hi = min(lo, e.path[i], e.score[i]), max(hi, e.path[i], e.score[i])
	}
	room := 0.05*(hi-lo) + 1e-9
	p := mark.Panel{
		ID: "estimators", Title: estimatorsTitle, Note: vars.Text("standard deviations <path> and <score>"), Height: 0.4,
		Alt: vars.Text("gradient by μ₁ from single samples for <row>: the reparameterised estimates have standard deviation <path>, the score-function " +
			"estimates <score>"),
		X: mark.Axis{Name: "∂R/∂μ₁", Min: lo - room, Max: hi + room}, Y: mark.Axis{Min: -0.6, Max: 1.8, Hidden: true},
	}
	for k, c := range []struct {
		of     []float64
		mean   float64
		role   mark.Role
		legend say.Phrase
	}{{e.score, e.scoreMean, mark.RoleBad, "score function"}, {e.path, e.pathMean, mark.RoleGood, "reparameterised"}} {
		m := mark.Points{Style: c.role.Plain().Faded(0.5), Name: c.legend}
		for i, g := range c.of {
			m.At, m.Size = append(m.At, mark.XY{X: g, Y: float64(k) + 0.12*float64(i%5-2)}), append(m.Size, 2)
		}
		p.Add(m, panel.Dot(mark.XY{X: c.mean, Y: float64(k)}, 5, c.role.Plain(), ""))
		p.Add(mark.Texts{At: []mark.XY{{X: lo, Y: float64(k) + 0.42}}, Text: []say.Phrase{c.legend}, Style: mark.RoleInk.Plain()})
	}
	return p
}
