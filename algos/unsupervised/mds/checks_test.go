package mds

import (
	"fmt"
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
	"playground/algos/say"
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

// The map of all 21 cities of eurodist is that of R's cmdscale(eurodist, k = 5), but for
// the signs of its axes.
func TestCitiesOfR(t *testing.T) {
	var file struct {
		Names []string
		Rows  [][]float64
	}
	algotest.ReadJSON(t, "testdata/eurodist.json", &file)
	m := len(file.Names)
	s := places{table: true, raw: file.Names, names: make([]say.Phrase, m)}
	for _, row := range file.Rows {
		s.d = append(s.d, row...)
	}
	task := &task{places: s, m: m}
	if err := task.square(); err != nil {
		t.Fatal(err)
	}
	task.centre()
	if err := task.solve(); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{
		{2290.27468, 1798.8029, 53.79314, 103.82696, 156.95511},
		{825.38279, 546.8115, 113.85842, 84.58583, 291.44076},
		{59.18334, 367.0814, 177.55291, 38.79751, 95.62045},
		{82.84597, 429.9147, 300.19274, 106.35369, 180.44614},
		{352.49943, 290.9084, 457.35294, 111.44915, 417.49668},
		{293.68963, 405.3119, 360.09323, 636.20238, 159.39266},
	} {
		for k, x := range want {
			// R prints five decimals or four.
			algotest.Near(t, fmt.Sprintf("%s, axis %d", file.Names[i], k+1), math.Abs(task.coordinate(i, k))/x, 1, 1e-6)
		}
	}
}

// Points come back from their distances, but for a turn, which Procrustes finds; another
// metric leaves something.
func TestPointsComeBack(t *testing.T) {
	for _, data := range []dataset.Source{letter(), long, streets, inLine} {
		v := viewOf(t, algotest.Last(t, Demo, data, nil))
		_, one := v.state.best(false)
		_, two := v.state.best(true)
		if off := min(one, two); off > 1e-7 {
			t.Errorf("off by %v", off)
		}
		for i := range v.m {
			for j := range v.m {
				algotest.Near(t, "distance", v.mapped(i, j, v.found), v.d[i*v.m+j], 1e-7)
			}
		}
	}
}

// No angle of a fine sweep is better than the one of the closed form.
func TestProcrustes(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, cities("Athens"), nil))
	for _, flip := range []bool{false, true} {
		turn, best := v.state.best(flip)
		algotest.Near(t, "at the best turn", v.misfit(turn, flip), best, 1e-9)
		for a := -math.Pi; a < math.Pi; a += 0.001 {
			if off := v.misfit(a, flip); off < best-1e-12 {
				t.Fatalf("%v at %v, below %v", off, a, best)
			}
		}
	}
}

// What cannot be distances is refused in a sentence that names it.
func TestBadTables(t *testing.T) {
	abc := []string{"A", "B", "C"}
	for name, c := range map[string]struct {
		data dataset.Source
		says string
	}{
		"negative":   {table(abc, []float64{0, -1, 2}, []float64{-1, 0, 1}, []float64{2, 1, 0}), "d(A, B) = −1"},
		"asymmetric": {table(abc, []float64{0, 1, 2}, []float64{1, 0, 1}, []float64{3, 1, 0}), "d(A, C) = 2, but d(C, A) = 3"},
		"diagonal":   {table(abc, []float64{0, 1, 2}, []float64{1, 4, 1}, []float64{2, 1, 0}), "d(B, B) = 4"},
		"not square": {table(abc[:2], []float64{0, 1, 2}, []float64{1, 0, 2}), "2 rows and 3 numeric columns"},
		"zeros":      {table(abc, []float64{0, 0, 0}, []float64{0, 0, 0}, []float64{0, 0, 0}), "All distances are 0"},
		"one place":  {table(abc[:1], []float64{0}), "at least two"},
		"tiny":       {table(abc[:2], []float64{0, 1e-200}, []float64{1e-200, 0}), "so small"},
		"one point":  {dataset.Plane([2]float64{1, 2}), "at least two points"},
		"identical":  {dataset.Plane([2]float64{1, 2}, [2]float64{1, 2}, [2]float64{1, 2}), "All distances are 0"},
	} {
		if name == "not square" {
			c.data.Table.Columns = append(c.data.Table.Columns, dataset.Column{Name: "C"})
		}
		last := algotest.Last(t, Demo, c.data, nil)
		if last.Status.State != algos.Refused || !strings.Contains(string(last.Status.Reason.In(nil)), c.says) {
			t.Errorf("%s: %v", name, last.Status)
		}
	}
}

// A triangle that cannot be is named.
func TestDetoursAreNamed(t *testing.T) {
	said := algotest.Steps(t, Demo, impossible, nil)[0].Say()[1].Text.In(nil)
	if !strings.Contains(said, "d(A, C) = 3, but via B it is only 1 + 1 = 2") {
		t.Error(said)
	}
	if v := viewOf(t, algotest.Last(t, Demo, hub, nil)); v.detour != nil || v.negative != 1 {
		t.Errorf("hub: %v, %d below 0", v.detour, v.negative)
	}
}

