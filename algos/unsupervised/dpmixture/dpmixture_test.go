package dpmixture

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// play plays a run with these parameters, and returns its views.
func play(t testing.TB, data dataset.Source, pairs ...string) []view {
	t.Helper()
	var all []view
	for _, s := range algotest.Steps(t, Demo, data, param.Pairs(pairs...)) {
		v, ok := s.View.(view)
		if !ok {
			t.Fatalf("refused: %s", s.Status.Reason)
		}
		all = append(all, v)
	}
	return all
}

func end(t testing.TB, data dataset.Source, pairs ...string) view {
	t.Helper()
	all := play(t, data, pairs...)
	return all[len(all)-1]
}

// The listing of all partitions, against a listing by another program.
func TestAllSeatingsListed(t *testing.T) {
	var want struct {
		X                 []float64
		Alpha             float64
		Sigma2            float64 `json:"sigma2_known"`
		Tau2              float64
		Partitions        int
		Evidence          float64     `json:"log_marginal_likelihood"`
		Posterior         []float64   `json:"posterior_K"`
		Prior             []float64   `json:"prior_K"`
		Prior20           []float64   `json:"prior_K_n20"`
		Together          [][]float64 `json:"co_clustering"`
		Top               [][]any     `json:"top5"`
		PredictiveX       []float64   `json:"predictive_x"`
		PredictiveDensity []float64   `json:"predictive_density"`
	}
	algotest.ReadJSON(t, "testdata/enumeration.json", &want)
	y := make([]vec, len(want.X))
	for i, x := range want.X {
		y[i][0] = x
	}
	e := enumerate(newModel(y, 1, want.Alpha, math.Sqrt(want.Sigma2), math.Sqrt(want.Tau2)))
	if len(e.states) != want.Partitions {
		t.Fatalf("%d seatings, want %d", len(e.states), want.Partitions)
	}
	// The reference has twelve digits.
	near := func(what string, got, want float64) {
		t.Helper()
		algotest.Near(t, what, got, want, 2e-12*max(1, math.Abs(want)))
	}
	near("ln p(x)", e.evidence, want.Evidence)
	for k := range want.Posterior {
		near("posterior", e.post[k+1], want.Posterior[k])
		near("prior", e.prior[k+1], want.Prior[k])
		near("prior by recursion", numbersOfTables(want.Alpha, 7)[k+1], want.Prior[k])
	}
	for k, p := range want.Prior20 {
		near("prior of 20", numbersOfTables(want.Alpha, 20)[k+1], p)
	}
	for i := range want.Together {
		for j := range want.Together {
			near("together", e.together[i][j], want.Together[i][j])
		}
	}
	states := slices.Clone(e.states)
	slices.SortFunc(states, func(a, b seating) int {
		if a.post > b.post {
			return -1
		}
		return 1
	})
	for i, top := range want.Top {
		if got, want := fmt.Sprint(states[i].z[:7]), fmt.Sprint(top[0]); got != want {
			t.Errorf("seating %d is %s, want %s", i+1, got, want)
		}
		near("its probability", states[i].post, top[1].(float64))
	}
	for i, x := range want.PredictiveX {
		near("predictive density", e.density(vec{x}), want.PredictiveDensity[i])
	}
}

