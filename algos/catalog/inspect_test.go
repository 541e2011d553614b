package catalog_test

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/grid"
)

// walk visits every value inside v, with its path. A field's function stands for
// its values on a small grid.
func walk(path string, v reflect.Value, visit func(path string, v reflect.Value)) {
	visit(path, v)
	switch v.Kind() {
	case reflect.Func:
		if f, ok := v.Interface().(algos.FieldFunc); ok && f != nil {
			g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2}, NX: 5, NY: 4}
			values := make([]float64, g.Len())
			f(values, g)
			walk(path+"()", reflect.ValueOf(values), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(path+"."+v.Type().Field(i).Name, v.Field(i), visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(path+"["+strconv.Itoa(i)+"]", v.Index(i), visit)
		}
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			walk(path+"("+v.Elem().Type().Name()+")", v.Elem(), visit)
		}
	}
}

// shown is everything that a step says and draws, apart from its model's
// function.
type shown struct {
	Phase   string
	Next    algos.Next
	Size    algos.Size
	Events  []algos.Event
	Metrics []algos.Metric
	Status  algos.Status
	Say     []algos.Line
	Checks  []algos.Check
	Panels  []algos.Panel
	Values  []algos.Value
	Predict []algos.Value
	Bytes   int
}

func show(s algos.Step) shown {
	m := s.Model()
	out := shown{s.Phase.String(), s.Next, s.Size, s.Events, s.Metrics, s.Status, s.Say(), s.Checks(), s.Panels(), m.Values, nil, s.Bytes()}
	if m.Predict != nil {
		out.Predict = append(m.Predict([2]float64{0.3, -0.7}), m.Predict([2]float64{-2, 1})...)
	}
	return out
}

// text writes a step with every bit of its numbers.
func (s shown) text() string {
	var b strings.Builder
	walk("", reflect.ValueOf(s), func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Float64:
			fmt.Fprintf(&b, "%s=%x\n", path, math.Float64bits(v.Float()))
		case reflect.String:
			fmt.Fprintf(&b, "%s=%q\n", path, v.String())
		case reflect.Int, reflect.Bool:
			fmt.Fprintf(&b, "%s=%v\n", path, v.Interface())
		case reflect.Slice:
			fmt.Fprintf(&b, "%s has %d\n", path, v.Len())
		}
	})
	return b.String()
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + " became " + y[i]
		}
	}
	return fmt.Sprintf("%d lines became %d", len(x), len(y))
}

