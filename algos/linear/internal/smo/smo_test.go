package smo_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
)

// classifier returns the dual of a C-SVM.
func classifier(k kernel.Kernel, x [][2]float64, y []float64, c float64) smo.Problem {
	return smo.Problem{Y: y, C: slices.Repeat([]float64{c}, len(y)), K: smo.NewGram(k, x)}
}

// moons reads the first n rows of a set of two noisy moons.
func moons(t testing.TB, n int) (x [][2]float64, y []float64) {
	t.Helper()
	f, err := os.Open("testdata/moons.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, r := range rows[1 : n+1] {
		x = append(x, [2]float64{number(r[0]), number(r[1])})
		y = append(y, number(r[2]))
	}
	return x, y
}

// LIBSVM's answers at tolerance 10⁻⁸ (its dual has about nine digits).
func TestMoonsAgreeWithLIBSVM(t *testing.T) {
	for _, c := range []struct {
		n          int
		dual, bias float64
		sv         int
	}{
		{200, 41.93462971, 0.28218977472005, 60},
		{1000, 100.74037627, 0.023389687487316995, 129},
	} {
		x, y := moons(t, c.n)
		s, err := smo.Solve(t.Context(), classifier(kernel.RBF{Gamma: 1}, x, y, 1), 1e-12, 1e6)
		if err != nil || s.End != smo.Optimal {
			t.Fatalf("n = %d: %v %v", c.n, s.End, err)
		}
		if math.Abs(-s.Objective-c.dual) > 1e-8 {
			t.Errorf("n = %d: dual %.10f, want %.10f", c.n, -s.Objective, c.dual)
		}
		// LIBSVM stopped at 10⁻⁸; an offset is off by a multiple of that.
		if math.Abs(s.Offset-c.bias) > 3e-7 {
			t.Errorf("n = %d: bias %v, want %v", c.n, s.Offset, c.bias)
		}
		sv := 0
		for _, a := range s.Alpha {
			if a > 0 {
				sv++
			}
		}
		if sv != c.sv {
			t.Errorf("n = %d: %d support vectors, want %d", c.n, sv, c.sv)
		}
	}
}

// A general problem, given by a full matrix.
type full struct {
	n int
	k []float64
}

func (f full) Row(i int) []float64 { return f.k[i*f.n : (i+1)*f.n] }
func (f full) Diagonal() []float64 {
	d := make([]float64, f.n)
	for i := range d {
		d[i] = f.k[i*f.n+i]
	}
	return d
}

// draw makes a random convex problem with its own linear term, bounds and a
// feasible start, as the regression machine has.
func draw(t *rapid.T) smo.Problem {
	n := rapid.IntRange(2, 12).Draw(t, "n")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
	rank := 1 + rng.IntN(n)
	a := make([]float64, n*rank)
	for i := range a {
		a[i] = rng.NormFloat64()
	}
	p := smo.Problem{Y: make([]float64, n), P: make([]float64, n), C: make([]float64, n), Start: make([]float64, n)}
	k := make([]float64, n*n)
	for i := range n {
		for j := range n {
			for r := range rank {
				k[i*n+j] += a[i*rank+r] * a[j*rank+r]
			}
		}
		p.Y[i] = float64(2*rng.IntN(2) - 1)
		p.P[i] = rng.NormFloat64() - 1
		p.C[i] = math.Exp(2 * rng.NormFloat64())
		p.Start[i] = p.C[i] * float64(rng.IntN(3)) / 2
	}
	p.K = full{n, k}
	return p
}

func objective(p smo.Problem, alpha []float64) float64 {
	sum := 0.0
	for i, a := range alpha {
		for j, b := range alpha {
			sum += a * b * p.Y[i] * p.Y[j] * p.K.Row(i)[j] / 2
		}
		sum += p.P[i] * a
	}
	return sum
}

