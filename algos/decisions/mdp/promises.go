package mdp

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimExpected = algos.Guarantee{Name: "expected", Claim: `the sweep satisfies $V'(x)=\sum_a\pi(x,a)\,Q(x,a)$, summed over the states`}
	claimMaximum  = algos.Guarantee{Name: "maximum", Claim: `the sweep satisfies $V'(x)=\max_aQ(x,a)$, summed over the states`}
	claimContract = algos.Guarantee{Name: "contraction", Claim: `a sweep is a $\gamma$-contraction: $\lVert V''-V'\rVert_\infty\le\gamma\lVert V'-V\rVert_\infty$`}
	claimError    = algos.Guarantee{Name: "error", Claim: `a sweep reduces the error to at most $\gamma$ times: $\lVert V'-V^\pi\rVert_\infty\le\gamma\lVert V-V^\pi\rVert_\infty$`}
	claimErrorMax = algos.Guarantee{Name: "error", Claim: `a sweep reduces the error to at most $\gamma$ times: $\lVert V'-V^*\rVert_\infty\le\gamma\lVert V-V^*\rVert_\infty$`}
	claimStop     = algos.Guarantee{Name: "stop", Claim: `stop bound: the error of $V'$ is at most $\frac{\gamma}{1-\gamma}\lVert V'-V\rVert_\infty$`}
	claimGreedy   = algos.Guarantee{Name: "greedy", Claim: `loss of the greedy policy: $\lVert V^*-V^\pi\rVert_\infty\le\frac{2\gamma}{1-\gamma}\lVert V'-V^*\rVert_\infty$`}
	claimImprove  = algos.Guarantee{Name: "improvement", Claim: `policy improvement: $V^{\pi'}(x)\ge V^\pi(x)$ in every state, here where it is tightest`}
	claimOptimal  = algos.Guarantee{Name: "optimal", Claim: `policy iteration ends at an optimal policy: $V^\pi=V^*$, summed over the states`}
	claimTotal    = algos.Guarantee{Name: "total", Claim: `$t\,V_t(x)$ is the expected total reward of $t$ steps from $x$`}
	claimStatic   = algos.Guarantee{Name: "stationary", Claim: `no stationary policy has a $t$-step value above $V^*_t$, here where it is tightest`}
)

// Checks computes what theory guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	if v.Horizon > 0 {
		return v.averageChecks()
	}
	checks := []algos.Check{v.checkBackup(), v.checkContraction(), v.checkError(), v.checkStop()}
	switch v.Method {
	case valueIteration:
		checks = append(checks, v.checkGreedy())
	case policyIteration:
		checks = append(checks, v.checkImprovement(), v.checkOptimal())
	}
	return checks
}

// size is that of the values and rewards, of which rounding is a share.
func (v view) size() float64 {
	size := 0.0
	for s, x := range v.v {
		size = max(size, math.Abs(x), math.Abs(v.before[s]))
		for _, a := range v.process.Actions[s] {
			size = max(size, math.Abs(a.Reward))
		}
	}
	return size
}

// solved is how far rounding may move the solution of the equations: they are the worse conditioned the
// nearer γ is to 1.
func (v view) solved() float64 {
	return 1024 * num.Ulp * v.size() / max(1-v.Gamma, 1e-3)
}

const noSweep say.Phrase = "this step is not a sweep"

