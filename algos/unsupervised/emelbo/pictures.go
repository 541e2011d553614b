package emelbo

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
	panels := []mark.Panel{v.board(), v.bound(), v.sums(), v.rows()}
	if v.Own {
		panels = append(panels, v.hand())
	}
	if v.lloydLike() {
		panels = append(panels, v.falling())
	}
	return panels
}

func at(x float64) mark.XY { return mark.XY{X: x} }

// board draws the points as pies of their responsibilities below the density and its components.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	p.Title, p.Y = "One-dimensional mixture", mark.Axis{Name: "density"}
	s := say.Vars{"n": len(v.x), "K": v.K, "iter": v.iter, "loglik": precise(v.loglik), "elbo": precise(v.elbo)}
	p.Alt = s.Text("<n point> and <K component> after <iter iteration>: log p <loglik>, ELBO <elbo>")
	if p.Note = "start"; v.iter > 0 || v.phase != starting {
		p.Note = s.Text("after iteration <iter>")
	}
	top := v.height()
	p.Y.Min, p.Y.Max = -0.3*top, 1.15*top
	curve := func(f func(x float64) float64) []mark.XY {
		return panel.Curve(v.Window.X0, v.Window.X1, 240, p.Y.Max-p.Y.Min, f)
	}
	density := func(x float64) float64 {
		sum := 0.0
		for _, c := range v.theta {
			sum += math.Exp(c.log(x))
		}
		return sum
	}
	p.Add(mark.Rule{Style: mark.RoleFaint.Plain()}, mark.PolyLine{At: curve(density), Style: mark.RoleInk.Wide(4), Legend: "density p(x)"})
	legend := panel.Once("πₖN(x | μₖ, σₖ²)")
	for k, c := range v.theta {
		p.Add(mark.PolyLine{
			At: curve(func(x float64) float64 { return math.Exp(c.log(x)) }), Style: mark.RoleOfClass(k).Wide(2), Legend: legend(), Ref: name(k),
		})
		if math.Sqrt(c.variance) < (v.Window.X1-v.Window.X0)/400 { // too thin for a curve
			tip := mark.XY{X: c.mean, Y: min(math.Exp(c.log(c.mean)), p.Y.Max)}
			p.Add(mark.Segments{From: []mark.XY{at(c.mean)}, To: []mark.XY{tip}, Style: mark.RoleOfClass(k).Wide(2)})
		}
	}
	p.Add(v.points(-0.075 * top))
	if v.phase == asking && v.q.upto == v.part+1 {
		p.Add(mark.Rings{
			At: []mark.XY{{X: v.x[v.part], Y: -0.075 * top}}, Radius: []float64{11}, Style: mark.RoleAccent.Wide(2.4), Legend: "current point",
			Refs: []string{say.Row(v.part).Ref()}, Labels: []say.Phrase{say.Phrase(say.Row(v.part).Name())},
		})
	}
	for k, c := range v.theta {
		w := say.Vars{"k": k + 1, "mean": c.mean, "weight": c.weight, "sd": math.Sqrt(c.variance)}
		d := panel.Dot(mark.XY{X: c.mean, Y: math.Min(math.Exp(c.log(c.mean)), 1.08*top)}, 8, mark.RoleOfClass(k).Plain(), "")
		d.Class, d.Refs, d.Labels = []int{k}, []string{name(k)}, []say.Phrase{w.Text("<k>")}
		d.Tips = []say.Phrase{w.Text("component <k>: weight <weight>, mean <mean>, standard deviation <sd>")}
		p.Add(d)
	}
	legend = panel.Once("initial means: drag them")
	for k := range v.theta {
		p.Add(v.handle(k, -0.21*top, legend()))
	}
	return p
}

// handle is where a mean starts.
func (v view) handle(k int, y float64, legend say.Phrase) mark.Handle {
	return mark.Handle{
		Param: "mean" + strconv.Itoa(k+1), Along: mark.Horizontal, At: mark.XY{X: v.Means[k], Y: y}, Shape: k, Size: 9, Hollow: true,
		Style: mark.RoleOfClass(k).Plain(), Legend: legend, Tip: say.Vars{"k": k + 1}.Text("initial mean <k>: drag it"),
	}
}

