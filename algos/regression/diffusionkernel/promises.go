package diffusionkernel

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var (
	claimMissing   = algos.Guarantee{Name: "missing", Claim: `truncation error against $Ue^{\lambda\Lambda}U^\top$ ≤ bound of all later terms, in every entry`}
	claimTrace     = algos.Guarantee{Name: "trace", Claim: `trace of K = sum over the eigenvalues of $B$, each mapped by the same polynomial`}
	claimConserved = algos.Guarantee{Name: "conserved", Claim: `heat is conserved: every row of K sums to 1 after every step`}
	claimSymmetric = algos.Guarantee{Name: "symmetric", Claim: `K is symmetric: $K_{ij}=K_{ji}$`}
	claimPSD       = algos.Guarantee{Name: "psd", Claim: `K is positive semi-definite: its eigenvalues are $e^{\lambda\mu}>0$; partial sums up to an ` +
		`even power are, too`}
	claimGroup   = algos.Guarantee{Name: "semigroup", Claim: `semigroup property: $K_{\lambda}=K_{0.3\lambda}K_{0.7\lambda}$`}
	claimUniform = algos.Guarantee{Name: "uniform", Claim: `convergence to the uniform distribution on the component: deviation ≤ ` +
		`$e^{-\lambda\gamma}$, with the spectral gap $\gamma$`}
	claimParts    = algos.Guarantee{Name: "parts", Claim: `no heat reaches other connected components`}
	claimPositive = algos.Guarantee{Name: "positive", Claim: `heat is non-negative: $K(s,i)\ge 0$ for all nodes $i$`}
	claimWalk     = algos.Guarantee{Name: "walk", Claim: `approximation error of the random walk after $k$ steps: at most $4/(e^2k)$`}
)

const (
	notHeat  say.Phrase = "with the adjacency matrix for B heat is not conserved"
	unsummed say.Phrase = "the series has not converged yet"
	blurry   say.Phrase = "the terms cancel, and little precision is left"
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	return []algos.Check{
		v.checkMissing(), v.checkTrace(), v.checkConserved(), v.checkSymmetric(), v.checkPSD(), v.checkGroup(), v.checkUniform(),
		v.checkParts(), v.checkPositive(), v.checkWalk(),
	}
}

// few says why guarantees are not looked at where terms were too large.
func (v view) few() say.Phrase {
	return say.Vars{"peak": math.Max(v.peak, v.sum.most())}.Text("terms as large as <peak> leave too little precision")
}

// whole says why the matrix is not the kernel yet; "" where it is.
func (v view) whole() say.Phrase {
	switch {
	case v.rough || v.vague():
		return v.few()
	case v.Method == walk:
		return "a random walk only approximates the kernel"
	case v.state != algos.Converged:
		return unsummed
	}
	return ""
}

func (v view) checkMissing() algos.Check {
	switch {
	case v.Method == walk:
		return claimMissing.Not("a random walk has no truncation error")
	case v.vague():
		return claimMissing.Not(v.few())
	case !v.tells(v.bound):
		return claimMissing.Not("the bound is still larger than every entry of the kernel")
	}
	exact := v.sum.plus(v.exact, 0)
	size := math.Max(exact.most(), v.exact.most())
	return claimMissing.AtMost(v.missing(), v.bound, v.lost+v.off).Of(size).Between("truncation error", "bound")
}

func (v view) checkTrace() algos.Check {
	if v.vague() {
		return claimTrace.Not(v.few())
	}
	sum, size := 0.0, 0.0
	for _, x := range v.spec.values {
		y := v.eigen(x)
		sum, size = sum+y, size+math.Abs(y)
	}
	n := float64(v.n)
	off := n * (v.lost + 16*n*ulp*(1+v.Time*v.norm)*v.grown() + math.Ldexp(16*ulp*size, v.squar))
	c := claimTrace.Equal(v.sum.trace(), sum, off).Of(size).Between("trace", "by eigenvalues")
	if c.Verdict == algos.Undecided {
		c = c.Because(blurry)
	}
	return c
}

// grown bounds what the terms, or the steps, make of an eigenvalue as large as the norm.
func (v view) grown() float64 {
	switch {
	case v.Method == walk && v.stays():
		return 1
	case v.Method == walk:
		return math.Pow(1+v.Time*v.norm/float64(v.NSteps), float64(v.k))
	case v.squar > 0:
		return math.Max(1, v.exact.norm())
	}
	return math.Exp(math.Min(v.radius(), farthest))
}

func (v view) checkConserved() algos.Check {
	if v.Matrix != heat {
		return claimConserved.Not(notHeat)
	}
	if v.vague() {
		return claimConserved.Not(v.few())
	}
	worst := 1.0
	for i := range v.n {
		sum := 0.0
		for _, x := range v.sum.row(i) {
			sum += x
		}
		if math.Abs(sum-1) > math.Abs(worst-1) {
			worst = sum
		}
	}
	off := float64(v.n) * (v.lost + float64(v.n)*ulp*v.sum.most())
	return claimConserved.Equal(worst, 1, off).Between("row sum with the largest deviation", "")
}

func (v view) checkSymmetric() algos.Check {
	if v.vague() {
		return claimSymmetric.Not(v.few())
	}
	i, j := 0, 0
	for a := range v.n {
		for b := range a {
			if math.Abs(v.sum.at(a, b)-v.sum.at(b, a)) >= math.Abs(v.sum.at(i, j)-v.sum.at(j, i)) {
				i, j = a, b
			}
		}
	}
	w := say.Vars{"i": i + 1, "j": j + 1}
	return claimSymmetric.Equal(v.sum.at(i, j), v.sum.at(j, i), 2*v.lost).Of(v.sum.most()).
		Between(w.Text("K(<i>, <j>)"), w.Text("K(<j>, <i>)"))
}

