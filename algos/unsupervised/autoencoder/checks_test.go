package autoencoder

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, some of them alike, and parameters.
func problem(t *rapid.T) algotest.Trial {
	set := dataset.Set{Dim: 2, Target: dataset.None}
	scale := rapid.SampledFrom([]float64{1, 1, 1e-9, 1e8}).Draw(t, "scale")
	for i := range rapid.IntRange(2, 14).Draw(t, "n") {
		p := dataset.Point{X: [2]float64{scale * rapid.Float64Range(-2, 2).Draw(t, "x1"), scale * rapid.Float64Range(-2, 2).Draw(t, "x2")}}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			p.X = set.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
		}
		set.Points = append(set.Points, p)
	}
	one := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	return algotest.Trial{Set: set, Seed: rapid.Uint64Range(1, 1000).Draw(t, "seed"), Params: param.Values{
		"model": one("model", plain, denoising, variational, variational, onPaper), "latent_dim": one("latent_dim", "1", "2"),
		"activation": one("activation", "tanh", "relu", "sigmoid", "linear"),
		"hidden":     one("hidden", "1", "3"), "depth": one("depth", "1", "2"), "beta": one("beta", "0", "1", "30"), "tau": one("tau", "0.05", "0.3", "3"),
		"estimator": one("estimator", reparameterised, scoreFunction), "optimizer": one("optimizer", "sgd", "adam"), "eta": one("eta", "0.001", "0.05", "1", "50"),
		"momentum": one("momentum", "0", "0.9"), "batch": one("batch", "1", "4", "20"), "epochs": one("epochs", "1", "4"),
		"validation_split": one("validation_split", "0", "30"),
		"show_steps":       one("show_steps", byEpoch, byBatch, byPoint), "row": one("row", "1", "3", "300"),
		"qm": one("qm", "0", "-3"), "qv": one("qv", "0.1", "1", "9"), "d": one("d", "1", "20"),
	}}
}

// No promise is broken at any step of any run, and what is open says why.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// viewAt is the view of the last step with that phase.
func viewAt(t *testing.T, s dataset.Source, ph phase, pairs ...string) view {
	t.Helper()
	var found *view
	for _, step := range algotest.Steps(t, Demo, s, param.Pairs(pairs...)) {
		if v, ok := step.View.(view); ok && v.phase == ph {
			found = &v
		}
	}
	if found == nil {
		t.Fatalf("no step %d", ph)
	}
	return *found
}

// spoilt returns the view with a copy of its state that is changed.
func spoilt(v view, change func(*state)) view {
	s := *v.state
	change(&s)
	v.state = &s
	return v
}

// Every promise can fail: a state that was spoilt on purpose is caught.
func TestSpoiltStatesAreCaught(t *testing.T) {
	update := viewAt(t, bow, updating, "epochs", "5")
	wrong := update
	work := *update.work
	work.g *= 1 + 1e-5
	wrong.work = &work
	linear := viewAt(t, band, passing, "activation", "linear", "hidden", "4", "batch", "40", "epochs", "200", "validation_split", "0")
	vae := viewAt(t, bow, passing, "model", variational, "epochs", "60")
	bent := func(change func(*bound)) view {
		return spoilt(vae, func(s *state) {
			b := *s.point
			change(&b)
			s.point = &b
		})
	}
	on := algotest.Last(t, Demo, three, param.Pairs("model", onPaper, "qm", "1")).View.(*tally)
	high, shifted := *on, *on
	high.elbo = on.logP() + 0.01
	shifted.kl += 0.1
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "gradient", Good: update, Spoilt: wrong},
		{Check: "floor", Good: linear, Spoilt: spoilt(linear, func(s *state) { s.losses.loss = 0.06 })},
		{Check: "pca", Good: linear, Spoilt: spoilt(linear, func(s *state) { s.losses.loss += 0.01; s.status.State = algos.Converged })},
		{Check: "elbo", Good: vae, Spoilt: bent(func(b *bound) { b.elbo += 2 })},
		{Check: "kl", Good: vae, Spoilt: bent(func(b *bound) { b.kl += 0.5 })},
		{Check: "estimators", Good: vae, Spoilt: bent(func(b *bound) {
			e := b.slopes()
			e.scoreMean += 6 * (e.scoreErr + e.pathErr)
			b.slopes = func() estimators { return e }
		})},
		{Check: "elbo", Good: on, Spoilt: &high},
		{Check: "identity", Good: on, Spoilt: &high},
		{Check: "kl", Good: on, Spoilt: &shifted},
	})
}

