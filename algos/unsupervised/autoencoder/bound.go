package autoencoder

import (
	"context"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A bound is the ELBO of one point, computed without random draws.
type bound struct {
	row       int
	mu, sigma []float64
	logVar    []float64
	fit       float64 // E log p(x|z)
	spread    float64 // standard deviation of log p(x, z) − log q(z|x)
	off       float64 // by how much an integral in steps of twice the length differs
	kl        float64
	elbo      float64
	slopes    func() estimators // of the same point; computed when first asked for
}

// boundOf integrates over ε by the trapezoidal rule, which is all but exact for what is as smooth as a Gaussian.
func (t *task) boundOf(p *pass, theta []float64, row int) *bound {
	head := p.encode(theta, t.x[row])
	b := &bound{row: row, mu: slices.Clone(head[:t.LatentDim]), sigma: make([]float64, t.LatentDim), logVar: make([]float64, t.LatentDim)}
	for k := range b.mu {
		b.logVar[k] = clamp(head[t.LatentDim+k])
		b.sigma[k] = math.Exp(b.logVar[k] / 2)
		b.kl += klOf(b.mu[k], b.logVar[k])
	}
	z := make([]float64, t.LatentDim)
	sum, weight, coarse, coarser := 0.0, 0.0, 0.0, 0.0
	var logs moments
	t.lattice(func(eps [2]float64, density float64, second bool) {
		for k := range z {
			z[k] = b.mu[k] + b.sigma[k]*eps[k]
		}
		ratio := 0.0
		for k := range z {
			ratio += (z[k]*z[k]-eps[k]*eps[k])/2 - b.logVar[k]/2
		}
		likely := t.logLikelihood(p.decode(theta, z), t.x[row])
		logs.add(likely-ratio, density)
		l := density * likely
		sum += l
		weight += density
		if second {
			coarse += l
			coarser += density
		}
	})
	b.fit = sum / weight
	b.off = math.Abs(b.fit - coarse/coarser)
	b.spread = logs.deviation()
	b.elbo = b.fit - b.kl
	return b
}

// moments gather a mean and a variance, without cancelling (D. H. D. West, 1979).
type moments struct{ weight, mean, square float64 }

func (m *moments) add(x, weight float64) {
	m.weight += weight
	d := x - m.mean
	m.mean += d * weight / m.weight
	m.square += weight * d * (x - m.mean)
}

func (m *moments) deviation() float64 { return math.Sqrt(max(0, m.square) / m.weight) }

// klError is the standard error of an average of ln q − ln p(z) = ½(σ²−1)ε² + μσε + …, over so many samples.
func (b *bound) klError(n int) float64 {
	sum := 0.0
	for k, mu := range b.mu {
		sum += klVariance(mu, math.Exp(b.logVar[k]))
	}
	return math.Sqrt(sum / float64(n))
}

func klVariance(mu, variance float64) float64 { return (variance-1)*(variance-1)/2 + mu*mu*variance }

// lattice goes over ε in steps that are fine for a Gaussian, with its density up to a constant;
// every second place makes a coarser lattice.
func (t *task) lattice(do func(eps [2]float64, density float64, second bool)) {
	if t.LatentDim == 1 {
		const n, h = 60, 0.125
		for a := -n; a <= n; a++ {
			e := h * float64(a)
			do([2]float64{e, 0}, math.Exp(-e*e/2), a%2 == 0)
		}
		return
	}
	const n, h = 18, 0.35
	for a := -n; a <= n; a++ {
		for b := -n; b <= n; b++ {
			e, f := h*float64(a), h*float64(b)
			do([2]float64{e, f}, math.Exp(-(e*e+f*f)/2), a%2 == 0 && b%2 == 0)
		}
	}
}

// logLikelihood is log N(x | f, τ²I) in the plane.
func (t *task) logLikelihood(f []float64, x [2]float64) float64 {
	dx, dy := x[0]-f[0], x[1]-f[1]
	return -(dx*dx+dy*dy)/(2*t.Tau*t.Tau) - math.Log(2*math.Pi*t.Tau*t.Tau)
}

// An importance is the estimate of log p(x) by samples z from q, each with the weight p(x, z)/q(z|x).
type importance struct {
	logP  float64 // the log of the weights' mean
	error float64 // standard error of the mean of log-weights: what separates a run's bound from the true one
	kl    float64 // the mean of ln q − ln p(z) of the same samples
	klErr float64
}

// importanceDraws is how many codes are drawn for an estimate, standardErrors how many standard errors it may be off:
// by chance it is that far off once in 3.5 million times.
const (
	importanceDraws = 1000
	standardErrors  = 5
)

// importance draws codes of the point from q; the stream is one of its own.
func (s *state) importance(b *bound, p *pass) importance {
	r := s.Stream(3)
	logs := make([]float64, importanceDraws)
	kls := make([]float64, importanceDraws)
	z := make([]float64, s.LatentDim)
	for i := range logs {
		ratio := 0.0
		for k := range z {
			e := r.NormFloat64()
			z[k] = b.mu[k] + b.sigma[k]*e
			ratio += (z[k]*z[k]-e*e)/2 - b.logVar[k]/2 // ln q − ln p(z), the constants cancel
		}
		kls[i] = ratio
		logs[i] = s.logLikelihood(p.decode(s.theta, z), s.x[b.row]) - ratio
	}
	kl, _ := meanOf(kls)
	return importance{logP: logMean(logs), error: b.spread / math.Sqrt(importanceDraws), kl: kl, klErr: b.klError(importanceDraws)}
}

// meanOf is a mean with its standard error.
func meanOf(x []float64) (mean, standardError float64) {
	for i, v := range x {
		mean += (v - mean) / float64(i+1)
	}
	sum := 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	n := float64(len(x))
	return mean, math.Sqrt(sum / (n - 1) / n)
}

// logMean is the log of the mean of exponentials.
func logMean(logs []float64) float64 {
	top := slices.Max(logs)
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum/float64(len(logs)))
}

