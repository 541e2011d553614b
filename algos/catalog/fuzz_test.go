package catalog_test

import (
	"context"
	"errors"
	"math"
	"net/url"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// How far a fuzzed run goes: far enough to meet most of what a step can be, and
// short enough that thousands of runs take seconds.
const (
	fuzzPoints = 8
	fuzzSteps  = 24
)

// A hand draws from bytes, and zeros once they are used up.
type hand []byte

func (h *hand) byte() int {
	if len(*h) == 0 {
		return 0
	}
	b := (*h)[0]
	*h = (*h)[1:]
	return int(b)
}

// scales are the sizes of coordinates, and of values: usual ones, the largest that
// are accepted, and so small ones that their squares are nothing.
var scales = []float64{0.03, 1, 1.0 / 128, 1e3, dataset.MaxAbs / 128, 1e-9, 1e-160}

// set draws a few points that the demo takes. Coordinates are whole multiples of one
// scale, so that many points coincide or lie on a line.
func (h *hand) set(d algos.Demo) dataset.Set {
	in := d.Input.Points
	if in == nil {
		return dataset.Set{}
	}
	set := dataset.Set{Dim: in.Dims[h.byte()%len(in.Dims)], Target: in.Target}
	scale, values := scales[h.byte()%len(scales)], scales[h.byte()%len(scales)]
	coordinate := func(scale float64) float64 { return float64(int8(h.byte())) * scale }
	classes := 2
	if in.Target == dataset.Classes {
		classes = 2 + h.byte()%(d.Input.Classes()-1)
		set.Signed = classes == 2
	}
	for len(*h) > 0 && len(set.Points) < fuzzPoints {
		p := dataset.Point{X: [2]float64{coordinate(scale), 0}}
		if set.Dim == 2 {
			p.X[1] = coordinate(scale)
		}
		switch {
		case in.Target == dataset.Classes:
			p.Y = float64(h.byte() % classes)
		case in.Target == dataset.Values || set.Dim == 1:
			p.Y = coordinate(values)
		}
		set.Points = append(set.Points, p)
	}
	if n := len(set.Points); in.Target != dataset.None && n%3 == 0 {
		set.Held = n / 3
	}
	return set
}

// values draws parameters: their defaults, their limits, what the slider gives, and
// texts of the demo's presets or the one given.
func (h *hand) values(d algos.Demo, text string) param.Values {
	v := param.Values{}
	for _, p := range d.Schema() {
		kind := h.byte()
		if kind < 96 {
			continue
		}
		switch p.Kind {
		case param.Choice:
			v[p.Name] = p.Choices[kind%len(p.Choices)].Value
		case param.Bool:
			v[p.Name] = []string{"true", "false"}[kind%2]
		case param.Text:
			v[p.Name] = text
			if preset := d.Presets[h.byte()%len(d.Presets)]; kind%2 == 0 && preset.Params[p.Name] != "" {
				v[p.Name] = preset.Params[p.Name]
			}
		case param.Point:
			v[p.Name] = param.Format(h.number(p, kind)) + "," + param.Format(h.number(p, h.byte()))
		case param.Int:
			v[p.Name] = param.Format(math.Round(h.number(p, kind)))
		case param.Numbers:
			var list []float64
			for range min(p.Count[0]+kind%4, p.Count[1]) {
				list = append(list, h.number(p, h.byte()))
			}
			v[p.Name] = param.Join(list)
		case param.Actions:
			var list []float64
			for range kind % 8 {
				list = append(list, float64(h.byte()%len(p.Acts)))
			}
			v[p.Name] = param.Join(list)
		case param.Matrix: // its default
		default:
			v[p.Name] = param.Format(h.number(p, kind))
		}
	}
	return v
}

func (h *hand) number(p param.Spec, kind int) float64 {
	switch kind % 8 {
	case 0:
		return *p.Min
	case 1:
		return *p.Max
	}
	share := float64(h.byte()) / 255
	lo, hi := p.Slider[0], p.Slider[1]
	if p.Log {
		return min(max(math.Exp(math.Log(lo)+share*(math.Log(hi)-math.Log(lo))), lo), hi)
	}
	return lo + share*(hi-lo)
}

// FuzzRun runs any demo on any few points with any parameters. Whatever they are, the run
// is refused in words, or nothing in it is a spoilt picture, number or prediction; a step
// that is looked at later, or in a second run, is the same; and a run whose context ends
// yields nothing more.
func FuzzRun(f *testing.F) {
	for i := range catalog.All {
		f.Add(uint8(i), []byte{}, []byte{}, "")
		f.Add(uint8(i), []byte("\x00\x00\x00\x00\x20\x20\x01\xe0\xe0\x00\x20\xe0\x01\xe0\x20\x00\x03\x05\x00"), []byte("\xff\xfe\x10\xfd\x80\xfc\x40\xfb\xfa\xf9\xf8\xf7\xf6\xf5"), "x1 or x2")
		f.Add(uint8(i), []byte("\x01\x04\x04\x01\x7f\x80\x01\x7f\x80\x00\x7f\x80\x01"), []byte("\x60\x61\x68\x69\x70\x71\x78\x79\x60\x61"), "1*rbf(1)")
	}
	f.Fuzz(func(t *testing.T, demo uint8, points, params []byte, text string) {
		if len(points) > 64 || len(params) > 64 || len(text) > 64 {
			return
		}
		d := catalog.All[int(demo)%len(catalog.All)]
		h := hand(points)
		r := algos.Recipe{Demo: d.ID, Seed: uint64(len(points))}
		if set := h.set(d); d.Input.Points != nil {
			r.Data = dataset.Explicit(set)
		}
		h = hand(params)
		var err error
		if r.Params, err = d.Schema().Canonical(h.values(d, text)); err != nil {
			return
		}
		t.Logf("%s on %s with %v", d.ID, r.Data, r.Params)
		steps, texts := forwards(t, d, r, 1+h.byte()%fuzzSteps)
		for i, s := range slices.Backward(steps) {
			if before, ok := texts[i]; ok && algotest.Text(s) != before {
				t.Errorf("step %d looks different after later ones were made", i)
			}
		}
		again(t, d, r, texts, len(steps))
		ended(t, d, r, h.byte()%fuzzSteps)
	})
}

// TestRunsThatWereSpoilt looks at all steps of runs in which fuzzing found something.
func TestRunsThatWereSpoilt(t *testing.T) {
	for _, found := range []struct{ demo, query, was string }{
		{"svm", "data=p2s~-3.1e-159_-7e-159_-1~7e-159_-1.16e-158_1~2e-159_0_-1&C=0.0556&kernel=linear&tol=1.6e-9", "a slack that ends at infinity"},
		{"perceptron", "data=p2s~-1.7e-159_-5.1e-159_1~-1e-158_6.5e-159_1~-1.19e-158_-2.3e-159_-1~2.1e-159_5.5e-159_1&variant=margin", "an infinite bound"},
		{"version-space", "data=p2s~6.5e-159_4.7e-159_1&box=0.73&centre=chebyshev&parametrization=plus0&constraint=margin&order=active", "a circle of infinite width"},
	} {
		d, _ := catalog.Find(found.demo)
		q, err := url.ParseQuery(found.query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatal(err)
		}
		run, err := r.Run(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s := range run {
			for _, fault := range algotest.Faults(d, s) {
				t.Errorf("%s?%s, step %d (%s): %s", found.demo, found.query, n, found.was, fault)
			}
			if n++; n == 2*fuzzSteps {
				break
			}
		}
	}
}

// forwards makes the first steps of a run, looks at one of them and at the last of the
// run, and writes down what they show.
func forwards(t *testing.T, d algos.Demo, r algos.Recipe, look int) ([]algos.Step, map[int]string) {
	t.Helper()
	run, err := r.Run(t.Context(), d)
	var bad *param.Error
	if errors.As(err, &bad) {
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var steps []algos.Step
	texts := map[int]string{}
	for s := range run {
		i := len(steps)
		if steps = append(steps, s); i == look || s.Status.Final() {
			for _, fault := range algotest.Faults(d, s) {
				t.Errorf("step %d, %s: %s", i, s.Phase, fault)
			}
			texts[i] = algotest.Text(s)
		}
		if len(steps) == fuzzSteps {
			break
		}
	}
	if len(steps) == 0 {
		t.Error("a run without a step")
	}
	return steps, texts
}

// again makes the steps once more, as a recording does that has let them go.
func again(t *testing.T, d algos.Demo, r algos.Recipe, texts map[int]string, n int) {
	t.Helper()
	if n == 0 {
		return
	}
	run, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatalf("the second run: %v", err)
	}
	i := 0
	for s := range run {
		if before, ok := texts[i]; ok && algotest.Text(s) != before {
			t.Errorf("step %d of the second run differs", i)
		}
		if i++; i == n {
			return
		}
	}
	t.Errorf("the second run has %d steps, the first had at least %d", i, n)
}

// ended ends a run's context after some steps.
func ended(t *testing.T, d algos.Demo, r algos.Recipe, after int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	run, err := r.Run(ctx, d)
	if err != nil {
		return // looked at before
	}
	n := 0
	for range run {
		if n++; n > after {
			if n > after+1 {
				t.Fatalf("step %d comes after the end of the context", n-1)
			}
			cancel()
		}
	}
}
