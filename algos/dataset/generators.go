package dataset

import (
	"math"
	"math/rand/v2"
)

// draw is what a generator's formula for point i of n draws from.
type draw struct {
	i, n  int
	noise float64
	rand  *rand.Rand
}

// newDraw returns what the data of a source are drawn from.
func newDraw(s Source) *draw {
	return &draw{n: s.N, noise: s.Noise, rand: rand.New(rand.NewPCG(s.Seed, 0xda7a))}
}

// normal returns a draw from N(mean, (scale·noise)²).
func (d *draw) normal(mean, scale float64) float64 {
	return mean + scale*d.noise*d.rand.NormFloat64()
}

// uniform returns a draw from [lo, hi).
func (d *draw) uniform(lo, hi float64) float64 { return lo + (hi-lo)*d.rand.Float64() }

// around returns a point of the class near a place.
func (d *draw) around(x, y float64, class int) Point {
	return Point{X: [2]float64{d.normal(x, 1), d.normal(y, 1)}, Y: float64(class)}
}

// share returns how far point i is along its class of k, evenly from 0 to 1.
func (d *draw) share(k int) float64 {
	of := (d.n - d.i%k + k - 1) / k // points of this class
	if of < 2 {
		return 0.5
	}
	return float64(d.i/k) / float64(of-1)
}

// generators are those of points in the order of the menu. Their ids are public.
var generators = []Generator{
	{
		ID: "blobs", Title: "Two blobs", Note: "Two Gaussians far apart; the noise is their standard deviation.",
		Classes: 2, Dim: 2, N: 60, Noise: 0.5, MaxNoise: 3,
		point: func(d *draw) Point {
			if d.i%2 == 0 {
				return d.around(-1.5, -0.6, 0)
			}
			return d.around(1.5, 1.2, 1)
		},
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Note: "Two overlapping Gaussians (not linearly separable); the noise is their standard deviation.",
		Classes: 2, Dim: 2, N: 60, Noise: 0.9, MaxNoise: 3,
		point: func(d *draw) Point {
			if d.i%2 == 0 {
				return d.around(-0.9, -0.5, 0)
			}
			return d.around(0.9, 0.5, 1)
		},
	},
	{
		ID: "blobs3", Title: "Three blobs", Note: "Three classes at the corners of a triangle; the noise is their standard deviation.",
		Classes: 3, Dim: 2, N: 90, Noise: 0.5, MaxNoise: 3,
		point: func(d *draw) Point {
			k := d.i % 3
			angle := math.Pi * (0.5 + 2*float64(k)/3)
			return d.around(1.7*math.Cos(angle), 1.7*math.Sin(angle), k)
		},
	},
	{
		ID: "moons", Title: "Two moons", Note: "Two interleaving half circles; the noise moves points off them.",
		Classes: 2, Dim: 2, N: 60, Noise: 0.15, MaxNoise: 3,
		point: func(d *draw) Point {
			t := math.Pi * d.share(2)
			if d.i%2 == 0 {
				return d.around(math.Cos(t), math.Sin(t), 0)
			}
			return d.around(1-math.Cos(t), 0.5-math.Sin(t), 1)
		},
	},
	{
		ID: "circles", Title: "Two circles", Note: "One class surrounds the other; the noise moves points off the circles.",
		Classes: 2, Dim: 2, N: 60, Noise: 0.15, MaxNoise: 3,
		point: func(d *draw) Point {
			angle := d.uniform(0, 2*math.Pi)
			radius := 2.0
			if d.i%2 == 1 {
				radius = 0.9
			}
			return d.around(radius*math.Cos(angle), radius*math.Sin(angle), d.i%2)
		},
	},
	{
		ID: "xor", Title: "XOR", Note: "The classes take opposite quadrants; the noise carries points across the axes.",
		Classes: 2, Dim: 2, N: 60, Noise: 0.1, MaxNoise: 3,
		point: func(d *draw) Point {
			class := d.i % 2
			sx := float64(1 - 2*(d.i/2%2))
			sy := sx * float64(1-2*class) // equal signs are class 0, different ones class 1
			return d.around(sx*d.uniform(0.2, 2), sy*d.uniform(0.2, 2), class)
		},
	},
	{
		ID: "spirals", Title: "Two spirals", Note: "Two intertwined spirals; the noise scatters points around them.",
		Classes: 2, Dim: 2, N: 120, Noise: 0.08, MaxNoise: 3,
		point: func(d *draw) Point {
			t := d.share(2)
			angle := math.Pi * (3*t + float64(d.i%2))
			radius := 0.3 + 2.2*t
			return d.around(radius*math.Cos(angle), radius*math.Sin(angle), d.i%2)
		},
	},
	{
		ID: "gmm", Title: "Gaussian mixture", Note: "Unlabelled draws from three Gaussians of different shape; the noise scales their widths.",
		Target: None, Dim: 2, N: 150, Noise: 1, MaxNoise: 3,
		point: mixturePoint,
	},
	{
		ID: "sine", Title: "Noisy sine", Note: "sin(1.5x) at random inputs; the noise is the standard deviation of y.",
		Target: Values, Dim: 1, N: 30, Noise: 0.2, MaxNoise: 3,
		point: func(d *draw) Point {
			x := d.uniform(-3, 3)
			return Point{X: [2]float64{x}, Y: d.normal(math.Sin(1.5*x), 1)}
		},
	},
	{
		ID: "step", Title: "Noisy step", Note: "−1 left of zero, +1 right of it; the noise is the standard deviation of y.",
		Target: Values, Dim: 1, N: 30, Noise: 0.2, MaxNoise: 3,
		point: func(d *draw) Point {
			x := d.uniform(-3, 3)
			level := 1.0
			if x < 0 {
				level = -1
			}
			return Point{X: [2]float64{x}, Y: d.normal(level, 1)}
		},
	},
	{
		ID: "line", Title: "Noisy line", Note: "0.7x + 0.4 at random inputs; the noise is the standard deviation of y.",
		Target: Values, Dim: 1, N: 30, Noise: 0.4, MaxNoise: 3,
		point: func(d *draw) Point {
			x := d.uniform(-3, 3)
			return Point{X: [2]float64{x}, Y: d.normal(0.7*x+0.4, 1)}
		},
	},
}

// mixturePoint draws from 0.4 N(a) + 0.35 N(b) + 0.25 N(c): a long tilted
// cluster, an upright one and a small round one.
func mixturePoint(d *draw) Point {
	u, v := d.normal(0, 1), d.normal(0, 1)
	switch w := d.rand.Float64(); {
	case w < 0.4: // axes 0.9 and 0.25, tilted by 30°
		c, s := math.Sqrt(3)/2, 0.5
		return Point{X: [2]float64{-1.2 + 0.9*c*u - 0.25*s*v, -0.8 + 0.9*s*u + 0.25*c*v}}
	case w < 0.75:
		return Point{X: [2]float64{1.8 + 0.3*u, 0.2 + 0.8*v}}
	}
	return Point{X: [2]float64{-0.5 + 0.35*u, 1.7 + 0.35*v}}
}
