package record

import (
	"context"
	"reflect"
	"sync"
	"testing"

	"playground/algos"
)

// A thing is a view of tests that holds all kinds of values.
type thing struct {
	algos.View
	numbers []float64
	rows    [][]float64
	next    *thing
	words   map[string]string
	any     any
	ctx     context.Context
	late    func() int
	once    *guarded
}

type key struct{}

type guarded struct {
	sync.Mutex
	numbers []float64
}

// found is what a gauge finds in a step whose view is a thing, without the step itself.
func found(th *thing) int {
	g := newGauge()
	g.walk(algos.Step{View: &thing{}})
	empty := g.reached
	g = newGauge()
	g.walk(algos.Step{View: th})
	return g.reached - empty
}

// with adds the part of what is found that stands for what is not.
func with(bytes int) int { return bytes + bytes/slack }

func TestGaugeFollows(t *testing.T) {
	shared := make([]float64, 100)
	itself := &thing{}
	itself.next = itself
	inner := allocated(layoutOf(reflect.TypeFor[thing]()).bytes)
	for name, c := range map[string]struct {
		thing thing
		want  int
	}{
		"nothing":            {thing{}, 0},
		"an array":           {thing{numbers: shared}, 800},
		"its unused part":    {thing{numbers: make([]float64, 10, 100)}, 800},
		"an array twice":     {thing{numbers: shared, any: &thing{numbers: shared}}, 800 + inner},
		"shorter and longer": {thing{numbers: shared[:7:7], any: &thing{numbers: shared}}, 800 + inner},
		"rows of one array":  {thing{rows: [][]float64{shared, shared, shared}}, 80 + 800},
		"a chain":            {thing{next: &thing{next: &thing{numbers: shared}}}, 2*inner + 800},
		"a cycle":            {thing{next: itself}, inner},
		"a box":              {thing{any: [2]float64{1, 2}}, 16},
		"a string":           {thing{any: new(string)}, 16},
		"a map":              {thing{words: map[string]string{"first": "one", "second": "two"}}, 48 + 2*33*mapLoad + 4*16 - 2},
		"a context":          {thing{ctx: context.WithValue(t.Context(), key{}, shared)}, 0},
		"a function":         {thing{late: func() int { return len(shared) }}, closureBytes},
		"what a lock guards": {thing{once: &guarded{numbers: shared}}, 32},
	} {
		if got := found(&c.thing); got < with(c.want)-20 || got > with(c.want)+20 {
			t.Errorf("%s: %d bytes, want %d", name, got, with(c.want))
		}
	}
}

// figure is what a gauge says of a run of n steps: what the steps cost, and what the
// run holds. The function view returns the view of each step.
func figure(n int, view func(k int) *thing) (cost, own int) {
	g := newGauge()
	for k := range n {
		cost += g.charge(k, algos.Step{View: view(k)})
	}
	return cost, g.own()
}

// near reports whether a figure is right to a quarter. The gauge meets by chance what
// only some steps cost.
func near(got, want int) bool { return 4*got > 3*want && 4*got < 5*want }

// empty is what a step with an empty view costs.
func empty() int {
	return with(layoutOf(reflect.TypeFor[algos.Step]()).bytes + allocated(layoutOf(reflect.TypeFor[thing]()).bytes))
}

func TestGaugeOfSharedState(t *testing.T) {
	task := make([]float64, 100_000)
	cost, own := figure(500, func(int) *thing { return &thing{numbers: task} })
	if !near(own, with(800_000)) || !near(cost, 500*empty()) {
		t.Errorf("the run holds %d bytes, and its steps cost %d", own, cost)
	}
}

func TestGaugeOfPrivateState(t *testing.T) {
	for _, every := range []int{1, 2, 3, 7} { // so many steps share a state
		var state []float64
		cost, own := figure(2000, func(k int) *thing {
			if k%every == 0 {
				state = make([]float64, 200)
			}
			return &thing{numbers: state}
		})
		want := 2000*empty() + 2000/every*with(1600)
		if !near(cost, want) || own > 2*with(1600) {
			t.Errorf("a state for %d steps: they cost %d bytes, want %d, and the run holds %d", every, cost, want, own)
		}
	}
}

// A trail grows by a number a step. Its array is copied when it is full, and earlier
// steps hold the old one.
func TestGaugeOfAGrowingTrail(t *testing.T) {
	var trail []float64
	arrays, last := 0, 0
	cost, own := figure(20_000, func(int) *thing {
		if trail = append(trail, 1); cap(trail) != last {
			last = cap(trail)
			arrays += 8 * last
		}
		return &thing{numbers: trail[:len(trail):len(trail)]}
	})
	if want := 20_000*empty() + with(arrays); !near(cost+own, want) {
		t.Errorf("%d bytes, want %d", cost+own, want)
	}
}

// The steps of a run may become much more expensive all at once.
func TestGaugeOfARunThatChanges(t *testing.T) {
	cost, _ := figure(3000, func(k int) *thing {
		if k < 1000 {
			return &thing{}
		}
		return &thing{numbers: make([]float64, 2000)}
	})
	if want := 3000*empty() + 2000*with(16_000); !near(cost, want) {
		t.Errorf("%d bytes, want %d", cost, want)
	}
}

// A run that is like one before is measured as well, with fewer walks.
func TestGaugeWithAGuess(t *testing.T) {
	run := func(like *gauge) (g *gauge, cost int) {
		g = newGauge()
		if like != nil {
			g.guess(like)
		}
		for k := range 300 {
			cost += g.charge(k, algos.Step{View: &thing{numbers: make([]float64, 200)}})
		}
		return g, cost
	}
	first, _ := run(nil)
	next, cost := run(first)
	if want := 300 * (empty() + with(1600)); !near(cost, want) {
		t.Errorf("the steps cost %d bytes, want %d", cost, want)
	}
	if 2*next.walks > first.walks {
		t.Errorf("%d walks with a guess, and %d without", next.walks, first.walks)
	}
}

// The walks are few: the gauge does not cost more than the run.
func TestGaugeLooksSeldom(t *testing.T) {
	g := newGauge()
	rows := make([][]float64, 300)
	for i := range rows {
		rows[i] = make([]float64, 2)
	}
	visits := 0
	for k := range 20_000 {
		walks := g.walks
		if g.charge(k, algos.Step{View: &thing{rows: rows}}); g.walks > walks {
			visits += g.visits
		}
	}
	if visits > 20_000 {
		t.Errorf("%d values were visited in 20000 steps", visits)
	}
}
