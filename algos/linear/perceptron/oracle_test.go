package perceptron_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/perceptron"
	"playground/algos/mark"
	"playground/algos/param"
)

// readRows reads x1,x2,y with y = ±1.
func readRows(t testing.TB, file string) dataset.Set {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][3]float64
	for _, record := range records[1:] {
		var r [3]float64
		for i := range r {
			if r[i], err = strconv.ParseFloat(record[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, r)
	}
	return dataset.Labelled(rows...).Set
}

// steps runs the demo to its end, or to a limit.
func steps(t testing.TB, set dataset.Set, v param.Values, limit int) []algos.Step {
	t.Helper()
	run, err := perceptron.Demo.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), v)
	if err != nil {
		t.Fatal(err)
	}
	var all []algos.Step
	for s := range run {
		all = append(all, s)
		if len(all) == limit {
			break
		}
	}
	return all
}

func weights(s algos.Step) [3]float64 {
	m := s.Model()
	theta := m.Value("theta").([]float64)
	return [3]float64{theta[0], theta[1], m.Value("theta0").(float64)}
}

// The reference values were computed with scikit-learn 1.2.1 and by a plain
// implementation of the rule; the coordinates are exact in binary, so every
// weight must agree to the last bit.
func TestReferenceRuns(t *testing.T) {
	text, err := os.ReadFile("testdata/perceptron.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID        string
			Data      string
			Epochs    int
			Converged bool
			Weights   [][3]float64 `json:"w1_w2_b_after_epoch"`
			Mistakes  []int        `json:"mistakes_per_epoch"`
			Log       [][2]int     `json:"mistake_log_first60"`
			Total     int          `json:"total_mistakes"`
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 7 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			set := readRows(t, c.Data)
			names := map[string]int{}
			for i := range set.Points {
				names["mistake on x"+subscript(i+1)] = i
			}
			var ends [][3]float64
			var mistakes []int
			var log [][2]int
			total := 0
			all := steps(t, set, param.Values{"max_epochs": strconv.Itoa(c.Epochs)}, 0)
			for _, s := range all[1:] {
				if row, ok := names[s.Phase.String()]; ok {
					total++
					if len(log) < 60 {
						log = append(log, [2]int{len(ends), row})
					}
				}
				if s.Size == algos.Pass {
					ends = append(ends, weights(s))
					mistakes = append(mistakes, int(s.Metric("mistakes_in_pass")))
				}
			}
			// Only iris has decimal fractions. Its reference weights are written with
			// 15 digits, and each of 20 updates may round by half a unit of 2⁻⁴⁹.
			exact := cmp.Comparer(func(a, b float64) bool { return a == b || c.Data == "iris2_bin" && near(a, b, 2e-14) })
			for _, d := range []string{cmp.Diff(c.Weights, ends, exact), cmp.Diff(c.Mistakes, mistakes), cmp.Diff(c.Log, log)} {
				if d != "" {
					t.Error(d)
				}
			}
			last := all[len(all)-1]
			if total != c.Total || last.Metric("updates") != float64(total) {
				t.Errorf("%d mistakes and %v updates, want %d", total, last.Metric("updates"), c.Total)
			}
			if got := last.Status.State == algos.Converged; got != c.Converged {
				t.Errorf("converged %v, want %v", got, c.Converged)
			}
			if got := last.Model().Value("passes"); got != c.Epochs {
				t.Errorf("%v passes, want %d", got, c.Epochs)
			}
		})
	}
}

func subscript(n int) string {
	text := ""
	for _, c := range strconv.Itoa(n) {
		text += string('₀' + c - '0')
	}
	return text
}

// Degenerate sets on which scikit-learn 1.2.1 converges too (it visits rows in
// the same order when shuffling is off).
func TestDegenerateReferences(t *testing.T) {
	for file, want := range map[string][3]float64{
		"path_dup_clean":  {0.6689453125, 2.1640625, 1},
		"path_two_points": {1, -0.5, -1},
	} {
		all := steps(t, readRows(t, file), nil, 0)
		last := all[len(all)-1]
		if got := weights(last); got != want || last.Status.State != algos.Converged {
			t.Errorf("%s: %v %s, want %v", file, got, last.Status.State, want)
		}
	}
}

