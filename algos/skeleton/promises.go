package skeleton

import (
	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory promises, each under its permanent name.
var (
	claimSquares = algos.Guarantee{Name: "squares", Claim: `Welford's sum of squares is that of the definition, $\sum_i \lVert x_i - m\rVert^2$`}
	claimLeast   = algos.Guarantee{Name: "least", Claim: `no other centre has a smaller sum, such as the mean before`}
)

// Checks computes the promises from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	direct, before := v.sumAbout(v.mean), v.sumAbout(v.before)
	// The rows are rounded before they are subtracted, and the running sum rounds at
	// every row.
	tol := 8*num.Ulp*float64(v.seen)*direct.Value + direct.Rounding()
	missing := say.Phrase("")
	if v.seen == 0 {
		missing = "no row has been seen"
	}
	return []algos.Check{
		claimSquares.Equal(v.squares, direct.Value, tol).Between("Welford", "definition").Unless(missing),
		claimLeast.AtMost(direct.Value, before.Value, direct.Rounding()+before.Rounding()).
			Between("about m", "about the mean before").Unless(missing),
	}
}

// sumAbout is Σ‖x_i − c‖² over the rows so far.
func (v view) sumAbout(c [2]float64) num.Sum {
	var sum num.Sum
	for _, i := range v.rows[:v.seen] {
		x := v.Points[i].X
		for k := range x {
			d := x[k] - c[k]
			size := max(x[k], -x[k]) + max(c[k], -c[k]) // d is off by an ulp of this
			sum.Add(d*d, 4*size*max(d, -d)+4*num.Ulp*size*size)
		}
	}
	return sum
}
