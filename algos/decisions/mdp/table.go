package mdp

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/param"
	"playground/algos/say"
)

// A table is a decision process by hand: states by name, in the order in which they appear.
type table struct {
	names   []say.Given
	process *gridworld.Process
}

// Limits of a table.
const (
	maxStates  = 12
	maxActions = 4
)

// state is the number of a state, which is new where nobody has named it yet.
func (t *table) state(name string) int {
	if k := slices.Index(t.names, say.Given(name)); k >= 0 {
		return k
	}
	t.names = append(t.names, say.Given(name))
	t.process.Actions = append(t.process.Actions, nil)
	t.process.Worth = append(t.process.Worth, 0)
	return len(t.names) - 1
}

func checkTable(text string) error {
	_, err := readTable(text)
	return err
}

// readTable reads "state action next probability reward; …". A state without actions is terminal. nil is an
// empty text.
func readTable(text string) (*table, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	t := &table{process: &gridworld.Process{}}
	bad := func(v say.Vars, template string) (*table, error) {
		return nil, &param.Error{Field: "table", Message: v.Text(template)}
	}
	text = strings.ReplaceAll(text, "−", "-")
	for i, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		v := say.Vars{"line": i + 1, "n": len(f), "states": maxStates, "actions": maxActions}
		if len(f) != 5 {
			return bad(v, "line <line> has <n word> instead of 5: write state action next probability reward")
		}
		p, errP := strconv.ParseFloat(f[3], 64)
		r, errR := strconv.ParseFloat(f[4], 64)
		v["state"], v["action"], v["p"], v["r"] = say.Given(f[0]), say.Given(f[1]), say.Given(f[3]), say.Given(f[4])
		switch {
		case errP != nil || !(p >= 0 && p <= 1):
			return bad(v, "line <line>: <p> is not a probability: write a number from 0 to 1")
		case errR != nil || !(math.Abs(r) <= 1000):
			return bad(v, "line <line>: <r> is not a reward: write a number from −1000 to 1000")
		}
		from, to := t.state(f[0]), t.state(f[2])
		t.process.Add(from, f[1], to, p, r)
		switch {
		case len(t.names) > maxStates:
			return bad(v, "line <line> names more than <states> states: remove some, or paint a grid")
		case len(t.process.Actions[from]) > maxActions:
			return bad(v, "line <line>: state <state> has more than <actions> actions: remove some")
		}
	}
	for s, of := range t.process.Actions {
		for _, a := range of {
			sum := 0.0
			for _, o := range a.Outcomes {
				sum += o.P
			}
			if math.Abs(sum-1) > 1e-9 {
				return bad(say.Vars{"state": t.names[s], "action": a.Name, "sum": sum},
					"the probabilities of action <action> in state <state> add up to <sum>: make them 1")
			}
		}
	}
	if !slices.ContainsFunc(t.process.Actions, func(of []gridworld.Action) bool { return len(of) > 0 }) {
		return bad(nil, "the table has no action: write state action next probability reward")
	}
	return t, nil
}

// strip is a grid of one line whose cells are the states, to draw them on.
func (t *table) strip() *gridworld.World {
	c := dataset.NewCells(1, len(t.names), 0)
	for s := range t.names {
		if t.process.Terminal(s) {
			c.Values[s] = 10
		}
	}
	w := gridworld.Strip(c)
	return w
}

// readPolicy reads a policy of a process; why is empty where it is one.
func (t *task) readPolicy(text string) (pi gridworld.Policy, why say.Phrase) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, uniform) {
		return t.process.Same(gridworld.Uniform), ""
	}
	if t.names != nil {
		return t.namedPolicy(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '/' || r == ',' }))
	}
	if d := letter([]rune(text)[0]); d >= 0 && len(text) == 1 {
		return t.process.Same(d), ""
	}
	w := t.world
	rows := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\n' || r == '\r' })
	v := say.Vars{"n": len(rows), "rows": w.Rows, "cols": w.Cols}
	if len(rows) != w.Rows {
		return nil, v.Text("The policy has <n line>, and the grid <rows>: write uniform, one letter, or a line for each line of the grid.")
	}
	pi = t.process.Same(0)
	for i, row := range rows {
		letters := []rune(strings.TrimSpace(row))
		v["line"], v["n"] = i+1, len(letters)
		if len(letters) != w.Cols {
			return nil, v.Text("Line <line> of the policy has <n letter>, and the grid <cols>: write one for each cell, also for walls and exits.")
		}
		for j, x := range letters {
			s := w.State[i*w.Cols+j]
			if s < 0 || t.process.Terminal(s) {
				continue
			}
			d := letter(x)
			if d < 0 && x != '*' {
				v["col"], v["given"] = j+1, say.Given(string(x))
				return nil, v.Text("Policy, line <line>, letter <col>: <given> is not an action. Write N, E, S or W, or * for all four.")
			}
			pi[s] = d
		}
	}
	return pi, ""
}

// letter is the direction that a letter names; −1 for none, which is Uniform.
func letter(r rune) int { return slices.Index(gridworld.Letters[:], strings.ToUpper(string(r))) }

// namedPolicy reads the actions of a table's states: one for all, or one for each.
func (t *task) namedPolicy(words []string) (pi gridworld.Policy, why say.Phrase) {
	n := len(t.names)
	v := say.Vars{"n": len(words), "states": n}
	if len(words) != n && len(words) != 1 {
		return nil, v.Text("The policy has <n action>, and the table <states>: write uniform, one action, or one for each state.")
	}
	pi = t.process.Same(0)
	for s, of := range t.process.Actions {
		word := words[0]
		if len(words) > 1 {
			word = words[s]
		}
		if len(of) == 0 {
			continue
		}
		if pi[s] = slices.IndexFunc(of, func(a gridworld.Action) bool { return string(a.Name) == word }); pi[s] < 0 && word != "*" {
			v["given"], v["state"] = say.Given(word), t.names[s]
			return nil, v.Text("Policy: state <state> has no action <given>. Name one of its actions, or * for all.")
		}
	}
	return pi, ""
}
