package pca

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// vars are what sentences and captions name.
func (v view) vars() say.Vars {
	captured, lost := v.split(v.axis())
	return say.Vars{
		"n": v.n, "p": v.p, "a": v.data.names[v.a], "b": v.data.names[v.b], "angle": degrees(v.Angle), "total": v.total,
		"captured": captured, "lost": lost, "share": 100 * captured / v.total, "variance": captured / v.divisor, "lambda1": v.lambda(0), "trace": v.trace(),
		"j": len(v.found), "next": len(v.found) + 1, "iter": v.iter, "rate": v.ratio(), "keep": min(v.NComponents, v.count()), "rank": v.rank,
	}
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }

func (v view) phase() say.Phrase {
	w := say.Vars{"j": len(v.found), "next": len(v.found) + 1, "iter": v.iter}
	switch v.did {
	case centring:
		return "centred"
	case scaling:
		return "standardised"
	case forming:
		return "Σ is formed"
	case turning:
		return w.Text("component <next>, iteration <iter>")
	case finding:
		return w.Text("component <j>")
	case deflating:
		return w.Text("Σ is deflated by component <j>")
	}
	return "start"
}

func (v view) next() algos.Next {
	w := say.Vars{"next": len(v.found) + 1}
	one := w.Text("find component <next>")
	switch {
	case v.did == started && v.Centre:
		return algos.Next{Step: "centre the data", Pass: one}
	case v.did < scaling && v.Standardize:
		return algos.Next{Step: "standardise the features", Pass: one}
	case v.did < forming && v.Solver != svd:
		return algos.Next{Step: "form Σ", Pass: one}
	case v.Solver != power:
		return algos.Next{Step: one, Pass: one}
	case v.did == finding:
		return algos.Next{Step: w.Text("deflate Σ"), Pass: one}
	}
	return algos.Next{Step: "multiply u by Σ", Pass: one}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.did {
	case started:
		v.sayStart(&s)
	case centring:
		v.sayCentred(&s)
	case scaling:
		v.sayScaled(&s)
	case forming:
		v.sayFormed(&s)
	case turning:
		v.sayTurned(&s)
	case finding:
		v.sayFound(&s)
	case deflating:
		s.Text("Deflation: component <j> is subtracted from Σ. The first eigenvector of the remainder is the next component.")
		s.TeX(`\Sigma \leftarrow \Sigma - \lambda_{<j>}\,u_{<j>}u_{<j>}^\top`)
	}
	return s.Lines
}

// sayAxis splits the squares by the axis.
func (v view) sayAxis(s *algos.Story) {
	s.Text("At <angle>° the projections explain <share> % of the total sum of squares. The rest is the reconstruction error.")
	s.TeX(`\sum_i \|x_i\|^2 = \sum_i \langle u, x_i\rangle^2 + \sum_i \|x_i - \langle u, x_i\rangle u\|^2 = <captured> + <lost> = \hl{<total>}`)
}

func (v view) sayStart(s *algos.Story) {
	if v.data.table {
		s.Text("<n sample>, <p numeric feature>; the board shows <a> and <b>, and your axis rotates in their plane.")
	} else {
		s.Text("<n point>. Your axis passes through their mean: drag its end. Each point is projected onto the axis.")
		if !v.Centre {
			s.Lines = nil
			s.Text("<n point>. The data are not centred, so your axis passes through the origin: drag its end. Each point is projected onto the axis.")
		}
	}
	if v.data.left != "" {
		s.Vars["left"] = v.data.left
		s.More("The column <left> is taken as the target and omitted.")
	}
	v.sayAxis(s)
	if v.constant > 0 {
		s.Vars["constant"] = v.constant
		s.Text("<constant feature has> zero variance and loading 0 on every component.")
	}
}

func (v view) sayCentred(s *algos.Story) {
	s.Text("The mean is subtracted from each sample. The data are centred: sums of squares are now variances, up to the divisor.")
	if v.p == 2 {
		s.Vars["m1"], s.Vars["m2"] = settled(v.mean[0], v.size), settled(v.mean[1], v.size)
		s.TeX(`\bar x = \bigl(<m1>,\ <m2>\bigr)`)
	}
	if !v.Standardize {
		s.Text("Your axis passes through the new origin: drag its end.")
		v.sayAxis(s)
	}
	if v.Solver == svd && !v.Standardize {
		v.sayDivisor(s)
	}
}

