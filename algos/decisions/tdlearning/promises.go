package tdlearning

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimUpdate    = algos.Guarantee{Name: "update", Claim: `an estimate moves to the mean of old and target with the weights $1-\alpha$ and $\alpha$`}
	claimTelescope = algos.Guarantee{Name: "telescope", Claim: `with fixed estimates $\sum_t\gamma^t\delta_t = G - \hat v(s_0)$: the TD errors of an episode add up to its error`}
	claimForward   = algos.Guarantee{Name: "forward", Claim: `forward view = backward view: $\sum_t(G^\lambda_t - Q_t) = \sum_t\delta_t\,e_t$ with fixed $Q$`}
	claimRange     = algos.Guarantee{Name: "range", Claim: `estimates are convex combinations of returns: $|Q| \le \frac{r_{\max}}{1-\gamma} + w_{\max}$`}
	claimError     = algos.Guarantee{Name: "error", Claim: `without chance an update does not raise the largest error, $\max|Q - Q^*|$`}
	claimPolicy    = algos.Guarantee{Name: "policy", Claim: `the greedy policy, evaluated exactly, is at most as good as the optimal policy`}
	claimReturns   = algos.Guarantee{Name: "returns", Claim: `mean return within five standard errors of the exact value of the policy that is followed`}
	claimBand      = algos.Guarantee{Name: "converges", Claim: `mean of $\hat v(s_0)$ over 20 runs tends to the exact value, within four standard deviations`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	none := say.Phrase("")
	switch {
	case v.episode == 0:
		none = "no move is made"
	case v.diverged():
		none = "the values diverged"
	}
	return []algos.Check{
		v.checkUpdate(none), v.checkTelescope(none), v.checkForward(none), v.checkRange(none), v.checkError(none), v.checkPolicy(none), v.checkReturns(none), v.checkBand(none),
	}
}

// checkUpdate computes the target anew from the estimates before the move.
func (v view) checkUpdate(unless say.Phrase) algos.Check {
	switch {
	case unless == "" && v.Method == traces:
		unless = "a trace may repeat the move"
	case unless == "" && !v.last.defined:
		unless = "no estimate moved"
	case unless == "" && v.last.at != len(v.path)-1 && v.last.multi:
		unless = "several estimates moved"
	}
	if unless != "" {
		return claimUpdate.Not(unless)
	}
	was, is := v.after(len(v.path)-1), v.table()
	x := v.path[v.last.at]
	k := x.state*actions + x.action
	var old, now, target float64
	switch v.Method {
	case td0:
		old, now, target = was.v[x.state], is.v[x.state], x.reward+v.Gamma*was.v[x.next]
	case nStep:
		old, now, target = was.q[k], is.q[k], was.target(v.task, v.path, v.last.at)
	default:
		old, now, target = was.q[k], is.q[k], x.reward+v.Gamma*was.after(v.task, x)
	}
	size := max(math.Abs(old), math.Abs(target))
	return claimUpdate.Equal(now, (1-v.Alpha)*old+v.Alpha*target, 8*num.Ulp*size).Between("estimate", "(1 − α) · old + α · target").Of(size)
}

// estimate is V(s) or Q(s,a) of a transition, and after it of where that led: what the TD errors on a path are made of.
func (v view) estimate(l *learner, x transition) (now, then float64) {
	if l.v != nil {
		return l.v[x.state], l.v[x.next]
	}
	then = 0
	switch {
	case x.terminal:
		then = v.process.Worth[x.next]
	case x.follows >= 0:
		then = l.q[x.next*actions+x.follows]
	}
	return l.q[x.state*actions+x.action], then
}

// checkTelescope adds the TD errors of the episode so far under the present estimates, and compares with the return from the first
// state, in which the last estimate stands for what is to come.
func (v view) checkTelescope(unless say.Phrase) algos.Check {
	if unless == "" && v.Method == qLearning {
		unless = "the target of Q-learning is a maximum"
	}
	if unless != "" {
		return claimTelescope.Not(unless)
	}
	l := v.table()
	var sum, g num.Sum
	discount := 1.
	for t, x := range v.path {
		now, then := v.estimate(l, x)
		delta := x.reward + v.Gamma*then - now
		size := math.Abs(x.reward) + math.Abs(then) + math.Abs(now)
		sum.Add(discount*delta, 8*num.Ulp*float64(t+1)*discount*size)
		g.Add(discount*x.reward, 4*num.Ulp*float64(t+1)*math.Abs(x.reward)*discount)
		if discount *= v.Gamma; t == len(v.path)-1 {
			g.Add(discount*then, 4*num.Ulp*float64(t+1)*math.Abs(then)*discount)
		}
	}
	first, _ := v.estimate(l, v.path[0])
	g.Add(-first, num.Ulp*math.Abs(first))
	size := max(v.large, math.Abs(v.StepReward))
	return claimTelescope.Equal(sum.Value, g.Value, sum.Rounding()+g.Rounding()).Between("Σ γᵗδₜ", "G − estimate").Of(size)
}

