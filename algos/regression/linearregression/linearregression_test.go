package linearregression

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/param"
)

var vals = algotest.Values

func viewOf(t *testing.T, s algos.Step) view {
	t.Helper()
	v, ok := s.View.(view)
	if !ok {
		t.Fatalf("%v", s.Status)
	}
	return v
}

type oracle struct {
	Cases []struct {
		ID, Data string
		OLS      struct {
			W      []float64
			B, RSS float64
		}
	}
}

// The reference fits on tables of 1 to 8 columns.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/ols.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			var table dataset.Table
			var csv struct{ Rows [][]float64 }
			algotest.ReadJSON(t, "testdata/"+c.Data+".json", &csv)
			for k := range csv.Rows[0] {
				table.Columns = append(table.Columns, dataset.Column{Name: "c" + string(rune('a'+k)), Wanted: k == len(csv.Rows[0])-1})
			}
			table.Rows = csv.Rows
			last := algotest.Last(t, Demo, dataset.Tabled(table), nil)
			algotest.Promises(t, last)
			m := last.Model()
			for j, w := range m.Value("theta").([]float64) {
				algotest.Near(t, "w", w, c.OLS.W[j], 1e-10)
			}
			algotest.Near(t, "b", m.Value("theta0").(float64), c.OLS.B, 1e-10)
			algotest.Near(t, "rss", m.Value("rss").(float64), c.OLS.RSS, 1e-10)
		})
	}
}

// N10 of 003: the loss of three updates, and the gradient at 0.
func TestDescentOfTheNotes(t *testing.T) {
	steps := algotest.Steps(t, Demo, three, vals("solver", "gd"))
	for k, want := range []float64{4.666667, .607407, .556181} {
		if got := steps[k].Metric("loss"); math.Abs(got-want) > 5e-7 {
			t.Errorf("after %d updates the loss is %v, want %v", k, got, want)
		}
	}
	g := viewOf(t, steps[1]).state.gradient
	if math.Abs(g[1]+8.666667) > 5e-7 || math.Abs(g[0]+4) > 1e-12 {
		t.Errorf("gradient %v", g)
	}
	if limit := viewOf(t, steps[0]).limit(); math.Abs(limit-.180295) > 5e-7 {
		t.Errorf("it diverges above %v, want 0.180295", limit)
	}
}

// N11: momentum on w² from 1, which is (θ − 1)² from 0 turned around.
func TestMomentumOfTheNotes(t *testing.T) {
	steps := algotest.Steps(t, Demo, parabola, vals("solver", "momentum", "fit_intercept", "false", "max_iter", "6"))
	for k, w := range []float64{1, .8, .46, .062, -.3086, -.58042, -.708974} {
		if got := 1 - viewOf(t, steps[k]).theta[0]; math.Abs(got-w) > 1e-12 {
			t.Errorf("after %d updates w = %v, want %v", k, got, w)
		}
	}
}

// Below 2/L the descent converges, above it diverges, in either loss.
func TestLimitOfTheStepSize(t *testing.T) {
	for _, solver := range []string{"gd", "momentum"} {
		for _, loss := range []string{"mean", "sum"} {
			base := []string{"solver", solver, "loss", loss, "max_iter", "5000", "momentum", "0.5"}
			limit := viewOf(t, algotest.Last(t, Demo, three, vals(append(base, "max_iter", "1")...))).limit()
			for share, want := range map[float64]algos.State{0.97: algos.Converged, 1.03: algos.Diverged} {
				last := algotest.Last(t, Demo, three, vals(append(base, "eta", param.Format(share*limit))...))
				if last.Status.State != want {
					t.Errorf("%s, %s at %v of the limit: %v", solver, loss, share, last.Status)
				}
			}
		}
	}
}

