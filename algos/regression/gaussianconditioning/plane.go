package gaussianconditioning

import (
	"errors"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// The stages of the product in the plane.
const (
	apart    = iota // two densities
	summed          // precision matrices add up
	averaged        // the mean
	factored        // the constant before it
)

// The stages of a linear combination.
const (
	given  = iota // two vectors
	mapped        // their images
	added         // their sum
)

// planar reports whether the topic is about two Gaussians in the plane.
func (t *task) planar() bool { return t.Topic == product2D || t.Topic == combination }

// A square is a matrix of two rows, row by row.
type square [4]float64

var errMatrix = errors.New("a matrix is four numbers, such as 1 0; 0 1")

func readMatrix(text string) (m square, err error) {
	all, err := parse(text)
	if err != nil || len(all) != len(m) {
		return m, errMatrix
	}
	copy(m[:], all)
	return m, nil
}

func matrixReadable(text string) error {
	_, err := readMatrix(text)
	return err
}

func (m square) of(x [2]float64) [2]float64 {
	return [2]float64{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]}
}

// maps is how the image of a Gaussian vector is distributed.
func (m square) maps(j joint) joint {
	c := j.cov
	a, b := m.of([2]float64{c[0], c[1]}), m.of([2]float64{c[1], c[2]}) // the columns of MΣ
	first, second := m.of([2]float64{a[0], b[0]}), m.of([2]float64{a[1], b[1]})
	return joint{m.of(j.mean), [3]float64{first[0], first[1], second[1]}}
}

// plus is the sum of two independent vectors.
func (j joint) plus(k joint) joint {
	for i := range j.mean {
		j.mean[i] += k.mean[i]
	}
	for i := range j.cov {
		j.cov[i] += k.cov[i]
	}
	return j
}

// second is the other Gaussian of the plane.
func (t *task) second() joint {
	c := t.SecondRho * math.Sqrt(t.SecondVar1) * math.Sqrt(t.SecondVar2)
	return joint{t.SecondMean, [3]float64{t.SecondVar1, c, t.SecondVar2}}
}

// symmetric is a symmetric matrix times a vector.
func symmetric(c [3]float64, x [2]float64) [2]float64 { return square{c[0], c[1], c[1], c[2]}.of(x) }

// times is the product of two densities by the textbook: precision matrices add up. The second
// result is the logarithm of the factor before it.
func (j joint) times(k joint) (joint, float64) {
	a, b := j.precision(), k.precision()
	var l [3]float64
	for i := range l {
		l[i] = a[i] + b[i]
	}
	p := joint{cov: joint{cov: l}.precision()}
	u, w := symmetric(a, j.mean), symmetric(b, k.mean)
	p.mean = symmetric(p.cov, [2]float64{u[0] + w[0], u[1] + w[1]})
	return p, joint{k.mean, joint{cov: j.cov}.plus(joint{cov: k.cov}).cov}.log(j.mean[0], j.mean[1])
}

// updated is the product by a second route, the update of Kalman: no covariance is inverted but
// that of the difference of both.
func (j joint) updated(k joint) joint {
	s := joint{cov: j.cov}.plus(joint{cov: k.cov}).precision()
	c, p := j.cov, j
	move := symmetric(c, symmetric(s, [2]float64{k.mean[0] - j.mean[0], k.mean[1] - j.mean[1]}))
	first, second := symmetric(c, symmetric(s, [2]float64{c[0], c[1]})), symmetric(c, symmetric(s, [2]float64{c[1], c[2]}))
	p.mean = [2]float64{j.mean[0] + move[0], j.mean[1] + move[1]}
	p.cov = [3]float64{c[0] - first[0], c[1] - (first[1]+second[0])/2, c[2] - second[1]}
	return p
}

// widest is the largest eigenvalue: the variance along the long axis of the ellipse.
func (j joint) widest() float64 {
	half := (j.cov[0] - j.cov[2]) / 2
	return (j.cov[0]+j.cov[2])/2 + math.Hypot(half, j.cov[1])
}

// condition bounds that of the covariance.
func (j joint) condition() float64 {
	sum := j.cov[0] + j.cov[2]
	return sum * sum / j.determinant()
}