// Back-propagation through both networks is the slope of the batch's loss by every weight, with every model.
func TestGradientIsADifferenceQuotient(t *testing.T) {
	for _, pairs := range [][]string{
		{},
		{"latent_dim", "2", "depth", "2"},
		{"activation", "sigmoid"},
		{"activation", "linear"},
		{"model", denoising},
		{"model", variational},
		{"model", variational, "latent_dim", "2", "beta", "7", "tau", "0.5"},
	} {
		v := viewAt(t, bow, updating, append(pairs, "epochs", "2")...)
		b, p := v.work, v.newPass()
		grad, theta := make([]float64, v.size()), slices.Clone(b.before)
		b.gradient(p, theta, grad)
		for at := range theta {
			const h = 1e-5
			was := theta[at]
			theta[at] = was + h
			up := b.lossAt(p, theta)
			theta[at] = was - h
			down := b.lossAt(p, theta)
			theta[at] = was
			// The error is h²/6 of a third derivative and 10⁻¹⁶/h of rounding: about 10⁻¹⁰.
			algotest.Near(t, strings.Join(pairs, " "), grad[at], (up-down)/(2*h), 1e-8)
		}
	}
}

// The score function has the same mean as the slope, of the mean and of the log-variance alike: over many draws.
func TestScoreFunctionIsUnbiased(t *testing.T) {
	v := viewAt(t, bow, passing, "model", variational, "epochs", "20", "estimator", scoreFunction, "beta", "0")
	r := v.Stream(9)
	sums := map[string]*[2][]float64{}
	for _, e := range []string{reparameterised, scoreFunction} {
		task := *v.task
		task.Estimator = e
		p := task.newPass()
		var out [2][]float64
		for range 15_000 {
			p.forward(v.theta, v.x[0], v.x[0], []float64{r.NormFloat64()})
			p.backward(v.theta, make([]float64, v.size()), 1)
			out[0], out[1] = append(out[0], p.down[0]), append(out[1], p.down[1])
		}
		sums[e] = &out
	}
	for k, name := range []string{"μ", "ln σ²"} {
		a, ae := meanOf(sums[reparameterised][k])
		b, be := meanOf(sums[scoreFunction][k])
		if math.Abs(a-b) > 5*(ae+be) { // once in more than a million seeds
			t.Errorf("%s: %v ± %v, %v ± %v", name, a, ae, b, be)
		}
		if be < ae {
			t.Errorf("%s: the score function spreads less, %v than %v", name, be, ae)
		}
	}
}

// The bound and the importance estimate stand on both sides of log p, which a fine integral over the code gives.
func TestBoundBelowIntegral(t *testing.T) {
	v := viewAt(t, bow, passing, "model", variational, "epochs", "60")
	p := v.newPass()
	for row := range v.x {
		b := v.boundOf(p, v.theta, row)
		var logs []float64
		const h = 0.004
		for k := -2000; k <= 2000; k++ {
			z := h * float64(k)
			logs = append(logs, v.logLikelihood(p.decode(v.theta, []float64{z}), v.x[row])-z*z/2-math.Log(2*math.Pi)/2)
		}
		logP := logMean(logs) + math.Log(h*float64(len(logs)))
		is := v.importance(b, p)
		if b.elbo > logP+1e-9 {
			t.Errorf("x%d: ELBO %v above log p %v", row, b.elbo, logP)
		}
		if math.Abs(is.logP-logP) > 0.5 {
			t.Errorf("x%d: estimate %v, integral %v", row, is.logP, logP)
		}
	}
}

