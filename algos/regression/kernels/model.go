package kernels

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	domain
	parts []*node   // of the expression, in the order of the steps
	terms expansion // of a run that builds a kernel up
	whole *sheet    // the matrix that it comes to
}

// tooLarge is beyond what products of entries may be without overflow.
const tooLarge = 1e60

func newTask(p algos.Problem, o options) (*task, error) {
	t := &task{Problem: p, options: o, domain: domain{dim: p.Dim}}
	for _, q := range p.Points {
		t.x = append(t.x, q.X)
	}
	if o.Mode != algebra {
		return t, nil
	}
	root, err := parse(o.Expression)
	if err != nil {
		return nil, algos.Refuse(say.Phrase(err.Error()))
	}
	t.parts = root.parts()
	for _, n := range t.parts {
		if err := t.refuses(n); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// refuses says why a part has no values on these points, or none to reckon with.
func (t *task) refuses(n *node) error {
	for i := range t.x {
		for j := range i + 1 {
			a := n.at(t.x[j], t.x[i], t.States).v
			w := say.Vars{"part": say.Given(clipped(n.String())), "i": say.Row(j), "j": say.Row(i)}
			switch {
			case n.op == normalised && a != a:
				return algos.Refuse(w.Text("<part> is undefined for <i> and <j>: normalisation needs k(x, x) > 0."))
			case !(math.Abs(a) <= tooLarge):
				return algos.Refuse(w.Text("<part> overflows for <i> and <j>: use smaller numbers, or points closer to the origin."))
			}
		}
	}
	return nil
}

// A view is the run at one step.
type view struct {
	*task
	taken int      // parts of the expression, or terms
	done  []*sheet // of the parts taken
	now   *sheet   // the matrix of this step; nil at the start of an expression
	term  *sheet   // the last term
	rest  *sheet   // what is still to come
	bound float64  // of the entries of the rest
	// missing and allowed are the largest entry of the rest, and its bound, at every step so far.
	missing, allowed []float64
}

// next takes one part more.
func (v view) next() view {
	n := v.parts[v.taken]
	v.now = newSheet(len(v.x), func(i, j int) value { return n.at(v.x[j], v.x[i], v.States) })
	v.done = append(v.done[:len(v.done):len(v.done)], v.now)
	v.taken++
	return v
}

// part is the part that this step took.
func (v view) part() *node { return v.parts[v.taken-1] }

// number is the place of a part in the order of the steps, from 1.
func (t *task) number(n *node) int { return slices.Index(t.parts, n) + 1 }

// operand is the matrix of a part's argument.
func (v view) operand(k int) *sheet { return v.done[v.number(v.part().args[k])-1] }

// proven reports whether the step's function is known to be a kernel.
func (v view) proven() bool { return v.Mode != algebra || v.part().kernel(v.domain) }

// function is the step's function of two points, 0 where it is not defined.
func (v view) function() func(x, z [2]float64) float64 {
	f := func(x, z [2]float64) float64 { return v.partial(x, z, v.taken) }
	if v.Mode == algebra {
		n := v.parts[max(0, v.taken-1)]
		f = func(x, z [2]float64) float64 { return n.at(x, z, v.States).v }
	}
	return drawable(f)
}

// drawable is a function of two points, 0 where it is not defined.
func drawable(f func(x, z [2]float64) float64) func(x, z [2]float64) float64 {
	return func(x, z [2]float64) float64 {
		k := f(x, z)
		if k != k {
			return 0
		}
		return min(max(k, -mark.Beyond), mark.Beyond)
	}
}

// pair are the rows whose entry a step computes in words: the first two.
func (v view) pair() (i, j int) { return 0, min(1, len(v.x)-1) }

func (v view) step() algos.Step {
	s := algos.Step{Phase: v.phase(), Next: v.following(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status(), View: v}
	if v.now != nil && v.now.finding() == below {
		s.Events = []algos.Event{{Kind: "no-kernel", Text: v.vars().Text("not PSD: λ min = <least=metric.lambda_min>")}}
	}
	return s
}

func (v view) metrics() []float64 {
	m := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	if v.now != nil && v.now.eigen != nil {
		m[0], m[1], m[2] = v.now.told(v.now.least()), v.now.told(v.now.most()), float64(v.now.rank())
	}
	if v.rest != nil {
		m[3] = largest(v.rest.values)
		if v.Mode == series {
			m[4] = min(v.bound, mark.Beyond)
		}
	}
	return m
}

func largest(values []float64) float64 {
	top := 0.0
	for _, x := range values {
		top = max(top, math.Abs(x))
	}
	return top
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	m := algos.Model{Predict: func(x [2]float64) []algos.Value {
		return []algos.Value{{Name: "k", Value: v.function()(v.At, x)}}
	}}
	add := func(name string, value any) { m.Values = append(m.Values, algos.Value{Name: name, Value: value}) }
	if v.Mode == algebra {
		add("expression", v.parts[len(v.parts)-1].String())
		add("kernel_by_rules", v.parts[len(v.parts)-1].kernel(v.domain))
	} else {
		i, j := v.pair()
		add("terms", v.taken)
		add("kernel12", v.whole.at(i, j))
		sums := make([]float64, v.taken)
		for m := range sums {
			sums[m] = v.partial(v.x[i], v.x[j], m+1)
		}
		add("sums12", sums)
	}
	if v.Mode == features {
		add("features", len(v.terms.features))
		i, j := v.pair()
		add("printed12", []float64{v.printed(v.x[i], v.x[j], true), v.printed(v.x[i], v.x[j], false)})
	}
	if v.Mode == series {
		add("overlap", v.overlap())
	}
	if v.now == nil || v.now.eigen == nil {
		return m
	}
	if v.Mode == algebra {
		add("part", v.part().String())
	}
	add("gram", slices.Clone(v.now.values))
	add("eigenvalues", slices.Clone(v.now.eigen))
	add("least", v.now.least())
	add("rank", v.now.rank())
	if v.now.finding() == below {
		c := make([]float64, v.now.n)
		for i := range c {
			c[i] = v.now.mode(i, 0)
		}
		add("witness", c)
	}
	return m
}

func clipped(text string) string {
	const most = 48
	if len(text) > most {
		return text[:most-3] + "…"
	}
	return text
}

// A sheet is a symmetric matrix over the points with its eigenvalues.
type sheet struct {
	n      int
	values []float64 // row by row
	each   []float64 // of every entry, a bound of what rounding did to it
	off    float64   // of the whole matrix: of every eigenvalue
	eigen  []float64 // the least first; nil where they were not found
	modes  []float64 // eigenvectors as columns, row by row
}

// newSheet fills a matrix with a function of two rows and solves it.
func newSheet(n int, at func(i, j int) value) *sheet {
	s := &sheet{n: n, values: make([]float64, n*n), each: make([]float64, n*n)}
	for i := range n {
		for j := range i + 1 {
			a := at(i, j)
			s.values[i*n+j], s.values[j*n+i] = a.v, a.v
			s.each[i*n+j], s.each[j*n+i] = a.off, a.off
		}
	}
	s.solve()
	return s
}

// solve finds the eigenvalues and the eigenvectors.
func (s *sheet) solve() {
	n, off, frobenius := s.n, 0.0, 0.0
	for i, v := range s.values {
		off += s.each[i] * s.each[i]
		frobenius = math.Hypot(frobenius, v)
	}
	s.off = math.Sqrt(off) + 4*float64(n)*num.Ulp*frobenius
	eigen, u, ok := kernel.Eigen(s.values, n)
	if !ok {
		return
	}
	s.eigen, s.modes = eigen, make([]float64, n*n)
	for j := range n {
		top := 0
		for i := range n {
			if math.Abs(u[i*n+j]) > math.Abs(u[top*n+j])*(1+1e-9) {
				top = i
			}
		}
		for i := range n { // the largest weight is positive
			s.modes[i*n+j] = math.Copysign(1, u[top*n+j]) * u[i*n+j]
		}
	}
}

func (s *sheet) at(i, j int) float64 { return s.values[i*s.n+j] }

func (s *sheet) least() float64 { return s.eigen[0] }
func (s *sheet) most() float64  { return s.eigen[s.n-1] }

// size is the largest eigenvalue without its sign, ‖K‖.
func (s *sheet) size() float64 { return max(math.Abs(s.least()), math.Abs(s.most())) }

// told is an eigenvalue as readers see it: 0 where rounding explains it.
func (s *sheet) told(l float64) float64 {
	if math.Abs(l) <= s.off {
		return 0
	}
	return l
}

// mode is entry i of eigenvector j, counted from the smallest eigenvalue.
func (s *sheet) mode(i, j int) float64 { return s.modes[i*s.n+j] }

// rank counts the eigenvalues that rounding does not explain.
func (s *sheet) rank() int {
	r := 0
	for _, l := range s.eigen {
		if math.Abs(l) > s.off {
			r++
		}
	}
	return r
}

// A finding is what the smallest eigenvalue says of a matrix.
type finding int

const (
	above  finding = iota // it is positive
	zero                  // it is 0, as far as rounding lets see
	below                 // it is negative: no kernel
	absent                // it was not found
)

func (s *sheet) finding() finding {
	switch {
	case s.eigen == nil:
		return absent
	case s.least() > s.off:
		return above
	case s.least() >= -s.off:
		return zero
	}
	return below
}

// centred is the matrix on weights that sum to 0: HKH with H = I − 11ᵀ/n.
func (s *sheet) centred() *sheet {
	n := s.n
	mean, all, size := make([]float64, n), 0.0, 0.0
	for i := range n {
		for j := range n {
			mean[i] += s.at(i, j) / float64(n)
			size = max(size, math.Abs(s.at(i, j)))
		}
		all += mean[i] / float64(n)
	}
	return newSheet(n, func(i, j int) value {
		return value{s.at(i, j) - mean[i] - mean[j] + all, 4*s.off/float64(n) + 4*float64(n+4)*num.Ulp*size}
	})
}

// quotient is cᵀKc/cᵀc for eigenvector j, added up entry by entry.
func (s *sheet) quotient(j int) float64 {
	top, bottom := 0.0, 0.0
	for a := range s.n {
		for b := range s.n {
			top += s.mode(a, j) * s.at(a, b) * s.mode(b, j)
		}
		bottom += s.mode(a, j) * s.mode(a, j)
	}
	return top / bottom
}
