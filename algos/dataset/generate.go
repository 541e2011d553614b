package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Generator makes a data set from a size, a noise level and a seed, and one of tables also
// from a number of features. The same settings always give the same data.
type Generator struct {
	ID, Title string
	Note      string // one sentence: what the points look like, what the noise is
	Target    Target
	Dim       int
	Classes   int     // 0 where the points carry no classes
	N         int     // default size
	Noise     float64 // default noise
	MaxNoise  float64
	// Features is the default number of features of a table, from MinFeatures to [MaxFeatures];
	// 0 where points are made.
	Features, MinFeatures int
	point                 func(d *draw) Point                // point i of n
	row                   func(d *draw, x []float64) float64 // fills the inputs of row i of n, and returns its target
}

// DefaultSeed is the seed of a source that names none.
const DefaultSeed = 1

// Generators lists the generators in the order of the menu.
func Generators() []Generator { return allGenerators }

// allGenerators are those of points, and then those of tables.
var allGenerators = slices.Concat(generators, tableGenerators)

// FindGenerator returns the generator with that id.
func FindGenerator(id string) (Generator, bool) {
	for _, g := range allGenerators {
		if g.ID == id {
			return g, true
		}
	}
	return Generator{}, false
}

// Generate returns the source of generated points; a size of 0 is the
// generator's default. It checks nothing: [Source.Load] does.
func Generate(id string, n int, noise float64, seed uint64) Source {
	if g, ok := FindGenerator(id); ok && n == 0 {
		n = g.N
	}
	return Source{Generator: id, N: n, Noise: noise, Seed: seed}
}

// Default returns the generator's source with every setting at its default.
func (g Generator) Default() Source { return GenerateTable(g.ID, g.N, 0, g.Noise, DefaultSeed) }

// Make generates points; a size or noise out of range is an error. Consecutive
// points are of different classes, so that a method which takes them in order
// meets all classes from the start. Coordinates and values are whole multiples
// of 1e-4: short in a file or a URL, and the same on every architecture.
func (g Generator) Make(s Source) (Set, error) {
	if err := g.check(s); err != nil {
		return Set{}, err
	}
	n := s.N
	if n == 0 {
		n = g.N
	}
	if g.Features > 0 {
		return Set{Target: None}, nil // its table stands in the source
	}
	set := Set{Target: g.Target, Dim: g.Dim, Signed: g.Classes == 2, Points: make([]Point, n)}
	d := newDraw(s)
	d.n = n
	for d.i = range n {
		p := g.point(d)
		p.X[0], p.X[1], p.Y = short(p.X[0]), short(p.X[1]), short(p.Y)
		set.Points[d.i] = p
	}
	set.HoldSample(s.Held, s.Seed)
	return set, nil
}

func (g Generator) check(s Source) error {
	if s.N < 0 || s.N > MaxPoints {
		return fmt.Errorf("%s cannot have %d %s: it must be from 1 to %d", g.ID, s.N, g.counted(), MaxPoints)
	}
	if err := g.checkFeatures(s); err != nil {
		return err
	}
	if !(s.Noise >= 0 && s.Noise <= g.MaxNoise) {
		return fmt.Errorf("the noise of %s cannot be %s: it must be from 0 to %s", g.ID, format(s.Noise), format(g.MaxNoise))
	}
	n := s.N
	if n == 0 {
		n = g.N
	}
	if s.Held != 0 && g.Features > 0 {
		return fmt.Errorf("%s makes a table: no sample of it can be held out", g.ID)
	}
	if s.Held != 0 && g.Target == None {
		return fmt.Errorf("%s has no targets to test: no point can be held out", g.ID)
	}
	if s.Held < 0 || s.Held > n {
		return fmt.Errorf("%s cannot hold out %d of its points: it must be from 0 to %d", g.ID, s.Held, n)
	}
	return nil
}

// counted is what the size of a source counts.
func (g Generator) counted() string {
	if g.Features > 0 {
		return "rows"
	}
	return "points"
}

// short rounds to a whole multiple of 1e-4; adding 0 turns −0 into 0.
func short(x float64) float64 { return math.Round(x*1e4)/1e4 + 0 }

func generatorIDs() string {
	ids := make([]string, len(allGenerators))
	for i, g := range allGenerators {
		ids[i] = g.ID
	}
	return strings.Join(ids, ", ")
}