// The handle of η stands at η beside the limit that the picture draws: dragged to the left
// of it the descent converges, to the right it diverges, where the factor is above 1.
func TestTheStepSizeIsDragged(t *testing.T) {
	rate := func(eta float64) (last algos.Step, h mark.Handle, limit float64) {
		last = algotest.Last(t, Demo, three, vals("solver", "gd", "max_iter", "5000", "eta", param.Format(eta)))
		for _, m := range viewOf(t, last).rates().Marks {
			switch m := m.(type) {
			case mark.Handle:
				h = m
			case mark.Rule:
				if m.Vertical {
					limit = m.At
				}
			}
		}
		return last, h, limit
	}
	_, h, limit := rate(0.1)
	if h.Param != "eta" || h.Along != mark.Horizontal || h.At.X != 0.1 {
		t.Fatalf("%+v", h)
	}
	for share, want := range map[float64]algos.State{0.5: algos.Converged, 0.97: algos.Converged, 1.03: algos.Diverged} {
		last, h, _ := rate(share * limit)
		if h.At.X != share*limit || last.Status.State != want {
			t.Errorf("dragged to %v of the limit it is at %v: %v", share, h.At.X, last.Status)
		}
		if (h.At.Y < 1) != (want == algos.Converged) {
			t.Errorf("at %v of the limit the factor is drawn at %v", share, h.At.Y)
		}
	}
}

// The sum with η/n is the mean with η.
func TestSumIsMeanTimesN(t *testing.T) {
	for _, solver := range []string{"gd", "sgd", "minibatch", "momentum"} {
		mean := algotest.Steps(t, Demo, three, vals("solver", solver, "batch", "2", "eta", "0.06", "max_iter", "50"))
		sum := algotest.Steps(t, Demo, three, vals("solver", solver, "batch", "2", "eta", "0.02", "max_iter", "50", "loss", "sum"))
		for k := range min(len(mean), len(sum)) {
			a, b := viewOf(t, mean[k]).theta, viewOf(t, sum[k]).theta
			if math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1]) > 1e-12 {
				t.Fatalf("%s, step %d: %v and %v", solver, k, a, b)
			}
		}
	}
}

// The mean of the gradients of all samples, or of all pairs, is the gradient, and that is the slope
// of the loss by finite differences.
func TestGradients(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, valley(), vals("solver", "sgd", "max_iter", "7")))
	n := len(v.y)
	whole := v.task.gradient(v.theta, nil)
	for j := range whole {
		single, pairs := 0.0, 0.0
		for i := range n {
			single += v.task.gradient(v.theta, []int{i})[j] / float64(n)
			for k := range i {
				pairs += v.task.gradient(v.theta, []int{k, i})[j] / float64(n*(n-1)/2)
			}
		}
		const h = 1e-5
		up, down := slices.Clone(v.theta), slices.Clone(v.theta)
		up[j], down[j] = up[j]+h, down[j]-h
		slope := (v.look(up).loss - v.look(down).loss) / (2 * h)
		for _, got := range []float64{single, pairs, slope} {
			if math.Abs(got-whole[j]) > 1e-8*(1+math.Abs(whole[j])) {
				t.Errorf("∂L/∂θ%d: %v, %v, %v, want %v", j, single, pairs, slope, whole[j])
			}
		}
	}
}

// Of absolute values some line through two points is best: brute force over all pairs.
func TestAbsoluteValuesByBruteForce(t *testing.T) {
	for _, data := range []dataset.Source{outlier(), noisyLine, three} {
		v := viewOf(t, algotest.Last(t, Demo, data, vals("solver", "irls", "loss", "sum", "max_iter", "2000")))
		least := math.Inf(1)
		for i, p := range v.Points {
			for _, q := range v.Points[:i] {
				if p.X[0] == q.X[0] {
					continue
				}
				b := (p.Y - q.Y) / (p.X[0] - q.X[0])
				total := 0.0
				for _, r := range lsq.Residuals(v.x, v.y, []float64{p.Y - b*p.X[0], b}) {
					total += math.Abs(r)
				}
				least = min(least, total)
			}
		}
		if got := v.loss; math.Abs(got-least) > 1e-5*least {
			t.Errorf("Σ|r| = %v, the best is %v", got, least)
		}
	}
}

// The optimality of powers: Σ|r|ᵖ⁻¹ sign(r) x = 0.
func TestPowersAreOptimal(t *testing.T) {
	for _, p := range []string{"1.5", "2", "2.5", "3", "4"} {
		v := viewOf(t, algotest.Last(t, Demo, outlier(), vals("solver", "irls", "p", p, "max_iter", "2000")))
		r := v.residuals()
		for j, column := range v.x {
			slope, size := 0.0, 0.0
			for i, e := range r {
				d := math.Copysign(math.Pow(math.Abs(e), v.P-1), e) * column[i]
				slope, size = slope+d, size+math.Abs(d)
			}
			if math.Abs(slope) > 1e-4*size {
				t.Errorf("p = %s: the slope along θ%d is %v of %v", p, j, slope, size)
			}
		}
	}
}

