package algotest

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"
	"unsafe"

	"playground/algos"
)

// seen are the guarantees that some test of the package has seen broken, by their names.
// A package tests one demo.
var seen struct {
	sync.Mutex
	broken map[string]bool
	left   []string // that no state which was spoilt at random has broken
}

// sawBroken records the guarantees that are broken.
func sawBroken(checks ...algos.Check) {
	seen.Lock()
	defer seen.Unlock()
	for _, c := range checks {
		if c.Verdict != algos.Broken {
			continue
		}
		if seen.broken == nil {
			seen.broken = map[string]bool{}
		}
		seen.broken[c.Name] = true
	}
}

func wasBroken(name string) bool {
	seen.Lock()
	defer seen.Unlock()
	return seen.broken[name]
}

// Bounds of how much is spoilt.
const (
	spoiltStates = 3       // states of a guarantee, each from another preset where there is one
	spoiltValues = 600     // values of a demo's states that are spoilt
	clonedValues = 200_000 // values of a state that are copied; larger states are left alone
	spoiltLooks  = 10_000  // looks at the context after which it ends for the guarantees of a spoilt state
)

// spoils spoils states of which guarantees hold at random, a field at a time, and records the
// guarantees that notice. It returns those that none of it has broken, and no test so far.
func spoils(states map[string][]algos.View) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	left := spoiltValues
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range states {
			if !yield(name) {
				return
			}
		}
	})
	// Floats and switches first: a whole number may be a length, at which a spoilt state panics.
	for _, whole := range []bool{false, true} {
		for _, name := range names {
			for _, v := range states[name] {
				for _, path := range leaves(v, whole, rng) {
					if wasBroken(name) || left == 0 {
						break
					}
					left--
					judge(v, path, rng)
				}
			}
		}
	}
	return slices.DeleteFunc(names, wasBroken)
}

// holding are views of which a guarantee holds, by the guarantee's name.
func holding(ctx context.Context, d algos.Demo) map[string][]algos.View {
	const looked = 40
	states := map[string][]algos.View{}
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // another part says so
		}
		steps, _, err := presetRun(ctx, d, recipe, presetSteps)
		if err != nil {
			continue
		}
		here := map[string]int{}
		for n, s := range steps {
			if n >= looked && !s.Status.Final() {
				continue
			}
			for _, c := range s.Checks() {
				if _, ok := states[c.Name]; !ok {
					states[c.Name] = nil
				}
				if c.Verdict == algos.Holds && here[c.Name] == 0 && len(states[c.Name]) < spoiltStates {
					here[c.Name]++
					states[c.Name] = append(states[c.Name], s.Own())
				}
			}
		}
	}
	return states
}

// judge asks the guarantees about a copy of a state with one value spoilt. The context of its
// run ends at a look: a spoilt state may have more to do than is sensible, and what looks at
// its context leaves then.
func judge(v algos.View, path string, rng *rand.Rand) {
	bad, ok := copied(v, path, rng)
	if !ok {
		return
	}
	defer func() {
		_ = recover() // a state that nothing can be made of breaks no guarantee
	}()
	checks := bad.Checks()
	for i, c := range checks {
		checks[i] = c.Done()
	}
	sawBroken(checks...)
}

// leaves are the paths of the numbers and switches of a state that are spoilt: one for every
// field, at random where the field is a list.
func leaves(v algos.View, whole bool, rng *rand.Rand) []string {
	found := map[string][]string{}
	var order []string
	c := cloner{visit: func(path, field string, at reflect.Value) {
		if isWhole(at.Kind()) != whole {
			return
		}
		if found[field] == nil {
			order = append(order, field)
		}
		if len(found[field]) < 64 {
			found[field] = append(found[field], path)
		}
	}}
	c.clone(reflect.ValueOf(v), "", "")
	if c.count > clonedValues {
		return nil
	}
	var all []string
	for _, field := range order {
		of := found[field]
		all = append(all, of[rng.IntN(len(of))])
	}
	return all
}

func isWhole(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uint64 }

