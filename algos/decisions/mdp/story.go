package mdp

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: v.phase(), Size: algos.Normal, Status: v.status, Events: v.events(), View: v,
		Metrics: []float64{v.change, v.err(), v.bound(), float64(max(v.changed, 0)), v.sum()},
	}
	if v.kind != sweeping || v.status.Final() {
		s.Size = algos.Pass
	}
	if v.status.Final() {
		return s
	}
	s.Next = algos.Next{Pass: "to convergence"}
	switch {
	case v.Method == policyIteration && v.evaluated():
		s.Next = algos.Next{Step: "improve the policy", Pass: "improve the policy"}
	case v.Method == policyIteration:
		s.Next.Pass = "to the next improvement"
	case v.Horizon > 0:
		s.Next.Pass = v.vars().Text("to sweep <horizon>")
	}
	return s
}

func (v view) phase() say.Phrase {
	switch v.kind {
	case sweeping:
		return v.vars().Text("sweep <sweeps=model.sweeps>: change <change=metric.change>")
	case improving:
		return v.vars().Text("policy improvement: <changed=metric.changed action> changed")
	}
	return "initial values"
}

func (v view) events() []algos.Event {
	switch {
	case v.kind == improving && v.changed > 0:
		return []algos.Event{{Kind: "improvement", Text: v.phase()}}
	case v.worsened() >= 0:
		return []algos.Event{{Kind: "worse", Text: v.vars().Text("T-step value of <worse> falls")}}
	}
	return nil
}

// worsened is a state that has less after an improvement than before, which T steps allow; −1: none.
func (v view) worsened() int {
	if v.Horizon == 0 || v.kind != sweeping || v.n != v.Horizon || v.prior == nil {
		return -1
	}
	worst, most := -1, 1e-9
	for s := range v.v {
		if d := v.prior[s] - v.v[s]; d > most {
			worst, most = s, d
		}
	}
	return worst
}

