package viz

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

func labels(s scale) []string {
	var out []string
	for _, t := range s.ticks {
		if t.Label != "" {
			out = append(out, t.Label)
		}
	}
	return out
}

func TestNiceTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi  float64
		n       int
		integer bool
		power   int
		want    []string
	}{
		{-1.6, 2.6, 5, false, 0, []string{"−1", "0", "1", "2"}},
		{-1.6, 2.6, 10, false, 0, []string{"−1.5", "−1.0", "−0.5", "0", "0.5", "1.0", "1.5", "2.0", "2.5"}},
		{0, 119, 4, true, 0, []string{"0", "50", "100"}},
		{0, 2, 8, true, 0, []string{"0", "1", "2"}},
		{0, 1e6, 5, false, 6, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{-2.5e-7, 2.5e-7, 4, false, -7, []string{"−2", "0", "2"}},
		{0, 99999, 4, false, 0, []string{"0", "50000"}},
		{0.1, 0.3, 4, false, 0, []string{"0.10", "0.15", "0.20", "0.25", "0.30"}},
	} {
		s := niceTicks(c.lo, c.hi, c.n, c.integer, false)
		if got := labels(s); !slices.Equal(got, c.want) || s.power != c.power {
			t.Errorf("niceTicks(%g, %g, %d): %q · 10^%d, want %q · 10^%d", c.lo, c.hi, c.n, got, s.power, c.want, c.power)
		}
	}
}

// Whatever the window, no number of y reaches into the axis' name; without
// clearTop one would in some.
func TestNumbersKeepClearOfTheName(t *testing.T) {
	reaching := 0
	for y1 := 1.2; y1 < 2.2; y1 += 0.005 {
		f := frame{
			options: Options{Size: Size{W: 680, H: 400}}, equal: true,
			x: mark.Axis{Name: "x₁"}, y: mark.Axis{Name: "x₂"},
			window: grid.Window{X0: -1.6, X1: 2.6, Y0: -1.3, Y1: y1},
		}
		l := f.layOut()
		for _, tick := range ticksOf(l.plot.Y) {
			at := l.area.Min.Y + l.area.Size().Y*vg.Length(l.plot.Y.Norm(tick.Value))
			switch reaches := at+vg.Length(l.tick/2) > l.yNameBase()-vg.Length(0.3*l.name); {
			case reaches && tick.Label != "":
				t.Errorf("with y up to %g %q stands in the name", y1, tick.Label)
			case reaches:
				reaching++
			}
		}
	}
	if reaching == 0 {
		t.Error("no number came near the name: the test shows nothing")
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   []string
	}{
		{0.001, 1000, 10, []string{"10⁻³", "0.01", "0.1", "1", "10", "100", "1000"}},
		{1e-16, 1, 4, []string{"10⁻¹⁶", "10⁻¹¹", "10⁻⁶", "0.1"}},
		{2, 60, 4, []string{"2", "5", "10", "20", "50"}},
	} {
		if got := labels(logTicks(c.lo, c.hi, c.n)); !slices.Equal(got, c.want) {
			t.Errorf("logTicks(%g, %g): %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
}

// Whatever the range and the size, the numbers at an axis do not touch each
// other or the axis' name, and lie in the picture.
func TestNumbersDoNotTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis := func(name string) mark.Axis {
			size := math.Pow(10, rapid.Float64Range(-9, 9).Draw(t, name+" size"))
			lo := size * rapid.SampledFrom([]float64{-0.5, 0, 1, -3, 1000}).Draw(t, name+" shift")
			return mark.Axis{Name: say.Phrase(name), Min: lo, Max: lo + size, Integer: rapid.Bool().Draw(t, name+" integer")}
		}
		f := frameOf(mark.Panel{X: axis("x₁"), Y: axis("likelihood")}, Options{
			Size:      Size{W: rapid.Float64Range(120, 1200).Draw(t, "w"), H: rapid.Float64Range(100, 900).Draw(t, "h")},
			Projector: rapid.Bool().Draw(t, "projector"),
		})
		l := f.layOut()
		end := math.Inf(-1)
		for _, tick := range ticksOf(l.plot.X) {
			if tick.Label == "" || l.plot.X.Norm(tick.Value) < 0 || l.plot.X.Norm(tick.Value) > 1 {
				continue
			}
			at := float64(l.area.Min.X + vg.Length(l.plot.X.Norm(tick.Value))*l.area.Size().X)
			half := width(tick.Label, l.tick) / 2
			if at-half < end {
				t.Fatalf("%q touches the number before", tick.Label)
			}
			end = at + half
			// One pixel for the last round of the layout.
			if at-half < -1 || end > l.options.Size.W+1 {
				t.Fatalf("%q reaches from %g to %g of %g", tick.Label, at-half, end, l.options.Size.W)
			}
		}
		if name := float64(l.area.Max.X) - width(l.xName, l.name); end > name+1 {
			t.Fatalf("the last number ends at %g, the name begins at %g", end, name)
		}
		last := math.Inf(-1)
		for _, tick := range ticksOf(l.plot.Y) {
			at := l.plot.Y.Norm(tick.Value) * float64(l.area.Size().Y)
			if tick.Label == "" || at < 0 || at > float64(l.area.Size().Y) {
				continue
			}
			if at-last < l.tick {
				t.Fatalf("%q is %g pixels above the number before", tick.Label, at-last)
			}
			last = at
		}
		// Digits reach 0.36 of their size above their middle, italics 0.22 below the line.
		if top := float64(l.area.Min.Y) + last + 0.36*l.tick; top > float64(l.yNameBase())-0.22*l.name {
			t.Fatalf("the top number reaches %g, the name begins at %g", top, float64(l.yNameBase())-0.22*l.name)
		}
	})
}

