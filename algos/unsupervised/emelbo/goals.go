package emelbo

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "gap",
		Text: "With two components and hard shares, on at most twenty points, let the run converge " +
			"with a divergence of at least 3 nats between the bound and the log-likelihood.",
		Hint:  "A point on the border between two components costs most, $\\log 2$ nats. Let the components lie over each other.",
		Start: "preset=hard", Asks: 3,
		Example: "k=2&variant=hard&fit=means&sigma=5&data=" + twelve.String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || v.Variant != hard || v.K != 2 || len(v.x) > 20 || v.Own {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.kl, Words: say.Vars{"kl": v.kl}.Text("a divergence of <kl>")}, v.kl >= 3
		}),
	},
	{
		ID:    "slow",
		Text:  "With soft shares, at most twenty points and the tolerance as it is, make EM take at least 100 iterations before it converges.",
		Hint:  "Where the components overlap the bound is much more curved than the likelihood, and its top is near.",
		Start: "preset=twelve", Asks: 100,
		Example: "mean1=-1&mean2=1&data=" + dataset.NumberLine(-2.5, -1.5, -1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1, 1.5, 2.5).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || !v.free() || len(v.x) > 20 || v.Tol != 1e-6 {
				return algos.Score{}, false
			}
			return algos.Counted(v.iter, "<n iteration>"), v.iter >= 100
		}),
	},
}