// The promises of SMO on any convex problem: it stays feasible, never climbs,
// gains exactly what a move says, keeps the errors right, and ends at a point
// that no feasible direction improves.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		s, err := smo.New(p)
		if err != nil {
			t.Fatal(err)
		}
		constant := 0.0
		for i, a := range p.Start {
			constant += p.Y[i] * a
		}
		run := smo.Run{Solver: s, Tol: 1e-9, Cap: 200_000}
		value := objective(p, s.Alpha())
		pair, end := run.Next()
		for end == smo.Running {
			m, e := run.Advance(pair)
			if e != smo.Running {
				t.Fatalf("a bounded problem ended with %v", e)
			}
			now := objective(p, s.Alpha())
			slack := 1e-11 * (1 + math.Abs(value))
			if now > value+slack {
				t.Fatalf("the objective rose from %v to %v", value, now)
			}
			if math.Abs(value-now-m.Gain) > slack {
				t.Fatalf("a gain of %v was said to be %v", value-now, m.Gain)
			}
			for _, x := range m.To {
				if x < 0 {
					t.Fatal("outside the box")
				}
			}
			value = now
			pair, end = run.Next()
		}
		if end == smo.Cap { // rank-deficient problems may be slow
			return
		}
		sum := -constant
		for i, a := range s.Alpha() {
			if a < 0 || a > p.C[i] {
				t.Fatalf("α%d = %v outside [0, %v]", i, a, p.C[i])
			}
			sum += p.Y[i] * a
		}
		if math.Abs(sum) > 1e-12*float64(1+run.Iterations) {
			t.Fatalf("Σyα moved by %v", sum)
		}
		if math.Abs(s.Objective()-value) > 1e-10*(1+math.Abs(value)) {
			t.Fatalf("objective %v from the errors, %v from the definition", s.Objective(), value)
		}
		lo, hi := s.Interval()
		if lo > hi+1e-9 {
			t.Fatalf("interval [%v, %v] at the end", lo, hi)
		}
		b, free := s.Offset()
		if free == 0 && (b < lo || b > hi) {
			t.Fatalf("offset %v outside [%v, %v]", b, lo, hi)
		}
		// Any exchange of weight between two variables makes it worse.
		for i := range p.Y {
			for j := range p.Y {
				trial := slices.Clone(s.Alpha())
				trial[i] += 1e-4 * p.Y[i]
				trial[j] -= 1e-4 * p.Y[j]
				if i == j || trial[i] < 0 || trial[i] > p.C[i] || trial[j] < 0 || trial[j] > p.C[j] {
					continue
				}
				if v := objective(p, trial); v < value-1e-9 {
					t.Fatalf("moving %d and %d improves %v to %v", i, j, value, v)
				}
			}
		}
	})
}

// A face step is a descent that keeps the constraints, from any point.
func TestFace(t *testing.T) {
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		s, err := smo.New(p)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 20).Draw(t, "pairs") {
			pair, ok := s.Select(1e-9)
			if !ok {
				break
			}
			s.Optimise(pair)
		}
		before := objective(p, s.Alpha())
		start := slices.Clone(s.Alpha())
		face, ok := s.Face()
		if !ok {
			if !slices.Equal(start, s.Alpha()) {
				t.Fatal("it moved and says that it did not")
			}
			return
		}
		moved++
		now := objective(p, s.Alpha())
		if math.Abs(before-now-face.Gain) > 1e-10*(1+math.Abs(before)) || now > before+1e-12*(1+math.Abs(before)) {
			t.Fatalf("from %v to %v, said to gain %v", before, now, face.Gain)
		}
		sum := 0.0
		for i, a := range s.Alpha() {
			if a < 0 || a > p.C[i] {
				t.Fatalf("α%d = %v outside [0, %v]", i, a, p.C[i])
			}
			sum += p.Y[i] * (a - start[i])
		}
		if math.Abs(sum) > 1e-12 {
			t.Fatalf("Σyα moved by %v", sum)
		}
	})
	if moved == 0 {
		t.Error("no face step was made")
	}
}

