package algotest

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// goldenSteps is how far into a preset's run its steps are written down: every one of the
// first, and then one in every so many.
const goldenSteps = 61

// written reports whether step n is written down.
func written(n int) bool {
	const first, every = 16, 5
	return n < first || n < goldenSteps && n%every == 0
}

// goldenEnd is the longest run whose last step is written down, too.
const goldenEnd = 2000

// Golden compares what every preset of the demo says and draws with testdata/golden.txt. People
// read there, and in its differences, the claims, the titles and the legends of the demo, and
// of the step that a preset shows and of its last one the sentences and how the guarantees
// stand. Of all other steps the file has a hash for each part. With GOLDEN=update in the environment
// the file is written again; with GOLDEN_TEXT set to a folder what was hashed is written
// there, so that two versions can be compared.
func Golden(t *testing.T, d algos.Demo) {
	t.Helper()
	compareGolden(t, golden(t.Context(), t, d))
}

// compareGolden compares lines with the file.
func compareGolden(t *testing.T, got []string) {
	t.Helper()
	file := filepath.Join("testdata", "golden.txt")
	if os.Getenv("GOLDEN") == "update" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := lineDiff(strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), got); diff != "" {
		t.Errorf("testdata/golden.txt: what is meant to change is written by GOLDEN=update go test . -run TestContract/golden\n%s", diff)
	}
}

// lineDiff shows the first lines that are in one list alone, - for the old and + for the new.
func lineDiff(old, now []string) string {
	const most = 30
	has := func(lines []string) map[string]int {
		n := map[string]int{}
		for _, l := range lines {
			n[l]++
		}
		return n
	}
	gone, come := has(old), has(now)
	for l := range gone {
		both := min(gone[l], come[l])
		gone[l], come[l] = gone[l]-both, come[l]-both
	}
	var out []string
	under := ""
	for _, side := range []struct {
		sign  string
		lines []string
		left  map[string]int
	}{{"- ", old, gone}, {"+ ", now, come}} {
		for i, l := range side.lines {
			if strings.HasPrefix(l, "=") {
				under = l
			}
			if side.left[l] > 0 {
				side.left[l]--
				out = append(out, fmt.Sprintf("%s%s (line %d, below %q)", side.sign, l, i+1, under))
			}
		}
	}
	if len(out) == 0 && !slices.Equal(old, now) {
		return "the order of the lines is another one"
	}
	if n := len(out); n > most {
		out = append(out[:most], fmt.Sprintf("and %d lines more", n-most))
	}
	return strings.Join(out, "\n")
}