// checkForward compares both views of SARSA(λ) on the episode, for the pair with which it began, under the present estimates.
func (v view) checkForward(unless say.Phrase) algos.Check {
	if unless == "" && v.Method != traces {
		unless = "only for SARSA(λ)"
	}
	if unless != "" {
		return claimForward.Not(unless)
	}
	l, first := v.table(), v.path[0]
	decay := v.Gamma * v.Lambda
	var backward, forward num.Sum
	e, size := 0., max(v.large, math.Abs(v.StepReward))
	n := float64(len(v.path) + 1)
	for _, x := range v.path {
		e *= decay
		if x.state == first.state && x.action == first.action {
			e++
		}
		now, then := v.estimate(l, x)
		backward.Add((x.reward+v.Gamma*then-now)*e, 8*num.Ulp*n*size*(1+e))
	}
	// G^λ of the end is the estimate there, and each one before has (1 − λ) of the estimate and λ of the next G^λ.
	_, g := v.estimate(l, v.path[len(v.path)-1])
	for i := len(v.path) - 1; i >= 0; i-- {
		x := v.path[i]
		now, then := v.estimate(l, x)
		g = x.reward + v.Gamma*((1-v.Lambda)*then+v.Lambda*g)
		if x.state == first.state && x.action == first.action {
			forward.Add(g-now, 8*num.Ulp*n*(size+math.Abs(g)))
		}
	}
	return claimForward.Equal(backward.Value, forward.Value, backward.Rounding()+forward.Rounding()).Between("backward", "forward").Of(size)
}

func (v view) checkRange(unless say.Phrase) algos.Check {
	switch {
	case unless == "" && v.Method == traces:
		unless = "traces may overshoot"
	case unless == "" && v.Gamma == 1:
		unless = "γ = 1: returns may be arbitrarily large"
	}
	reward, worth := 0., 0.
	for s, w := range v.process.Worth {
		worth = max(worth, math.Abs(w))
		for _, a := range v.process.Actions[s] {
			for _, o := range a.Outcomes {
				reward = max(reward, math.Abs(o.Reward))
			}
		}
	}
	bound := worth
	if v.Gamma < 1 {
		bound += reward / (1 - v.Gamma)
	}
	return claimRange.AtMost(v.table().largest(), bound, 1e-12*bound).Between("largest", "bound").Unless(unless)
}

// checkError compares the largest error with that before the move.
func (v view) checkError(unless say.Phrase) algos.Check {
	switch {
	case unless != "":
	case v.exact == nil:
		unless = "the exact values do not exist"
	case v.Method == td0 && (v.Slip > 0 || v.Epsilon > 0):
		unless = "only for ε = 0 and no slip"
	case v.Method == qLearning && v.Slip > 0:
		unless = "only without slip"
	case v.Method != td0 && v.Method != qLearning:
		unless = "only for TD(0) and Q-learning"
	case v.Method == td0 && v.current().byHand:
		unless = "the move is not the policy's"
	}
	if unless != "" {
		return claimError.Not(unless)
	}
	was, now := v.off(v.after(len(v.path)-1)), v.off(v.table())
	size := max(v.large, math.Abs(v.figures[0]), was)
	return claimError.AtMost(now, was, 16*num.Ulp*size).Between("after", "before").Of(size)
}

// off is the largest error of the estimates.
func (v view) off(l *learner) float64 {
	most := 0.
	for s, exact := range v.exact {
		if l.v != nil {
			most = max(most, math.Abs(l.v[s]-exact))
			continue
		}
		for a := range v.process.Actions[s] {
			most = max(most, math.Abs(l.q[s*actions+a]-v.exactQ(s, a)))
		}
	}
	return most
}