// Fits on tables have the names of the samples, and no words in them.
func TestTables(t *testing.T) {
	last := algotest.Last(t, Demo, mtcars, nil)
	v := viewOf(t, last)
	if len(v.x) != 11 || v.row(0).String() != "Mazda RX4" || v.names[1].String() != "cyl" {
		t.Fatalf("%d columns, row %s, column %s", len(v.x), v.row(0), v.names[1])
	}
	if target := mtcars.Table.Columns[mtcars.Table.Target()].Name; target != "mpg" {
		t.Errorf("the target of the cars is %s", target)
	}
	if target := longley.Table.Columns[longley.Table.Target()].Name; target != "employed" {
		t.Errorf("the target of Longley's table is %s", target)
	}
	y := last.Model().PredictRow([]float64{0, 6, 160, 110, 3.9, 2.62, 16.46, 0, 1, 4, 4})[0].Value.(float64)
	if math.Abs(y-(21-v.residuals()[0])) > 1e-9 {
		t.Errorf("the first car is predicted as %v", y)
	}
	repeated := mtcars.Table.Clone()
	repeated.Rows[1][0] = repeated.Rows[0][0]
	wide := dataset.Table{}
	for k := range 12 {
		wide.Columns = append(wide.Columns, dataset.Column{Name: "c" + string(rune('a'+k)), Wanted: k == 11})
	}
	wide.Rows = [][]float64{make([]float64, 12)}
	for _, c := range []dataset.Table{repeated, wide, {Columns: wide.Columns[9:]}} {
		if s := algotest.Last(t, Demo, dataset.Tabled(c), nil); s.Status.State != algos.Refused {
			t.Errorf("%v", s.Status)
		}
	}
}

// Without an intercept the line goes through the origin; collinear and constant columns
// and few samples give an answer.
func TestDegenerateTables(t *testing.T) {
	table := func(rows ...[]float64) dataset.Source {
		t := dataset.Table{Columns: []dataset.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "y", Wanted: true}}, Rows: rows}
		return dataset.Tabled(t)
	}
	for name, data := range map[string]dataset.Source{
		"collinear":  table([]float64{1, 2, 0, 1}, []float64{2, 4, 1, 0}, []float64{3, 6, 5, 2}, []float64{4, 8, 2, 2}, []float64{5, 10, 2, 3}),
		"constant":   table([]float64{1, 7, 0, 1}, []float64{2, 7, 1, 0}, []float64{3, 7, 5, 2}, []float64{4, 7, 2, 2}, []float64{5, 7, 2, 3}),
		"few rows":   table([]float64{1, 7, 0, 1}, []float64{2, 3, 1, 0}),
		"one sample": table([]float64{1, 7, 0, 1}),
		"zeros":      table([]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}),
		"huge":       table([]float64{1e9, 1, 1e-9, 1e9}, []float64{-1e9, 2, 3e-9, 1}, []float64{1e8, 2, 1e-9, 5}),
	} {
		for _, solver := range []string{"exact", "gd", "sgd", "minibatch", "momentum", "irls"} {
			for _, intercept := range []string{"true", "false"} {
				for _, s := range algotest.Steps(t, Demo, data, vals("solver", solver, "fit_intercept", intercept, "max_iter", "20")) {
					algotest.Promises(t, s)
					if f := algotest.Faults(Demo, s); len(f) > 0 {
						t.Fatalf("%s, %s: %v", name, solver, f)
					}
				}
			}
		}
	}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		rows := make([][2]float64, rapid.IntRange(1, 12).Draw(t, "n"))
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
		for i := range rows {
			rows[i] = [2]float64{scale * rapid.Float64Range(-2, 2).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "y")}
		}
		v := param.Values{
			"solver":        rapid.SampledFrom([]string{"exact", "gd", "sgd", "minibatch", "momentum", "irls"}).Draw(t, "solver"),
			"loss":          rapid.SampledFrom([]string{"sum", "mean"}).Draw(t, "loss"),
			"eta":           param.Format(math.Pow(10, rapid.Float64Range(-4, 1).Draw(t, "log eta"))),
			"p":             param.Format(rapid.Float64Range(1, 4).Draw(t, "p")),
			"fit_intercept": rapid.SampledFrom([]string{"true", "false"}).Draw(t, "fit_intercept"),
			"max_iter":      "40",
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Line(rows...)), Params: v, Most: 50}
	})
}

