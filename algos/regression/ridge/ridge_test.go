package ridge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
		Ridge    []struct {
			Alpha, B, DOF, RSS float64
			W                  []float64
		}
	}
}

// The reference fits on tables of 2 to 8 columns, by the exact solver and sample by sample.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/ridge.json", &o)
	for _, c := range o.Cases {
		var table dataset.Table
		var csv struct{ Rows [][]float64 }
		algotest.ReadJSON(t, "testdata/"+c.Data+".json", &csv)
		for k := range csv.Rows[0] {
			table.Columns = append(table.Columns, dataset.Column{Name: "c" + string(rune('a'+k)), Wanted: k == len(csv.Rows[0])-1})
		}
		table.Rows = csv.Rows
		for _, want := range c.Ridge {
			for _, solver := range []string{exact, online} {
				tol := 1e-11
				if solver == online { // M begins as I/λ, and its updates round: d² is up to 10⁶ here
					tol = 1e-11 * max(1, 1e4/want.Alpha)
				}
				last := algotest.Last(t, Demo, dataset.Tabled(table), vals("lambda", param.Format(want.Alpha), "solver", solver))
				algotest.Promises(t, last)
				m := last.Model()
				for j, w := range m.Value("theta").([]float64) {
					algotest.Near(t, c.ID+" "+solver+" w", w, want.W[j], tol)
				}
				algotest.Near(t, c.ID+" b", m.Value("theta0").(float64), want.B, 10*tol)
				algotest.Near(t, c.ID+" rss", m.Value("rss").(float64), want.RSS, 10*tol)
				algotest.Near(t, c.ID+" dof", m.Value("dof").(float64), want.DOF, 1e-11)
				v := viewOf(t, last)
				for j, theta := range v.at(want.Alpha) {
					algotest.Near(t, c.ID+" by singular values", theta, v.best[j], 1e-10)
				}
			}
		}
	}
}

// The misreading of 002, λ added to every entry, gives another line: it must not appear.
func TestLambdaStandsOnTheDiagonal(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, three, vals("penalize_intercept", "true")))
	if math.Abs(v.theta[1]-0.909091) < 1e-3 {
		t.Errorf("θ = %v", v.theta)
	}
}

// The gradient is that of J by finite differences, and 0 at the solution.
func TestGradient(t *testing.T) {
	v := viewOf(t, algotest.Steps(t, Demo, twins(0.3), vals("solver", "gd", "penalize_intercept", "true", "eta", "0.002"))[3])
	g := v.task.gradient(v.theta)
	for j := range g {
		const h = 1e-5
		up, down := slices.Clone(v.theta), slices.Clone(v.theta)
		up[j], down[j] = up[j]+h, down[j]-h
		if slope := (v.task.objective(up) - v.task.objective(down)) / (2 * h); math.Abs(slope-g[j]) > 1e-6*(1+math.Abs(g[j])) {
			t.Errorf("∂J/∂θ%d = %v, by differences %v", j, g[j], slope)
		}
	}
	if at := lsq.Norm(v.task.gradient(v.best)); at > 1e-10 {
		t.Errorf("at the solution the gradient is %v", at)
	}
}

// Below 2/L the descent converges, above it diverges.
func TestLimitOfTheStepSize(t *testing.T) {
	for _, penalise := range []string{slopes, all} {
		base := []string{"solver", "gd", "lambda", "3", "penalize_intercept", penalise, "max_iter", "5000"}
		limit := viewOf(t, algotest.Steps(t, Demo, three, vals(base...))[0]).limit()
		for share, want := range map[float64]algos.State{0.97: algos.Converged, 1.03: algos.Diverged} {
			last := algotest.Last(t, Demo, three, vals(append(base, "eta", param.Format(share*limit))...))
			if last.Status.State != want {
				t.Errorf("%s at %v of the limit: %v", penalise, share, last.Status)
			}
		}
	}
}

