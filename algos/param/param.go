// Package param describes the options of a demo: "flag.FlagSet for sliders".
//
// One line binds a field of an options struct and gives it a control on the
// page, validation, a place in the URL, a command-line flag and documentation:
//
//	func options(o *Options, s *param.Set) {
//		s.Float(&o.C, "C", 1, 1e-6, 1e6).Log(0.01, 1000).Label("C").Hint("price of a slack")
//		s.Choice(&o.Kernel, "kernel", "rbf", param.Option{Value: "linear", Label: "linear"}, …)
//	}
//
// Names are public: they are the textbook's, and they stand in URLs.
package param

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/say"
)

// Kind is the type of a parameter.
type Kind string

// The kinds.
const (
	Float  Kind = "float"
	Int    Kind = "int"
	Bool   Kind = "bool"
	Choice Kind = "choice"
	Text   Kind = "text"
	Point  Kind = "point" // a place "x,y", also set by dragging it on a panel
	// Numbers is a list of numbers "0.2 0.5 0.3", also set by dragging bars, rectangles or
	// lines on a panel.
	Numbers Kind = "numbers"
	// Actions is what a reader has done, "0 2 1": pressing a button appends.
	Actions Kind = "actions"
	Matrix  Kind = "matrix" // rows of numbers "0.7 0.3; 0.2 0.8", edited as a table
)

// Values are parameters as text, by name, as they come from a URL, a flag or a
// message.
type Values map[string]string

// Pairs returns values given as a name, its value, another name and so on.
func Pairs(pairs ...string) Values {
	v := Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v[pairs[i]] = pairs[i+1]
	}
	return v
}

// An Error is a bad value. Its message names the limit; Field is the
// parameter's name.
type Error struct {
	Field   string
	Message say.Phrase
}

func (e *Error) Error() string { return e.Field + ": " + e.Message.String() }

// Unread is the message for a value that its reader did not take: the phrase of an error
// that has one, and else the reader's own words, which are English.
func Unread(err error) say.Phrase {
	var said interface{ Phrase() say.Phrase }
	if errors.As(err, &said) {
		return said.Phrase()
	}
	return say.Vars{"why": err.Error()}.Text("<why>")
}

// An Option is one value of a choice.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
	TeX   string `json:"tex,omitempty"`  // formula shown beside the menu
	Hint  string `json:"hint,omitempty"` // a sentence, for instance a warning
}

// A Condition shows a parameter only where another one has one of these values.
type Condition struct {
	Param  string   `json:"param"`
	Values []string `json:"values"`
}

// A Spec describes one parameter.
type Spec struct {
	Name    string     `json:"name"`
	Label   string     `json:"label"`
	Kind    Kind       `json:"kind"`
	Default string     `json:"default"`
	Min     *float64   `json:"min,omitempty"` // limits of Float and Int, of both coordinates of a Point, and of the numbers of Numbers and Matrix
	Max     *float64   `json:"max,omitempty"`
	Slider  [2]float64 `json:"slider"` // range of the slider, within the limits
	Log     bool       `json:"log,omitempty"`
	Choices []Option   `json:"choices,omitempty"`
	When    *Condition `json:"when,omitempty"`
	And     *Condition `json:"and,omitempty"` // must hold as well
	Hint    string     `json:"hint,omitempty"`
	Zero    string     `json:"zero,omitempty"`  // what the number 0 means: see [Binding.Zero]
	Group   string     `json:"group,omitempty"` // heading on the form: "Kernel"
	MaxLen  int        `json:"max_len,omitempty"`
	Calls   []Call     `json:"calls,omitempty"`   // of a Text: see [Binding.Calls]
	Matrix  *Form      `json:"matrix,omitempty"`  // of a Matrix: see [Set.Matrix]
	View    bool       `json:"view,omitempty"`    // see [Binding.View]
	Relabel bool       `json:"relabel,omitempty"` // see [Binding.Relabels]
	Count   *[2]int    `json:"count,omitempty"`   // of Numbers and Actions: the fewest and the most
	Acts    []Act      `json:"acts,omitempty"`    // of Actions: what can be done
	Each    int        `json:"each,omitempty"`    // of Numbers: how many belong together, see [Binding.Each]
	// Distribution says of Numbers that they add up to 1.
	Distribution bool         `json:"distribution,omitempty"`
	Suggests     *Suggestions `json:"suggests,omitempty"` // words that may be given instead of the number
	// Was are names that the parameter had before, and Reads the values that it had, each with
	// the one of today: links, files and scripts that have them keep their meaning.
	Was   []string          `json:"was,omitempty"`
	Reads map[string]string `json:"reads,omitempty"`
}