// Every promise can fail: a state that is not what the run made of it breaks it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, v view, change func(s *state)) algotest.Spoiling {
		s := *v.state
		change(&s)
		return algotest.Spoiling{Check: check, Good: v, Spoilt: view{state: &s}}
	}
	fit := viewOf(t, algotest.Last(t, Demo, noisyLine, nil))
	down := viewOf(t, algotest.Steps(t, Demo, noisyLine, vals("solver", "gd"))[5])
	robust := viewOf(t, algotest.Steps(t, Demo, outlier(), vals("solver", "irls"))[3])
	away := viewOf(t, algotest.Steps(t, Demo, noisyLine, vals("solver", "gd", "eta", "1"))[3])
	single := viewOf(t, algotest.Steps(t, Demo, noisyLine, vals("solver", "sgd"))[5])
	batch := viewOf(t, algotest.Steps(t, Demo, noisyLine, vals("solver", "minibatch"))[5])
	tall := viewOf(t, algotest.Last(t, Demo, people(), vals("overlay", "regression-function")))
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("orthogonal", fit, func(s *state) { s.theta = []float64{s.theta[0] + 1e-4, s.theta[1]} }),
		spoil("pythagoras", fit, func(s *state) { s.theta = []float64{s.theta[0], s.theta[1] + 1e-3} }),
		spoil("columns", fit, func(s *state) { s.rss = s.rssWas * 1.01 }),
		spoil("least", fit, func(s *state) { s.rss *= 0.99 }),
		spoil("descent", down, func(s *state) { s.loss = s.before * 1.01 }),
		spoil("factor", down, func(s *state) { s.theta = []float64{s.theta[0], s.theta[1] + 1e-3} }),
		spoil("growth", away, func(s *state) { s.theta = s.best }),
		spoil("unbiased", single, func(s *state) { s.theta = []float64{s.theta[0] + 1e-3, s.theta[1]} }),
		spoil("unbiased", batch, func(s *state) { s.theta = []float64{s.theta[0], s.theta[1] - 1e-3} }),
		spoil("likelihood", fit, func(s *state) {
			worse := *s.task
			worse.bestRSS *= 1.01
			s.task = &worse
		}),
		spoil("regression", tall, func(s *state) { s.rss *= 1.001 }),
		spoil("rise", robust, func(s *state) { s.loss = s.before * 1.01 }),
	})
}

// The likelihood is on the page: of three points the variance 0.5 and the log-likelihood −3.217 stand
// in the story, and least squares has the largest likelihood of all θ.
func TestTheLikelihoodIsSaid(t *testing.T) {
	last := algotest.Last(t, Demo, three, nil)
	if said := last.Say()[2].Text.String(); !strings.HasSuffix(said, "is 0.5, and the log-likelihood −3.217.") {
		t.Errorf("the story says %s", said)
	}
	v := viewOf(t, last)
	sum := 0.0
	for _, r := range v.residuals() {
		sum += -math.Log(2*math.Pi*0.5)/2 - r*r
	}
	algotest.Near(t, "log-likelihood", v.likelihood(v.rss), sum, 1e-12)
	for _, theta := range [][]float64{{1.01, 0.5}, {1, 0.49}, {0.9, 0.55}} {
		if other := v.look(theta); other.likelihood(other.rss) >= v.likelihood(v.rss) {
			t.Errorf("%v is as likely as least squares", theta)
		}
	}
}

