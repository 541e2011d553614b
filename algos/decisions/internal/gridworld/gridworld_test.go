package gridworld

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// world reads a grid.
func world(t testing.TB, text string) *World {
	t.Helper()
	c, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Value iteration, the exact solution and the best actions are those of a program of its own.
func TestGridsOfAnotherProgram(t *testing.T) {
	text, err := os.ReadFile("testdata/grid_world.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID     string
			Grid   []string
			Params struct {
				Gamma, Slip float64
				Step        float64 `json:"step_reward"`
			}
			V      [][]*float64
			Sweeps [][][]*float64 `json:"sweeps_1_to_3"`
			Best   [][]string     `json:"best_actions"`
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		w := world(t, strings.Join(c.Grid, "/"))
		p := w.Process(c.Params.Slip, c.Params.Step)
		near := func(what string, v []float64, want [][]*float64, tol float64) {
			t.Helper()
			for i, row := range w.Grid(v) {
				for j, x := range row {
					if y := want[i][j]; math.IsNaN(x) != (y == nil) || y != nil && math.Abs(x-*y) > tol {
						t.Errorf("%s, %s, row %d, column %d: %v, want %v", c.ID, what, i+1, j+1, x, y)
					}
				}
			}
		}
		v, next := p.Start(), make([]float64, len(p.Worth))
		for _, want := range c.Sweeps {
			p.Optimise(next, v, Discounted(c.Params.Gamma))
			v, next = next, v
			near("sweep", v, want, 1e-14)
		}
		best, pi, err := p.Optimal(c.Params.Gamma)
		if err != nil {
			t.Fatal(err)
		}
		near("optimal", best, c.V, 1e-12)
		for i, row := range w.Arrows(pi) {
			for j, letter := range row {
				if !strings.Contains(c.Best[i][j], letter) || (letter == "") != (c.Best[i][j] == "") {
					t.Errorf("%s, row %d, column %d: %q, want one of %q", c.ID, i+1, j+1, letter, c.Best[i][j])
				}
			}
		}
	}
}

// The text of a grid is read, or refused with its place and the cure.
func TestText(t *testing.T) {
	w := world(t, "a#3/>+-\n0..")
	if got := []Tile{w.Tiles[0], w.Tiles[1], w.Tiles[2], w.Tiles[3], w.Tiles[5], w.Tiles[6]}; !slices.Equal(got, []Tile{
		{Cost: 0.1, Wind: Calm},
		{Wall: true, Wind: Calm},
		{Exit: true, Worth: 3, Wind: Calm},
		{Wind: East},
		{Exit: true, Worth: -1, Wind: Calm},
		{Exit: true, Wind: Calm},
	}) {
		t.Error(got)
	}
	for text, want := range map[string]string{
		"..+/.":                        "line 2 has 1 cell, and the first has 3: fill it with . or remove cells",
		"..+//...":                     "line 2 is empty: write its cells, such as ..#+, or remove the / before it",
		".x+":                          `line 1, cell 2: x is not a cell. Write . # + - a digit, a to i, or ^ > v <`,
		".. ":                          "line 1, cell 3 is a space: write . for a free cell, and in a link %2B for +",
		strings.Repeat(".", 31):        "line 1 has 31 cells: a grid has at most 30 per line",
		strings.Repeat("./", 30) + ".": "31 lines are too many: a grid has at most 30",
	} {
		_, err := Read(text)
		if e, ok := errors.AsType[*param.Error](err); !ok || e.Field != Param || e.Message.String() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"....", "#+-", "###"} {
		c, err := Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(c); !errors.As(err, new(*algos.Refusal)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every number that may stand in a cell is some tile, and its probabilities add up to 1.
func TestEveryNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	in := Cells()
	for range 200 {
		c := dataset.NewCells(1+r.IntN(6), 1+r.IntN(6), 0)
		for k := range c.Values {
			c.Values[k] = in.Low + r.Float64()*(in.High-in.Low)
		}
		w, err := New(c)
		if err != nil {
			continue
		}
		p := w.Process(0.3, -0.1)
		for s, of := range p.Actions {
			if len(of) != 0 && len(of) != directions {
				t.Fatalf("%d actions", len(of))
			}
			for a := range of {
				sum := 0.0
				for _, o := range of[a].Outcomes {
					sum += o.P
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("the probabilities of action %d in state %d add up to %g", a, s, sum)
				}
			}
		}
	}
}

// The wind moves whoever leaves a cell one further, but not out of an exit or through a wall.
func TestWind(t *testing.T) {
	w := world(t, "....+/.^.../.^.#./..>.+")
	for _, c := range []struct{ row, col, direction, toRow, toCol int }{
		{1, 1, East, 0, 2}, {1, 1, North, 0, 1}, {2, 1, East, 1, 2}, {2, 1, South, 2, 1}, {3, 2, West, 3, 2}, {3, 2, East, 3, 4}, {3, 2, North, 2, 2},
	} {
		got := w.Moved(w.State[c.row*w.Cols+c.col], c.direction)
		if row, col := w.At(got); row != c.toRow || col != c.toCol {
			t.Errorf("%s from (%d, %d): (%d, %d), want (%d, %d)", Letters[c.direction], c.row, c.col, row, col, c.toRow, c.toCol)
		}
	}
}

// What elimination finds satisfies the equations, and sweeps converge to it.
func TestEvaluate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, gamma := range []float64{0, 0.5, 0.99, 1} {
		w := world(t, "...+.../.#.-.^./..a.v../#..<..1/.......")
		p := w.Process(0.2, -0.1)
		for k, pi := range []Policy{p.Same(Uniform), p.Toward(), p.Same(North)} {
			p := p
			if k == 2 {
				p = w.Process(0, -0.1) // no way to an exit
			}
			v, err := p.Evaluate(pi, gamma)
			if gamma == 1 && k == 2 {
				if !errors.Is(err, ErrEndless) || p.Stuck(pi) < 0 {
					t.Errorf("north in all states: %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			next := make([]float64, len(v))
			p.Sweep(next, pi, v, Discounted(gamma))
			for s := range v {
				if math.Abs(v[s]-next[s]) > 1e-12*(1+math.Abs(v[s])) {
					t.Errorf("γ = %g, policy %d, state %d: %g, and a sweep makes %g of it", gamma, k, s, v[s], next[s])
				}
			}
		}
		best, pi, err := p.Optimal(gamma)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 { // no random policy is better
			other := p.Same(0)
			for s := range other {
				other[s] = r.IntN(directions)
			}
			if gamma == 1 && p.Stuck(other) >= 0 {
				continue
			}
			v, err := p.Evaluate(other, gamma)
			if err != nil {
				t.Fatal(err)
			}
			for s := range v {
				if v[s] > best[s]+1e-9 {
					t.Fatalf("γ = %g: a random policy has %g in state %d, and the best %g", gamma, v[s], s, best[s])
				}
			}
		}
		if slices.Contains(pi, Uniform) {
			t.Error("the best policy is uniform somewhere")
		}
	}
}

// Samples come as often as their probabilities say.
func TestSample(t *testing.T) {
	w := world(t, Classic)
	p := w.Process(0.2, -0.04)
	r := rand.New(rand.NewPCG(7, 8))
	s := w.State[8]
	count := map[int]float64{}
	const n = 20000
	for range n {
		count[p.Sample(s, North, r.Float64()).State]++
	}
	for _, o := range p.Actions[s][North].Outcomes {
		if math.Abs(count[o.State]/n-o.P) > 0.015 {
			t.Errorf("%g of the samples lead to state %d, want %g", count[o.State]/n, o.State, o.P)
		}
	}
}

func BenchmarkSweep20x20(b *testing.B) {
	w := world(b, strings.Repeat(strings.Repeat(".", 20)+"/", 19)+strings.Repeat(".", 19)+"+")
	p := w.Process(0.2, -0.04)
	v, next := p.Start(), p.Start()
	for b.Loop() {
		p.Optimise(next, v, Discounted(0.95))
		v, next = next, v
	}
}

func BenchmarkOptimal30x30(b *testing.B) {
	w := world(b, strings.Repeat(strings.Repeat(".", 30)+"/", 29)+strings.Repeat(".", 29)+"+")
	p := w.Process(0.2, -0.04)
	for b.Loop() {
		if _, _, err := p.Optimal(0.99); err != nil {
			b.Fatal(err)
		}
	}
}
