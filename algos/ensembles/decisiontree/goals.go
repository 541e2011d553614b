package decisiontree

import (
	"playground/algos"
	"playground/algos/dataset"
)

var goals = []algos.Goal{
	{
		ID:    "greedy",
		Text:  "Place 8 to 12 points on which the tree of depth two makes at least 3 mistakes more than the best tree of depth two.",
		Hint:  "Greed takes the cut that looks best at once. Let the two cuts that are needed look worthless by themselves.",
		Start: "preset=corners&max_depth=2", Asks: 3, OwnPoints: true,
		Example: "max_depth=2&data=" + tempting.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			best, ok := v.best2()
			if !ok || !a.Complete || len(a.Problem.Points) < 8 || len(a.Problem.Points) > 12 {
				return algos.Score{}, false
			}
			_, wrong, _ := v.sums()
			return algos.Counted(wrong-best, "<n mistake> more"), wrong-best >= 3
		}),
	},
	{
		ID:    "fame",
		Text:  "Trees are famous for it: move, add or relabel a single point so that at least 8 others are called otherwise.",
		Hint:  "Two questions gain almost the same: tip the balance. Labels in the middle of the other class do it.",
		Start: "preset=fame", Asks: 8, Compares: true, OwnPoints: true,
		Example: "preset=fame&data=" + flipped().String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := a.Turned()
			if !a.Complete || n < 0 {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n point> turned"), n >= 8
		},
	},
}

// tempting is XOR on few points.
var tempting = dataset.Generate("xor", 12, 0.4, 3)

// flipped are the points of the preset, one of them with the other label.
func flipped() dataset.Source {
	set, err := unstable.Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	set.Points[28].Y = 1 - set.Points[28].Y
	return dataset.Explicit(set)
}
