package svmmulticlass

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/smo"
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
		{Value: zeroOne, Label: "0 or 1", TeX: `\Delta(y, j) = 1 \text{ for } j \ne y`, Hint: "Every misclassification costs the same: the " +
			"Crammer–Singer hinge loss."},
		{
			Value: ordinal, Label: "ordinal, |y − j|", TeX: `\Delta(y, j) = |y - j|`,
			Hint: "Ordinal classes: the required margin grows with |y − j|.",
		},
		{Value: squared, Label: "ordinal, (y − j)²", TeX: `\Delta(y, j) = (y - j)^2`},
		{
			Value: dear, Label: "class 0 costs more", TeX: `\Delta(\text{first}, j) = 4, \quad \text{else } 1`,
			Hint: "Misclassifying class 0 costs four times as much.",
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
		return algos.Refuse("All points are of one class: add points of another class.")
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
		return w.Text("1 of <n point> is misclassified")
	}
	return w.Text("<wrong=metric.n_errors> of <n point> are misclassified")
}

// Sides are the two sides of a binary classifier: a class, and another one or −1 for
// the rest.
type sides struct{ first, second int }

// A classifier is a binary support vector machine: its score is above 0 on the first
// side. It never changes: training makes another one.
type classifier struct {
	sides
	rows         []int
	y            []float64 // +1 for the first class
	alpha        []float64
	bias         float64
	score        []float64 // f at every row of the data, also those that it was not trained on
	pairs        int
	kkt          float64
	primal, dual float64
	slack        float64 // Σξ
	drift        float64
	end          smo.End
	centres      [][2]float64
	coef         []float64
}

// A training is a binary classifier on its way.
type training struct {
	*task
	of   classifier // what does not change
	run  smo.Run
	pair smo.Pair
	end  smo.End
}

// maxPairs is the most pairs that one classifier optimises.
const maxPairs = 100_000

// begin sets the training of a classifier up.
func (t *task) begin(s sides) *training {
	g := &training{task: t, of: classifier{sides: s}}
	var points [][2]float64
	var c []float64
	for i, y := range t.Y {
		if y != s.first && s.second >= 0 && y != s.second {
			continue
		}
		side := -1.0
		if y == s.first {
			side = 1
		}
		g.of.rows, g.of.y = append(g.of.rows, i), append(g.of.y, side)
		points, c = append(points, t.z[i]), append(c, t.C)
	}
	solver, err := smo.New(smo.Problem{Y: g.of.y, C: c, K: smo.NewGram(t.k, points)})
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	g.run = smo.Run{Solver: solver, Tol: t.Tol, Cap: maxPairs, Eager: true}
	g.pair, g.end = g.run.Next()
	return g
}

// train optimises up to so many pairs and returns the classifier after them.
func (g *training) train(pairs int) *classifier {
	for range pairs {
		if g.end != smo.Running {
			break
		}
		if _, g.end = g.run.Advance(g.pair); g.end == smo.Running {
			g.run.Face()
			g.pair, g.end = g.run.Next()
		}
	}
	return g.look()
}

// look measures the classifier.
func (g *training) look() *classifier {
	b := g.of
	b.alpha = slices.Clone(g.run.Alpha())
	b.bias, _ = g.run.Offset()
	b.pairs, b.kkt, b.drift, b.end = g.run.Iterations, g.pair.Violation, g.run.Drift(), g.end
	for s, a := range b.alpha {
		if a > 0 {
			b.centres = append(b.centres, g.z[b.rows[s]])
			b.coef = append(b.coef, a*b.y[s])
		}
	}
	b.score = make([]float64, len(g.z))
	for i, z := range g.z {
		b.score[i] = g.value(&b, z)
	}
	norm2, sum := 0.0, 0.0
	for s, e := range g.run.Errors() {
		f := e + b.y[s] // without the offset
		norm2 += b.alpha[s] * b.y[s] * f
		sum += b.alpha[s]
		b.slack += max(0, 1-b.y[s]*(f+b.bias))
	}
	b.dual = sum - norm2/2
	b.primal = norm2/2 + g.C*b.slack
	return &b
}

// value is the score of a classifier at a place as the kernel sees it.
func (t *task) value(b *classifier, z [2]float64) float64 {
	f := b.bias
	for s, c := range b.centres {
		f += b.coef[s] * t.k.At(c, z)
	}
	return f
}

// evaluate sets dst to a classifier's score at every node.
func (t *task) evaluate(dst []float64, g grid.Grid, b *classifier) {
	g.X0, g.X1 = g.X0-t.shift[0], g.X1-t.shift[0]
	g.Y0, g.Y1 = g.Y0-t.shift[1], g.Y1-t.shift[1]
	t.k.Field(dst, g, b.centres, b.coef, b.bias)
}

// offset is a classifier's offset in the coordinates of the data.
func (t *task) offset(b *classifier) float64 {
	offset := b.bias
	if _, linear := t.k.(kernel.Linear); linear {
		for s, c := range b.centres {
			offset -= b.coef[s] * (c[0]*t.shift[0] + c[1]*t.shift[1])
		}
	}
	return offset
}

// rounding bounds the rounding error of the dual and the primal.
func (b *classifier) rounding(c float64) float64 {
	n, sum := float64(len(b.alpha)), 0.0
	for _, a := range b.alpha {
		sum += a
	}
	return (sum+n*c)*b.drift + n*ulp*(math.Abs(b.primal)+sum)
}

// between is what people read for a classifier: "0 against 1".
func (t *task) between(s sides) say.Phrase {
	if s.second < 0 {
		return say.Vars{"first": t.label(s.first)}.Text("<first> vs rest")
	}
	return say.Vars{"first": t.label(s.first), "second": t.label(s.second)}.Text("<first> vs <second>")
}