// exactQ is r + γ Σ p V(s'), from the exact values.
func (v view) exactQ(s, a int) float64 {
	action, sum := v.process.Actions[s][a], 0.
	for _, o := range action.Outcomes {
		sum += o.P * (o.Reward + v.Gamma*v.exact[o.State])
	}
	return sum
}

func (v view) checkPolicy(unless say.Phrase) algos.Check {
	switch {
	case unless == "" && v.Method == td0:
		unless = "TD(0) does not change the policy"
	case unless == "" && v.best == nil:
		unless = "the exact values do not exist"
	}
	if unless != "" {
		return claimPolicy.Not(unless)
	}
	got, err := v.process.Evaluate(v.table().greedy(v.task), v.Gamma)
	if err != nil {
		return claimPolicy.Not("the greedy policy never comes to an exit")
	}
	size := max(math.Abs(v.best[v.first]), math.Abs(got[v.first]))
	return claimPolicy.AtMost(got[v.first], v.best[v.first], 1e-12*size).Between("greedy", "optimal").Of(size)
}

// checkReturns tests the exact value with the returns, which are independent draws with it as their mean. For so many episodes
// five standard errors are exceeded with a probability of about 10⁻⁶.
func (v view) checkReturns(unless say.Phrase) algos.Check {
	switch {
	case unless != "":
	case v.exact == nil:
		unless = "the exact values do not exist"
	case v.Method != td0:
		unless = "only for TD(0), whose policy is fixed"
	case len(v.returns) < fewest:
		unless = say.Vars{"n": fewest}.Text("needs <n episode>")
	}
	if unless != "" {
		return claimReturns.Not(unless)
	}
	n, mean, squares := float64(len(v.returns)), 0., 0.
	for _, g := range v.returns {
		mean += g / n
	}
	for _, g := range v.returns {
		squares += (g - mean) * (g - mean)
	}
	exact, room := v.exact[v.first], 5*math.Sqrt(squares/(n-1)/n)
	lo, hi := v.limits(v.exact)
	if size := hi - lo; mean >= exact {
		return claimReturns.AtMost(mean, exact+room, 1e-12*size).Between("mean return", "exact + 5 SE").Of(size)
	}
	return claimReturns.AtLeast(mean, exact-room, 1e-12*hi).Between("mean return", "exact − 5 SE").Of(hi - lo)
}

func (v view) checkBand(unless say.Phrase) algos.Check {
	switch {
	case unless != "":
	case v.exact == nil:
		unless = "the exact values do not exist"
	case v.episode > v.Episodes || v.Episodes < fewest:
		unless = say.Vars{"n": fewest}.Text("needs <n episode>, without your own moves")
	}
	if unless != "" {
		return claimBand.Not(unless)
	}
	return claimBand.Slow(func() algos.Check {
		runs, k := v.others(), len(v.returns)
		switch {
		case runs == nil:
			return claimBand.Waits()
		case len(runs) == 0:
			return claimBand.Not("another run diverges, or the runs are too long")
		}
		mean, sd := spread(runs, k)
		lo, hi := v.limits(v.exact)
		status := algos.Status{State: algos.Running}
		if v.over() {
			status.State = algos.Converged // all episodes are complete
		}
		return claimBand.Tends(mean, v.exact[v.first], 4*sd, status).Between("20 runs", "exact").Of(hi - lo).OpenIf(v.early(mean, sd))
	})
}

// fewest is how many episodes a mean over runs needs before it is compared.
const fewest = 20

// early says that the runs still move: their mean has changed by more than a standard deviation over the last quarter of the episodes.
func (v view) early(mean, sd float64) say.Phrase {
	before, _ := spread(v.others(), len(v.returns)*3/4)
	if math.Abs(mean-before) > sd/2 || sd == 0 && mean != before {
		return "the values still change: raise the number of episodes"
	}
	return ""
}

// spread is the mean over the runs of the value of the start after k episodes, and its standard deviation.
func spread(runs [][]float64, k int) (mean, sd float64) {
	for _, r := range runs {
		mean += r[min(k, len(r)-1)] / float64(len(runs))
	}
	for _, r := range runs {
		d := r[min(k, len(r)-1)] - mean
		sd += d * d / float64(len(runs)-1)
	}
	return mean, math.Sqrt(sd)
}