// An estimators is what two estimators say about ∂R/∂μ₁ of one point, draw by draw, where R is the mean
// of ‖x − f(z)‖².
type estimators struct {
	path, score             []float64 // of the first draws, which are shown
	pathMean, scoreMean     float64
	pathErr, scoreErr       float64
	pathSpread, scoreSpread float64
	jumps                   bool // the reconstruction changes so fast within q that draws of its gradient may miss where
}

// jumps goes through q in steps of a quarter of σ: where the cost is smooth, the gradients at both ends say what a step changes.
func jumps(eps, sigma []float64, at func() (cost float64, slope []float64)) bool {
	for k := range eps {
		off, all := 0.0, 0.0
		for _, other := range []float64{-1.5, 0, 1.5} {
			eps[len(eps)-1-k] = other // in one dimension overwritten
			eps[k] = -4
			cost, slopes := at()
			slope := slopes[k]
			for i := -15; i <= 16; i++ {
				eps[k] = float64(i) / 4
				c, s := at()
				off += math.Abs(c - cost - (slope+s[k])/2*sigma[k]/4)
				all += math.Abs(c - cost)
				cost, slope = c, s[k]
			}
		}
		if off > 0.05*all {
			return true
		}
	}
	return false
}

const (
	estimatorDraws  = 500
	estimatorsShown = 120
)

func (s *state) estimators(b *bound, p *pass) estimators {
	r := s.Stream(4)
	out := estimators{path: make([]float64, estimatorDraws), score: make([]float64, estimatorDraws)}
	eps, grad := make([]float64, s.LatentDim), make([]float64, s.size())
	at := func() (cost float64, slope []float64) {
		p.forward(s.theta, s.x[b.row], s.x[b.row], eps)
		f := p.dec.Out[len(p.dec.Out)-1]
		off := [2]float64{2 * (f[0] - s.x[b.row][0]), 2 * (f[1] - s.x[b.row][1])}
		return p.recon, s.dec.Backward(s.decoder(s.theta), p.dec, off[:], s.decoder(grad))
	}
	for i := range out.path {
		for k := range eps {
			eps[k] = r.NormFloat64()
		}
		cost, slope := at()
		out.score[i], out.path[i] = cost*eps[0]/b.sigma[0], slope[0]
	}
	out.jumps = jumps(eps, b.sigma, at)
	out.pathMean, _ = meanOf(out.path)
	out.scoreMean, _ = meanOf(out.score)
	var path, score moments // by an integral: draws may miss what is rare and large
	s.lattice(func(e [2]float64, density float64, _ bool) {
		copy(eps, e[:])
		cost, slope := at()
		path.add(slope[0], density)
		score.add(cost*eps[0]/b.sigma[0], density)
	})
	root := math.Sqrt(estimatorDraws)
	out.pathSpread, out.scoreSpread = path.deviation(), score.deviation()
	out.pathErr, out.scoreErr = out.pathSpread/root, out.scoreSpread/root
	out.path, out.score = slices.Clone(out.path[:estimatorsShown]), slices.Clone(out.score[:estimatorsShown]) // the rest is let go
	return out
}

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

