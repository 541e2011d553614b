package dataset

import (
	"fmt"
	"math"
	"strconv"
)

// MaxFeatures is the most features of a generated table.
const MaxFeatures = 10

// tableGenerators are the generators of tables, in the order of the menu. Their ids are public.
var tableGenerators = []Generator{
	{
		ID: "classes", Title: "Gaussian classes", Note: "Three Gaussians whose means differ along the first features; the noise is their standard deviation.",
		Target: Classes, Classes: 3, N: 90, Noise: 1, MaxNoise: 10, Features: 5, MinFeatures: 1,
		row: func(d *draw, x []float64) float64 {
			class := d.i % 3
			for j := range x {
				x[j] = d.normal(0, 1)
			}
			x[class%len(x)] += classMeans[class/len(x)]
			return float64(class)
		},
	},
	{
		ID: "sparse", Title: "Sparse linear model", Note: "Tibshirani's example: 3x₁ + 1.5x₂ + 2x₅ of correlated features (0.5 to the power of their distance); the noise is the standard deviation of y.",
		Target: Values, N: 60, Noise: 1, MaxNoise: 10, Features: 8, MinFeatures: 1,
		row: func(d *draw, x []float64) float64 {
			y := 0.0
			for j := range x {
				x[j] = d.rand.NormFloat64()
				if j > 0 { // an autoregression has the correlation ½ to the power of the distance
					x[j] = 0.5*x[j-1] + math.Sqrt(0.75)*x[j]
				}
				x[j] = short(x[j])
				if j < len(sparse) {
					y += sparse[j] * x[j]
				}
			}
			return d.normal(y, 1)
		},
	},
	{
		ID: "friedman", Title: "Friedman's function", Note: "10 sin(πx₁x₂) + 20(x₃ − ½)² + 10x₄ + 5x₅ of uniform features; the others do not matter; the noise is the standard deviation of y.",
		Target: Values, N: 100, Noise: 1, MaxNoise: 10, Features: 10, MinFeatures: 5,
		row: func(d *draw, x []float64) float64 {
			for j := range x {
				x[j] = short(d.rand.Float64())
			}
			y := 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
			return d.normal(y, 1)
		},
	},
	{
		ID: "lowrank", Title: "Two factors and noise", Note: "All features are mixtures of the same two Gaussian factors; the noise is the standard deviation of what is added to each.",
		Target: None, N: 80, Noise: 0.3, MaxNoise: 10, Features: 6, MinFeatures: 1,
		row: func(d *draw, x []float64) float64 {
			a, b := 2*d.rand.NormFloat64(), d.rand.NormFloat64()
			for j := range x {
				angle := math.Pi * float64(j) / float64(len(x))
				x[j] = d.normal(a*math.Cos(angle)+b*math.Sin(angle), 1)
			}
			return 0
		},
	},
}

var (
	// classMeans are how far the means of the classes are from 0, along their feature: those
	// that share a feature have different ones.
	classMeans = []float64{3, -3, 6}
	// sparse are the coefficients of the sparse linear model; those of further features are 0.
	sparse = []float64{3, 1.5, 0, 0, 2}
	// classNames are the labels of generated classes.
	classNames = []string{"a", "b", "c"}
)

// GenerateTable returns the source of a generated table; a size or a number of features of 0
// is the generator's default. Like [Generate] it checks nothing.
func GenerateTable(id string, n, features int, noise float64, seed uint64) Source {
	s := Generate(id, n, noise, seed)
	s.Features = features
	g, ok := FindGenerator(id)
	if !ok || g.Features == 0 {
		return s
	}
	if s.Features == 0 {
		s.Features = g.Features
	}
	if g.check(s) == nil {
		s.Table = g.table(s)
	}
	return s
}

// table makes the table of a source that was checked: features x1, x2, … and the target y,
// if there is one. Numbers are whole multiples of 1e-4, and samples that follow each other
// are of different classes.
func (g Generator) table(s Source) Table {
	var t Table
	for j := range s.Features {
		t.Columns = append(t.Columns, Column{Name: "x" + strconv.Itoa(j+1)})
	}
	switch g.Target {
	case Classes:
		t.Columns = append(t.Columns, Column{Name: "y", Kind: Words, Words: classNames[:min(s.N, g.Classes)], Wanted: true})
	case Values:
		t.Columns = append(t.Columns, Column{Name: "y", Wanted: true})
	}
	d := newDraw(s)
	for d.i = range s.N {
		row := make([]float64, len(t.Columns))
		y := g.row(d, row[:s.Features])
		if g.Target != None {
			row[s.Features] = y
		}
		for j := range row {
			row[j] = short(row[j])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// checkFeatures checks the number of features of a source.
func (g Generator) checkFeatures(s Source) error {
	switch {
	case g.Features == 0 && s.Features != 0:
		return fmt.Errorf("%s has no number of features: it makes points", g.ID)
	case g.Features > 0 && (s.Features < g.MinFeatures || s.Features > MaxFeatures):
		return fmt.Errorf("%s cannot have %d features: it must be from %d to %d", g.ID, s.Features, g.MinFeatures, MaxFeatures)
	}
	return nil
}
