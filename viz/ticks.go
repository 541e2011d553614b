package viz

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"playground/algos/say"
)

// A scale is how the numbers of an axis are written: divided by 10^power where
// they would be long otherwise; the axis' name says so.
type scale struct {
	ticks []plot.Tick // without a label: a hairline only
	power int
}

// niceTicks puts ticks at round numbers, 1, 2 or 5 times a power of ten apart,
// at most n labelled ones, with an unlabelled one half way between them if half
// is set. Whole numbers only if integer is set. lo < hi are finite.
func niceTicks(lo, hi float64, n int, integer, half bool) scale {
	step, one := niceStep((hi-lo)/float64(max(1, n)), integer)
	// Beyond 2⁵² steps from zero, neighbouring ticks are no different numbers.
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	if !(math.Abs(first) < 1<<52 && math.Abs(last) < 1<<52) || last-first > 1000 {
		return scale{}
	}
	var s scale
	if size := math.Max(math.Abs(lo), math.Abs(hi)); size >= 1e5 || size < 1e-3 {
		s.power = int(math.Floor(math.Log10(size) + 1e-9))
	}
	// one is the power of ten of the step, so the labels need this many decimals.
	decimals := max(0, s.power-one)
	for k := first; k <= last; k++ {
		value := k * step
		s.ticks = append(s.ticks, plot.Tick{Value: value, Label: label(value, s.power, decimals)})
	}
	if half && !(integer && step < 2) {
		for k := first - 1; k <= last; k++ {
			if v := (k + 0.5) * step; v >= lo && v <= hi {
				s.ticks = append(s.ticks, plot.Tick{Value: v})
			}
		}
	}
	return s
}

// niceStep returns the smallest of 1, 2, 5 times a power of ten that is at least
// raw, and that power's exponent.
func niceStep(raw float64, integer bool) (step float64, exponent int) {
	if !(raw > 0) || math.IsInf(raw, 0) {
		return 1, 0
	}
	exponent = int(math.Floor(math.Log10(raw)))
	if integer && exponent < 0 {
		return 1, 0
	}
	for _, m := range [...]float64{1, 2, 5} {
		if step = m * math.Pow(10, float64(exponent)); step >= raw*(1-1e-9) {
			return step, exponent
		}
	}
	exponent++
	return math.Pow(10, float64(exponent)), exponent
}

// label writes value/10^power with that many decimals.
func label(value float64, power, decimals int) string {
	s := strconv.FormatFloat(value/math.Pow(10, float64(power)), 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	return strings.Replace(s, "-", "−", 1)
}

// logTicks puts labels at powers of ten, at most n, or at 1, 2 and 5 times them
// where there are few. 0 < lo < hi.
func logTicks(lo, hi float64, n int) scale {
	first, last := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	var s scale
	if last-first < 1 { // less than two labels: show the numbers between as well
		for e := first - 1; e <= last; e++ {
			for _, m := range [...]float64{1, 2, 5} {
				if v := m * math.Pow(10, float64(e)); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
					s.ticks = append(s.ticks, plot.Tick{Value: v, Label: power(m, e)})
				}
			}
		}
		return s
	}
	every := max(1, (last-first+n)/max(1, n))
	for e := first; e <= last; e++ {
		t := plot.Tick{Value: math.Pow(10, float64(e))}
		if (e-first)%every == 0 {
			t.Label = power(1, e)
		}
		s.ticks = append(s.ticks, t)
	}
	return s
}

// power writes m·10^e: plainly if it is short.
func power(m float64, e int) string {
	if e >= -2 && e <= 3 {
		return label(m*math.Pow(10, float64(e)), 0, max(0, -e))
	}
	if m == 1 {
		return "10" + say.Sup(e)
	}
	return label(m, 0, 0) + "·10" + say.Sup(e)
}

// labelled counts the ticks with a label.
func (s scale) labelled() int {
	n := 0
	for _, t := range s.ticks {
		if t.Label != "" {
			n++
		}
	}
	return n
}

// spread drops the labels that would touch the one before: those whose distance
// in pixels, place(value), is less than extent(label) and some room.
func (s scale) spread(place func(float64) float64, extent func(string) float64) {
	end, had := 0.0, false
	for i := range s.ticks {
		t := &s.ticks[i]
		if t.Label == "" {
			continue
		}
		at, half := place(t.Value), extent(t.Label)/2
		if had && at-half < end {
			t.Label = ""
			continue
		}
		end, had = at+half, true
	}
}

// has reports whether a label is such.
func (s scale) has(such func(plot.Tick) bool) bool {
	return slices.ContainsFunc(s.ticks, func(t plot.Tick) bool { return t.Label != "" && such(t) })
}

// hide drops the labels for which out holds.
func (s scale) hide(out func(plot.Tick) bool) {
	for i, t := range s.ticks {
		if t.Label != "" && out(t) {
			s.ticks[i].Label = ""
		}
	}
}

// logScale is the normalizer of logarithmic axes. It has no opinion about
// numbers that are not positive: they are NaN, and not drawn.
type logScale struct{}

func (logScale) Normalize(lo, hi, x float64) float64 {
	return (math.Log(x) - math.Log(lo)) / (math.Log(hi) - math.Log(lo))
}
