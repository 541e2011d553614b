package covariance

import (
	"playground/algos/kernel"
)

// Gaussian reports whether the kernel is a multiple of one Gaussian,
//
//	k(x, z) = scale · e^(−γ‖x−z‖²),
//
// as a product of constants and rbf is, with γ = Σ 1/2ℓ².
func (k Kernel) Gaussian() (scale, gamma float64, ok bool) {
	gamma, ok = k.root.gaussian(k.values)
	return k.root.scale(k.values), gamma, ok && gamma > 0
}

func (n *node) gaussian(values []float64) (gamma float64, ok bool) {
	switch n.op {
	case constant:
		return 0, true
	case leaf:
		length := values[n.from]
		return 1 / (2 * length * length), n.family.name == "rbf"
	case product:
		for _, a := range n.args {
			g, ok := a.gaussian(values)
			if !ok {
				return 0, false
			}
			gamma += g
		}
		return gamma, true
	}
	return 0, false
}

// Gauss replaces every distance d by e^(−γd²).
func Gauss(d []float64, gamma float64) {
	for i, v := range d {
		d[i] = -gamma * v * v
	}
	kernel.Exp(d)
}

// Row sets dst[j] = k(x[i], x[j]).
func (k Kernel) Row(dst []float64, x [][2]float64, i int) {
	if scale, gamma, ok := k.Gaussian(); ok {
		kernel.RBF{Gamma: gamma}.Row(dst, x, i)
		for j := range dst {
			dst[j] *= scale
		}
		return
	}
	for j, z := range x {
		dst[j] = k.At(x[i], z)
	}
}
