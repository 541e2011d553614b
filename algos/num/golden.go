package num

// Golden narrows [lo, hi] down to the least value of f by golden section, a step at a
// time: each leaves 0.618 of the interval. Where f has one valley the place is found; of
// several it is one.
//
// Source: J. Kiefer, Sequential minimax search for a maximum, Proc. AMS 4, 1953.
func Golden(lo, hi float64, steps int, f func(x float64) float64) (at, least float64) {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range steps {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	if fa <= fb {
		return a, fa
	}
	return b, fb
}