// sayDivisor tells by what sums are divided.
func (v view) sayDivisor(s *algos.Story) {
	s.Vars["divisor"] = v.divisor
	switch v.Divisor {
	case less:
		s.Text("The divisor is $n - 1 = <divisor>$, as in scikit-learn. Books that divide by n have smaller variances and the same directions.")
	case full:
		s.Text("The divisor is $n = <divisor>$. With $n - 1$ all variances are larger by the same factor; the directions are the same.")
	default:
		s.Text("The sums are not divided: the eigenvalues are those of the scatter matrix $X^\\top X$, n times the variances.")
	}
}

func (v view) sayScaled(s *algos.Story) {
	s.Text("Features are standardised: each is divided by its standard deviation. Σ is now the correlation matrix.")
	if v.p == 2 {
		s.Vars["s1"], s.Vars["s2"] = v.scale[0], v.scale[1]
		s.TeX(`s_1 = <s1>, \qquad s_2 = <s2>`)
	}
	if v.constant > 0 {
		s.Vars["constant"] = v.constant
		s.Text("<constant feature has> standard deviation 0: it cannot be scaled and stays 0.")
	}
}

func (v view) sayFormed(s *algos.Story) {
	s.Text("Σ has the variances of the features on its diagonal and their covariances off it. The variance along u is $u^\\top\\Sigma u$.")
	v.sayDivisor(s)
	if v.p == 2 {
		v.sayQuadratic(s, v.hand)
	}
}

// settled is 0 for what rounding leaves of a number that is computed from others of this size.
func settled(x, size float64) float64 {
	if math.Abs(x) <= 64*num.Ulp*size {
		return 0
	}
	return x
}

// sayQuadratic works uᵀΣu out in the plane.
func (v view) sayQuadratic(s *algos.Story, u []float64) {
	m := v.task.sigma
	s.Vars["s11"], s.Vars["s12"], s.Vars["s22"] = m[0], say.Factor(settled(m[1], m[0]+m[3])), m[3]
	s.Vars["c"], s.Vars["s"], s.Vars["q"] = say.Factor(settled(u[0], 1)), say.Factor(settled(u[1], 1)), v.quadratic(u)
	s.TeX(`u^\top\Sigma u = <s11>\cdot <c>^2 + 2\cdot <s12>\cdot <c>\cdot <s> + <s22>\cdot <s>^2 = \hl{<q>}`)
}

func (v view) sayTurned(s *algos.Story) {
	before := v.quadratic(v.from)
	s.Vars["before"], s.Vars["now"] = before, v.quadratic(v.u)
	s.Text("u is multiplied by Σ and normalised: it turns towards the first eigenvector. The variance along u is <now>, before <before>.")
	if len(v.found) > 0 {
		return
	}
	was, is := v.tan(v.from), v.tan(v.u)
	switch {
	case v.tied(0):
		s.Text("The two largest eigenvalues are equal, <lambda1>: u converges to their plane, to no particular direction in it.")
		return
	case !(was < far):
		s.Text("The axis is orthogonal to the first eigenvector. Multiplying by Σ cannot create a component along it, so u converges to another eigenvector.")
		return
	case !(is > near):
		return
	}
	s.Vars["was"], s.Vars["is"], s.Vars["factor"] = was, is, is/was
	if v.p == 2 {
		s.Text("The tangent of its angle to the first eigenvector is multiplied by $\\lambda_2/\\lambda_1 = <rate>$ in every iteration:")
	} else {
		s.Text("The tangent of its angle to the first eigenvector is multiplied by at most $\\lambda_2/\\lambda_1 = <rate>$:")
	}
	s.TeX(`\frac{\tan\varphi_{\text{now}}}{\tan\varphi_{\text{before}}} = \frac{<is>}{<was>} = \hl{<factor>}`)
}

// A tangent above far belongs to a start at a right angle, and one below near is rounding.
const far, near = 1e8, 1e-7

func (v view) sayFound(s *algos.Story) {
	j := len(v.found) - 1
	c := v.found[j]
	s.Vars["lambda"], s.Vars["percent"] = c.lambda, 100*c.lambda/v.trace()
	switch {
	case v.Solver == power && v.iter > 0:
		s.Text("After <iter iteration> u has converged: component <j> explains <percent> % of the variance.")
	default:
		s.Text("Component <j> explains <percent> % of the variance.")
	}
	if v.flat(j) {
		s.More("This is rounding error: the data matrix is rank-deficient, and any direction in its null space would do.")
		return
	}
	s.Vars["name"], s.Vars["weight"] = v.heaviest(c.u)
	if v.p > 2 {
		s.More("Largest loading: <name>, <weight>.")
	}
	switch {
	case v.Solver == svd:
		s.Vars["s"], s.Vars["divisor"] = say.Factor(v.values[j]), v.divisor
		s.TeX(`\lambda_{<j>} = \frac{\sigma_{<j>}^2}{<divisor>} = \frac{<s>^2}{<divisor>} = \hl{<lambda>}`)
	case v.p == 2 && v.Solver == covariance:
		v.sayRoots(s, j)
	case v.p == 2:
		v.sayQuadratic(s, c.u)
	}
	if v.tied(j) {
		s.Text("The next eigenvalue is equal. Any orthonormal basis of the plane of the two eigenvectors would do.")
	}
	v.sayOther(s, j)
	if v.status.Final() {
		v.sayKept(s)
	}
}

