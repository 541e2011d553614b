package diffusionkernel

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// end is the last state of a run.
func end(t testing.TB, s dataset.Source, params ...string) view {
	t.Helper()
	last := algotest.Last(t, Demo, s, algotest.Values(params...))
	v, ok := last.View.(view)
	if !ok {
		t.Fatalf("refused: %s", last.Status.Reason)
	}
	return v
}

// near compares two matrices, entry by entry.
func near(t testing.TB, what string, got, want matrix, tol float64) {
	t.Helper()
	for k := range got.x {
		algotest.Near(t, fmt.Sprintf("%s: entry %d, %d", what, k/got.n+1, k%got.n+1), got.x[k], want.x[k], tol)
	}
}

// Closed forms of small graphs: the notes' B, and the heat.
func TestClosedForms(t *testing.T) {
	for _, lambda := range []float64{0.05, 0.5, 1, 2} {
		text := fmt.Sprint(lambda)
		r2 := math.Sqrt2 * lambda
		diagonal, beside, across := (1+math.Cosh(r2))/2, math.Sinh(r2)/math.Sqrt2, (math.Cosh(r2)-1)/2
		for _, c := range []struct {
			name  string
			graph dataset.Source
			b     string
			want  []float64
		}{
			{"edge", edge, adjacency, []float64{math.Cosh(lambda), math.Sinh(lambda), math.Sinh(lambda), math.Cosh(lambda)}},
			{"edge", edge, heat, []float64{(1 + math.Exp(-2*lambda)) / 2, (1 - math.Exp(-2*lambda)) / 2, (1 - math.Exp(-2*lambda)) / 2, (1 + math.Exp(-2*lambda)) / 2}},
			{"path", path, adjacency, []float64{diagonal, beside, across, beside, math.Cosh(r2), beside, across, beside, diagonal}},
		} {
			v := end(t, c.graph, "time", text, "matrix", c.b)
			near(t, c.name+" "+c.b+" λ="+text, v.sum, matrix{v.n, c.want}, 1e-11)
		}
		v := end(t, complete, "time", text)
		for i := range 6 {
			for j := range 6 {
				want := (1 - math.Exp(-6*lambda)) / 6
				if i == j {
					want = (1 + 5*math.Exp(-6*lambda)) / 6
				}
				algotest.Near(t, "complete", v.sum.at(i, j), want, 1e-11)
			}
		}
		v = end(t, circle, "time", text)
		for d := range 12 {
			algotest.Near(t, "ring", v.sum.at(3, (3+d)%12), onRing(12, d, lambda), 1e-11)
		}
	}
}

// random is a graph with some weights, in one part or several.
func random(seed uint64, n int, density float64) dataset.Source {
	r := rand.New(rand.NewPCG(seed, 7))
	s := dataset.Set{Dim: 2, Target: dataset.None}
	for range n {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r.Float64(), r.Float64()}})
	}
	for i := range n {
		for j := range i {
			if r.Float64() < density && len(s.Edges) < dataset.MaxEdges {
				s.Edges = append(s.Edges, dataset.Edge{From: j, To: i, Weight: 0.1 + 2*r.Float64()})
			}
		}
	}
	return dataset.Explicit(s)
}

// The series, squaring and the eigenvalues come to the same kernel, and a long walk near it.
func TestAllWaysLeadToOneKernel(t *testing.T) {
	for seed := range uint64(12) {
		s := random(seed, 3+int(seed), 0.4)
		for _, b := range []string{heat, adjacency} {
			sum := end(t, s, "time", "0.4", "matrix", b)
			if sum.state != algos.Converged {
				t.Fatalf("seed %d, %s: %s", seed, b, sum.status().Reason)
			}
			near(t, b+": series and eigenvalues", sum.sum, sum.exact, 1e-10)
			near(t, b+": series and squaring", sum.sum, end(t, s, "time", "0.4", "matrix", b, "method", squares).sum, 1e-10)
		}
		v := end(t, s, "time", "0.4", "method", walk, "n_steps", "400")
		near(t, "walk", v.sum, v.exact, 4/(math.E*math.E*400))
	}
}