func (v view) checkPSD() algos.Check {
	odd := (v.k-v.squar)%2 == 1
	switch {
	case v.vague():
		return claimPSD.Not(v.few())
	case v.Method == walk && odd && !v.stays():
		return claimPSD.Not("after an odd number of steps that are too large, eigenvalues may be negative")
	case v.Method == walk && odd && v.Time*v.spec.values[0] < -float64(v.NSteps):
		return claimPSD.Not("a step flips the sign of an eigenvalue, and the number of steps is odd")
	case v.Method != walk && odd && v.squar == 0 && v.state != algos.Converged:
		return claimPSD.Not("a partial sum up to an odd power may have negative eigenvalues")
	}
	least := v.sum.least()
	if least != least {
		return claimPSD.Not("the eigenvalue computation did not converge")
	}
	n := float64(v.n)
	return claimPSD.AtLeast(least, 0, n*(v.lost+v.bounded()+16*n*ulp*v.sum.norm())).Of(v.sum.norm()).Between("smallest eigenvalue", "")
}

// bounded is what is missing at the end of a series.
func (v view) bounded() float64 {
	if v.Method == walk || v.state != algos.Converged {
		return 0
	}
	return v.bound
}

// exponential is exp of B for some time, by scaling and squaring.
func (t *task) exponential(time float64) (k matrix, off float64) {
	o := *t
	o.Method, o.Time, o.halving = squares, time, 0
	for r := time * o.norm; r > 0.5; r /= 2 {
		o.halving++
	}
	v := o.begin()
	for v.state == algos.Running {
		v = v.next()
	}
	return v.sum, v.lost + v.bound
}

func (v view) checkGroup() algos.Check {
	if why := v.whole(); why != "" {
		return claimGroup.Not(why)
	}
	a, offA := v.exponential(0.3 * v.Time)
	b, offB := v.exponential(0.7 * v.Time)
	product := a.times(b, 1)
	i, j := 0, 0
	for k := range product.x {
		if math.Abs(product.x[k]-v.sum.x[k]) > math.Abs(product.at(i, j)-v.sum.at(i, j)) {
			i, j = k/v.n, k%v.n
		}
	}
	off := v.lost + v.bound + offA*b.norm() + offB*a.norm() + float64(v.n+1)*ulp*a.norm()*b.norm()
	w := say.Vars{"i": i + 1, "j": j + 1}
	return claimGroup.Equal(v.sum.at(i, j), product.at(i, j), off).Of(v.sum.most()).
		Between(w.Text("K(<i>, <j>)"), "product")
}

// gap is the smallest positive eigenvalue of −B in the source's part.
func (v view) gap() (gap float64, ok bool) {
	var nodes []int
	for i, p := range v.part {
		if p == v.part[v.s] {
			nodes = append(nodes, i)
		}
	}
	if len(nodes) < 2 {
		return 0, false
	}
	b := zero(len(nodes))
	for a, i := range nodes {
		for c, j := range nodes {
			b.x[a*b.n+c] = v.b.at(i, j)
		}
	}
	s, ok := b.spectrum()
	if !ok {
		return 0, false
	}
	return -s.values[len(nodes)-2], true
}

func (v view) checkUniform() algos.Check {
	if v.Matrix != heat {
		return claimUniform.Not(notHeat)
	}
	if why := v.whole(); why != "" {
		return claimUniform.Not(why)
	}
	gap, ok := v.gap()
	if !ok {
		return claimUniform.Not("the source is an isolated node")
	}
	share, far := 1/float64(v.size(v.part[v.s])), 0.0
	for i, x := range v.sum.row(v.s) {
		if v.part[i] == v.part[v.s] {
			far = math.Max(far, math.Abs(x-share))
		}
	}
	right := math.Exp(-v.Time * gap)
	return claimUniform.AtMost(far, right, v.lost+v.bound+v.off).Of(1).Between("largest deviation from uniform", "e^(−λγ)")
}

func (v view) checkParts() algos.Check {
	if v.parts == 1 {
		return claimParts.Not("the graph is connected")
	}
	sum := 0.0
	for i, x := range v.sum.row(v.s) {
		if v.part[i] != v.part[v.s] {
			sum += math.Abs(x)
		}
	}
	return claimParts.Equal(sum, 0, 0).Of(1).Between("heat in other components", "")
}

func (v view) checkPositive() algos.Check {
	switch {
	case v.vague():
		return claimPositive.Not(v.few())
	case v.Method == walk && v.Matrix == heat && !v.stays():
		return claimPositive.Not("the steps of the walk are too large")
	case v.Method != walk && v.Matrix == heat && v.whole() != "":
		return claimPositive.Not(v.whole())
	}
	least := v.sum.at(v.s, 0)
	for _, x := range v.sum.row(v.s) {
		least = math.Min(least, x)
	}
	return claimPositive.AtLeast(least, 0, v.lost+v.bounded()).Of(v.sum.most()).Between("minimum", "")
}

func (v view) checkWalk() algos.Check {
	switch {
	case v.Method != walk:
		return claimWalk.Not("the method is not a random walk")
	case v.Matrix != heat:
		return claimWalk.Not(notHeat)
	case v.k == 0:
		return claimWalk.Not("no step yet")
	case -v.Time*v.spec.values[0] > float64(v.NSteps):
		return claimWalk.Not("the steps are too large: m must be at least λ times the largest eigenvalue of −B")
	}
	if v.vague() {
		return claimWalk.Not(v.few())
	}
	return claimWalk.AtMost(v.missing(), 4/(math.E*math.E*float64(v.k)), v.lost+v.off).Of(1).Between("truncation error", "4/(e²k)")
}
