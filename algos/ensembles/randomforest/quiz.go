package randomforest

import (
	"playground/algos"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "one-matters",
		Text:  "Place at least twenty points so that the permutation importance of x₂ is at least 0.4 and that of x₁ at most 0.01.",
		Hint:  "The class must depend on x₂ alone. Should the trees consider x₁ at all?",
		Start: "preset=moons", Asks: 0.4, OwnPoints: true,
		CounterExample: "data=z2s~dNDBDUAhCAPQiTQWBXUaNnH2HxM9-EM507y0xRM8YXVHhj3XHQvNE3L93Q4IHFkdS8Z-eaOm-0UdebzJHYAcEzNGxRhaj4nCTPQYlXbR2ByMhN6ewkyZsWmXrKRnoeP2gzbaE2TccVBRgjJz3m2N9qyh-QUAAP__&n_estimators=40",
		Example:        "max_features=2&n_estimators=40&data=" + layers(30).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.Y) < 20 || v.FeatureSet != committee.Plain {
				return algos.Score{}, false
			}
			mean, _ := v.Importances()
			if mean == nil || mean[0] > 0.01 {
				return algos.Score{}, false
			}
			return algos.Score{Number: mean[1], Words: say.Vars{"drop": mean[1]}.Text("importance of x₂: <drop>")}, mean[1] >= 0.4
		}),
	},
}
