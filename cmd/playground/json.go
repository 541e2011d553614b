package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"playground/algos"
	"playground/algos/dataset"
)

// A run may have half a million steps, so their lines are appended by hand
// instead of by reflection. Numbers keep full precision; what is not finite is
// null.

// appendStep appends the line of step n.
func appendStep(b []byte, n int, s algos.Step) []byte {
	b = append(b, `{"step":`...)
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, `,"phase":`...)
	b = appendString(b, s.Phase.String())
	b = append(b, `,"events":[`...)
	for i, e := range s.Events {
		b = appendComma(b, i)
		b = appendString(b, e.Kind)
	}
	b = append(b, `],"metrics":{`...)
	first := true
	for _, metrics := range []iter.Seq2[string, float64]{s.Named(), s.Formerly()} {
		for name, x := range metrics {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = appendKey(b, name)
			b = appendNumber(b, x)
		}
	}
	b = append(b, `},"checks":[`...)
	for i, c := range s.Checks() {
		b = appendComma(b, i)
		b = appendCheck(b, c)
	}
	b = append(b, `],"status":`...)
	b = appendString(b, string(s.Status.State))
	b = appendOffer(b, s)
	return append(b, '}', '\n')
}

// appendOffer appends the values of parameters that a step offers to take over, where
// there are any.
func appendOffer(b []byte, s algos.Step) []byte {
	if len(s.Takeaway) == 0 {
		return b
	}
	b = append(b, `,"offer":{`...)
	for i, name := range slices.Sorted(maps.Keys(s.Takeaway)) {
		b = appendComma(b, i)
		b = appendKey(b, name)
		b = appendString(b, s.Takeaway[name])
	}
	return append(b, '}')
}

// appendCheck appends a promise; holds is null while it is open, where nothing is
// decided, and where it does not apply. Left and right differ by within or less where
// the promise says so, and else by less than rounding and 10⁻⁶ of them, or of size.
func appendCheck(b []byte, c algos.Check) []byte {
	b = append(b, `{"name":`...)
	b = appendString(b, c.Name)
	b = append(b, `,"left":`...)
	b = appendNumber(b, c.Left)
	b = append(b, `,"rel":`...)
	b = appendString(b, c.Rel)
	b = append(b, `,"right":`...)
	b = appendNumber(b, c.Right)
	b = append(b, `,"holds":`...)
	switch c.Verdict {
	case algos.Holds:
		b = append(b, "true"...)
	case algos.Broken:
		b = append(b, "false"...)
	default:
		b = append(b, "null"...)
	}
	b = append(b, `,"verdict":`...)
	b = appendString(b, string(c.Verdict))
	for _, extra := range []struct {
		name string
		x    float64
	}{{"within", c.Within}, {"size", c.Size}, {"rounding", c.Rounding}} {
		if extra.x > 0 {
			b = append(append(append(b, `,"`...), extra.name...), `":`...)
			b = appendNumber(b, extra.x)
		}
	}
	if c.Why != "" {
		b = append(b, `,"why":`...)
		b = appendString(b, c.Why.String())
	}
	return append(b, '}')
}

// appendFinal appends the last line: how the run ended after step n, what was
// learnt, and the predictions at the given inputs. What was left out of the file is said before.
func appendFinal(b []byte, n int, s algos.Step, left dataset.Left, at places) ([]byte, error) {
	b = append(b, `{"final":true,"steps":`...)
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, `,"status":`...)
	b = appendString(b, string(s.Status.State))
	b = append(b, `,"reason":`...)
	b = appendString(b, s.Status.Reason.String())
	if left.Missing > 0 {
		b = strconv.AppendInt(appendKey(append(b, ','), "omitted"), int64(left.Missing), 10)
	}
	if left.Rows > 0 {
		b = strconv.AppendInt(appendKey(append(b, ','), "sampled_from"), int64(left.Rows), 10)
	}
	b = appendStandards(b, s.Standards())
	b = append(b, `,"model":`...)
	model := s.Model()
	b, err := appendObject(b, model.Values)
	if err != nil {
		return nil, fmt.Errorf("the model: %w", err)
	}
	b = append(b, `,"predict":[`...)
	if !at.predicted(model) && s.Status.State != algos.Refused && at.len() > 0 {
		return nil, fmt.Errorf("-at: this demo predicts nothing")
	}
	for i := range at.len() {
		if !at.predicted(model) {
			break
		}
		b = appendComma(b, i)
		if b, err = appendObject(b, at.predict(model, i)); err != nil {
			return nil, fmt.Errorf("the prediction: %w", err)
		}
	}
	return append(b, ']', '}', '\n'), nil
}

// appendStandards appends how the features are standardised, in whose units the model is then; nothing where they are not.
func appendStandards(b []byte, features []algos.Standard) []byte {
	if len(features) == 0 {
		return b
	}
	b = append(b, `,"standardised":[`...)
	for i, f := range features {
		b = appendComma(b, i)
		b = append(b, '{')
		b = appendString(appendKey(b, "feature"), f.Feature)
		b = append(b, ',')
		b = appendNumber(appendKey(b, "mean"), f.Mean)
		b = append(b, ',')
		b = appendNumber(appendKey(b, "sd"), f.SD)
		b = append(b, '}')
	}
	return append(b, ']')
}

// appendObject appends named values in their order.
func appendObject(b []byte, values []algos.Value) ([]byte, error) {
	b = append(b, '{')
	for i, v := range values {
		b = appendComma(b, i)
		b = appendKey(b, v.Name)
		var err error
		if b, err = appendValue(b, reflect.ValueOf(v.Value)); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	return append(b, '}'), nil
}

// appendValue appends a number, a string, a truth value, named values, or a
// list of such things.
func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	if named, ok := v.Interface().([]algos.Value); ok {
		return appendObject(b, named)
	}
	switch v.Kind() {
	case reflect.Float64:
		return appendNumber(b, v.Float()), nil
	case reflect.Int:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.String:
		return appendString(b, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			b = appendComma(b, i)
			var err error
			if b, err = appendValue(b, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	return nil, fmt.Errorf("a %s cannot be written", v.Type())
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

func appendKey(b []byte, name string) []byte { return append(appendString(b, name), ':') }

func appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x+0, 'g', -1, 64) // + 0 turns −0 into 0
}

// appendString appends plain text as it is and leaves escapes to the standard
// library.
func appendString(b []byte, s string) []byte {
	easy := utf8.ValidString(s)
	for i := 0; i < len(s) && easy; i++ {
		easy = s[i] >= ' ' && s[i] != '"' && s[i] != '\\'
	}
	if easy {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return append(b, quoted...)
}