// checkBackup makes Q of the single outcomes, each with its own reward.
func (v view) checkBackup() algos.Check {
	r, size := v.backup(v.n), v.size()
	var left, right num.Sum
	for s, of := range v.process.Actions {
		if len(of) == 0 {
			continue
		}
		best, mean := math.Inf(-1), 0.0
		for k, a := range of {
			q := 0.0
			for _, o := range a.Outcomes {
				q += o.P * (r.Reward*o.Reward + r.Next*v.before[o.State])
			}
			best = max(best, q)
			switch {
			case v.pi[s] == gridworld.Uniform:
				mean += q / float64(len(of))
			case v.pi[s] == k:
				mean = q
			}
		}
		if v.Method != valueIteration {
			best = mean
		}
		left.Add(v.v[s], 16, 16*size)
		right.Add(best, 16, 16*size)
	}
	g := claimExpected
	if v.Method == valueIteration {
		g = claimMaximum
	}
	c := g.Equal(left.Value, right.Value, left.Rounding()+right.Rounding()).Between("Σ V′", "Σ Σ π Q").Of(size)
	if v.Method == valueIteration {
		c = c.Between("Σ V′", "Σ max Q")
	}
	if v.kind != sweeping {
		return c.Unless(noSweep)
	}
	return c
}

func (v view) checkContraction() algos.Check {
	if v.kind != sweeping || math.IsNaN(v.was) {
		return claimContract.Not("it needs two sweeps of one policy")
	}
	return claimContract.AtMost(apart(v.v, v.before), v.Gamma*v.was, 64*num.Ulp*v.size()).Between("change", "γ × change before")
}

// unknown says why no error is known; empty if it is.
func (v view) unknown() say.Phrase {
	switch {
	case v.goal == nil && v.why != "":
		return v.why
	case v.goal == nil:
		return "the policy has no end"
	case v.kind != sweeping:
		return noSweep
	}
	return ""
}

func (v view) checkError() algos.Check {
	g := claimError
	if v.Method == valueIteration {
		g = claimErrorMax
	}
	if why := v.unknown(); why != "" {
		return g.Not(why)
	}
	return g.AtMost(apart(v.v, v.goal.v), v.Gamma*apart(v.before, v.goal.v), v.solved()).Between("error of V′", "γ × error of V")
}

func (v view) checkStop() algos.Check {
	why := v.unknown()
	if v.Gamma == 1 {
		why = "it needs a discount, γ below 1"
	}
	if why != "" {
		return claimStop.Not(why)
	}
	return claimStop.AtMost(apart(v.v, v.goal.v), v.Gamma*apart(v.v, v.before)/(1-v.Gamma), v.solved()).Between("error of V′", "bound").Metered()
}

// checkGreedy evaluates the greedy policy exactly.
func (v view) checkGreedy() algos.Check {
	why := v.unknown()
	if v.Gamma == 1 {
		why = "it needs a discount, γ below 1"
	}
	if why != "" {
		return claimGreedy.Not(why)
	}
	greedy := v.exact(v.pi)
	if greedy == nil {
		return claimGreedy.Not("the policy has no end")
	}
	return claimGreedy.AtMost(apart(greedy.v, v.goal.v), 2*v.Gamma*apart(v.v, v.goal.v)/(1-v.Gamma), v.solved()).Between("loss", "bound")
}

// checkImprovement compares the exact values of both policies.
func (v view) checkImprovement() algos.Check {
	if v.oldGoal == nil || v.goal == nil || v.improvements == 0 {
		return claimImprove.Not("no policy has been improved")
	}
	now, before := v.goal.v, v.oldGoal.v
	if v.status.Final() && v.changed == 0 {
		return claimImprove.Equal(now[v.hot], before[v.hot], v.solved()).Between("V of π′", "V of π").Because("the policy is the same")
	}
	worst := -1
	for s := range now {
		if !v.process.Terminal(s) && (worst < 0 || now[s]-before[s] < now[worst]-before[worst]) {
			worst = s
		}
	}
	return claimImprove.AtLeast(now[worst], before[worst], v.solved()).Between("V of π′", "V of π")
}

