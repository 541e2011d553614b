package viz

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// WCAG 2.2 asks for 3 to 1 for what carries meaning (1.4.11), and for 4.5 to 1
// for small text (1.4.3).
func TestContrast(t *testing.T) {
	for _, theme := range []Theme{Light, Dark, Projector} {
		p := theme.palette()
		for r := range svgcanvas.Roles {
			least := 3.0
			switch r {
			case svgcanvas.Grid, svgcanvas.Edge, svgcanvas.Plot, svgcanvas.Halo, svgcanvas.Paper:
				continue // what is behind
			case svgcanvas.Tick, svgcanvas.Axis, svgcanvas.Soft, svgcanvas.Ink, svgcanvas.Accent:
				least = 4.5
			}
			for _, behind := range []svgcanvas.Role{svgcanvas.Plot, svgcanvas.Paper} {
				if got := contrast(p[r], p[behind]); got < least {
					t.Errorf("%s: %s on %s has contrast %.2f, want at least %g", theme, r, behind, got, least)
				}
			}
		}
	}
}

// dichromat simulates full protanopia and deuteranopia.
//
// Source: F. Viénot, H. Brettel, J. D. Mollon, Digital video colourmaps for
// checking the legibility of displays by dichromats, Color Res. Appl. 24 (1999).
func dichromat(c color.NRGBA, deutan bool) color.NRGBA {
	r, g, b := math.Pow(float64(c.R)/255, 2.2), math.Pow(float64(c.G)/255, 2.2), math.Pow(float64(c.B)/255, 2.2)
	l := 17.8824*r + 43.5161*g + 4.11935*b
	m := 3.45565*r + 27.1554*g + 3.86714*b
	s := 0.0299566*r + 0.184309*g + 1.46709*b
	if deutan {
		m = 0.494207*l + 1.24827*s
	} else {
		l = 2.02344*m - 2.52581*s
	}
	back := func(v float64) uint8 {
		return uint8(math.Round(255 * math.Pow(math.Max(0, math.Min(1, v)), 1/2.2)))
	}
	return color.NRGBA{
		R: back(0.0809444479*l - 0.130504409*m + 0.116721066*s),
		G: back(-0.0102485335*l + 0.0540193266*m - 0.113614708*s),
		B: back(-0.000365296938*l - 0.00412161469*m + 0.693511405*s), A: 255,
	}
}

// Any two classes can be told apart by colour, and the first three by anyone.
func TestClassesCanBeToldApart(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		p := theme.palette()
		for a := range 8 {
			for b := range a {
				if d := deltaE(lab(p[a]), lab(p[b])); d < 20 {
					t.Errorf("%s: classes %d and %d differ by ΔE %.1f", theme, b, a, d)
				}
				for _, deutan := range []bool{false, true} {
					least := 9.0 // the shape tells them apart as well
					if a < 3 {
						least = 18
					}
					if d := deltaE(lab(dichromat(p[a], deutan)), lab(dichromat(p[b], deutan))); d < least {
						t.Errorf("%s: a dichromat (deutan %v) sees classes %d and %d differ by ΔE %.1f", theme, deutan, b, a, d)
					}
				}
			}
		}
	}
}

// Equal steps of a field's scale look equally large, and as large on either
// side of 0.
func TestFieldsAreShadedUniformly(t *testing.T) {
	paper := lightPalette[svgcanvas.Plot]
	seen := func(c color.Color) [3]float64 {
		n := c.(color.NRGBA)
		return blend(n, paper, float64(n.A)/255)
	}
	for side := range 2 {
		full := deltaE(seen(divergingColors[(side+1)*ramp]), lab(paper))
		for k := 1; k <= ramp; k++ {
			got, want := deltaE(seen(divergingColors[side*ramp+k]), lab(paper)), full*float64(k)/ramp
			if math.Abs(got-want) > 0.25 { // opacities are multiples of 1/255, about 0.4 ΔE apart
				t.Errorf("side %d: step %d is ΔE %.2f from the paper, want %.2f", side, k, got, want)
			}
		}
	}
	if divergingColors[0] != (color.NRGBA{}) {
		t.Errorf("0 is %v, want clear", divergingColors[0])
	}
}

