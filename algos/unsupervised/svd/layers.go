package svd

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/num"
	"playground/algos/say"
)

// A layering is what stays the same while terms are added.
type layering struct {
	options
	*table
	f     factors
	total float64 // ‖A‖²
	rank  int
	last  int // the step at which the run ends
}

// A layersView is the state after k terms.
type layersView struct {
	*layering
	k      int
	left   float64 // ‖A − A_k‖², subtracted cell by cell
	rivals []float64
	seek   *seeking // on the way to the next term; nil: none is sought
	status algos.Status
}

func newLayering(t *table, o options) (*layering, error) {
	f, ok := decompose(t.cells, t.m, t.n)
	if !ok {
		return nil, noFactors
	}
	l := &layering{options: o, table: t, f: f, total: squares(t.cells), rank: f.rank()}
	l.last = min(l.rank, o.MaxRank)
	return l, nil
}

var noFactors = algos.Refuse("The SVD of this matrix did not converge.")

// many is how many random tables compete at every step.
const many = 8

func (l *layering) step(k int, r *rand.Rand) algos.Step {
	v := layersView{layering: l, k: k, left: squares(minus(l.cells, l.f.sum(k)))}
	if k > 0 {
		for range many {
			v.rivals = append(v.rivals, l.rival(k, r))
		}
	}
	v.status = v.judge()
	size := algos.Normal
	if k == 0 || k == l.last {
		size = algos.Pass
	}
	s := algos.Step{Phase: v.phase(), Size: size, Metrics: v.metrics().row(), Status: v.status, View: v}
	s.Next = algos.Next{Step: "next term", Pass: "all terms"}
	if l.Solver == power && k < l.last {
		s.Next.Small = "next power iteration"
	}
	if k > 0 && k == l.f.wanted(l.Energy) {
		s.Events = []algos.Event{{Kind: "enough", Text: v.vars().Text("explained energy <energy> is reached at rank <k>")}}
	}
	return s
}

// rival is the error of a table of rank k, and no bad one: A projected onto random mixtures of its columns.
func (l *layering) rival(k int, r *rand.Rand) float64 { return l.missed(l.mixtures(k, r)) }

// mixtures are orthonormal vectors that as many random mixtures of A's columns span.
func (l *layering) mixtures(k int, r *rand.Rand) [][]float64 {
	all := make([][]float64, k)
	for c := range all {
		x := make([]float64, l.m)
		for j := range l.n {
			w := r.NormFloat64()
			for i := range l.m {
				x[i] += w * (l.at(i, j) / l.f.s[0]) // near 1: no square vanishes
			}
		}
		all[c] = x
	}
	return orthonormal(all)
}

// orthonormal spans what the vectors span, and overwrites them; what depends on those before it is dropped.
func orthonormal(all [][]float64) [][]float64 {
	q := make([][]float64, 0, len(all))
	for _, x := range all {
		for range 2 { // twice: what is left of the first time is rounding
			for _, e := range q {
				c := dot(e, x)
				for i := range x {
					x[i] -= c * e[i]
				}
			}
		}
		length := norm(x)
		if !(length > 1e-9) { // the columns span no more
			continue
		}
		for i := range x {
			x[i] /= length
		}
		q = append(q, x)
	}
	return q
}

// missed is ‖A − QQᵀA‖² for orthonormal columns of Q.
func (l *layering) missed(q [][]float64) float64 {
	left := append([]float64{}, l.cells...)
	row := make([]float64, l.n)
	for _, e := range q {
		clear(row)
		for i := range l.m {
			for j := range l.n {
				row[j] += e[i] * left[i*l.n+j]
			}
		}
		for i := range l.m {
			for j := range l.n {
				left[i*l.n+j] -= e[i] * row[j]
			}
		}
	}
	return squares(left)
}

// turns is how many iterations the subspace of a rival turns towards the best one: enough to come near it.
const turns = 6

// iterated is the error that subspace iteration comes to from a random start. It knows A alone, and nothing of its singular vectors.
func (l *layering) iterated(k int) float64 {
	q := l.mixtures(k, rand.New(rand.NewPCG(uint64(k), 1)))
	for range turns {
		for c, e := range q {
			q[c] = l.through(l.cells, divided(l.back(l.cells, divided(e, l.f.s[0])), l.f.s[0]))
		}
		q = orthonormal(q)
	}
	return l.missed(q)
}

// best is the smallest of the rivals' errors.
func (v layersView) best() float64 {
	least := math.Inf(1)
	for _, e := range v.rivals {
		least = min(least, e)
	}
	return least
}

func (l *layering) stored(k int) int { return k * (l.m + l.n + 1) }

// share is how much of ‖A‖² so many terms have.
func (l *layering) share(k int) float64 {
	if l.total == 0 {
		return 1
	}
	kept := 0.0
	for i := min(k, len(l.f.s)) - 1; i >= 0; i-- {
		kept += l.f.s[i] * l.f.s[i]
	}
	return min(1, kept/(kept+l.f.tail(k)))
}

