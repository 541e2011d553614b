package gridworld

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// The directions, in which the actions of a state are numbered.
const (
	North = iota
	East
	South
	West
	directions
)

// Letters name the directions.
var Letters = [directions]string{"N", "E", "S", "W"}

// steps are the rows and columns by which a move goes on.
var steps = [directions][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// A Tile is what stands in a cell.
type Tile struct {
	Wall, Exit bool
	Worth      float64 // of an exit
	Cost       float64 // of a step from a free cell, besides the step reward
	Wind       int     // where it blows; Calm: nowhere
}

// Calm is no wind.
const Calm = -1

// tile reads the number of a cell.
func tile(x float64) Tile {
	t := Tile{Wind: Calm}
	switch {
	case x > (nothing+wall)/2:
		t.Wall = true
	case x < -1.5:
		t.Wind = min(int(math.Round(north-x)), West)
	case x > -1 && x <= free:
		t.Cost = -x
	case x > nothing-0.5:
		t.Exit = true
	default:
		t.Exit, t.Worth = true, max(x, -1)
	}
	return t
}

// A World is a grid whose cells, walls apart, are the states. States are numbered row by row.
type World struct {
	Rows, Cols int
	Tiles      []Tile // row by row
	Place      []int  // the cell of each state
	State      []int  // the state of each cell; −1 in a wall
}

// New reads a grid; an empty one is that on which readers begin to paint. One without an exit, or with exits and walls
// alone, is refused.
func New(c dataset.Cells) (*World, error) {
	if c.Empty() {
		c = Cells().Start
	}
	w := &World{Rows: c.Rows, Cols: c.Cols}
	exits := 0
	for k, x := range c.Values {
		t := tile(x)
		w.Tiles = append(w.Tiles, t)
		if t.Wall {
			w.State = append(w.State, -1)
			continue
		}
		w.State = append(w.State, len(w.Place))
		w.Place = append(w.Place, k)
		if t.Exit {
			exits++
		}
	}
	switch {
	case exits == 0:
		return nil, algos.Refuse("The grid has no exit: paint an exit or a pit, or type + or - in a cell.")
	case exits == len(w.Place):
		return nil, algos.Refuse("Nothing is to be decided: the grid has no free cell. Paint one, or type . in a cell.")
	}
	return w, nil
}

// At is the row and the column of a state, counted from 0.
func (w *World) At(state int) (row, col int) { return w.Place[state] / w.Cols, w.Place[state] % w.Cols }

// Name is how sentences call a state: by its row and column, counted from 1.
func (w *World) Name(state int) say.Phrase {
	row, col := w.At(state)
	return say.Vars{"row": row + 1, "col": col + 1}.Text("(<row>, <col>)")
}

// Tile is what stands in the cell of a state.
func (w *World) Tile(state int) Tile { return w.Tiles[w.Place[state]] }

// moved is the state after a move from a cell: the cell itself where a wall or the edge is.
func (w *World) moved(cell, direction int) int {
	row, col := cell/w.Cols+steps[direction][0], cell%w.Cols+steps[direction][1]
	if row < 0 || col < 0 || row >= w.Rows || col >= w.Cols || w.Tiles[row*w.Cols+col].Wall {
		return cell
	}
	return row*w.Cols + col
}

// Moved is the state in which an action ends that does not slip.
func (w *World) Moved(state, direction int) int {
	from := w.Place[state]
	to := w.moved(from, direction)
	if wind := w.Tiles[from].Wind; wind != Calm && !w.Tiles[to].Exit {
		to = w.moved(to, wind)
	}
	return w.State[to]
}

// Process is the decision process of the grid, whose actions are the directions in their order.
func (w *World) Process(slip, stepReward float64) *Process {
	p := &Process{Worth: make([]float64, len(w.Place)), Actions: make([][]Action, len(w.Place))}
	for s := range w.Place {
		t := w.Tile(s)
		if t.Exit {
			p.Worth[s] = t.Worth
			continue
		}
		r := stepReward - t.Cost
		for d := range directions {
			a := Action{Name: say.Given(Letters[d])}
			a.add(w.Moved(s, d), 1-slip, r)
			a.add(w.Moved(s, (d+1)%directions), slip/2, r)
			a.add(w.Moved(s, (d+3)%directions), slip/2, r)
			p.Actions[s] = append(p.Actions[s], a)
		}
	}
	p.pack()
	return p
}

// Grid puts a number of every state into its cell; a wall has NaN, which is null in JSON.
func (w *World) Grid(values []float64) [][]float64 {
	out := make([][]float64, w.Rows)
	for i := range out {
		out[i] = slices.Repeat([]float64{math.NaN()}, w.Cols)
	}
	for s := range w.Place {
		row, col := w.At(s)
		out[row][col] = values[s]
	}
	return out
}

// Arrows are the letters of a policy in the cells; empty in walls, in exits and where it is uniform.
func (w *World) Arrows(policy Policy) [][]string {
	out := make([][]string, w.Rows)
	for i := range out {
		out[i] = make([]string, w.Cols)
	}
	for s := range w.Place {
		if row, col := w.At(s); !w.Tile(s).Exit && policy[s] != Uniform {
			out[row][col] = Letters[policy[s]]
		}
	}
	return out
}

// Strip is a grid of cells as states to draw, whatever can be decided there.
func Strip(c dataset.Cells) *World {
	w := &World{Rows: c.Rows, Cols: c.Cols}
	for k, x := range c.Values {
		w.Tiles = append(w.Tiles, tile(x))
		w.State = append(w.State, k)
		w.Place = append(w.Place, k)
	}
	return w
}