// The mean of all single-sample steps is the gradient step, at every step of a run, and so is that of
// all mini-batches; a step that is not −η times a sample's gradient is found out.
func TestStochasticStepsAreUnbiased(t *testing.T) {
	for _, solver := range []string{"sgd", "minibatch"} {
		for _, loss := range []string{"mean", "sum"} {
			for _, s := range algotest.Steps(t, Demo, three, vals("solver", solver, "loss", loss, "batch", "2", "eta", "0.02", "max_iter", "30"))[1:] {
				v := viewOf(t, s)
				if c := algotest.Check(t, v, "unbiased"); c.Verdict != algos.Holds {
					t.Errorf("%s, %s, %s: %+v", solver, loss, s.Phase, c)
				}
				mean, full := make([]float64, 2), v.task.gradient(v.from, nil)
				for i := range v.y {
					for j, g := range v.task.gradient(v.from, []int{i}) {
						mean[j] += (v.from[j] - v.Eta*g) / float64(len(v.y))
					}
				}
				for j := range mean {
					algotest.Near(t, "mean of the steps", mean[j], v.from[j]-v.Eta*full[j], 1e-12)
				}
			}
		}
	}
}

// Above 2/L the guarantee of growth holds at every iteration, up to the end of the run; below it is
// that of descent which is judged.
func TestGrowthAboveTheLimit(t *testing.T) {
	p := presets[slices.IndexFunc(presets, func(p algos.Preset) bool { return p.ID == "too-far" })]
	for _, s := range algotest.Steps(t, Demo, p.Data, p.Params)[1:] {
		if c := algotest.Check(t, viewOf(t, s), "growth"); c.Verdict != algos.Holds || c.Left < c.Right {
			t.Fatalf("%s: %+v", s.Phase, c)
		}
	}
	below := viewOf(t, algotest.Last(t, Demo, three, vals("solver", "gd")))
	for _, c := range below.Checks() {
		if c.Name == "growth" {
			t.Error("growth is judged below the limit")
		}
	}
}

// E[y | x] of a table that can be read by eye, where inputs repeat and where they do not.
func TestRegressionFunction(t *testing.T) {
	data := dataset.Line([2]float64{0, 1}, [2]float64{0, 3}, [2]float64{1, 2}, [2]float64{1, 8}, [2]float64{2, 3}, [2]float64{2, 3})
	v := viewOf(t, algotest.Last(t, Demo, data, vals("overlay", "regression-function")))
	if !v.means.exact || !slices.Equal(v.means.mean, []float64{2, 5, 3}) {
		t.Errorf("%+v", v.means)
	}
	if c := algotest.Check(t, v, "regression"); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	constant, regression := v.left()
	if !(regression < v.variance() && v.variance() < constant) {
		t.Errorf("MSE %v, %v, %v", constant, v.variance(), regression)
	}
	spread := dataset.Line([2]float64{0, 1}, [2]float64{1, 3}, [2]float64{2, 2}, [2]float64{3, 8}, [2]float64{4, 6})
	v = viewOf(t, algotest.Last(t, Demo, spread, vals("overlay", "regression-function")))
	if v.means.exact || !slices.Equal(v.means.edges, []float64{0, 2, 4}) || !slices.Equal(v.means.mean, []float64{2, 16.0 / 3}) {
		t.Errorf("%+v", v.means)
	}
	if c := algotest.Check(t, v, "regression"); c.Verdict != algos.NotApplicable {
		t.Errorf("%+v", c)
	}
}

// Refits scatter as theory says: the standard error of the slope is σ̂/√Σ(x − x̄)².
func TestRefitsScatter(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, noisyLine, vals("overlay", "refits")))
	mean, square, sxx, middle := 0.0, 0.0, 0.0, 0.0
	for _, theta := range v.refits {
		mean += theta[1] / float64(len(v.refits))
	}
	for _, theta := range v.refits {
		square += (theta[1] - mean) * (theta[1] - mean) / float64(len(v.refits)-1)
	}
	for _, x := range v.inputs()[0] {
		middle += x / float64(len(v.y))
	}
	for _, x := range v.inputs()[0] {
		sxx += (x - middle) * (x - middle)
	}
	if ratio := math.Sqrt(square * sxx / v.variance()); len(v.refits) != refitsDrawn || ratio < 0.6 || ratio > 1.5 {
		t.Errorf("%d refits, whose slopes scatter %v times as much as they should", len(v.refits), ratio)
	}
}

