package net

import "math"

// A Loss compares what a network puts out with what is wanted.
type Loss int

// The losses.
const (
	// Squared is ½‖out − target‖².
	Squared Loss = iota
	// CrossEntropy is −Σ tₖ ln pₖ, where p is the softmax of what a linear last layer puts out. The targets are shares
	// of the classes, a 1 and zeros as a rule. A single output is the log-odds of the class whose target is 1:
	// the loss is −t ln σ(s) − (1 − t) ln(1 − σ(s)).
	CrossEntropy
	// Brier is the squared loss of the same probabilities, ½‖p − target‖². A single output is log-odds, too, and the
	// loss is ½(σ(s) − t)².
	Brier
)

// Of is the loss of one example. It writes the gradient by the outputs, which [Net.Backward] takes, to slope.
func (l Loss) Of(out, target, slope []float64) float64 {
	switch {
	case l == Squared:
		sum := 0.0
		for k, o := range out {
			slope[k] = o - target[k]
			sum += slope[k] * slope[k] / 2
		}
		return sum
	case l == Brier:
		return brier(out, target, slope)
	case len(out) == 1:
		s, t := out[0], target[0]
		slope[0] = Sigmoid.Of(s) - t
		return max(s, 0) - t*s + math.Log1p(math.Exp(-math.Abs(s)))
	}
	top, log := softmax(slope, out)
	all, sum := 0.0, 0.0
	for _, t := range target {
		all += t
	}
	for k, t := range target {
		if t != 0 { // 0·∞ is 0
			sum += t * (top - out[k] + log)
		}
		slope[k] = all*slope[k] - t
	}
	return sum
}

// brier is ½‖p − t‖², with the gradient pₖ(pₖ − tₖ − Σ pⱼ(pⱼ − tⱼ)) by the logits.
func brier(out, target, slope []float64) float64 {
	if len(out) == 1 {
		p, q := Sigmoid.Of(out[0]), Sigmoid.Of(-out[0])
		r := p*(1-target[0]) - q*target[0] // p − t, with all digits where both are near 1
		slope[0] = r * p * q
		return r * r / 2
	}
	softmax(slope, out)
	sum, mean := 0.0, 0.0
	for k, p := range slope {
		r := p - target[k]
		sum += r * r / 2
		mean += p * r
	}
	for k, p := range slope {
		slope[k] = p * (p - target[k] - mean)
	}
	return sum
}

// Softmax writes eˢ/Σeˢ to dst, which may be s itself.
func Softmax(dst, s []float64) { softmax(dst, s) }

// softmax returns the largest number as well, and ln Σeˢ less it.
func softmax(dst, s []float64) (top, log float64) {
	top = math.Inf(-1)
	for _, x := range s {
		top = max(top, x)
	}
	sum := 0.0
	for k, x := range s {
		dst[k] = math.Exp(x - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
	return top, math.Log(sum)
}

// Penalty is l1·Σ|w| + ½·l2·Σw² over the weights, without the biases, and adds its gradient to grad, nil for
// the value alone. The gradient of |w| at 0 is 0.
func (n *Net) Penalty(w []float64, l1, l2 float64, grad []float64) float64 {
	size, squares := 0.0, 0.0
	for _, l := range n.Layers {
		for at := l.at; at < l.Bias(0); at++ {
			size += math.Abs(w[at])
			squares += w[at] * w[at]
			if grad == nil {
				continue
			}
			grad[at] += l2 * w[at]
			if w[at] != 0 {
				grad[at] += math.Copysign(l1, w[at])
			}
		}
	}
	return l1*size + l2*squares/2
}