// A Call is a function that may stand in a text: its name and what its numbers
// are called.
type Call struct {
	Name string   `json:"name"`
	Args []string `json:"args"`
	TeX  string   `json:"tex,omitempty"`  // formula shown while the text uses it
	Fits string   `json:"fits,omitempty"` // the one of Args for which the suggestions of the parameter are; empty: none
}

// A Schema is the parameters of a demo in the order of the form.
type Schema []Spec

// Spec returns the description of the parameter with that name, or of the one that had it before.
func (s Schema) Spec(name string) (Spec, bool) {
	for _, p := range s {
		if p.Name == name {
			return p, true
		}
	}
	for _, p := range s {
		if slices.Contains(p.Was, name) {
			return p, true
		}
	}
	return Spec{}, false
}

// Merge returns the values of base, replaced and completed by those of changed. Names that a
// parameter had before are replaced by its name of today. It returns an [*Error] if
// changed has the same parameter under two names.
func (s Schema) Merge(base, changed Values) (Values, error) {
	out := Values{}
	for name, value := range base {
		out[s.today(name)] = value
	}
	given := map[string]string{}
	for _, name := range sortedKeys(changed) {
		now := s.today(name)
		if before, twice := given[now]; twice {
			return nil, &Error{Field: name, Message: say.Vars{"other": before}.Text("is the same parameter as <other>: give one of them")}
		}
		given[now], out[now] = name, changed[name]
	}
	return out, nil
}

// AsGiven returns an error about a parameter under the name that it has among the values given, which may be an old one.
func (s Schema) AsGiven(err error, given Values) error {
	bad, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	if _, ok := given[bad.Field]; ok {
		return err
	}
	if p, ok := s.Spec(bad.Field); ok {
		for _, old := range p.Was {
			if _, ok := given[old]; ok {
				return &Error{Field: old, Message: bad.Message}
			}
		}
	}
	return err
}

// today is the name that a parameter has now; a name that no parameter has or had stays as it is.
func (s Schema) today(name string) string {
	if p, ok := s.Spec(name); ok {
		return p.Name
	}
	return name
}

// Names returns the parameters' names in order.
func (s Schema) Names() []string {
	names := make([]string, len(s))
	for i, p := range s {
		names[i] = p.Name
	}
	return names
}

// Canonical checks every value and returns those that differ from their
// defaults, each in its shortest form, so that equal settings have equal text.
func (s Schema) Canonical(v Values) (Values, error) {
	v, err := s.Merge(nil, v)
	if err != nil {
		return nil, err
	}
	out := Values{}
	for _, name := range sortedKeys(v) {
		p, ok := s.Spec(name)
		if !ok {
			return nil, s.unknown(name)
		}
		c, err := p.canonical(v[name])
		if err != nil {
			return nil, err
		}
		if c != p.Default {
			out[name] = c
		}
	}
	return out, nil
}

// Active reports whether the parameter plays a role under the given values.
func (s Schema) Active(name string, v Values) bool {
	p, ok := s.Spec(name)
	return ok && s.holds(p.When, v) && s.holds(p.And, v)
}

// Meets reports whether the values of a recipe, and the defaults of those that it leaves
// out, meet all conditions.
func (s Schema) Meets(all []Condition, v Values) bool {
	return !slices.ContainsFunc(all, func(c Condition) bool { return !s.holds(&c, v) })
}