// height is about 1.6 times the highest density of the data, estimated by a narrow kernel,
// and where σ is given no less than that of a component at the start. The axis does not depend on the step; sharper peaks
// are cut off.
func (t *task) height() float64 {
	m, top, n := t.start(), 0.0, len(t.x)
	width := 0.45 * t.scale * math.Pow(float64(n), -0.2)
	for i := 0; i < n; i += n/100 + 1 {
		sum := 0.0
		for _, x := range t.x {
			z := (x - t.x[i]) / width
			sum += math.Exp(-z * z / 2)
		}
		top = max(top, 1.6*sum/(float64(n)*width*math.Sqrt(2*math.Pi)))
	}
	if t.MStep == all {
		return top
	}
	for _, c := range m {
		top = max(top, 1.3*math.Exp(c.log(c.mean)))
	}
	return top
}

// points are the data as pies.
func (v view) points(y float64) mark.Points {
	p := mark.Points{Style: mark.RoleSoft.Plain(), Legend: "points, coloured by responsibility q"}
	for i, x := range v.x {
		p.At, p.Refs, p.Shares = append(p.At, mark.XY{X: x, Y: y}), append(p.Refs, say.Row(i).Ref()), append(p.Shares, v.q.row(i))
	}
	p.Tip = func(i int) say.Phrase {
		s := say.Vars{"row": say.Row(i).Name(), "x": v.x[i], "q": v.q.row(i)}
		return s.Text("<row> = <x>, responsibilities <q>")
	}
	return p
}

// slice is the bound and log p as functions of μ₁ with all else held.
type slice struct {
	base   mixture
	q      shares
	others []float64 // log of the sum of the other components at every point
	rest   float64   // what of the bound does not depend on μ₁
}

func (v view) slice(base mixture) slice {
	s := slice{base: base, q: v.q}
	var room [maxK]float64
	a := room[:v.K]
	for i, x := range v.x {
		base.joint(a, x)
		s.others = append(s.others, logSum(a[1:]))
		bound, _ := elbo(v.q.row(i), a)
		if q := v.q.row(i)[0]; q > 0 {
			bound -= q * a[0]
		}
		s.rest += bound
	}
	return s
}

func (s slice) at(x []float64, mean float64) (loglik, bound float64) {
	c, sigma := s.base[0], math.Sqrt(s.base[0].variance)
	top := math.Log(c.weight) - halfLog2Pi - math.Log(sigma)
	bound = s.rest
	for i, x := range x {
		z := (x - mean) / sigma
		a, b := top-z*z/2, s.others[i]
		loglik += max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
		if q := s.q.row(i)[0]; q > 0 {
			bound += q * a
		}
	}
	return loglik, bound
}

