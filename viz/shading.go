package viz

import (
	"image/color"
	"math"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// Fields are shaded by one colour and its opacity, so that the picture fits the
// light and the dark theme: what is behind shows through, and at 0 there is
// nothing but the paper.

const (
	ramp      = 31   // steps of a colour from the paper to its strongest
	strongest = 0.52 // opacity where the scale saturates
	flat      = 0.26 // opacity of regions
)

// The palettes of fields. Entry 0 is clear.
var (
	divergingColors  = append(append(color.Palette{color.NRGBA{}}, fade(svgcanvas.C0, ramp)...), fade(svgcanvas.C1, ramp)...)
	sequentialColors = append(color.Palette{color.NRGBA{}}, fade(svgcanvas.Accent, 2*ramp)...)
	regionColors     = regions()
)

// fade returns n colours from almost clear to the strongest. Their opacities are
// such that, on the light theme's plot, equal steps look equally large: the
// CIELAB distance to the paper grows linearly.
func fade(r svgcanvas.Role, n int) color.Palette {
	ink, paper := lightPalette[r], lightPalette[svgcanvas.Plot]
	distance := func(opacity float64) float64 { return deltaE(blend(ink, paper, opacity), lab(paper)) }
	full := distance(strongest)
	colors := make(color.Palette, n)
	for i := range colors {
		want := full * float64(i+1) / float64(n)
		lo, hi := 0.0, strongest
		for range 30 { // bisection: the distance grows with the opacity
			if mid := (lo + hi) / 2; distance(mid) < want {
				lo = mid
			} else {
				hi = mid
			}
		}
		ink.A = uint8(math.Round(255 * hi))
		colors[i] = ink
	}
	return colors
}

// strength is the opacity of an entry of the sequential palette.
func strength(entry uint8) float64 {
	_, _, _, a := sequentialColors[entry].RGBA()
	return float64(a) / 0xffff
}

func regions() color.Palette {
	colors := color.Palette{color.NRGBA{}}
	for k := range 8 {
		c := lightPalette[classRole(k)]
		c.A = uint8(math.Round(255 * flat))
		colors = append(colors, c)
	}
	return colors
}

// A shading turns values into entries of a palette.
type shading struct {
	scale        mark.FieldScale
	lo           float64
	below, above float64 // steps per unit
}

// newShading saturates at lo and hi. Without them, lo ≥ hi, it takes the range
// of the finite values.
func newShading(scale mark.FieldScale, lo, hi float64, values []float64) shading {
	if scale == mark.Regions {
		return shading{scale: scale} // classes need no range
	}
	if !(lo < hi) || math.IsInf(hi-lo, 0) {
		lo, hi = rangeOf(values)
	}
	if scale == mark.Sequential {
		return shading{scale: scale, lo: lo, above: 2 * ramp / (hi - lo)}
	}
	// On either side of 0 the larger bound counts where the other is missing.
	size := math.Max(math.Abs(lo), math.Abs(hi))
	s := shading{scale: scale, below: ramp / size, above: ramp / size}
	if lo < 0 && hi > 0 {
		s.below, s.above = ramp/-lo, ramp/hi
	}
	return s
}

// rangeOf returns the range of the finite values, (0, 1) without any.
func rangeOf(values []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v-v == 0 {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	if !(lo < hi) {
		return 0, 1
	}
	return lo, hi
}

func (s shading) colors() color.Palette {
	switch s.scale {
	case mark.Sequential:
		return sequentialColors
	case mark.Regions:
		return regionColors
	}
	return divergingColors
}

// index returns the palette entry for a value of a continuous scale.
func (s shading) index(v float64) uint8 {
	switch {
	case v != v:
		return 0
	case s.scale == mark.Sequential:
		return steps((v-s.lo)*s.above, 2*ramp)
	case v < 0:
		if k := steps(-v*s.below, ramp); k > 0 {
			return k
		}
		return 0
	default:
		if k := steps(v*s.above, ramp); k > 0 {
			return ramp + k
		}
		return 0
	}
}

// steps rounds t to a whole number from 0 to n; NaN is 0.
func steps(t float64, n int) uint8 {
	if !(t > 0) {
		return 0
	}
	if t >= float64(n) {
		return uint8(n)
	}
	return uint8(t + 0.5)
}

// region returns the entry for the class that most of a cell's corners have;
// the smallest one of several.
func (s shading) region(corners ...float64) uint8 {
	if a := corners[0]; len(corners) == 4 && a == corners[1] && a == corners[2] && a == corners[3] && a >= 0 && a <= 1e6 {
		return uint8(1 + classRole(int(a+0.5))) // almost all cells
	}
	best, most := 0, 0
	for _, a := range corners {
		class, votes := int(math.Round(a)), 0
		if a != a || math.Abs(a) > 1e6 {
			continue
		}
		for _, b := range corners {
			if math.Round(b) == float64(class) {
				votes++
			}
		}
		if votes > most || votes == most && class < best {
			best, most = class, votes
		}
	}
	if most == 0 || best < 0 {
		return 0
	}
	return uint8(1 + classRole(best))
}

// blend returns a colour over another in CIELAB.
func blend(top, under color.NRGBA, opacity float64) [3]float64 {
	mix := func(a, b uint8) float64 { return (opacity*float64(a) + (1-opacity)*float64(b)) / 255 }
	return labOf(mix(top.R, under.R), mix(top.G, under.G), mix(top.B, under.B))
}

func lab(c color.NRGBA) [3]float64 {
	return labOf(float64(c.R)/255, float64(c.G)/255, float64(c.B)/255)
}

// labOf converts sRGB to CIE 1976 L*a*b* under D65.
func labOf(r, g, b float64) [3]float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	r, g, b = linear(r), linear(g), linear(b)
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// deltaE is the CIE 1976 colour difference.
func deltaE(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
