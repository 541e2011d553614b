package svmprimal

import (
	"math"

	"playground/algos"
)

// compared are the values of what is compared with the run; none where nothing is.
func (v view) compared() (values []algos.Value) {
	if v.hand != nil {
		best, _ := v.largest()
		values = append(values,
			algos.Value{Name: "hand_margin", Value: v.hand.margin()},
			algos.Value{Name: "largest_margin", Value: best},
			algos.Value{Name: "hand_row", Value: v.hand.near},
			algos.Value{Name: "distances", Value: v.hand.r},
		)
	}
	if len(v.kept) > 0 {
		all, cross := [][]algos.Value{}, []float64{}
		for _, s := range v.kept {
			all = append(all, []algos.Value{
				{Name: "theta", Value: s.theta[:2]},
				{Name: "theta0", Value: s.theta[2]},
				{Name: "half", Value: s.half},
				{Name: "slack", Value: s.slack},
				{Name: "cost", Value: s.cost(v.C)},
				{Name: "margin", Value: 1 / math.Hypot(s.theta[0], s.theta[1])},
			})
		}
		for _, x := range crossings(v.kept) {
			cross = append(cross, x.c)
		}
		values = append(values, algos.Value{Name: "kept", Value: all}, algos.Value{Name: "crossings", Value: cross})
	}
	if i, ok := v.chosen(); ok {
		s := v.shrinkage().now[i]
		values = append(values, algos.Value{Name: "penalised", Value: s.Theta[:]}, algos.Value{Name: "penalised_objective", Value: s.Primal})
	}
	return values
}