// On paper the draws say what is known.
func TestPaper(t *testing.T) {
	last := algotest.Last(t, Demo, three, param.Pairs("model", onPaper, "qm", "1", "qv", "0.5")).View.(*tally)
	algotest.Near(t, "weighted by the posterior, every draw is right", last.importance[0], 1, 1e-12)
	if got, allowed := last.naive[doublings], 5*math.Sqrt((last.excess()-1)/float64(last.draws)); math.Abs(got-1) > allowed {
		t.Errorf("%v, off by more than %v", got, allowed)
	}
	algotest.Near(t, "c", last.excess(), 2.24905, 1e-5)
}

// A run whose steps go too far ends in words, with numbers.
func TestDivergence(t *testing.T) {
	for _, pairs := range [][]string{
		{"eta", "5"}, {"eta", "1000"}, {"eta", "1000", "activation", "linear"}, {"eta", "100", "model", variational, "beta", "1000"},
	} {
		last := algotest.Last(t, Demo, bow, param.Pairs(pairs...))
		if last.Status.State != algos.Diverged || !strings.Contains(last.Status.Reason.String(), "too large") {
			t.Errorf("%v: %+v", pairs, last.Status)
		}
		if faults := algotest.Faults(Demo, last); len(faults) > 0 {
			t.Errorf("%v: %v", pairs, faults)
		}
	}
}

// The same points, however large or far away, are learnt alike: the networks see them in units of their own.
func TestUnitsDoNotMatter(t *testing.T) {
	set := algotest.Load(t, bow)
	want := algotest.Last(t, Demo, bow, nil).Metric("loss")
	for _, c := range []struct{ scale, shift float64 }{{1e8, 0}, {1e-9, 0}, {0x1p-300, 0}, {1, 1e6}} {
		moved := set.Clone()
		for i := range moved.Points {
			for j := range moved.Points[i].X {
				moved.Points[i].X[j] = c.scale*moved.Points[i].X[j] + c.shift
			}
		}
		got := algotest.Last(t, Demo, dataset.Explicit(moved), nil).Metric("loss")
		algotest.Near(t, "loss", got, want, 1e-4) // rounding at the start grows along the run
	}
}

// Points that a program may choke on: an answer, or a sentence that says why there is none.
func TestDegenerate(t *testing.T) {
	one := [2]float64{1, 2}
	for _, c := range []struct {
		name  string
		data  dataset.Source
		pairs []string
		state algos.State
		words string
	}{
		{"no points", dataset.Plane(), nil, algos.Refused, "at least two points"},
		{"one point", dataset.Plane(one), nil, algos.Refused, "at least two points"},
		{"one place", dataset.Plane(one, one, one), nil, algos.Refused, "are equal"},
		{"one place, VAE", dataset.Plane(one, one, one), []string{"model", variational}, algos.Refused, "are equal"},
		{"two points", dataset.Plane(one, [2]float64{2, 2}), nil, algos.Exhausted, "Training ends after"},
		{"half for validation", dataset.Plane(one, [2]float64{2, 2}), []string{"validation_split", "50"}, algos.Refused, "are equal"},
		{"on a line", dataset.Plane(one, [2]float64{2, 4}, [2]float64{3, 6}), []string{"model", variational, "latent_dim", "2"}, algos.Exhausted, "Training ends after"},
		{"far x on paper", dataset.Plane([2]float64{11, 0}, one), []string{"model", onPaper}, algos.Refused, "x₁, 11, and at most 10"},
		{"one place on paper", dataset.Plane(one, one), []string{"model", onPaper}, algos.Converged, "16384 samples"},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, param.Pairs(c.pairs...))
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			algotest.Promises(t, last)
		})
	}
}