func (j joint) far() float64 { return math.Hypot(j.mean[0], j.mean[1]) }

// settle works out what the run in the plane comes to.
func (t *task) settle() {
	first, second := t.joint, t.second()
	if t.objection() != "" {
		return
	}
	if t.Topic == product2D {
		t.result, t.logFactor = first.times(second)
	} else {
		a, _ := readMatrix(t.A) // bind lets no other text through
		b, _ := readMatrix(t.B)
		t.images = [2]joint{a.maps(first), b.maps(second)}
		t.result = t.images[0].plus(t.images[1]).plus(joint{mean: t.Shift})
	}
	t.answer = t.result.marginal(0)
}

// planeModel are the results in the plane.
func (v view) planeModel() algos.Model {
	c := v.result.cov
	m := algos.Model{Values: []algos.Value{
		{Name: "mean", Value: v.result.mean[:]},
		{Name: "covariance", Value: [][]float64{{c[0], c[1]}, {c[1], c[2]}}},
	}}
	if v.Topic == product2D {
		m.Values = append(m.Values, algos.Value{Name: "constant", Value: math.Exp(v.logFactor)}, algos.Value{Name: "log_constant", Value: v.logFactor})
	}
	return m
}

// planeVars adds what sentences about the plane name.
func (v view) planeVars(w say.Vars) {
	c, k, l := v.result.cov, v.second(), v.result.precision()
	w["mean"], w["x"], w["y"] = v.result.mean, v.result.mean[0], v.result.mean[1]
	w["c11"], w["c12"], w["c22"], w["l11"], w["l12"], w["l22"] = c[0], c[1], c[2], l[0], l[1], l[2]
	w["n1"], w["n2"], w["k11"], w["k12"], w["k22"] = k.mean[0], k.mean[1], k.cov[0], k.cov[1], k.cov[2]
	if v.Topic == product2D {
		w["factor"] = written(v.logFactor)
		return
	}
	a, b := v.images[0], v.images[1]
	w["a11"], w["a12"], w["a22"], w["b11"], w["b12"], w["b22"] = a.cov[0], a.cov[1], a.cov[2], b.cov[0], b.cov[1], b.cov[2]
	w["p1"], w["p2"], w["q1"], w["q2"], w["s1"], w["s2"] = a.mean[0], a.mean[1], b.mean[0], b.mean[1], v.Shift[0], v.Shift[1]
}

func (v view) sayPlane(s *algos.Story) {
	switch v.stage {
	case apart:
		s.Text("Two Gaussian densities of the same vector x in the plane, for example a prediction and a measurement of a position.")
		v.sayBoth(s)
	case summed:
		s.Text("Their product is proportional to a Gaussian. Exponents add, so the precision matrices add.")
		s.TeX(`\Sigma_1^{-1} + \Sigma_2^{-1} = \begin{pmatrix}<l11>&<l12>\\<l12>&<l22>\end{pmatrix}`)
		s.TeX(`\Sigma' = \begin{pmatrix}<c11>&<c12>\\<c12>&<c22>\end{pmatrix}`)
	case averaged:
		s.Text("Its mean is an average with matrices as weights. It need not be on the segment between both means.")
		s.TeX(`\mu' = \Sigma'\bigl(\Sigma_1^{-1}\mu_1 + \Sigma_2^{-1}\mu_2\bigr) = \begin{pmatrix}<x>\\<y>\end{pmatrix}`)
	case factored:
		s.Text("The integral of the product is the density of one mean around the other, with the sum of both covariances.")
		s.TeX(`N(\mu_1;\, \mu_2,\, \Sigma_1 + \Sigma_2) = \hl{<factor>}`)
	}
}

func (v view) sayBoth(s *algos.Story) {
	s.TeX(`\mu_1 = \begin{pmatrix}<m1>\\<m2>\end{pmatrix},\quad \Sigma_1 = \begin{pmatrix}<v1>&<cov>\\<cov>&<v2>\end{pmatrix}`)
	s.TeX(`\mu_2 = \begin{pmatrix}<n1>\\<n2>\end{pmatrix},\quad \Sigma_2 = \begin{pmatrix}<k11>&<k12>\\<k12>&<k22>\end{pmatrix}`)
}

