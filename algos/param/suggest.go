package param

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/say"
)

// A Suggestion is a word that may be given instead of a number, and stands for one that the
// data decide, such as scikit-learn's gamma="scale". It is read as that number: a recipe has no words, so
// that a link keeps its picture when points are moved, and a slider has a place for it.
type Suggestion struct {
	Word  string     `json:"word"` // as it is given: "scale"
	Label string     `json:"label"`
	Hint  string     `json:"hint"`           // which number it is
	When  *Condition `json:"when,omitempty"` // it has a meaning only there
	// Value is the number for data, one sample a row, under the values of all parameters; NaN where
	// they have none.
	Value func(x [][]float64, v Values) float64 `json:"-"`
}

// Suggestions are those of one parameter. It is a Float, or a Text of calls of which some numbers
// have them: see [Call].
type Suggestions struct {
	Words []Suggestion `json:"words"`
	// High and Low say what it means that a number is more than Far times as large, or as
	// small, as each of the suggestions, if all have a value. They name the <value>, and that it is <times>
	// times, or 1/<times> of, that of the first.
	High string  `json:"-"`
	Low  string  `json:"-"`
	Far  float64 `json:"-"`
}

// Suggests says which words may be given instead of the number. The form has a button for each.
func (b Binding) Suggests(s Suggestions) Binding { b.spec.Suggests = &s; return b }

// suggestedDigits are those of a value: many enough to compare a run with that of another
// program, and few enough for a field of the form.
const suggestedDigits = 6

// timesDigits are those of how many times a number is too large.
const timesDigits = 2

// An Advice is what the data say of one parameter.
type Advice struct {
	Values map[string]string // by the words that have a value
	Slider [2]float64        // a logarithmic slider has its ends here, where the first value is
	Far    say.Phrase        // of a number that is far from all of the values; empty: it is not
}

// Suggest reports whether a parameter has suggestions.
func (s Schema) Suggest() bool {
	return slices.ContainsFunc(s, func(p Spec) bool { return p.Suggests != nil })
}

// Advice is what data, one sample a row, say of the parameters that have suggestions.
func (s Schema) Advice(v Values, x [][]float64) map[string]Advice {
	out := map[string]Advice{}
	all := s.complete(v)
	for _, p := range s {
		if p.Suggests == nil {
			continue
		}
		a := Advice{Values: map[string]string{}, Slider: p.Slider}
		values := make([]float64, len(p.Suggests.Words))
		for i, w := range p.Suggests.Words {
			value, err := s.suggested(p, w, all, x)
			if err != nil {
				values[i] = math.NaN()
				continue
			}
			values[i], a.Values[w.Word] = value, Format(value)
		}
		if len(values) > 0 && values[0] > 0 {
			a.Slider = p.around(values[0])
			a.Far = p.far(all[p.Name], values)
		}
		out[p.Name] = a
	}
	return out
}

// Resolve returns the values with numbers instead of words. It asks for the data only where there is a
// word, and returns an [*Error] if they have no number for it.
func (s Schema) Resolve(v Values, data func() ([][]float64, error)) (Values, error) {
	var all Values
	var x [][]float64
	number := func(p Spec, w Suggestion) (string, error) {
		if all == nil {
			var err error
			if x, err = data(); err != nil {
				return "", err
			}
			all = s.complete(v)
		}
		value, err := s.suggested(p, w, all, x)
		return Format(value), err
	}
	out, own := v, false
	for _, p := range s {
		given, ok := v[p.Name]
		if !ok || p.Suggests == nil {
			continue
		}
		text, err := p.replaced(given, number)
		if err != nil {
			return nil, err
		}
		if text == given {
			continue
		}
		if !own {
			out, own = maps.Clone(v), true
		}
		out[p.Name] = text
	}
	return out, nil
}

// replaced is a value with numbers instead of words.
func (p Spec) replaced(text string, number func(Spec, Suggestion) (string, error)) (string, error) {
	if p.Kind != Text {
		if w, ok := p.suggestion(strings.TrimSpace(text)); ok {
			return number(p, w)
		}
		return text, nil
	}
	var b strings.Builder
	from := 0
	for _, place := range p.places(text) {
		given := text[place[0]:place[1]]
		w, ok := p.suggestion(given)
		if !ok {
			if _, err := strconv.ParseFloat(given, 64); err != nil {
				return "", p.unread(given)
			}
			continue
		}
		value, err := number(p, w)
		if err != nil {
			return "", err
		}
		b.WriteString(text[from:place[0]])
		b.WriteString(value)
		from = place[1]
	}
	return b.String() + text[from:], nil
}

func (p Spec) suggestion(word string) (Suggestion, bool) {
	if p.Suggests != nil {
		for _, w := range p.Suggests.Words {
			if w.Word == word {
				return w, true
			}
		}
	}
	return Suggestion{}, false
}

