package svmprimal

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/margin"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "penalised-offset",
		Text: "Widen the band with the constant coordinate $[x; 1]$ on points, where it comes out no more than 50 % as wide on the board " +
			"as the band with an offset that costs nothing.",
		Hint:  "The penalty on $\\theta_0$ pulls the line towards the origin. Where must the points lie for that to hurt?",
		Start: "preset=forms", Asks: 50, Fewer: true, OwnPoints: true,
		Example: "form=constant&method=widen&data=" + dataset.Labelled(
			[3]float64{4, 6, 1}, [3]float64{5, 6, 1}, [3]float64{4.5, 6.5, 1}, [3]float64{4, 4, -1}, [3]float64{5, 4, -1}, [3]float64{4.5, 3.5, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.phase != locking || v.Method != "widen" || v.Form != "constant" {
				return algos.Score{}, false
			}
			share := 100 * v.margin() / widest(v.forms[1])
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % as wide as with an offset")}, true
		}),
	},
	{
		ID:    "given-up",
		Text:  "Find points that a line separates, and a price $C$, so that the best line with an offset gets at least 2 of them wrong.",
		Hint:  "A slack costs $C$, a narrow band $\\frac{1}{2}\\lVert\\theta\\rVert^2$. When is it cheaper to give a point up?",
		Start: "preset=four-points", Asks: 2,
		Example: "C=0.1&data=" + dataset.Labelled(
			[3]float64{2, 0, 1}, [3]float64{3, 1, 1}, [3]float64{3, -1, 1}, [3]float64{4, 0, 1}, [3]float64{-1.6, 0.4, 1}, [3]float64{-1.6, -0.4, 1},
			[3]float64{-2, 0, -1}, [3]float64{-3, 1, -1}, [3]float64{-3, -1, -1}, [3]float64{-4, 0, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.phase != locking || v.Form != "offset" || v.Method == "widen" || !v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.now.errors, "<n point> given up"), true
		}),
	},
	{
		ID: "by-hand",
		Text: "Turn and drag your line over at least 8 points until its margin is at least 95 % of the largest one, " +
			"while the best line leans: it is neither upright nor level by 10° or more.",
		Hint:  "Watch the shortest perpendicular, and lengthen it: turn until two points share the smallest distance, then move.",
		Start: "preset=hand", Asks: 95,
		Example: "preset=hand&angle=1.08&through=0.173,0.323",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			const fewest, lean = 8, 10.0
			if v.hand == nil || len(v.Points) < fewest {
				return algos.Score{}, false
			}
			best, objection := v.largest()
			if objection != "" || !(best > 0) {
				return algos.Score{}, false
			}
			o := v.widest().theta
			if slope := degrees(math.Atan2(min(math.Abs(o[0]), math.Abs(o[1])), max(math.Abs(o[0]), math.Abs(o[1])))); slope < lean {
				return algos.Score{}, false
			}
			share := 100 * v.hand.margin() / best
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % of the largest margin")}, true
		}),
	},
}

// widest is the half-width of the widest band that a form has on the board.
func widest(o optimum) float64 { return 1 / math.Hypot(o.theta[0], o.theta[1]) }

// apart reports whether a line separates the points.
func (k *task) apart() bool {
	z := make([]margin.Vector, len(k.Points))
	for i, p := range k.Points {
		z[i] = margin.Vector{k.y[i] * p.X[0], k.y[i] * p.X[1], k.y[i]}
	}
	return margin.Largest(z).Separable
}
