package perceptron

import (
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// A mixture is the distribution that the points of the notes' program come from: x is
// normal around y·(mean, mean), with that standard deviation in every direction, and
// both labels are equally likely.
type mixture struct{ mean, deviation float64 }

// notesMixture is N(±(1, 1), ½I).
var notesMixture = mixture{mean: 1, deviation: math.Sqrt2 / 2}

// bayes is the error that no classifier can go below: that of the line half-way
// between the means, a distance of √2·mean away from each.
func (m mixture) bayes() float64 { return below(-math.Sqrt2 * m.mean / m.deviation) }

// risk is how often the line of θ is wrong on new points: for each label the score is
// normal, with the mean y·mean·(θ₁ + θ₂) + θ₀.
func (m mixture) risk(theta vector) float64 {
	length := planar(theta)
	if length == 0 {
		return 0.5 // all points get one label
	}
	spread, push := m.deviation*length, float64(m.mean*(theta[0]+theta[1]))
	return (below(-(push+theta[2])/spread) + below((theta[2]-push)/spread)) / 2
}

// below is Φ, the distribution function of the normal distribution.
func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// drawnSets are so many data sets of the notes' program, with other seeds.
const drawnSets = 2000

// shareSeparable is the share of them that a line through the origin separates. It is
// the same for every run.
var shareSeparable = sync.OnceValue(func() float64 {
	count := 0
	for seed := range uint64(drawnSets) {
		set := twoGaussians(50, seed)
		angles := make([]float64, len(set.Points))
		for i, p := range set.Points {
			angles[i] = math.Atan2(p.Sign()*p.X[1], p.Sign()*p.X[0])
		}
		if widestGap(angles) > math.Pi {
			count++
		}
	}
	return float64(count) / drawnSets
})

// widestGap is the largest angle between neighbours all around: vectors lie in an
// open half-plane if it exceeds π.
func widestGap(angles []float64) float64 {
	slices.Sort(angles)
	gap := angles[0] + 2*math.Pi - angles[len(angles)-1]
	for i := 1; i < len(angles); i++ {
		gap = max(gap, angles[i]-angles[i-1])
	}
	return gap
}

// fromNotes reports whether the points are those that the program draws.
func (t *task) fromNotes() bool {
	return slices.Equal(t.Points, gaussians.Set.Points) || slices.Equal(t.Points, lucky.Set.Points)
}

var claimBayes = algos.Guarantee{Name: "bayes", Claim: `no line is wrong on fewer than $\Phi(-2)$ of all new points of these two Gaussians: the Bayes error`}

// checkBayes compares the true error of θ, in closed form, with the smallest.
func (v view) checkBayes() algos.Check {
	s := say.Vars{"share": shareSeparable(), "sets": drawnSets}
	return claimBayes.AtLeast(v.mixture.risk(v.theta), below(-2), 16*num.Ulp).Between("error on new points", "Φ(−2)").
		Because(s.Text("of <sets> such sets, a share of <share> is separable through the origin"))
}
