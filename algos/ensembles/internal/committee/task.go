package committee

import (
	"math/rand/v2"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
	"playground/algos/say"
)

// A Task is what stays the same during a run, and storage that only the run itself uses.
type Task struct {
	Options
	algos.Problem
	sheet   sheet.Sheet // of a table
	X       [][]float64 // the inputs of every row
	Y       []int       // and its class
	Z       []float64   // or its value; nil where there are classes
	K       int         // how many classes there are; 1 where there are values
	Names   []string    // of the inputs
	Miss    float64     // (1 − 1/n)ⁿ, the probability that a row is not drawn
	sorted  *cart.Sorted
	freshX  [][]float64 // fresh points of the same generator, none without one
	freshY  []int
	votes   []float64 // of the members so far on the test points
	times   []int
	copies  []*copied
	lookout [][]float64 // where the spread over fresh samples is measured
}

// Fresh points are drawn with seeds that lie far from those that people choose.
const (
	freshPoints = 1000
	freshSeed   = 1_000_003
)

// The spread over fresh samples is measured where it is affordable: on so many samples of so many points at most, at
// so many places in a sample, for the first trees.
const (
	copies      = 10
	copiedRows  = 400
	placesAside = 8
	measured    = 50
)

// A copied is another sample of the same size, with the trees that it brings up.
type copied struct {
	sorted *cart.Sorted
	target cart.Criterion
}

// NewTask prepares a run.
func NewTask(p algos.Problem, o Options) (*Task, error) {
	t := &Task{Options: o, Problem: p, K: 2}
	if t.FeatureSet == "" {
		t.FeatureSet = Plain
	}
	if p.Table.Empty() {
		if err := t.readPoints(); err != nil {
			return nil, err
		}
	} else if err := t.readTable(); err != nil {
		return nil, err
	}
	most := mostGrown
	if t.Z != nil {
		most = mostValued
	}
	if n := len(t.Y); n*t.Estimators > most {
		return nil, algos.Refuse(say.Vars{"rows": n, "members": t.Estimators, "most": most / n}.Text(
			"<members> trees on <rows sample> need more memory than a run has: at most <most> trees for this many."))
	}
	t.times = make([]int, len(t.Y))
	t.sorted = sortRows(t.X)
	n := float64(len(t.Y))
	t.Miss = power(1-1/n, len(t.Y))
	if s := p.Source; s.Generator != "" && s.Table.Empty() {
		t.drawFresh(s)
	}
	return t, nil
}

// The samples that all trees of a run are grown on are bounded: of trees of values nearly every sample has a leaf of its own, and 400,000
// take about 65 MB.
const (
	mostGrown  = 1_000_000
	mostValued = 400_000
)

// readPoints reads points of the board: classes in the plane, or values over one input or two.
func (t *Task) readPoints() error {
	t.Names = columnNames(t.FeatureSet)
	if t.Set.Target == dataset.Values {
		if t.K = 1; t.Dim == 1 {
			t.Names = []string{"x"}
		}
		t.X, t.Z = t.valued(t.Points)
		t.Y = make([]int, len(t.Z))
		return nil
	}
	if t.Dim == 1 {
		return algos.Refuse("Classes need points in the plane. On a line the trees predict values.")
	}
	for _, q := range t.Points {
		t.K = max(t.K, q.Class()+1)
	}
	t.X, t.Y = t.rows(t.Points)
	return nil
}

// at are the inputs of a place, of which points on a line have one.
func (t *Task) at(x [2]float64) []float64 {
	if t.Dim == 1 {
		return []float64{x[0]}
	}
	return inputs(t.FeatureSet, x)
}

// valued are the inputs of points, and their values.
func (t *Task) valued(points []dataset.Point) (x [][]float64, z []float64) {
	for _, q := range points {
		x, z = append(x, t.at(q.X)), append(z, q.Y)
	}
	return x, z
}

// readTable reads a table, and has its samples for points of the pictures.
func (t *Task) readTable() error {
	s, err := sheet.Read(t.Table)
	if err != nil {
		return err
	}
	t.sheet, t.FeatureSet = s, Tabled
	t.Names, t.Y, t.Z = s.Names, s.Y, s.Values
	if t.K = max(2, len(s.Classes)); t.Z != nil {
		t.K = 1
	}
	for i := range t.Y {
		t.X = append(t.X, s.Row(i))
	}
	t.Problem = s.Problem(t.Problem, t.XFeature, t.YFeature)
	return nil
}

// target is what trees are grown to tell.
func (t *Task) target() cart.Criterion {
	if t.Z != nil {
		return cart.Criterion{Values: t.Z}
	}
	return cart.Criterion{Labels: t.Y}
}

// loss is the squared error of what was said to sample i, so many times: of a value, or of the shares of the classes.
func (t *Task) loss(i int, said []float64, times float64) float64 {
	if t.Z != nil {
		d := said[0]/times - t.Z[i]
		return d * d
	}
	return squared(said, times, t.Y[i])
}

// power is xⁿ by squaring: it is exact to n units in the last place, and (1 − 1/1)¹ is 0.
func power(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			y *= x
		}
		x *= x
	}
	return y
}

func (t *Task) rows(points []dataset.Point) (x [][]float64, y []int) {
	for _, q := range points {
		x, y = append(x, inputs(t.FeatureSet, q.X)), append(y, min(q.Class(), t.K-1))
	}
	return x, y
}

func sortRows(rows [][]float64) *cart.Sorted {
	columns := make([][]float64, len(rows[0]))
	for j := range columns {
		for _, x := range rows {
			columns[j] = append(columns[j], x[j])
		}
	}
	return cart.Sort(columns)
}

// drawFresh draws points to be tested on, and samples that might have come in the place of this one.
func (t *Task) drawFresh(s dataset.Source) {
	if s.Held = 0; len(t.Y) <= copiedRows {
		for r := range copies {
			other := s
			other.N, other.Seed = len(t.Y), s.Seed+freshSeed+1+uint64(r)
			set, err := t.Problem.Draw(other)
			if err != nil {
				break
			}
			var x [][]float64
			var target cart.Criterion
			if t.Z != nil {
				x, target.Values = t.valued(set.Points)
			} else {
				x, target.Labels = t.rows(set.Points)
			}
			t.copies = append(t.copies, &copied{sorted: sortRows(x), target: target})
		}
		w := t.Window
		for i := range placesAside * placesAside {
			if t.Dim == 1 {
				a := (float64(i) + 0.5) / (placesAside * placesAside)
				t.lookout = append(t.lookout, []float64{w.X0 + a*(w.X1-w.X0)})
				continue
			}
			a, b := (float64(i%placesAside)+0.5)/placesAside, (float64(i/placesAside)+0.5)/placesAside
			t.lookout = append(t.lookout, inputs(t.FeatureSet, [2]float64{w.X0 + a*(w.X1-w.X0), w.Y0 + b*(w.Y1-w.Y0)}))
		}
	}
	if t.Z != nil {
		return // the test error is one of classes
	}
	s.N, s.Seed = freshPoints, s.Seed+freshSeed
	if set, err := t.Problem.Draw(s); err == nil {
		t.freshX, t.freshY = t.rows(set.Points)
		t.votes = make([]float64, len(t.freshY)*t.K)
	}
}

// stream is the randomness of tree b on a sample: 0 for the one that is shown, counted from 1 for others.
func (t *Task) stream(sample, b int) *rand.Rand { return t.Stream(uint64(sample)<<32 | uint64(b)) }
