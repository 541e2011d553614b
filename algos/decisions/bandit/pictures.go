package bandit

import (
	"math"
	"slices"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the arms first, then how the next one is chosen.
func (v view) Panels() []mark.Panel {
	all := []mark.Panel{v.board()}
	switch v.Policy {
	case ucb1:
		all = append(all, v.bounds())
	case thompson:
		all = append(all, v.posteriors(), v.chances())
	case softmax:
		all = append(all, v.chances(), v.temperatures())
	default:
		all = append(all, v.chances())
	}
	all = append(all, v.history())
	if !v.Play {
		all = append(all, mark.Slow("study", "Mean regret over many runs", v.compare))
	}
	return all
}

// ref is what links an arm in words with its marks.
func ref(k int) string { return "arm" + strconv.Itoa(k+1) }

func (v view) refs() []string {
	all := make([]string, v.K)
	for k := range all {
		all[k] = ref(k)
	}
	return all
}

func (v view) vars() say.Vars {
	return say.Vars{"t": v.pulls, "T": v.T, "K": v.K, "policy": v.name(), "reward": v.reward, "regret": v.regret(), "rule": v.regretName()}
}

// alt is what a screen reader says of most pictures.
func (v view) alt() say.Phrase {
	return v.vars().Text("<K arm>; after <t pull> the cumulative reward of <policy> is <reward>.")
}

// board shows the arms: their means to drag, or in a game what the reader knows of them.
func (v view) board() mark.Panel {
	w := v.vars()
	lo, hi := v.span()
	unit := (hi - lo) / 10
	p := mark.Panel{
		ID: "board", Title: "Arms", Note: w.Text("after <t pull>"),
		Alt: v.alt(),
		X:   mark.Axis{Hidden: true, Min: -0.6, Max: float64(v.K) - 0.4},
		Y:   mark.Axis{Name: "reward", Min: lo - 1.9*unit, Max: hi + 0.6*unit},
	}
	shown, counts := v.worth(), v.counts
	switch {
	case v.Play:
		p.Title, shown, counts = "Your mean rewards", v.own.values, v.own.counts
		p.Add(mark.Bars{Y: shown, Refs: v.refs(), Style: mark.RoleSoft.Plain(), Legend: "mean reward Q"})
		p.Add(v.presses(lo, hi)...)
	case v.Rewards == bernoulli:
		names := make([]say.Phrase, v.K)
		for k := range names {
			names[k] = arm(k)
		}
		p.Add(panel.DragBars{
			Param: "arms", Values: v.mu, Names: names, Refs: v.refs(), Tip: "sets the mean reward of this arm", Style: mark.RoleSoft.Plain().Faded(0.5),
			Legend: "true mean μ",
		}.Marks()...)
	default:
		p.Add(mark.Bars{Y: shown, Refs: v.refs(), Style: mark.RoleSoft.Plain().Faded(0.5), Legend: "mean in hindsight"})
	}
	p.Add(v.labels(lo, unit, counts))
	if v.pulls == 0 {
		return p
	}
	if !v.Play {
		q := mark.Segments{Style: mark.RoleInk.Wide(3), Layer: mark.Over, Legend: "mean reward Q"}
		for k, x := range v.values {
			if v.counts[k] > 0 {
				q.From, q.To = append(q.From, mark.XY{X: float64(k) - 0.32, Y: x}), append(q.To, mark.XY{X: float64(k) + 0.32, Y: x})
			}
		}
		p.Add(q, panel.Dot(mark.XY{X: float64(v.now().arm), Y: v.now().reward}, 6, mark.RoleAccent.Plain(), "reward of this pull"))
	} else if k := v.now().own; k < v.K {
		p.Add(panel.Dot(mark.XY{X: float64(k), Y: v.now().ownReward}, 6, mark.RoleAccent.Plain(), "reward of this pull"))
	}
	return p
}

// span is what rewards there may be.
func (v view) span() (lo, hi float64) {
	if v.Rewards != typed {
		return 0, 1
	}
	for _, row := range v.table {
		lo, hi = min(lo, slices.Min(row)), max(hi, slices.Max(row))
	}
	if lo == hi {
		hi = 1
	}
	return lo, hi
}

// worth is the mean of each arm: of its distribution, or of what it would have paid.
func (v view) worth() []float64 {
	if v.Rewards == bernoulli {
		return v.mu
	}
	mean := make([]float64, v.K)
	for k, x := range v.hindsight {
		mean[k] = x / float64(max(v.pulls, 1))
	}
	return mean
}

// labels are the arms' numbers and how often each was pulled.
func (v view) labels(lo, unit float64, counts []int) mark.Texts {
	words := mark.Texts{Anchor: mark.Middle, Room: 0.95}
	for k, n := range counts {
		panel.Write(&words, float64(k), lo-0.6*unit, arm(k))
		panel.Write(&words, float64(k), lo-1.4*unit, say.Vars{"n": n}.Text("× <n>"))
	}
	return words
}

// presses are what the reader presses to pull an arm.
func (v view) presses(lo, hi float64) []mark.Mark {
	var marks []mark.Mark
	for k := range v.K {
		x := float64(k)
		marks = append(marks, mark.Handle{
			Param: "your_pulls", Along: mark.Pressed, Act: k, At: mark.XY{X: x, Y: lo}, Name: arm(k),
			Tip: "pulls this arm", Hollow: true, Inside: [2]mark.XY{{X: x - 0.4, Y: lo}, {X: x + 0.4, Y: hi}},
		})
	}
	return marks
}

// chances are the probabilities of the next pull.
func (v view) chances() mark.Panel {
	p := v.probabilities()
	k := largest(p)
	s := say.Vars{"k": k + 1, "p": p[k]}
	return panel.Bars{
		ID: "probabilities", Title: "Selection probabilities", Note: s.Text("arm <k>: <p>"), Alt: s.Text("arm <k>: <p>"),
		X: mark.Axis{Name: "arm"}, Y: mark.Axis{Name: "probability", Max: 1}, Values: p, Refs: v.refs(), Legend: "of the next pull",
		Tip: func(i int) say.Phrase { return say.Vars{"k": i + 1, "p": p[i]}.Text("arm <k>: <p>") },
	}.Panel()
}

// bounds are the indices of UCB1 for the next pull.
func (v view) bounds() mark.Panel {
	index, top := make([]float64, v.K), 0.0
	for k, n := range v.counts {
		if n > 0 {
			index[k] = v.values[k] + bonus(v.pulls, n)
			top = max(top, index[k])
		}
	}
	top = panel.RoundUp(max(top, 1) * 1.05)
	q := mark.Segments{Style: mark.RoleInk.Wide(3), Layer: mark.Over, Legend: "mean reward Q"}
	open := mark.Texts{Anchor: mark.Middle, Layer: mark.Over}
	for k, n := range v.counts {
		x := float64(k + 1)
		if n == 0 {
			index[k] = top
			panel.Write(&open, x, 0.9*top, "∞")
			continue
		}
		q.From, q.To = append(q.From, mark.XY{X: x - 0.35, Y: v.values[k]}), append(q.To, mark.XY{X: x + 0.35, Y: v.values[k]})
	}
	marks := []mark.Mark{q}
	if len(open.At) > 0 {
		marks = append(marks, open)
	}
	return panel.Bars{
		ID: "bounds", Title: "Upper confidence bounds", Alt: v.alt(),
		Note: say.Vars{"k": largest(index) + 1}.Text("largest: arm <k>"), X: mark.Axis{Name: "arm"}, Y: mark.Axis{Name: "reward", Max: top},
		Values: index, Refs: v.refs(), Style: mark.RoleSoft.Plain().Faded(0.5), Legend: "upper confidence bound", Marks: marks,
	}.Panel()
}

// posteriors are the Beta densities of Thompson sampling, with the samples of the last pull.
func (v view) posteriors() mark.Panel {
	p := panel.Curves{
		ID: "posteriors", Title: "Posterior densities of μ", Note: v.vars().Text("after <t pull>"), Alt: v.alt(),
		X: mark.Axis{Name: "mean reward μ", Max: 1}, Y: mark.Axis{Name: "density"},
	}
	top := 1.0
	for k := range v.K {
		a, b := v.posterior(k)
		mode := (a - 1) / max(a+b-2, 1)
		top = max(top, density(mode, a, b))
	}
	p.Y.Max = panel.RoundUp(top)
	for k := range v.K {
		a, b := v.posterior(k)
		line := panel.Curve(0, 1, 100, p.Y.Max, func(x float64) float64 { return density(x, a, b) })
		p.Over = append(p.Over, mark.PolyLine{At: line, Style: mark.RoleOfClass(k).Wide(1.6), Ref: ref(k), Name: arm(k), Legend: arm(k)})
	}
	if v.pulls > 0 {
		samples := mark.Points{Style: mark.RoleInk.Plain(), Legend: "samples of this pull", Layer: mark.Over}
		for _, x := range v.now().index {
			samples.At = append(samples.At, mark.XY{X: x})
		}
		p.Over = append(p.Over, samples)
	}
	return p.Panel()
}

func arm(k int) say.Phrase { return say.Vars{"k": k + 1}.Text("arm <k>") }

// temperatures are the probabilities of softmax against τ, for the mean rewards so far.
func (v view) temperatures() mark.Panel {
	p := panel.Curves{
		ID: "temperatures", Title: "Probability against τ", Note: say.Vars{"tau": v.Tau}.Text("τ = <tau>"),
		Alt: "the selection probability of each arm against τ: all equal at the right, one arm alone at the left",
		X:   mark.Axis{Name: "τ", Min: 0.01, Max: 100, Log: true}, Y: mark.Axis{Name: "probability", Max: 1}, Now: &v.Tau,
		Handle: mark.Handle{
			Param: "tau", Along: mark.Horizontal, At: mark.XY{X: v.Tau, Y: slices.Max(v.probabilities())}, Tip: "sets the temperature",
		},
	}
	const nodes = 80
	lines := make([][]mark.XY, v.K)
	prob := make([]float64, v.K)
	for i := range nodes + 1 {
		tau := math.Pow(10, -2+4*float64(i)/nodes)
		boltzmann(prob, v.values, tau)
		for k := range lines {
			lines[k] = append(lines[k], mark.XY{X: tau, Y: prob[k]})
		}
	}
	for k := range lines {
		p.Of = append(p.Of, panel.Quantity{At: lines[k], Style: mark.RoleOfClass(k).Wide(1.6), Name: arm(k), Legend: arm(k)})
	}
	return p.Panel()
}

// shownPulls is how many pulls the history shows: the newest.
const shownPulls = 100

// history shows which arm was pulled when, and what it paid.
func (v view) history() mark.Panel {
	const small = 3.5 // the radius of a dot
	from := max(0, v.pulls-shownPulls)
	p := mark.Panel{
		ID: "history", Title: "Pulls and rewards", Note: v.vars().Text("cumulative reward <reward>"),
		Alt: v.alt(),
		X:   mark.Axis{Name: "pull", Min: float64(from), Max: float64(max(from+10, v.pulls)) + 1, Integer: true},
		Y:   mark.Axis{Name: "arm", Min: 0.4, Max: float64(v.K) + 0.6, Integer: true},
	}
	paid, lost := mark.Points{Style: mark.RoleGood.Plain(), Legend: "reward 1"}, mark.Points{Style: mark.RoleBad.Plain(), Hollow: true, Legend: "reward 0"}
	if v.Rewards == typed {
		paid.Legend, lost.Legend = "reward > 0", "reward ≤ 0"
	}
	drawn := mark.Rings{Style: mark.RoleAccent.Plain(), Legend: "explored"}
	mine := mark.Rings{Style: mark.RoleInk.Wide(1.5).Dashed(), Legend: "your pull"}
	for i, e := range v.past[from:] {
		at := mark.XY{X: float64(from + i + 1), Y: float64(e.arm + 1)}
		if e.reward > 0 {
			paid.At, paid.Size = append(paid.At, at), append(paid.Size, small)
		} else {
			lost.At, lost.Size = append(lost.At, at), append(lost.Size, small)
		}
		if e.explored {
			drawn.At, drawn.Radius = append(drawn.At, at), append(drawn.Radius, 7)
		}
		if e.own >= 0 && e.own < v.K {
			mine.At, mine.Radius = append(mine.At, mark.XY{X: at.X, Y: float64(e.own + 1)}), append(mine.Radius, 9)
		}
	}
	p.Add(paid, lost)
	if len(drawn.At) > 0 {
		p.Add(drawn)
	}
	if len(mine.At) > 0 {
		p.Add(mine)
	}
	return p
}

// compare shows the mean regrets of all policies, the chosen one with its standard error.
func (v view) compare() mark.Panel {
	s := v.study()
	if s.against == nil && v.Policy == exp3 || len(s.at) == 0 || s.runs == 0 { // interrupted
		return mark.Panel{}
	}
	w := say.Vars{"runs": s.runs, "last": s.mean[v.T]}
	p := panel.Curves{
		ID: "study", Title: "Mean regret over many runs", Note: w.Text("<runs run>: <last> at the end"),
		Alt: w.Text("<runs run>: <last> at the end"),
		X:   mark.Axis{Name: "pull", Max: float64(max(v.T, 1)), Integer: true}, Y: mark.Axis{Name: v.regretName()},
	}
	band := mark.Band{Style: mark.RoleAccent.Plain().Faded(0.25), Legend: "± 2 standard errors"}
	top := 1.0
	for i, row := range s.others {
		if row == nil {
			continue
		}
		at := make([]mark.XY, len(row))
		for c, n := range s.at {
			at[c] = mark.XY{X: float64(n), Y: row[c]}
			top = max(top, row[c])
		}
		style := mark.RoleOfClass(i).Wide(1.3)
		if policies[i] == v.Policy {
			style = mark.RoleAccent.Wide(3)
		}
		p.Of = append(p.Of, panel.Quantity{At: at, Style: style, Name: names[policies[i]], Legend: names[policies[i]]})
	}
	for _, n := range s.at {
		band.X = append(band.X, float64(n))
		band.Lo, band.Hi = append(band.Lo, s.mean[n]-2*s.error[n]), append(band.Hi, s.mean[n]+2*s.error[n])
		top = max(top, s.mean[n]+2*s.error[n])
	}
	p.Y.Max = panel.RoundUp(top)
	p.Under = []mark.Mark{band}
	if v.Rewards == bernoulli && v.T > 1 {
		factor := v.laiRobbins()
		p.Of = append(p.Of, panel.Quantity{At: panel.Path(compared, func(i int) mark.XY {
			x := 1 + float64(i)*float64(v.T-1)/(compared-1)
			return mark.XY{X: x, Y: min(factor*math.Log(x), p.Y.Max)}
		}), Style: mark.Style{Role: mark.RoleInk, Dots: true, Width: 1.5}, Name: "Lai–Robbins rate", Legend: "Lai–Robbins rate"})
	}
	if v.pulls > 0 && v.pulls < v.T {
		now := float64(v.pulls)
		p.Now = &now
	}
	return p.Panel()
}