// The sampler comes to every number of clusters, and to every pair, as often as all
// seatings say: 40,000 sweeps over the seven points. The standard errors of numbers are exact; those of pairs are by batches of 400 sweeps. Five
// of them are exceeded once in two million numbers by chance.
func TestSamplerAgreesWithAllSeatings(t *testing.T) {
	const sweeps, burn, batch = 40_000, 100, 400
	y := make([]vec, 7)
	for i, q := range algotest.Load(t, seven).Points {
		y[i][0] = q.X[0]
	}
	m := newModel(y, 1, 0.8, 0.5, 2)
	e := enumerate(m)
	g, r := newGibbs(m, make([]uint16, 7)), rand.New(rand.NewPCG(5, 8))
	numbers := make([]float64, 8)
	var pairs [7][7][]float64
	for s := range sweeps + burn {
		g.refresh()
		for i := range y {
			g.point(i, r.Float64())
		}
		if s < burn {
			continue
		}
		numbers[len(g.sizes())] += 1. / sweeps
		for a := range 7 {
			for b := range a {
				if (s-burn)%batch == 0 {
					pairs[a][b] = append(pairs[a][b], 0)
				}
				if g.z[a] == g.z[b] {
					pairs[a][b][len(pairs[a][b])-1] += 1. / batch
				}
			}
		}
	}
	x := e.mix(context.Background(), make([]uint16, 7))
	if !x.settled {
		t.Fatal("autocovariances do not fall off")
	}
	for k := 1; k <= 7; k++ {
		if off := math.Abs(numbers[k]-e.post[k]) / x.deviation(k, sweeps); off > 5 && e.post[k]*sweeps > 30 {
			t.Errorf("%d clusters: %v of the sweeps, %v exactly, %.1f standard errors apart", k, numbers[k], e.post[k], off)
		}
	}
	for a := range 7 {
		for b := range a {
			mean, square, n := 0.0, 0.0, float64(len(pairs[a][b]))
			for _, f := range pairs[a][b] {
				mean, square = mean+f/n, square+f*f/n
			}
			p := e.together[a][b]
			off := math.Abs(mean-p) / math.Sqrt(max(square-mean*mean, p*(1-p)/batch)/n)
			if off > 5 && p*sweeps > 30 {
				t.Errorf("points %d and %d: together in %v, %v exactly, %.1f standard errors apart", a+1, b+1, mean, p, off)
			}
		}
	}
}

// The standard errors that all transitions give are those that many runs show: the share of
// four clusters over 100 sweeps, in 1,500 runs from draws of the posterior.
func TestStandardErrors(t *testing.T) {
	const runs, sweeps = 1500, 100
	y := make([]vec, 7)
	for i, q := range algotest.Load(t, seven).Points {
		y[i][0] = q.X[0]
	}
	m := newModel(y, 1, 0.8, 0.5, 2)
	e := enumerate(m)
	x := e.mix(context.Background(), make([]uint16, 7))
	g, r := newGibbs(m, make([]uint16, 7)), rand.New(rand.NewPCG(1, 3))
	square := 0.0
	for range runs {
		f := 0.0
		for range sweeps {
			g.refresh()
			for i := range y {
				g.point(i, r.Float64())
			}
			if len(g.sizes()) == 4 {
				f += 1. / sweeps
			}
		}
		square += (f - e.post[4]) * (f - e.post[4]) / runs
	}
	// A variance of 1,500 numbers is off by √(2/1500) = 4 %, its root by half of that.
	want := x.deviation(4, sweeps)
	algotest.Near(t, "standard error", math.Sqrt(square), want, 0.08*want)
}

// Geweke's test: seatings and places drawn by the whole process, and by a chain that seats
// the points anew and draws their places given their tables, agree in the means of the
// number of tables and of the squared sums of tables. The standard errors of the chain are
// by batches of 200; four of them are exceeded once in 8,000 means by chance, and there
// are two of these.
func TestGeweke(t *testing.T) {
	const n, samples, thin = 5, 20_000, 4
	const alpha, sigma, tau = 0.9, 0.7, 1.1
	r := rand.New(rand.NewPCG(11, 4))
	places := func(z []uint16) []vec {
		y := make([]vec, n)
		for _, rows := range tables(z) {
			c := vec{tau * r.NormFloat64(), tau * r.NormFloat64()}
			for _, i := range rows {
				y[i] = vec{c[0] + sigma*r.NormFloat64(), c[1] + sigma*r.NormFloat64()}
			}
		}
		return y
	}
	prior := func() []uint16 {
		z, top := make([]uint16, n), 0
		for i := range z {
			k := top
			if u := r.Float64() * (alpha + float64(i)); u < float64(i) {
				k = int(z[int(u)])
			}
			z[i], top = uint16(k), max(top, k+1)
		}
		return z
	}
	moments := func(z []uint16, y []vec) [2]float64 {
		m := newModel(y, 2, alpha, sigma, tau)
		sum := 0.0
		for _, rows := range tables(z) {
			s := m.sum(rows)
			sum += s[0]*s[0] + s[1]*s[1]
		}
		return [2]float64{float64(len(newGibbs(m, z).sizes())), sum}
	}
	const batch = 200
	var mean, variance [2][2]float64
	note := func(which int, m [][2]float64) {
		for j := range 2 {
			sum, square := 0.0, 0.0
			for _, x := range m {
				sum, square = sum+x[j], square+x[j]*x[j]
			}
			n := float64(len(m))
			mean[which][j], variance[which][j] = sum/n, (square/n-sum*sum/(n*n))/n
		}
	}
	var drawn, batches [][2]float64
	for range samples {
		z := prior()
		drawn = append(drawn, moments(z, places(z)))
	}
	note(0, drawn)
	z := prior()
	y := places(z)
	for i := range samples {
		for range thin {
			g := newGibbs(newModel(y, 2, alpha, sigma, tau), z)
			for i := range n {
				g.point(i, r.Float64())
			}
			z = g.z
			y = places(z)
		}
		if i%batch == 0 {
			batches = append(batches, [2]float64{})
		}
		for j, x := range moments(z, y) {
			batches[len(batches)-1][j] += x / batch
		}
	}
	note(1, batches)
	for j := range 2 {
		if off := math.Abs(mean[0][j]-mean[1][j]) / math.Sqrt(variance[0][j]+variance[1][j]); off > 4 {
			t.Errorf("moment %d: %v by the process, %v by the chain, %.1f standard errors apart", j, mean[0][j], mean[1][j], off)
		}
	}
}

