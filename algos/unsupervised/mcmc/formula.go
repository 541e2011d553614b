package mcmc

import (
	"math"

	"playground/algos/expression"
)

// longest is the most bytes of a formula.
const longest = 200

// read reads the logarithm of a density; readable judges one.
func read(text string) (*expression.Expression, error) { return expression.Parse(text, "x", "y") }

var readable = expression.Check("x", "y")

// written is the density whose logarithm a formula is. Where that is undefined, such as the
// logarithm of a negative number, the density is 0.
func written(e *expression.Expression) density {
	return density{
		log: func(x place) float64 {
			if l := e.At(x[0], x[1]); !math.IsNaN(l) {
				return l
			}
			return math.Inf(-1)
		},
		slope: func(x place) place {
			_, gradient := e.Gradient(x[0], x[1])
			return gradient
		},
		cost: 8,
	}
}