// The numbers of the lesson and of the notes are those that their links lead to.
func TestLessonNumbers(t *testing.T) {
	value := func(to, name string) float64 {
		return algotest.Linked(t, Demo, "notes", to).Model().Value(name).(float64)
	}
	const half = "?preset=paper&row=2&qm=0.5&qv=0.5&step=0#bars"
	algotest.Written(t, Demo, "notes", "1.5155", -value(half, "log_p"))
	algotest.Near(t, "the bound of the posterior", value(half, "elbo"), value(half, "log_p"), 1e-14)
	algotest.Written(t, Demo, "notes", "1.1534", value("?preset=paper&step=0#bars", "gap"))
	algotest.Written(t, Demo, "notes", "125", algotest.Last(t, Demo, three, param.Pairs("model", onPaper)).Model().Value("needed").(float64))
	algotest.Near(t, "draws in ten dimensions, in thousands", math.Round(value("?preset=naive&step=end#estimates", "needed")/1000), 331, 0)
	if v := algotest.Linked(t, Demo, "lesson", "?preset=collapse&step=end#beta").View.(view); v.losses.kl > collapsed {
		t.Errorf("the posterior has not collapsed: %v", v.losses.kl)
	}
	if v := algotest.Linked(t, Demo, "lesson", "?preset=half-asleep&step=end#beta").View.(view); v.asleep[0] == v.asleep[1] {
		t.Errorf("not one of two units sleeps: %v", v.losses.unit)
	}
	if e := algotest.Linked(t, Demo, "lesson", "?preset=vae&step=100#estimators").View.(view).point.slopes(); e.scoreSpread < 3*e.pathSpread {
		t.Errorf("%v is not much larger than %v", e.scoreSpread, e.pathSpread)
	}
	naive, vae := algotest.Linked(t, Demo, "lesson", "?preset=score&step=end#estimator"), algotest.Linked(t, Demo, "tour", "?preset=vae&step=end#codes")
	if naive.Metric("elbo") >= vae.Metric("elbo") {
		t.Errorf("the naive gradient ends at %v, the other at %v", naive.Metric("elbo"), vae.Metric("elbo"))
	}
	last := algotest.Linked(t, Demo, "notes", "?preset=naive&step=end#estimates").View.(*tally)
	if off := math.Abs(last.naive[doublings] - 1); off < 0.1 {
		t.Errorf("off by %v only", off)
	}
}

// The shades follow the first number of the code, so that an order is seen: a larger code is nowhere paler.
func TestShadesFollowTheCode(t *testing.T) {
	for _, preset := range Demo.Presets {
		if preset.Params["model"] == onPaper {
			continue
		}
		v, ok := algotest.Last(t, Demo, preset.Data, preset.Params).View.(view)
		if !ok {
			continue
		}
		m := v.mapped()
		for i := range m.z {
			for j := range m.z {
				if m.z[i][0] < m.z[j][0] && shade(m.shade[i]).Opacity > shade(m.shade[j]).Opacity {
					t.Fatalf("%s: the code %g is darker than %g", preset.ID, m.z[i][0], m.z[j][0])
				}
			}
		}
	}
}

// After an epoch the gradient is checked on the training points, and it is told if it is wrong.
func TestGradientIsCheckedAfterAnEpoch(t *testing.T) {
	steps := algotest.Steps(t, Demo, Demo.Presets[0].Data, algotest.Values("epochs", "2"))
	v := steps[len(steps)-1].View.(view)
	if c := v.checkGradient(); c.Verdict != algos.Holds {
		t.Errorf("the gradient check is %s", c.Verdict)
	}
	b := v.whole()
	b.g *= 1.001
	v.work = b
	if c := v.checkGradient(); c.Verdict != algos.Broken {
		t.Errorf("with another gradient it is %s", c.Verdict)
	}
}
