package record

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

	"playground/algos"
	"playground/algos/say"
)

// A gauge measures the memory that the steps of a run hold. It follows what a step
// reaches: pointers, slices, maps, strings and interfaces. What the newest step
// reaches is held by the run itself, however few of its steps are kept. An earlier
// step costs what it reaches and the next one does not, because that is free as
// soon as the step is dropped.
//
// A walk through all that a step reaches takes longer than many a step. So the
// gauge walks through pairs of steps now and then, and charges the steps between
// them with the mean of the last pairs. A pair cannot see what came and went
// before it. But what was reached once and is gone now was held by one of the steps
// in between. If they were charged less than that, the next step is charged the
// rest. That is how an array counts that outgrew its place and was copied.
//
// Two things cannot be seen. A function hides what it has captured, and a value that
// is guarded by a lock may be written at any time. Both are the ways of a demo to
// work out late what all steps share, when somebody looks. The gauge counts them as
// nothing beyond their own size. What the solver has to itself and shows to no step is
// measured apart, as far as the run names it; see [algos.Working]. See the tests of all
// demos for how much the rest is.
type gauge struct {
	known   map[uintptr]*object
	objects []*object // all that are known
	walks   int
	visits  int        // values that the last walk looked at
	root    *object    // the step of the last walk, with what has no address
	reached int        // bytes that the step of the last walk reaches
	last    algos.Step // of the last walk; its objects live, so nothing else has their addresses

	pair    int // the step that begins the next pair; it may be the last one that was walked through
	kinds   map[say.Phrase]*kind
	kind    *kind // of the step of the last walk
	lump    bool  // the last pair cost far more than others of its kind
	charged int   // to the steps since the last pair
	debt    int   // bytes that were charged to no step
	guessed bool  // what the kinds cost is known from another run
}

// A kind is the steps of one phase. What a step costs depends most on what it does:
// one may keep a matrix, and the next only look at a row.
type kind struct {
	pairs int     // that began with such a step, so far
	mean  float64 // of the bytes that such a step costs
	lumps int     // pairs that cost far more
}

// kindOf returns the kind of a step: its phase, up to the number of a row or round that
// it may name. Phases beyond the first few share one.
func (g *gauge) kindOf(s algos.Step) *kind {
	phase := s.Phase
	if i := strings.IndexFunc(string(phase), numeral); i >= 0 {
		phase = phase[:i]
	}
	if g.kinds[phase] == nil && len(g.kinds) >= maxKinds {
		phase = ""
	}
	if g.kinds[phase] == nil {
		g.kinds[phase] = &kind{}
	}
	return g.kinds[phase]
}

func numeral(r rune) bool { return '0' <= r && r <= '9' || '₀' <= r && r <= '₉' }

// An object is memory that was allocated at once: what a pointer points to, the
// array of a slice, a map, the text of a string.
type object struct {
	at     uintptr
	bytes  int // of the memory itself
	boxes  int // of what it holds in boxes, see [gauge.box]
	length int // of a slice
	parts  []*object
	walk   int // the last one that came by
}

const (
	slack   = 4  // memory is this part larger than what is found: see the test of all demos
	rarely  = 16 // the gap between pairs is at most as many steps as a walk visits values, times this
	recent  = 16 // pairs that the mean forgets slowly
	lumpy   = 16 // a step that costs so many times the mean is charged alone
	settled = 4  // pairs until the mean can say so

	maxKinds = 16
	fresh    = 2   // pairs of a kind until its mean counts
	apart    = 256 // steps between pairs, at most, from the beginning of a run of which there is a guess
)

// golden is the golden ratio's fractional part. Its multiples fill the interval from
// 0 to 1 without a rhythm, so no rhythm of a run can hide between pairs.
const golden = 0.6180339887498949

func newGauge() *gauge {
	return &gauge{known: map[uintptr]*object{}, root: &object{}, kinds: map[say.Phrase]*kind{}}
}

// guess takes what was measured of a run that is nearly the same. Pairs may be far apart
// from the beginning then, because what comes now and then is known.
func (g *gauge) guess(like *gauge) {
	for phase, k := range like.kinds {
		if k.pairs >= fresh {
			g.kinds[phase] = &kind{pairs: k.pairs, mean: k.mean}
			g.guessed = true
		}
	}
}

