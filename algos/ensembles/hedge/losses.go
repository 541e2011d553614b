package hedge

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// newTask prepares a run: how many experts and rounds, and what is known of the
// losses before it begins.
func newTask(o options, p algos.Problem) (*task, error) {
	t := &task{options: o, N: o.Experts, T: o.Rounds}
	var err error
	switch o.Losses {
	case typed:
		if t.table, err = parseTable(o.Rows); err != nil {
			return nil, err
		}
		t.T = len(t.table)
		if t.T > 0 {
			t.N = len(t.table[0])
		}
	case painted:
		cells := canvas.Grid(p.Cells)
		t.T, t.N = cells.Rows, cells.Cols
		for k := range cells.Rows {
			t.table = append(t.table, cells.Row(k))
		}
	case hit:
		hits, err := parseExperts("hits", o.Hits, t.N)
		if err != nil {
			return nil, err
		}
		t.T = len(hits)
		for _, i := range hits {
			t.table = append(t.table, t.one(i))
		}
	case adversarial:
	default:
		t.draw(p.Rand)
	}
	if o.Learner == majority {
		for _, row := range t.table {
			for i, l := range row {
				row[i] = math.Round(l)
			}
		}
	}
	t.follow, err = parseExperts("your_choices", o.Choices, t.N)
	return t, err
}

// one is a row in which a single expert loses.
func (t *task) one(i int) []float64 {
	row := make([]float64, t.N)
	row[i] = 1
	return row
}

// The chances to err of a good expert and of another one.
const (
	goodErrs  = 0.2
	otherErrs = 0.5
)

// draw fills the table of losses that depend on nothing that the learner does.
func (t *task) draw(r *rand.Rand) {
	for k := range t.T {
		best := -1
		switch t.Losses {
		case good:
			best = t.N - 1
		case switching:
			best = (t.N - 1 + 4*k/t.T) % t.N
		}
		row := make([]float64, t.N)
		for i := range row {
			u, errs := r.Float64(), otherErrs
			if i == best {
				errs = goodErrs
			}
			switch {
			case t.Losses == equal:
				row[i] = 0.5
			case t.Losses == random:
				row[i] = math.Round(100*u) / 100 // two digits, as the table shows them
			case u < errs:
				row[i] = 1
			}
		}
		t.table = append(t.table, row)
	}
}

// lossesFor are the losses of the coming round. Only an adversary looks at the
// shares of the weights.
func (t *task) lossesFor(k int, share []float64) []float64 {
	if t.Losses != adversarial {
		return t.table[k]
	}
	if t.Learner != majority {
		return t.one(heaviest(share))
	}
	// The fewest voters that carry the vote: the leader first, until they have half.
	row, left := make([]float64, t.N), append([]float64(nil), share...)
	for range share {
		i := heaviest(left)
		row[i], left[i] = 1, -1
		if !(dot(share, row) < half) {
			break
		}
	}
	return row
}

func separator(c rune) bool { return c == ',' || unicode.IsSpace(c) }

// parseTable reads losses, a row a round.
func parseTable(text string) ([][]float64, error) {
	var table [][]float64
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		fields := strings.FieldsFunc(line, separator)
		if len(fields) == 0 {
			continue
		}
		w := say.Vars{"i": len(table) + 1, "n": len(fields), "most": maxExperts, "rows": maxRounds}
		switch {
		case len(table) == maxRounds:
			return nil, algos.Refuse(w.Text("rows: a table of losses has at most <rows> rounds"))
		case len(fields) > maxExperts:
			return nil, algos.Refuse(w.Text("rows: round <i> has losses of <n expert>, and at most <most> are possible"))
		case len(table) > 0 && len(fields) != len(table[0]):
			w["first"] = len(table[0])
			return nil, algos.Refuse(w.Text("rows: round <i> has losses of <n expert>, and the first round of <first>"))
		}
		row := make([]float64, len(fields))
		for j, f := range fields {
			l, err := strconv.ParseFloat(f, 64)
			if err != nil || !(l >= 0 && l <= 1) {
				w["field"] = quoted(f)
				return nil, algos.Refuse(w.Text("rows: round <i> says <field>, and a loss is a number from 0 to 1"))
			}
			row[j] = l + 0 // no negative zero
		}
		table = append(table, row)
	}
	return table, nil
}

// parseExperts reads numbers of experts, counted from one.
func parseExperts(field, text string, n int) ([]int, error) {
	var all []int
	for _, f := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || separator(c) }) {
		i, err := strconv.Atoi(f)
		if err != nil || i < 1 || i > n {
			return nil, algos.Refuse(say.Vars{"name": say.Given(field), "field": quoted(f), "n": n}.
				Text("<name>: <field> is no expert, they are numbered from 1 to <n>"))
		}
		if all = append(all, i-1); len(all) > maxRounds {
			return nil, algos.Refuse(say.Vars{"name": say.Given(field), "rows": maxRounds}.Text("<name>: there are at most <rows> rounds"))
		}
	}
	return all, nil
}

func quoted(s string) say.Given { return say.Given(strconv.Quote(param.Clip(s))) }
