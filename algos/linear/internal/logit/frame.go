package logit

import (
	"math"

	"playground/algos/num"
)

// A Frame is a change of coordinates u_j = ⟨a_j, x − m⟩/s_j of the plane. Newton's
// method takes the same steps in every frame; in one that is centred and scaled
// to the points it loses no digits on points that are far away or far apart.
type Frame struct {
	centre [2]float64    // m
	axes   [2][2]float64 // a₀, a₁: orthogonal unit vectors
	scale  [2]float64    // s
}

// plain is the frame that changes nothing.
var plain = Frame{axes: [2][2]float64{{1, 0}, {0, 1}}, scale: [2]float64{1, 1}}

// Flat reports whether points lie on a line, or in one place, up to rounding: what lies across does not
// matter to a loss without a penalty.
func Flat(x [][2]float64) bool {
	_, flat := fit(x)
	return flat
}

// fit returns the frame of the points: centred at their mean, each axis scaled
// to their reach. Where they lie on a line, up to rounding, the first axis is
// along it, and flat says that nothing lies across.
func fit(x [][2]float64) (f Frame, flat bool) {
	f = plain
	n := float64(len(x))
	size := 0.0
	// The mean of the differences is exact where all points are the same.
	var mean [2]float64
	for _, p := range x {
		d := sub(p, x[0])
		mean[0] += d[0] / n
		mean[1] += d[1] / n
		size = max(size, math.Abs(p[0]), math.Abs(p[1]))
	}
	f.centre = [2]float64{x[0][0] + mean[0], x[0][1] + mean[1]}
	var far [2]float64
	for _, p := range x {
		if d := sub(p, f.centre); length(d) > length(far) {
			far = d
		}
	}
	reach := length(far)
	if reach == 0 {
		return f, true
	}
	along := Frame{centre: f.centre, scale: plain.scale, axes: [2][2]float64{{far[0] / reach, far[1] / reach}, {-far[1] / reach, far[0] / reach}}}
	f.scale = f.spread(x)
	if thickness := along.spread(x)[1]; thickness > 8*ulp*(size+reach) {
		for j, s := range f.scale {
			if s == 0 {
				f.scale[j] = 1
			}
		}
		return f, false
	}
	along.scale = [2]float64{along.spread(x)[0], 1}
	return along, true
}

const ulp = num.Ulp

// spread returns the largest |⟨a_j, x − m⟩|.
func (f Frame) spread(x [][2]float64) [2]float64 {
	var s [2]float64
	for _, p := range x {
		d := sub(p, f.centre)
		for j, a := range f.axes {
			s[j] = max(s[j], math.Abs(a[0]*d[0]+a[1]*d[1]))
		}
	}
	return s
}

// To returns (u₀, u₁, 1).
func (f Frame) To(x [2]float64) [3]float64 {
	d := sub(x, f.centre)
	u := [3]float64{0, 0, 1}
	for j, a := range f.axes {
		u[j] = (a[0]*d[0] + a[1]*d[1]) / f.scale[j]
	}
	return u
}

// Vector returns w and b in the coordinates of the points for a vector of this
// frame.
func (f Frame) Vector(b [3]float64) (w [2]float64, b0 float64) {
	for j, a := range f.axes {
		w[0] += b[j] / f.scale[j] * a[0]
		w[1] += b[j] / f.scale[j] * a[1]
	}
	return w, b[2] - w[0]*f.centre[0] - w[1]*f.centre[1]
}

// gradient returns the gradient with respect to (w, b) for one of this frame.
func (f Frame) gradient(g [3]float64) [3]float64 {
	out := [3]float64{g[2] * f.centre[0], g[2] * f.centre[1], g[2]}
	for j, a := range f.axes {
		out[0] += g[j] * f.scale[j] * a[0]
		out[1] += g[j] * f.scale[j] * a[1]
	}
	return out
}

func sub(a, b [2]float64) [2]float64 { return [2]float64{a[0] - b[0], a[1] - b[1]} }

func length(a [2]float64) float64 { return math.Hypot(a[0], a[1]) }
