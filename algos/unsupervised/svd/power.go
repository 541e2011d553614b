package svd

import (
	"math/rand/v2"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// A seeking is where the search for the next layer is, by power iteration: a direction is
// taken through what is left, R, and back, over and over.
type seeking struct {
	t      int
	v, rv  []float64
	s, was float64 // ‖Rv‖, now and before
}

// Iterations for a layer: as many as show how it goes, or until ‖Rv‖ rises by less than a share.
const (
	mostIterations = 40
	steady         = 1e-9
)

// seek yields the iterations for the layer behind k others; it reports false where nobody wants more.
func (l *layering) seek(k int, r *rand.Rand, yield func(algos.Step) bool) bool {
	left := minus(l.cells, l.f.sum(k))
	p := seeking{v: make([]float64, l.n)}
	for j := range p.v {
		p.v[j] = r.NormFloat64()
	}
	p.v = divided(p.v, norm(p.v))
	p.rv = l.through(left, p.v)
	p.s = norm(p.rv)
	before := layersView{layering: l, k: k, left: squares(left), status: algos.Status{State: algos.Running}}
	for p.t < mostIterations && p.s > 0 {
		back := l.back(left, divided(p.rv, p.s))
		next := seeking{t: p.t + 1, v: divided(back, norm(back)), was: p.s}
		next.rv = l.through(left, next.v)
		next.s = norm(next.rv)
		p = next
		v := before
		v.seek = &next
		s := algos.Step{
			Phase: v.vars().Text("power iteration <iteration>: ‖Rv‖ = <found>"), Metrics: v.metrics().row(), Status: v.status, View: v,
			Next: algos.Next{Small: "next power iteration", Step: "next layer", Pass: "all layers"},
		}
		if !yield(s) {
			return false
		}
		if p.s-p.was <= steady*p.s {
			return true
		}
	}
	return true
}

// through is Rv, and back Rᵀu.
func (l *layering) through(left, v []float64) []float64 {
	w := make([]float64, l.m)
	for i := range w {
		w[i] = dot(left[i*l.n:(i+1)*l.n], v)
	}
	return w
}

func (l *layering) back(left, u []float64) []float64 {
	w := make([]float64, l.n)
	for i, x := range u {
		for j := range w {
			w[j] += x * left[i*l.n+j]
		}
	}
	return w
}

func divided(x []float64, by float64) []float64 {
	q := make([]float64, len(x))
	for i := range x {
		q[i] = x[i] / by
	}
	return q
}

// layer is (Rv)vᵀ, as the layer would be if v were right.
func (p *seeking) layer() []float64 {
	a := make([]float64, 0, len(p.rv)*len(p.v))
	for _, x := range p.rv {
		for _, y := range p.v {
			a = append(a, x*y)
		}
	}
	return a
}

// saySeek tells an iteration.
func (v layersView) saySeek(s *algos.Story) {
	s.Text("Layer <next> is sought in what is left, R. A direction is taken through R and back, and made 1 long; $\\|Rv\\|$ rises each time, to $s_{<next>}=<snext>$ at most.")
	s.TeX(`v\leftarrow\frac{R^\top Rv}{\|R^\top Rv\|},\qquad\|Rv\|=\hl{<found>}`)
	if second := v.f.value(v.k + 1); second > 0 && v.k+1 < v.rank {
		s.Vars["second"], s.Vars["after"], s.Vars["ratio"] = second, v.k+2, (second/v.f.value(v.k))*(second/v.f.value(v.k))
		s.Text("What is wrong with v shrinks by $s_{<after>}^2/s_{<next>}^2=<ratio>$ every time, in the end.")
	}
}

var (
	claimBelow = algos.Guarantee{Name: "power-below", Claim: `a direction finds no more than the largest: $\|Rv\|\le s_{k+1}$`}
	claimRises = algos.Guarantee{Name: "power-rises", Claim: `power iteration never loses: $\|Rv\|$ does not fall`}
)

func (v layersView) checkSeek() []algos.Check {
	// Products of m·n numbers, and the noise of what is left.
	rounding := 2*v.f.noise() + 8*num.Ulp*float64(v.m+v.n)*v.seek.s
	return []algos.Check{
		doubted(claimBelow.AtMost(v.seek.s, v.f.value(v.k), rounding).Of(v.f.value(0)).Between("‖Rv‖", "s of the next layer")),
		doubted(claimRises.AtLeast(v.seek.s, v.seek.was, rounding).Of(v.f.value(0)).Between("now", "before")),
	}
}

// seekVars are the values of an iteration.
func (v layersView) seekVars(s say.Vars) {
	s["iteration"], s["found"] = v.seek.t, v.seek.s
}