// checkOptimal compares the exact values of the policy with those of a policy iteration from the shortest ways.
func (v view) checkOptimal() algos.Check {
	if v.best == nil {
		return claimOptimal.Not(v.why)
	}
	if v.goal == nil {
		return claimOptimal.Not("the policy has no end")
	}
	var now, best num.Sum
	for s := range v.v {
		now.Add(v.goal.v[s])
		best.Add(v.best.v[s])
	}
	rough := say.Phrase("")
	if v.Tol > 1e-6 {
		rough = "a smaller θ distinguishes more actions"
	}
	within := float64(len(v.v))*v.solved() + 1e-9*(1+math.Abs(best.Value))
	c := claimOptimal.Tends(now.Value, best.Value, within, v.status).Between("Σ V of π", "Σ V*").Of(max(best.Size(), 1e-300))
	if math.Abs(now.Value-best.Value) > within {
		c = c.OpenIf(rough)
	}
	return c
}

// averageChecks are those of T steps.
func (v view) averageChecks() []algos.Check {
	checks := []algos.Check{v.checkBackup(), v.checkTotal(), v.checkStationary()}
	checks = append(checks, claimContract.Not(v.why))
	if v.Method == policyIteration {
		checks = append(checks, claimImprove.Not("it needs a discount: with T steps a stationary greedy policy may be worse"))
	}
	return checks
}

// checkTotal adds the rewards of n steps up without their mean: for a policy forwards, by the
// distribution of the states after each step, and for the best actions backwards.
func (v view) checkTotal() algos.Check {
	if v.kind != sweeping {
		return claimTotal.Not(noSweep)
	}
	left := float64(v.n) * v.v[v.hot]
	total := v.forward(v.hot)
	if v.Method == valueIteration {
		total = v.backward()[v.hot]
	}
	return claimTotal.Equal(left, total, 64*num.Ulp*float64(v.n+4)*float64(v.n+4)*v.size()).Between("t V", "total reward").Of(float64(v.n) * v.size())
}

// forward is the expected total reward of n steps from a state.
func (v view) forward(from int) float64 {
	p, total := v.process, 0.0
	now := make([]float64, len(v.v))
	now[from] = 1
	for range v.n {
		after := make([]float64, len(now))
		for s, chance := range now {
			of := p.Actions[s]
			if chance == 0 {
				continue
			}
			if len(of) == 0 {
				total += chance * p.Worth[s] // and then nothing more
				continue
			}
			for a := range of {
				weight := chance
				switch {
				case v.pi[s] == gridworld.Uniform:
					weight /= float64(len(of))
				case v.pi[s] != a:
					continue
				}
				for _, o := range of[a].Outcomes {
					total += weight * o.P * o.Reward
					after[o.State] += weight * o.P
				}
			}
		}
		now = after
	}
	return total
}

// backward is the best expected total reward of n steps from every state.
func (v view) backward() []float64 {
	p := v.process
	u := make([]float64, len(v.v))
	for range v.n {
		next := make([]float64, len(u))
		p.Optimise(next, u, gridworld.Return{Reward: 1, Next: 1})
		u = next
	}
	return u
}

// checkStationary compares the t-step values of a policy that stays the same with the best ones.
func (v view) checkStationary() algos.Check {
	if v.kind != sweeping {
		return claimStatic.Not(noSweep)
	}
	best, own := v.v, v.v
	if v.Method == valueIteration {
		own = v.stationary()
	} else {
		best = v.backward()
		for s := range best {
			best[s] /= float64(v.n)
		}
	}
	free := slices.IndexFunc(v.process.Actions, func(of []gridworld.Action) bool { return len(of) > 0 })
	tight := free
	for s := range best {
		if !v.process.Terminal(s) && best[s]-own[s] < best[tight]-own[tight] {
			tight = s
		}
	}
	return claimStatic.AtMost(own[tight], best[tight], 64*num.Ulp*float64(v.n+4)*v.size()).Between("stationary", "V* of t steps")
}

// stationary is the value of n steps of the policy that is shown.
func (v view) stationary() []float64 {
	now := make([]float64, len(v.v))
	for t := range v.n {
		next := make([]float64, len(now))
		v.process.Sweep(next, v.pi, now, gridworld.Average(t+1))
		now = next
	}
	return now
}
