package autoencoder

import (
	"math"
	"slices"
)

// A bound is the ELBO of one point, worked out without random draws.
type bound struct {
	row       int
	mu, sigma []float64
	logVar    []float64
	fit       float64 // E log p(x|z)
	spread    float64 // standard deviation of log p(x, z) − log q(z|x)
	off       float64 // by how much an integral in steps of twice the length differs
	kl        float64
	elbo      float64
	slopes    func() estimators // of the same point; worked out when first asked for
}

// boundOf integrates over ε by the trapezoidal rule, which is all but exact for what is as smooth as a Gaussian.
func (t *task) boundOf(p *pass, theta []float64, row int) *bound {
	head := p.encode(theta, t.x[row])
	b := &bound{row: row, mu: slices.Clone(head[:t.Code]), sigma: make([]float64, t.Code), logVar: make([]float64, t.Code)}
	for k := range b.mu {
		b.logVar[k] = clamp(head[t.Code+k])
		b.sigma[k] = math.Exp(b.logVar[k] / 2)
		b.kl += klOf(b.mu[k], b.logVar[k])
	}
	z := make([]float64, t.Code)
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

// klError is the standard error of an average of ln q − ln p(z) = ½(σ²−1)ε² + μσε + …, over so many draws.
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
	if t.Code == 1 {
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

// An importance is the estimate of log p(x) by draws z from q, each with the weight p(x, z)/q(z|x).
type importance struct {
	logP  float64 // the log of the weights' mean
	error float64 // standard error of the mean of log-weights: what separates a run's bound from the true one
	kl    float64 // the mean of ln q − ln p(z) of the same draws
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
	z := make([]float64, s.Code)
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
	jumps                   bool // what comes back changes so fast within q that draws of its slope may miss where
}

// jumps goes through q in steps of a quarter of σ: where the cost is smooth, the slopes at both ends say what a step changes.
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
	eps, grad := make([]float64, s.Code), make([]float64, s.size())
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