// A valley so narrow that pairs alone would take hundreds of thousands of moves
// (the polynomial kernel with C = 1000: LIBSVM takes 308 611 on such data).
func TestCrawlingEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x, y := make([][2]float64, 48), make([]float64, 48)
	for i := range x {
		x[i] = [2]float64{2 * rng.NormFloat64(), 2 * rng.NormFloat64()}
		y[i] = math.Copysign(1, x[i][0]*x[i][1]+0.3*rng.NormFloat64())
	}
	s, err := smo.Solve(t.Context(), classifier(kernel.Poly{Gamma: 1, Coef0: 1, Degree: 2}, x, y, 1000), 1e-9, 10_000)
	if err != nil || s.End != smo.Optimal {
		t.Fatalf("end %v after %d pairs, violation %v, %v", s.End, s.Iterations, s.Violation, err)
	}
}

// ε-insensitive regression has two variables a point; on three points of a line
// with ε = 0.1 and large C the machine must pass within ε of all of them with
// the smallest slope, (2 − 2ε)/2 = 0.9.
func TestRegressionDual(t *testing.T) {
	x, target, eps := []float64{0, 1, 2}, []float64{0, 1, 2}, 0.1
	n := len(x)
	k := make([]float64, 4*n*n)
	p := smo.Problem{Y: make([]float64, 2*n), P: make([]float64, 2*n), C: slices.Repeat([]float64{100}, 2*n)}
	for i := range 2 * n {
		p.Y[i], p.P[i] = 1, eps-target[i%n]
		if i >= n {
			p.Y[i], p.P[i] = -1, eps+target[i%n]
		}
		for j := range 2 * n {
			k[i*2*n+j] = x[i%n] * x[j%n]
		}
	}
	p.K = full{2 * n, k}
	s, err := smo.Solve(t.Context(), p, 1e-12, 1e6)
	if err != nil || s.End != smo.Optimal {
		t.Fatal(s.End, err)
	}
	slope := 0.0
	for i, a := range s.Alpha {
		slope += p.Y[i] * a * x[i%n]
	}
	if math.Abs(slope-0.9) > 1e-12 || math.Abs(s.Offset-0.1) > 1e-12 {
		t.Errorf("slope %v, offset %v, want 0.9 and 0.1", slope, s.Offset)
	}
}

// Two opposite labels in one place: without a box nothing stops the pair.
func TestUnbounded(t *testing.T) {
	p := classifier(kernel.Linear{}, [][2]float64{{1, 1}, {1, 1}}, []float64{1, -1}, math.Inf(1))
	s, err := smo.Solve(t.Context(), p, 1e-3, 100)
	if err != nil || s.End != smo.NoBound {
		t.Errorf("end %v, %v", s.End, err)
	}
	p.C = []float64{3, 2}
	if s, err = smo.Solve(t.Context(), p, 1e-3, 100); err != nil || s.End != smo.Optimal || s.Alpha[0] != 2 || s.Alpha[1] != 2 {
		t.Errorf("with a box: %+v, %v", s, err)
	}
}

// Negative curvature: the best point of the line is an end of it.
func TestNegativeCurvature(t *testing.T) {
	p := smo.Problem{Y: []float64{1, -1}, C: []float64{1, 2}, K: full{2, []float64{-1, 0, 0, -1}}}
	s, err := smo.New(p)
	if err != nil {
		t.Fatal(err)
	}
	pair, ok := s.Select(1e-3)
	m := s.Optimise(pair)
	if !ok || pair.Eta != -2 || m.T != 1 || m.Stop != smo.AtI || m.Gain != 1*(2+1) {
		t.Errorf("pair %+v, move %+v", pair, m)
	}
	if got := -s.Objective(); got != 3 {
		t.Errorf("dual %v, want 3", got)
	}
}

func TestOneLabelAndNothing(t *testing.T) {
	for _, y := range []float64{1, -1} {
		s, err := smo.Solve(t.Context(), classifier(kernel.Linear{}, [][2]float64{{1, 1}, {2, 0}}, []float64{y, y}, 1), 1e-3, 100)
		if err != nil || s.End != smo.Optimal || s.Offset != y || s.Iterations != 0 || s.Violation != 0 {
			t.Errorf("labels %v: %+v, %v", y, s, err)
		}
	}
	if s, err := smo.Solve(t.Context(), smo.Problem{K: full{}}, 1e-3, 100); err != nil || s.End != smo.Optimal || s.Offset != 0 {
		t.Errorf("no points: %+v, %v", s, err)
	}
}

