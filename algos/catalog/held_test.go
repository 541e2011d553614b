package catalog_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// manySteps is how many steps of a run the tests look at.
const manySteps = 250

// supervised are the demos of which points can be held out.
func supervised() []algos.Demo {
	var all []algos.Demo
	for _, d := range catalog.All {
		if d.Input.Supervised() {
			all = append(all, d)
		}
	}
	return all
}

// divided is a small set for the demo, every fourth point of which is held out.
func divided(d algos.Demo) dataset.Set {
	s := algotest.Small(d)
	var out []int
	for i := 1; i < len(s.Points); i += 4 {
		out = append(out, i)
	}
	s.Hold(out, true)
	return s
}

func steps(t testing.TB, d algos.Demo, p algos.Problem) []algos.Step {
	t.Helper()
	run, err := d.Steps(context.Background(), p, nil)
	if err != nil {
		t.Fatalf("%s: %v", d.ID, err)
	}
	var all []algos.Step
	for s := range run {
		if all = append(all, s); len(all) == manySteps {
			break
		}
	}
	return all
}

// A run with held-out points is the run on the others alone, bit for bit: its steps,
// sentences, promises, results and pictures, besides what is said and drawn of those
// held out.
func TestHeldOutPointsTeachNothing(t *testing.T) {
	for _, d := range supervised() {
		t.Run(d.ID, func(t *testing.T) {
			set := divided(d)
			w := mark.FitWindow(set)
			with := steps(t, d, algos.NewProblem(set, 3, w))
			alone := steps(t, d, algos.NewProblem(set.Training(), 3, w))
			if len(with) != len(alone) {
				t.Fatalf("%d steps, %d on the others alone", len(with), len(alone))
			}
			for n := range with {
				a, b := with[n], alone[n]
				own := len(b.Metrics)
				if !slices.EqualFunc(a.Metrics[:own], b.Metrics, same) {
					t.Fatalf("step %d: metrics %v, on the others alone %v", n, a.Metrics[:own], b.Metrics)
				}
				told, story := a.Say(), b.Say()
				told = slices.DeleteFunc(told, func(l algos.Line) bool { return strings.Contains(l.Text.String(), "held out, ") })
				for what, pair := range map[string][2]any{
					"phase": {a.Phase, b.Phase}, "next": {a.Next, b.Next}, "events": {a.Events, b.Events}, "status": {a.Status, b.Status}, "offer": {a.Takeaway, b.Takeaway},
					"story": {told, story}, "checks": {fmt.Sprintf("%#v", a.Checks()), fmt.Sprintf("%#v", b.Checks())},
					"results": {fmt.Sprintf("%#v", a.Model().Values), fmt.Sprintf("%#v", b.Model().Values)},
				} {
					if !reflect.DeepEqual(pair[0], pair[1]) {
						t.Fatalf("step %d: %s %v, on the others alone %v", n, what, pair[0], pair[1])
					}
				}
				if n%10 == 0 {
					samePanels(t, n, a.Panels(), b.Panels())
				}
			}
		})
	}
}

func samePanels(t *testing.T, n int, a, b []mark.Panel) {
	t.Helper()
	if len(a) != len(b) {
		t.Fatalf("step %d: %d pictures, on the others alone %d", n, len(a), len(b))
	}
	for i := range a {
		marks := len(b[i].Marks)
		if a[i].Edits == mark.EditsData {
			marks++
		}
		if len(a[i].Marks) != marks {
			t.Fatalf("step %d, %s: %d marks, on the others alone %d", n, a[i].ID, len(a[i].Marks), len(b[i].Marks))
		}
		for k, m := range b[i].Marks {
			if points, ok := m.(mark.Points); ok && !reflect.DeepEqual(a[i].Marks[k].(mark.Points).At, points.At) {
				t.Fatalf("step %d, %s: the points stand elsewhere", n, a[i].ID)
			}
		}
	}
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }

// The errors are those that one counts who asks the model about every point.
func TestHeldError(t *testing.T) {
	for _, d := range supervised() {
		t.Run(d.ID, func(t *testing.T) {
			set := divided(d)
			known := 0
			for n, s := range steps(t, d, algos.NewProblem(set, 3, mark.FitWindow(set))) {
				held, seen := counted(s, set, set.Points[set.Learnt():])
				train, _ := counted(s, set, set.Training().Points)
				if got := s.Metric("held_error"); !close(got, held) {
					t.Fatalf("step %d: held_error is %g, counted %g", n, got, held)
				}
				if slices.Contains(d.Metrics, "train_error") {
					if got := s.Metric("train_error"); got == got && !close(got, train) {
						t.Errorf("step %d: the demo's train_error is %g, counted %g", n, got, train)
					}
				} else if got := s.Metric("train_error"); !close(got, train) {
					t.Fatalf("step %d: train_error is %g, counted %g", n, got, train)
				}
				if seen {
					known++
				}
			}
			if known == 0 {
				t.Error("no step predicts anything")
			}
		})
	}
}

