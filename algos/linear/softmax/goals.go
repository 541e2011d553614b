package softmax

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "short-vectors",
		Text: "With a penalty, put every one of at least 30 points of three classes or more into its own region, " +
			"with vectors whose length all together is at most 2.",
		Hint:  "The penalty shortens the vectors and leaves the regions almost as they are. Twice as far apart, points need vectors half as long.",
		Start: "preset=separable", Asks: 2, Fewer: true,
		Example: "preset=separable&lambda=10",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !minimum(a, v) || v.opt.Lambda == 0 || v.present() < 3 || len(v.class) < 30 || v.Errors > 0 {
				return algos.Score{}, false
			}
			length := a.Last.Metric("norm")
			return algos.Score{Number: length, Words: say.Vars{"length": length}.Text("all vectors together are <length> long")}, true
		}),
	},
	{
		ID:    "lost-class",
		Text:  "Without a penalty, place a class of at least 5 points, none of which is in its own region at the minimum, among points of two other classes.",
		Hint:  "Every region is cut out by straight lines. Where must points lie so that no such region is worth having for them?",
		Start: "preset=four", Asks: 5, OwnPoints: true,
		Example: "data=" + scattered.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !minimum(a, v) || v.opt.Lambda != 0 || v.present() < 3 {
				return algos.Score{}, false
			}
			return algos.Counted(v.lostClass(), "a class of <n point> without a region"), true
		}),
	},
}

// scattered has a class that is spread among two others.
var scattered = dataset.Classed(
	[3]float64{-2, 0, 0}, [3]float64{-2, 1, 0}, [3]float64{-2, -1, 0},
	[3]float64{-1, 0.5, 0}, [3]float64{-1, -0.5, 0}, [3]float64{-3, 0, 0}, [3]float64{1.5, 0, 0},
	[3]float64{2, 0, 1}, [3]float64{2, 1, 1}, [3]float64{2, -1, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, -0.5, 1}, [3]float64{3, 0, 1}, [3]float64{-1.5, 0, 1},
	[3]float64{-2.5, 0.5, 2}, [3]float64{-1.5, -0.8, 2}, [3]float64{2.5, -0.5, 2}, [3]float64{1.5, 0.8, 2}, [3]float64{-2.2, 0.2, 2}, [3]float64{2.2, 0.1, 2},
)

// minimum returns the last view of a run that has reached the minimum.
func minimum(_ algos.Attempt, v view) bool {
	return v.End == logit.Minimum
}

// present is how many classes have points.
func (t *task) present() (classes int) {
	for _, n := range t.counts() {
		if n > 0 {
			classes++
		}
	}
	return classes
}

// lostClass is how many points the largest class has of which none is in its region.
func (v view) lostClass() (most int) {
	right := make([]int, v.k)
	for i := range v.class {
		if p := v.shares(v.problem.U[i]); logit.Label(p) == v.class[i] {
			right[v.class[i]]++
		}
	}
	for k, n := range v.counts() {
		if right[k] == 0 {
			most = max(most, n)
		}
	}
	return most
}