// copied returns a copy of a state in which the value at a path is another one.
func copied(v algos.View, path string, rng *rand.Rand) (bad algos.View, ok bool) {
	c := cloner{context: newCounting(context.Background(), spoiltLooks), visit: func(at, _ string, x reflect.Value) {
		if at != path || ok {
			return
		}
		ok = true
		switch k := x.Kind(); {
		case k == reflect.Bool:
			x.SetBool(!x.Bool())
		case k == reflect.Float64 || k == reflect.Float32:
			by := []float64{0.3, -0.3, 3, -7, 1e-3}[rng.IntN(5)]
			if y := x.Float() + by*(1+math.Abs(x.Float())); !math.IsNaN(y) {
				x.SetFloat(y)
			} else {
				x.SetFloat(by)
			}
		case x.CanInt():
			x.SetInt(x.Int() + []int64{1, -1, 2}[rng.IntN(3)])
		default:
			x.SetUint(x.Uint() + 1)
		}
	}}
	out := c.clone(reflect.ValueOf(v), "", "")
	if !ok {
		return nil, false
	}
	bad, ok = out.Interface().(algos.View)
	return bad, ok
}

// A cloner copies a value with all that it leads to, unexported fields, too, and shows the
// numbers and switches of the copy. Functions and channels are shared.
type cloner struct {
	visit func(path, field string, at reflect.Value)
	seen  map[unsafe.Pointer]reflect.Value
	count int
	// context stands in the copy where the value has one; nil: it is shared.
	context context.Context
}

var contexts = reflect.TypeFor[context.Context]()

// clone copies v. The field is the path without indices.
func (c *cloner) clone(v reflect.Value, path, field string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	c.fill(out, path, field)
	return out
}

// fill copies what an addressable value leads to.
func (c *cloner) fill(v reflect.Value, path, field string) {
	if c.count++; c.count > clonedValues {
		return
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Float64, reflect.Float32, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		c.visit(path, field, v)
	case reflect.Struct:
		for i := range v.NumField() {
			f, name := v.Field(i), "."+v.Type().Field(i).Name
			c.fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), path+name, field+name)
		}
	case reflect.Array:
		for i := range v.Len() {
			c.fill(v.Index(i), path+"["+strconv.Itoa(i)+"]", field+"[]")
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		v.Set(list)
		for i := range list.Len() {
			c.fill(list.Index(i), path+"["+strconv.Itoa(i)+"]", field+"[]")
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if c.seen == nil {
			c.seen = map[unsafe.Pointer]reflect.Value{}
		}
		at := v.UnsafePointer()
		if had, ok := c.seen[at]; ok && had.Type() == v.Type() {
			v.Set(had)
			return
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(v.Elem())
		c.seen[at] = to
		v.Set(to)
		c.fill(to.Elem(), path, field)
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == contexts {
			if c.context != nil {
				v.Set(reflect.ValueOf(c.context))
			}
			return
		}
		if v.Elem().Type().Implements(contexts) {
			return
		}
		v.Set(c.clone(v.Elem(), path, field))
	case reflect.Map:
		if v.IsNil() {
			return
		}
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for _, k := range v.MapKeys() { // their order shows in no path that is spoilt
			m.SetMapIndex(k, v.MapIndex(k))
		}
		v.Set(m)
	}
}

// spoilable spoils states at random; what is left has to be seen broken by another test of
// the package, which [Main] looks at in the end.
func spoilable(ctx context.Context, d algos.Demo, r *report) {
	states := holding(ctx, d)
	if len(states) < fewestPromises {
		r.fault("it makes %d promises, and should make %d", len(states), fewestPromises)
	}
	left := spoils(states)
	seen.Lock()
	defer seen.Unlock()
	seen.left = append(seen.left, left...)
}

// Main runs the tests of a demo's package. It fails where a guarantee is left that no state
// which was spoilt has broken, neither at random by the contract nor on purpose by a test
// (see [Spoilt] and [Check]): a check that cannot fail proves nothing.
//
//	func TestMain(m *testing.M) { os.Exit(algotest.Main(m)) }
func Main(m *testing.M) (code int) {
	code = m.Run()
	for _, name := range []string{"test.run", "test.skip", "test.fuzz", "test.bench", "test.list"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return code // not all tests have run
		}
	}
	for _, name := range seen.left {
		if !wasBroken(name) {
			fmt.Printf("--- FAIL: nothing breaks the guarantee %q: no state that was spoilt at random, and no test on purpose (see algotest.Spoilt)\n", name)
			code = 1
		}
	}
	return code
}