// A partial sum is the polynomial, by powers of B that are multiplied out anew.
func TestPartialSums(t *testing.T) {
	s := random(3, 7, 0.5)
	steps := algotest.Steps(t, Demo, s, algotest.Values("time", "0.5"))
	b := steps[0].View.(view).b
	power, factor, sum := identity(7), 1.0, identity(7)
	for k, step := range steps {
		v := step.View.(view)
		if k > 0 {
			power, factor = b.times(power, 1), factor*0.5/float64(k)
			sum = sum.plus(power, factor)
		}
		near(t, fmt.Sprint("power ", k), v.sum, sum, 1e-12)
		if missing := sum.plus(v.exact, -1).most(); missing > v.bound+1e-11 {
			t.Errorf("power %d: %v is missing, the bound is %v", k, missing, v.bound)
		}
	}
}

// walksBetween counts the walks of a length by listing them.
func walksBetween(edges []dataset.Edge, from, to, length int) int {
	if length == 0 {
		if from == to {
			return 1
		}
		return 0
	}
	n := 0
	for _, e := range edges {
		if e.From == from {
			n += walksBetween(edges, e.To, to, length-1)
		}
		if e.To == from {
			n += walksBetween(edges, e.From, to, length-1)
		}
	}
	return n
}

// The notes' powers count walks, and the diagonal of B² has the degrees.
func TestPowersCountWalks(t *testing.T) {
	steps := algotest.Steps(t, Demo, rooms, algotest.Values("time", "1", "matrix", adjacency, "source", "4"))
	factorial := 1.0
	for k := range 7 {
		if k > 0 {
			factorial *= float64(k)
		}
		v := steps[k].View.(view)
		for j := range v.n {
			algotest.Near(t, fmt.Sprintf("walks of length %d to node %d", k, j+1), v.term.at(3, j)*factorial, float64(walksBetween(v.Edges, 3, j, k)), 1e-12)
		}
		algotest.Near(t, "walks back", v.walks(k), float64(walksBetween(v.Edges, 3, 3, k)), 0)
	}
}

// The kernel of the heat: symmetric, no eigenvalue below 0, nothing lost, no cold, nothing
// in another part; and with much time even in every part.
func TestHeatOnAnyGraph(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := random(rapid.Uint64().Draw(r, "seed"), rapid.IntRange(1, 12).Draw(r, "n"), rapid.Float64Range(0, 0.6).Draw(r, "density"))
		v := end(t, s, "method", squares, "time", "3", "source", "2")
		for _, c := range v.Checks() {
			if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
				r.Errorf("%s: %s, %v %s %v", c.Name, c.Verdict, c.Left, c.Rel, c.Right)
			}
		}
		for i := range v.n {
			for j := range v.n {
				if (v.sum.at(i, j) == 0) != (v.part[i] != v.part[j]) {
					r.Errorf("K(%d, %d) = %v, and the parts are %v", i, j, v.sum.at(i, j), v.part)
				}
			}
		}
	})
	v := end(t, apart, "method", squares, "time", "50")
	for j := range v.n {
		want := []float64{0.25, 0}[v.part[j]]
		algotest.Near(t, "after a long time", v.sum.at(0, j), want, 1e-12)
	}
}

// The largest weights and times come to the kernel by squaring.
func TestStiffGraphs(t *testing.T) {
	var edges [][3]float64
	for _, e := range clique(0, 28) {
		edges = append(edges, [3]float64{e[0], e[1], dataset.MaxWeight})
	}
	s := dataset.Drawn(round(28, 1), edges...)
	v := end(t, s, "time", "50", "method", squares)
	for _, x := range v.sum.x {
		algotest.Near(t, "entry", x, 1.0/28, 1e-7)
	}
	if v := end(t, s, "time", "50"); v.state != algos.Exhausted || !v.rough {
		t.Errorf("the series ends with %s", v.status().Reason)
	}
	if v := end(t, s, "time", "50", "method", walk); v.state != algos.Diverged {
		t.Errorf("the walk ends with %s", v.status().Reason)
	}
	last := algotest.Last(t, Demo, s, algotest.Values("time", "50", "matrix", adjacency))
	if last.Status.State != algos.Refused {
		t.Errorf("weights alone: %s, %s", last.Status.State, last.Status.Reason)
	}
}

