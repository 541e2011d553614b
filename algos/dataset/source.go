package dataset

import (
	"fmt"
	"slices"
)

// A Source says where the data of a run come from: a named generator with its
// settings, the points themselves, a table, or a grid of cells. The zero value is the source of no
// data at all, of demos that make their own examples.
type Source struct {
	Generator string // empty for explicit points and tables
	N         int    // 0 takes the generator's default
	Noise     float64
	Seed      uint64
	Features  int    // how many features a generated table has
	Held      int    // how many of the generated points are held out, a sample by the same seed
	Set       Set    // the points, where Generator is empty
	Table     Table  // the table, where there are no points; also that of a generator
	Cells     Cells  // the grid, where there are neither
	Layers    Layers // further grids, by name
	Left      Left   // what of a file is not among the points or rows
}

// Explicit returns the source of given points.
func Explicit(s Set) Source { return Source{Set: s} }

// Labelled returns a signed two-class set of explicit points; each row is x₁,
// x₂ and the label −1 or +1, as the notes' examples are written.
func Labelled(rows ...[3]float64) Source {
	s := Set{Dim: 2, Target: Classes, Signed: true}
	for _, r := range rows {
		y := 0.0
		if r[2] > 0 {
			y = 1
		}
		s.Points = append(s.Points, Point{X: [2]float64{r[0], r[1]}, Y: y})
	}
	return Explicit(s)
}

// Classed returns a set of explicit points of several classes; each row is x₁, x₂
// and the class, counted from 0.
func Classed(rows ...[3]float64) Source { return Explicit(rowsOf(Classes, rows)) }

// Valued returns a set of explicit points with values; each row is x₁, x₂ and y.
func Valued(rows ...[3]float64) Source { return Explicit(rowsOf(Values, rows)) }

func rowsOf(target Target, rows [][3]float64) Set {
	s := Set{Dim: 2, Target: target}
	for _, r := range rows {
		s.Points = append(s.Points, Point{X: [2]float64{r[0], r[1]}, Y: r[2]})
	}
	return s
}

// Tabled returns the source of a table.
func Tabled(t Table) Source { return Source{Table: t} }

// Load returns the points of the source, none for a table or cells. Points that break a limit, an unknown
// generator and settings out of its range are errors.
func (s Source) Load() (Set, error) {
	if s.Generator == "" {
		if s.Set.Dim == 0 && len(s.Set.Points) == 0 {
			if err := s.Table.Check(); err != nil {
				return Set{Target: None}, err
			}
			return Set{Target: None}, s.checkCells()
		}
		if err := s.Set.Check(); err != nil {
			return Set{}, err
		}
		return s.Set.Clone(), nil
	}
	g, ok := FindGenerator(s.Generator)
	if !ok {
		return Set{}, fmt.Errorf("there is no data set %s; there are %s", quote(s.Generator), generatorIDs())
	}
	return g.Make(s)
}

// Equal reports whether two sources give the same data in the same way.
func (s Source) Equal(t Source) bool {
	if s.Generator != t.Generator {
		return false
	}
	if s.Generator != "" {
		return s.N == t.N && s.Features == t.Features && s.Noise == t.Noise && s.Seed == t.Seed && s.Held == t.Held
	}
	return s.Left == t.Left && s.Set.Target == t.Set.Target && s.Set.Dim == t.Set.Dim && s.Set.Signed == t.Set.Signed && s.Set.Held == t.Set.Held &&
		slices.Equal(s.Set.Points, t.Set.Points) && s.Set.Directed == t.Set.Directed && slices.Equal(s.Set.Edges, t.Set.Edges) && s.Set.Names.Equal(t.Set.Names) &&
		s.Table.Equal(t.Table) && s.Cells.Equal(t.Cells) && s.Layers.Equal(t.Layers)
}

// Line returns a set of explicit values over one input; each row is x and y.
func Line(rows ...[2]float64) Source {
	s := Set{Dim: 1, Target: Values}
	for _, r := range rows {
		s.Points = append(s.Points, Point{X: [2]float64{r[0]}, Y: r[1]})
	}
	return Explicit(s)
}

// Pairs is [Line] with the numbers x and y of each row by turns.
func Pairs(xy ...float64) Source {
	var rows [][2]float64
	for i := 1; i < len(xy); i += 2 {
		rows = append(rows, [2]float64{xy[i-1], xy[i]})
	}
	return Line(rows...)
}

// NumberLine returns a set of explicit points on a number line, without targets.
func NumberLine(xs ...float64) Source {
	s := Set{Dim: 1, Target: None}
	for _, x := range xs {
		s.Points = append(s.Points, Point{X: [2]float64{x}})
	}
	return Explicit(s)
}

// Plane returns a set of explicit points in the plane, without targets.
func Plane(xs ...[2]float64) Source {
	s := Set{Dim: 2, Target: None}
	for _, x := range xs {
		s.Points = append(s.Points, Point{X: x})
	}
	return Explicit(s)
}

// Signs returns the points of a set of two classes with the values −1 and +1. It is for
// examples: a source that cannot be loaded is a fault of the program.
func (s Source) Signs() Source {
	set, err := s.Load()
	if err != nil {
		panic(err)
	}
	out := Set{Dim: set.Dim, Target: Values}
	for _, p := range set.Points {
		out.Points = append(out.Points, Point{X: p.X, Y: p.Sign()})
	}
	return Explicit(out)
}
