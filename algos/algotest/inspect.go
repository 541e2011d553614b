package algotest

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
)

// shown is everything that a step says and draws, apart from its model's
// function.
type shown struct {
	Phase   say.Phrase
	Next    algos.Next
	Size    algos.Size
	Events  []algos.Event
	Metrics []float64
	Status  algos.Status
	Say     []algos.Line
	Checks  []algos.Check
	Panels  []mark.Panel
	Values  []algos.Value
	Predict []algos.Value
}

func show(s *sight) shown {
	m := s.Model()
	out := shown{s.Phase, s.Next, s.Size, s.Events, s.Metrics, s.Status, s.Say(), s.Checks(), s.Panels(), m.Values, nil}
	if m.Predict != nil {
		out.Predict = append(m.Predict([2]float64{0.3, -0.7}), m.Predict([2]float64{-2, 1})...)
	}
	return out
}

// Text writes all that a step says and draws, with every bit of its numbers.
func Text(s algos.Step) string { return show(newSight(0, s)).text() }

func (s shown) text() string {
	var out []byte
	walk(reflect.ValueOf(s), func(path []byte, v reflect.Value) {
		kind := v.Kind()
		switch kind {
		case reflect.Float64, reflect.String, reflect.Int, reflect.Bool, reflect.Slice:
			out = append(append(out, path...), '=')
		default:
			return
		}
		switch kind {
		case reflect.Float64:
			out = strconv.AppendUint(out, math.Float64bits(v.Float()), 16)
		case reflect.String:
			out = strconv.AppendQuote(out, v.String())
		case reflect.Int:
			out = strconv.AppendInt(out, v.Int(), 10)
		case reflect.Bool:
			out = strconv.AppendBool(out, v.Bool())
		case reflect.Slice:
			out = append(strconv.AppendInt(out, int64(v.Len()), 10), " of them"...)
		}
		out = append(out, '\n')
	})
	return string(out)
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

// Faults lists what would spoil the page of a step of the demo, and its numbers
// that are infinite. Whether promises hold is not looked at.
func Faults(d algos.Demo, s algos.Step) []string {
	faults := show(newSight(0, s)).spoilt(d.Schema())
	for name, x := range s.Named() {
		if math.IsInf(x, 0) {
			faults = append(faults, fmt.Sprintf("the metric %s is %v", name, x))
		}
	}
	return faults
}

// faults lists what would spoil the page of a demo with these parameters, and
// promises that are broken.
func (s shown) faults(schema param.Schema) []string {
	faults := s.spoilt(schema)
	for _, c := range s.Checks {
		if c.Verdict == algos.Broken {
			faults = append(faults, fmt.Sprintf("a promise is broken: %+v", c))
		}
	}
	return faults
}

// spoilt lists what would spoil the page of a demo with these parameters.
func (s shown) spoilt(schema param.Schema) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i, c := range s.Checks {
		if c.Verdict != algos.NotApplicable && c.Verdict != algos.Broken && !(finite(c.Left) && finite(c.Right)) {
			fault("check %s compares %v with %v", c.Name, c.Left, c.Right)
		}
		if c.Name == "" || c.Claim == "" || c.Verdict == algos.NotApplicable && c.Why == "" {
			fault("check %d does not say what it claims or why it does not apply", i)
		}
	}
	refs := map[string]bool{}
	partial := "" // the values of the last field that may be undefined
	see := func(path []byte, v reflect.Value) {
		switch v.Kind() {
		case reflect.Float64:
			if !finite(v.Float()) && (partial == "" || !strings.HasPrefix(string(path), partial)) {
				fault("%s is %v", path, v.Float())
			}
		case reflect.String:
			if undefined(v.String()) {
				fault("%s is %q", path, v.String())
			}
			if bytes.Contains(path[bytes.LastIndexByte(path, '.')+1:], []byte("Ref")) {
				refs[v.String()] = true
			}
		case reflect.Struct:
			if f, ok := v.Interface().(mark.Field); ok && f.Partial {
				partial = string(path) + ".Eval()"
			}
			tips(v, func(i int, tip say.Phrase) {
				if undefined(string(tip)) {
					fault("%s.Tip(%d) is %q", path, i, tip)
				}
			})
		}
	}
	said := s
	said.Metrics, said.Values = nil, nil // numbers for machines may be undefined
	said.Checks = slices.Clone(s.Checks)
	for i := range said.Checks {
		said.Checks[i].Left, said.Checks[i].Right = 0, 0 // looked at above
	}
	walkUnsound(reflect.ValueOf(said), see)
	faults = slices.Concat(faults, s.unheard(refs), unnamed(s.Events))
	for i, p := range s.Panels {
		if (p.ID == "board") != (i == 0) || slices.ContainsFunc(s.Panels[:i], func(q mark.Panel) bool { return q.ID == p.ID }) {
			fault("panel %d is called %q", i, p.ID)
		}
		if p.Alt == "" {
			fault("the panel %s says nothing to those who cannot see it", p.ID)
		}
		for k, m := range p.Marks {
			for _, f := range slices.Concat(unequal(m), stuck(m, schema)) {
				fault("the panel %s, mark %d: %s", p.ID, k, f)
			}
		}
	}
	if len(s.Panels) == 0 || len(s.Say) == 0 || s.Phase == "" {
		fault("%d panels, %d sentences and the phase %q", len(s.Panels), len(s.Say), s.Phase)
	}
	final := s.Status.State != algos.Running
	if final && s.Status.Reason == "" || final != (s.Next == algos.Next{}) {
		fault("the status %+v with the next step %+v", s.Status, s.Next)
	}
	return faults
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// undefined reports whether a text holds what no reader should see.
func undefined(text string) bool {
	return slices.ContainsFunc([]string{"NaN", "Inf", "undefined", "%!"}, func(bad string) bool { return strings.Contains(text, bad) })
}

// unheard lists the formulas of a step that do not compile, and references to
// what no picture has.
func (s shown) unheard(refs map[string]bool) []string {
	var faults []string
	note := func(fault string) {
		if fault != "" {
			faults = append(faults, fault)
		}
	}
	for _, l := range s.Say {
		text, tex := typesetText(l.Text.String()), typesetFormula(l.TeX.String())
		note(text.fault)
		note(tex.fault)
		for _, ref := range slices.Concat(text.refs, tex.refs) {
			if !refs[ref] {
				note("nothing in the pictures is called " + ref)
			}
		}
	}
	for _, c := range s.Checks {
		note(inline(c.Claim.String()))
	}
	return faults
}

// unnamed lists the kinds of events that a language has no name for.
func unnamed(events []algos.Event) []string {
	var faults []string
	for _, e := range events {
		if !word.MatchString(e.Kind) || e.Text == "" {
			faults = append(faults, fmt.Sprintf("the event %+v has no short word or says nothing", e))
		}
		for _, l := range lang.All {
			if key := "live.event." + e.Kind; !l.Has(key) {
				faults = append(faults, fmt.Sprintf("the kind of event %q has no name in the language %s: give lang/%s.json a line %q", e.Kind, l, l, key))
			}
		}
	}
	return faults
}

// free are the slices of marks that are not parallel to the others of the mark.
var free = map[string]bool{
	"Bars.Hot": true, "Ellipses.Radii": true, "Field.Levels": true, "Graph.Edges": true,
	"Matrix.Values": true, "Matrix.RowRefs": true, "Matrix.ColRefs": true, "Matrix.Hot": true,
}

// always are the slices that a mark needs: the others may be left out.
var always = map[string]bool{"To": true, "Text": true, "Cov": true, "Lo": true, "Hi": true}

// unequal lists the slices of a mark that are not as long as what they belong to.
// A slice of a new mark counts as parallel until it is listed as free.
func unequal(m mark.Mark) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	v := reflect.Indirect(reflect.ValueOf(m))
	kind := v.Type().Name()
	main := ""
	for _, name := range []string{"At", "From", "Mean", "Y", "X"} {
		if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.Slice {
			main = name
			break
		}
	}
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		if main == "" || f.Kind() != reflect.Slice || free[kind+"."+name] {
			continue
		}
		if n := v.FieldByName(main).Len(); f.Len() != n && (f.Len() > 0 || always[name]) {
			fault("%s has %d of %s and %d of %s", kind, n, main, f.Len(), name)
		}
	}
	switch m := m.(type) {
	case mark.Bars:
		for _, i := range m.Hot {
			if i < 0 || i >= len(m.Y) {
				fault("bar %d of %d is hot", i, len(m.Y))
			}
		}
	case mark.Matrix:
		if len(m.Values) != m.Rows*m.Cols {
			fault("a matrix of %d × %d has %d values", m.Rows, m.Cols, len(m.Values))
		}
		if len(m.RowRefs) > 0 && len(m.RowRefs) != m.Rows || len(m.ColRefs) > 0 && len(m.ColRefs) != m.Cols {
			fault("a matrix of %d × %d has references for %d rows and %d columns", m.Rows, m.Cols, len(m.RowRefs), len(m.ColRefs))
		}
		for _, c := range m.Hot {
			if min(c[0], c[1]) < 0 || c[0] >= m.Rows || c[1] >= m.Cols {
				fault("the cell %v of a matrix of %d × %d is hot", c, m.Rows, m.Cols)
			}
		}
	case mark.Graph:
		for i, e := range m.Edges {
			if min(e.From, e.To) < 0 || max(e.From, e.To) >= len(m.Nodes) {
				fault("edge %d of a graph joins the nodes %d and %d of %d", i, e.From, e.To, len(m.Nodes))
			}
		}
	}
	return faults
}

// stuck says why a mark that looks as if it could be dragged cannot.
func stuck(m mark.Mark, schema param.Schema) []string {
	h, ok := m.(mark.Handle)
	if !ok {
		return nil
	}
	var faults []string
	if err := h.Check(schema); err != nil {
		faults = append(faults, err.Error())
	}
	if h.Tip == "" {
		faults = append(faults, "the handle of "+h.Param+" does not say what it sets")
	}
	return faults
}
