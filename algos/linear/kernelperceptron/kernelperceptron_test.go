package kernelperceptron

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
	"playground/algos/margin"
	"playground/algos/param"
)

func preset(t testing.TB, id string) []algos.Step {
	t.Helper()
	p, ok := Demo.Preset(id)
	if !ok {
		t.Fatalf("no preset %s", id)
	}
	return algotest.Steps(t, Demo, p.Data, p.Params)
}

func viewOf(s algos.Step) *view { return s.View.(*view) }

// The notes' example, 003 N9: f = 4x₁x₂ after the mistakes on rows 1 and 3.
func TestXOR(t *testing.T) {
	all := preset(t, "xor")
	last := all[len(all)-1]
	model := last.Model()
	if got := model.Value("alpha").([]int); !slices.Equal(got, []int{1, 0, 1, 0}) || last.Status.State != algos.Converged {
		t.Errorf("α = %v, %+v", got, last.Status)
	}
	for _, x := range [][2]float64{{1, 2}, {-3, 0.5}, {0, 7}} {
		if got := model.Predict(x)[1].Value; got != 4*x[0]*x[1] {
			t.Errorf("f%v = %v", x, got)
		}
	}
	if got := model.Value("weights").([]float64); got[0] != 0 || got[2] != 0 || math.Abs(got[1]-4/math.Sqrt2) > 1e-15 {
		t.Errorf("θ = %v", got)
	}
}

// The maps are inner products, whatever the points (003: the printed map gives 28
// instead of 16).
func TestFeatureMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := kernel.Poly{
			Gamma: rapid.Float64Range(0.1, 3).Draw(t, "γ"), Coef0: rapid.SampledFrom([]float64{0, 1, 2.5}).Draw(t, "c₀"),
			Degree: rapid.IntRange(1, kernel.MaxDegree).Draw(t, "d"),
		}
		place := func(name string) [2]float64 {
			return [2]float64{rapid.Float64Range(-2, 2).Draw(t, name), rapid.Float64Range(-2, 2).Draw(t, name)}
		}
		x, z := place("x"), place("z")
		m := featuresOf(k)
		want := (k.Degree + 1) * (k.Degree + 2) / 2
		if k.Coef0 == 0 {
			want = k.Degree + 1
		}
		if len(m) != want {
			t.Fatalf("%d monomials, want %d", len(m), want)
		}
		size := k.At([2]float64{math.Hypot(x[0], x[1])}, [2]float64{math.Hypot(z[0], z[1])})
		if got := m.inner(m.at(nil, x), m.at(nil, z)); math.Abs(got-k.At(x, z)) > 1e-13*size {
			t.Fatalf("⟨φ(x), φ(z)⟩ = %v, k = %v", got, k.At(x, z))
		}
		// The coordinates that are shown have the factors in them.
		a, b := m.coordinates(m.at(nil, x)), m.coordinates(m.at(nil, z))
		sum := 0.0
		for i := range a {
			sum += a[i] * b[i]
		}
		if math.Abs(sum-k.At(x, z)) > 1e-13*size {
			t.Fatalf("with factors %v, k = %v", sum, k.At(x, z))
		}
	})
	if featuresOf(kernel.RBF{Gamma: 1}) != nil || featuresOf(kernel.Poly{Gamma: 1, Coef0: -1, Degree: 2}) != nil {
		t.Error("a map where there is none")
	}
	m := featuresOf(kernel.Poly{Gamma: 1, Coef0: 3, Degree: 2})
	if got := m.inner(m.at(nil, [2]float64{1, 2}), m.at(nil, [2]float64{3, -1})); got != 16 {
		t.Errorf("(x·z + 3)² = %v", got)
	}
	if got, want := m.tex(), `(3,\;\sqrt{6}\,x_{1},\;\sqrt{6}\,x_{2},\;x_{1}^{2},\;\sqrt{2}\,x_{1}x_{2},\;x_{2}^{2})`; got != want {
		t.Errorf("φ is written %s", got)
	}
}

