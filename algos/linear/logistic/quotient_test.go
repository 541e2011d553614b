package logistic

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/linear/internal/logit"
)

// The gradient is the central difference quotient of the loss. The third derivative of log(1 + e^f)
// is at most 1/(6√3), and so the quotient is off by at most h²/6·Σ|u|³/(6√3); the rest is rounding.
func TestGradientIsDifferenceQuotient(t *testing.T) {
	t.Parallel()
	const h = 1e-4
	for _, f := range Demo.Fixtures {
		steps := algotest.Steps(t, Demo, f.Data, f.Params)
		v := steps[len(steps)/2].View.(view)
		for j, g := range v.problem.At(v.B).Grad { // by the weights of the scaled points
			e, cubes := make([]float64, len(v.B)), 0.0
			e[j] = 1
			for _, u := range v.problem.U {
				cubes += math.Pow(math.Abs(u[j]), 3)
			}
			up, down := logit.Moved(v.B, h, e), logit.Moved(v.B, -h, e)
			above, below := v.problem.Loss(up), v.problem.Loss(down)
			rounding := v.problem.LossRounding(up, above) + v.problem.LossRounding(down, below)
			bound := h*h*cubes/(36*math.Sqrt(3)) + (rounding+4*ulp*above)/(2*h)
			if got := (above - below) / (2 * h); !(math.Abs(got-g) <= bound) {
				t.Errorf("%s: ∂%d is %v, the difference quotient %v: off by more than %v", f.ID, j, g, got, bound)
			}
		}
	}
}