func (v view) sayCombination(s *algos.Story) {
	switch v.stage {
	case given:
		s.Text("x₁ and x₂ are independent Gaussian vectors in the plane. What is the distribution of $Ax_1 + Bx_2 + c$?")
		v.sayBoth(s)
	case mapped:
		s.Text("A linear map of a Gaussian vector is Gaussian. The matrix maps the mean, and the covariance from both sides.")
		s.TeX(`A\mu_1 = \begin{pmatrix}<p1>\\<p2>\end{pmatrix},\quad A\Sigma_1A^\top = \begin{pmatrix}<a11>&<a12>\\<a12>&<a22>\end{pmatrix}`)
		s.TeX(`B\mu_2 = \begin{pmatrix}<q1>\\<q2>\end{pmatrix},\quad B\Sigma_2B^\top = \begin{pmatrix}<b11>&<b12>\\<b12>&<b22>\end{pmatrix}`)
	case added:
		s.Text("The sum of independent Gaussian vectors is Gaussian: means and covariances add. The vector $c$ shifts the mean.")
		s.TeX(`A\mu_1 + B\mu_2 + c = \begin{pmatrix}<x>\\<y>\end{pmatrix}`)
		s.TeX(`A\Sigma_1A^\top + B\Sigma_2B^\top = \begin{pmatrix}<c11>&<c12>\\<c12>&<c22>\end{pmatrix}`)
	}
}

// board2D shows the ellipses of both Gaussians, and of what the step has reached.
func (v view) board2D() mark.Panel {
	first, second, w := v.joint, v.second(), v.vars()
	reach := 0.0
	for _, j := range []joint{first, second, v.images[0], v.images[1], v.result} {
		reach = max(reach, j.marginal(0).reach(), j.marginal(1).reach())
	}
	unit := panel.RoundUp(reach / 8)
	reach = unit * math.Ceil(reach/unit)
	p := mark.Panel{
		ID: "board", Title: "Two Gaussians in the plane", Equal: true, Note: "drag the second mean",
		Alt: w.Text("two Gaussian densities in the plane with the means (<m1>, <m2>) and (<n1>, <n2>)"),
		X:   mark.Axis{Name: "x₁", Min: -reach, Max: reach}, Y: mark.Axis{Name: "x₂", Min: -reach, Max: reach},
	}
	add := func(j joint, s mark.Style, legend say.Phrase) {
		at := mark.XY{X: j.mean[0], Y: j.mean[1]}
		p.Add(mark.Ellipses{Mean: []mark.XY{at}, Cov: [][3]float64{j.cov}, Radii: []float64{1, 2}, Style: []mark.Style{s}, Legend: legend})
		p.Add(panel.Dot(at, 3.5, s, ""))
	}
	one, two := mark.RoleClass0.Wide(2), mark.RoleClass1.Wide(2)
	switch {
	case v.Topic == combination && v.stage >= mapped:
		add(first, mark.RoleClass0.Wide(1.2).Dashed(), "x₁")
		add(second, mark.RoleClass1.Wide(1.2).Dashed(), "x₂")
		add(v.images[0], one, "A x₁")
		add(v.images[1], two, "B x₂")
	default:
		add(first, one, "N(μ₁, Σ₁): 1 and 2 sd")
		add(second, two, "N(μ₂, Σ₂): 1 and 2 sd")
	}
	switch {
	case v.Topic == product2D && v.stage >= summed:
		add(v.result, mark.RoleAccent.Wide(2.6), "normalised product")
		p.Note = w.Text("product: mean <mean>")
	case v.Topic == combination && v.stage >= added:
		add(v.result, mark.RoleAccent.Wide(2.6), "A x₁ + B x₂ + c")
		p.Note = w.Text("mean <mean>")
	}
	if v.Topic == product2D && v.stage >= averaged {
		p.Add(panel.Segment(mark.XY{X: first.mean[0], Y: first.mean[1]}, mark.XY{X: second.mean[0], Y: second.mean[1]}, mark.RoleSoft.Dashed(), "between both means"))
	}
	p.Add(mark.Handle{
		Param: "second_mean", At: mark.XY{X: second.mean[0], Y: second.mean[1]}, Size: 6, Style: mark.RoleClass1.Plain(), Tip: "drag the second mean",
	})
	if v.Topic == combination {
		p.Add(mark.Handle{
			Param: "shift", At: mark.XY{X: v.Shift[0], Y: v.Shift[1]}, Size: 5, Shape: 3, Style: mark.RoleClass3.Plain(), Label: "c", Tip: "drag the vector c",
		})
	}
	return p
}

