package pca

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences and captions name.
func (v view) vars() say.Vars {
	captured, lost := v.split(v.axis())
	return say.Vars{
		"n": v.n, "p": v.p, "a": v.data.names[v.a], "b": v.data.names[v.b], "angle": degrees(v.Angle), "total": v.total,
		"captured": captured, "lost": lost, "share": 100 * captured / v.total, "variance": captured / v.divisor, "lambda1": v.lambda(0), "trace": v.trace(),
		"j": len(v.found), "next": len(v.found) + 1, "iter": v.iter, "rate": v.ratio(), "keep": min(v.Keep, v.count()), "rank": v.rank,
	}
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }

func (v view) phase() say.Phrase {
	w := say.Vars{"j": len(v.found), "next": len(v.found) + 1, "iter": v.iter}
	switch v.did {
	case centring:
		return "centred"
	case scaling:
		return "scaled"
	case forming:
		return "Σ is formed"
	case turning:
		return w.Text("component <next>, iteration <iter>")
	case finding:
		return w.Text("component <j>")
	case deflating:
		return w.Text("component <j> is taken out")
	}
	return "start"
}

func (v view) next() algos.Next {
	w := say.Vars{"next": len(v.found) + 1}
	one := w.Text("find component <next>")
	switch {
	case v.did == started && v.Centre:
		return algos.Next{Step: "subtract the mean", Pass: one}
	case v.did < scaling && v.Scale == unit:
		return algos.Next{Step: "divide by the deviations", Pass: one}
	case v.did < forming && v.Route != svd:
		return algos.Next{Step: "form Σ", Pass: one}
	case v.Route != power:
		return algos.Next{Step: one, Pass: one}
	case v.did == finding:
		return algos.Next{Step: w.Text("take it out of Σ"), Pass: one}
	}
	return algos.Next{Step: "turn the axis by Σ", Pass: one}
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
		s.Text("What component <j> explains is taken out of Σ: along it nothing is left, and the largest direction of the rest is the next component.")
		s.TeX(`\Sigma \leftarrow \Sigma - \lambda_{<j>}\,u_{<j>}u_{<j>}^\top`)
	}
	return s.Lines
}

// sayAxis splits the squares by the axis.
func (v view) sayAxis(s *algos.Story) {
	s.Text("At <angle>° the feet have <share> % of all squares. The rest are the squares of the distances to the axis: what one gains the other loses.")
	s.TeX(`\sum_i \|x_i\|^2 = \sum_i \langle u, x_i\rangle^2 + \sum_i \|x_i - \langle u, x_i\rangle u\|^2 = <captured> + <lost> = \hl{<total>}`)
}

func (v view) sayStart(s *algos.Story) {
	if v.data.table {
		s.Text("<n row> and <p column of numbers>; the board shows <a> and <b>, and your axis turns in their plane.")
	} else {
		s.Text("<n point>. Your axis goes through their mean: drag its end. Every point has a foot on the axis.")
		if !v.Centre {
			s.Lines = nil
			s.Text("<n point>. Nothing is subtracted, so your axis goes through the origin: drag its end. Every point has a foot on the axis.")
		}
	}
	if v.data.left != "" {
		s.Vars["left"] = v.data.left
		s.More("The column <left> is taken for a target, and left out.")
	}
	v.sayAxis(s)
	if v.constant > 0 {
		s.Vars["constant"] = v.constant
		s.Text("<constant column has> no variance, and no part in any component.")
	}
}

func (v view) sayCentred(s *algos.Story) {
	s.Text("The mean is subtracted from every row. From here on a square is a deviation, and a sum of squares a variance.")
	if v.p == 2 {
		s.Vars["m1"], s.Vars["m2"] = v.mean[0], v.mean[1]
		s.TeX(`\bar x = \bigl(<m1>,\ <m2>\bigr)`)
	}
	if v.Scale == none {
		s.Text("Your axis goes through the new origin: drag its end.")
		v.sayAxis(s)
	}
	if v.Route == svd && v.Scale == none {
		v.sayDivisor(s)
	}
}

