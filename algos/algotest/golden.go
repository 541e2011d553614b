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
)

// goldenSteps is how many steps of a preset's run are written down, from the first.
const goldenSteps = 61

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
		a, b := at(want, i), at(got, i)
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

func at(lines []string, i int) string {
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
		var text strings.Builder
		n, last := 0, algos.Step{}
		for s := range run {
			if n < goldenSteps {
				lines = append(lines, goldenLine(&text, p.ID, n, s))
			}
			last = s
			if n++; n > goldenEnd {
				break
			}
		}
		if n > goldenSteps && n <= goldenEnd {
			lines = append(lines, goldenLine(&text, p.ID, n-1, last))
		}
		if dir := os.Getenv("GOLDEN_TEXT"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, d.ID+"-"+p.ID+".txt"), []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return lines
}

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
		var b strings.Builder
		write(&b, "", reflect.ValueOf(part.value))
		fmt.Fprintf(text, "== step %d %s\n%s", n, part.name, b.String())
		h := fnv.New32a()
		h.Write([]byte(b.String()))
		line += fmt.Sprintf(" %08x", h.Sum32())
	}
	return line
}

// goldenGrid is where the functions that panels draw are written down.
var goldenGrid = grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2}, NX: 3, NY: 3}

// write writes a value, a line for every part that is not zero: fields that are
// added to a type later leave it as it was. What says itself in words is written
// so, numbers with nine digits.
func write(b *strings.Builder, path string, v reflect.Value) {
	if !v.IsValid() {
		return
	}
	if s, ok := v.Interface().(fmt.Stringer); ok {
		if s.String() != "" {
			fmt.Fprintf(b, "%s=%q\n", path, s.String())
		}
		return
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		if x := v.Float(); x != 0 {
			fmt.Fprintf(b, "%s=%.9g\n", path, tidy(x))
		}
	case reflect.String:
		if v.String() != "" {
			fmt.Fprintf(b, "%s=%q\n", path, v.String())
		}
	case reflect.Func:
		if f, ok := v.Interface().(algos.FieldFunc); ok && f != nil {
			values := make([]float64, goldenGrid.Len())
			f(values, goldenGrid)
			for i, x := range values {
				fmt.Fprintf(b, "%s(%d)=%.4g\n", path, i, tidy(x))
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
					fmt.Fprintf(b, "%s.Tips[%d]=%q\n", path, k, v.Field(i).Call([]reflect.Value{reflect.ValueOf(k)})[0].Interface())
				}
				continue
			}
			write(b, path+"."+f.Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			write(b, path+"["+strconv.Itoa(i)+"]", v.Index(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			write(b, path+"["+fmt.Sprint(k)+"]", v.MapIndex(k))
		}
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			if v.Kind() == reflect.Interface {
				path += "(" + v.Elem().Type().Name() + ")"
			}
			write(b, path, v.Elem())
		}
	default:
		if !v.IsZero() {
			fmt.Fprintf(b, "%s=%v\n", path, v.Interface())
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