func drawn(t *rapid.T) param.Values {
	return param.Values{
		"metric":       rapid.SampledFrom([]string{euclidean, euclidean, manhattan, largest}).Draw(t, "metric"),
		"n_components": rapid.SampledFrom([]string{"1", "2", "2", "3", "9"}).Draw(t, "n_components"),
		"rotation":     param.Format(rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "rotation")),
		"reflect":      rapid.SampledFrom([]string{"true", "false"}).Draw(t, "reflect"),
	}
}

// No promise is broken at any step of any run on a board.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		rows := make([][2]float64, rapid.IntRange(2, 10).Draw(t, "n"))
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
		far := rapid.SampledFrom([]float64{0, 0, 100, 1e5}).Draw(t, "far")
		for i := range rows {
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
				continue
			}
			x := rapid.Float64Range(-2, 2)
			rows[i] = [2]float64{scale * (far + x.Draw(t, "x")), scale * x.Draw(t, "y")}
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Plane(rows...)), Params: drawn(t)}
	})
}

// The same on tables of any distances, most of which no places have.
func TestPromisesHoldOnTables(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := rapid.IntRange(2, 7).Draw(r, "m")
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(r, "scale"))
		names, rows := make([]string, m), make([][]float64, m)
		for i := range m {
			names[i], rows[i] = string(rune('A'+i)), make([]float64, m)
			for j := range i {
				rows[i][j] = scale * rapid.Float64Range(0, 2).Draw(r, "d")
				rows[j][i] = rows[i][j]
			}
		}
		recipe := algos.Recipe{Demo: Demo.ID, Data: table(names, rows...), Params: drawn(r), Step: algos.Last}
		run, err := recipe.Run(t.Context(), Demo)
		if err != nil {
			r.Fatal(err)
		}
		for s := range run {
			for _, c := range s.Checks() {
				if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
					r.Fatalf("%s: %s is %s: %v %s %v ± %g", s.Phase, c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
				}
			}
		}
	})
}

// Every promise can fail: a state that is not what the run made of it breaks it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, v view, change func(s *state)) algotest.Spoiling {
		s := *v.state
		task := *s.task
		s.task = &task
		change(&s)
		return algotest.Spoiling{Check: check, Good: v, Spoilt: view{&s}}
	}
	end := viewOf(t, algotest.Last(t, Demo, letter(), nil))
	flat := viewOf(t, algotest.Last(t, Demo, long, vals("n_components", "1")))
	bend := func(s *state) {
		s.matrices[inner] = slices.Clone(s.matrices[inner])
		s.matrices[inner][s.m+1] *= 1.001
	}
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("sums", end, bend),
		spoil("back", end, bend),
		spoil("centred", end, bend),
		spoil("strain", end, bend),
		spoil("kept", end, func(s *state) { s.values = slices.Clone(s.values); s.values[0] *= 1.001 }),
		spoil("variance", end, func(s *state) { s.values = slices.Clone(s.values); s.values[0] *= 1.001 }),
		spoil("shorter", flat, func(s *state) { s.values = slices.Clone(s.values); s.values[0] *= 1.1 }),
		spoil("turn", end, func(s *state) { s.truth0 *= 4 }),
	})
}

// What the lesson and the tour say of numbers is what their links lead to.
func TestNumbersOfTheLesson(t *testing.T) {
	at := func(file, to string) view { return algotest.Linked(t, Demo, file, to).View.(view) }
	_, best := at("lesson", "?preset=cities&step=end#rotation").state.best(false)
	algotest.Written(t, Demo, "lesson", "0.267", best)
	algotest.Written(t, Demo, "tour", "0.267", best)
	algotest.Written(t, Demo, "lesson", "7.36", at("lesson", "?preset=ferry&step=end").missed())
	algotest.Written(t, Demo, "lesson", "4.88", at("lesson", "?preset=cities&step=end").missed())
	shadow := at("tour", "?preset=shadow&step=end#shepard")
	for k, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		algotest.Written(t, Demo, "tour", []string{"1.49", "3.47", "4.96"}[k], shadow.mapped(pair[0], pair[1], 1))
	}
	if hub := at("lesson", "?preset=hub&step=end#spectrum"); math.Abs(hub.values[3]+0.25) > 1e-12 {
		t.Errorf("%v", hub.values)
	}
}

// A page opens on the map that the method makes, and not on a matrix.
func TestOpensOnTheMap(t *testing.T) {
	first := Demo.Presets[0]
	steps := algotest.Steps(t, Demo, first.Data, first.Params)
	v := steps[first.Opens].View.(view)
	if v.found == 0 || v.status.Final() {
		t.Errorf("it opens at step %d, with %d dimensions", first.Opens, v.found)
	}
	for n, s := range steps {
		for _, p := range s.View.Panels() {
			if len(p.Marks) == 0 {
				t.Errorf("step %d: picture %q is empty", n, p.ID)
			}
		}
	}
}