// sayDivisor tells by what sums are divided.
func (v view) sayDivisor(s *algos.Story) {
	s.Vars["divisor"] = v.divisor
	switch v.Divisor {
	case less:
		s.Text("Sums are divided by $n - 1 = <divisor>$. Lecture notes that divide by n have variances smaller by a factor, and the same directions.")
	case full:
		s.Text("Sums are divided by $n = <divisor>$, as 002 and 003 have it. With $n - 1$ all variances would be larger by the same factor.")
	default:
		s.Text("Sums are not divided, as in 001: what is called a variance here is n times one.")
	}
}

func (v view) sayScaled(s *algos.Story) {
	s.Text("Every column is divided by its own deviation. Now none counts more than another for its unit, and Σ is the matrix of the correlations.")
	if v.p == 2 {
		s.Vars["s1"], s.Vars["s2"] = v.scale[0], v.scale[1]
		s.TeX(`s_1 = <s1>, \qquad s_2 = <s2>`)
	}
	if v.constant > 0 {
		s.Vars["constant"] = v.constant
		s.Text("<constant column has> no deviation to divide by, and stays 0.")
	}
}

func (v view) sayFormed(s *algos.Story) {
	s.Text("Σ holds the variances of the columns, and beside the diagonal their covariances. The variance along u is $u^\\top\\Sigma u$.")
	v.sayDivisor(s)
	if v.p == 2 {
		v.sayQuadratic(s, v.hand)
	}
}

// sayQuadratic works uᵀΣu out in the plane.
func (v view) sayQuadratic(s *algos.Story, u []float64) {
	s.Vars["s11"], s.Vars["s12"], s.Vars["s22"] = v.task.sigma[0], say.Factor(v.task.sigma[1]), v.task.sigma[3]
	s.Vars["c"], s.Vars["s"], s.Vars["q"] = say.Factor(u[0]), say.Factor(u[1]), v.quadratic(u)
	s.TeX(`u^\top\Sigma u = <s11>\cdot <c>^2 + 2\cdot <s12>\cdot <c>\cdot <s> + <s22>\cdot <s>^2 = \hl{<q>}`)
}

func (v view) sayTurned(s *algos.Story) {
	before := v.quadratic(v.from)
	s.Vars["before"], s.Vars["now"] = before, v.quadratic(v.u)
	s.Text("Σ stretches u most along the direction of the largest variance: the axis turns towards it, and is made as long as 1 again. " +
		"Its variance is <now>, before <before>.")
	if len(v.found) > 0 {
		return
	}
	was, is := v.tan(v.from), v.tan(v.u)
	switch {
	case v.tied(0):
		s.Text("But the two largest variances are the same, <lambda1>: Σ turns the axis towards their plane, and nowhere in particular within it.")
		return
	case !(was < far):
		s.Text("The axis stands at a right angle to the first direction. Σ only makes longer what is there: of nothing it makes nothing, " +
			"and the axis goes to another direction.")
		return
	case !(is > near):
		return
	}
	s.Vars["was"], s.Vars["is"], s.Vars["factor"] = was, is, is/was
	if v.p == 2 {
		s.Text("The tangent of its angle to the first direction is multiplied by $\\lambda_2/\\lambda_1 = <rate>$ in every iteration:")
	} else {
		s.Text("The tangent of its angle to the first direction is multiplied by $\\lambda_2/\\lambda_1 = <rate>$ at most:")
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
	case v.Route == power && v.iter > 0:
		s.Text("After <iter iteration> u stays where it is: component <j> is found, with <percent> % of the variance.")
	default:
		s.Text("Component <j> has <percent> % of the variance.")
	}
	if v.flat(j) {
		s.More("That is nothing but rounding: the rows lie in fewer dimensions than they have columns, and every direction across them is as good.")
		return
	}
	s.Vars["name"], s.Vars["weight"] = v.heaviest(c.u)
	if v.p > 2 {
		s.More("It has most of <name>: <weight>.")
	}
	switch {
	case v.Route == svd:
		s.Vars["s"], s.Vars["divisor"] = say.Factor(v.values[j]), v.divisor
		s.TeX(`\lambda_{<j>} = \frac{\sigma_{<j>}^2}{<divisor>} = \frac{<s>^2}{<divisor>} = \hl{<lambda>}`)
	case v.p == 2 && v.Route == covariance:
		v.sayRoots(s, j)
	case v.p == 2:
		v.sayQuadratic(s, c.u)
	}
	if v.tied(j) {
		s.Text("The next component has the same variance. The two span a plane, and each turn within it would do: which directions are shown is chance.")
	}
	v.sayOther(s, j)
	if v.status.Final() {
		v.sayKept(s)
	}
}