// Places of nodes mean nothing, edges everything.
func TestPlacesMeanNothing(t *testing.T) {
	s := random(5, 8, 0.5)
	far := dataset.Explicit(s.Set.Clone())
	for i := range far.Set.Points {
		far.Set.Points[i].X[0] += float64(i * i)
	}
	if a, b := end(t, s), end(t, far); !slices.Equal(a.sum.x, b.sum.x) {
		t.Error("a graph drawn in another way has another kernel")
	}
}

// A file of edges brings the same kernel as the drawing.
func TestFile(t *testing.T) {
	var b bytes.Buffer
	if err := dataset.WriteGraph(&b, rooms.Set); err != nil {
		t.Fatal(err)
	}
	set, err := dataset.ReadGraph(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(end(t, rooms).sum.x, end(t, dataset.Explicit(set)).sum.x) {
		t.Error("the file is another graph")
	}
	directed := rooms.Set.Clone()
	directed.Directed = true
	if _, err := (algos.Recipe{Demo: Demo.ID, Data: dataset.Explicit(directed)}).Run(t.Context(), Demo); err == nil {
		t.Error("a graph with directions was taken")
	}
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	whole, walked := end(t, apart), end(t, rooms, "method", walk)
	var cases []algotest.Spoiling
	spoil := func(name string, good view, corrupt func(v *view)) {
		s := good
		s.sum = matrix{s.n, slices.Clone(s.sum.x)}
		corrupt(&s)
		cases = append(cases, algotest.Spoiling{Check: name, Good: good, Spoilt: s})
	}
	spoil("missing", whole, func(v *view) { v.sum.x[1] += 1e-3 })
	spoil("trace", whole, func(v *view) { v.sum.x[0] += 1e-3 })
	spoil("conserved", whole, func(v *view) { v.sum.x[1] -= 1e-3 })
	spoil("symmetric", whole, func(v *view) { v.sum.x[1] += 1e-3 })
	spoil("psd", whole, func(v *view) { v.sum.x[0] -= 1 })
	spoil("semigroup", whole, func(v *view) { v.sum.x[2] *= 1.01 })
	spoil("uniform", whole, func(v *view) { v.sum.x[0] += 1 })
	spoil("parts", whole, func(v *view) { v.sum.x[5] = 1e-9 })
	spoil("positive", whole, func(v *view) { v.sum.x[2] = -0.01 })
	spoil("walk", walked, func(v *view) { v.sum.x[2] += 0.1 })
	algotest.Spoilt(t, cases)
}

// 60 nodes and 400 edges: every picture and promise of the last step.
func TestLargestGraph(t *testing.T) {
	v := end(t, random(9, dataset.MaxNodes, 1), "time", "0.05")
	if len(v.Edges) != dataset.MaxEdges || v.state != algos.Converged {
		t.Fatalf("%d edges, %s", len(v.Edges), v.status().Reason)
	}
	for _, c := range v.Checks() {
		if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
			t.Errorf("%s: %s, %v %s %v", c.Name, c.Verdict, c.Left, c.Rel, c.Right)
		}
	}
}

func BenchmarkSeries(b *testing.B) {
	p, err := algos.Recipe{Demo: Demo.ID, Data: random(9, dataset.MaxNodes, 1)}.Problem()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		run, err := Demo.Steps(b.Context(), p, algotest.Values("time", "0.05"))
		if err != nil {
			b.Fatal(err)
		}
		for range run {
		}
	}
}

// The squarings end in every state: one that says that there were more of them than there should be
// kept a guarantee at work for ever.
func TestSquaringsEnd(t *testing.T) {
	v := view{task: &task{b: zero(2)}, sum: zero(2), term: zero(2), squar: 4, state: algos.Running}
	v.Method, v.halving = squares, 3
	if v = v.next(); v.state != algos.Converged {
		t.Errorf("after %d squarings of %d the state is %s", v.squar, v.halving, v.state)
	}
}
