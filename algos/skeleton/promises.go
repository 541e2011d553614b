package skeleton

import (
	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimSquares = algos.Guarantee{Name: "squares", Claim: `Welford's sum of squares = sum of squares by the definition, $\sum_i \lVert x_i - m\rVert^2$`}
	claimLeast   = algos.Guarantee{Name: "least", Claim: `the mean minimises the sum of squares: compared with the previous mean`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	direct, before := v.sumAbout(v.mean), v.sumAbout(v.before)
	// The samples are rounded before they are subtracted, and the running sum rounds at
	// every sample.
	tol := 8*num.Ulp*float64(v.seen)*direct.Value + direct.Rounding()
	missing := say.Phrase("")
	if v.seen == 0 {
		missing = "no sample has been added"
	}
	return []algos.Check{
		claimSquares.Equal(v.squares, direct.Value, tol).Between("Welford", "definition").Unless(missing),
		claimLeast.AtMost(direct.Value, before.Value, direct.Rounding()+before.Rounding()).
			Between("about m", "about the previous mean").Unless(missing),
	}
}

// sumAbout is Σ‖x_i − c‖² over the samples so far.
func (v view) sumAbout(c [2]float64) num.Sum {
	var sum num.Sum
	for _, i := range v.order[:v.seen] {
		x := v.Points[i].X
		for k := range x {
			d := x[k] - c[k]
			size := max(x[k], -x[k]) + max(c[k], -c[k]) // d is off by an ulp of this
			sum.Add(d*d, 4*size*max(d, -d)+4*num.Ulp*size*size)
		}
	}
	return sum
}