// spread2D is the covariance matrix of the result.
func (v view) spread2D() mark.Panel {
	c, w := v.result.cov, v.vars()
	top := max(c[0], c[2], math.SmallestNonzeroFloat64)
	p := mark.Panel{
		ID: "covariance", Title: "Covariance of the result", Height: 0.6, Alt: w.Text("the variances <c11> and <c22>, and the covariance <c12>"),
		X: mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true},
	}
	p.Add(mark.Matrix{
		Rows: 2, Cols: 2, Values: []float64{c[0], c[1], c[1], c[2]}, Lo: -2.5 * top, Hi: 2.5 * top, Scale: mark.Diverging, Text: true,
	})
	return p
}

var (
	claimKalman = algos.Guarantee{Name: "plane-covariance", Claim: `precision matrices add: $\Sigma' = \Sigma_1 - \Sigma_1(\Sigma_1 + ` +
		`\Sigma_2)^{-1}\Sigma_1$ (Woodbury)`}
	claimGain  = algos.Guarantee{Name: "plane-mean", Claim: `$\mu' = \mu_1 + \Sigma_1(\Sigma_1 + \Sigma_2)^{-1}(\mu_2 - \mu_1)$`}
	claimRatio = algos.Guarantee{Name: "plane-constant", Claim: `the product of both densities at $\mu_1$ is $N(\mu_1; \mu_2, \Sigma_1 + \Sigma_2)$ ` +
		`times the result's density there`}
	claimNarrow = algos.Guarantee{Name: "plane-sharper", Claim: "in every direction the variance of the product is at most the smaller of both"}
	claimMoment = algos.Guarantee{Name: "sum-mean", Claim: `mean of $Ax_1 + Bx_2 + c$, checked by quadrature over both vectors`}
	claimSpread = algos.Guarantee{Name: "sum-covariance", Claim: `covariance of $Ax_1 + Bx_2 + c$, checked by quadrature over both vectors`}
)

// apartMost are the two entries of equal place that differ most.
func apartMost(a, b []float64) (left, right float64) {
	at := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) > math.Abs(a[at]-b[at]) {
			at = i
		}
	}
	return a[at], b[at]
}

// checkPlane compares the product by precision matrices with the update of Kalman. A precision
// matrix is off by some ulps of its size times the condition of what was inverted.
func (v view) checkPlane() []algos.Check {
	if v.stage < summed {
		return nil
	}
	a, b, p := v.joint, v.second(), v.result
	other := a.updated(b)
	la, lb := joint{cov: a.precision()}, joint{cov: b.precision()}
	sum := joint{cov: a.cov}.plus(joint{cov: b.cov})
	const ulps = 128 * num.Ulp
	off := ulps * (a.condition()*la.widest() + b.condition()*lb.widest()) // of the sum of both precisions
	covOff := p.widest()*p.widest()*off + ulps*p.condition()*p.widest() + ulps*sum.condition()*a.widest()
	weights := la.widest()*a.far() + lb.widest()*b.far()
	apart := math.Hypot(b.mean[0]-a.mean[0], b.mean[1]-a.mean[1])
	meanOff := covOff*weights + p.widest()*ulps*(a.condition()*la.widest()*a.far()+b.condition()*lb.widest()*b.far()) +
		ulps*(sum.condition()*apart+a.far()+b.far())
	left, right := apartMost(p.cov[:], other.cov[:])
	checks := []algos.Check{
		claimKalman.Equal(left, right, covOff).Of(p.widest()).Between("by precision matrices", "by Woodbury"),
		claimNarrow.AtMost(p.excess(a, b), 0, covOff).Of(p.widest()).Between("largest difference", ""),
	}
	if v.stage >= averaged {
		left, right := apartMost(p.mean[:], other.mean[:])
		checks = append(checks, claimGain.Equal(left, right, meanOff).Of(max(a.far(), b.far(), math.Sqrt(p.widest()))).
			Between("by precision matrices", "by the gain"))
	}
	if v.stage >= factored {
		x, y := a.mean[0], a.mean[1]
		la2, lb2, lp := a.log(x, y), b.log(x, y), p.log(x, y)
		from := math.Hypot(x-p.mean[0], y-p.mean[1])
		narrow := joint{cov: p.precision()}.widest()
		tol := ulps*(1+math.Abs(la2)*a.condition()+math.Abs(lb2)*b.condition()+(math.Abs(lp)+1)*p.condition()+math.Abs(v.logFactor)*sum.condition()) +
			narrow*from*meanOff + from*from*narrow*narrow*covOff + narrow*covOff
		checks = append(checks, claimRatio.Equal(la2+lb2-lp, v.logFactor, tol).Of(1+math.Abs(la2)+math.Abs(lb2)+math.Abs(lp)).
			Between("logarithm of the ratio", "log density"))
	}
	return checks
}

