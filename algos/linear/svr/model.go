package svr

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/num"
	"playground/algos/say"
)

// A task is what stays the same during a run: the points, the kernel, the tube and
// the box.
type task struct {
	Options
	algos.Problem
	*pairs.Inputs
	y    []float64 // the targets
	size float64   // the largest |y| + ε, for bounds on rounding
	span float64   // from the lowest target to the highest, or ε where that is more: what residuals are compared with
	top  float64   // the largest |k(x, x)|
}

func newTask(p algos.Problem, o Options) *task {
	t := &task{Options: o, Problem: p, Inputs: pairs.NewInputs(o.New(), p.Points, pairs.Mean(p.Points)), y: make([]float64, len(p.Points))}
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, q := range p.Points {
		t.y[i] = q.Y
		lowest, highest = min(lowest, q.Y), max(highest, q.Y)
		t.size = max(t.size, math.Abs(q.Y)+o.Epsilon)
		t.top = max(t.top, math.Abs(t.Kernel.At(t.X[i], t.X[i])))
	}
	t.span = max(o.Epsilon, highest-lowest)
	return t
}

// solver returns a solver of the dual at α = α* = 0. Its variables are α₁…αₙ with
// the label +1 and the linear term ε − y, and then α*₁…α*ₙ with −1 and ε + y.
func (t *task) solver() *smo.Solver {
	n := len(t.y)
	p := smo.Problem{Y: make([]float64, 2*n), P: make([]float64, 2*n), C: slices.Repeat([]float64{t.C}, 2*n), K: newTwice(t.Kernel, t.X)}
	for i, y := range t.y {
		p.Y[i], p.P[i] = 1, t.Epsilon-y
		p.Y[n+i], p.P[n+i] = -1, t.Epsilon+y
	}
	s, err := smo.New(p)
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	return s
}

// twice is the kernel matrix of the 2n variables: those of a point share its row,
// and a row holds every value twice. The matrix keeps the values once.
type twice struct {
	gram *smo.Gram
	diag []float64
	rows [2][]float64 // those asked for last
	of   [2]int       // the points whose rows they are; −1: none
	next int          // the one that goes next
}

func newTwice(k kernel.Kernel, x [][2]float64) *twice {
	t := &twice{gram: smo.NewGram(k, x), of: [2]int{-1, -1}}
	t.diag = slices.Concat(t.gram.Diagonal(), t.gram.Diagonal())
	for r := range t.rows {
		t.rows[r] = make([]float64, len(t.diag))
	}
	return t
}

// Diagonal returns all Kᵢᵢ.
func (t *twice) Diagonal() []float64 { return t.diag }

// Row returns the row of variable v.
func (t *twice) Row(v int) []float64 {
	n := len(t.diag) / 2
	i := v % n
	r := slices.Index(t.of[:], i)
	if r < 0 {
		r = t.next
		row := t.gram.Row(i)
		copy(t.rows[r], row)
		copy(t.rows[r][n:], row)
		t.of[r] = i
	}
	t.next = 1 - r
	return t.rows[r]
}

// row is the point that a variable of the dual belongs to; sign is by how much β
// changes when the variable grows by one: 1 for α, −1 for α*.
func (t *task) row(v int) int { return v % len(t.y) }

func (t *task) sign(v int) float64 {
	if v >= len(t.y) {
		return -1
	}
	return 1
}

// variable is what people read for a variable of the dual: "α₃" or "α₃*".
func (t *task) variable(v int) string {
	name := "α" + say.Sub(t.row(v)+1)
	if t.sign(v) < 0 {
		return name + "*"
	}
	return name
}

// beta is what people read for the coefficient of a row.
func beta(i int) string { return "β" + say.Sub(i+1) }

// A state is the run after some number of pairs: everything that a step shows
// is worked out from it. It never changes.
type state struct {
	*task
	pairs.State
	alpha []float64 // α₁…αₙ and then α*₁…α*ₙ
	f     []float64 // Fₖ = Σβⱼk(xⱼ, xₖ), without the offset

	outside int     // points farther than ε from the curve
	sum     float64 // Σ(α + α*)
	norm2   float64 // ‖w‖² = ΣβF
	slacks  float64 // Σξ
	rmse    float64
	coarse  float64 // the largest drift so far

	was     []float64 // α and α* before the last pair, shared with the state of that time
	wasBias float64
}

// look measures the solver's state.
func (t *task) look(at pairs.Moment) *state {
	n := len(t.y)
	s := &state{task: t, State: pairs.Measure(at, n, t.variable), alpha: slices.Clone(at.Alpha()), f: make([]float64, n)}
	for k, e := range at.Errors()[:n] {
		s.f[k] = e - (t.Epsilon - t.y[k])
	}
	s.Scale = t.span
	s.Drift += 4 * num.Ulp * t.size
	s.coarse, s.Free = s.Drift, 0 // points are counted, not variables
	s.measure()
	s.Status = s.Ended(at.End, s.optimal, imprecise)
	return s
}