func (v layersView) metrics() metrics {
	m := metrics{
		"error": v.left, "tail": v.f.tail(v.k), "spectral": v.f.value(v.k), "energy": v.share(v.k),
		"stored": float64(v.stored(v.k)), "cells": float64(v.m * v.n),
	}
	if len(v.rivals) > 0 {
		m["rival"] = v.best()
	}
	if v.seek != nil {
		m["power"] = v.seek.s
	}
	if v.Noise > 0 && v.clean != nil {
		m["clean"] = squares(minus(v.f.sum(v.k), v.clean))
	}
	return m
}

func (v layersView) judge() algos.Status {
	w := v.vars()
	switch {
	case v.k < v.last:
		return algos.Status{State: algos.Running}
	case v.rank == 0:
		return algos.Status{State: algos.Converged, Reason: "All entries are 0: the rank is 0, and there is no rank-1 term."}
	case v.k == v.rank:
		return algos.Status{State: algos.Converged, Reason: w.Text("The rank is <k>: the sum of <k term> is the whole matrix.")}
	}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("Stopped at the max rank <k>; the rank of the matrix is <rank>.")}
}

func (v layersView) phase() say.Phrase {
	if v.k == 0 {
		return "no term yet"
	}
	return v.vars().Text("term <k=model.k>: s = <s=before.metric.spectral>")
}

func (v layersView) vars() say.Vars {
	s := say.Vars{
		"k": v.k, "next": v.k + 1, "m": v.m, "n": v.n, "rank": v.rank, "left": v.left, "share": v.share(v.k), "energy": v.Energy,
		"stored": v.stored(v.k), "cells": v.m * v.n, "snext": v.f.value(v.k), "total": v.total,
	}
	if v.k > 0 {
		s["s"], s["before"], s["prior"] = v.f.s[v.k-1], v.f.tail(v.k-1), v.k-1
		s["after"], s["best"] = v.f.tail(v.k), v.best()
	}
	if v.seek != nil {
		v.seekVars(s)
	}
	return s
}

// Say implements [algos.View].
func (v layersView) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.seek != nil {
		v.saySeek(&s)
		return s.Lines
	}
	if v.k == 0 {
		s.Text("A matrix of <m row> and <n column>. Its rank-1 terms are added in order of their singular values. At k = 0 the residual is the whole matrix.")
		if v.total > 0 {
			s.TeX(`\|A-A_0\|_F^2=\|A\|_F^2=\hl{<total>}`)
		}
		return s.Lines
	}
	s.Text(`Term <k=model.k> is $s_{<k>}u_{<k>}v_{<k>}^\top$ with $s_{<k>}=<s>$. The squared error falls by $s_{<k>}^2$.`)
	if v.f.tail(v.k) > v.f.rounding(v.f.tail(v.k)) {
		s.TeX(`\|A-A_{<k>}\|_F^2=\|A-A_{<prior>}\|_F^2-s_{<k>}^2=<before>-<s>^2=\hl{<after>}`)
		s.Text("No matrix of rank <k=model.k> has a smaller error. The best of 8 random ones has <best=metric.rival>.")
	} else {
		s.Text("The residual is at rounding level.")
	}
	s.Text("Explained energy: <share=metric.energy>. Storage: <stored=metric.stored number> instead of <cells>.")
	s.TeX(`k(m+n+1)=<k>\cdot(<m>+<n>+1)=<stored>`)
	v.sayChoice(&s)
	return s.Lines
}

// sayChoice tells what the rules of thumb say, once, where the first of them stops.
func (v layersView) sayChoice(s *algos.Story) {
	wanted, tenth, elbow := v.f.wanted(v.Energy), v.f.tenth(), v.f.elbow()
	s.Vars["wanted"], s.Vars["tenth"], s.Vars["elbow"] = wanted, tenth, elbow
	switch v.k {
	case wanted:
		s.Text("The explained energy reaches the target <energy> here.")
	case tenth:
		s.Text("The tenth rule stops here: the discarded part of $\\sum s_i$ is at most a tenth of the kept part.")
	case elbow:
		s.Text("The scree plot has its elbow here: later singular values fall slowly.")
	}
	if v.clean != nil && v.Noise > 0 && v.k > 1 {
		now, before := squares(minus(v.f.sum(v.k), v.clean)), squares(minus(v.f.sum(v.k-1), v.clean))
		s.Vars["now"] = now
		if now > before {
			s.Text("The squared error to the clean image rises to <now=metric.clean>: this term fits mostly noise.")
		} else {
			s.Text("The squared error to the clean image falls, too: to <now=metric.clean>.")
		}
	}
}

