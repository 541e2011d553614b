package laplace

import "math"

// wide is the standard deviation from which on Average integrates over f: a trapezoid rule over the
// Gaussian would need many nodes, as the sigmoid is a step to it.
const wide = 2.5

// Average is the sigmoid averaged over a Gaussian, ∫ σ(f) N(f | m, s²) df, to 10⁻¹².
func Average(mean, variance float64) float64 {
	s := math.Sqrt(variance)
	switch {
	case s == 0:
		return Sigmoid(mean)
	case s < wide:
		return Trapezoid(mean, s)
	}
	return Pieces(mean, s)
}

// tail is how many standard deviations count: beyond lie 10⁻¹⁷ of a Gaussian.
const tail = 8.6

// Trapezoid integrates over z = (f − m)/s by the trapezoid rule. The integrand is analytic up to the
// poles of the sigmoid at a distance of π/s, and falls like a Gaussian, so the error falls like
// exp(−2π²/(s·h)) and exp(−2π²/h²) with the distance h of the nodes: both are below 10⁻¹⁴.
func Trapezoid(mean, s float64) float64 {
	h := min(0.5, 0.6/s)
	n := int(math.Ceil(tail / h))
	sum := Sigmoid(mean)
	// Both nodes at ±z share a weight. Of p near 0 or 1 the small part keeps its digits.
	for i := 1; i <= n; i++ {
		z := h * float64(i)
		sum += math.Exp(-z*z/2) * (Sigmoid(mean+s*z) + Sigmoid(mean-s*z))
	}
	return min(1, sum*h/math.Sqrt(2*math.Pi))
}

// flat is the latent value from which on the sigmoid is 1 to working precision.
const flat = 40

// Nodes and weights of the Gauss-Legendre rule with ten points, on the right half of [−1, 1].
var (
	gaussNodes   = [...]float64{0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717}
	gaussWeights = [...]float64{0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806, 0.0666713443086881}
)

// Pieces integrates over f: piece by piece where both the sigmoid and the Gaussian bend, by the
// Gauss-Legendre rule, and by the Gaussian's own integral where the sigmoid is 1.
func Pieces(mean, s float64) float64 {
	from, to := max(-flat, mean-tail*s), min(flat, mean+tail*s)
	sum := 0.0
	if mean+tail*s > flat {
		sum = math.Erfc((flat-mean)/(s*math.Sqrt2)) / 2
	}
	if from >= to {
		return sum
	}
	pieces := int(math.Ceil((to - from) / min(1.5, s)))
	half := (to - from) / float64(2*pieces)
	at := func(f float64) float64 {
		z := (f - mean) / s
		return Sigmoid(f) * math.Exp(-z*z/2)
	}
	inner := 0.0
	for i := range pieces {
		middle := from + half*float64(2*i+1)
		for j, x := range gaussNodes {
			inner += gaussWeights[j] * (at(middle+half*x) + at(middle-half*x))
		}
	}
	return min(1, sum+inner*half/(s*math.Sqrt(2*math.Pi)))
}