// after measures the state that a move led to.
func (t *task) after(before *state, at pairs.Moment) *state {
	s := t.look(at)
	s.coarse = max(before.coarse, s.Drift)
	s.was, s.wasBias = before.alpha, before.Bias
	w := before.workOf(at.Move)
	w.Compare(at, len(t.y), func(i int) bool { return before.beta(i) != 0 }, func(i int) bool { return s.beta(i) != 0 })
	s.Follow(&before.State, at, w)
	return s
}

// measure computes the sums over the points.
func (s *state) measure() {
	fit, squares := 0.0, 0.0
	for i, y := range s.y {
		b := s.beta(i)
		s.sum += s.alpha[i] + s.alpha[len(s.y)+i]
		fit += y * b
		s.norm2 += b * s.f[i]
		r := s.residual(i)
		squares += r * r / float64(len(s.y))
		s.slacks += s.slack(i)
		if math.Abs(r) > s.Epsilon+s.Tol {
			s.outside++
		}
		switch s.kind(i) {
		case onTube:
			s.Free++
		case atBound:
			s.Bound++
		}
	}
	if s.Linear { // the same, without the rounding of large coordinates
		w := s.curve().Weights()
		s.norm2 = w[0]*w[0] + w[1]*w[1]
	}
	s.rmse = math.Sqrt(squares)
	s.Dual = fit - s.Epsilon*s.sum - s.norm2/2
	s.Primal = s.norm2/2 + s.C*s.slacks
}

// workOf is a move from this state.
func (s *state) workOf(move smo.Move) *pairs.Work {
	return &pairs.Work{Move: move, E: [2]float64{s.error(move.I), s.error(move.J)}, Dual: s.Dual}
}

// plan returns the work that comes next, without doing it; nil where none does.
func (s *state) plan() *pairs.Work {
	if s.Next.J < 0 || s.Status.Final() {
		return nil
	}
	i, j := s.Next.I, s.Next.J
	return s.workOf(smo.PlanMove(s.Next, [2]float64{s.alpha[i], s.alpha[j]}, [2]float64{s.sign(i), s.sign(j)}, [2]float64{s.C, s.C}))
}

// error is E of a variable with the offset in use: f − y + ε for α, f − y − ε
// for α*.
func (s *state) error(v int) float64 { return -s.residual(s.row(v)) + s.sign(v)*s.Epsilon }

// beta returns βᵢ = αᵢ − αᵢ*.
func (s *state) beta(i int) float64 { return s.alpha[i] - s.alpha[len(s.y)+i] }

// at returns f(xᵢ), residual yᵢ − f(xᵢ).
func (s *state) at(i int) float64       { return s.f[i] + s.Bias }
func (s *state) residual(i int) float64 { return s.y[i] - s.at(i) }

// slack returns ξᵢ = max(0, |f(xᵢ) − yᵢ| − ε).
func (s *state) slack(i int) float64 { return max(0, math.Abs(s.residual(i))-s.Epsilon) }

// A kind is what a point is to the function.
type kind int

const (
	inTube  kind = iota // β = 0: it could be taken away
	onTube              // 0 < |β| < C: on the border of the tube at the optimum
	atBound             // |β| = C: on the border or outside
)

var kindNames = [...]say.Phrase{"not a support vector", "unbounded support vector", "bounded support vector"}

func (s *state) kind(i int) kind {
	switch b := math.Abs(s.beta(i)); {
	case b == 0:
		return inTube
	case b < s.C:
		return onTube
	}
	return atBound
}

// curve returns f as a kernel expansion over the support vectors, before is what it
// was before the last pair.
func (s *state) curve() *pairs.Expansion { return s.Expand(s.Bias, s.beta) }

func (s *state) before() *pairs.Expansion {
	return s.Expand(s.wasBias, func(i int) float64 { return s.was[i] - s.was[len(s.y)+i] })
}

// offset is b in the coordinates of the data.
func (s *state) offset() float64 { return s.curve().Offset() }

// view is a step's way to look at its state.
type view struct {
	*state
	phase pairs.Phase
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"dual", "primal", "gap", "kkt", "sv", "bounded", "outside", "slack", "rmse"}

func (v view) step() algos.Step {
	s := v.state
	return s.Step(v.phase, []float64{
		s.Dual, s.Primal, s.Primal - s.Dual, s.KKT,
		float64(s.Support()), float64(s.Bound), float64(s.outside), s.slacks / float64(len(s.y)), s.rmse,
	}, v)
}

// Model returns the function so far.
func (v view) Model() algos.Model {
	s, f := v.state, v.curve()
	betas, support := make([]float64, len(s.y)), []int{}
	for i := range s.y {
		if betas[i] = s.beta(i); betas[i] != 0 {
			support = append(support, i)
		}
	}
	values := []algos.Value{
		{Name: "beta", Value: betas},
		{Name: "bias", Value: f.Offset()},
		{Name: "dual", Value: s.Dual},
		{Name: "primal", Value: s.Primal},
		{Name: "support", Value: support},
	}
	if s.Linear {
		w := f.Weights()
		values = append(values, algos.Value{Name: "w", Value: w[:s.Dim]})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		return []algos.Value{{Name: "y", Value: f.Value(x)}}
	}}
}
