package discriminant

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
		ID:    "turned-away",
		Text:  "Place two classes of at least five points each whose means differ in one direction, while Fisher's $w^*$ points at least 80° away from it.",
		Hint:  "Long and narrow clouds, side by side and slanted: where do their shadows overlap least?",
		Start: "preset=slanted", Asks: 80, OwnPoints: true,
		Example: "data=" + dataset.Labelled(
			[3]float64{-3, -2.9, -1}, [3]float64{-2, -2.1, -1}, [3]float64{-1, -0.9, -1}, [3]float64{0, -0.1, -1}, [3]float64{1, 1.1, -1},
			[3]float64{-0.1, 0.1, 1}, [3]float64{0.9, 1.2, 1}, [3]float64{1.9, 2, 1}, [3]float64{2.9, 3.2, 1}, [3]float64{3.9, 4, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !finished(a, v, fisher) || !v.fisher.ok || v.line {
				return algos.Score{}, false
			}
			angle := v.turnedAway()
			return algos.Score{Number: angle, Words: say.Vars{"angle": angle}.Text("turned away by <angle>°")}, true
		}),
	},
	{
		ID:    "not-gaussian",
		Text:  "Place two classes of at least five points each that a line separates, on which LDA gets at least 3 points wrong.",
		Hint:  "LDA listens to means and to one spread for both classes. What do points far behind the boundary do to these?",
		Start: "preset=lda", Asks: 3, OwnPoints: true,
		Example: "method=lda&data=" + dataset.Labelled(
			[3]float64{-1, 0, -1}, [3]float64{-1.2, 1, -1}, [3]float64{-0.8, -1, -1}, [3]float64{-1, 0.5, -1}, [3]float64{-1.1, -0.5, -1},
			[3]float64{1, 0, 1}, [3]float64{0.8, 1, 1}, [3]float64{1, -1, 1}, [3]float64{0.9, 0.5, 1}, [3]float64{30, 0, 1}, [3]float64{32, 1, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !finished(a, v, lda) || !v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.wrong(), "<n point> wrong"), true
		}),
	},
}

// finished returns the last view of a run of a method that has come to its end, on two
// classes of at least five points.
func finished(a algos.Attempt, v view, method string) bool {
	const least = 5
	return a.Last.Status.State == algos.Converged && v.Method == method && v.two() && min(v.groups[0].n, v.groups[1].n) >= least
}

// turnedAway is the angle between w* and the difference of the means, in degrees.
func (v view) turnedAway() float64 {
	cos := math.Abs(dot(unit(v.difference()), v.fisher.w))
	return math.Acos(min(1, cos)) * 180 / math.Pi
}

// apart reports whether a line separates the two classes.
func (t *task) apart() bool {
	z := make([]margin.Vector, len(t.Points))
	for i, p := range t.Points {
		s := float64(2*t.of[i] - 1)
		z[i] = margin.Vector{s * p.X[0], s * p.X[1], s}
	}
	return margin.Largest(z).Separable
}