// weigh measures what some values hold together.
func weigh(values []any) int {
	g := newGauge()
	for _, v := range values {
		g.look(reflect.ValueOf(&v).Elem(), g.root)
	}
	bytes := g.root.boxes
	for _, o := range g.objects {
		bytes += o.bytes + o.boxes
	}
	return bytes
}

// charge returns what keeping step n costs. It must be called for every step of a
// run.
func (g *gauge) charge(n int, s algos.Step) int {
	k := g.kindOf(s)
	if n < g.pair && k.pairs < fresh {
		g.pair = n // such a step was not seen before
	}
	if n == g.pair {
		g.debt += max(0, g.walk(s)-g.charged)
		g.kind = k
	}
	if n == g.pair+1 {
		g.note(g.walk(s))
		g.kind = k
		g.pair, g.charged = n+g.gap(n), 0
	}
	cost := int(k.mean) + g.debt
	g.debt = 0
	g.charged += cost
	return cost
}

// own is what the run holds, whatever steps of it are kept: what its newest step
// reaches, without what this step costs.
func (g *gauge) own() int {
	if g.kind == nil {
		return 0
	}
	return max(0, g.reached-int(g.kind.mean))
}

// gap returns how many steps after step n the next pair begins.
func (g *gauge) gap(n int) int {
	if g.lump {
		return 0
	}
	_, part := math.Modf(float64(g.walks) * golden)
	if g.guessed {
		n = max(n, 2*apart)
	}
	return int(part * float64(min(n/2, rarely*g.visits)))
}

// close ends measuring. What was measured stays known.
func (g *gauge) close() { g.known, g.objects, g.root, g.last = nil, nil, nil, algos.Step{} }

// note counts what the first step of a pair was found to cost. If it costs far more
// than others of its kind, it does not count for them the first time, unless the next
// pair does so, too. Then the run has changed, and the mean starts over.
func (g *gauge) note(bytes int) {
	k := g.kind
	lump := k.pairs >= settled && float64(bytes) > lumpy*k.mean
	if lump && !g.lump && k.lumps == 0 {
		g.lump = true
		k.lumps++
		g.debt += bytes
		return
	}
	if lump && g.lump {
		k.pairs = 0
	}
	g.lump = false
	if k.pairs++; k.pairs == 1 {
		g.debt += bytes // this step was charged too little
	}
	k.mean += (float64(bytes) - k.mean) / float64(min(k.pairs, recent))
}

// walk follows all that a step reaches. It returns how many bytes of what the last
// walk reached are not reached any more.
func (g *gauge) walk(s algos.Step) int {
	released := g.root.boxes
	g.walks++
	g.visits, g.root = 0, &object{walk: g.walks}
	g.box(reflect.ValueOf(s), g.root)
	g.reached = g.root.boxes
	g.visits += len(g.objects) / 8
	g.objects = slices.DeleteFunc(g.objects, func(o *object) bool {
		gone := o.walk != g.walks
		if gone {
			released += o.bytes + o.boxes
			delete(g.known, o.at)
		} else {
			g.reached += o.bytes + o.boxes
		}
		return gone
	})
	g.last = s
	g.reached += g.reached / slack
	return released + released/slack
}

// box looks at a value that lies in memory of its own, without an address. These
// bytes are counted as a part of what holds the value.
func (g *gauge) box(v reflect.Value, holder *object) {
	holder.boxes += allocated(layoutOf(v.Type()).bytes)
	g.look(v, holder)
}

// look follows a value that lies in a holder whose bytes are counted already.
func (g *gauge) look(v reflect.Value, holder *object) {
	g.visits++
	switch v.Kind() {
	case reflect.String:
		g.enter(v.Pointer(), v.Len(), v.Len(), holder)
	case reflect.Pointer:
		g.lookBehind(v, holder)
	case reflect.Slice:
		g.lookAlong(v, holder)
	case reflect.Map:
		g.lookInto(v, holder)
	case reflect.Interface:
		g.lookInside(v.Elem(), holder)
	case reflect.Struct:
		for _, i := range layoutOf(v.Type()).fields {
			g.look(v.Field(i), holder)
		}
	case reflect.Array:
		if layoutOf(v.Type()).follow {
			for i := range v.Len() {
				g.look(v.Index(i), holder)
			}
		}
	case reflect.Func:
		if !v.IsNil() {
			holder.boxes += closureBytes
		}
	}
}

