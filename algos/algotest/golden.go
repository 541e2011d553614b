package algotest

import (
	"fmt"
	"hash/fnv"
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

// Golden compares what every preset of the demo says and draws, step by step,
// with the hashes in testdata/golden.txt. With GOLDEN=update in the environment
// it writes them anew; with GOLDEN_TEXT set to a folder it writes there what was
// hashed, so that two versions can be compared.
func Golden(t *testing.T, d algos.Demo) {
	t.Helper()
	got := golden(t, d)
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
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	faults := 0
	for i := range max(len(got), len(want)) {
		a, b := lineOf(want, i), lineOf(got, i)
		if a == b {
			continue
		}
		if faults++; faults <= 5 {
			t.Errorf("golden line %d: %q became %q (preset, step, then say, checks, head, panels, model)", i+1, a, b)
		}
	}
	if faults > 5 {
		t.Errorf("%d steps in all say or show something else than before", faults)
	}
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

// golden returns a line for every step: preset, number, and a hash for each part.
func golden(t *testing.T, d algos.Demo) []string {
	t.Helper()
	var lines []string
	for _, p := range d.Presets {
		r, err := d.Recipe(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		run, err := r.Run(t.Context(), d)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		var text *strings.Builder
		dir := os.Getenv("GOLDEN_TEXT")
		if dir != "" {
			text = &strings.Builder{}
		}
		n, last := 0, algos.Step{}
		for s := range run {
			if written(n) {
				lines = append(lines, goldenLine(text, p.ID, n, s))
			}
			last = s
			if n++; n > goldenEnd {
				break
			}
		}
		if n <= goldenEnd && !written(n-1) {
			lines = append(lines, goldenLine(text, p.ID, n-1, last))
		}
		if text != nil {
			if err := os.WriteFile(filepath.Join(dir, d.ID+"-"+p.ID+".txt"), []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
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
	if v.Type().Implements(stringer) {
		if s := v.Interface().(fmt.Stringer).String(); s != "" {
			w.line(strconv.Quote(s))
		}
		return
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		if x := v.Float(); x != 0 {
			w.line(strconv.FormatFloat(tidy(x), 'g', 9, 64))
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
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Name == "Edits" {
				continue // says what a reader may do, not what is drawn
			}
			if f.Name == "Tip" && f.Type.Kind() == reflect.Func && !v.Field(i).IsNil() {
				for k := range v.FieldByName("Refs").Len() {
					w.out = fmt.Appendf(w.out, "%s.Tips[%d]=%q\n", w.path, k, v.Field(i).Call([]reflect.Value{reflect.ValueOf(k)})[0].Interface())
				}
				continue
			}
			w.at("."+f.Name, v.Field(i))
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

var stringer = reflect.TypeFor[fmt.Stringer]()

// tidy has 0 for what rounding may make of it.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-13 {
		return 0
	}
	return x
}