// What a step says of its draw is what the sampler drew by.
func TestDrawIsTheSamplers(t *testing.T) {
	for _, begin := range []string{together, alone, oneByOne} {
		for _, v := range play(t, blobs, "init", begin, "detail_sweeps", "3", "sweeps", "4", "alpha", "3") {
			if v.at() < 0 {
				continue
			}
			x := v.last()
			if x.options[x.new].k != int(v.drawn[x.i]) {
				t.Fatalf("table %d was drawn, and %d is shown", v.drawn[x.i], x.options[x.new].k)
			}
			// The sampler goes through the tables by their numbers, a new one at its own.
			order := slices.Clone(x.options)
			slices.SortFunc(order, func(a, b option) int { return a.k - b.k })
			below := 0.0
			for _, o := range order {
				if o.k == x.options[x.new].k {
					break
				}
				below += o.p
			}
			if v.u < below-1e-9 || v.u > below+x.options[x.new].p+1e-9 {
				t.Fatalf("u = %v, and table %d has %v from %v on", v.u, x.options[x.new].k, x.options[x.new].p, below)
			}
			if v.size != algos.Pass && math.Abs(v.log-v.before-(x.options[x.new].log-x.options[x.old].log)) > 1e-9 {
				t.Fatalf("ln p changed by %v", v.log-v.before)
			}
		}
	}
}

// Walking through sweeps changes nothing: it is the same run with more to see.
func TestWalkedRunIsTheSame(t *testing.T) {
	quick, slow := play(t, blobs, "sweeps", "6", "detail_sweeps", "0"), play(t, blobs, "sweeps", "6", "detail_sweeps", "6")
	if len(quick) != 7 || len(slow) != 1+6*40 {
		t.Fatalf("%d and %d steps", len(quick), len(slow))
	}
	if a, b := quick[6], slow[len(slow)-1]; !slices.Equal(a.now(), b.now()) || a.log != b.log {
		t.Errorf("ln p is %v, and %v where sweeps were walked", a.log, b.log)
	}
}

