package param

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// widths has a number, and a text of calls, for which the data suggest the number of samples or their largest value.
func widths() Schema {
	var s Set
	var kind, text string
	var width, plain float64
	both := Suggestions{
		Words: []Suggestion{
			{Word: "count", Label: "count", Hint: "number of samples", Value: func(x [][]float64, _ Values) float64 { return float64(len(x)) }},
			{
				Word: "last", Label: "last", Hint: "last value", When: &Condition{Param: "kind", Values: []string{"a", "b"}},
				Value: func(x [][]float64, _ Values) float64 { return x[len(x)-1][0] },
			},
		},
		Far: 100, High: "<value> is <times> times too large", Low: "<value> is <times> times too small",
	}
	s.Choice(&kind, "kind", "a", Option{Value: "a"}, Option{Value: "b"}, Option{Value: "c"})
	s.Float(&width, "width", 1, 1e-6, 1e6).Was("size").Log(0.01, 100).Suggests(both)
	s.Float(&plain, "plain", 1, 0, 2)
	both.Words = both.Words[:1]
	s.Text(&text, "text", "2*f(1)", 100, nil).Calls(Call{Name: "f", Args: []string{"width"}, Fits: "width"}, Call{Name: "g", Args: []string{"a", "width"}, Fits: "width"},
		Call{Name: "h", Args: []string{"width"}}).Suggests(both)
	return s.Schema()
}

var fourSamples = func() ([][]float64, error) { return [][]float64{{5}, {6}, {7}, {1. / 3}}, nil }

func TestWordsBecomeNumbers(t *testing.T) {
	s := widths()
	for _, c := range []struct{ given, want Values }{
		{Pairs("width", "count"), Pairs("width", "4")},
		{Pairs("width", " last "), Pairs("width", "0.333333")},
		{Pairs("width", "2.50"), Pairs("width", "2.50")},
		{Pairs("text", "count*f(count)+g(count, count)*(f( count )+h(count))", "kind", "c"), Pairs("text", "count*f(4)+g(count, 4)*(f( 4 )+h(count))", "kind", "c")},
		{Pairs("text", "1e-3*f(2e-3)"), Pairs("text", "1e-3*f(2e-3)")},
		{Pairs("kind", "count"), Pairs("kind", "count")},
	} {
		got, err := s.Resolve(c.given, fourSamples)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%v: %v (%v)", c.given, got, err)
		}
		for name, want := range c.want {
			if got[name] != want {
				t.Errorf("%v: %s is %q, want %q", c.given, name, got[name], want)
			}
		}
	}
}

// The data are asked for only where there is a word, and what was given stays as it is.
func TestDataAreAskedForOnce(t *testing.T) {
	asked := 0
	data := func() ([][]float64, error) {
		asked++
		return fourSamples()
	}
	s := widths()
	if _, err := s.Resolve(Pairs("width", "3", "text", "f(2)"), data); err != nil || asked != 0 {
		t.Errorf("without a word the data were asked for %d times (%v)", asked, err)
	}
	given := Pairs("width", "count", "text", "f(count)*f(count)")
	if _, err := s.Resolve(given, data); err != nil || asked != 1 || given["width"] != "count" {
		t.Errorf("the data were asked for %d times (%v), and %q is given", asked, err, given["width"])
	}
	gone := errors.New("gone")
	if _, err := s.Resolve(given, func() ([][]float64, error) { return nil, gone }); !errors.Is(err, gone) {
		t.Errorf("data that cannot be read: %v", err)
	}
}