// Model implements [algos.View].
func (v layersView) Model() algos.Model {
	values := []algos.Value{
		{Name: "singular_values", Value: append([]float64{}, v.f.s...)},
		{Name: "rank", Value: v.rank},
		{Name: "k", Value: v.k},
		{Name: "error", Value: v.left},
		{Name: "energy_k", Value: v.f.wanted(v.Energy)},
		{Name: "tenth_k", Value: v.f.tenth()},
		{Name: "elbow_k", Value: v.f.elbow()},
		{Name: "table", Value: v.f.sum(v.k)},
	}
	if v.k > 0 {
		values = append(values, algos.Value{Name: "u", Value: append([]float64{}, v.f.u[v.k-1]...)},
			algos.Value{Name: "v", Value: append([]float64{}, v.f.v[v.k-1]...)})
	}
	return algos.Model{Values: values}
}

var (
	claimYoung    = algos.Guarantee{Name: "eckart-young", Claim: `Eckart–Young theorem: $\|A-A_k\|_F^2=\sum_{i>k}s_i^2$`}
	claimSpectral = algos.Guarantee{Name: "spectral", Claim: `spectral norm of the residual: $\|A-A_k\|_2=s_{k+1}$`}
	claimBest     = algos.Guarantee{Name: "best", Claim: `no matrix of rank $k$ has a smaller error: compared with subspace iteration from a random start`}
	claimEnergy   = algos.Guarantee{Name: "energy", Claim: `$\|A\|_F^2=\sum_is_i^2$`}
	claimOrtho    = algos.Guarantee{Name: "orthonormal", Claim: `the singular vectors are orthonormal: $U^\top U=V^\top V=I$`}
	claimTriple   = algos.Guarantee{Name: "triple", Claim: `$\|Av_k\|=s_k$`}
)

// doubted says why a promise is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "the difference is within the rounding error: the residual is tiny compared with the matrix"
	}
	return c
}

// Checks implements [algos.View].
func (v layersView) Checks() []algos.Check {
	tail := v.f.tail(v.k)
	rounding := v.f.rounding(tail)
	checks := []algos.Check{
		doubted(claimYoung.Equal(v.left, tail, rounding).Of(v.f.tail(0)).Between("computed", "Σ s²")),
		v.checkSpectral(),
		claimEnergy.Equal(v.total, v.f.tail(0), v.f.rounding(v.f.tail(0))).Between("‖A‖²", "Σ s²"),
		v.f.checkOrthonormal(),
	}
	if v.seek != nil {
		checks = append(checks, v.checkSeek()...)
	}
	if len(v.rivals) > 0 {
		// A rival is subtracted cell by cell, with as much rounding as the terms.
		found := v.iterated(v.k)
		checks = append(checks, doubted(claimBest.AtLeast(found, v.left, rounding+v.f.rounding(found)).Of(v.f.tail(0)).
			Between("subspace iteration", "Aₖ")), v.checkTriple())
	}
	return checks
}

// checkSpectral finds the spectral norm of what is left by another route: as the root of
// the largest eigenvalue of RᵀR.
func (v layersView) checkSpectral() algos.Check {
	left := minus(v.cells, v.f.sum(v.k))
	size := 0.0
	for _, x := range left {
		size = max(size, math.Abs(x))
	}
	found := 0.0
	if size > 0 {
		gram := make([]float64, v.n*v.n)
		for i := range v.m {
			row := left[i*v.n : (i+1)*v.n]
			for a, x := range row {
				for b, y := range row[:a+1] {
					gram[a*v.n+b] += (x / size) * (y / size)
				}
			}
		}
		values, _, ok := kernel.Eigen(gram, v.n)
		if !ok {
			return claimSpectral.Not("the eigenvalue computation did not converge")
		}
		found = size * math.Sqrt(max(0, values[v.n-1]))
	}
	// The root halves the share by which an eigenvalue is off: some ulps for every row and column.
	rounding := 2*v.f.noise() + 8*num.Ulp*float64(v.m+v.n)*found
	return doubted(claimSpectral.Equal(found, v.f.value(v.k), rounding).Of(v.f.value(0)).Between("√λ of RᵀR", "next singular value"))
}

// checkOrthonormal looks for the inner product that is farthest from 0, or from 1.
func (f factors) checkOrthonormal() algos.Check {
	off := 0.0
	for i := range f.s {
		for j := range i + 1 {
			want := 0.0
			if i == j {
				want = 1
			}
			off = max(off, math.Abs(dot(f.u[i], f.u[j])-want), math.Abs(dot(f.v[i], f.v[j])-want))
		}
	}
	rounding := 8 * num.Ulp * float64(f.m+f.n)
	return claimOrtho.Equal(off, 0, rounding).Of(1).Between("largest deviation", "")
}

func (v layersView) checkTriple() algos.Check {
	k := v.k - 1
	av := make([]float64, v.m)
	for i := range av {
		av[i] = dot(v.cells[i*v.n:(i+1)*v.n], v.f.v[k])
	}
	return doubted(claimTriple.Equal(norm(av), v.f.s[k], v.f.noise()).Of(v.f.s[0]).Between("‖Av‖", "s"))
}