// sayOther tells of power iteration that found another direction first.
func (v view) sayOther(s *algos.Story, j int) {
	if v.Solver == power && j == 0 && !v.tied(0) && v.found[0].lambda < (1-1e-6)*v.lambda(0) {
		s.Text("It is an eigenvector of Σ, but not the first: the largest eigenvalue is <lambda1>. The start was orthogonal to the first eigenvector. " +
			"Rotate your axis a little.")
	}
}

// sayRoots are the eigenvalues of a 2×2 matrix.
func (v view) sayRoots(s *algos.Story, j int) {
	m := v.task.sigma
	mid := (m[0] + m[3]) / 2
	s.Vars["mid"], s.Vars["half"], s.Vars["b"] = mid, say.Factor(settled((m[0]-m[3])/2, mid)), say.Factor(settled(m[1], mid))
	if j == 0 {
		s.TeX(`\lambda_1 = \frac{\Sigma_{11} + \Sigma_{22}}{2} + \sqrt{\Bigl(\frac{\Sigma_{11} - \Sigma_{22}}{2}\Bigr)^2 + \Sigma_{12}^2}` +
			` = <mid> + \sqrt{<half>^2 + <b>^2} = \hl{<lambda>}`)
		return
	}
	s.TeX(`\lambda_2 = <mid> - \sqrt{<half>^2 + <b>^2} = \hl{<lambda>}`)
}

// heaviest names the feature that a direction has most of.
func (v view) heaviest(u []float64) (name say.Phrase, weight float64) {
	most := 0
	for k, x := range u {
		if math.Abs(x) > math.Abs(u[most])*(1+1e-9) {
			most = k
		}
	}
	return v.data.names[most], u[most]
}

// sayKept tells what is lost with the components that are kept.
func (v view) sayKept(s *algos.Story) {
	k := len(v.kept())
	if k == 0 {
		return
	}
	lost := v.rebuilt(v.kept())
	s.Vars["k"], s.Vars["keptlost"], s.Vars["keptshare"] = k, lost, 100*(1-lost/v.total)
	s.Text("Reconstruction from <k component> keeps <keptshare> % of the total sum of squares; the reconstruction error is <keptlost>.")
	if v.Whiten {
		s.Text("After whitening, the scores have the covariance matrix $I$. Euclidean distance between scores is Mahalanobis distance between samples.")
	}
}

// ended says how the run ends.
func (s *state) ended() algos.Status {
	w := say.Vars{"m": len(s.found), "rank": s.rank, "p": s.p, "lambda1": s.found[0].lambda, "percent": 100 * s.found[0].lambda / s.trace()}
	text := w.Text("<m component is> found. The first has variance <lambda1>, an explained variance ratio of <percent> %.")
	switch {
	case s.rank < s.count() && s.Solver != power:
		text = w.Text("<m component is> found, <rank> with positive variance: the data have <rank dimension>.")
	case s.tied(0):
		text = w.Text("<m component is> found. The first two have the same variance, <lambda1>: only their plane is determined, not the two directions.")
	}
	return algos.Status{State: algos.Converged, Reason: text}
}

// tired says why power iteration ends without a direction.
func (s *state) tired(moved float64) say.Phrase {
	j := len(s.found)
	w := say.Vars{"iter": s.iter, "rate": s.lambda(j+1) / s.lambda(j), "moved": moved}
	return w.Text("After <iter iteration> u has not converged: it moved by <moved> in the last one. The ratio of the next eigenvalue to this one is " +
		"<rate>. Allow more iterations or choose another algorithm.")
}

// drowned says why power iteration finds no further direction.
func (s *state) drowned() say.Phrase {
	return say.Vars{"m": len(s.found)}.Text("<m component is> found. The deflated Σ is no larger than the rounding error of deflation, so power " +
		"iteration finds no further direction. The SVD of X may.")
}
