package gpregression

import (
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

const (
	titleQueries     = "Joint distribution of f(q₁) and f(q₂)"
	titleConditional = "Conditional distribution of f(q₂) given f(q₁)"
)

var (
	claimSliceMean = algos.Guarantee{Name: "slice-mean", Claim: `given $f(q_1) = v$, the mean of $f(q_2)$ is $m_2 + \frac{\Sigma_{21}}{\Sigma_{11}}(v ` +
		`- m_1)$: that of a refit with this value as a noise-free observation`}
	claimSliceVar = algos.Guarantee{Name: "slice-variance", Claim: `and its variance is $\Sigma_{22} - \Sigma_{21}^2/\Sigma_{11}$, independent of the value`}
)

// A joint is how f(q₁) and f(q₂) are distributed together.
type joint struct {
	prior [3]float64 // their covariance Σ₁₁, Σ₁₂, Σ₂₂ before any observation
	mean  [2]float64
	cov   [3]float64
}

// joint fails where the kernel cannot be computed with at the two inputs.
func (v view) joint() (j joint, ok bool) {
	a, b := v.query(v.opt.Q1), v.query(v.opt.Q2)
	k := v.kernel()
	j.prior = [3]float64{k.At(a, a), k.At(a, b), k.At(b, b)}
	j.mean, j.cov = v.post.Joint(a, b)
	for _, x := range [...]float64{j.prior[0], j.prior[1], j.prior[2], j.mean[0], j.mean[1], j.cov[1]} {
		if !(math.Abs(x) <= gp.MaxKernel) {
			return j, false // too far away for this kernel
		}
	}
	return j, true
}

// reach is how far from 0 the pictures of the two values go.
func (j joint) reach() float64 {
	return max(2.3*math.Sqrt(max(j.prior[0], j.prior[2])), math.Abs(j.mean[0])+2.3*math.Sqrt(j.cov[0]), math.Abs(j.mean[1])+2.3*math.Sqrt(j.cov[2]), 1e-9)
}

// A slice is f(q₂) given a value of f(q₁): again a Gaussian.
type slice struct {
	joint
	mean, variance float64
}

// settledShare is the share of its prior variance below which f(q₁) is as good as known,
// so that no other value can be given.
const settledShare = 1e-9

// slice is the slice of the joint distribution at the value that is given. There is none
// where f(q₁) is known already.
func (v view) slice() (c slice, ok bool) {
	if c.joint, ok = v.joint(); !ok || !(c.cov[0] > settledShare*c.prior[0]) {
		return c, false
	}
	slope := c.cov[1] / c.cov[0]
	c.mean = c.joint.mean[1] + slope*(v.opt.Given-c.joint.mean[0])
	c.variance = max(0, c.cov[2]-slope*c.cov[1])
	return c, math.Abs(c.mean) <= gp.MaxKernel
}

// queries shows how f(q₁) and f(q₂) are distributed together, before any data and
// now: the ellipses of one and two standard deviations, and the slice at a value of
// f(q₁), which a reader drags.
func (v view) queries() (mark.Panel, bool) {
	j, ok := v.joint()
	if !ok {
		return mark.Panel{}, false
	}
	mean, cov, reach := j.mean, j.cov, j.reach()
	s1, s2, rho := math.Sqrt(cov[0]), math.Sqrt(cov[2]), 0.0
	if cov[0] > 0 && cov[2] > 0 {
		rho = cov[1] / math.Sqrt(cov[0]*cov[2])
	}
	w := say.Vars{"m1": mean[0], "s1": s1, "m2": mean[1], "s2": s2, "rho": rho, "rounded": math.Round(1000*rho) / 1000}
	p := mark.Panel{
		ID: "queries", Title: titleQueries, Equal: true, Height: 0.9,
		Note: w.Text("correlation <rounded>"), Alt: w.Text("f(q₁) is <m1> ± <s1> and f(q₂) is <m2> ± <s2>, with the correlation <rho>"),
		X: mark.Axis{Name: "f(q₁)", Min: -reach, Max: reach}, Y: mark.Axis{Name: "f(q₂)", Min: -reach, Max: reach},
	}
	ellipses := func(at mark.XY, cov [3]float64, s mark.Style, layer mark.Layer, legend say.Phrase) mark.Ellipses {
		return mark.Ellipses{Mean: []mark.XY{at}, Cov: [][3]float64{cov}, Radii: []float64{1, 2}, Style: []mark.Style{s}, Layer: layer, Legend: legend}
	}
	at := mark.XY{X: mean[0], Y: mean[1]}
	p.Add(ellipses(mark.XY{}, j.prior, mark.RoleSoft.Wide(1.2).Dashed(), mark.Under, "prior, 1 and 2 sd"),
		ellipses(at, cov, mark.RoleClass3.Wide(2), mark.LayerAuto, "posterior"), panel.Dot(at, 3.5, mark.RoleClass3.Plain(), ""))
	if c, ok := v.slice(); ok {
		p.Add(v.sliced(c, reach)...)
	}
	return p, true
}

// sliced marks the slice: the means of all slices, a straight line; two standard
// deviations around that of this one; and the handle.
func (v view) sliced(c slice, reach float64) []mark.Mark {
	slope := c.cov[1] / c.cov[0]
	at := mark.XY{X: v.opt.Given, Y: c.mean}
	marks := []mark.Mark{
		mark.Ray{A: slope, B: -1, C: c.joint.mean[1] - slope*c.joint.mean[0], Style: mark.RoleSoft.Wide(1.4), Legend: "conditional mean of f(q₂)"},
		mark.Handle{
			Param: "given", Along: mark.Horizontal, At: mark.XY{X: v.opt.Given, Y: -0.8 * reach}, Size: 5.5, Style: mark.RoleAccent.Plain(),
			Tip: "drag the value of f(q₁)", Legend: "given f(q₁)",
		},
	}
	if math.Abs(at.X) <= reach && math.Abs(at.Y) <= reach {
		w := 2 * math.Sqrt(c.variance)
		marks = append(marks, mark.Segments{
			From: []mark.XY{{X: at.X, Y: max(-reach, at.Y-w)}}, To: []mark.XY{{X: at.X, Y: min(reach, at.Y+w)}},
			Style: mark.RoleAccent.Wide(4), Layer: mark.Over, Legend: "f(q₂) given f(q₁), ± 2 sd",
		}, panel.Dot(at, 4.5, mark.RoleAccent.Plain(), ""))
	}
	return marks
}

// conditional draws f(q₂) by itself, and as it is once f(q₁) is known: two Gaussian densities.
func (v view) conditional() (mark.Panel, bool) {
	s, ok := v.slice()
	if !ok {
		return mark.Panel{}, false
	}
	reach := max(s.reach(), math.Abs(s.mean)+2.3*math.Sqrt(s.variance))
	off := math.Abs(v.opt.Given-s.joint.mean[0]) / math.Sqrt(s.cov[0])
	w := say.Vars{"given": v.opt.Given, "m": s.mean, "s2": s.variance, "own": s.joint.mean[1], "var": s.cov[2], "off": off}
	c := panel.Curves{
		ID: "conditional", Title: titleConditional, Note: w.Text("N(<m>, <s2>), given <given>"),
		Alt: w.Text("given f(q₁) = <given>, f(q₂) has the mean <m> and the variance <s2>; its marginal has the mean <own> and the variance <var>"),
		X:   mark.Axis{Name: "f(q₂)", Min: -reach, Max: reach}, Y: mark.Axis{Name: "density"},
	}
	if off > unlikely {
		c.Note = w.Text("N(<m>, <s2>), given <given>, <off> standard deviations from the mean of f(q₁)")
	}
	bell := func(mean, variance float64, style mark.Style, legend, name say.Phrase) {
		sd := math.Sqrt(variance)
		if !(sd > 1e-6*reach) {
			return
		}
		const n = 120
		var xs []float64
		for i := range n + 1 {
			t := 2*float64(i)/n - 1
			xs = append(xs, t*reach, mean+4*t*sd)
		}
		slices.Sort(xs)
		q := panel.Quantity{Style: style, Legend: legend, Name: name}
		for _, x := range xs {
			if z := (x - mean) / sd; math.Abs(x) <= reach {
				q.At = append(q.At, mark.XY{X: x, Y: math.Exp(-z*z/2) / (sd * math.Sqrt(2*math.Pi))})
			}
		}
		c.Of, c.Y.Max = append(c.Of, q), max(c.Y.Max, 1.08*(1/(sd*math.Sqrt(2*math.Pi))))
	}
	bell(s.joint.mean[1], s.cov[2], mark.RoleClass3.Wide(2).Dashed(), "marginal of f(q₂)", "marginal")
	bell(s.mean, s.variance, mark.RoleAccent.Wide(2.4), "conditional", "conditional")
	if c.Y.Max == 0 {
		c.Y.Max = 1
	}
	if math.Abs(s.mean) <= reach {
		c.Over = []mark.Mark{mark.Rule{Vertical: true, At: s.mean, Style: mark.RoleAccent.Dashed()}}
	}
	return c.Panel(), true
}

// unlikely is how many standard deviations from its mean a value of f(q₁) may be without
// a word about it.
const unlikely = 4

// manyToRefit is the most observations up to which the refit with one value more is made
// while a hand drags something.
const manyToRefit = 100

// checkSlice compares the two formulas with a process that is fitted afresh, by the
// library, to the observations and the value.
//
// The entries of the joint distribution are rounded as the variances of the fit without
// the value are. An error ε of each moves the mean by up to |v − m₁|(ε + |Σ₂₁|ε/Σ₁₁)/Σ₁₁
// and the variance by (2|Σ₂₁| + Σ₂₁²/Σ₁₁)ε/Σ₁₁, beside their own.
func (v view) checkSlice(whole *gp.Fit) []algos.Check {
	neither := func(why say.Phrase) []algos.Check {
		return []algos.Check{claimSliceMean.Not(why), claimSliceVar.Not(why)}
	}
	c, ok := v.slice()
	switch {
	case !ok:
		return neither("f(q₁) is already determined, or too large to compute with")
	case whole == nil:
		return neither(singular)
	case v.seen() > manyToRefit:
		refitted := sync.OnceValue(func() []algos.Check { return v.refitSlice(c, whole) })
		return []algos.Check{
			claimSliceMean.Slow(func() algos.Check { return refitted()[0] }),
			claimSliceVar.Slow(func() algos.Check { return refitted()[1] }),
		}
	}
	return v.refitSlice(c, whole)
}

func (v view) refitSlice(c slice, whole *gp.Fit) []algos.Check {
	a, b := v.query(v.opt.Q1), v.query(v.opt.Q2)
	refit, ok := gp.Knowing(v.ctx, v.kernel(), v.post.Noise, v.post.X, v.post.Y, a, v.opt.Given)
	if !ok {
		return []algos.Check{claimSliceMean.Not(singular), claimSliceVar.Not(singular)}
	}
	entry := 16 * num.Ulp * max(c.prior[0], c.prior[2])
	aside := 0.0
	if v.seen() > 0 {
		_, slack := whole.Variances([][2]float64{a, b})
		_, s1 := whole.At(a)
		_, s2 := whole.At(b)
		entry, aside = entry+slack[0]+slack[1], s1+s2
	}
	slope, off := math.Abs(c.cov[1])/c.cov[0], math.Abs(v.opt.Given-c.joint.mean[0])
	mean, more := refit.At(b)
	variances, slacks := refit.Variances([][2]float64{b})
	w := say.Vars{
		"v": v.opt.Given, "m1": say.Factor(c.joint.mean[0]), "m2": c.joint.mean[1], "s11": c.cov[0], "s21": c.cov[1], "s22": c.cov[2], "mean": c.mean,
		"s21f": say.Factor(c.cov[1]), "variance": c.variance,
	}
	return []algos.Check{
		excused(claimSliceMean.Equal(c.mean, mean, aside*(1+slope)+more+off*entry*(1+slope)/c.cov[0]+8*num.Ulp*slope*off).
			Of(max(c.prior[2], math.Abs(c.joint.mean[1]), slope*off)).Between("by the formula", "refitted").
			Because(w.Text(`$<m2> + \frac{<s21>}{<s11>}\cdot(<v> - <m1>) = <mean>$`)), refit),
		excused(claimSliceVar.Equal(c.variance, variances[0], slacks[0]+entry*(1+slope)*(1+slope)).
			Of(c.prior[2]).Between("by the formula", "refitted").
			Because(w.Text(`$<s22> - \frac{<s21f>^2}{<s11>} = <variance>$`)), refit),
	}
}