func points(rows ...[]float64) dataset.Source {
	s := dataset.Set{Dim: len(rows[0]), Target: dataset.None}
	for _, row := range rows {
		var p dataset.Point
		copy(p.X[:], row)
		s.Points = append(s.Points, p)
	}
	return dataset.Explicit(s)
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		data  dataset.Source
		pairs []string
		want  string
	}{
		{points([]float64{1, 2}), []string{"init", given}, "one label is needed for each of 1 point, and 3 are given"},
		{dataset.NumberLine(0, 1), []string{"init", given, "assignments", ""}, "one label is needed for each of 2 points, and 0 are given"},
	} {
		s := algotest.Last(t, Demo, c.data, param.Pairs(c.pairs...))
		if got := s.Status.Reason.String(); s.Status.State != algos.Refused || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for _, text := range []string{"1 a", "0", "301", "-1", "1.5"} {
		if _, err := assignments(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestGivenTables(t *testing.T) {
	v := play(t, dataset.NumberLine(0, 1, 2, 3), "init", given, "assignments", "7, 2 7\n5")[0]
	if got := fmt.Sprint(v.now()); got != "[0 1 0 2]" {
		t.Error(got)
	}
}

// Points that are equal, far away, huge or tiny: an answer, and no broken promise.
func TestHardPoints(t *testing.T) {
	for name, data := range map[string]dataset.Source{
		"equal": equal, "one": dataset.NumberLine(3), "two": dataset.NumberLine(2, 2),
		"huge": dataset.NumberLine(-1e9, 0, 1e9, 1e9), "tiny": dataset.NumberLine(0, 1e-100, 2e-100),
		"far": dataset.NumberLine(1e9-2, 1e9-1, 1e9), "huge plane": points([]float64{1e9, 1e9}, []float64{-1e9, 1e9}),
	} {
		for _, pairs := range [][]string{nil, {"sigma", "1e-6"}, {"tau", "1e-6"}, {"tau", "1e6", "sigma", "1e6"}, {"alpha", "1e-6"}, {"alpha", "1e6"}} {
			for i, v := range play(t, data, append(pairs, "sweeps", "70", "burn_in", "0")...) {
				if i > 4 && i%30 != 0 {
					continue
				}
				for _, c := range v.Checks() {
					if c.Verdict == algos.Broken {
						t.Errorf("%s, %v, sweep %d: %s: %v %s %v", name, pairs, v.sweep, c.Name, c.Left, c.Rel, c.Right)
					}
				}
				v.Panels()
				v.Say()
			}
		}
	}
}

// Whatever the points and the priors: no promise is broken.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n, dim := rapid.IntRange(1, 10).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "dim")
		scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 1e4}).Draw(t, "scale")
		rows := make([][]float64, n)
		for i := range rows {
			if i > 0 && rapid.IntRange(0, 4).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
				continue
			}
			rows[i] = rapid.SliceOfN(rapid.Float64Range(-2*scale, 2*scale), dim, dim).Draw(t, "x")
		}
		draw := func(name string, values ...string) string { return rapid.SampledFrom(values).Draw(t, name) }
		return algotest.Trial{Seed: rapid.Uint64Max(99).Draw(t, "seed"), Set: algotest.Load(t, points(rows...)), Params: algotest.Values(
			"alpha", draw("α", "1e-6", "0.1", "1", "10", "1e6"), "sigma", draw("σ", "0.001", "0.3", "1", "100"), "tau", draw("τ", "0.001", "1", "100"),
			"init", draw("init", together, alone, oneByOne), "sweeps", draw("sweeps", "0", "3", "60", "80"), "burn_in", draw("burn_in", "0", "10"),
			"detail_sweeps", draw("detail_sweeps", "0", "1"), "prior_mean", draw("prior_mean", "0,0", "1,-3"),
		)}
	})
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := end(t, seven, "alpha", "0.8", "sweeps", "400", "burn_in", "20")
	spoil := func(check string, corrupt func(v *view)) algotest.Spoiling {
		s := good
		own, m := *good.task, *good.model
		own.model, s.task = &m, &own
		s.nk, s.drawn, s.numbers = slices.Clone(s.nk), slices.Clone(s.drawn), slices.Clone(s.numbers)
		corrupt(&s)
		return algotest.Spoiling{Check: check, Good: good, Spoilt: s}
	}
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("ratio", func(v *view) { v.log0(func(l []float64) { l[1] += 0.1 }) }),
		spoil("chain", func(v *view) { v.log += 0.001 }),
		spoil("closed", func(v *view) { v.tau2 *= 1.01 }),
		spoil("prior", func(v *view) { v.alpha *= 1.01 }),
		spoil("kept", func(v *view) {
			e := *v.exact
			m := *e.model
			m.log = slices.Clone(m.log)
			m.log[0] += 0.1
			e.model, v.exact = &m, &e
			v.mixing = func() *mixing { return e.mix(context.Background(), v.first) }
		}),
		spoil("numbers", func(v *view) {
			for i := range v.numbers {
				v.numbers[i] = min(7, v.numbers[i]+1)
			}
		}),
	})
}

// log0 spoils a copy of the tables' logarithms.
func (v *view) log0(spoil func([]float64)) {
	v.model.log = slices.Clone(v.model.log)
	spoil(v.model.log)
}

