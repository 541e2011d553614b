package tdlearning

import (
	"math"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/say"
)

// pass is how many episodes are a pass.
const pass = 10

// directions are the actions in words.
var directions = [...]say.Phrase{gridworld.North: "north", gridworld.East: "east", gridworld.South: "south", gridworld.West: "west"}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: "start", Size: algos.Pass, Status: algos.Status{State: algos.Running}, View: v,
		Metrics: []float64{v.lastReturn(), math.NaN(), math.NaN(), v.figures[0], v.figures[1]},
	}
	if v.episode > 0 {
		s.Size, s.Phase = algos.Micro, say.Vars{"k": v.episode, "n": len(v.path)}.Text("episode <k>, move <n>")
		s.Metrics[1] = float64(len(v.path))
		if v.last.defined {
			s.Metrics[2] = v.last.target - v.last.old
		}
		if v.ended {
			s.Size = algos.Normal
		}
		if v.ended && v.episode%pass == 0 {
			s.Size = algos.Pass
		}
	}
	if v.over() {
		s.Size, s.Status = algos.Pass, v.end()
		return s
	}
	next := v.episode
	if v.ended {
		next++
	}
	s.Next.Step = say.Vars{"k": next}.Text("episode <k>")
	s.Next.Pass = "next ten episodes"
	return s
}

// lastReturn is that of the last episode that has ended; NaN where none has.
func (v view) lastReturn() float64 {
	if len(v.returns) == 0 {
		return math.NaN()
	}
	return v.returns[len(v.returns)-1]
}

func (v view) end() algos.Status {
	w := say.Vars{"n": len(v.returns), "value": v.figures[0]}
	switch {
	case v.diverged():
		return algos.Status{State: algos.Diverged, Reason: "The values diverge: decrease α or λ."}
	case v.episode == 0:
		return algos.Status{State: algos.Exhausted, Reason: "No move is made: press a move of your own, or raise the number of episodes."}
	}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("<n episode is> complete: the start has the value <value>.")}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"start": v.world.Name(v.first), "epsilon": v.Epsilon, "n": v.N, "lambda": v.Lambda}}
	if v.episode == 0 {
		v.begin(&s)
		return s.Lines
	}
	x := v.current()
	s.Vars["s"], s.Vars["next"], s.Vars["to"], s.Vars["r"] = v.world.Name(x.state), v.world.Name(x.next), directions[x.action], x.reward
	switch {
	case x.byHand:
		s.Text("Your move <to> leads from <s> to <next>, with reward <r>.")
	case x.explored:
		s.Text("A random action, <to>, leads from <s> to <next>, with reward <r>.")
	default:
		s.Text("The action <to> leads from <s> to <next>, with reward <r>.")
	}
	v.sayUpdate(&s)
	s.Vars["k"], s.Vars["moves"], s.Vars["g"] = v.episode, len(v.path), v.sum()
	switch {
	case v.ended && x.terminal:
		s.Text("Episode <k> ends after <moves move> with return <g>.")
	case v.ended:
		s.Text("Episode <k> is cut off after <moves move>.")
	}
	return s.Lines
}

func (v view) begin(s *algos.Story) {
	s.Text("Episodes start at <start>. The agent does not know where its actions lead.")
	switch v.Method {
	case td0:
		s.Text("TD(0) evaluates the optimal policy, in which an action is random with probability <epsilon>.")
	case sarsa:
		s.Text("SARSA learns the values of the ε-greedy policy that it follows.")
	case qLearning:
		s.Text("Q-learning learns the values of the optimal policy while it follows the ε-greedy one.")
	case nStep:
		s.Text("The target of n-step SARSA has <n reward> before it uses an estimate.")
	case traces:
		s.Text("Each TD error moves all earlier pairs by their traces, which decay with λ = <lambda>.")
	}
}

// sayUpdate tells how the estimate moved.
func (v view) sayUpdate(s *algos.Story) {
	u := v.last
	if !u.defined {
		s.Vars["more"] = v.N - len(v.path)
		s.Text("No estimate moves before <more more move>.")
		return
	}
	x := v.path[u.at]
	s.Vars["at"], s.Vars["a"] = v.world.Name(x.state), directions[x.action]
	s.Vars["old"], s.Vars["target"], s.Vars["now"], s.Vars["alpha"], s.Vars["gamma"] = u.old, u.target, u.now, v.Alpha, v.Gamma
	s.Vars["change"] = u.now - u.old
	s.Vars["reward"], s.Vars["value"], s.Vars["minus"], s.Vars["k"] = u.reward, say.Factor(u.next), say.Term(-u.old), u.steps
	switch v.Method {
	case nStep:
		s.Text("The return of <k reward> from <at> is <target>; Q of <a> moves by <change> to <now>.")
		s.TeX(`Q(s,a) \leftarrow <old> + <alpha>\,(<target> <minus>) = \hl{<now>}`)
		if u.multi {
			s.Text("The episode ends, so the pairs after it are updated, too.")
		}
	case traces:
		s.Vars["delta"], s.Vars["trace"], s.Vars["pairs"], s.Vars["factor"] = u.target-u.old, u.trace, u.pairs, say.Factor(u.target-u.old)
		s.Text("The TD error is <delta>: each pair with a trace (<pairs>) moves by α δ e.")
		s.TeX(`\delta = <reward> + <gamma>\cdot <value> <minus> = <delta>`)
		s.TeX(`Q(s,a) \leftarrow <old> + <alpha>\cdot <trace>\cdot <factor> = \hl{<now>}`)
	case td0:
		s.Text("V of <at> moves by <change> to <now>; its target is <target>.")
		s.TeX(`V(s) \leftarrow <old> + <alpha>\,(<reward> + <gamma>\cdot <value> <minus>) = \hl{<now>}`)
	default:
		s.Text("Q of <a> at <at> moves by <change> to <now>; its target is <target>.")
		s.TeX(`Q(s,a) \leftarrow <old> + <alpha>\,(<reward> + <gamma>\cdot <value> <minus>) = \hl{<now>}`)
	}
}