func TestBadProblems(t *testing.T) {
	k := full{2, make([]float64, 4)}
	for name, p := range map[string]smo.Problem{
		"label":  {Y: []float64{1, 0}, C: []float64{1, 1}, K: k},
		"bound":  {Y: []float64{1, -1}, C: []float64{1, 0}, K: k},
		"start":  {Y: []float64{1, -1}, C: []float64{1, 1}, K: k, Start: []float64{0, 2}},
		"length": {Y: []float64{1, -1}, C: []float64{1}, K: k},
	} {
		if _, err := smo.New(p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A held variable stays, and its error tells the score of a point not seen.
func TestHeld(t *testing.T) {
	x := [][2]float64{{3, 3}, {4, 3}, {1, 1}, {3.5, 3.5}}
	y := []float64{1, 1, -1, -1}
	p := classifier(kernel.Linear{}, x, y, 1)
	p.Held = []int{3}
	s, err := smo.Solve(t.Context(), p, 1e-12, 1000)
	if err != nil || s.Alpha[3] != 0 {
		t.Fatal(s.Alpha, err)
	}
	// Without the fourth point: w = (½, ½), b = −2 (a textbook's triple).
	if f := s.Errors[3] + y[3] + s.Offset; math.Abs(f-1.5) > 1e-12 {
		t.Errorf("score of the held point %v, want 1.5", f)
	}
}

// Rows beyond the budget are computed again, and the last two stay valid.
func TestGramForgets(t *testing.T) {
	const n = 3000
	x := make([][2]float64, n)
	for i := range x {
		x[i] = [2]float64{float64(i), 1}
	}
	g := smo.NewGram(kernel.Linear{}, x)
	for i := range n {
		a := g.Row(i)
		j := (i * 7) % n
		b := g.Row(j)
		if a[2] != float64(2*i+1) || b[3] != float64(3*j+1) {
			t.Fatalf("rows %d and %d hold %v and %v", i, j, a[2], b[3])
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{200, 1000, 2000} {
		x, y := moons(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			pairs := 0
			for b.Loop() {
				s, err := smo.Solve(b.Context(), classifier(kernel.RBF{Gamma: 1}, x, y, 1), 1e-3, 1e6)
				if err != nil {
					b.Fatal(err)
				}
				pairs = s.Iterations
			}
			b.ReportMetric(float64(pairs), "pairs/op")
		})
	}
}

// BenchmarkPair is one iteration on rows that are already there.
func BenchmarkPair(b *testing.B) {
	for _, n := range []int{200, 1000, 2000} {
		x, y := moons(b, n)
		gram := smo.NewGram(kernel.RBF{Gamma: 1}, x)
		p := smo.Problem{Y: y, C: slices.Repeat([]float64{1}, n), K: gram}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			pairs := 0
			for b.Loop() {
				s, err := smo.Solve(b.Context(), p, 1e-3, 1e6)
				if err != nil {
					b.Fatal(err)
				}
				pairs += s.Iterations
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(pairs), "ns/pair")
		})
	}
}

// BenchmarkSolveHard is a steep price of slack, where pairs crawl.
func BenchmarkSolveHard(b *testing.B) {
	for _, n := range []int{200, 1000} {
		x, y := moons(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			pairs, dual := 0, 0.0
			for b.Loop() {
				s, err := smo.Solve(b.Context(), classifier(kernel.RBF{Gamma: 1}, x, y, 1000), 1e-3, 1e6)
				if err != nil {
					b.Fatal(err)
				}
				pairs, dual = s.Iterations, -s.Objective
			}
			b.ReportMetric(float64(pairs), "pairs/op")
			b.ReportMetric(dual, "dual")
		})
	}
}
