package svd

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
)

var nan = math.NaN()

// Numbers beyond are refused: their squares, added up, would overflow or vanish.
const largest, smallest = 1e150, 1e-150

// A table is m×n numbers, row by row.
type table struct {
	m, n  int
	cells []float64
	known []bool    // nil: all
	truth []float64 // what the judge knows of the cells; NaN for nothing
	clean []float64 // the picture without noise; nil where there is none
	// painted says that a reader paints it.
	painted bool
}

func (t *table) at(i, j int) float64 { return t.cells[i*t.n+j] }

// holes are the places of the cells that are not known.
func (t *table) holes() []int {
	var at []int
	for i, k := range t.known {
		if !k {
			at = append(at, i)
		}
	}
	return at
}

// size is the largest cell, in size.
func (t *table) size() float64 {
	most := 0.0
	for i, x := range t.cells {
		if t.known == nil || t.known[i] {
			most = max(most, math.Abs(x))
		}
	}
	return most
}

// newGrid makes the table of a run: a picture with noise, or what was typed, with some
// cells hidden where the task is about holes.
func newGrid(p algos.Problem, o options) (*table, error) {
	t, err := picture(p, o)
	if err != nil {
		return nil, err
	}
	if o.Task == layers {
		if t.known != nil {
			return nil, algos.Refuse("rows: the matrix has a missing entry, and the SVD needs complete data; choose matrix completion")
		}
		return t, nil
	}
	return t, t.hide(o.Holdout, p.Stream(hiding))
}

// The streams of randomness.
const hiding, rivalry, searching = 1, 2, 3

// picture makes the table before any cell is hidden.
func picture(p algos.Problem, o options) (*table, error) {
	var t *table
	switch o.Picture {
	case typed:
		return parseTable("rows", o.Rows, maxSide)
	case painted:
		return fromCells(pixels.Grid(p.Cells), o.Task != layers), nil
	case face:
		t = paint(32, 32, paintFace)
	case letter:
		t = paint(32, 32, paintLetter)
	case stripes:
		t = paint(32, 32, func(x, y float64) float64 { return 0.55*y + 0.45*math.Mod(math.Floor(x*16), 2) })
	default:
		t = rate(12, 10, 3, p.Rand)
	}
	t.clean = t.cells
	if o.Noise > 0 {
		t.cells = append([]float64{}, t.clean...)
		for i := range t.cells {
			t.cells[i] += o.Noise * p.Rand.NormFloat64()
		}
	}
	return t, nil
}

// fromCells is a painted table; where holes are asked for, a cell of 0 is one. What is less
// than 10⁻¹⁵⁰ is paper: its square vanishes.
func fromCells(c dataset.Cells, holes bool) *table {
	t := &table{m: c.Rows, n: c.Cols, cells: slices.Clone(c.Values), painted: true}
	for i, x := range t.cells {
		if math.Abs(x) < smallest {
			t.cells[i] = 0
		}
	}
	if !holes {
		return t
	}
	t.known = make([]bool, len(t.cells))
	for i, x := range t.cells {
		t.known[i] = x != 0
	}
	return t
}

// paint makes a picture of a function on the unit square, y downwards, at the middles of the cells.
func paint(m, n int, shade func(x, y float64) float64) *table {
	t := &table{m: m, n: n, cells: make([]float64, 0, m*n)}
	for i := range m {
		for j := range n {
			t.cells = append(t.cells, shade((float64(j)+0.5)/float64(n), (float64(i)+0.5)/float64(m)))
		}
	}
	return t
}

// paintFace is a smiling face on a light ground: 0 is paper, 1 is ink.
func paintFace(x, y float64) float64 {
	in := func(cx, cy, rx, ry float64) bool {
		dx, dy := (x-cx)/rx, (y-cy)/ry
		return dx*dx+dy*dy <= 1
	}
	switch {
	case in(0.34, 0.4, 0.07, 0.1), in(0.66, 0.4, 0.07, 0.1):
		return 1 // eyes
	case in(0.5, 0.58, 0.26, 0.24) && !in(0.5, 0.52, 0.28, 0.22):
		return 0.9 // mouth
	case in(0.5, 0.5, 0.42, 0.46):
		return 0.2 + 0.25*x + 0.1*y // skin, with the light from the left
	}
	return 0.05
}

