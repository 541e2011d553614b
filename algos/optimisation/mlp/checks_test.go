package mlp

import (
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
	"playground/algos/net"
	"playground/algos/param"
)

// problem draws points, some of them alike, and parameters.
func problem(t *rapid.T) algotest.Trial {
	set := dataset.Set{Dim: rapid.IntRange(1, 2).Draw(t, "dim"), Target: rapid.SampledFrom([]dataset.Target{dataset.Classes, dataset.Values}).Draw(t,
		"target")}
	scale := rapid.SampledFrom([]float64{1, 1, 1e-6, 1e6}).Draw(t, "scale")
	classes := rapid.IntRange(1, 4).Draw(t, "classes")
	for i := range rapid.IntRange(1, 14).Draw(t, "n") {
		p := dataset.Point{X: [2]float64{scale * rapid.Float64Range(-2, 2).Draw(t, "x1"), scale * rapid.Float64Range(-2, 2).Draw(t, "x2")}}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			p.X = set.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
		}
		if p.Y = float64(rapid.IntRange(0, classes-1).Draw(t, "class")); set.Target == dataset.Values {
			p.Y = scale * rapid.Float64Range(-2, 2).Draw(t, "y")
		}
		if set.Dim == 1 {
			p.X[1] = 0
		}
		set.Points = append(set.Points, p)
	}
	one := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	return algotest.Trial{Set: set, Seed: rapid.Uint64Range(1, 1000).Draw(t, "seed"), Params: param.Values{
		"hidden": one("hidden", "0", "1", "3", "4,2", "3,2,3"), "activation": one("activation", "tanh", "relu", "sigmoid"),
		"loss": one("loss", crossEntropy, squared), "solver": one("solver", gd, sgd, momentum, adam), "eta": one("eta", "0.001", "0.3", "3", "100"),
		"batch": one("batch", "1", "4", "20"), "epochs": one("epochs", "1", "4", "12"), "l1": one("l1", "0", "0", "0.01"), "l2": one("l2", "0", "0", "0.1"),
		"dropout": one("dropout", "0", "0", "0.4"),
	}}
}

// No guarantee is violated at any step of any run.
func TestGuaranteesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

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

// A state that is not what training made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	v := viewAt(t, moons, updating, "solver", sgd, "epochs", "3")
	spoil := func(v view, change func(u *work)) view {
		u := *v.work
		u.grad = slices.Clone(u.grad)
		change(&u)
		v.work = &u
		return v
	}
	longer := spoil(v, func(u *work) { u.norm *= 1.001 })
	moved := v
	other := *v.state
	other.w = slices.Clone(other.w)
	other.w[3] += 0.1
	moved.state = &other
	relu := viewAt(t, rings, updating, "activation", "relu", "epochs", "3")
	end := viewAt(t, rings, passing, "activation", "relu", "solver", adam, "eta", "0.01", "epochs", "3")
	dead, fast, loss := end, end, end
	a, b, c := *end.state, *end.state, *end.state
	a.dead, b.moved, c.mean = append(slices.Clone(a.dead), unit{2, 0}, unit{2, 1}, unit{2, 2}, unit{2, 3}), 1, c.mean*1.001
	dead.state, fast.state, loss.state = &a, &b, &c
	trulyDead := viewAt(t, rings, passing, "activation", "relu", "eta", "2", "epochs", "12")
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "gradient", Good: v, Spoilt: spoil(v, func(u *work) { u.grad[u.at] *= 1.001 })},
		{Check: "direction", Good: v, Spoilt: longer},
		{Check: "one-mean", Good: v, Spoilt: longer},
		{Check: "output-error", Good: v, Spoilt: spoil(v, func(u *work) { u.grad[v.net.Layers[v.last()-1].Bias(0)] += 0.01 })},
		{Check: "update", Good: v, Spoilt: moved},
		{Check: "relu-balance", Good: relu, Spoilt: spoil(relu, func(u *work) { u.grad[0] += 0.01 })},
		{Check: "dead-gradient", Good: trulyDead, Spoilt: dead},
		{Check: "adam-bound", Good: end, Spoilt: fast},
		{Check: "permutation", Good: end, Spoilt: loss},
	})
}

// The mean taken twice, as note 001 prints it, is another gradient.
func TestOneMeanNotTwo(t *testing.T) {
	v := viewAt(t, batch, updating, "hidden", "4,3", "solver", gd, "epochs", "1")
	twice := v
	u := *v.work
	u.norm /= float64(len(u.rows))
	twice.work = &u
	if c := algotest.Check(t, twice, "one-mean"); c.Verdict != algos.Broken {
		t.Errorf("a mean taken twice: %v", c.Verdict)
	}
}