// golden returns the lines of the file.
func golden(ctx context.Context, t *testing.T, d algos.Demo) []string {
	t.Helper()
	words := map[string]bool{}
	var presets, hashes []string
	for _, p := range d.Presets {
		r, err := d.Recipe(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		steps, _, err := presetRun(ctx, d, r, goldenEnd+1)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		var text *strings.Builder
		dir := os.Getenv("GOLDEN_TEXT")
		if dir != "" {
			text = &strings.Builder{}
		}
		presets = append(presets, "= preset "+p.ID+": "+p.Title)
		for n, s := range steps {
			if written(n) {
				hashes = append(hashes, goldenLine(text, p.ID, n, s))
			}
			if n == r.Step {
				presets = append(presets, readable(n, s, words)...)
			}
		}
		if last := len(steps) - 1; last < goldenEnd && last >= 0 {
			if !written(last) {
				hashes = append(hashes, goldenLine(text, p.ID, last, steps[last]))
			}
			if last != r.Step {
				presets = append(presets, readable(last, steps[last], words)...)
			}
		}
		if text != nil {
			if err := os.WriteFile(filepath.Join(dir, d.ID+"-"+p.ID+".txt"), []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	lines := append([]string{"= words"}, slices.Sorted(maps.Keys(words))...)
	lines = append(lines, presets...)
	lines = append(lines, "= steps: preset, step, then a hash for say, checks, head, panels, model")
	return append(lines, hashes...)
}

// readable writes a step's sentences and how its guarantees stand, and collects the words
// that many steps share.
func readable(n int, s algos.Step, words map[string]bool) []string {
	flat := strings.NewReplacer("\n", " ")
	lines := []string{fmt.Sprintf("== step %d: %s", n, s.Phase)}
	for _, l := range s.Say() {
		if l.Text != "" {
			lines = append(lines, flat.Replace(l.Text.String()))
		}
		if l.TeX != "" {
			lines = append(lines, "$ "+flat.Replace(l.TeX.String()))
		}
	}
	for _, c := range s.Checks() {
		words["claim "+c.Name+": "+flat.Replace(c.Claim.String())] = true
		line := string(c.Verdict) + " " + c.Name
		if c.Verdict != algos.NotApplicable {
			line += " " + say.Num(tidy(c.Left)) + " " + c.Rel + " " + say.Num(tidy(c.Right))
		}
		lines = append(lines, line)
	}
	for _, p := range s.Panels() {
		words["panel "+p.ID+": "+flat.Replace(p.Title.String())] = true
		for _, m := range p.Marks {
			if l := reflect.ValueOf(m).FieldByName("Legend"); l.IsValid() && l.String() != "" {
				for _, t := range say.Phrase(l.String()).Templates() {
					words["legend "+p.ID+": "+flat.Replace(t.Text)] = true
				}
			}
		}
	}
	return lines
}

// goldenLine hashes a step. What it hashes is added to the text, unless that is nil.
func goldenLine(text *strings.Builder, preset string, n int, s algos.Step) string {
	type head struct {
		Phase  string
		Next   algos.Next
		Size   algos.Size
		Events []algos.Event
		Status algos.Status
	}
	metrics := []string{}
	for name, x := range s.Named() {
		metrics = append(metrics, fmt.Sprintf("%s=%.9g", name, tidy(x)))
	}
	model := s.Model()
	var predict []algos.Value
	if model.Predict != nil {
		predict = append(model.Predict([2]float64{0.3, -0.7}), model.Predict([2]float64{-2, 1})...)
	}
	line := preset + " " + strconv.Itoa(n)
	for _, part := range []struct {
		name  string
		value any
	}{
		{"say", s.Say()},
		{"checks", s.Checks()},
		{"head", []any{head{fmt.Sprint(s.Phase), s.Next, s.Size, s.Events, s.Status}, metrics}},
		{"panels", s.Panels()},
		{"model", []any{model.Values, predict}},
	} {
		w := &writer{}
		w.write(reflect.ValueOf(part.value))
		if text != nil {
			fmt.Fprintf(text, "== step %d %s\n%s", n, part.name, w.out)
		}
		h := fnv.New32a()
		h.Write(w.out)
		line += fmt.Sprintf(" %08x", h.Sum32())
	}
	return line
}

// goldenGrid is where the functions that panels draw are written down.
var goldenGrid = grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2}, NX: 3, NY: 3}

// A writer writes values, a line for every part, with its path.
type writer struct{ out, path []byte }

// at adds to the path while it writes a part.
func (w *writer) at(part string, v reflect.Value) {
	n := len(w.path)
	w.path = append(w.path, part...)
	w.write(v)
	w.path = w.path[:n]
}

// index is at for an element.
func (w *writer) index(i int, v reflect.Value) {
	n := len(w.path)
	w.path = append(strconv.AppendInt(append(w.path, '['), int64(i), 10), ']')
	w.write(v)
	w.path = w.path[:n]
}

// line writes one line.
func (w *writer) line(value string) {
	w.out = append(w.out, w.path...)
	w.out = append(w.out, '=')
	w.out = append(w.out, value...)
	w.out = append(w.out, '\n')
}

// write leaves out what is zero: fields that are added to a type later leave it
// as it was. What says itself in words is written so, numbers with nine digits.
func (w *writer) write(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	if traitsOf(v.Type()).stringer {
		if s := v.Interface().(fmt.Stringer).String(); s != "" {
			w.line(strconv.Quote(s))
		}
		return
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		if x := v.Float(); x != 0 {
			w.out = append(append(w.out, w.path...), '=')
			w.out = append(strconv.AppendFloat(w.out, tidy(x), 'g', 9, 64), '\n')
		}
	case reflect.String:
		if v.String() != "" {
			w.line(strconv.Quote(v.String()))
		}
	case reflect.Func:
		if f, ok := v.Interface().(mark.FieldFunc); ok && f != nil {
			values := make([]float64, goldenGrid.Len())
			f(values, goldenGrid)
			for i, x := range values {
				w.out = fmt.Appendf(w.out, "%s(%d)=%.4g\n", w.path, i, tidy(x))
			}
		}
	case reflect.Struct:
		for i, name := range traitsOf(v.Type()).fields {
			if name == ".Edits" {
				continue // says what a reader may do, not what is drawn
			}
			if name == ".Tip" && v.Field(i).Kind() == reflect.Func && !v.Field(i).IsNil() {
				tips(v, func(k int, tip say.Phrase) { w.out = fmt.Appendf(w.out, "%s.Tips[%d]=%q\n", w.path, k, tip) })
				continue
			}
			w.at(name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.index(i, v.Index(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			w.at("["+fmt.Sprint(k)+"]", v.MapIndex(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.at("("+v.Elem().Type().Name()+")", v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.write(v.Elem())
		}
	default:
		if !v.IsZero() {
			w.line(fmt.Sprint(v.Interface()))
		}
	}
}

// tidy has 0 for what rounding may make of it.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-13 {
		return 0
	}
	return x
}
