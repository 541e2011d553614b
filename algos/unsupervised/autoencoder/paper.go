package autoencoder

import (
	"context"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A paper is the bound where everything is known: d equal coordinates, z ~ N(0, 1), x|z ~ N(z, 1), q = N(m, v).
// So x ~ N(0, 2), and the posterior is N(x/2, 1/2).
type paper struct {
	Options
	algos.Problem
	row int
	at  float64 // x
}

// mostX is up to where the odds of a naive estimate are numbers.
const mostX = 10

// doublings is how often the number of draws is doubled.
const doublings = 14

func newPaper(p algos.Problem, o Options) (*paper, error) {
	t := &paper{Options: o, Problem: p, row: min(o.Row, len(p.Points)) - 1}
	t.at = p.Points[t.row].X[0]
	if !(math.Abs(t.at) <= mostX) {
		v := say.Vars{"x": say.Row(t.row).Name(), "at": t.at, "most": mostX}
		return nil, algos.Refuse(v.Text("On paper x is the first coordinate of <x>, <at>, and may be <most> at most in size: move the point, or choose another one."))
	}
	return t, nil
}

// logNormal is log N(x | m, v).
func logNormal(x, m, v float64) float64 {
	return -math.Log(2*math.Pi*v)/2 - (x-m)*(x-m)/(2*v)
}

// normalKL is KL(N(m, v) ‖ N(m2, v2)).
func normalKL(m, v, m2, v2 float64) float64 {
	return (v/v2 + (m-m2)*(m-m2)/v2 - 1 - math.Log(v/v2)) / 2
}

func (t *paper) dims() float64   { return float64(t.Dims) }
func (t *paper) logP() float64   { return t.dims() * logNormal(t.at, 0, 2) }
func (t *paper) kl() float64     { return t.dims() * normalKL(t.QM, t.QV, 0, 1) }
func (t *paper) gap() float64    { return t.dims() * normalKL(t.QM, t.QV, t.at/2, 0.5) }
func (t *paper) fit() float64    { return t.dims() * (logNormal(t.at, t.QM, 1) - t.QV/2) }
func (t *paper) needed() float64 { return 100 * (math.Pow(t.excess(), t.dims()) - 1) }

// excess is E[p(x|z)²]/p(x)² of one coordinate, for z from the prior: (2/√3)·exp(x²/6).
func (t *paper) excess() float64 { return 2 / math.Sqrt(3) * math.Exp(t.at*t.at/6) }

// A tally is both estimates of p(x) after so many draws, as shares of the true value. It never changes.
type tally struct {
	*paper
	draws      int
	naive      []float64 // after 1, 2, 4, … draws: from the prior
	importance []float64 // and from q
	kl         float64   // the mean of ln q − ln p of the draws from q, and its standard error
	klErr      float64
	elbo       float64
	status     algos.Status
}

func runOnPaper(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newPaper(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		r := p.Stream(2)
		now := &tally{paper: t, kl: math.NaN(), klErr: math.NaN(), elbo: t.fit() - t.kl(), status: algos.Status{State: algos.Running}}
		if !yield(now.step()) {
			return
		}
		var sums [2]float64
		var kls []float64
		for k := 0; k <= doublings; k++ {
			if ctx.Err() != nil {
				return
			}
			next := *now
			for next.draws < 1<<k {
				a, b, kl := t.draw(r)
				sums[0] += a
				sums[1] += b
				kls = append(kls, kl)
				next.draws++
			}
			next.naive = append(now.naive, sums[0]/float64(next.draws)) // earlier tallies see only their own length
			next.importance = append(now.importance, sums[1]/float64(next.draws))
			next.kl, _ = meanOf(kls)
			next.klErr = math.Sqrt(t.dims() * klVariance(t.QM, t.QV) / float64(next.draws))
			if k == doublings {
				v := say.Vars{"n": next.draws, "naive": next.naive[k], "importance": next.importance[k]}
				next.status = algos.Status{
					State:  algos.Converged,
					Reason: v.Text("After <n draw> the naive estimate is <naive> of p(x), the one with draws from q <importance>."),
				}
			}
			now = &next
			if !yield(now.step()) {
				return
			}
		}
	}, nil
}

// draw makes one draw for both estimates: what it adds, as a share of p(x), and ln q − ln p.
func (t *paper) draw(r interface{ NormFloat64() float64 }) (naive, importance, kl float64) {
	a, b := -t.logP(), -t.logP()
	sd := math.Sqrt(t.QV)
	for range t.Dims {
		a += logNormal(t.at, r.NormFloat64(), 1)
		z := t.QM + sd*r.NormFloat64()
		ratio := logNormal(z, t.QM, t.QV) - logNormal(z, 0, 1)
		b += logNormal(t.at, z, 1) - ratio
		kl += ratio
	}
	return math.Exp(a), math.Exp(b), kl
}

func (t *tally) step() algos.Step {
	v := t.vars()
	s := algos.Step{Phase: v.Text("<n draw>"), Size: algos.Normal, Metrics: t.metrics(), Status: t.status, View: t}
	v["next"] = max(1, 2*t.draws)
	if t.draws == 0 {
		s.Phase = "what is known"
	}
	s.Next = algos.Next{Step: v.Text("<next draw>")}
	return s
}

func (t *tally) metrics() []float64 {
	m := make([]float64, len(metricNames))
	for i := range m {
		m[i] = math.NaN()
	}
	m[2], m[3] = t.kl0(), t.elbo
	return m
}

func (t *tally) kl0() float64 { return t.paper.kl() }

func (t *tally) vars() say.Vars {
	v := say.Vars{
		"n": t.draws, "x": t.at, "d": t.Dims, "m": t.QM, "v": t.QV, "logp": t.logP(), "elbo": t.elbo, "kl": t.kl0(), "fit": t.fit(), "gap": t.gap(),
		"half": t.at / 2, "needed": t.needed(), "row": say.Row(t.row).Name(), "minus": say.Term(-t.kl0()), "plus": say.Term(t.gap()),
	}
	if k := len(t.naive); k > 0 {
		v["naive"], v["importance"] = t.naive[k-1], t.importance[k-1]
	}
	return v
}

// Say tells what is known, and what the draws say.
func (t *tally) Say() []algos.Line {
	s := algos.Story{Vars: t.vars()}
	if t.draws == 0 {
		s.Text("On paper: $z \\sim N(0, 1)$ and $x \\mid z \\sim N(z, 1)$ in each of <d dimension>, and x = <x>, the first coordinate of <row>. Then $x \\sim N(0, 2)$, and the posterior is $N(<half>, \\frac12)$.")
		s.Text("The guess is $q = N(<m>, <v>)$. What the bound misses is its divergence from the posterior.")
		s.TeX(`\text{ELBO} = \operatorname{E}_q\log p(x \mid z) - \text{KL}(q \,\Vert\, p(z)) = <fit> <minus> = \hl{<elbo>}`)
		s.TeX(`\log p(x) = \text{ELBO} + \text{KL}(q \,\Vert\, p(z \mid x)) = <elbo> <plus> = <logp>`)
		return s.Lines
	}
	s.Text("Averaged over <n draw> from the prior, p(x|z) gives <naive> of p(x); weighted draws from q give <importance> of it.")
	s.Text("For a relative deviation of 10% the naive average needs <needed> draws: $100(c^d - 1)$ with $c = \\frac{2}{\\sqrt 3}e^{x^2/6}$.")
	return s.Lines
}

var claimIdentity = algos.Guarantee{Name: "identity", Claim: `$\log p(x) = \text{ELBO} + \text{KL}(q \,\Vert\, p(z \mid x))$, whatever q is`}

// Checks states what is known.
func (t *tally) Checks() []algos.Check {
	size := math.Abs(t.logP()) + math.Abs(t.fit()) + t.kl0() + t.gap()
	rounding := 64 * 0x1p-52 * size // a few dozen operations on numbers of that size
	checks := []algos.Check{
		elboClaim.AtMost(t.elbo, t.logP(), rounding).Between("ELBO", "log p(x)"),
		claimIdentity.Equal(t.elbo+t.gap(), t.logP(), rounding).Of(size).
			Between("sum", "log p(x)"),
	}
	if t.draws < 1000 {
		return append(checks, klClaim.Not("a standard error needs 1,000 draws"))
	}
	return append(checks, klCheck(t.kl0(), t.kl, t.klErr))
}

// Model names what is known and drawn.
func (t *tally) Model() algos.Model {
	m := algos.Model{Values: []algos.Value{
		{Name: "log_p", Value: t.logP()},
		{Name: "elbo", Value: t.elbo},
		{Name: "kl", Value: t.kl0()},
		{Name: "gap", Value: t.gap()},
		{Name: "reconstruction", Value: t.fit()},
		{Name: "needed", Value: t.needed()},
	}}
	return m
}

// Panels draws the point, the Gaussians over z, what the bound is made of, and both estimates.
func (t *tally) Panels() []mark.Panel {
	return []mark.Panel{t.board(), t.codes(), t.bars(), t.estimates()}
}

func (t *tally) board() mark.Panel {
	p := t.Problem.Board()
	p.Title, p.Note = "x is the first coordinate", t.vars().Text("x = <x> of <row>")
	p.Alt = t.vars().Text("the points; x = <x> is the first coordinate of <row>")
	p.Add(mark.Rule{Vertical: true, At: t.at, Label: "x", Style: mark.RoleAccent.Dashed()}, panel.Data(t.Problem, nil))
	p.Add(panel.Drawn(t.Problem, []int{t.row}, "the point shown"))
	return p
}

func (t *tally) codes() mark.Panel {
	lo, hi := min(-3.5, t.at/2-2.5, t.QM-3*math.Sqrt(t.QV)), max(3.5, t.at/2+2.5, t.QM+3*math.Sqrt(t.QV))
	bell := func(m, v float64, style mark.Style, legend say.Phrase) panel.Quantity {
		return panel.Quantity{Of: func(z float64) float64 { return math.Exp(logNormal(z, m, v)) }, Nodes: 40, Style: style, Legend: legend}
	}
	return panel.Curves{
		ID: "codes", Title: "Prior, posterior and q", Note: t.vars().Text("in every dimension: q = N(<m>, <v>)"), Height: 0.6,
		Alt: t.vars().Text("the densities of the prior N(0, 1), of the posterior N(<half>, ½) and of q = N(<m>, <v>)"),
		X:   mark.Axis{Name: "z", Min: lo, Max: hi}, Y: panel.FromZero("density", 0.15, math.Exp(logNormal(0, 0, 0.5)), math.Exp(logNormal(0, 0, t.QV))),
		Of: []panel.Quantity{
			bell(0, 1, mark.RoleSoft.Dashed(), "prior p(z)"), bell(t.at/2, 0.5, mark.RoleGood.Wide(2), "posterior p(z | x)"),
			bell(t.QM, t.QV, mark.RoleAccent.Wide(2.4), "q(z | x)"),
		},
		Handle: mark.Handle{Param: "qm", At: mark.XY{X: t.QM}, Tip: "the mean of q", Label: "m", Style: mark.RoleAccent.Plain()},
	}.Panel()
}

func (t *tally) bars() mark.Panel {
	low := 1.1 * min(t.elbo, t.logP(), -0.1)
	p := mark.Panel{
		ID: "bars", Title: "log p = ELBO + what is missed", Note: t.vars().Text("<gap> missed"), Height: 0.5,
		Alt: t.vars().Text("log p(x) is <logp>, the ELBO <elbo>, the divergence between them <gap>"),
		X:   mark.Axis{Min: -0.7, Max: 1.7, Hidden: true}, Y: mark.Axis{Name: "nats", Min: low, Max: 0},
	}
	p.Add(mark.Rect{
		Min: mark.XY{X: 0.6, Y: t.elbo}, Max: mark.XY{X: 1.4, Y: t.logP()}, Fill: true, Layer: mark.Over,
		Style: mark.RoleBad.Plain().Faded(0.6), Legend: "KL(q ‖ posterior)",
	})
	p.Add(mark.Bars{X: []float64{0, 1}, Y: []float64{t.logP(), t.elbo}, Hot: []int{1}, Style: mark.RoleSoft.Plain()})
	p.Add(mark.Texts{
		At: []mark.XY{{X: 0, Y: low * 0.06}, {X: 1, Y: low * 0.06}}, Text: []say.Phrase{"log p(x)", "ELBO"},
		Anchor: mark.Middle, Layer: mark.Over,
	})
	return p
}

func (t *tally) estimates() mark.Panel {
	const top = 2.2
	c := panel.Curves{
		ID: "estimates", Title: "Estimates of p(x)", Note: t.vars().Text("naive: <needed> draws for 10%"), Height: 0.6,
		Alt: t.vars().Text("both estimates of p(x) as shares of it, after up to <n draw>"),
		X:   mark.Axis{Name: "draws", Min: 1, Max: 1 << doublings, Log: true}, Y: mark.Axis{Name: "estimate / p(x)", Min: 0, Max: top},
		Under: []mark.Mark{
			mark.Rule{At: 1, Label: "p(x)", Style: mark.RoleSoft.Dashed()},
			panel.Band(2, mark.RoleGood.Plain().Faded(0.2), "within 10%", func(i int) (x, lo, hi float64) { return []float64{1, 1 << doublings}[i], 0.9, 1.1 }),
		},
	}
	add := func(of []float64, role mark.Role, legend say.Phrase) {
		var at []mark.XY
		for k, r := range of {
			at = append(at, mark.XY{X: float64(int(1) << k), Y: min(r, 2*top)})
		}
		if len(at) > 1 {
			c.Over = append(c.Over, mark.PolyLine{At: at, Style: role.Wide(2), Legend: legend})
		}
		if len(at) > 0 {
			c.Over = append(c.Over, mark.Points{At: at, Style: role.Plain(), Name: legend})
		}
	}
	add(t.naive, mark.RoleBad, "naive: z from the prior")
	add(t.importance, mark.RoleAccent, "weighted: z from q")
	return c.Panel()
}
