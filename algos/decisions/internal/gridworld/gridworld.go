// Package gridworld is the grid on which decisions are made: cells that readers paint or type, the
// Markov decision process that they are, its exact solution, and its picture. The demos mdp and
// td-learning stand on it.
//
// A grid is text, rows joined by /:
//
//	.        free
//	#        wall
//	+ and -  exit worth 1, pit worth −1
//	0 … 9    exit worth that
//	a … i    free, and a step from there costs 0.1 … 0.9 more
//	^ > v <  free, and the wind moves whoever takes a step from there one cell further
//
// Both an exit and a pit are terminal states: the value of one is its worth, which is received
// once. A step from any other state has the step reward. An action moves north, east, south or
// west; with the probability slip it moves to one of the two sides instead, half each. A move
// into a wall or over the edge stays in place. The wind moves after the action, unless this
// came to an exit.
package gridworld

import (
	"embed"
	"strings"

	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
	"playground/algos/say"
)

// Words has what the package says in other languages.
//
//go:embed zh.json
var Words embed.FS

// Most is how many rows, and how many columns, a grid has at most.
const Most = 30

// Param is the parameter that holds a grid as text.
const Param = "grid"

// Classic is the grid of Russell and Norvig's "Artificial Intelligence", chapter 17.
const Classic = "...+/.#.-/...."

// The numbers of cells that stand for no reward. What lies between −1 and 0 is a free cell
// with a cost, and what else is from −1 to 9 an exit worth that.
const (
	free    = 0.0
	north   = -2.0 // and then east, south, west: a wind
	nothing = 10.0 // an exit worth 0
	wall    = 15.0
)

// winds are the letters of winds in the order of the directions.
const winds = "^>v<"

// Cells says how grids are painted. The text of the parameter [Param], where it is not empty, is
// the grid instead.
func Cells() *input.Cells {
	start, err := Read(Classic)
	if err != nil {
		panic(err) // a constant
	}
	return &input.Cells{
		Rows: input.Span{Least: 1, Most: Most}, Cols: input.Span{Least: 1, Most: Most}, Low: north - 3, High: wall,
		Brushes: []input.Brush{
			{Value: free, Name: "free"},
			{Value: 1, Name: "exit +1"},
			{Value: -1, Name: "pit −1"},
			{Value: -0.3, Name: "cost 0.3"},
			{Value: north, Name: "wind N"},
			{Value: north - 1, Name: "wind E"},
			{Value: north - 2, Name: "wind S"},
			{Value: north - 3, Name: "wind W"},
			{Value: wall, Name: "wall"},
		},
		Start: start, When: param.Values{Param: ""}, Typed: &input.Typed{Param: Param, Read: Read},
	}
}

// Bind gives a demo the parameter of the grid's text.
func Bind(s *param.Set, text *string) param.Binding {
	check := func(text string) error {
		if text == "" {
			return nil
		}
		_, err := Read(text)
		return err
	}
	return s.Text(text, Param, "", Most*(Most+1), check).Label("grid as text").
		Hint("lines joined by /: . free, # wall, + exit, - pit, digits exits, a–i costs, ^>v< wind; empty: painted")
}

// Read reads the text of a grid.
func Read(text string) (dataset.Cells, error) {
	bad := func(v say.Vars, template string) (dataset.Cells, error) {
		return dataset.Cells{}, &param.Error{Field: Param, Message: v.Text(template)}
	}
	text = strings.NewReplacer("−", "-", "\r\n", "/", "\n", "/").Replace(text)
	rows := strings.Split(text, "/")
	if len(rows) > Most {
		return bad(say.Vars{"n": len(rows), "most": Most}, "<n line is> too many: a grid has at most <most>")
	}
	c := dataset.Cells{Rows: len(rows), Cols: len([]rune(rows[0]))}
	for i, row := range rows {
		letters := []rune(row)
		v := say.Vars{"line": i + 1, "n": len(letters), "cols": c.Cols, "most": Most}
		switch {
		case len(letters) == 0:
			return bad(v, "line <line> is empty: write its cells, such as ..#+, or remove the / before it")
		case len(letters) > Most:
			return bad(v, "line <line> has <n cell>: a grid has at most <most> per line")
		case len(letters) != c.Cols:
			return bad(v, "line <line> has <n cell>, and the first has <cols>: fill it with . or remove cells")
		}
		for j, letter := range letters {
			x, ok := number(letter)
			v["cell"], v["given"] = j+1, say.Given(string(letter))
			switch {
			case letter == ' ':
				return bad(v, "line <line>, cell <cell> is a space: write . for a free cell, and in a link %2B for +")
			case !ok:
				return bad(v, "line <line>, cell <cell>: <given> is not a cell. Write . # + - a digit, a to i, or ^ > v <")
			}
			c.Values = append(c.Values, x)
		}
	}
	return c, nil
}

// number is the number of a cell that a letter stands for.
func number(letter rune) (float64, bool) {
	switch {
	case letter == '.':
		return free, true
	case letter == '#':
		return wall, true
	case letter == '+':
		return 1, true
	case letter == '-':
		return -1, true
	case letter == '0':
		return nothing, true
	case letter >= '1' && letter <= '9':
		return float64(letter - '0'), true
	case letter >= 'a' && letter <= 'i':
		return -float64(letter-'a'+1) / 10, true
	}
	k := strings.IndexRune(winds, letter)
	return north - float64(k), k >= 0
}