func TestShading(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	d := newShading(mark.Diverging, -2, 4, nil)
	for _, c := range []struct {
		v    float64
		want uint8
	}{{0, 0}, {nan, 0}, {-2, ramp}, {-inf, ramp}, {-1, 16}, {4, 2 * ramp}, {inf, 2 * ramp}, {2, ramp + 16}, {1e-9, 0}, {-1e-9, 0}} {
		if got := d.index(c.v); got != c.want {
			t.Errorf("diverging: %g has entry %d, want %d", c.v, got, c.want)
		}
	}
	s := newShading(mark.Sequential, 1, 3, nil)
	for _, c := range []struct {
		v    float64
		want uint8
	}{{1, 0}, {0, 0}, {2, ramp}, {3, 2 * ramp}, {9, 2 * ramp}, {nan, 0}} {
		if got := s.index(c.v); got != c.want {
			t.Errorf("sequential: %g has entry %d, want %d", c.v, got, c.want)
		}
	}
	r := newShading(mark.Regions, 0, 0, nil)
	for _, c := range []struct {
		corners []float64
		want    uint8
	}{{[]float64{1, 1, 2, 0}, 2}, {[]float64{2, 0, 2, 0}, 1}, {[]float64{nan, nan, 3, nan}, 4}, {[]float64{nan}, 0}, {[]float64{-1}, 0}, {[]float64{9}, 2}} {
		if got := r.region(c.corners...); got != c.want {
			t.Errorf("regions: %v has entry %d, want %d", c.corners, got, c.want)
		}
	}
	if open := newShading(mark.Diverging, 0, 0, []float64{-3, nan, 1}); open.index(-3) != ramp || open.index(1) != 2*ramp {
		t.Error("without bounds the values' range is the scale")
	}
}

// The pictures of cells are images in the light theme's colours. Pages brighten them in the dark, by so much that the strongest cell
// stands out from the ground.
func TestCellsAreSeenInTheDark(t *testing.T) {
	css, err := os.ReadFile("../assets/static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	rule := regexp.MustCompile(`image\[image-rendering="pixelated"\] \{ filter: brightness\(([0-9.]+)\); \}`).FindAllStringSubmatch(string(css), -1)
	if len(rule) != 2 || rule[0][1] != rule[1][1] {
		t.Fatalf("the chosen and the system's dark theme brighten cells by %v", rule)
	}
	by, err := strconv.ParseFloat(rule[0][1], 64)
	if err != nil {
		t.Fatal(err)
	}
	ground, cell := darkPalette[svgcanvas.Plot], sequentialColors[2*ramp].(color.NRGBA)
	over := func(c, below uint8) uint8 {
		alpha := float64(cell.A) / 255
		return uint8(math.Round(alpha*min(255, by*float64(c)) + (1-alpha)*float64(below)))
	}
	seen := color.NRGBA{R: over(cell.R, ground.R), G: over(cell.G, ground.G), B: over(cell.B, ground.B), A: 255}
	if got := contrast(seen, ground); got < 2.4 {
		t.Errorf("the strongest cell has the contrast %.2f with the ground of the dark theme", got)
	}
	if got := contrast(darkPalette[svgcanvas.Ink], seen); got < 4.5 {
		t.Errorf("numbers have the contrast %.2f with the strongest cell of the dark theme", got)
	}
}

func TestCSSHasEveryRole(t *testing.T) {
	css, classes := CSS(Dark), ClassCSS()
	for _, want := range []string{"--c0: #5ab4ef;\n", "--accent: #8fb0ff;\n", "--paper: #15171b;\n"} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q in\n%s", want, css)
		}
	}
	for r := range svgcanvas.Roles {
		if !strings.Contains(css, fmt.Sprintf("--%s: #", r)) {
			t.Errorf("%s has no custom property", r)
		}
		if !strings.Contains(classes, fmt.Sprintf(".f-%s{fill:var(--%s)}\n.s-%[1]s{stroke:var(--%[1]s)}\n", r, r)) {
			t.Errorf("%s has no classes", r)
		}
	}
}
