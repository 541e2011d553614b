package emgmm

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board()}
	if v.r != nil {
		panels = append(panels, v.responsibilities(v.shown()))
	}
	if v.phase != asking {
		if p, ok := v.bound(); ok {
			panels = append(panels, p)
		}
	}
	if v.iter > 0 {
		panels = append(panels, v.weights())
	}
	if v.others != nil {
		panels = append(panels, v.others.panels(v.state)...)
	}
	return panels
}

// sorted returns the rows ordered by the component that they belong to most, and
// within it by their share of it.
func (s *state) sorted(r []float64) []int {
	rows := make([]int, len(s.x))
	best := make([]int, len(s.x))
	for i := range rows {
		rows[i] = i
		row := r[i*s.K : (i+1)*s.K]
		for j, p := range row {
			if p > row[best[i]] {
				best[i] = j
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		if best[a] != best[b] {
			return best[a] - best[b]
		}
		pa, pb := r[a*s.K+best[a]], r[b*s.K+best[b]]
		switch {
		case pa > pb:
			return -1
		case pa < pb:
			return 1
		}
		return 0
	})
	return rows
}

// maxColumns is the most points whose shares are drawn one by one.
const maxColumns = 60

// responsibilities are the shares of every point: up to maxColumns a table with
// a row for each component and a column for each point, beyond it stacked, the
// points sorted.
func (v view) responsibilities(r []float64) algos.Panel {
	n := len(v.x)
	p := algos.Panel{
		ID: "responsibilities", Title: "Responsibilities", Note: "rᵢₖ, points sorted",
		Alt: say.Phrase(fmt.Sprintf("the shares of %s in %s", say.Count(n, "point"), say.Count(v.K, "component"))),
	}
	rows := v.sorted(r)
	if n > maxColumns {
		p.X = algos.Axis{Name: "points, sorted", Integer: true, Max: float64(n)}
		p.Y = algos.Axis{Name: "share", Max: 1}
		p.Marks = v.stack(r, rows)
		return p
	}
	m := algos.Matrix{Rows: v.K, Cols: n, Values: make([]float64, v.K*n), Hi: 1, Scale: algos.Sequential, Text: n <= 12}
	for c, i := range rows {
		m.ColRefs = append(m.ColRefs, ref(i))
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
	p.X = algos.Axis{Name: "points, sorted", Max: float64(n), Hidden: true}
	p.Y = algos.Axis{Name: "component", Max: float64(v.K), Hidden: true}
	p.Marks = []algos.Mark{m}
	return p
}

// stack draws the shares above each other, at most so many columns.
func (v view) stack(r []float64, rows []int) []algos.Mark {
	const most = 400
	stride := len(rows)/most + 1
	n := float64(len(rows))
	var xs []float64
	var picked []int
	for c := 0; c < len(rows); c += stride {
		xs, picked = append(xs, float64(c), min(float64(c+stride), n)), append(picked, rows[c], rows[c])
	}
	below := make([]float64, len(xs))
	var marks []algos.Mark
	for j := range v.K {
		band := algos.Band{X: xs, Lo: below, Hi: make([]float64, len(xs)), Style: algos.Style{Role: algos.RoleOfClass(j), Opacity: 0.75}, Legend: say.Phrase("component " + say.Num(float64(j+1)))}
		for c, i := range picked {
			band.Hi[c] = min(1, below[c]+r[i*v.K+j])
		}
		below = band.Hi
		marks = append(marks, band)
	}
	return marks
}

// maxBound is the most evaluations of a Gaussian that drawing the bound may
// cost.
const maxBound = 1_000_000

// bound draws the log-likelihood and its lower bound along the M-step: t = 0 is
// where the E-step made them touch, t = 1 where the M-step goes. On the way
// weights, means and covariances change evenly.
func (v view) bound() (algos.Panel, bool) {
	from, to := v.theta, v.next
	if v.phase == raising {
		from, to = v.before, v.theta
	}
	const nodes, left, right = 32, -0.25, 1.5
	if v.r == nil || 2*(nodes+1)*len(v.r) > maxBound || !v.sound(from) || !v.sound(to) {
		return algos.Panel{}, false
	}
	e := v.engine()
	h := entropy(v.r)
	scratch := make([]float64, len(v.r))
	likelihood := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2.2}, Legend: "log-likelihood ℓ"}
	elbo := algos.PolyLine{Style: algos.Style{Role: algos.RoleGood, Width: 2.2}, Legend: "ELBO with these shares"}
	for i := range nodes + 1 {
		t := left + (right-left)*float64(i)/nodes
		m, ok := v.between(from, to, t)
		if !ok {
			if t > 1 {
				break
			}
			continue
		}
		likelihood.At = append(likelihood.At, algos.XY{X: t, Y: e.expect(scratch, m)})
		elbo.At = append(elbo.At, algos.XY{X: t, Y: e.expected(v.r, m) + h})
	}
	touch := v.oldLoglik
	if v.phase != raising {
		touch = v.loglik
	}
	reached := algos.XY{X: 1, Y: e.elbo(v.r, to)}
	lo, hi := v.boundRange(touch, reached.Y, e.expect(scratch, to))
	p := algos.Panel{
		ID: "bound", Title: "The bound that the M-step climbs", Note: "from the old parameters (0) to the new (1)",
		Alt: say.Phrase(fmt.Sprintf("the log-likelihood and its lower bound touch at %s; the M-step lifts the bound to %s", say.Sig(touch, 6), say.Sig(reached.Y, 6))),
		X:   algos.Axis{Name: "way of the parameters", Min: left, Max: right}, Y: algos.Axis{Name: "nats", Min: lo, Max: hi},
		Marks: []algos.Mark{
			algos.Rule{Vertical: true, At: 0, Style: algos.Style{Role: algos.RoleFaint}},
			algos.Rule{Vertical: true, At: 1, Style: algos.Style{Role: algos.RoleFaint}},
			likelihood, elbo,
		},
	}
	start := algos.Points{At: []algos.XY{{Y: touch}}, Labels: []say.Phrase{"they touch"}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleInk}}
	end := algos.Points{At: []algos.XY{reached}, Labels: []say.Phrase{"M-step"}, Layer: algos.Over, Hollow: v.phase != raising, Style: algos.Style{Role: algos.RoleSoft}}
	if v.phase == raising {
		end.Style.Role = algos.RoleAccent
	} else {
		start.Style.Role = algos.RoleAccent
	}
	p.Marks = append(p.Marks, start, end)
	return p, true
}