// holds reports whether a condition, if there is one, is met.
func (s Schema) holds(c *Condition, v Values) bool {
	if c == nil {
		return true
	}
	other, _ := s.Spec(c.Param)
	value, given := v[c.Param]
	if !given {
		value = other.Default
	}
	return slices.Contains(c.Values, value)
}

func (s Schema) unknown(name string) error {
	if len(s) == 0 {
		return &Error{Field: name, Message: "there is no such parameter; this demo has none"}
	}
	return &Error{Field: name, Message: say.Vars{"names": strings.Join(s.Names(), ", ")}.Text("there is no such parameter; this demo has <names>")}
}

// canonical checks one value and returns its shortest form.
func (p Spec) canonical(text string) (string, error) {
	if now, renamed := p.Reads[text]; renamed {
		text = now
	}
	v := say.Vars{"given": quote(text), "n": len(text), "most": p.MaxLen}
	bad := func(template string) (string, error) { return "", &Error{Field: p.Name, Message: v.Text(template)} }
	switch p.Kind {
	case Float:
		x, err := p.number(text)
		if err != nil {
			return "", err
		}
		return Format(x), nil
	case Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return bad("<given> is not a whole number")
		}
		if float64(n) < *p.Min || float64(n) > *p.Max {
			return "", p.outside(text)
		}
		return strconv.Itoa(n), nil
	case Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return bad("<given> is neither true nor false")
		}
		return strconv.FormatBool(b), nil
	case Choice:
		var names []string
		for _, c := range p.Choices {
			if c.Value == text {
				return text, nil
			}
			names = append(names, c.Value)
		}
		v["names"] = strings.Join(names, ", ")
		return bad("<given> is not one of <names>")
	case Point:
		a, b, ok := strings.Cut(text, ",")
		if !ok {
			return bad("<given> is not a point: write x,y")
		}
		x, err := p.number(strings.TrimSpace(a))
		if err != nil {
			return "", err
		}
		y, err := p.number(strings.TrimSpace(b))
		if err != nil {
			return "", err
		}
		return Format(x) + "," + Format(y), nil
	case Numbers:
		return p.numbers(text)
	case Actions:
		return p.actions(text)
	case Matrix:
		return p.canonicalMatrix(text)
	case Text:
		if len(text) > p.MaxLen {
			return bad("<n> characters are too many: at most <most>")
		}
		return text, nil
	}
	panic("param: kind " + string(p.Kind))
}

func (p Spec) number(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		if p.Suggests != nil {
			return 0, p.unread(text)
		}
		return 0, &Error{Field: p.Name, Message: say.Vars{"given": quote(text)}.Text("<given> is not a finite number")}
	}
	if x < *p.Min || x > *p.Max {
		return 0, p.outside(text)
	}
	return x, nil
}

// unread refuses what is neither a number nor a word that stands for one.
func (p Spec) unread(text string) error {
	v := say.Vars{"given": quote(text)}
	if w, ok := p.suggestion(text); ok {
		v["given"] = w.Word
		return &Error{Field: p.Name, Message: v.Text("<given> depends on the points, which are not known here: give a number")}
	}
	var words []string
	for _, w := range p.Suggests.Words {
		words = append(words, w.Word)
	}
	v["words"] = strings.Join(words, ", ")
	return &Error{Field: p.Name, Message: v.Text("<given> is neither a finite number nor one of <words>")}
}

func (p Spec) outside(text string) error {
	v := say.Vars{"given": Clip(text), "least": say.Sig(*p.Min, 6), "most": say.Sig(*p.Max, 6)}
	return &Error{Field: p.Name, Message: v.Text("<given> is out of range: it must be from <least> to <most>")}
}

// Format writes a number in the shortest form that reads back as itself.
func Format(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// quote shows bad input without letting it fill the screen.
func quote(s string) string { return strconv.Quote(Clip(s)) }

// Clip shortens input that a message shows, without cutting a character in two.
func Clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}

func sortedKeys(v Values) []string {
	keys := make([]string, 0, len(v))
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
