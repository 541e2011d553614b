package algotest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
)

// A part that finds nothing wrong in spoilt goals would be worthless.
func TestBadGoalsAreFound(t *testing.T) {
	far := algos.Goal{
		ID: "far", Text: "Ask at least 5 to the right.", Hint: "Drag it.", Start: "query=2,0", Example: "query=7,0", CounterExample: "query=4,0", Asks: 5,
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			x, _, _ := strings.Cut(a.Params["query"], ",")
			n, err := strconv.Atoi(x)
			return algos.Counted(n, "<n step>"), err == nil
		},
	}
	for name, c := range map[string]struct {
		spoil func(*algos.Goal)
		want  string
	}{
		"nothing":        {func(*algos.Goal) {}, ""},
		"id":             {func(g *algos.Goal) { g.ID = "far away" }, "does not fit a URL"},
		"hint":           {func(g *algos.Goal) { g.Hint = "" }, "says nothing"},
		"number":         {func(g *algos.Goal) { g.Text = "Ask at least 50 to the right." }, "it asks for 5"},
		"start":          {func(g *algos.Goal) { g.Start = "query=6,0" }, "reached where it begins: 6 steps"},
		"no start":       {func(g *algos.Goal) { g.Start = "preset=none" }, "begins nowhere"},
		"example":        {func(g *algos.Goal) { g.Example = "query=4,0" }, "does not come to the goal far: 4 steps"},
		"missed":         {func(g *algos.Goal) { g.CounterExample = "query=8,0" }, "the counter-example reaches the goal far: 8 steps"},
		"not missed":     {func(g *algos.Goal) { g.CounterExample = "" }, "has no counter-example"},
		"no example":     {func(g *algos.Goal) { g.Example = "query=x" }, "has no example"},
		"preset's":       {func(g *algos.Goal) { g.Example = "seed=4" }, "that of a preset"},
		"own points":     {func(g *algos.Goal) { g.OwnPoints = true }, "that of a preset"},
		"preset reaches": {func(g *algos.Goal) { g.Asks, g.Text, g.Start = 1, "Ask at least 1 to the right.", "query=0,0" }, "the preset first comes to the goal"},
		"fewer":          {func(g *algos.Goal) { g.Fewer = true }, "reached where it begins"},
	} {
		d := asking(func(at [2]float64) query { return query{at: at, param: "query"} })
		g := far
		c.spoil(&g)
		d.Goals = []algos.Goal{g}
		r := part{"goals", goals}.report(t.Context(), d)
		if c.want == "" && len(r.faults) > 0 || c.want != "" && !slices.ContainsFunc(r.faults, func(f string) bool { return strings.Contains(f, c.want) }) {
			t.Errorf("%s: found %q, want %q", name, r.faults, c.want)
		}
	}
}
