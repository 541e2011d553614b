package losses

import (
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// A loss is a function of the margin z.
type loss struct {
	id   string
	name say.Phrase
	tex  string // its definition
	hint string
	at   func(z float64) float64
	calc string // ℓ(z) with the numbers of one margin: <z>, <minus> is −z, <factor> is z behind an operator
	// share is the largest c with ℓ(z) ≥ c·1[z ≤ 0] everywhere: 1 for a bound.
	share  float64
	convex bool
	role   mark.Role
}

// all are the losses in their public order, the 0–1 loss first.
var all = []loss{
	{
		id: "zero_one", name: "0–1", tex: `\ell(z) = [\,z \le 0\,]`, calc: `[\,<z> \le 0\,]`,
		hint: "misclassification: 1 for z ≤ 0, else 0; not convex", at: zeroOne, share: 1, role: mark.RoleInk,
	},
	{
		id: "hinge", name: "hinge", tex: `\ell(z) = \max(0,\; 1 - z)`, calc: `\max(0,\; 1 - <factor>)`,
		hint: "SVM loss: 0 beyond margin 1", at: hinge, share: 1, convex: true, role: mark.RoleClass2,
	},
	{
		id: "logistic", name: "logistic (ln)", tex: `\ell(z) = \ln(1 + e^{-z})`, calc: `\ln(1 + e^{<minus>})`,
		hint: "maximum likelihood (log-loss); below the 0–1 loss for −0.541 < z ≤ 0", at: logistic, share: math.Ln2, convex: true, role: mark.RoleClass3,
	},
	{
		id: "logistic2", name: "logistic (log₂)", tex: `\ell(z) = \log_2(1 + e^{-z})`, calc: `\log_2(1 + e^{<minus>})`,
		hint: "log-loss scaled so that ℓ(0) = 1: an upper bound of the 0–1 loss", at: func(z float64) float64 { return logistic(z) / math.Ln2 },
		share: 1, convex: true, role: mark.RoleClass4,
	},
	{
		id: "exponential", name: "exponential", tex: `\ell(z) = e^{-z}`, calc: `e^{<minus>}`,
		hint: "AdaBoost loss: dominated by the most negative margin", at: func(z float64) float64 { return math.Exp(-z) },
		share: 1, convex: true, role: mark.RoleClass5,
	},
	{
		id: "square", name: "squared", tex: `\ell(z) = (1 - z)^2 = (y - f)^2`, calc: `(1 - <factor>)^2`,
		hint: "least squares: large positive margins are penalised too", at: square, share: 1, convex: true, role: mark.RoleClass6,
	},
}

// Places of the losses in the list, and how many there are.
const (
	atZeroOne = iota
	atHinge
	atLogistic
	atLogistic2
	atExponential
	atSquare
	count
)

func zeroOne(z float64) float64 {
	if z <= 0 {
		return 1
	}
	return 0
}

func hinge(z float64) float64  { return max(0, 1-z) }
func square(z float64) float64 { return (1 - z) * (1 - z) }

// logistic is ln(1 + e^{−z}) without overflow.
func logistic(z float64) float64 { return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))) }

// gapEdge is where the logistic loss with the natural logarithm is 1: above it,
// and up to 0, it lies below the 0–1 loss.
var gapEdge = -math.Log(math.E - 1)

// gap reports whether the logistic loss lies below the 0–1 loss at z.
func gap(z float64) bool { return z > gapEdge && z <= 0 }

// crossing is the margin at which the hinge and the logistic loss with the natural
// logarithm are equal: 1 − z = ln(1 + e^{−z}), which is at z = ln(e − 1). It is found by
// halving, as hinge − logistic falls from 0 to 1; both are 0.4587 there. Below it a point
// that is right costs more by the hinge, above it less.
var crossing = halve(func(z float64) float64 { return hinge(z) - logistic(z) }, 0, 1)

// halve finds where a falling function is 0.
func halve(f func(float64) float64, lo, hi float64) float64 {
	for {
		middle := lo + (hi-lo)/2
		if middle <= lo || middle >= hi {
			return middle
		}
		if f(middle) > 0 {
			lo = middle
		} else {
			hi = middle
		}
	}
}