// With the linear kernel the margin is known exactly from elsewhere.
func TestMarginAgreesWithTheExactOne(t *testing.T) {
	found := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "n")
		tilt := rapid.Float64Range(0, 1.5).Draw(t, "tilt")
		x, y, z := make([][2]float64, n), make([]float64, n), make([]margin.Vector, n)
		r2 := 0.0
		for i := range n {
			x[i] = [2]float64{rapid.Float64Range(-3, 3).Draw(t, "x"), rapid.Float64Range(-3, 3).Draw(t, "x")}
			y[i] = math.Copysign(1, x[i][0]-x[i][1]+tilt*rapid.Float64Range(-1, 1).Draw(t, "noise"))
			z[i] = margin.Vector{y[i] * x[i][0], y[i] * x[i][1]}
			r2 = max(r2, x[i][0]*x[i][0]+x[i][1]*x[i][1])
		}
		if r2 < 1e-3 {
			return
		}
		exact := margin.Largest(z)
		got := separate(t.Context(), smo.NewGram(kernel.Linear{}, x), y, r2)
		found[got.separable]++
		if exact.Gamma > got.hi || got.separable && exact.Gamma < got.lo {
			t.Fatalf("γ = %v outside [%v, %v]", exact.Gamma, got.lo, got.hi)
		}
		if got.separable && !exact.Separable || got.inseparable && exact.Gamma > resolution*math.Sqrt(r2) {
			t.Fatalf("%+v, exactly %+v", got, exact)
		}
		if exact.Gamma > 1e-2*math.Sqrt(r2) && !(got.separable && got.hi-got.lo < 1e-8*got.hi) {
			t.Fatalf("γ = %v was only found in [%v, %v]", exact.Gamma, got.lo, got.hi)
		}
	})
	if found[true] == 0 || found[false] == 0 {
		t.Errorf("%v", found)
	}
}

// problem draws points, perhaps with duplicates, and a kernel.
func problem(t *rapid.T) algotest.Trial {
	rows := make([][3]float64, rapid.IntRange(1, 14).Draw(t, "n"))
	scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 30}).Draw(t, "scale")
	whole := rapid.Bool().Draw(t, "whole")
	for i := range rows {
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			rows[i][2] = float64(2*rapid.IntRange(0, 1).Draw(t, "label") - 1)
			continue
		}
		for c := range 2 {
			if rows[i][c] = scale * rapid.Float64Range(-2, 2).Draw(t, "x"); whole {
				rows[i][c] = float64(rapid.IntRange(-2, 2).Draw(t, "x"))
			}
		}
		rows[i][2] = math.Copysign(1, rows[i][0]*rows[i][1]+scale*scale*rapid.Float64Range(-0.5, 0.5).Draw(t, "noise"))
	}
	return algotest.Trial{Set: dataset.Labelled(rows...).Set, Params: param.Values{
		"kernel":     rapid.SampledFrom([]string{"linear", "poly", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
		"gamma":      param.Format(math.Pow(10, rapid.Float64Range(-1, 1).Draw(t, "log γ"))),
		"coef0":      param.Format(rapid.SampledFrom([]float64{-1, 0, 1, 0.3}).Draw(t, "c₀")),
		"degree":     rapid.SampledFrom([]string{"1", "2", "3", "6"}).Draw(t, "d"),
		"max_epochs": "12",
	}}
}

// Whatever the points and the kernel, no promise is broken.
func TestPromisesHold(t *testing.T) {
	verdicts := map[string]int{}
	algotest.PromisesHold(t, Demo, problem, func(_ *rapid.T, _ algos.Step, checks []algos.Check) {
		for _, c := range checks {
			verdicts[c.Name+" "+string(c.Verdict)]++
		}
	})
	for _, want := range []string{"same holds", "bound holds", "bound not-applicable", "hull holds", "margin holds", "identity holds", "norm not-applicable"} {
		if verdicts[want] == 0 {
			t.Errorf("never: %s", want)
		}
	}
}

// Every certificate can fail.
func TestSpoiltStatesAreCaught(t *testing.T) {
	end := func(id string) view {
		all := preset(t, id)
		return *viewOf(all[len(all)-1])
	}
	own := func(s *view, change func(*task)) {
		t := *s.task
		t.best.toward = slices.Clone(t.best.toward)
		change(&t)
		s.task = &t
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		name    string
		on      view
		corrupt func(*view)
	}{
		{"bound", end("circles"), func(s *view) { s.alpha.total = 400 }},
		{"projection", end("circles"), func(s *view) { s.along = 1 }},
		{"norm", end("circles"), func(s *view) { s.norm2 = 1000 }},
		{"norm", end("overlap"), func(s *view) { s.norm2 = 1e6 }},
		{"separates", end("circles"), func(s *view) { s.wrong = 1 }},
		{"margin", end("circles"), func(s *view) { own(s, func(t *task) { t.best.lo *= 1.001 }) }},
		{"margin", end("circles"), func(s *view) { own(s, func(t *task) { t.best.toward[3] = 0.1 }) }},
		{"hull", end("overlap"), func(s *view) { own(s, func(t *task) { t.best.hi = 1e-3 }) }},
		{"same", end("circles"), func(s *view) { s.twin = s.twin.add(2) }},
		{"same", end("circles"), func(s *view) { s.parted = &parting{row: 2, kernel: 0.3, direct: -0.3, rounding: 1e-12} }},
		{"identity", end("circles"), func(s *view) {
			own(s, func(t *task) { t.phi = slices.Clone(t.phi); t.phi[4].weight = 1.9 })
		}},
		{"count", end("circles"), func(s *view) { own(s, func(t *task) { t.phi = t.phi[:5] }) }},
		{"count", end("xor"), func(s *view) { own(s, func(t *task) { t.phi = t.phi[:2] }) }},
	} {
		spoilt := c.on
		c.corrupt(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.name, Good: &c.on, Spoilt: &spoilt})
	}
	algotest.Spoilt(t, cases)
}

