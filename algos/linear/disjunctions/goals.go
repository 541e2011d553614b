package disjunctions

import "playground/algos"

// goals are challenges to a teacher who types the examples, and does not lie.
var goals = []algos.Goal{
	{
		ID:    "hard-teacher",
		Text:  "Be the adversary: with five variables, type rows that cost the general learner at least 6 mistakes, with labels that are the target's.",
		Hint:  "Six is n + 1, the most there is. Every mistake must teach as little as it can: the first one strikes out five literals whatever you do.",
		Start: "preset=worked&learner=general", Asks: 6,
		Example: "learner=general&order=typed&target=none&rows=00000, 10000, 01000, 00100, 00010, 00001",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !honest(a, v) || v.Learner != general || v.N != 5 {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n mistake>"), true
		}),
	},
	{
		ID: "kind-teacher",
		Text: "Be a good teacher: with at least six variables and a target of at most two, type rows after which h is the target, and which cost the " +
			"learner no more than 1 mistake.",
		Hint:  "A mistake strikes out every literal that is true in its row. Which single row rules out all that does not matter?",
		Start: "preset=worked&n=6&rows=010000, 100000, 000100, 001000, 000010, 000001", Asks: 1, Fewer: true,
		Example: "order=typed&n=6&target=x1 or x3&rows=010111",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !honest(a, v) || v.N < 6 || v.target.count() > 2 || v.h != v.target {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n mistake>"), true
		}),
	},
}

// honest returns the end of a run on typed rows whose labels are all the target's.
func honest(a algos.Attempt, v view) bool {
	return a.Complete && v.Order == typed && v.lies == 0
}