// boundRange shows what happens between touching and the M-step, not the depths
// on both sides.
func (v view) boundRange(touch, elbo, loglik float64) (lo, hi float64) {
	rise := max(loglik-touch, elbo-touch, 1e-5*(1+math.Abs(touch)))
	return touch - rise, max(loglik, elbo) + 0.3*rise
}

// between returns the mixture at the share t of the way; ok is false where it is
// none.
func (t *task) between(a, b mixture, at float64) (m mixture, ok bool) {
	m = newMixture(t.K)
	mix := func(x, y float64) float64 { return (1-at)*x + at*y }
	for j := range m.weight {
		if m.weight[j] = mix(a.weight[j], b.weight[j]); m.weight[j] < 0 {
			return m, false
		}
		for d := range t.Dim {
			m.mean[j][d] = mix(a.mean[j][d], b.mean[j][d])
		}
		for d := range m.cov[j] {
			m.cov[j][d] = mix(a.cov[j][d], b.cov[j][d])
		}
		if !regular(m.cov[j], t.Dim) {
			return m, false
		}
	}
	return m, true
}

// weights are the shares of the components over the iterations.
func (v view) weights() algos.Panel {
	const most = 300
	stride := len(v.past)/most + 1
	p := algos.Panel{
		ID: "weights", Title: "Weights", Note: "πₖ after each iteration", Alt: say.Phrase("the weights are " + say.Vec(v.theta.weight...)),
		X: algos.Axis{Name: "iteration", Integer: true, Max: float64(max(1, v.iter))}, Y: algos.Axis{Name: "π", Max: min(1, 1.1*v.largestWeight())},
	}
	for j := range v.K {
		line := algos.PolyLine{Style: algos.Style{Role: algos.RoleOfClass(j), Width: 2}, Ref: component(j), Legend: say.Phrase("π" + say.Sub(j+1))}
		for i := 0; i < len(v.past); i += stride {
			line.At = append(line.At, algos.XY{X: float64(i), Y: v.past[i].theta.weight[j]})
		}
		if (len(v.past)-1)%stride != 0 {
			line.At = append(line.At, algos.XY{X: float64(v.iter), Y: v.theta.weight[j]})
		}
		p.Marks = append(p.Marks, line)
	}
	return p
}

func (s *state) largestWeight() float64 {
	top := 0.0
	for _, m := range s.past {
		top = max(top, slices.Max(m.theta.weight))
	}
	return top
}