// suggested is the number of a word, within the limits.
func (s Schema) suggested(p Spec, w Suggestion, all Values, x [][]float64) (float64, error) {
	refused := say.Vars{"word": w.Word}
	if !s.holds(w.When, all) {
		refused["param"], refused["values"] = w.When.Param, strings.Join(w.When.Values, ", ")
		return 0, &Error{Field: p.Name, Message: refused.Text("<word> has a meaning for <param> = <values> alone: give a number")}
	}
	value := math.NaN()
	if len(x) > 0 {
		value = w.Value(x, all)
	}
	if !(math.Abs(value) <= math.MaxFloat64) {
		return 0, &Error{Field: p.Name, Message: refused.Text("<word> needs training points at two different places: give a number, or add points")}
	}
	value = rounded(value, suggestedDigits)
	if p.Kind == Float && (value < *p.Min || value > *p.Max) {
		return 0, p.outside(Format(value))
	}
	return value, nil
}

// complete has the values of all parameters.
func (s Schema) complete(v Values) Values {
	all := Values{}
	for _, p := range s {
		all[p.Name] = p.Default
		if value, ok := v[p.Name]; ok {
			all[p.Name] = value
		}
	}
	return all
}

// The range of a slider that follows the data, as powers of ten of their value to either side.
const sliderDecades = 2

// around is the range of the slider: the usual one as long as it has the value.
func (p Spec) around(value float64) [2]float64 {
	lo, hi := p.Slider[0], p.Slider[1]
	if p.Kind == Text {
		lo, hi = CallSlider[0], CallSlider[1]
	}
	if lo <= value && value <= hi || p.Kind == Float && !p.Log {
		return [2]float64{lo, hi}
	}
	middle := math.Round(math.Log10(value))
	lo, hi = math.Pow(10, middle-sliderDecades), math.Pow(10, middle+sliderDecades)
	if p.Kind == Float {
		lo, hi = max(lo, *p.Min), min(hi, *p.Max)
	}
	return [2]float64{lo, hi}
}

// CallSlider is the range of the slider of a number in a text of calls.
var CallSlider = [2]float64{0.01, 100}

// far is what is said of the first number of a value that is far from all of the suggestions.
func (p Spec) far(text string, values []float64) say.Phrase {
	numbers := []string{text}
	if p.Kind == Text {
		numbers = nil
		for _, place := range p.places(text) {
			numbers = append(numbers, text[place[0]:place[1]])
		}
	}
	for _, number := range numbers {
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x > 0) {
			continue
		}
		high := !slices.ContainsFunc(values, func(v float64) bool { return !(x > v*p.Suggests.Far) })
		low := !slices.ContainsFunc(values, func(v float64) bool { return !(x < v/p.Suggests.Far) })
		switch {
		case high:
			return say.Vars{"value": x, "times": rounded(x/values[0], timesDigits)}.Text(p.Suggests.High)
		case low:
			return say.Vars{"value": x, "times": rounded(values[0]/x, timesDigits)}.Text(p.Suggests.Low)
		}
	}
	return ""
}

// rounded is a finite number with so many significant digits.
func rounded(x float64, digits int) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64) // it was written by itself; the largest may become infinite
	return x
}

// places are where the numbers of a text stand that have suggestions, from the first byte to
// the one behind the last. A word may stand there, too.
func (p Spec) places(text string) [][2]int {
	type call struct {
		of  *Call
		arg int
	}
	open := []call{{}}
	var found [][2]int
	for at := 0; at < len(text); {
		end := at + 1
		switch c := text[at]; {
		case c == '(':
			open = append(open, call{})
		case c == ')':
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		case c == ',':
			open[len(open)-1].arg++
		case wordly(c) || c == '.':
			end = at + wordLength(text[at:])
			rest := strings.TrimLeft(text[end:], " \t")
			top := open[len(open)-1]
			if strings.HasPrefix(rest, "(") {
				i := slices.IndexFunc(p.Calls, func(c Call) bool { return c.Name == text[at:end] })
				next := call{}
				if i >= 0 {
					next.of = &p.Calls[i]
				}
				open, end = append(open, next), len(text)-len(rest)+1
			} else if top.of != nil && top.arg < len(top.of.Args) && top.of.Fits != "" && top.of.Args[top.arg] == top.of.Fits {
				found = append(found, [2]int{at, end})
			}
		}
		at = end
	}
	return found
}

func wordly(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' }

// wordLength is how long the word or the number is with which a text begins. The sign of an
// exponent belongs to the number.
func wordLength(text string) int {
	n := 0
	for n < len(text) {
		sign := n > 0 && (text[n] == '+' || text[n] == '-') && (text[n-1] == 'e' || text[n-1] == 'E') && strings.ContainsRune("0123456789.", rune(text[0]))
		if !wordly(text[n]) && text[n] != '.' && !sign {
			break
		}
		n++
	}
	return n
}
