package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimNormal = algos.Guarantee{Name: "squares", Claim: `normal equations of least squares: $\sum_t\bigl(y_t - ` +
		`f_{\mathrm{LS}}(x_t)\bigr)\tilde{x}_t = 0$`}
	claimSquared = algos.Guarantee{Name: "squares-least", Claim: `least squares has the smallest RSS, $\sum_t\bigl(y_t - f(x_t)\bigr)^2$`}
)

// A rival is least squares fitted to the labels ±1: the f with the smallest
// Σ (y − f(x))², in closed form and without a penalty. Its sign is a classifier, too.
type rival struct {
	problem *logit.Problem
	b       []float64
	wrong   int
}

func (t *task) fitSquares() rival {
	p := logit.New(t.problem.X, t.problem.Class, 2, 1, 0, true)
	r := rival{problem: p, b: p.Squares(t.y)}
	for i, y := range t.y {
		// As the model predicts: a score of 0 is class 0's.
		if f := scoreAt(r.b, p.U[i]); f > 0 != (y > 0) {
			r.wrong++
		}
	}
	return r
}

// squared is Σ (y − f)² of some scores.
func (t *task) squared(f func(i int) float64) (sum num.Sum) {
	for i, y := range t.y {
		e := y - f(i)
		sum.Add(e*e, 8*math.Abs(e)*(1+math.Abs(f(i))))
	}
	return sum
}

// squaresLine is where least squares changes its mind.
func (v view) squaresLine() mark.Mark {
	r := v.rival()
	th := theta(r.problem, r.b)
	if length(th) == 0 {
		return nil
	}
	return mark.Ray{
		A: th[0], B: th[1], C: th[2], Style: mark.RoleAccent.Wide(2.2).Dashed(),
		Legend: say.Vars{"wrong": r.wrong, "n": len(v.y)}.Text("least squares: <wrong> of <n> misclassified"),
	}
}

// saySquares compares both lines.
func (v view) saySquares(s *algos.Story) {
	r := v.rival()
	s.Vars["squares"], s.Vars["missed"] = r.problem.Tidy(theta(r.problem, r.b)), r.wrong
	s.Vars["wrong"], s.Vars["n"] = v.Errors, len(v.y)
	now := v.squared(v.scoreOf)
	least := v.squared(func(i int) float64 { return scoreAt(r.b, r.problem.U[i]) })
	s.Vars["least"], s.Vars["now"] = least.Value, now.Value
	s.Text(`Least squares on the labels $\pm 1$ has the RSS <least> and misclassifies <missed> of <n>; logistic regression has the RSS <now> and ` +
		`misclassifies <wrong>.`)
	s.TeX(`(\theta,\theta_0)_{\mathrm{LS}} = \Bigl(\sum_t\tilde{x}_t\tilde{x}_t^\top\Bigr)^{-1}\sum_t y_t\tilde{x}_t = <squares>`)
}

// checksSquares are the guarantees of least squares: its normal equations, and that no
// other line, that of this step, has less of what it minimises.
func (v view) checksSquares() []algos.Check {
	r := v.rival()
	var sum [3]num.Sum
	for i, u := range r.problem.U {
		e, ulps := v.y[i]-scoreAt(r.b, u), 8*(1+logit.Terms(r.b, u))
		for j := range u {
			sum[j].Add(e*u[j], ulps*math.Abs(u[j]))
		}
	}
	off, size, rounding := 0.0, 0.0, 0.0
	for _, s := range sum {
		off, size, rounding = max(off, math.Abs(s.Value)), max(size, s.Size()), max(rounding, 4*s.Rounding())
	}
	// What is left of labels ±1 that the line meets exactly is 0, of terms of that size.
	size = max(size, float64(len(v.y)))
	least, now := v.squared(func(i int) float64 { return scoreAt(r.b, r.problem.U[i]) }), v.squared(v.scoreOf)
	return []algos.Check{
		claimNormal.Equal(off, 0, rounding).Of(size).Between("largest sum", "").
			Because(`the residuals $y - f_{\mathrm{LS}}$ are orthogonal to 1, $x_1$ and $x_2$`),
		claimSquared.AtMost(least.Value, now.Value, least.Rounding()+now.Rounding()).Of(float64(len(v.y))).
			Between("least squares", "logistic regression, now"),
	}
}
