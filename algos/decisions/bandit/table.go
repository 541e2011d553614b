package bandit

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// worked are the rewards of the notes' inventory with a single arm: the means are 1, ½, ⅔, ¾.
const worked = "1; 0; 1; 1"

// biggest is how large a typed reward may be.
const biggest = 1000

// parseTable reads rewards, a line per pull.
func parseTable(text string) ([][]float64, error) {
	var table [][]float64
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		fields := strings.FieldsFunc(line, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
		if len(fields) == 0 {
			continue
		}
		w := say.Vars{"i": len(table) + 1, "n": len(fields), "most": maxArms, "big": biggest}
		switch {
		case len(fields) > maxArms:
			return nil, algos.Refuse(w.Text("table: pull <i> has rewards of <n arm>, and at most <most> are possible: remove some"))
		case len(table) > 0 && len(fields) != len(table[0]):
			w["first"] = len(table[0])
			return nil, algos.Refuse(w.Text("table: pull <i> has rewards of <n arm>, and the first pull of <first>: give each line as many"))
		}
		row := make([]float64, len(fields))
		for j, f := range fields {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil || !(math.Abs(x) <= biggest) {
				w["field"] = say.Given(strconv.Quote(param.Clip(f)))
				return nil, algos.Refuse(w.Text("table: pull <i> has <field>; write a number from −<big> to <big>"))
			}
			row[j] = x + 0 // no negative zero
		}
		table = append(table, row)
	}
	if len(table) == 0 {
		return nil, algos.Refuse("table: there is no reward; write one line per pull, such as 1; 0; 1; 1")
	}
	return table, nil
}

// misfit is the first pull, from 1, whose rewards the policy is not defined for; 0 for none.
func (t *task) misfit(policy string) int {
	if policy != ucb1 && policy != thompson && policy != exp3 {
		return 0
	}
	for i, row := range t.table {
		if slices.Min(row) < 0 || slices.Max(row) > 1 {
			return i + 1
		}
	}
	return 0
}

// fits refuses rewards for which the policy is not defined.
func (t *task) fits() error {
	i := t.misfit(t.Policy)
	if i == 0 {
		return nil
	}
	return algos.Refuse(say.Vars{"i": i, "policy": t.name()}.
		Text("table: <policy> needs rewards from 0 to 1, and pull <i> has others; scale them, or choose another policy"))
}

// enough refuses more pulls than a typed table has.
func (t *task) enough() error {
	if n := len(t.table); n > 0 && t.T > n {
		return algos.Refuse(say.Vars{"n": n, "m": t.T}.Text("your_pulls: you made <m pull>, and the table has rewards of <n>: take some back, or add lines"))
	}
	return nil
}