// All gradients of a batch, and ten steps of gradient descent, as the complex step and numpy have them.
func TestOracle(t *testing.T) {
	var o struct {
		GradW   [][][]float64 `json:"grad_W"`
		GradB   [][]float64   `json:"grad_b"`
		Descent []float64     `json:"gd_lr0.5_losses_0_to_10"`
		Outputs []float64
	}
	algotest.ReadJSON(t, "testdata/backpropagation.json", &o)
	preset, _ := Demo.Preset("batch")
	epoch := 0
	for _, step := range algotest.Steps(t, Demo, batch, preset.Params) {
		v := step.View.(view)
		if v.phase != starting && v.phase != passing {
			continue
		}
		algotest.Near(t, fmt.Sprintf("loss after epoch %d", epoch), v.mean, o.Descent[epoch], 1e-11)
		if epoch++; epoch > 1 {
			continue
		}
		weights, biases := v.tables(v.update().grad)
		for l := range o.GradW {
			for i, row := range o.GradW[l] {
				for j, g := range row {
					algotest.Near(t, fmt.Sprintf("∂C/∂w %d, %d of layer %d", i+1, j+1, l+1), weights[l][j][i], g, 1e-11)
				}
			}
			for j, g := range o.GradB[l] {
				algotest.Near(t, "bias", biases[l][j], g, 1e-11)
			}
		}
		for i, f := range o.Outputs {
			p := v.predict(v.Points[i].X)[1].Value.(float64)
			algotest.Near(t, "probability", p, 1/(1+math.Exp(-f)), 1e-12)
		}
	}
	if epoch != len(o.Descent) {
		t.Errorf("%d epochs", epoch-1)
	}
}

// δ of every hidden unit is the derivative of the loss by its weighted sum: by its bias, for one sample.
func TestDeltasAreDerivatives(t *testing.T) {
	for _, pairs := range [][]string{
		{"activation", "tanh"}, {"activation", "sigmoid", "loss", squared}, {"activation", "relu"}, {"hidden", "3,4,2", "loss", squared},
	} {
		for _, data := range []dataset.Source{moons, three, sine} {
			v := viewAt(t, data, starting, append(pairs, "epochs", "1")...)
			u := v.update()
			u.rows = u.rows[:1]
			p, s, w := v.passOf(u), v.newSpace(), slices.Clone(u.before)
			for k, l := range v.net.Layers {
				for j, d := range p.delta[k+1] {
					const h = 1e-5
					at := l.Bias(j)
					w[at] += h
					up := v.batchLoss(s, w, u.rows, 0, nil)
					w[at] -= 2 * h
					down := v.batchLoss(s, w, u.rows, 0, nil)
					w[at] = u.before[at]
					algotest.Near(t, fmt.Sprintf("%v: δ %d of layer %d", pairs, j+1, k+1), d, (up-down)/(2*h), 1e-8)
				}
			}
		}
	}
}

// With dropout each unit is dropped for a share of the samples, and the updates of a step are those that the run took.
func TestDropoutIsReplayed(t *testing.T) {
	v := viewAt(t, moons, updating, "dropout", "0.5", "epochs", "2")
	grad := make([]float64, v.net.Len())
	v.objective(v.newSpace(), v.work.before, v.work.rows, v.work.seed, grad)
	if !slices.Equal(grad, v.work.grad) {
		t.Error("another gradient")
	}
	p := v.passOf(v.work)
	for l, mask := range p.mask {
		for j, m := range mask {
			if m != 0 && m != 2 || m == 0 && (p.a[l+1][j] != 0 || p.delta[l+1][j] != 0) {
				t.Errorf("unit %d of layer %d: mask %v, output %v, δ %v", j+1, l+1, m, p.a[l+1][j], p.delta[l+1][j])
			}
		}
	}
}

// Whatever the gradients are, Adam moves no farther than the bound; a gradient that grows comes near.
func TestAdamBound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for trial := range 200 {
		d, w, was := net.NewDescent(net.Adam, 1, 0, 1), []float64{0}, 0.0
		for n := 1; n <= 60; n++ {
			g := r.NormFloat64() * math.Exp(3*r.NormFloat64())
			if trial == 0 { // the worst by Cauchy and Schwarz for n = 60: g_k ∝ (β₁/β₂)^(n−k)
				g = math.Pow(beta1/beta2, float64(60-n))
			}
			d.Step(w, []float64{g})
			if move := math.Abs(w[0] - was); move > adamBound(n)*(1+1e-9) {
				t.Fatalf("update %d moves by %v, bound %v", n, move, adamBound(n))
			} else if trial == 0 && n == 60 && move < adamBound(n)*(1-1e-4) {
				t.Errorf("the worst gradients move by %v, bound %v", move, adamBound(n))
			}
			was = w[0]
		}
	}
}