// Numbers of the two axes do not meet in the corner, and the name of y stands beside the
// column of its numbers.
func TestNumbersInTheCorner(t *testing.T) {
	met := 0
	for x0 := -1.7; x0 < -1.3; x0 += 0.01 {
		for y0 := -1.3; y0 < -0.9; y0 += 0.02 {
			l := frame{
				options: Options{Size: Size{W: 646, H: 400}},
				x:       mark.Axis{Name: "x₁"}, y: mark.Axis{Name: "x₂"},
				window: grid.Window{X0: x0, X1: 2.6, Y0: y0, Y1: 1.9},
			}.layOut()
			numbers := func(such func(at, half float64) bool, axis plot.Axis, length vg.Length) bool {
				return slices.ContainsFunc(ticksOf(axis), func(t plot.Tick) bool {
					return t.Label != "" && such(axis.Norm(t.Value)*float64(length), width(t.Label, l.tick)/2)
				})
			}
			left := numbers(func(at, half float64) bool { return at < half+2 }, l.plot.X, l.area.Size().X)
			low := numbers(func(at, _ float64) bool { return at < l.tick/2 }, l.plot.Y, l.area.Size().Y)
			if left && low {
				t.Errorf("from (%.2f, %.2f) two numbers meet", x0, y0)
			}
			if left || low {
				met++
			}
		}
	}
	if met == 0 {
		t.Error("no number came near the corner: the test shows nothing")
	}
}

// Two numbers, or a reader cannot tell the scale: for every ordinary board.
func TestEveryAxisHasTwoNumbers(t *testing.T) {
	for _, size := range []Size{{350, 190}, {345, 330}, {690, 560}, {1200, 800}} {
		for e := -6; e <= 9; e++ {
			for _, m := range []float64{1, 1.7, 2.2, 4.9, 7.3} {
				w := m * math.Pow(10, float64(e))
				l := frameOf(mark.Panel{X: mark.Axis{Name: "x₁", Min: -w, Max: w}, Y: mark.Axis{Name: "x₂", Min: 0, Max: w}}, Options{Size: size}).layOut()
				for name, axis := range map[string]scale{"x": {ticks: ticksOf(l.plot.X)}, "y": {ticks: ticksOf(l.plot.Y)}} {
					if got := labels(axis); len(got) < 2 {
						t.Errorf("%v, ±%g: %s has only %q", size, w, name, got)
					}
				}
			}
		}
	}
}