// Online is batch after every sample, also where samples outnumber nothing yet.
func TestRowByRow(t *testing.T) {
	for _, penalise := range []string{slopes, all} {
		for _, data := range []dataset.Source{noisyLine, twins(0.3), alike()} {
			for k, s := range algotest.Steps(t, Demo, data, vals("solver", "online", "penalize_intercept", penalise, "lambda", "0.7")) {
				v := viewOf(t, s)
				if k == 0 {
					continue
				}
				want, ok := v.batch(k)
				if !ok {
					t.Fatalf("%d rows: no batch solution", k)
				}
				for j, w := range want {
					if math.Abs(v.theta[j]-w) > 1e-10*(1+math.Abs(w)) {
						t.Errorf("%s, %d rows: θ%d = %v, want %v", penalise, k, j, v.theta[j], w)
					}
				}
				algotest.Promises(t, s)
			}
		}
	}
}

// The online matrix is the inverse that it stands for.
func TestRankOne(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, twins(0.3), vals("solver", "online", "lambda", "0.7")))
	for j := range v.running.m {
		for l := range v.running.m {
			sum := v.Lambda * v.running.m[j][l]
			for k, m := range v.running.m[l] {
				sum += lsq.Dot(v.centred.X[j], v.centred.X[k]) * m
			}
			want := 0.0
			if j == l {
				want = 1
			}
			if math.Abs(sum-want) > 1e-10 {
				t.Errorf("(λI + S)M has %v at %d, %d", sum, j, l)
			}
		}
	}
}

// With a quadratic loss and a ball, brute force over the ball finds nothing better.
func TestBallByBruteForce(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, twins(0.3), vals("lambda", "5")))
	budget := v.norm() * v.norm()
	least := math.Inf(1)
	for i := range 20000 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 20000)
		for _, r := range []float64{1, 0.99, 0.9} {
			least = min(least, v.centred.RSS([]float64{r * math.Sqrt(budget) * cos, r * math.Sqrt(budget) * sin}))
		}
	}
	if v.rss > least*(1+1e-12) || v.rss < least*(1-1e-6) {
		t.Errorf("RSS %v, on the ball %v", v.rss, least)
	}
	if got := v.modes.lambdaOf(budget); math.Abs(got-5) > 1e-9 {
		t.Errorf("the λ of the constraint is %v", got)
	}
}

// Bias and variance by drawing the targets again and again.
func TestRiskByMonteCarlo(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, c := range []struct {
		data dataset.Source
		set  []string
	}{
		{twins(0.3), []string{"truth", "1,0.5"}},
		{twins(0.3), []string{"truth", "1,0.5", "risk", "prediction", "x_eval", "2"}},
		{noisyLine, []string{"truth", "0.5,1", "penalize_intercept", "true"}},
		{noisyLine, []string{"truth", "0.5,1", "penalize_intercept", "true", "risk", "prediction", "x_eval", "-1"}},
	} {
		v := viewOf(t, algotest.Last(t, Demo, c.data, vals(append(c.set, "targets", "simulated", "noise_var", "2", "lambda", "4")...)))
		truth, total := v.truth(), 0.0
		const draws = 20000
		for range draws {
			y := make([]float64, len(v.wanted))
			for i := range v.y {
				for j, column := range v.x {
					y[i] += truth[j] * column[i]
				}
				y[i] += math.Sqrt(2) * r.NormFloat64()
			}
			theta := lsq.Solve(v.stacked, y)
			if v.Risk == ofPrediction {
				e := v.predict(theta, []float64{v.XEval, v.XEval}) - v.predict(truth, []float64{v.XEval, v.XEval})
				total += e * e / draws
				continue
			}
			for j := v.first(); j < len(theta); j++ {
				total += (theta[j] - truth[j]) * (theta[j] - truth[j]) / draws
			}
		}
		// The relative standard error of 20 000 squares is about 0.01.
		if want := v.riskAt(4).total(); math.Abs(total-want) > 0.04*want {
			t.Errorf("%v: %v, drawn %v", c.set, want, total)
		}
	}
}