// sayOther tells of power iteration that found another direction first.
func (v view) sayOther(s *algos.Story, j int) {
	if v.Route == power && j == 0 && !v.tied(0) && v.found[0].lambda < (1-1e-6)*v.lambda(0) {
		s.Text("It is an eigenvector of Σ, but not the first: <lambda1> is possible. The start had nothing of the first direction in it. Turn your axis a little.")
	}
}

// sayRoots are the eigenvalues of a 2×2 matrix.
func (v view) sayRoots(s *algos.Story, j int) {
	m := v.task.sigma
	s.Vars["mid"], s.Vars["half"], s.Vars["b"] = (m[0]+m[3])/2, say.Factor((m[0]-m[3])/2), say.Factor(m[1])
	if j == 0 {
		s.TeX(`\lambda_1 = \frac{\Sigma_{11} + \Sigma_{22}}{2} + \sqrt{\Bigl(\frac{\Sigma_{11} - \Sigma_{22}}{2}\Bigr)^2 + \Sigma_{12}^2}` +
			` = <mid> + \sqrt{<half>^2 + <b>^2} = \hl{<lambda>}`)
		return
	}
	s.TeX(`\lambda_2 = <mid> - \sqrt{<half>^2 + <b>^2} = \hl{<lambda>}`)
}

// heaviest names the column that a direction has most of.
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
	s.Text("Rebuilt from <k score> each, the rows keep <keptshare> % of their squares, and are missed by <keptlost> in the sum.")
	if v.Whiten {
		s.Text("Whitened, the scores have the covariance matrix $I$: every direction is like every other, and Euclidean distance is that of Mahalanobis.")
	}
}

// ended says how the run ends.
func (s *state) ended() algos.Status {
	w := say.Vars{"m": len(s.found), "rank": s.rank, "p": s.p, "lambda1": s.found[0].lambda, "percent": 100 * s.found[0].lambda / s.trace()}
	text := w.Text("<m component is> found. Along the first the variance is <lambda1>, <percent> % of all.")
	switch {
	case s.rank < s.count() && s.Route != power:
		text = w.Text("<m component is> found, <rank> with a variance above 0: the rows lie in <rank dimension>.")
	case s.tied(0):
		text = w.Text("<m component is> found. The first two have the same variance, <lambda1>, so that their directions mean nothing; their plane does.")
	}
	return algos.Status{State: algos.Converged, Reason: text}
}

// tired says why power iteration ends without a direction.
func (s *state) tired(moved float64) say.Phrase {
	j := len(s.found)
	w := say.Vars{"iter": s.iter, "rate": s.lambda(j+1) / s.lambda(j), "moved": moved}
	return w.Text("After <iter iteration> the axis still turns, by <moved> in the last one: the next variance is <rate> of this one, and every " +
		"iteration leaves as much of the angle. Allow more iterations, or take another route.")
}

// drowned says why power iteration finds no further direction.
func (s *state) drowned() say.Phrase {
	return say.Vars{"m": len(s.found)}.Text("<m component is> found. What is left of Σ is no larger than the rounding of what was taken out, " +
		"so power iteration cannot see further directions. Singular vectors of X may.")
}
