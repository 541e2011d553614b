package diffusionkernel

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var (
	claimMissing   = algos.Guarantee{Name: "missing", Claim: `what is missing of $U e^{\lambda\Lambda}U^\top$ is at most the bound of all later terms`}
	claimTrace     = algos.Guarantee{Name: "trace", Claim: `the trace is the sum over the eigenvalues of $B$, each put into the same sum or product`}
	claimConserved = algos.Guarantee{Name: "conserved", Claim: `no heat is lost: every row of the matrix adds up to 1, after every step`}
	claimSymmetric = algos.Guarantee{Name: "symmetric", Claim: `the matrix is symmetric: as much flows from $i$ to $j$ as back`}
	claimPSD       = algos.Guarantee{Name: "psd", Claim: `no eigenvalue is negative: those of the kernel are $e^{\lambda\mu}>0$, and sums up to an even power are positive too`}
	claimGroup     = algos.Guarantee{Name: "semigroup", Claim: `$K_{\lambda}=K_{0.3\lambda}K_{0.7\lambda}$: heat that flows on is heat that flows longer`}
	claimUniform   = algos.Guarantee{Name: "uniform", Claim: `in its part the heat comes within $e^{-\lambda\gamma}$ of being spread evenly; $\gamma$ is the smallest positive eigenvalue of $-B$ there`}
	claimParts     = algos.Guarantee{Name: "parts", Claim: `no heat comes to another part of the graph`}
	claimPositive  = algos.Guarantee{Name: "positive", Claim: `there is no cold: no entry of the source's row is negative`}
	claimWalk      = algos.Guarantee{Name: "walk", Claim: `after $k$ steps the walk misses the kernel of its time by at most $4/(e^2k)$`}
)

const (
	notHeat  say.Phrase = "with the weights alone for B nothing is conserved"
	unsummed say.Phrase = "powers are missing yet"
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	return []algos.Check{
		v.checkMissing(), v.checkTrace(), v.checkConserved(), v.checkSymmetric(), v.checkPSD(), v.checkGroup(), v.checkUniform(),
		v.checkParts(), v.checkPositive(), v.checkWalk(),
	}
}

// few says why promises are not looked at where terms were too large.
func (v view) few() say.Phrase {
	return say.Vars{"peak": math.Max(v.peak, v.sum.most())}.Text("with numbers as large as <peak> too few digits are left")
}

// whole says why the matrix is not the kernel yet; "" where it is.
func (v view) whole() say.Phrase {
	switch {
	case v.rough || v.vague():
		return v.few()
	case v.Method == walk:
		return "a walk only comes near the kernel"
	case v.state != algos.Converged:
		return unsummed
	}
	return ""
}

func (v view) checkMissing() algos.Check {
	switch {
	case v.Method == walk:
		return claimMissing.Not("a walk has no later terms")
	case v.vague():
		return claimMissing.Not(v.few())
	case v.bound > 1e30:
		return claimMissing.Not("the terms still grow")
	}
	exact := v.sum.plus(v.exact, 0)
	size := math.Max(exact.most(), v.exact.most())
	return claimMissing.AtMost(v.missing(), v.bound, v.lost+v.off).Of(size).Between("missing", "bound")
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
	off := n * (v.lost + 16*n*ulp*(1+v.Lambda*v.norm)*v.grown() + math.Ldexp(16*ulp*size, v.squar))
	return claimTrace.Equal(v.sum.trace(), sum, off).Of(size).Between("trace", "by eigenvalues")
}

// grown bounds what the terms, or the steps, make of an eigenvalue as large as the norm.
func (v view) grown() float64 {
	switch {
	case v.Method == walk && v.stays():
		return 1
	case v.Method == walk:
		return math.Pow(1+v.Lambda*v.norm/float64(v.M), float64(v.k))
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
	return claimConserved.Equal(worst, 1, off).Between("row farthest from it", "")
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
		return claimPSD.Not("after an odd number of steps, which are too long, there may be negative ones")
	case v.Method == walk && odd && v.Lambda*v.spec.values[0] < -float64(v.M):
		return claimPSD.Not("a step turns the sign of an eigenvalue, and their number is odd")
	case v.Method != walk && odd && v.squar == 0 && v.state != algos.Converged:
		return claimPSD.Not("a sum up to an odd power may have negative ones")
	}
	least := v.sum.least()
	if least != least {
		return claimPSD.Not("the eigenvalues were not found")
	}
	n := float64(v.n)
	return claimPSD.AtLeast(least, 0, n*(v.lost+v.bounded()+16*n*ulp*v.sum.norm())).Of(v.sum.norm()).Between("least eigenvalue", "")
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
	o.Method, o.Lambda, o.halving = squares, time, 0
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
	a, offA := v.exponential(0.3 * v.Lambda)
	b, offB := v.exponential(0.7 * v.Lambda)
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
		Between(w.Text("K(<i>, <j>)"), "the product's")
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
		return claimUniform.Not("the source stands alone")
	}
	share, far := 1/float64(v.size(v.part[v.s])), 0.0
	for i, x := range v.sum.row(v.s) {
		if v.part[i] == v.part[v.s] {
			far = math.Max(far, math.Abs(x-share))
		}
	}
	right := math.Exp(-v.Lambda * gap)
	return claimUniform.AtMost(far, right, v.lost+v.bound+v.off).Of(1).Between("farthest from even", "e^(−λγ)")
}

func (v view) checkParts() algos.Check {
	if v.parts == 1 {
		return claimParts.Not("the graph is in one part")
	}
	sum := 0.0
	for i, x := range v.sum.row(v.s) {
		if v.part[i] != v.part[v.s] {
			sum += math.Abs(x)
		}
	}
	return claimParts.Equal(sum, 0, 0).Of(1).Between("heat elsewhere", "")
}

func (v view) checkPositive() algos.Check {
	switch {
	case v.vague():
		return claimPositive.Not(v.few())
	case v.Method == walk && v.Matrix == heat && !v.stays():
		return claimPositive.Not("the steps of the walk are too long")
	case v.Method != walk && v.Matrix == heat && v.whole() != "":
		return claimPositive.Not(v.whole())
	}
	least := v.sum.at(v.s, 0)
	for _, x := range v.sum.row(v.s) {
		least = math.Min(least, x)
	}
	return claimPositive.AtLeast(least, 0, v.lost+v.bounded()).Of(v.sum.most()).Between("least", "")
}

func (v view) checkWalk() algos.Check {
	switch {
	case v.Method != walk:
		return claimWalk.Not("the kernel is not made by a walk")
	case v.Matrix != heat:
		return claimWalk.Not(notHeat)
	case v.k == 0:
		return claimWalk.Not("no step has been taken yet")
	case -v.Lambda*v.spec.values[0] > float64(v.M):
		return claimWalk.Not("the steps are too long: m must be at least λ times the largest eigenvalue of −B")
	}
	if v.vague() {
		return claimWalk.Not(v.few())
	}
	return claimWalk.AtMost(v.missing(), 4/(math.E*math.E*float64(v.k)), v.lost+v.off).Of(1).Between("missing", "4/(e²k)")
}
