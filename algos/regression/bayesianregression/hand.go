package bayesianregression

import (
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// yours are the coefficients of the reader's line: two by hand, the others as they are
// expected.
func (v view) yours() []float64 {
	theta := append([]float64{}, v.post.mu...)
	copy(theta, v.opt.Line[:])
	return theta
}

// grips hold the reader's line at two inputs. Where one is lifted the other stays, so the
// point in the plane of the coefficients goes along the stripe of the one that stays.
func (v view) grips() []mark.Mark {
	if v.post.d < 2 {
		return nil
	}
	x := v.ends()
	phi := [2][]float64{v.basis.at(x[0]), v.basis.at(x[1])}
	var marks []mark.Mark
	for i := range 2 {
		held, other := phi[i], phi[1-i]
		det := held[0]*other[1] - held[1]*other[0]
		// Solves heldᵀθ = y and otherᵀθ = stays for two coefficients.
		stays, rest := other[0]*v.opt.Line[0]+other[1]*v.opt.Line[1], v.rest(held)
		per := mark.XY{X: other[1] / det, Y: -other[0] / det}
		from := mark.XY{X: -held[1]*stays/det - rest*per.X, Y: held[0]*stays/det - rest*per.Y}
		if !finite(per, from) {
			return nil // the features of the two inputs are one direction to working precision
		}
		marks = append(marks, mark.Handle{
			Param: "line", Along: mark.Lift, At: mark.XY{X: x[i], Y: dot(held, v.yours())}, From: from, Per: per,
			Name: [...]say.Phrase{"your line, left", "your line, right"}[i],
			Tip:  "drag your line: its point moves in parameter space", Size: 5.5, Shape: 2, Style: yours.Plain(), Layer: mark.Over,
		})
	}
	return marks
}

func finite(places ...mark.XY) bool {
	for _, p := range places {
		if sum := math.Abs(p.X) + math.Abs(p.Y); math.IsNaN(sum) || sum > mark.Beyond {
			return false
		}
	}
	return true
}

// ends are the inputs at which the reader's line is held: well inside the board, and not
// where all features are nearly 0, as through the origin.
func (v view) ends() [2]float64 {
	at := func(share float64) float64 { return v.Window.X0*(1-share) + v.Window.X1*share }
	apart := func(x [2]float64) float64 { // the sine of the angle between their features
		a, b := v.basis.at(x[0])[:2], v.basis.at(x[1])[:2]
		return math.Abs(a[0]*b[1]-a[1]*b[0]) / (math.Hypot(a[0], a[1]) * math.Hypot(b[0], b[1]))
	}
	usual, other := [2]float64{at(0.2), at(0.8)}, [2]float64{at(0.35), at(0.9)}
	if s := apart(usual); s > apart(other)/4 {
		return usual
	}
	return other
}
