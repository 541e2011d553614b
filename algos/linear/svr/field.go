package svr

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// field is the function in the plane, from the least to the largest target.
func (s *state) field() algos.Field {
	lo, hi := slices.Min(s.y), slices.Max(s.y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	field := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			c := s.curve()
			g.X0, g.X1 = g.X0-s.shift[0], g.X1-s.shift[0]
			g.Y0, g.Y1 = g.Y0-s.shift[1], g.Y1-s.shift[1]
			s.k.Field(dst, g, c.centres, c.coef, c.bias)
		},
		Scale: algos.Sequential, Lo: lo, Hi: hi,
		Legend: say.Phrase(fmt.Sprintf("f(x), from %s to %s", say.Num(lo), say.Num(hi))),
	}
	if s.free+s.bound == 0 { // a constant has no isolines
		return field
	}
	step := roundStep((hi - lo) / 6)
	for t := math.Ceil(lo / step); t*step <= hi && len(field.Levels) < 20; t++ {
		level := algos.Level{Value: t * step, Style: algos.Style{Role: algos.RoleSoft, Width: 1.1}}
		if len(field.Levels) == 0 {
			level.Label = say.Phrase("every " + say.Num(step))
		}
		field.Levels = append(field.Levels, level)
	}
	return field
}

// roundStep is the round number 1, 2 or 5 times a power of ten next above x > 0.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range [...]float64{1, 2, 5} {
		if f*power >= x {
			return f * power
		}
	}
	return 10 * power
}