// Hidden units that start equal remain equal.
func TestSymmetry(t *testing.T) {
	preset, _ := Demo.Preset("symmetric")
	v := algotest.Last(t, Demo, moons, preset.Params).View.(view)
	l := v.net.Layers[0]
	for j := 1; j < l.Out; j++ {
		if v.w[l.W(j, 0)] != v.w[l.W(0, 0)] || v.w[l.W(j, 1)] != v.w[l.W(0, 1)] || v.w[l.Bias(j)] != v.w[l.Bias(0)] {
			t.Errorf("unit %d differs", j+1)
		}
	}
}

// What the network cannot be is refused in words.
func TestRefusals(t *testing.T) {
	for value, want := range map[string]string{
		"1000,1000": "1004001 weights; at most 5000 are allowed", "8,8,8,8": "up to three whole numbers", "a": "whole numbers", "0,8": "whole numbers",
		"-3": "whole numbers", "99999999999999999999": "whole numbers", "999999999,999999999": "weights; at most 5000",
	} {
		_, err := algos.Recipe{Demo: "mlp", Params: param.Pairs("hidden", value), Seed: 1, Data: moons}.Run(t.Context(), Demo)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("hidden=%s: %v, want %q", value, err, want)
		}
	}
	last := algotest.Last(t, Demo, moons, param.Pairs("initial", "1 2 3"))
	if want := "3 numbers, and the network has 105 weights"; last.Status.State != algos.Refused || !strings.Contains(last.Status.Reason.String(), want) {
		t.Errorf("three initial weights: %v", last.Status)
	}
}

// A dead unit has no gradient, and keeps its weights under gradient descent.
func TestDeadUnitsStayInLayerOne(t *testing.T) {
	preset, _ := Demo.Preset("dead")
	dead := map[unit][]float64{}
	for _, step := range algotest.Steps(t, Demo, rings, preset.Params) {
		v := step.View.(view)
		if v.phase != passing {
			continue
		}
		l := v.net.Layers[0]
		for u, w := range dead {
			if !slices.Equal(w, v.w[l.W(u.j, 0):][:2]) {
				t.Errorf("epoch %d: the weights of the dead unit %d moved", v.epoch, u.j+1)
			}
		}
		for _, u := range v.dead {
			if u.layer == 1 {
				dead[u] = slices.Clone(v.w[l.W(u.j, 0):][:2])
			}
		}
	}
	if len(dead) == 0 {
		t.Error("no unit of layer 1 died")
	}
}

// The thousand steps that are timed allocate nothing but the descent's memory.
func TestStepsDoNotAllocate(t *testing.T) {
	work, w, grad, s := thousandOf(t)
	if k := testing.AllocsPerRun(2, func() { work.thousand(w, grad, s) }); k > 3 {
		t.Errorf("%v allocations in a thousand steps", k)
	}
}

func thousandOf(t testing.TB) (work *task, w, grad []float64, s *space) {
	set, err := dataset.Generate("moons", 500, 0.2, 1).Load()
	if err != nil {
		t.Fatal(err)
	}
	work = &task{options: options{Activation: "tanh"}, net: net.New([]int{2, 8, 8, 1}, net.Tanh, net.Linear), loss: net.CrossEntropy, classes: 2}
	for i, p := range set.Points {
		work.x, work.y, work.all = append(work.x, []float64{p.X[0], p.X[1]}), append(work.y, []float64{p.Y}), append(work.all, i)
	}
	return work, make([]float64, work.net.Len()), make([]float64, work.net.Len()), work.newSpace()
}

// A thousand steps of Adam on batches of 32 of 500 points, 2–8–8–1.
func BenchmarkThousandSteps(b *testing.B) {
	work, w, grad, s := thousandOf(b)
	for b.Loop() {
		work.thousand(w, grad, s)
	}
}

// What a drag of a point costs: the run up to where the page opens.
func BenchmarkDefaultRun(b *testing.B) {
	preset := Demo.Presets[0]
	for b.Loop() {
		run, err := algos.Recipe{Demo: "mlp", Params: preset.Params, Seed: 1, Data: preset.Data}.Run(b.Context(), Demo)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for range run {
			if n++; n > preset.Opens {
				break
			}
		}
	}
}

// The numbers that the lesson names.
func TestLessonNumbers(t *testing.T) {
	for link, want := range map[string]map[string]string{
		"?preset=by-hand&step=2#network": {"0.0990": "model.loss"}, "?preset=by-hand&step=6": {"0.0871": "model.loss"},
		"?preset=by-hand&step=3#network": {"-0.110": "model.deltas[1][0]"},
	} {
		step := algotest.Linked(t, Demo, "lesson", link)
		for number, path := range want {
			value, err := step.Number(path)
			if err != nil {
				t.Fatal(err)
			}
			algotest.Written(t, Demo, "lesson", number, value)
		}
	}
}
