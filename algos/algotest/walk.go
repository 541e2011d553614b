package algotest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// A walker visits every value inside another one, and knows its path. A field's
// function stands for its values on a small grid.
type walker struct {
	path  []byte
	words bool // only what may lead to something said
	sound bool // no lists of numbers that are all finite
	visit func(path []byte, v reflect.Value)
}

// walk visits v and all that is inside.
func walk(v reflect.Value, visit func(path []byte, v reflect.Value)) {
	(&walker{visit: visit}).walk(v)
}

// walkWords visits v and what is inside that says something or may lead to it: phrases, and marks
// that make their tooltips when asked. It passes by what holds numbers alone, which most of a picture is.
func walkWords(v reflect.Value, visit func(path []byte, v reflect.Value)) {
	(&walker{visit: visit, words: true}).walk(v)
}

// walkUnsound visits v and what is inside, but for lists of numbers of which none is NaN or
// infinite.
func walkUnsound(v reflect.Value, visit func(path []byte, v reflect.Value)) {
	(&walker{visit: visit, sound: true}).walk(v)
}

// allFinite reports whether a value is a list of numbers or places that are all finite.
func allFinite(v reflect.Value) bool {
	if v.Kind() != reflect.Slice {
		return false
	}
	switch list := v.Interface().(type) {
	case []float64:
		return !slices.ContainsFunc(list, func(x float64) bool { return !finite(x) })
	case []mark.XY:
		return !slices.ContainsFunc(list, func(at mark.XY) bool { return !finite(at.X) || !finite(at.Y) })
	}
	return false
}

// at walks on below a part of the path.
func (w *walker) at(part string, v reflect.Value) {
	n := len(w.path)
	w.path = append(w.path, part...)
	w.walk(v)
	w.path = w.path[:n]
}

func (w *walker) walk(v reflect.Value) {
	if w.words && v.IsValid() && !traitsOf(v.Type()).speaks {
		return
	}
	w.visit(w.path, v)
	switch v.Kind() {
	case reflect.Func:
		if f, ok := v.Interface().(mark.FieldFunc); ok && f != nil {
			g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2}, NX: 5, NY: 4}
			values := make([]float64, g.Len())
			f(values, g)
			w.at("()", reflect.ValueOf(values))
		}
	case reflect.Struct:
		for i, name := range traitsOf(v.Type()).fields {
			w.at(name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		if w.sound && allFinite(v) {
			return
		}
		n := len(w.path)
		for i := range v.Len() {
			w.path = append(strconv.AppendInt(append(w.path, '['), int64(i), 10), ']')
			w.walk(v.Index(i))
			w.path = w.path[:n]
		}
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			w.at("("+v.Elem().Type().Name()+")", v.Elem())
		}
	}
}

var stringer = reflect.TypeFor[fmt.Stringer]()

var phrases = reflect.TypeFor[say.Phrase]()

// tipFunc is the type of what makes the tooltips of a mark.
var tipFunc = reflect.TypeFor[func(int) say.Phrase]()

// Traits are what walks ask of a type again and again.
type traits struct {
	fields []string // of a struct, each with a dot before it
	speaks bool     // a value may be a phrase, make tooltips, or lead to one that does
	// stringer says that a value says itself in words.
	stringer bool
}

var traitsByType sync.Map // of types

func traitsOf(t reflect.Type) traits {
	if s, ok := traitsByType.Load(t); ok {
		return s.(traits)
	}
	s := traits{speaks: speaks(t, map[reflect.Type]bool{}), stringer: t.Implements(stringer)}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			s.fields = append(s.fields, "."+t.Field(i).Name)
		}
	}
	traitsByType.Store(t, s)
	return s
}

// speaks reports whether a value of a type may lead to something said. Of a type within
// itself that is decided by the rest.
func speaks(t reflect.Type, within map[reflect.Type]bool) bool {
	switch {
	case t == phrases || t == tipFunc:
		return true
	case within[t]:
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		within[t] = true
		defer delete(within, t)
		return speaks(t.Elem(), within)
	case reflect.Struct:
		within[t] = true
		defer delete(within, t)
		for i := range t.NumField() {
			if speaks(t.Field(i).Type, within) {
				return true
			}
		}
	}
	return false
}

// tips visits the tooltips of a mark that makes them when asked; none of another value.
func tips(v reflect.Value, visit func(i int, tip say.Phrase)) {
	if v.Kind() != reflect.Struct {
		return
	}
	tip := v.FieldByName("Tip")
	if !tip.IsValid() || tip.Kind() != reflect.Func || tip.IsNil() {
		return
	}
	of := tip.Convert(tipFunc).Interface().(func(int) say.Phrase)
	for i := range v.FieldByName("Refs").Len() {
		visit(i, of(i))
	}
}

// remembered returns a function that keeps what another one has returned for a text: a demo
// says the same at step after step.
func remembered[T any](of func(text string) T) func(text string) T {
	const most = 1 << 16 // texts that are kept
	var mu sync.RWMutex
	had := map[string]T{}
	return func(text string) T {
		mu.RLock()
		value, ok := had[text]
		mu.RUnlock()
		if ok {
			return value
		}
		value = of(text)
		mu.Lock()
		defer mu.Unlock()
		if len(had) >= most {
			clear(had)
		}
		had[text] = value
		return value
	}
}