// bound draws log p and the bound as functions of μ₁, through where the E-step stood.
func (v view) bound() mark.Panel {
	base := v.theta
	if v.phase == fitting || v.phase == raising {
		base = v.before
	}
	s := v.slice(base)
	old, now := base[0].mean, v.refit(base[0], v.q, 0).mean
	x0, x1 := v.Window.X0, v.Window.X1
	if v.iter > 0 { // later there is nothing to drag, and narrow components are shown enlarged
		near := 4 * math.Sqrt(base[0].variance)
		if a, b := max(x0, min(old, now)-near), min(x1, max(old, now)+near); a < b {
			x0, x1 = a, b
		}
	}
	nodes := min(160, max(60, 30_000/len(v.x))) // evaluations of all points
	likelihood := panel.Quantity{Style: mark.RoleInk.Wide(2.4), Legend: "log p", Name: "log p"}
	lower := panel.Quantity{Style: mark.RoleGood.Wide(2.4), Legend: "ELBO with this q", Name: "ELBO"}
	best := math.Inf(-1)
	for i := range nodes + 1 {
		mean := x0 + (x1-x0)*float64(i)/float64(nodes)
		l, b := s.at(v.x, mean)
		likelihood.At, lower.At = append(likelihood.At, mark.XY{X: mean, Y: l}), append(lower.At, mark.XY{X: mean, Y: b})
		best = max(best, l)
	}
	loglik, low := s.at(v.x, old)
	_, top := s.at(v.x, now)
	best = max(best, loglik)
	// The axis shows the curves down to where the E-step stood, and at least as far as one
	// standard deviation of the component from its top.
	deep := max(1.6*(best-min(low, loglik)), 0.4*(best-top), 0.5*v.count(v.q, 0), 1e-3*(1+math.Abs(best)))
	vars := say.Vars{"old": old, "loglik": precise(loglik), "elbo": precise(low), "now": now, "top": precise(top)}
	c := panel.Curves{
		ID: "bound", Title: "log p and ELBO by μ₁", Note: "other parameters fixed",
		X: mark.Axis{Name: "μ₁", Min: x0, Max: x1}, Y: mark.Axis{Name: "nats", Min: best - 1.35*deep, Max: best + 0.12*deep},
		Alt: vars.Text("at μ₁ = <old> log p is <loglik> and the ELBO <elbo>; the maximum of the ELBO is <top>, at <now>"),
		Of:  []panel.Quantity{likelihood, lower},
	}
	from := panel.Dot(mark.XY{X: old, Y: low}, 5.5, mark.RoleAccent.Plain(), "tangent point")
	to := panel.Dot(mark.XY{X: now, Y: top}, 5.5, mark.RoleGood.Plain(), "ELBO maximum: next μ₁")
	to.Hollow = true
	if v.phase == raising || v.phase == fitting {
		from.Style, to.Style, to.Hollow = mark.RoleInk.Plain(), mark.RoleAccent.Plain(), false
	}
	if gap := loglik - low; gap > 1e-3*deep {
		c.Over = append(c.Over, panel.Segment(from.At[0], mark.XY{X: old, Y: loglik}, mark.RoleBad.Wide(4), "KL"))
		from.Legend = "ELBO at μ₁"
	}
	c.Over = append(c.Over, to, from)
	if v.iter == 0 {
		c.Over = append(c.Over, v.handle(0, c.Y.Min+0.08*(c.Y.Max-c.Y.Min), "initial μ₁: drag it"))
	}
	return c.Panel()
}

// mostHalves is how many half-steps are drawn.
const mostHalves = 13

// sums are the bars log p = ELBO + KL after every half-step.
func (v view) sums() mark.Panel {
	halves := v.halves
	if last := halves[len(halves)-1]; v.phase == asking || v.phase == fitting || v.phase == following || last.elbo != v.elbo {
		halves = append(slices.Clip(halves), half{v.phase, v.iter + 1, v.loglik, v.elbo})
	}
	if len(halves) > 2 { // the initial q would dwarf the rest
		halves = halves[max(1, len(halves)-mostHalves):]
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, h := range halves {
		low, high = min(low, h.elbo), max(high, h.loglik)
	}
	room := max(high-low, 1e-6*(1+math.Abs(high)))
	base := low - 0.35*room
	p := mark.Panel{
		ID: "sums", Title: "log p = ELBO + KL", Note: "after every half-step",
		X: mark.Axis{Min: -0.6, Max: max(float64(len(halves)), 7) - 0.4, Hidden: true}, Y: mark.Axis{Name: "nats", Min: base, Max: high + 0.12*room},
	}
	below := mark.Bars{Base: base, Style: mark.RoleGood.Plain(), Legend: "ELBO"}
	gaps := gaps{legend: "KL divergence, up to log p", least: 1e-3 * room}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain(), Layer: mark.Over}
	for i, h := range halves {
		s := say.Vars{"step": h.name(), "iter": h.iter, "loglik": precise(h.loglik), "elbo": precise(h.elbo), "kl": h.loglik - h.elbo}
		tip := s.Text("<step>, iteration <iter>: log p <loglik> = ELBO <elbo> + KL <kl>")
		below.Y, below.Tips = append(below.Y, h.elbo), append(below.Tips, tip)
		gaps.add(i, h.elbo, h.loglik, tip, "")
		words.At = append(words.At, mark.XY{X: float64(i), Y: base + 0.1*room})
		words.Text = append(words.Text, h.short())
	}
	s := say.Vars{"loglik": precise(v.loglik), "elbo": precise(v.elbo), "kl": v.kl}
	p.Alt = s.Text("log p <loglik> = ELBO <elbo> + KL <kl>")
	p.Add(below)
	p.Add(gaps.marks...)
	p.Add(words)
	return p
}