// checkCombination finds mean and covariance by quadrature with two nodes along each axis of both
// vectors, which is exact for moments up to the third.
func (v view) checkCombination() []algos.Check {
	if v.stage < added {
		return nil
	}
	a, _ := readMatrix(v.A)
	b, _ := readMatrix(v.B)
	var mean [2]float64
	var places [][2]float64
	size := 0.0
	for _, x := range v.joint.nodes() {
		for _, y := range v.second().nodes() {
			s, t := a.of(x), b.of(y)
			at := [2]float64{s[0] + t[0] + v.Shift[0], s[1] + t[1] + v.Shift[1]}
			size = max(size, math.Abs(s[0])+math.Abs(t[0])+math.Abs(v.Shift[0]), math.Abs(s[1])+math.Abs(t[1])+math.Abs(v.Shift[1]))
			mean[0], mean[1] = mean[0]+at[0]/16, mean[1]+at[1]/16
			places = append(places, at)
		}
	}
	size += a.size()*(v.joint.far()+math.Sqrt(v.joint.widest())) + b.size()*(v.second().far()+math.Sqrt(v.second().widest()))
	var cov [3]float64
	for _, at := range places {
		dx, dy := at[0]-mean[0], at[1]-mean[1]
		cov[0], cov[1], cov[2] = cov[0]+dx*dx/16, cov[1]+dx*dy/16, cov[2]+dy*dy/16
	}
	const ulps = 256 * num.Ulp
	left, right := apartMost(v.result.mean[:], mean[:])
	covLeft, covRight := apartMost(v.result.cov[:], cov[:])
	return []algos.Check{
		claimMoment.Equal(left, right, ulps*size).Of(size).Between("formula", "quadrature"),
		claimSpread.Equal(covLeft, covRight, ulps*size*size).Of(max(v.result.cov[0], v.result.cov[2])).Between("formula", "quadrature"),
	}
}

// excess is by how much the variance exceeds the smaller of two others, in the direction where it
// does most.
func (j joint) excess(a, b joint) float64 {
	const directions = 180
	along := func(j joint, x [2]float64) float64 {
		y := symmetric(j.cov, x)
		return x[0]*y[0] + x[1]*y[1]
	}
	most := math.Inf(-1)
	for i := range directions {
		sin, cos := math.Sincos(math.Pi * float64(i) / directions)
		x := [2]float64{cos, sin}
		most = max(most, along(j, x)-min(along(a, x), along(b, x)))
	}
	return most
}

// size is the largest entry.
func (m square) size() float64 {
	return max(math.Abs(m[0])+math.Abs(m[1]), math.Abs(m[2])+math.Abs(m[3]))
}

// nodes are four places of a Gaussian of equal weight that have its mean and its covariance.
func (j joint) nodes() (at [][2]float64) {
	l11 := math.Sqrt(j.cov[0])
	l21 := j.cov[1] / l11
	l22 := math.Sqrt(max(0, j.cov[2]-l21*l21))
	for _, a := range [...]float64{-1, 1} {
		for _, b := range [...]float64{-1, 1} {
			at = append(at, [2]float64{j.mean[0] + a*l11, j.mean[1] + a*l21 + b*l22})
		}
	}
	return at
}