// The normal equations lose twice as many digits as the condition number has: κ(XᵀX) = κ(X)², and
// log₁₀ κ² = 2 log₁₀ κ. The lesson says twice, and not the square.
func TestDigitsAreLostTwice(t *testing.T) {
	text, err := files.ReadFile("lesson.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "is the *square* of that of $X$. So twice as many digits are lost.") {
		t.Error("the lesson says something else")
	}
	v := viewOf(t, algotest.Last(t, Demo, longley, nil))
	scaled := make([][]float64, len(v.x))
	for j, column := range v.x {
		for _, x := range column {
			scaled[j] = append(scaled[j], x/v.length[j])
		}
	}
	values, _ := lsq.Spectrum(scaled) // of XᵀX
	squared := values[0] / values[len(values)-1]
	kappa := v.numerics().condition
	if twice := math.Log10(squared) / math.Log10(kappa); math.Abs(twice-2) > 1e-3 {
		t.Errorf("log κ(XᵀX) is %v times log κ(X)", twice)
	}
}

// The line of p = ∞ has the largest residual three times, with signs that change, and no other line
// has a smaller one; the lines of the other exponents are those of their own runs.
func TestLinesOfSeveralExponents(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, outlier(), vals("overlay", "powers")))
	largest := func(theta []float64) float64 {
		most := 0.0
		for _, r := range lsq.Residuals(v.x, v.y, theta) {
			most = max(most, math.Abs(r))
		}
		return most
	}
	lines := v.powers()
	best := lines[4].theta
	least, signs, times := largest(best), "", 0
	for _, r := range lsq.Residuals(v.x, v.y, best) {
		if math.Abs(r) < least*(1-1e-9) {
			continue
		}
		sign := "+"
		if times++; r < 0 {
			sign = "-"
		}
		if !strings.HasSuffix(signs, sign) {
			signs += sign
		}
	}
	if times != 3 || len(signs) != 3 {
		t.Errorf("the largest residual %v occurs %d times, with the signs %s", least, times, signs)
	}
	for a := -4.0; a <= 1; a += 0.05 {
		for b := -1.0; b <= 1; b += 0.02 {
			if largest([]float64{a, b}) < least-1e-12 {
				t.Errorf("%v + %v x has a smaller one", a, b)
			}
		}
	}
	for k, p := range []string{"1", "1.5", "2", "4"} {
		run := viewOf(t, algotest.Last(t, Demo, outlier(), vals("solver", "irls", "p", p)))
		if !slices.Equal(run.theta, lines[k].theta) {
			t.Errorf("p = %s: %v, its own run has %v", p, lines[k].theta, run.theta)
		}
	}
	origin := viewOf(t, algotest.Last(t, Demo, dataset.Line([2]float64{1, 1}, [2]float64{1, 3}), vals("overlay", "powers", "fit_intercept", "false")))
	algotest.Near(t, "through the origin", origin.powers()[4].theta[0], 2, 1e-12)
}

// Far from the origin a line is found exactly, and what rounding may do is small enough to tell.
func TestFarFromTheOrigin(t *testing.T) {
	var line, noisy []float64
	for i := range 10 {
		x, y := 9e8+float64(i), 3*float64(i)+7
		line, noisy = append(line, x, y), append(noisy, x, y+float64(i%3))
	}
	m := algotest.Last(t, Demo, dataset.Pairs(line...), nil).View.Model()
	if theta := m.Value("theta").([]float64); theta[0] != 3 || m.Value("theta0") != -2699999993.0 || m.Value("rss") != 0.0 || m.Value("r2") != 1.0 {
		t.Errorf("θ = %v, θ₀ = %v, RSS %v, R² %v", theta, m.Value("theta0"), m.Value("rss"), m.Value("r2"))
	}
	for _, c := range algotest.Last(t, Demo, dataset.Pairs(line...), nil).View.Checks() {
		if c.Verdict == algos.Holds && c.Left != c.Right && c.Rounding > 0.1*max(math.Abs(c.Left), math.Abs(c.Right), c.Size) {
			t.Errorf("%s holds, which it could not fail to do: %+v", c.Name, c)
		}
	}
	last := algotest.Last(t, Demo, dataset.Pairs(noisy...), nil)
	v := viewOf(t, last)
	want, _ := lsq.Reference(v.x, v.y)
	if d := lsq.Digits(v.theta, want); d[0] < 15 || d[1] < 15 {
		t.Errorf("digits %v", d)
	}
	for _, c := range last.View.Checks() {
		if c.Verdict != algos.Holds {
			t.Errorf("%s is %s: %v %s %v, rounding %v", c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
		}
	}
}
