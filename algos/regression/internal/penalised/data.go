package penalised

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/say"
)

// MaxColumns is the most columns of numbers besides the target.
const MaxColumns = 10

// Data are samples of numbers with a target.
type Data struct {
	Columns [][]float64
	Y       []float64
	Names   []say.Phrase // of the columns
	Target  say.Phrase   // the name of the target
	Rows    []string     // the names of the samples; nil where they have none
	Table   bool         // they came as a table, which no board has room for
	Ones    bool         // the first column is that of ones, whose coefficient is θ₀
	read    lsq.Rows     // as they were read
}

// repeated refuses words that penalties have no use for.
const repeated = "The feature <name> is categorical: encode it as 0 and 1 (one-hot), or remove it. A text column whose entries all differ may stay, " +
	"as the names of the samples."

// Read takes the columns of points or of a table. Of a table a column of words that are
// all different gives the samples their names.
func Read(p algos.Problem) (Data, error) {
	if p.Table.Empty() {
		return of(lsq.ReadPoints(p)), nil
	}
	if len(p.Table.Rows) == 0 {
		return Data{Table: true}, algos.Refuse("The table has no samples yet.")
	}
	rows, err := lsq.ReadTable(p.Table, repeated)
	d := of(rows)
	d.Table = true
	switch {
	case err != nil:
		return d, err
	case len(d.Columns) > MaxColumns:
		return d, algos.Refuse(say.Vars{"inputs": len(d.Columns), "most": MaxColumns}.Text("<inputs> numeric features are too many: keep at most " +
			"<most>, and the target."))
	case len(d.Columns) == 0:
		return d, algos.Refuse("There is no numeric feature besides the target.")
	}
	return d, nil
}

func of(r lsq.Rows) Data {
	return Data{Columns: r.Columns, Y: r.Y, Names: r.Names, Target: r.Target, Rows: r.Called, read: r}
}

// Row is what people read for a sample.
func (d Data) Row(i int) say.Phrase {
	if d.Rows != nil {
		return say.Given(d.Rows[i]).Phrase()
	}
	return say.Phrase(say.Row(i).Name())
}

// Inputs are the numbers among the inputs of a sample of the table, where names may stand
// between them.
func (d Data) Inputs(row []float64) []float64 { return d.read.Inputs(row) }

// WithOnes has the column of ones before the others, for a penalty that θ₀ applies to as well.
func (d Data) WithOnes() Data {
	d.Columns = append([][]float64{slices.Repeat([]float64{1}, len(d.Y))}, d.Columns...)
	d.Names = append([]say.Phrase{"1"}, d.Names...)
	d.Ones = true
	return d
}

// Symbol is what people read for the coefficient of a column: θ₁ for the first that is
// not of ones.
func (d Data) Symbol(j int) say.Phrase {
	if d.Ones {
		return say.Phrase("θ" + say.Sub(j))
	}
	return say.Phrase("θ" + say.Sub(j+1))
}

// Coefficient is the symbol with the column's name, where the name says more.
func (d Data) Coefficient(j int) say.Phrase {
	if !d.Table {
		return d.Symbol(j)
	}
	return say.Vars{"theta": d.Symbol(j), "name": d.Names[j]}.Text("<theta> (<name>)")
}

// pick takes some of the samples.
func (d Data) pick(keep func(i int) bool) Data {
	out := Data{Columns: make([][]float64, len(d.Columns))}
	for i, y := range d.Y {
		if !keep(i) {
			continue
		}
		out.Y = append(out.Y, y)
		for j, column := range d.Columns {
			out.Columns[j] = append(out.Columns[j], column[i])
		}
	}
	return out
}

// A Centred is data without what the intercept takes care of: the means of the columns
// and of the targets, or nothing where there is no intercept.
type Centred struct {
	X     [][]float64
	Y     []float64
	MeanX []float64 // what was taken away
	MeanY float64
	Gram  [][]float64 // XᵀX
	XY    []float64   // Xᵀy
}

// vanishing is the squared length of a column, or of the targets, below which it counts as 0: squares and quotients
// would be no numbers, or have few digits.
const vanishing = 1e-250

// Centre takes the means away, if there is an intercept. What is left of a constant
// column is exactly 0: rounding would make it a column of noise.
func (d Data) Centre(intercept bool) Centred {
	c := Centred{X: d.Columns, Y: d.Y, MeanX: make([]float64, len(d.Columns))}
	if intercept && len(d.Y) > 0 {
		c.X = make([][]float64, len(d.Columns))
		for j, column := range d.Columns {
			c.X[j], c.MeanX[j] = centred(column)
		}
		c.Y, c.MeanY = centred(d.Y)
	}
	if lsq.Dot(c.Y, c.Y) < vanishing {
		c.Y = make([]float64, len(c.Y))
	}
	c.X = slices.Clone(c.X)
	for j, column := range c.X {
		if lsq.Dot(column, column) < vanishing {
			c.X[j] = make([]float64, len(column))
		}
	}
	c.Gram = lsq.Gram(c.X)
	for _, column := range c.X {
		c.XY = append(c.XY, lsq.Dot(column, c.Y))
	}
	return c
}

func centred(column []float64) (out []float64, mean float64) {
	out = make([]float64, len(column))
	lo, hi := slices.Min(column), slices.Max(column)
	if lo == hi {
		return out, lo
	}
	for _, v := range column {
		mean += v / float64(len(column))
	}
	off := 0.0 // what rounding has left of the mean
	for _, v := range column {
		off += (v - mean) / float64(len(column))
	}
	mean += off
	for i, v := range column {
		out[i] = v - mean
	}
	if !(math.Abs(mean) > remote*(hi-lo)) {
		return out, mean
	}
	// The mean of values so far from 0 is a number only up to a share of their spread; the differences
	// have all their digits, and their own mean is what is missing.
	off = 0
	for _, v := range out {
		off += v / float64(len(out))
	}
	for i := range out {
		out[i] -= off
	}
	return out, mean + off
}

// remote is how many times their spread values are from 0, at least, whose mean lacks digits.
const remote = 0x1p10

// Theta0 is the intercept that goes with θ.
func (c Centred) Theta0(theta []float64) float64 { return c.MeanY - lsq.Dot(c.MeanX, theta) }

// RSS is Σr² at θ.
func (c Centred) RSS(theta []float64) float64 {
	norm := lsq.Norm(lsq.Residuals(c.X, c.Y, theta))
	return norm * norm
}

// Spread is the standard deviation of a column, divisor n.
func (d Data) Spread(j int) float64 {
	if len(d.Y) == 0 {
		return 0
	}
	out, _ := centred(d.Columns[j])
	return lsq.Norm(out) / math.Sqrt(float64(len(out)))
}

// A Penalty is One·‖θ‖₁ + Two·‖θ‖².
type Penalty struct{ One, Two float64 }

// Of is the penalty of some coefficients.
func (p Penalty) Of(theta ...float64) float64 {
	one, two := 0.0, 0.0
	for _, v := range theta {
		one, two = one+math.Abs(v), two+v*v
	}
	return p.One*one + p.Two*two
}

// A Problem is c·‖y − Xθ‖² + λ·P(θ) but for λ.
type Problem struct {
	Centred
	Factor  float64 // c
	Penalty Penalty
}
