package param

import (
	"errors"
	"strconv"
	"strings"
)

// A Set binds the fields of one options struct. The zero value is ready to use.
type Set struct {
	specs  []*Spec
	assign []func(canonical string) error
}

// A Binding refines the parameter that was just bound.
type Binding struct{ spec *Spec }

// Label is how the form calls the parameter; the default is its name.
func (b Binding) Label(text string) Binding { b.spec.Label = text; return b }

// Hint is a short explanation.
func (b Binding) Hint(text string) Binding { b.spec.Hint = text; return b }

// Zero says what the number 0 means, such as "no limit": the form shows it beside the 0.
func (b Binding) Zero(text string) Binding { b.spec.Zero = text; return b }

// Group puts the parameter under a heading of the form.
func (b Binding) Group(name string) Binding { b.spec.Group = name; return b }

// Slider sets the range of the slider where it is narrower than the limits.
func (b Binding) Slider(lo, hi float64) Binding { b.spec.Slider = [2]float64{lo, hi}; return b }

// Log makes the slider logarithmic, over this range.
func (b Binding) Log(lo, hi float64) Binding {
	b.spec.Log = true
	return b.Slider(lo, hi)
}

// Calls says that a text is an expression of positive numbers and calls such as
// "0.8*rbf(1.3)". The form then gives every number in it a logarithmic slider that
// is named after its place: "rbf length", or "factor" outside of any call.
func (b Binding) Calls(calls ...Call) Binding { b.spec.Calls = calls; return b }

// When shows the parameter only where another one has one of these values.
func (b Binding) When(name string, values ...string) Binding {
	b.spec.When = &Condition{Param: name, Values: values}
	return b
}

// And adds a second condition to that of When.
func (b Binding) And(name string, values ...string) Binding {
	b.spec.And = &Condition{Param: name, Values: values}
	return b
}

// View says that the parameter changes from where pictures are looked at, and nothing
// else: a run goes on as it was when it is set.
func (b Binding) View() Binding { b.spec.View = true; return b }

// Relabels says that where the parameter is on the demo gives the points other labels than
// those of the data, which the table of the points goes on showing: it says so.
func (b Binding) Relabels() Binding { b.spec.Relabel = true; return b }

// Was says which names the parameter had before. They stay public: whatever reads parameters takes them.
func (b Binding) Was(names ...string) Binding { b.spec.Was = append(b.spec.Was, names...); return b }

// Reads says which value an old one stands for, such as that of a choice that has another name now.
func (b Binding) Reads(old, now string) Binding {
	if b.spec.Reads == nil {
		b.spec.Reads = map[string]string{}
	}
	b.spec.Reads[old] = now
	return b
}

// Float binds a real number with its default and limits.
func (s *Set) Float(dst *float64, name string, def, lo, hi float64) Binding {
	*dst = def
	return s.add(Spec{Name: name, Kind: Float, Default: Format(def), Min: &lo, Max: &hi, Slider: [2]float64{lo, hi}}, func(c string) (err error) {
		*dst, err = strconv.ParseFloat(c, 64)
		return err
	})
}

// Int binds a whole number with its default and limits.
func (s *Set) Int(dst *int, name string, def, lo, hi int) Binding {
	*dst = def
	l, h := float64(lo), float64(hi)
	return s.add(Spec{Name: name, Kind: Int, Default: strconv.Itoa(def), Min: &l, Max: &h, Slider: [2]float64{l, h}}, func(c string) (err error) {
		*dst, err = strconv.Atoi(c)
		return err
	})
}

// Bool binds a switch.
func (s *Set) Bool(dst *bool, name string, def bool) Binding {
	*dst = def
	return s.add(Spec{Name: name, Kind: Bool, Default: strconv.FormatBool(def)}, func(c string) (err error) {
		*dst, err = strconv.ParseBool(c)
		return err
	})
}

// Choice binds one of several named values.
func (s *Set) Choice(dst *string, name, def string, options ...Option) Binding {
	*dst = def
	return s.add(Spec{Name: name, Kind: Choice, Default: def, Choices: options}, func(c string) error {
		*dst = c
		return nil
	})
}

// Text binds a text of at most maxLen bytes. check, if not nil, judges it; its
// error becomes the message.
func (s *Set) Text(dst *string, name, def string, maxLen int, check func(string) error) Binding {
	*dst = def
	return s.add(Spec{Name: name, Kind: Text, Default: def, MaxLen: maxLen}, func(c string) error {
		if check != nil {
			if err := check(c); err != nil {
				return err
			}
		}
		*dst = c
		return nil
	})
}

// Point binds a place whose coordinates lie in [−limit, limit].
func (s *Set) Point(dst *[2]float64, name string, def [2]float64, limit float64) Binding {
	*dst = def
	lo, hi := -limit, limit
	text := Format(def[0]) + "," + Format(def[1])
	return s.add(Spec{Name: name, Kind: Point, Default: text, Min: &lo, Max: &hi}, func(c string) (err error) {
		dst[0], dst[1], err = Place(c)
		return err
	})
}

// Place reads the value of a Point.
func Place(text string) (x, y float64, err error) {
	a, b, _ := strings.Cut(text, ",")
	if x, err = strconv.ParseFloat(a, 64); err == nil {
		y, err = strconv.ParseFloat(b, 64)
	}
	return x, y, err
}

func (s *Set) add(spec Spec, assign func(string) error) Binding {
	spec.Label = spec.Name
	s.specs = append(s.specs, &spec)
	s.assign = append(s.assign, assign)
	return Binding{&spec}
}

// Schema returns the descriptions of everything bound so far.
func (s *Set) Schema() Schema {
	schema := make(Schema, len(s.specs))
	for i, p := range s.specs {
		schema[i] = *p
	}
	return schema
}

// Apply checks the values and writes them to the bound fields. It writes
// nothing and returns an [*Error] if one is unknown or bad.
func (s *Set) Apply(v Values) error {
	schema := s.Schema()
	v, err := schema.Merge(nil, v)
	if err != nil {
		return err
	}
	canonical := make(map[string]string, len(v))
	for _, name := range sortedKeys(v) {
		p, ok := schema.Spec(name)
		if !ok {
			return schema.unknown(name)
		}
		c, err := p.canonical(v[name])
		if err != nil {
			return err
		}
		canonical[name] = c
	}
	for i, p := range schema {
		c, ok := canonical[p.Name]
		if !ok {
			continue
		}
		err := s.assign[i](c)
		if said, ok := errors.AsType[*Error](err); ok {
			return said
		}
		if err != nil {
			return &Error{Field: p.Name, Message: Unread(err)}
		}
	}
	return nil
}
