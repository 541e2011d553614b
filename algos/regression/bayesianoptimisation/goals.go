package bayesianoptimisation

import (
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID: "few",
		Text: "Find the lowest dip of Gramacy and Lee's function to within 0.01, with values that have no noise, in at most 17 evaluations. " +
			"The first places must not have hit it by chance.",
		Hint:  "Too long a length takes valleys for known. Choose a kernel that is as rough as the function, and leave the rest to the acquisition.",
		Start: "preset=too-smooth", Asks: 17, Fewer: true,
		Example: "preset=too-smooth&kernel=1*rbf(0.25)&acquisition=ei&budget=17&seed=4",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Function != "gramacy-lee" || v.NoiseVar > 0 || v.regret() > 0.01 || v.chosen() > 0 || v.lucky() {
				return algos.Score{}, false
			}
			return algos.Counted(v.count(), "<n evaluation>"), v.count() <= 17
		}),
	},
	{
		ID: "misled",
		Text: "Draw a function on which the lower confidence bound, with κ at least 1, the kernel as it comes " +
			"and 15 evaluations in all, ends at least 0.7 above the minimum.",
		Hint:  "The model believes that f is smooth: what is much narrower than its length of 0.8 can lie between two places.",
		Start: "preset=own-curve&budget=15",
		Asks:  0.7,
		Example: "preset=own-curve&budget=15&knots=8" +
			"&h1=-2.7,0&h2=-2.0,-0.2&h3=-0.9,0.8&h4=0.65,0.1&h5=0.75,-2.9&h6=0.85,0.1&h7=1.8,-0.6&h8=2.7,0.6",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Function != drawn || v.NoiseVar > 0 || v.Acquisition != lcb || v.Kappa < 1 || v.Budget != 15 || v.Refit || v.typed || v.Turn > 0 ||
				a.Params["kernel"] != "1*rbf(0.8)" || a.Params["initial"] != strconv.Itoa(3) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("<regret> above the minimum")}, v.regret() >= 0.7
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.count() > 0
}

// chosen counts the evaluations that the reader has chosen.
func (v view) chosen() int {
	n := 0
	if v.typed {
		n = len(v.first)
	}
	if v.Turn > 0 && v.Turn <= v.count() {
		n++
	}
	return n
}

// lucky reports whether one of the first places is as near as the goal asks for.
func (v view) lucky() bool {
	for _, x := range v.first {
		if v.f.value(x)-v.f.minimum() <= 0.01 {
			return true
		}
	}
	return false
}
