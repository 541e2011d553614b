package bandit

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// names are what the policies are called in a sentence.
var names = map[string]say.Phrase{
	explore: "exploration only", exploit: "exploitation only", greedy: "ε-greedy", softmax: "softmax", ucb1: "UCB1",
	thompson: "Thompson sampling", exp3: "EXP3",
}

func (t *task) name() say.Phrase { return names[t.Policy] }

// regretName is which regret is shown.
func (t *task) regretName() say.Phrase {
	if t.Rewards == bernoulli {
		return "pseudo-regret"
	}
	return "regret in hindsight"
}

// linked is the number of an arm in a sentence, linked with its marks.
func linked(k int) say.Math { return say.Math(`\ref{` + ref(k) + `}{` + strconv.Itoa(k+1) + `}`) }

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{Phase: "no pull yet", Size: algos.Pass, Status: algos.Status{State: algos.Running}, Metrics: v.metrics(), EndTold: true, View: v}
	if v.pulls > 0 {
		s.Phase, s.Size = say.Vars{"t": v.pulls, "k": v.now().arm + 1, "v": v.now().reward}.Text("pull <t>: arm <k> pays <v>"), algos.Normal
		if v.Play {
			s.Phase = say.Vars{"t": v.pulls}.Text("pull <t>")
		}
	}
	if v.pulls == v.T {
		s.Size, s.Status = algos.Pass, algos.Status{State: algos.Exhausted, Reason: v.ending()}
	}
	return s
}

// ending is what the run comes to.
func (v view) ending() say.Phrase {
	w := v.vars()
	if v.pulls == 0 {
		if v.Play {
			return "press an arm on the board, or its number on the keyboard"
		}
		return "there are no pulls"
	}
	if v.Play {
		w["own"], w["best"] = v.own.reward, linked(v.best())
		return w.Text("after <t pull> your cumulative reward is <own=metric.own_reward>, that of <policy> <reward=metric.reward>")
	}
	return w.Text("after <t pull> the cumulative reward is <reward=metric.reward>, and the <rule> is <regret=metric.regret>")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.pulls == 0:
		s.Text("<K arm>, no pull yet: for each arm, the mean reward $Q(k)=0$ and $\\mathrm{count}(k)=0$.")
	default:
		if v.Play {
			v.sayOwn(&s)
		}
		v.sayChoice(&s)
		v.sayReward(&s)
		if !v.Play {
			v.sayRegret(&s)
		}
	}
	if v.pulls == v.T {
		s.Vars["reason"] = v.ending()
		s.Text("End of the run: <reason>.")
	}
	return s.Lines
}

func (v view) sayOwn(s *algos.Story) {
	e := v.now()
	s.Vars["mine"], s.Vars["paid"], s.Vars["total"] = e.own+1, e.ownReward, v.own.reward
	if e.own >= v.K {
		s.Text("There is no arm <mine>: your pull pays nothing.")
		return
	}
	s.Vars["mine"] = linked(e.own)
	s.Text("You pull arm <mine>: it pays <paid>, and your cumulative reward is <total=metric.own_reward>.")
}