func close(a, b float64) bool { return a != a && b != b || math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// counted is the error of a step's model on some points.
func counted(s algos.Step, set dataset.Set, points []dataset.Point) (share float64, known bool) {
	m := s.Model()
	if m.Predict == nil {
		return math.NaN(), false
	}
	for _, p := range points {
		for _, v := range m.Predict(p.X) {
			switch {
			case set.Target == dataset.Classes && v.Name == "label":
				if v.Value.(int) != set.Label(p.Class()) {
					share++
				}
			case set.Target == dataset.Values && (v.Name == "y" || v.Name == "mean"):
				share += (v.Value.(float64) - p.Y) * (v.Value.(float64) - p.Y)
			}
		}
	}
	return share / float64(len(points)), true
}

// The first picture has a mark for those held out, numbered behind the others, and the
// story and a chart tell of them, in both languages.
func TestHeldOutPointsAreShown(t *testing.T) {
	for _, d := range supervised() {
		t.Run(d.ID, func(t *testing.T) {
			set := divided(d)
			all := steps(t, d, algos.NewProblem(set, 3, mark.FitWindow(set)))
			last := all[len(all)-1]
			book := d.Book("zh")
			for _, p := range last.Panels() {
				if p.Edits != mark.EditsData {
					continue
				}
				m, ok := p.Marks[len(p.Marks)-1].(mark.Points)
				if !ok || !m.Hollow || len(m.At) != set.Held || m.Refs[0] != fmt.Sprintf("x%d", set.Learnt()) {
					t.Fatalf("%s: the last mark is %#v", p.ID, p.Marks[len(p.Marks)-1])
				}
				for i := range m.At {
					if tip := m.Tip(i); tip.String() == "" || tip.In(book) == tip.String() {
						t.Errorf("the tip %q", tip)
					}
				}
				if !strings.Contains(p.Alt.In(book), "留出") {
					t.Errorf("%s is described as %q", p.ID, p.Alt.In(book))
				}
			}
			want := fmt.Sprintf("of the %d points held out", set.Held)
			if set.Target == dataset.Values {
				want = fmt.Sprintf("on the %d points held out", set.Held)
			}
			told := slices.ContainsFunc(last.Say(), func(l algos.Line) bool {
				return strings.Contains(l.Text.String(), want) && l.Text.In(book) != l.Text.String()
			})
			if !told {
				t.Errorf("no sentence has %q in both languages", want)
			}
			tested := d.Testing(set)
			c := tested.Charts[len(tested.Charts)-1]
			if c.ID != "held-out" || len(tested.Charts) != len(d.Charts)+1 || len(c.Series) != 2 {
				t.Errorf("the last chart is %+v", c)
			}
			for _, text := range []string{c.Title, c.Y, c.Series[0].Label, c.Series[1].Label} {
				if book[text] == "" {
					t.Errorf("%q is not translated", text)
				}
			}
			if again := tested.Testing(set); len(again.Metrics) != len(tested.Metrics) || len(d.Testing(set.Training()).Metrics) != len(d.Metrics) {
				t.Error("the metrics are added twice, or where nothing is held out")
			}
		})
	}
}

// Without targets nothing can be tested.
func TestNothingIsHeldOutWithoutTargets(t *testing.T) {
	for _, d := range catalog.All {
		if d.Input.Points == nil || d.Input.Supervised() {
			continue
		}
		set := dataset.Set{Dim: slices.Max(d.Input.Points.Dims), Target: dataset.Classes, Held: 1, Points: make([]dataset.Point, 5)}
		err := d.Check(algos.NewProblem(set, 1, mark.FitWindow(set)), nil)
		if err == nil || !strings.Contains(err.Error(), d.ID+" is unsupervised: points cannot be held out") {
			t.Errorf("%s: %v", d.ID, err)
		}
	}
}

// A run that has ended says nothing that it does not know.
func TestTestsEndWithTheRun(t *testing.T) {
	d, _ := catalog.Find("svm")
	set, err := dataset.Source{Generator: "moons", N: 400, Noise: 0.3, Seed: 1, Held: 200}.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run, err := d.Steps(ctx, algos.NewProblem(set, 1, mark.FitWindow(set)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for s := range run {
		cancel()
		for _, l := range s.Say() {
			if strings.Contains(l.Text.String(), "held out, ") {
				t.Errorf("it says %q", l.Text)
			}
		}
	}
}

// BenchmarkHeldOut is a whole run with a fourth of the points held out, and the run on the
// others alone: what the tests of its models cost.
func BenchmarkHeldOut(b *testing.B) {
	for _, id := range []string{"perceptron", "svm", "gp-regression"} {
		d, _ := catalog.Find(id)
		name := "moons"
		if d.Input.Points.Target == dataset.Values {
			name = "sine"
		}
		for _, n := range []int{80, 400} {
			set, err := dataset.Source{Generator: name, N: n, Noise: 0.3, Seed: 7, Held: n / 4}.Load()
			if err != nil {
				b.Fatal(err)
			}
			for _, s := range []dataset.Set{set.Training(), set} {
				b.Run(fmt.Sprintf("%s/%d/held=%d", id, n, s.Held), func(b *testing.B) {
					for b.Loop() {
						run, err := d.Steps(context.Background(), algos.NewProblem(s, 1, mark.FitWindow(set)), nil)
						if err != nil {
							b.Fatal(err)
						}
						for range run {
						}
					}
				})
			}
		}
	}
}

// With many points not every step is tested when it is recorded; a look at it tells.
func TestTestsAreThinned(t *testing.T) {
	d, _ := catalog.Find("perceptron")
	set, err := dataset.Source{Generator: "moons", N: 1000, Noise: 0.3, Seed: 1, Held: 500}.Load()
	if err != nil {
		t.Fatal(err)
	}
	missing, recorded := 0, 0
	for n, s := range steps(t, d, algos.NewProblem(set, 1, mark.FitWindow(set))) {
		x := s.Metrics[len(s.Metrics)-1]
		if x == x {
			recorded++
		} else {
			missing++
		}
		if got := s.Metric("held_error"); got != got || x == x && got != x {
			t.Fatalf("step %d: held_error is recorded as %g, and %g at a look", n, x, got)
		}
	}
	if missing == 0 || recorded < 32 {
		t.Errorf("%d steps are tested, %d are not", recorded, missing)
	}
}