// closureBytes is what a function takes that has captured a few variables.
const closureBytes = 48

// lookBehind follows a pointer.
func (g *gauge) lookBehind(v reflect.Value, holder *object) {
	l := layoutOf(v.Type().Elem())
	if o := g.enter(v.Pointer(), l.bytes, 1, holder); o != nil && l.follow {
		g.look(v.Elem(), o)
	}
}

// lookAlong follows a slice. Elements behind its end belong to later steps.
func (g *gauge) lookAlong(v reflect.Value, holder *object) {
	l := layoutOf(v.Type().Elem())
	if o := g.enter(v.Pointer(), v.Cap()*l.bytes, v.Len(), holder); o != nil && l.follow {
		for i := range v.Len() {
			g.look(v.Index(i), o)
		}
	}
}

// lookInto follows a map.
func (g *gauge) lookInto(v reflect.Value, holder *object) {
	key, elem := layoutOf(v.Type().Key()), layoutOf(v.Type().Elem())
	o := g.enter(v.Pointer(), mapBytes+v.Len()*(key.bytes+elem.bytes+1)*mapLoad, v.Len(), holder)
	if o == nil || !key.follow && !elem.follow {
		return
	}
	for entry := v.MapRange(); entry.Next(); {
		g.look(entry.Key(), o)
		g.look(entry.Value(), o)
	}
}

// What a map takes: its head, and the slots of its table for each entry.
const (
	mapBytes = 48
	mapLoad  = 2
)

// lookInside follows what an interface holds. Anything but a pointer lies in a box.
func (g *gauge) lookInside(v reflect.Value, holder *object) {
	switch {
	case !v.IsValid() || v.Type().Implements(contexts):
	case v.Kind() == reflect.Pointer, v.Kind() == reflect.Map, v.Kind() == reflect.Func:
		g.look(v, holder)
	default:
		g.box(v, holder)
	}
}

// enter counts the object at an address as a part of its holder. It returns the
// object if its own parts must be looked at, and nil if they are known: what a step
// holds does not change. Two slices of one array have the same address; the longer
// one counts.
func (g *gauge) enter(at uintptr, bytes, length int, holder *object) *object {
	bytes = allocated(bytes)
	if at == 0 || bytes == 0 {
		return nil
	}
	o := g.known[at]
	if o == nil {
		o = &object{at: at}
		g.known[at] = o
		g.objects = append(g.objects, o)
	}
	holder.parts = append(holder.parts, o)
	if bytes <= o.bytes && length <= o.length {
		g.mark(o)
		return nil
	}
	*o = object{at: at, bytes: max(bytes, o.bytes), length: max(length, o.length), walk: g.walks}
	return o
}

// mark notes that the walk came by an object, and so by all of its parts.
func (g *gauge) mark(o *object) {
	if o.walk == g.walks {
		return
	}
	o.walk = g.walks
	for _, part := range o.parts {
		g.mark(part)
	}
}

// allocated is how much memory is taken for so many bytes, about.
func allocated(bytes int) int { return (bytes + 15) &^ 15 }

// A layout is what a walk has to know of a type.
type layout struct {
	bytes  int
	follow bool  // a value may hold something that lies elsewhere
	fields []int // of a struct: those to follow
}

var (
	layouts  sync.Map // of a [reflect.Type]: *layout
	contexts = reflect.TypeFor[context.Context]()
)

func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	l := &layout{bytes: int(t.Size())}
	switch t.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Func:
		l.follow = true
	case reflect.Pointer, reflect.Interface:
		l.follow = !t.Implements(contexts) // a context leads out of the run
	case reflect.Array:
		l.follow = layoutOf(t.Elem()).follow
	case reflect.Struct:
		l.fields = follows(t)
		l.follow = len(l.fields) > 0
	}
	layouts.Store(t, l)
	return l
}

// follows returns the fields of a struct that a walk follows. There are none if the
// struct guards them.
func follows(t reflect.Type) []int {
	var fields []int
	for i := range t.NumField() {
		f := t.Field(i).Type
		if f.PkgPath() == "sync" || strings.HasPrefix(f.PkgPath(), "sync/") {
			return nil
		}
		if layoutOf(f).follow {
			fields = append(fields, i)
		}
	}
	return fields
}
