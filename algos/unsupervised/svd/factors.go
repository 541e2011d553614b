package svd

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// A factors is the decomposition of an m×n table: singular values, falling, and what
// belongs to each in the rows of u and of v.
type factors struct {
	m, n int
	s    []float64
	u, v [][]float64
}

// decompose finds the singular values and vectors. The table is divided by a power of
// two near its largest number first, so that no square overflows or vanishes.
// It reports false where they cannot be found.
func decompose(cells []float64, m, n int) (factors, bool) {
	f := factors{m: m, n: n, s: make([]float64, min(m, n))}
	most := 0.0
	for _, x := range cells {
		most = max(most, math.Abs(x))
	}
	if most == 0 {
		for k := range f.s {
			f.u, f.v = append(f.u, unit(m, k)), append(f.v, unit(n, k))
		}
		return f, true
	}
	_, exponent := math.Frexp(most)
	a := mat.NewDense(m, n, nil)
	for i, x := range cells {
		a.Set(i/n, i%n, math.Ldexp(x, -exponent))
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return f, false
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	svd.Values(f.s)
	for k := range f.s {
		f.s[k] = math.Ldexp(f.s[k], exponent)
		left, right := mat.Col(nil, k, &u), mat.Col(nil, k, &v)
		orient(left, right)
		f.u, f.v = append(f.u, left), append(f.v, right)
	}
	return f, !math.IsNaN(f.s[0])
}

// orient turns a pair of singular vectors, whose signs are free together, so that the
// largest number of v is positive, the first of equals.
func orient(u, v []float64) {
	most := 0
	for j := range v {
		if math.Abs(v[j]) > math.Abs(v[most])*(1+1e-9) {
			most = j
		}
	}
	if v[most] >= 0 {
		return
	}
	for i := range u {
		u[i] = -u[i]
	}
	for j := range v {
		v[j] = -v[j]
	}
}

func unit(n, k int) []float64 {
	e := make([]float64, n)
	e[k] = 1
	return e
}

// addLayer adds s·uvᵀ of one term to a table.
func (f factors) addLayer(to []float64, k int) {
	for i, u := range f.u[k] {
		su := f.s[k] * u
		for j, v := range f.v[k] {
			to[i*f.n+j] += su * v
		}
	}
}

// sum is the sum of the first k terms.
func (f factors) sum(k int) []float64 {
	a := make([]float64, f.m*f.n)
	for i := range min(k, len(f.s)) {
		f.addLayer(a, i)
	}
	return a
}

// tail is Σ s² of the terms from k on, the smallest first.
func (f factors) tail(k int) float64 {
	sum := 0.0
	for i := len(f.s) - 1; i >= k; i-- {
		sum += f.s[i] * f.s[i]
	}
	return sum
}

// value is the k-th singular value, counted from 0; 0 where there is none.
func (f factors) value(k int) float64 {
	if k >= len(f.s) {
		return 0
	}
	return f.s[k]
}

// rank counts the singular values that are more than rounding.
func (f factors) rank() int {
	k := 0
	for k < len(f.s) && f.s[k] > float64(f.m+f.n)*num.Ulp*f.s[0] {
		k++
	}
	return k
}

// noise bounds, in the norm of Frobenius, how far the terms together are from the table:
// the decomposition is that of a table which is off by some ulps of s₁ for every row and column.
func (f factors) noise() float64 { return 8 * num.Ulp * float64(f.m+f.n) * f.value(0) }

// rounding bounds what that does to a sum of squares of what is left behind k terms, or to
// the sum of their s²: twice the root of the sum times the noise, for each of both.
func (f factors) rounding(tail float64) float64 {
	e := f.noise()
	return 4 * e * (math.Sqrt(float64(len(f.s))*tail) + float64(len(f.s))*e)
}

// wanted is the first k whose terms have a share of Σ s².
func (f factors) wanted(share float64) int {
	all, sum := f.tail(0), 0.0
	for k := range f.s {
		if sum >= share*all*(1-1e-12) {
			return k
		}
		sum += f.s[k] * f.s[k]
	}
	return len(f.s)
}

// tenth is the notes' k: the first for which the values left out add up to at most a tenth of those taken.
func (f factors) tenth() int {
	all, sum := 0.0, 0.0
	for _, s := range f.s {
		all += s
	}
	for k, s := range f.s {
		if all-sum <= (sum/10)*(1+1e-12) {
			return k
		}
		sum += s
	}
	return len(f.s)
}

// elbow is the k at which the falling values bend most: the last value before the place
// that lies farthest below the chord from the first to the last one. It is 0 where nothing bends.
func (f factors) elbow() int {
	r, at, deepest := len(f.s), 0, 1e-9
	if r < 3 || f.s[0] == 0 {
		return 0
	}
	for k := 1; k < r-1; k++ {
		t := float64(k) / float64(r-1)
		if depth := (f.s[0]*(1-t) + f.s[r-1]*t - f.s[k]) / f.s[0]; depth > deepest+1e-12 {
			at, deepest = k, depth
		}
	}
	return at
}

// squares is Σ x².
func squares(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return sum
}

func minus(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

func plus(a, b []float64) []float64 {
	s := make([]float64, len(a))
	for i := range a {
		s[i] = a[i] + b[i]
	}
	return s
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func norm(x []float64) float64 { return math.Sqrt(squares(x)) }

// A seeking is where the search for the next term is, by power iteration: a direction is
// taken through what is left, R, and back, over and over.
type seeking struct {
	t      int
	v, rv  []float64
	s, was float64 // ‖Rv‖, now and before
}

// Iterations for a term: as many as show how it goes, or until ‖Rv‖ rises by less than a share.
const (
	mostIterations = 40
	steady         = 1e-9
)

// seek yields the iterations for the term behind k others; it reports false where nobody wants more.
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
			Phase: v.vars().Text("power iteration <iteration>: ‖Rv‖ = <found=metric.power>"), Metrics: v.metrics().row(), Status: v.status, View: v,
			Next: algos.Next{Small: "next power iteration", Step: "next term", Pass: "all terms"},
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

// layer is (Rv)vᵀ, as the term would be if v were right.
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
	s.Text("Power iteration for term <next>: v is multiplied by $R^\\top R$ of the residual R and normalised. $\\|Rv\\|$ never " +
		"decreases, and is at most $s_{<next>}=<snext>$.")
	s.TeX(`v\leftarrow\frac{R^\top Rv}{\|R^\top Rv\|},\qquad\|Rv\|=\hl{<found>}`)
	if second := v.f.value(v.k + 1); second > 0 && v.k+1 < v.rank {
		s.Vars["second"], s.Vars["after"], s.Vars["ratio"] = second, v.k+2, (second/v.f.value(v.k))*(second/v.f.value(v.k))
		s.Text("The error of v is asymptotically multiplied by $s_{<after>}^2/s_{<next>}^2=<ratio>$ per iteration.")
	}
}

var (
	claimBelow = algos.Guarantee{Name: "power-below", Claim: `$\|Rv\|\le s_{k+1}$ for every unit vector $v$`}
	claimRises = algos.Guarantee{Name: "power-rises", Claim: `$\|Rv\|$ is non-decreasing in power iteration`}
)

func (v layersView) checkSeek() []algos.Check {
	// Products of m·n numbers, and the noise of what is left.
	rounding := 2*v.f.noise() + 8*num.Ulp*float64(v.m+v.n)*v.seek.s
	return []algos.Check{
		doubted(claimBelow.AtMost(v.seek.s, v.f.value(v.k), rounding).Of(v.f.value(0)).Between("‖Rv‖", "next singular value")),
		doubted(claimRises.AtLeast(v.seek.s, v.seek.was, rounding).Of(v.f.value(0)).Between("now", "before")),
	}
}

// seekVars are the values of an iteration.
func (v layersView) seekVars(s say.Vars) {
	s["iteration"], s["found"] = v.seek.t, v.seek.s
}
