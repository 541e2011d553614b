package svmmulticlass

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/param"
	"playground/algos/say"
)

const ulp = num.Ulp

// A vec is a point with its constant coordinate, or a weight vector.
type vec = joint.Vector

// The losses Δ(y, j) of taking class y for class j.
const (
	zeroOne = "zero-one"
	ordinal = "ordinal"
	squared = "squared"
	dear    = "first"
)

// firstPrice is what missing the first class costs under the loss "first".
const firstPrice = 4

func deltas() []param.Option {
	return []param.Option{
		{Value: zeroOne, Label: "0 or 1", TeX: `\Delta(y, j) = 1 \text{ for } j \ne y`, Hint: "Every confusion is equally bad: the multi-class hinge of the notes."},
		{
			Value: ordinal, Label: "ordered classes", TeX: `\Delta(y, j) = |y - j|`,
			Hint: "Classes on a scale: the farther off, the wider the margin must be.",
		},
		{Value: squared, Label: "ordered, squared", TeX: `\Delta(y, j) = (y - j)^2`},
		{
			Value: dear, Label: "the first class is dear", TeX: `\Delta(\text{first}, j) = 4, \quad \text{else } 1`,
			Hint: "To miss the first class costs four times as much as any other mistake.",
		},
	}
}

// costs is the matrix of Δ over the classes, with zeros on its diagonal.
func costs(kind string, classes []int) [][]float64 {
	d := make([][]float64, len(classes))
	for y := range d {
		d[y] = make([]float64, len(classes))
		for j := range d[y] {
			apart := math.Abs(float64(classes[y] - classes[j]))
			switch {
			case y == j:
			case kind == ordinal:
				d[y][j] = apart
			case kind == squared:
				d[y][j] = apart * apart
			case kind == dear && y == 0:
				d[y][j] = firstPrice
			default:
				d[y][j] = 1
			}
		}
	}
	return d
}

// A task is what stays the same during a run: the points, their classes and what a
// confusion costs.
type task struct {
	Options
	algos.Problem
	joint.Data
	classes []int // the classes that have points, ascending; all else counts in places of this list
	k       kernel.Kernel
	z       [][2]float64 // the rows as the kernel sees them: see shift
	// shift is what the linear kernel's points are measured from, their mean: since
	// Σαy = 0 no binary classifier changes when all points are shifted, and far from
	// the origin nothing cancels.
	shift    [2]float64
	apart    float64 // ln K: by how much a soft maximum may be above the maximum
	beside   func() []other
	opposite func() []vec      // the best weights under the other loss
	spectrum func() [2]float64 // the least eigenvalue of the kernel matrix, and the largest
}

// refuse says why a problem cannot be worked on.
func refuse(p algos.Problem, o Options) error {
	present := 0
	for _, n := range dataset.Counts(p.Points) {
		if n > 0 {
			present++
		}
	}
	switch {
	case present == 1:
		return algos.Refuse("All points are of one class: put some of another class on the board.")
	case o.Method == crammerSinger:
		return nil
	}
	return kernel.TooLarge(o.New(), p.Points)
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	if o.Method == crammerSinger && o.Loss == logLoss {
		o.Delta = zeroOne // the log-loss has none
	}
	t := &task{Options: o, Problem: p, k: o.New()}
	t.Price = o.C
	place := map[int]int{}
	for class, count := range dataset.Counts(p.Points) {
		if count > 0 {
			place[class] = len(t.classes)
			t.classes = append(t.classes, class)
		}
	}
	for _, q := range p.Points {
		t.Y, t.X = append(t.Y, place[q.Class()]), append(t.X, t.lift(q.X))
	}
	t.centre()
	t.Cost, t.apart = costs(o.Delta, t.classes), math.Log(float64(len(t.classes)))
	t.beside = algos.Slow(ctx, t.others)
	t.opposite = algos.Slow(ctx, t.otherLoss)
	t.spectrum = algos.Slow(ctx, func(context.Context) [2]float64 {
		least, most := kernel.Spectrum(t.k, t.z)
		return [2]float64{least, most}
	})
	return t
}

// centre sets the rows as the kernel sees them.
func (t *task) centre() {
	n := len(t.Points)
	t.z, t.shift = make([][2]float64, n), [2]float64{}
	if _, linear := t.k.(kernel.Linear); linear {
		for _, q := range t.Points {
			t.shift[0] += q.X[0] / float64(n)
			t.shift[1] += q.X[1] / float64(n)
		}
	}
	for i, q := range t.Points {
		t.z[i] = [2]float64{q.X[0] - t.shift[0], q.X[1] - t.shift[1]}
	}
}

// lift appends the constant coordinate.
func (t *task) lift(x [2]float64) vec {
	if t.Bias {
		return vec{x[0], x[1], 1}
	}
	return vec{x[0], x[1], 0}
}

// count is the number of classes that have points.
func (t *task) count() int { return len(t.classes) }

// label is how class k is written in the data.
func (t *task) label(k int) int { return t.Label(t.classes[k]) }

// class is what people read for class k.
func (t *task) class(k int) say.Phrase {
	return say.Vars{"label": t.label(k)}.Text("class <label>")
}

// role is the colour of class k.
func (t *task) role(k int) mark.Role { return mark.RoleOfClass(t.classes[k]) }

// classRef is what class k is called in marks and formulas.
func (t *task) classRef(k int) string { return fmt.Sprintf("w%d", t.classes[k]) }

// weight is w_k in a formula, bound to its class.
func (t *task) weight(k int) say.Math {
	return say.Math(`\ref{` + t.classRef(k) + `}{w_{` + strconv.Itoa(t.label(k)) + `}}`)
}

// wrongOf says how many points are classified wrongly.
func (t *task) wrongOf(mistakes int) say.Phrase {
	w := say.Vars{"wrong": mistakes, "n": len(t.X)}
	if mistakes == 1 {
		return w.Text("1 of <n point> is wrong")
	}
	return w.Text("<wrong> of <n point> are wrong")
}