// doublings is how often the number of samples is doubled.
const doublings = 14

func newPaper(p algos.Problem, o Options) (*paper, error) {
	t := &paper{Options: o, Problem: p, row: min(o.Row, len(p.Points)) - 1}
	t.at = p.Points[t.row].X[0]
	if !(math.Abs(t.at) <= mostX) {
		v := say.Vars{"x": say.Row(t.row).Name(), "at": t.at, "most": mostX}
		return nil, algos.Refuse(v.Text("In the model without a network x is the first coordinate of <x>, <at>, and at most <most> in size: move the " +
			"point, or choose another one."))
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

// A tally is both estimates of p(x) after so many samples, as fractions of the true value. It never changes.
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
					Reason: v.Text("After <n sample> the naive Monte Carlo estimate is <naive> of p(x), the importance-sampling estimate <importance>."),
				}
			}
			now = &next
			if !yield(now.step()) {
				return
			}
		}
	}, nil
}

// draw makes one draw for both estimates: what it adds, as a fraction of p(x), and ln q − ln p.
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
	s := algos.Step{Phase: v.Text("<n sample>"), Size: algos.Normal, Metrics: t.metrics(), Status: t.status, View: t}
	v["next"] = max(1, 2*t.draws)
	if t.draws == 0 {
		s.Phase = "known terms"
	}
	s.Next = algos.Next{Step: v.Text("<next sample>")}
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

// Say tells what is known, and what the samples estimate.
func (t *tally) Say() []algos.Line {
	s := algos.Story{Vars: t.vars()}
	if t.draws == 0 {
		s.Text(`Known posterior: $z \sim N(0, 1)$ and $x \mid z \sim N(z, 1)$ in each of <d dimension>, and x = <x>, the first coordinate of <row>. Then ` +
			`$x \sim N(0, 2)$, and the posterior is $N(<half>, \frac12)$.`)
		s.Text("The variational distribution is $q = N(<m>, <v>)$. The gap of the bound is its KL divergence from the posterior.")
		s.TeX(`\text{ELBO} = \operatorname{E}_q\log p(x \mid z) - \text{KL}(q \,\Vert\, p(z)) = <fit> <minus> = \hl{<elbo>}`)
		s.TeX(`\log p(x) = \text{ELBO} + \text{KL}(q \,\Vert\, p(z \mid x)) = <elbo> <plus> = <logp>`)
		return s.Lines
	}
	s.Text("Averaged over <n sample> from the prior, p(x|z) gives <naive> of p(x); importance sampling from q gives <importance> of it.")
	s.Text(`For a relative error of 10% the naive Monte Carlo average needs <needed> samples: $100(c^d - 1)$ with $c = \frac{2}{\sqrt 3}e^{x^2/6}$.`)
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
		return append(checks, klClaim.Not("a standard error needs 1,000 samples"))
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
		ID: "bars", Title: "log p = ELBO + KL gap", Note: t.vars().Text("KL gap <gap>"), Height: 0.5,
		Alt: t.vars().Text("log p(x) is <logp>, the ELBO <elbo>, the KL divergence between them <gap>"),
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
		ID: "estimates", Title: "Estimates of p(x) by samples", Note: t.vars().Text("naive: <needed> samples for 10%"), Height: 0.6,
		Alt: t.vars().Text("both estimates of p(x), relative to its value, after up to <n sample>"),
		X:   mark.Axis{Name: "samples", Min: 1, Max: 1 << doublings, Log: true}, Y: mark.Axis{Name: "estimate / p(x)", Min: 0, Max: top},
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
	add(t.naive, mark.RoleBad, "naive Monte Carlo: z from the prior")
	add(t.importance, mark.RoleAccent, "importance sampling: z from q")
	return c.Panel()
}