// paintLetter is a capital R.
func paintLetter(x, y float64) float64 {
	ring := func(r float64) bool { return math.Hypot((x-0.5)/1.1, y-0.34) <= r }
	switch {
	case y < 0.1 || y > 0.9:
		return 0
	case x > 0.2 && x < 0.35:
		return 1
	case x >= 0.35 && ring(0.24) && !ring(0.1):
		return 1
	case y > 0.5 && math.Abs(x-(0.45+0.75*(y-0.5))) < 0.085:
		return 1
	}
	return 0
}

// rate draws ratings: every person and every film has so many tastes. They are around 3,
// as stars are.
func rate(m, n, tastes int, r *rand.Rand) *table {
	draw := func(rows int) []float64 {
		x := make([]float64, rows*tastes)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		for i := range rows { // the first taste is alike for all: good films, kind people
			x[i*tastes] = math.Sqrt(3) + 0.2*x[i*tastes]
		}
		return x
	}
	people, films := draw(m), draw(n)
	t := &table{m: m, n: n, cells: make([]float64, m*n)}
	for i := range m {
		for j := range n {
			for k := range tastes {
				weight := 1.0
				if k > 0 {
					weight = 0.6
				}
				t.cells[i*n+j] += weight * people[i*tastes+k] * films[j*tastes+k]
			}
		}
	}
	return t
}

// parseTable reads rows of numbers; ? is a hole.
func parseTable(field, text string, most int) (*table, error) {
	t := &table{}
	vars := say.Vars{"name": field, "most": most}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		cells := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		if len(cells) == 0 {
			continue
		}
		t.m++
		vars["i"], vars["n"], vars["first"] = t.m, len(cells), t.n
		switch {
		case t.m == 1:
			t.n = len(cells)
		case len(cells) != t.n:
			return nil, algos.Refuse(vars.Text("<name>: row <i> has <n number>, and the first row <first>"))
		}
		if t.m > most || t.n > most {
			return nil, algos.Refuse(vars.Text("<name>: a matrix has at most <most> rows and columns"))
		}
		for _, cell := range cells {
			if err := t.put(cell, vars); err != nil {
				return nil, err
			}
		}
	}
	if t.m == 0 {
		return nil, algos.Refuse(vars.Text("<name>: the matrix has no entries"))
	}
	if most := t.size(); most > 0 && most < smallest {
		return nil, algos.Refuse(vars.Text("<name>: all entries are smaller than 10⁻¹⁵⁰, and their squares underflow; rescale the matrix"))
	}
	return t, nil
}

// put reads one cell behind the others.
func (t *table) put(cell string, vars say.Vars) error {
	vars["field"] = strconv.Quote(param.Clip(cell))
	if cell == "?" {
		if t.known == nil {
			t.known = make([]bool, len(t.cells), maxSide)
			for i := range t.known {
				t.known[i] = true
			}
		}
		t.known, t.cells = append(t.known, false), append(t.cells, 0)
		return nil
	}
	x, err := strconv.ParseFloat(cell, 64)
	switch {
	case err != nil && !math.IsInf(x, 0) || math.IsNaN(x):
		return algos.Refuse(vars.Text("<name>: row <i> has <field>; an entry is a number, or ? for missing"))
	case math.Abs(x) > largest:
		return algos.Refuse(vars.Text("<name>: row <i> has <field>; entries must be between −10¹⁵⁰ and 10¹⁵⁰, so that their squares do not overflow"))
	}
	t.cells = append(t.cells, x)
	if t.known != nil {
		t.known = append(t.known, true)
	}
	return nil
}

// hide hides a share of the known cells by lot, and keeps what they are for the judge.
func (t *table) hide(share float64, r *rand.Rand) error {
	if t.known == nil {
		t.known = make([]bool, len(t.cells))
		for i := range t.known {
			t.known[i] = true
		}
	}
	t.truth = make([]float64, len(t.cells))
	var known []int
	for i := range t.truth {
		t.truth[i] = nan
		if t.known[i] {
			known = append(known, i)
		}
	}
	r.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
	n := int(math.Round(share * float64(len(known))))
	if len(known) == n {
		return algos.Refuse("All entries are missing: there is nothing to fit.")
	}
	for _, i := range known[:n] {
		t.known[i], t.truth[i], t.cells[i] = false, t.cells[i], 0
	}
	return nil
}