// A score that is 0 only up to rounding may part the two runs; the promise is then
// withdrawn, with the reason.
func TestPartingAtATie(t *testing.T) {
	s := *viewOf(preset(t, "circles")[30])
	s.parted = &parting{row: 2, kernel: 0, direct: -1e-16, rounding: 1e-14}
	if c := s.checkSame(); c.Verdict != algos.NotApplicable || c.Why == "" {
		t.Errorf("%+v", c)
	}
}

func TestScales(t *testing.T) {
	data := dataset.Labelled([3]float64{1e9, 1e9, 1}, [3]float64{-1e9, 1, -1})
	for _, v := range []param.Values{{"degree": "10"}, {"degree": "9", "coef0": "-1"}} {
		if last := algotest.Last(t, Demo, data, v); last.Status.State != algos.Refused || last.Status.Reason == "" {
			t.Errorf("%v: %+v", v, last.Status)
		}
	}
	for _, v := range []param.Values{{"degree": "2"}, {"kernel": "linear"}, {"kernel": "rbf", "gamma": "1e6"}} {
		algotest.Promises(t, algotest.Last(t, Demo, data, v))
	}
	lost := dataset.Labelled([3]float64{1e-33, 2e-33, 1}, [3]float64{-3e-33, 1e-33, -1}, [3]float64{1, 1, 1}, [3]float64{1e-200, 0, -1})
	none := dataset.Labelled([3]float64{1e-33, 2e-33, 1}, [3]float64{-3e-33, 1e-33, -1}, [3]float64{1e-200, 0, -1})
	for _, data := range []dataset.Source{lost, none} {
		for _, degree := range []string{"1", "3", "5", "10"} {
			for _, s := range algotest.Steps(t, Demo, data, param.Values{"degree": degree, "coef0": "0", "max_epochs": "5"}) {
				algotest.Promises(t, s)
			}
		}
	}
	tiny := dataset.Labelled([3]float64{1e-9, 1e-9, 1}, [3]float64{-1e-9, 1e-9, -1}, [3]float64{0, 0, 1})
	for _, v := range []param.Values{{"degree": "10", "coef0": "0", "gamma": "1e-6"}, {"kernel": "linear"}, {"coef0": "1000"}} {
		algotest.Promises(t, algotest.Last(t, Demo, tiny, v))
	}
}

func TestCounts(t *testing.T) {
	c, want := newCounts(3), make([]int32, 3)
	var kept []counts
	var lists [][]int32
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		row := r.IntN(3)
		c = c.add(row)
		want[row]++
		kept, lists = append(kept, c.shared()), append(lists, slices.Clone(want))
	}
	for i, k := range kept {
		if !slices.Equal(k.list(), lists[i]) || k.total != i+1 {
			t.Fatalf("after %d: %v, want %v", i+1, k.list(), lists[i])
		}
	}
}

func BenchmarkStart1000(b *testing.B) {
	set, _ := dataset.Generate("moons", 1000, 0.3, 1).Load()
	for _, name := range []string{"poly", "rbf", "laplacian"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run, err := Demo.Steps(b.Context(), algos.NewProblem(set, 1, grid.Window{}), param.Values{"kernel": name, "degree": "3"})
				if err != nil {
					b.Fatal(err)
				}
				for range run {
					break
				}
			}
		})
	}
}

// The notes' tanh example has the eigenvalue −0.674540.
func TestNotAKernel(t *testing.T) {
	v := param.Values{"kernel": "sigmoid", "gamma": "1", "coef0": "-1", "max_epochs": "3"}
	last := algotest.Last(t, Demo, dataset.Labelled([3]float64{0.5, 0, 1}, [3]float64{1.5, 0, -1}), v)
	want := "the kernel matrix of these points has the eigenvalue −0.675: there is no feature space"
	if got := viewOf(last).notAKernel().String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