// The trace of the lecture notes 004: twelve updates in seven passes.
func TestTrace(t *testing.T) {
	preset, _ := perceptron.Demo.Preset("trace")
	all := steps(t, preset.Data.Set, preset.Params, 0)
	var got []string
	for _, s := range all {
		if s.Size != algos.Micro && strings.HasPrefix(s.Phase.String(), "updat") {
			w := weights(s)
			got = append(got, fmt.Sprintf("%s (%v,%v)", s.Phase.String()[len("update θ with x"):], w[0], w[1]))
		}
	}
	want := []string{
		"₁ (2,-2)", "₂ (-1,0)", "₃ (-1,-2)", "₄ (-4,0)", "₁ (-2,-2)", "₁ (0,-4)",
		"₂ (-3,-2)", "₁ (-1,-4)", "₂ (-4,-2)", "₁ (-2,-4)", "₂ (-5,-2)", "₁ (-3,-4)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	last := all[len(all)-1]
	if last.Model().Value("passes") != 7 || last.Metric("bound") != 133.25 || last.Metric("k_r2") != 12*13 {
		t.Errorf("passes %v, bound %v, kR² %v", last.Model().Value("passes"), last.Metric("bound"), last.Metric("k_r2"))
	}
}

// Small cases of the notes: θ after the last update, updates and bound.
func TestGoldenCases(t *testing.T) {
	for _, c := range []struct {
		preset  string
		path    [][2]float64
		updates float64
		bound   float64
	}{
		{"tight", [][2]float64{{1, 0}, {1, -1}}, 2, 2},
		{"mirror", [][2]float64{{3, 1}, {2, -2}}, 2, 5},
		{"unit", [][2]float64{{1, 0}, {1, 1}}, 2, 5},
		{"unit2", [][2]float64{{.6, .8}, {.6 + .28, .8 - .96}}, 2, 5},
	} {
		preset, _ := perceptron.Demo.Preset(c.preset)
		var path [][2]float64
		var last algos.Step
		for _, s := range steps(t, preset.Data.Set, preset.Params, 0) {
			if s.Metric("updates") > float64(len(path)) {
				w := weights(s)
				path = append(path, [2]float64{w[0], w[1]})
			}
			last = s
		}
		for i, want := range c.path {
			// The decimal fractions .6, .8, .28 and .96 are rounded.
			if i >= len(path) || !near(path[i][0], want[0], 1e-15) || !near(path[i][1], want[1], 1e-15) {
				t.Errorf("%s: path %v, want %v", c.preset, path, c.path)
				break
			}
		}
		if last.Metric("updates") != c.updates || !near(last.Metric("bound"), c.bound, 1e-14) || last.Status.State != algos.Converged {
			t.Errorf("%s: %v updates, bound %v, %s", c.preset, last.Metric("updates"), last.Metric("bound"), last.Status.State)
		}
	}
}

func near(a, b, tol float64) bool { return a-b <= tol && b-a <= tol }

// Without a line through the origin: θ = 0 again after every 17 updates.
func TestCycleIsFoundAtOnceAndNamed(t *testing.T) {
	preset, _ := perceptron.Demo.Preset("cycle")
	all := steps(t, preset.Data.Set, preset.Params, 0)
	cycles := 0
	for _, s := range all {
		if k := s.Metric("updates"); k > 0 && int(k)%17 == 0 && s.Metric("norm2") != 0 {
			t.Fatalf("after %v updates θ = %v", k, weights(s))
		}
		for _, e := range s.Events {
			if e.Kind != "cycle" {
				continue
			}
			cycles++
			if s.Metric("updates") != 17 || e.Text.String() != "θ repeats its value of 17 updates ago" {
				t.Errorf("after %v updates: %s", s.Metric("updates"), e.Text)
			}
			want := "θ repeats its value of 17 updates ago: the run is a cycle, so no line through the origin separates the classes."
			if said := s.Say(); !slices.ContainsFunc(said, func(l algos.Line) bool { return l.Text.String() == want }) {
				t.Errorf("said %+v", said)
			}
		}
	}
	last := all[len(all)-1].Status
	want := "stopped after 100 epochs: θ cycles with period 17 updates, so no line through the origin separates the classes"
	if cycles != 1 || last.State != algos.Cycling || last.Reason.String() != want {
		t.Errorf("%d cycles, ended %+v", cycles, last)
	}
}

// One sample at a time: the start at 0 makes one update, whatever the sample.
func TestOneSample(t *testing.T) {
	for _, x := range [][3]float64{{1, 0, 1}, {-3, 4, -1}, {1e6, -1e6, 1}, {1e-6, 0, -1}} {
		for _, bias := range []string{"true", "false"} {
			all := steps(t, dataset.Labelled(x).Set, param.Values{"fit_intercept": bias}, 0)
			last := all[len(all)-1]
			if last.Metric("updates") != 1 || last.Metric("bound") != 1 || last.Status.State != algos.Converged || len(all) != 4 {
				t.Errorf("%v, bias %s: %v updates of %v, %d steps, %+v", x, bias, last.Metric("updates"), last.Metric("bound"), len(all), last.Status)
			}
		}
	}
	// The zero vector can never be on the right side.
	all := steps(t, dataset.Labelled([3]float64{0, 0, 1}).Set, param.Values{"fit_intercept": "false"}, 0)
	if last := all[len(all)-1]; last.Status.State != algos.Cycling || last.Metric("updates") != 100 {
		t.Errorf("x = 0: %+v", last.Status)
	}
}