// The best λ by a fine grid.
func TestBestPrice(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, twins(0.3), vals("targets", "simulated", "truth", "1,1")))
	best := v.optimal()
	if !best.ok {
		t.Fatal("none")
	}
	for e := -4.0; e < 6; e += 0.001 {
		if r := v.riskAt(math.Pow(10, e)).total(); r < best.least*(1-1e-9) {
			t.Fatalf("%v at 10^%v, below %v", r, e, best.least)
		}
	}
}

// Another seed draws other targets, and the data stay as they were.
func TestDrawnTargets(t *testing.T) {
	set := algotest.Load(t, noisyLine)
	before := slices.Clone(set.Points)
	var seen []float64
	for seed := range uint64(3) {
		run, err := algotest.Start(t.Context(), Demo, set, seed, vals("targets", "simulated"))
		if err != nil {
			t.Fatal(err)
		}
		for s := range run {
			seen = append(seen, viewOf(t, s).y[0])
			break
		}
	}
	if seen[0] == seen[1] || seen[1] == seen[2] || !slices.Equal(before, set.Points) {
		t.Errorf("%v", seen)
	}
}

func BenchmarkExact(b *testing.B) {
	for b.Loop() {
		algotest.Last(b, Demo, alike(), nil)
	}
}

func BenchmarkOnline(b *testing.B) {
	for b.Loop() {
		algotest.Last(b, Demo, alike(), vals("solver", "online"))
	}
}

// A sample of a table has the names of the samples among its inputs, wherever their column stands.
func TestPredictionsOfRows(t *testing.T) {
	for _, at := range []int{0, 3} {
		table := mtcars.Clone()
		name := table.Columns[0]
		table.Columns = slices.Insert(slices.Delete(table.Columns, 0, 1), at, name)
		for i, row := range table.Rows {
			table.Rows[i] = slices.Insert(slices.Clone(row[1:]), at, row[0])
		}
		m, target, rss := algotest.Last(t, Demo, dataset.Tabled(table), nil).Model(), table.Target(), 0.0
		for _, row := range table.Rows {
			y := m.PredictRow(slices.Delete(slices.Clone(row), target, target+1))[0].Value.(float64)
			rss += (row[target] - y) * (row[target] - y)
		}
		algotest.Near(t, "rss", rss, m.Value("rss").(float64), 1e-9)
	}
}

// The trace of the hat matrix is that of the leverages hᵢᵢ by which leave-one-out residuals are
// divided: with a free intercept it is 1 more than the effective degrees of freedom.
func TestTheTraceCountsTheIntercept(t *testing.T) {
	for penalise, more := range map[string]float64{slopes: 1, all: 0} {
		v := viewOf(t, algotest.Last(t, Demo, noisyLine, vals("lambda", "30", "penalize_intercept", penalise)))
		trace := 0.0
		for _, h := range lsq.Factor(v.stacked, v.wanted).Leverages(v.stacked)[:len(v.y)] {
			trace += h
		}
		algotest.Near(t, "trace", trace, v.modes.dof(30)+more, 1e-12)
		if c := algotest.Check(t, v, "dof"); c.Left != trace || math.Abs(c.Right-trace) > 1e-12 {
			t.Errorf("penalised %s: the guarantee compares %v and %v, the trace is %v", penalise, c.Left, c.Right, trace)
		}
	}
}

// Points in the plane show their targets and residuals, from the step without any column on: the
// picture is never that of inputs alone.
func TestThePlaneShowsTargetsAndResiduals(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, twins(0.15), nil) {
		v := viewOf(t, s)
		var dots mark.Points
		var stems mark.Segments
		for _, m := range v.board().Marks {
			switch m := m.(type) {
			case mark.Points:
				dots = m
			case mark.Segments:
				stems = m
			}
		}
		if !slices.Equal(dots.Values, v.y) || dots.Legend == "" || len(stems.From) != len(v.y) || stems.Legend == "" {
			t.Fatalf("%s: %d values, %d stems", s.Phase, len(dots.Values), len(stems.From))
		}
		for i, r := range v.residuals() {
			if up := stems.To[i].Y - stems.From[i].Y; up*r < 0 {
				t.Errorf("%s: the residual %v of %d is drawn as %v", s.Phase, r, i, up)
			}
		}
	}
}