// gaps are the parts of bars between ELBO and log p.
type gaps struct {
	marks  []mark.Mark
	legend say.Phrase
	least  float64 // what is thinner is not seen
}

func (g *gaps) add(place int, from, to float64, tip say.Phrase, ref string) {
	if to-from < g.least {
		return
	}
	x := float64(place)
	g.marks = append(g.marks, mark.Rect{
		Min: mark.XY{X: x - 0.4, Y: from}, Max: mark.XY{X: x + 0.4, Y: to},
		Fill: true, Style: mark.RoleBad.Plain().Faded(0.6), Tip: tip, Ref: ref, Legend: g.legend,
	})
	g.legend = ""
}

func (h half) name() say.Phrase {
	return [...]say.Phrase{"start", "a point", "incremental M-step", "E-step", "a component", "M-step"}[h.at]
}

func (h half) short() say.Phrase {
	return [...]say.Phrase{"start", "…", "…", "E", "…", "M"}[h.at]
}

// mostRows is how many points have bars of their own.
const mostRows = 30

// rows are the bars of single points, from left to right: those with the largest
// divergence, where there are many.
func (v view) rows() mark.Panel {
	type bar struct {
		row             int
		loglik, elbo, d float64
	}
	var room [2 * maxK]float64
	a, r := room[:v.K], room[maxK:maxK+v.K]
	bars := make([]bar, len(v.x))
	for i := range v.x {
		e, _ := v.look(a, r, i)
		bars[i] = bar{i, logSum(a), e, divergence(v.q.row(i), r, a)}
	}
	p := mark.Panel{ID: "points", Title: "Per-point decomposition", Note: "log p(xᵢ) = ELBOᵢ + KLᵢ, left to right"}
	p.X, p.Y = mark.Axis{Hidden: true}, mark.Axis{Name: "nats"}
	if len(bars) > mostRows {
		slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(b.d, a.d) })
		bars, p.Note = bars[:mostRows], "the thirty with the largest KLᵢ, left to right"
	}
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(v.x[a.row], v.x[b.row]) })
	low, high := math.Inf(1), math.Inf(-1)
	for _, b := range bars {
		low, high = min(low, b.elbo), max(high, b.loglik)
	}
	room2 := max(high-low, 1e-6*(1+math.Abs(high)))
	base := low - 0.15*room2
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.6, float64(len(bars))-0.4, base, high+0.1*room2
	above := gaps{legend: "KL divergence of xᵢ, up to log p(xᵢ)", least: 1e-3 * room2}
	below := mark.Bars{Base: base, Style: mark.RoleGood.Plain(), Legend: "ELBOᵢ"}
	for i, b := range bars {
		s := say.Vars{"row": say.Row(b.row).Name(), "loglik": b.loglik, "elbo": b.elbo, "kl": b.d}
		tip := s.Text("<row>: log p <loglik> = ELBO <elbo> + KL <kl>")
		below.Y, below.Tips, below.Refs = append(below.Y, b.elbo), append(below.Tips, tip), append(below.Refs, say.Row(b.row).Ref())
		above.add(i, b.elbo, b.loglik, tip, say.Row(b.row).Ref())
		if v.phase == asking && b.row >= v.part && b.row < v.q.upto {
			below.Hot = append(below.Hot, i)
		}
	}
	p.Alt = say.Vars{"n": len(bars), "kl": v.kl}.Text("log p, ELBO and KL of <n point>; the KL divergences add up to <kl>")
	p.Add(below)
	p.Add(above.marks...)
	return p
}