// faults lists what would spoil the page: numbers that are not finite where they
// are said or drawn, and marks whose parallel slices differ in length.
func (s shown) faults() []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i, c := range s.Checks {
		if c.Verdict != algos.NotApplicable && !(finite(c.Left) && finite(c.Right)) {
			fault("check %s compares %v with %v", c.Name, c.Left, c.Right)
		}
		if c.Name == "" || c.Claim == "" || c.Verdict == algos.NotApplicable && c.Why == "" {
			fault("check %d does not say what it claims or why it does not apply", i)
		}
		s.Checks[i].Left, s.Checks[i].Right = 0, 0
	}
	s.Metrics, s.Values = nil, nil // numbers for machines may be undefined
	walk("", reflect.ValueOf(s), func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Float64:
			if !finite(v.Float()) {
				fault("%s is %v", path, v.Float())
			}
		case reflect.String:
			for _, bad := range []string{"NaN", "Inf", "undefined", "%!"} {
				if strings.Contains(v.String(), bad) {
					fault("%s is %q", path, v.String())
				}
			}
		case reflect.Struct:
			if at := v.FieldByName("At"); at.IsValid() && at.Kind() == reflect.Slice {
				for _, name := range []string{"Class", "Fill", "Shares", "Size", "Labels", "Refs", "Tips", "Radius", "Text"} {
					if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.Slice && f.Len() != 0 && f.Len() != at.Len() {
						fault("%s has %d places and %d of %s", path, at.Len(), f.Len(), name)
					}
				}
			}
			if tip := v.FieldByName("Tip"); tip.IsValid() && tip.Kind() == reflect.Func && !tip.IsNil() {
				for i := range v.FieldByName("Refs").Len() {
					if text := tip.Call([]reflect.Value{reflect.ValueOf(i)})[0].String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
						fault("%s.Tip(%d) is %q", path, i, text)
					}
				}
			}
			if from, to := v.FieldByName("From"), v.FieldByName("To"); from.IsValid() && from.Kind() == reflect.Slice && from.Len() != to.Len() {
				fault("%s goes from %d places to %d", path, from.Len(), to.Len())
			}
		}
	})
	ids := map[string]bool{}
	for i, p := range s.Panels {
		if ids[p.ID] || (p.ID == "board") != (i == 0) {
			fault("panel %d is called %q", i, p.ID)
		}
		ids[p.ID] = true
		if p.Alt == "" {
			fault("the panel %s says nothing to those who cannot see it", p.ID)
		}
	}
	if len(s.Panels) == 0 || len(s.Say) == 0 || s.Phase == "" || s.Bytes <= 0 {
		fault("%d panels, %d sentences, the phase %q and %d bytes", len(s.Panels), len(s.Say), s.Phase, s.Bytes)
	}
	final := s.Status.State != algos.Running
	if final && s.Status.Reason == "" || final != (s.Next == algos.Next{}) {
		fault("the status %+v with the next step %+v", s.Status, s.Next)
	}
	return faults
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// An inspection that finds nothing wrong in a spoilt step would be worthless.
func TestInspectionFindsFaults(t *testing.T) {
	sound := func() shown {
		return shown{
			Phase: "start", Next: algos.Next{Small: "check"}, Status: algos.Status{State: algos.Running}, Bytes: 1,
			Say: []algos.Line{{Text: "One."}}, Checks: []algos.Check{{Name: "n", Claim: "c", Verdict: algos.Holds}},
			Panels: []algos.Panel{{ID: "board", Alt: "a", Marks: []algos.Mark{algos.Points{At: make([]algos.XY, 2)}}}},
		}
	}
	if f := sound().faults(); len(f) > 0 {
		t.Fatalf("a sound step has faults: %q", f)
	}
	nan := math.NaN()
	for name, spoil := range map[string]func(*shown){
		"sentence": func(s *shown) { s.Say[0].Text = "θ = NaN" },
		"check":    func(s *shown) { s.Checks[0].Left = nan },
		"reason":   func(s *shown) { s.Checks[0].Verdict = algos.NotApplicable },
		"mark":     func(s *shown) { s.Panels[0].Marks[0] = algos.Ray{A: math.Inf(1)} },
		"field": func(s *shown) {
			s.Panels[0].Marks[0] = algos.Field{Eval: func(dst []float64, _ grid.Grid) { dst[3] = nan }}
		},
		"parallel":   func(s *shown) { s.Panels[0].Marks[0] = algos.Points{At: make([]algos.XY, 2), Class: []int{1}} },
		"segment":    func(s *shown) { s.Panels[0].Marks[0] = algos.Segments{From: make([]algos.XY, 2)} },
		"first":      func(s *shown) { s.Panels[0].ID = "other" },
		"twice":      func(s *shown) { s.Panels = append(s.Panels, s.Panels[0]) },
		"alt":        func(s *shown) { s.Panels[0].Alt = "" },
		"panels":     func(s *shown) { s.Panels = nil },
		"prediction": func(s *shown) { s.Predict = []algos.Value{{Name: "score", Value: nan}} },
		"next":       func(s *shown) { s.Status = algos.Status{State: algos.Converged, Reason: "done"} },
		"silent":     func(s *shown) { s.Say = nil },
	} {
		s := sound()
		spoil(&s)
		if len(s.faults()) == 0 {
			t.Errorf("%s: nothing found", name)
		}
	}
}
