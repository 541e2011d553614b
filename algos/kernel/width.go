package kernel

import (
	"math"
	"slices"

	"playground/algos/param"
)

// How far a width is from those that the data suggest before it is said. A γ that multiplies
// squared distances, a hundred times too large, leaves half of the kernel values below e⁻⁵⁰, and a hundredth of it
// half of them above 0.99. A length scale does so at the root of that.
const (
	farGamma  = 100
	farLength = 10
)

// The consequences, of γ and of a length scale.
const (
	manyTimes   = "γ = <value> is <times> times scale: most kernel values are nearly 0, each point is its own island, and the model tends to overfit."
	fewTimes    = "γ = <value> is 1/<times> of scale: most kernel values are nearly equal, and the model tends to underfit."
	shortLength = "ℓ = <value> is 1/<times> of scale: most kernel values are nearly 0, each point is its own island, and the model tends to overfit."
	longLength  = "ℓ = <value> is <times> times scale: most kernel values are nearly equal, and the model tends to underfit."
)

// Gammas are the words for γ. Which kernel it belongs to is the value of the parameter called
// by; it is the Gaussian one where by is empty.
func Gammas(by string) param.Suggestions {
	scale := param.Suggestion{
		Word: "scale", Label: "scale",
		Hint: "1/(d · Var(X)) for d features, with the variance of all their values, as in scikit-learn; Laplacian: its square root",
		Value: func(x [][]float64, v param.Values) float64 {
			gamma := 1 / (float64(len(x[0])) * variance(x))
			if v[by] == "laplacian" {
				return math.Sqrt(gamma)
			}
			return gamma
		},
	}
	median := param.Suggestion{
		Word: "median", Label: "median",
		Hint: "1/(2m²) for the median distance m of two training points at different places; Laplacian: 1/m",
		Value: func(x [][]float64, v param.Values) float64 {
			m := medianDistance(x)
			if v[by] == "laplacian" {
				return 1 / m
			}
			return 1 / (2 * m * m)
		},
	}
	if by != "" {
		median.When = &param.Condition{Param: by, Values: []string{"rbf", "laplacian"}}
	}
	return param.Suggestions{Words: []param.Suggestion{scale, median}, Far: farGamma, High: manyTimes, Low: fewTimes}
}

// Lengths are the words for a length scale ℓ, for which γ = 1/(2ℓ²).
func Lengths() param.Suggestions {
	scale := param.Suggestion{
		Word: "scale", Label: "scale",
		Hint:  "1/√(2γ) for scikit-learn's γ = 1/(d · Var(X)), with d features and the variance of all their values",
		Value: func(x [][]float64, _ param.Values) float64 { return math.Sqrt(float64(len(x[0])) * variance(x) / 2) },
	}
	median := param.Suggestion{
		Word: "median", Label: "median",
		Hint:  "median distance of two training points at different places",
		Value: func(x [][]float64, _ param.Values) float64 { return medianDistance(x) },
	}
	return param.Suggestions{Words: []param.Suggestion{scale, median}, Far: farLength, High: longLength, Low: shortLength}
}

// variance is that of all numbers of the samples together, with their number as the divisor. It is NaN where
// they are equal: no width follows from it.
func variance(x [][]float64) float64 {
	n, sum := 0, 0.0
	for _, row := range x {
		for _, value := range row {
			sum += value
			n++
		}
	}
	mean, squares := sum/float64(n), 0.0
	for _, row := range x {
		for _, value := range row {
			squares += (value - mean) * (value - mean)
		}
	}
	if squares == 0 {
		return math.NaN()
	}
	return squares / float64(n)
}

// medianDistance is the median of the distances of two samples that are not at one place, the
// mean of the two in the middle if there is no single one. It is NaN where there are no such two.
func medianDistance(x [][]float64) float64 {
	squares := make([]float64, 0, len(x)*(len(x)-1)/2)
	for i, a := range x {
		for _, b := range x[:i] {
			d := 0.0
			for k := range a {
				d += (a[k] - b[k]) * (a[k] - b[k])
			}
			if d > 0 {
				squares = append(squares, d)
			}
		}
	}
	if len(squares) == 0 {
		return math.NaN()
	}
	middle := len(squares) / 2
	partition(squares, middle)
	upper := math.Sqrt(squares[middle])
	if len(squares)%2 == 1 {
		return upper
	}
	return (math.Sqrt(slices.Max(squares[:middle])) + upper) / 2
}

// partition moves the k-th smallest number to place k, and the smaller ones before it. There may be
// millions: two thousand points have as many pairs.
func partition(v []float64, k int) {
	for lo, hi := 0, len(v)-1; lo < hi; {
		pivot := v[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