// sayChoice tells why this arm.
func (v view) sayChoice(s *algos.Story) {
	e, was := v.now(), v.before
	k := e.arm
	s.Vars["arm"], s.Vars["k"], s.Vars["ties"], s.Vars["p"] = linked(k), k+1, e.ties, e.p[k]
	s.Vars["q"], s.Vars["n"], s.Vars["t1"] = was.values[k], was.counts[k], was.pulls
	switch v.Policy {
	case explore:
		s.Text("Exploration only: arm <arm> is the next in turn.")
	case exploit:
		v.sayGreedy(s)
	case greedy:
		s.Vars["eps"] = v.Epsilon
		if e.explored {
			s.Text("With probability $\\varepsilon=<eps>$ the policy explores: arm <arm> is drawn uniformly.")
		} else {
			v.sayGreedy(s)
		}
	case softmax:
		s.Text("Arm <arm> is drawn with probability <p>.")
		v.sayBoltzmann(s, was.values, v.Tau)
		s.TeX(`P(<k>)=\frac{e^{Q(<k>)/\tau}}{\sum_ie^{Q(i)/\tau}}=\frac{<w>}{<W>}=\hl{<p>}`)
	case exp3:
		s.Text("Arm <arm> is drawn with probability <p>.")
		v.sayBoltzmann(s, was.estimates, float64(v.K)/v.Epsilon)
		s.Vars["g"] = v.Epsilon
		s.TeX(`P(<k>)=(1-\gamma)\frac{w_{<k>}}{\sum_iw_i}+\frac{\gamma}{K}=(1-<g>)\cdot\frac{<w>}{<W>}+\frac{<g>}{<K>}=\hl{<p>}`)
	case ucb1:
		if was.counts[k] == 0 {
			s.Text("UCB1 first pulls each arm once: arm <arm>.")
			return
		}
		s.Vars["index"], s.Vars["two"] = was.values[k]+bonus(was.pulls, was.counts[k]), 2
		if e.ties > 1 {
			s.Text("The largest upper confidence bound is that of <ties arm>: arm <arm> is chosen by chance.")
		} else {
			s.Text("Arm <arm> has the largest upper confidence bound, <index>.")
		}
		s.TeX(`Q(<k>)+\sqrt{\frac{2\ln t}{\mathrm{count}(<k>)}}=<q>+\sqrt{\frac{2\ln <t1>}{<n>}}=\hl{<index>}`)
	case thompson:
		a, b := was.posterior(k)
		s.Vars["a"], s.Vars["b"], s.Vars["theta"] = a, b, e.index[k]
		s.Text("Of one sample from each posterior, that of arm <arm> is the largest: <theta>.")
		s.TeX(`\theta_{<k>}\sim\mathrm{Beta}(1+S,\,1+F)=\mathrm{Beta}(<a>,\,<b>)`)
	}
}

func (v view) sayGreedy(s *algos.Story) {
	if v.now().ties > 1 {
		s.Text("The largest mean reward, <q>, is that of <ties arm>: arm <arm> is chosen by chance.")
		return
	}
	s.Text("Arm <arm> has the largest mean reward, <q>.")
}

// sayBoltzmann are the weights, relative to the largest.
func (v view) sayBoltzmann(s *algos.Story, q []float64, tau float64) {
	top, sum := q[largest(q)], 0.0
	for _, x := range q {
		sum += math.Exp((x - top) / tau)
	}
	s.Vars["w"], s.Vars["W"] = math.Exp((q[v.now().arm]-top)/tau), sum
}

func (v view) sayReward(s *algos.Story) {
	e := v.now()
	s.Vars["v"], s.Vars["Q"], s.Vars["v0"], s.Vars["n1"] = e.reward, v.values[e.arm], say.Term(e.reward), v.counts[e.arm]
	if v.Play {
		s.Text("It pays <policy> <v>: the cumulative reward of <policy> is <reward=metric.reward>.")
		return
	}
	if v.values[e.arm] == s.Vars["q"] {
		s.Text("It pays <v>: its mean reward stays <Q>.")
	} else {
		s.Text("It pays <v>: its mean reward changes from <q> to <Q>.")
	}
	s.Vars["qf"] = say.Factor(s.Vars["q"].(float64))
	s.TeX(`Q(<k>)\leftarrow\frac{\mathrm{count}\cdot Q+v}{\mathrm{count}+1}=\frac{<n>\cdot <qf> <v0>}{<n1>}=\hl{<Q>}`)
	if v.Policy == exp3 && e.reward > 0 {
		s.Vars["xh"] = e.reward / e.p[e.arm]
		s.TeX(`\hat x_{<k>}=\frac{v}{P(<k>)}=\frac{<v>}{<p>}=<xh>`)
	}
}

func (v view) sayRegret(s *algos.Story) {
	if v.Rewards == bernoulli {
		s.Text("Pseudo-regret so far: <regret=metric.regret>, for a cumulative reward of <reward=metric.reward>.")
		return
	}
	s.Vars["best"] = v.hindsight[v.best()]
	s.Text("Regret in hindsight: the best arm would have paid <best>, the policy has earned <reward=metric.reward>.")
	s.Vars["rf"] = say.Factor(v.reward)
	s.TeX(`\max_k\sum_tx_k(t)-\sum_tv_t=<best>-<rf>=\hl{<regret>}`)
}