func (v view) vars() say.Vars {
	w := say.Vars{
		"sweeps": v.sweeps, "n": v.n, "improvements": v.improvements, "changed": max(v.changed, 0), "horizon": v.Horizon,
		"change": v.change, "was": v.was, "limit": v.Gamma * v.was, "gamma": v.Gamma, "tol": v.Tol, "states": len(v.v), "slip": v.Slip, "r": v.StepReward,
		"sum": v.sum(), "error": v.err(), "bound": v.bound(), "x": v.place(v.hot),
	}
	if s := v.worsened(); s >= 0 {
		w["worse"], w["before"], w["after"] = v.place(s), v.prior[s], v.v[s]
	}
	if v.trapped >= 0 {
		w["trapped"] = v.place(v.trapped)
	}
	return w
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.kind {
	case beginning:
		v.sayStart(&s)
	case sweeping:
		v.saySweep(&s)
	case improving:
		v.sayImprovement(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Text("The model is known: <states state>, and for each action the probabilities and rewards of its outcomes.")
	switch {
	case v.Method == valueIteration && v.Horizon > 0:
		s.Text("Value iteration computes the best mean reward of <horizon step>, with one step more in each sweep:")
		s.TeX(`V^*_t(x)=\max_a\sum_{x'}P^a_{x\to x'}\Bigl(\frac{1}{t}R^a_{x\to x'}+\frac{t-1}{t}V^*_{t-1}(x')\Bigr)`)
	case v.Method == valueIteration:
		s.Text("Value iteration starts at $V=0$ and backs up the best action:")
		s.TeX(`V'(x)=\max_a\sum_{x'}P^a_{x\to x'}\bigl(R^a_{x\to x'}+\gamma V(x')\bigr)`)
	case v.Horizon > 0:
		s.Text("Policy evaluation computes the mean reward of <horizon step>, with one step more in each sweep:")
		s.TeX(`V_t(x)=\sum_a\pi(x,a)\sum_{x'}P^a_{x\to x'}\Bigl(\frac{1}{t}R^a_{x\to x'}+\frac{t-1}{t}V_{t-1}(x')\Bigr)`)
	default:
		s.Text("Policy evaluation starts at $V=0$ and backs up the actions of the policy:")
		s.TeX(`V'(x)=\sum_a\pi(x,a)\sum_{x'}P^a_{x\to x'}\bigl(R^a_{x\to x'}+\gamma V(x')\bigr)`)
	}
	if v.Method == policyIteration {
		s.Text("Policy iteration evaluates the policy, makes it greedy, and repeats both until no action changes.")
	}
	if v.Method != valueIteration && v.random() {
		s.Text("The policy is uniform: all actions have the same probability. Arrows show the greedy policy of the values.")
	}
	if v.names == nil && v.trapped >= 0 {
		s.Text("No exit can be reached from <trapped>.")
	}
	if v.names == nil {
		s.Text("An exit is terminal; its worth is received once.")
	}
}

func (v view) saySweep(s *algos.Story) {
	switch {
	case v.change == 0:
		s.Text("Sweep <sweeps=model.sweeps> changes no value.")
	case v.Method == policyIteration:
		s.Text("Sweep <n> of this policy: the values change by at most <change=metric.change>, most in <x>.")
	default:
		s.Text("Sweep <sweeps=model.sweeps>: the values change by at most <change=metric.change>, most in <x>.")
	}
	v.sayBackup(s, v.hot)
	if v.changed > 0 {
		s.Text("The greedy action changes in <changed=metric.changed state>.")
	}
	switch {
	case v.Horizon > 0 && v.Method == valueIteration:
		s.Text("The arrows are the best actions with <n step> to go.")
	case v.Horizon == 0 && v.n > 1 && v.was > 0 && v.change > 1e-9 && v.Gamma > 0:
		s.Text("The change before was <was=before.metric.change>, so a contraction by γ allows at most <limit>.")
	}
	if v.Horizon > 0 {
		if v.worsened() >= 0 {
			s.Text("In <worse> the T-step value falls from <before> to <after>: with T steps a greedy policy may be worse.")
		}
		return
	}
	if v.evaluated() && v.Method == policyIteration {
		s.Text("The policy is evaluated: no value changes by θ or more.")
	}
	if v.status.State == algos.Converged && v.goal != nil && v.change > 0 {
		s.Vars["older"] = apart(v.before, v.goal.v)
		s.Text("The error of V′ is <error=metric.error>, that of the old V <older>: the new values are returned.")
	}
}

// sayBackup is the backup of one state with its numbers.
func (v view) sayBackup(s *algos.Story, x int) {
	p, r := v.process, v.backup(v.n)
	s.Vars["new"] = v.v[x]
	a := gridworld.Uniform
	head := `V'(x)=`
	if v.Method == valueIteration {
		a = p.Ties(x, v.before, r)[0]
		head += `\max_aQ(x,a)=`
	} else {
		a = v.pi[x]
	}
	if a == gridworld.Uniform {
		sum := ""
		for k := range p.Actions[x] {
			name := "q" + strconv.Itoa(k)
			if s.Vars[name] = p.Q(x, k, v.before, r); k > 0 {
				s.Vars[name] = say.Term(p.Q(x, k, v.before, r))
			}
			sum += "<" + name + ">"
		}
		s.Vars["count"] = len(p.Actions[x])
		s.TeX(`V'(x)=\sum_a\pi(x,a)\,Q(x,a)=\frac{1}{<count>}\bigl(` + sum + `\bigr)=\hl{<new>}`)
		return
	}
	act := p.Actions[x][a]
	sum := ""
	for k, o := range act.Outcomes {
		prob, next := "p"+strconv.Itoa(k), "v"+strconv.Itoa(k)
		s.Vars[prob], s.Vars[next] = o.P, say.Factor(v.before[o.State])
		if k > 0 {
			sum += "+"
		}
		if o.P != 1 {
			sum += "<" + prob + `>\cdot `
		}
		sum += "<" + next + ">"
	}
	s.Vars["a"], s.Vars["ra"] = act.Name, act.Reward
	head += `Q(x,<a>)=`
	if v.Horizon > 0 {
		s.Vars["less"], s.Vars["raf"] = v.n-1, say.Factor(act.Reward)
		s.TeX(head + `\frac{1}{<n>}\cdot <raf>+\frac{<less>}{<n>}\,(` + sum + `)=\hl{<new>}`)
		return
	}
	s.TeX(head + `<ra>+<gamma>\,(` + sum + `)=\hl{<new>}`)
}

func (v view) sayImprovement(s *algos.Story) {
	if v.changed == 0 {
		s.Text("The greedy policy of the values is the policy itself.")
		switch {
		case v.Horizon > 0:
		case v.best == nil:
			s.Text("It is the best of the policies that come to an exit.")
		default:
			s.Text("So its values satisfy the optimality equation: it is optimal.")
		}
		return
	}
	s.Text("The policy becomes greedy: the action changes in <changed=metric.changed state>, with the largest advantage in <x>.")
	at := v.v
	n := v.sweeps
	if v.Horizon > 0 {
		at, n = v.before, v.Horizon
	}
	r := v.backup(n)
	s.Vars["q"] = v.process.Q(v.hot, v.pi[v.hot], at, r)
	s.Vars["v"] = v.v[v.hot]
	s.Vars["a"] = v.process.Actions[v.hot][v.pi[v.hot]].Name
	if q := v.process.Q(v.hot, v.pi[v.hot], at, r); q > v.v[v.hot]+1e-6*(1+math.Abs(q)) {
		s.TeX(`\pi'(x)=\arg\max_aQ(x,a)=<a>,\qquad Q(x,<a>)=\hl{<q>}>V(x)=<v>`)
	} else {
		s.TeX(`\pi'(x)=\arg\max_aQ(x,a)=<a>,\qquad Q(x,<a>)=\hl{<q>}`)
	}
}