func TestBadWordsAreRefusedWithTheCure(t *testing.T) {
	s := widths()
	huge := func() ([][]float64, error) { return [][]float64{{1e9}}, nil }
	none := func() ([][]float64, error) { return nil, nil }
	for _, c := range []struct {
		given Values
		data  func() ([][]float64, error)
		field string
		want  string
	}{
		{Pairs("width", "skale"), fourSamples, "width", `"skale" is neither a finite number nor one of count, last`},
		{Pairs("size", "skale"), fourSamples, "width", `"skale" is neither a finite number nor one of count, last`},
		{Pairs("text", "2*f(skale)"), fourSamples, "text", `"skale" is neither a finite number nor one of count`},
		{Pairs("plain", "count"), fourSamples, "plain", `"count" is not a finite number`},
		{Pairs("width", "last", "kind", "c"), fourSamples, "width", "last has a meaning for kind = a, b alone: give a number"},
		{Pairs("width", "last"), huge, "width", "1e+09 is out of range: it must be from 1 × 10⁻⁶ to 1000000"},
		{Pairs("width", "count"), none, "width", "count needs training points at two different places: give a number, or add points"},
	} {
		v, err := s.Merge(nil, c.given)
		if err == nil {
			if v, err = s.Resolve(v, c.data); err == nil {
				_, err = s.Canonical(v)
			}
		}
		bad, ok := errors.AsType[*Error](err)
		if !ok || bad.Field != c.field || bad.Message.String() != c.want {
			t.Errorf("%v: %v, want %s: %s", c.given, err, c.field, c.want)
		}
	}
	if _, err := s.Canonical(Pairs("width", "count")); err == nil || !strings.Contains(err.Error(), "give a number") {
		t.Errorf("a word without data: %v", err)
	}
}

func TestAdvice(t *testing.T) {
	s := widths()
	x, _ := fourSamples()
	at := func(v Values, x [][]float64) Advice { return s.Advice(v, x)["width"] }
	a := at(nil, x)
	if a.Values["count"] != "4" || a.Values["last"] != "0.333333" || a.Slider != [2]float64{0.01, 100} || a.Far != "" {
		t.Errorf("%+v", a)
	}
	if a := at(Pairs("kind", "c"), x); len(a.Values) != 1 {
		t.Errorf("a word has a value where it has no meaning: %v", a.Values)
	}
	if a := at(nil, nil); len(a.Values) != 0 || a.Slider != [2]float64{0.01, 100} {
		t.Errorf("without data: %+v", a)
	}
	// Far from one of them is not far.
	for value, want := range map[string]string{
		"399": "", "401": "401 is 100 times too large", "0.004": "", "0.003": "0.003 is 1300 times too small", "1000": "1000 is 250 times too large",
	} {
		if got := at(Pairs("width", value), x).Far.String(); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
	// Where all have no value nothing is judged.
	if got := at(Pairs("width", "1000", "kind", "c"), x).Far; got != "" {
		t.Errorf("judged by one of two: %s", got)
	}
	// The slider follows what lies beyond its ends, within the limits.
	many := make([][]float64, 2000)
	for i := range many {
		many[i] = []float64{1}
	}
	if got := at(nil, many).Slider; got != [2]float64{10, 1e5} {
		t.Errorf("the slider of a value of 2000 is from %v to %v", got[0], got[1])
	}
	if got := s.Advice(Pairs("text", "f(0.5)*f(4000)"), x)["text"].Far.String(); got != "4000 is 1000 times too large" {
		t.Errorf("a number of a text: %q", got)
	}
	if got := s.Advice(Pairs("text", "4000*h(4000)"), x)["text"].Far; got != "" {
		t.Errorf("a number that has no suggestions: %q", got)
	}
}

// No text makes the search for places fail.
func FuzzPlaces(f *testing.F) {
	for _, text := range []string{"", "f(", "f(1", ")1(", "g(1,count)", "f((count))", "f(1e-", "2*f (3)", "ä(π)"} {
		f.Add(text)
	}
	p, _ := widths().Spec("text")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, place := range p.places(text) {
			if place[0] < last || place[1] <= place[0] || place[1] > len(text) {
				t.Fatalf("%q: the place %v", text, place)
			}
			last = place[1]
		}
		if _, err := strictNumber(p, text); err != nil && !strings.Contains(err.Error(), "text: ") {
			t.Fatal(err)
		}
	})
}

func strictNumber(p Spec, text string) (string, error) {
	return p.replaced(text, func(Spec, Suggestion) (string, error) { return Format(math.Pi), nil })
}
