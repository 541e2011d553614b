package dataset

import (
	"fmt"
	"slices"
)

// A Source says where points come from: a named generator with its settings,
// or the points themselves. The zero value is the source of no points at all, of
// demos that make their own examples.
type Source struct {
	Generator string // empty for explicit points
	N         int    // 0 takes the generator's default
	Noise     float64
	Seed      uint64
	Set       Set // the points, where Generator is empty
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

// Load returns the points of the source. Points that break a limit, an unknown
// generator and settings out of its range are errors.
func (s Source) Load() (Set, error) {
	if s.Generator == "" {
		if s.Set.Dim == 0 && len(s.Set.Points) == 0 {
			return Set{Target: None}, nil
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

// Equal reports whether two sources give the same points in the same way.
func (s Source) Equal(t Source) bool {
	if s.Generator != t.Generator {
		return false
	}
	if s.Generator != "" {
		return s.N == t.N && s.Noise == t.Noise && s.Seed == t.Seed
	}
	return s.Set.Target == t.Set.Target && s.Set.Dim == t.Set.Dim && s.Set.Signed == t.Set.Signed &&
		slices.Equal(s.Set.Points, t.Set.Points)
}