func TestSweepDoesNotAllocate(t *testing.T) {
	m := newModel([]vec{{1}, {2}, {0, 4}, {3, 3}, {1, 1}}, 2, 1, 0.5, 2)
	g, r := newGibbs(m, make([]uint16, 5)), rand.New(rand.NewPCG(1, 1))
	if n := testing.AllocsPerRun(50, func() {
		g.refresh()
		for i := range g.z {
			g.point(i, r.Float64())
		}
	}); n != 0 {
		t.Errorf("a sweep allocates %v times", n)
	}
}

// BenchmarkSweep is one sweep over three hundred points.
func BenchmarkSweep(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	y := make([]vec, maxPoints)
	for i := range y {
		y[i] = vec{2 * r.NormFloat64(), 2 * r.NormFloat64()}
	}
	g := newGibbs(newModel(y, 2, 1, 0.5, 2), make([]uint16, maxPoints))
	b.ReportAllocs()
	for b.Loop() {
		for i := range g.z {
			g.point(i, r.Float64())
		}
	}
}

// BenchmarkAllSeatings lists the seatings of seven points, and follows their frequencies.
func BenchmarkAllSeatings(b *testing.B) {
	y := []vec{{-1.87}, {-1.54}, {-0.83}, {1.18}, {2.11}, {0.37}, {1.66}}
	for b.Loop() {
		enumerate(newModel(y, 1, 0.8, 0.5, 2)).mix(context.Background(), make([]uint16, 7))
	}
}

// What the lesson and the tour say stands in the steps that they lead to.
func TestLessonsNumbers(t *testing.T) {
	all := algotest.Linked(t, Demo, "lesson", "?preset=seven&step=0#numbers").View.(view).exact
	algotest.Written(t, Demo, "lesson", "-14.77", all.evidence)
	algotest.Written(t, Demo, "lesson", "0.447", all.post[3])
	algotest.Written(t, Demo, "tour", "0.447", all.post[3])
	algotest.Written(t, Demo, "lesson", "3.22", all.mean)
	equal := algotest.Linked(t, Demo, "lesson", "?preset=equal&step=end#numbers").View.(view)
	algotest.Written(t, Demo, "lesson", "0.63", equal.exact.post[1])
	clusters := func(link string) float64 { return algotest.Linked(t, Demo, "lesson", link).Metric("mean_clusters") }
	if n := clusters("?preset=narrow&step=end#sigma"); n < 8 {
		t.Errorf("each group is said to be torn into many, and there are %v clusters", n)
	}
	broad := algotest.Linked(t, Demo, "lesson", "?preset=broad&step=end#sigma").View.(view)
	if n := slices.Max(broad.nk); n < 20 {
		t.Errorf("a cluster is said to have points of several groups, and the largest has %d of 40", n)
	}
	if n := clusters("?preset=moons&step=end"); n < 3 {
		t.Errorf("more clusters than moons are promised, and there are %v", n)
	}
	if few, many := clusters("?preset=small-alpha&step=end#alpha"), clusters("?preset=large-alpha&step=end#alpha"); few > 4 || many < 10 {
		t.Errorf("%v clusters with a small α, %v with a large one", few, many)
	}
}

// The story of the first view has no more parts than are read at a glance, and figures stand clear of the bars.
func TestFirstViewIsShort(t *testing.T) {
	first := Demo.Presets[0]
	v := algotest.Steps(t, Demo, first.Data, first.Params)[first.Opens].View.(view)
	if n := len(v.Say()); n > 6 {
		t.Errorf("the story has %d parts", n)
	}
	p := v.draws()
	for _, m := range p.Marks {
		text, ok := m.(mark.Texts)
		if !ok {
			continue
		}
		for i, at := range text.At {
			// In the lowest picture, of 110 pixels, half a line is 7 pixels, and the line on a bar 2 more.
			pixel := (p.Y.Max - p.Y.Min) / 110
			for _, m := range p.Marks {
				if bar, ok := m.(mark.Rect); ok && at.X > bar.Min.X && at.X < bar.Max.X && at.Y > -7*pixel && at.Y < bar.Max.Y+9*pixel {
					t.Errorf("%q at %v lies on the top of the bar to %g", text.Text[i], at, bar.Max.Y)
				}
			}
		}
	}
}
