package mdp

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("largest", algos.PickCell, askLargest, nil, answerLargest),
	algos.Ask("value", algos.SayNumber, askValue, nil, answerValue),
	algos.Ask("action", algos.PickOption, askAction, algos.AtEnd, answerAction),
}

// askLargest asks for the cell of the largest change, where the next step is a sweep that changes some.
func askLargest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.names != nil || v.kind == improving || v.Method == policyIteration && v.evaluated() {
		return algos.Asked{}, false
	}
	if v.sweep().change < 0.005 {
		return algos.Asked{}, false // nobody would see it
	}
	asked := algos.Asked{Text: "In which cell will the value change most in the next sweep?", On: "board"}
	for s := range v.v {
		if v.process.Terminal(s) {
			continue
		}
		row, col := v.world.At(s)
		asked.Marks = append(asked.Marks, algos.Pick{Ref: "row" + strconv.Itoa(row+1) + " col" + strconv.Itoa(col+1), Name: v.place(s)})
	}
	return asked, len(asked.Marks) >= 2 && len(asked.Marks) <= algos.MaxMarks
}

// answerLargest takes any cell whose change is as large to a hundredth: the picture shows no finer difference.
func answerLargest(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.kind != sweeping || w.t != v.t+1 || w.change == 0 {
		return algos.Answer{}, false
	}
	var a algos.Answer
	k := 0
	for s := range w.v {
		if w.process.Terminal(s) {
			continue
		}
		if math.Abs(w.v[s]-w.before[s]) >= 0.99*w.change {
			a.Points = append(a.Points, k)
		}
		k++
	}
	return a, true
}

// askValue asks for a backup that can be done by hand: three outcomes at most, of an action whose best is plain.
func askValue(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Method != valueIteration || v.Horizon > 0 || v.kind == improving {
		return algos.Asked{}, false
	}
	x := v.candidate()
	if x < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": v.place(x), "gamma": v.Gamma}
	return algos.Asked{Text: s.Text("With γ = <gamma>, what will the value of <x> be after the next sweep?")}, true
}

// candidate is the state that the next sweep changes most, where that can be seen; −1: none.
func (v view) candidate() int {
	best, most := -1, 0.05
	for s := range v.v {
		if v.process.Terminal(s) {
			continue
		}
		if d := math.Abs(v.process.Best(s, v.v, v.backup(1)) - v.v[s]); d > most {
			best, most = s, d
		}
	}
	return best
}

// answerValue allows what comes of the two places to which the board writes values.
func answerValue(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	x := v.candidate()
	if w.t != v.t+1 || x < 0 {
		return algos.Answer{}, false
	}
	a := v.process.Ties(x, v.v, v.backup(1))[0]
	act := v.process.Actions[x][a]
	s := say.Vars{"a": act.Name, "r": act.Reward, "new": w.v[x]}
	return algos.Answer{Number: w.v[x], Tolerance: max(0.011, 0.011*math.Abs(w.v[x])), Why: s.Text("The best action is <a>: its reward <r>, and γ times the expected value after it.")}, true
}

// askAction asks for the optimal action of a state where it is not the shortest way to an exit.
func askAction(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.names != nil || v.best == nil || v.Method == evaluation || v.t > 2 {
		return algos.Asked{}, false
	}
	x := v.puzzle()
	if x < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": v.place(x)}
	return algos.Asked{
		Text: s.Text("Which action will the policy take in <x> at the end?"), Options: []say.Phrase{"north", "east", "south", "west"},
	}, true
}

// puzzle is a state with one best action that does not move towards the nearest exit; −1: none.
func (v view) puzzle() int {
	far, r := v.process.Distances(nil), v.backup(1)
	for s := range v.v {
		if v.process.Terminal(s) || far[s] < 0 {
			continue
		}
		ties := v.process.Ties(s, v.best.v, r)
		if len(ties) == 1 && far[v.world.Moved(s, ties[0])] >= far[s] && v.arrows()[s] != ties[0] {
			return s
		}
	}
	return -1
}

func answerAction(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	x := v.puzzle()
	if x < 0 || then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	return algos.Answer{Option: w.arrows()[x], Why: "It is the action with the largest expected value, slips included."}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "into-the-pit",
		Text:  "On the 4 × 3 grid, choose a step reward at which the optimal policy moves into the pit from at least 2 cells.",
		Hint:  "Living must cost more than the pit does. Which step reward makes two steps more worse than −1?",
		Start: "preset=classic", Asks: 2, Example: "step_reward=-2.5", CounterExample: "step_reward=-1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.names != nil || v.Horizon > 0 || v.Method == evaluation || !v.classic() {
				return algos.Score{}, false
			}
			n := 0
			for s := range v.v {
				if !v.process.Terminal(s) && v.process.Worth[v.world.Moved(s, v.pi[s])] < 0 {
					n++
				}
			}
			return algos.Counted(n, "<n cell>"), n >= 2
		}),
	},
	{
		ID:    "improvements",
		Text:  "Paint a grid on which policy iteration from the uniform policy needs at least 6 improvements.",
		Hint:  "A new policy looks one step further than the values of the old one. Long detours, costs and wind help.",
		Start: "preset=policy-iteration", Asks: 6, Example: example, CounterExample: "method=policy-iteration&grid=....../....../.....%2B",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.names != nil || v.Horizon > 0 || v.Method != policyIteration || v.status.State != algos.Converged || a.Params["policy"] != uniform {
				return algos.Score{}, false
			}
			return algos.Counted(v.improvements, "<n improvement>"), v.improvements >= 6
		}),
	},
}

// example is a grid with many improvements.
const example = "method=policy-iteration&grid=i^g>./.^.ii/.^.../.%2B^g./%2B->.v/%239ii."

// classic reports whether the grid is the one of the start.
func (t *task) classic() bool {
	c, err := gridworld.Read(gridworld.Classic)
	if err != nil {
		return false
	}
	w, err := gridworld.New(c)
	if err != nil || w.Rows != t.world.Rows || w.Cols != t.world.Cols {
		return false
	}
	for k, tile := range w.Tiles {
		if tile != t.world.Tiles[k] {
			return false
		}
	}
	return true
}
