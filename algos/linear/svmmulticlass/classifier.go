package svmmulticlass

import (
	"math"
	"slices"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

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
		return say.Vars{"first": t.label(s.first)}.Text("<first> against the rest")
	}
	return say.Vars{"first": t.label(s.first), "second": t.label(s.second)}.Text("<first> against <second>")
}