// hand is the ELBO of the point of which one responsibility is fixed, by that number.
func (v view) hand() mark.Panel {
	var room [3 * maxK]float64
	a, r, q := room[:v.K], room[maxK:maxK+v.K], room[2*maxK:2*maxK+v.K]
	v.look(a, r, v.Row)
	loglik := logSum(a)
	value := func(first float64) float64 {
		held(q, a, first)
		bound, _ := elbo(q, a)
		return bound
	}
	least := min(value(0), value(1), value(v.Q))
	deep := min(max(loglik-value(v.Q), 1.5)*1.6, max(1.05*(loglik-least), 1e-3))
	s := say.Vars{"q": v.Q, "r": r[0], "kl": loglik - value(v.Q), "row": say.Row(v.Row).Name()}
	at := mark.XY{X: v.Q, Y: max(value(v.Q), loglik-deep)}
	return panel.Curves{
		ID: "hand", Title: "ELBO of one point by your q", Note: s.Text("<row>: drag its q"),
		X: mark.Axis{Name: "responsibility q₁", Min: 0, Max: 1}, Y: mark.Axis{Name: "nats", Min: loglik - deep, Max: loglik + 0.15*deep},
		Alt: s.Text("at q = <q> the KL divergence is <kl>; at the posterior <r> it is 0"),
		Under: []mark.Mark{
			panel.Level(loglik, mark.RoleInk.Wide(2), "log p(xᵢ)"), mark.Rule{Vertical: true, At: r[0], Style: mark.RoleSoft.Dashed(), Legend: "posterior"},
		},
		Of:     []panel.Quantity{{At: panel.Curve(0, 1, 120, 1.15*deep, value), Style: mark.RoleGood.Wide(2.4), Legend: "ELBOᵢ by q", Name: "ELBO"}},
		Over:   []mark.Mark{panel.Segment(at, mark.XY{X: v.Q, Y: loglik}, mark.RoleBad.Wide(4), "KLᵢ")},
		Handle: mark.Handle{Param: "q", At: at, Style: mark.RoleAccent.Plain(), Size: 6.5, Tip: "drag: the responsibility of component 1", Name: "your q"},
	}.Panel()
}

// falling shows what becomes of −2σ² log p as σ falls, with the means where they are: it
// tends to the objective of k-means. log p itself does not tend to anything.
func (v view) falling() mark.Panel {
	j, unit := v.inertia()*v.Sigma*v.Sigma, v.scale
	scaled := func(sigma float64) float64 {
		var room [maxK]float64
		a, sum := room[:v.K], 0.0
		for _, x := range v.x {
			for k, c := range v.theta {
				z := (x - c.mean) / sigma
				a[k] = -z * z / 2
			}
			sum += logSum(a) // and the same weight and height for all
		}
		return -2 * sigma * sigma * (sum - float64(len(v.x))*(math.Log(float64(v.K))+halfLog2Pi+math.Log(sigma)))
	}
	lo, hi := min(0.003*unit, v.Sigma), max(3*unit, v.Sigma)
	lo = max(lo, 1e-8*hi)
	curve := panel.Quantity{Style: mark.RoleAccent.Wide(2.4), Legend: "−2σ² log p at these means", Name: "−2σ² log p"}
	nodes := min(60, max(24, 12_000/len(v.x)))
	for i := range nodes + 1 {
		sigma := lo * math.Pow(hi/lo, float64(i)/float64(nodes))
		curve.At = append(curve.At, mark.XY{X: sigma, Y: scaled(sigma)})
	}
	span := max(2*j, 0.2*float64(len(v.x))*unit*unit)
	low, top := min(0, j-span), j+span
	return panel.Curves{
		ID: "falling", Title: "σ → 0", Note: "2σ² log p tends to −J, log p has no limit",
		X: mark.Axis{Name: "σ", Log: true, Min: lo, Max: hi}, Y: mark.Axis{Name: "sum of squares", Min: low, Max: top},
		Alt: say.Vars{"J": j, "sigma": v.Sigma, "now": scaled(v.Sigma)}.Text("the J of k-means is <J>; −2σ² log p without constants is <now> " +
			"at σ = <sigma>"),
		Under: []mark.Mark{mark.Rule{At: j, Style: mark.RoleGood.Dashed(), Label: "J of k-means"}},
		Of:    []panel.Quantity{curve},
		Handle: mark.Handle{
			Param: "sigma", At: mark.XY{X: v.Sigma, Y: min(max(scaled(v.Sigma), low), top)}, Style: mark.RoleAccent.Plain(), Size: 6.5, Tip: "drag: " +
				"σ", Name: "σ",
		},
	}.Panel()
}
