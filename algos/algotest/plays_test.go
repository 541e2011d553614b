package algotest

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/broken"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// counted is the broken demo without a fault, whose runs are counted.
func counted(runs *int) starter {
	d := broken.Demo("")
	return func(ctx context.Context) (iter.Seq[algos.Step], algos.Problem, error) {
		*runs++
		r, err := d.Recipe("blobs")
		if err != nil {
			return nil, algos.Problem{}, err
		}
		p, err := r.Problem()
		if err != nil {
			return nil, p, err
		}
		run, err := d.Steps(ctx, p, r.Params)
		return run, p, err
	}
}

// Parts that share their runs play one once, and again where more of it is asked for.
func TestRunsAreShared(t *testing.T) {
	runs := 0
	start := counted(&runs)
	ctx := sharing(t.Context())
	for i, c := range []struct{ limit, steps, runs int }{{5, 5, 1}, {3, 3, 1}, {12, 12, 2}, {12, 12, 2}, {500, 19, 3}, {900, 19, 3}} {
		steps, chance, err := first(ctx, "key", c.limit, start)
		if err != nil || chance || len(steps) != c.steps || runs != c.runs {
			t.Errorf("%d: %d steps (%v, random %v) after %d runs, want %d after %d", i, len(steps), err, chance, runs, c.steps, c.runs)
		}
	}
	if _, _, _ = first(ctx, "another", 5, start); runs != 4 {
		t.Errorf("%d runs: another key is another run", runs)
	}
	if _, _, _ = first(t.Context(), "key", 5, start); runs != 5 {
		t.Errorf("%d runs: without plays nothing is kept", runs)
	}
}

// What a part finds in a run, another one that shares it finds, too.
func TestAccountsAreShared(t *testing.T) {
	d := broken.Demo("rank")
	ctx := sharing(t.Context())
	heard := newReport(d).listen(ctx, d)
	r := part{"presets", presets}.report(ctx, d)
	if len(heard.order) == 0 || !slices.ContainsFunc(r.faults, func(f string) bool { return strings.Contains(f, "<rank=metric.rank>") }) {
		t.Errorf("heard %d texts, found %q", len(heard.order), r.faults)
	}
	alone := part{"presets", presets}.report(t.Context(), d)
	if !slices.Equal(r.faults, alone.faults) || r.comparisons != alone.comparisons || r.standings != alone.standings {
		t.Errorf("shared %+v, alone %+v", r, alone)
	}
}

// The words of a value are those that a whole walk finds, and numbers are passed by.
func TestWalksOfWordsMissNone(t *testing.T) {
	d := broken.Demo("")
	steps, err := take(t.Context(), d, Small(d), nil, 6)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(walk func(reflect.Value, func([]byte, reflect.Value))) (found map[string]int, visited int) {
		found = map[string]int{}
		for _, s := range steps {
			walk(reflect.ValueOf([]any{s.Panels(), s.Checks(), s.Say()}), func(_ []byte, v reflect.Value) {
				visited++
				if v.Type() == phrases {
					found[v.String()]++
				}
				tips(v, func(_ int, tip say.Phrase) { found[string(tip)]++ })
			})
		}
		return found, visited
	}
	all, visited := texts(walk)
	words, fewer := texts(walkWords)
	if len(all) == 0 || !maps.Equal(all, words) {
		t.Errorf("%d texts, and %d in a walk of words", len(all), len(words))
	}
	if fewer*2 > visited {
		t.Errorf("%d of %d values are visited for words", fewer, visited)
	}
}

// Every text that compares something is read.
func TestTextsThatCompareAreRead(t *testing.T) {
	for text, want := range map[say.Phrase]bool{
		"x₇ has been seen": false, say.Vars{"n": 3}.Text("<n> of <n point>"): false,
		"1 < 2": true, "1<2": true, "3 > 2": true, "a = b": true, "3 is more than 2": true, `$1 \le 2$`: true, "falls from 3 to 2": true, "it is > 1": true,
	} {
		if got := mayRead(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// endless is a state whose guarantee is worked on until its context ends, once it is spoilt.
type endless struct {
	ctx  context.Context
	part float64
}

func (endless) Say() []algos.Line    { return nil }
func (endless) Panels() []mark.Panel { return nil }
func (endless) Model() algos.Model   { return algos.Model{} }
func (e endless) Checks() []algos.Check {
	for e.part != 1 && e.ctx.Err() == nil {
		continue
	}
	return []algos.Check{algos.Equal("end", "it ends", e.part, 1, 0)}
}

// A spoilt state that looks at its context comes to an end.
func TestSpoiltStatesEnd(t *testing.T) {
	seen.Lock()
	kept := seen.broken
	seen.broken = nil
	seen.Unlock()
	defer func() { seen.broken = kept }()
	if left := spoils(map[string][]algos.View{"end": {endless{t.Context(), 1}}}); len(left) > 0 {
		t.Errorf("nothing breaks %q", left)
	}
}

// A list with one number that is not finite is looked at number by number.
func TestUnsoundNumbersAreFound(t *testing.T) {
	zero := 0.0
	for name, v := range map[string]any{
		"numbers": []float64{1, 1 / zero, 2}, "places": []mark.XY{{X: 1, Y: zero / zero}}, "window": grid.Window{X0: 1 / zero},
	} {
		found := 0
		walkUnsound(reflect.ValueOf(v), func(_ []byte, v reflect.Value) {
			if v.Kind() == reflect.Float64 && !finite(v.Float()) {
				found++
			}
		})
		if found != 1 {
			t.Errorf("%s: %d numbers of %s", name, found, fmt.Sprint(v))
		}
	}
}
