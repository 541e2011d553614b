package param_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/param"
)

type options struct {
	C      float64
	Degree int
	Bias   bool
	Kernel string
	Rows   string
	Start  [2]float64
}

func bind(o *options, s *param.Set) {
	s.Float(&o.C, "C", 1, 1e-6, 1e6).Log(0.01, 100).Hint("price of a slack")
	s.Int(&o.Degree, "degree", 3, 1, 9).When("kernel", "poly")
	s.Bool(&o.Bias, "bias", true)
	s.Choice(&o.Kernel, "kernel", "rbf", param.Option{Value: "linear"}, param.Option{Value: "poly"}, param.Option{Value: "rbf"})
	s.Text(&o.Rows, "rows", "", 8, func(text string) error {
		if strings.Contains(text, "x") {
			return errors.New("rows are numbers")
		}
		return nil
	})
	s.Point(&o.Start, "start", [2]float64{1, -2}, 10)
}

func TestDefaults(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	if err := s.Apply(nil); err != nil {
		t.Fatal(err)
	}
	want := options{C: 1, Degree: 3, Bias: true, Kernel: "rbf", Start: [2]float64{1, -2}}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Error(diff)
	}
}

func TestApply(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	err := s.Apply(param.Values{"C": "1e1", "degree": "5", "bias": "false", "kernel": "poly", "rows": "1,2", "start": "0.5, 3"})
	if err != nil {
		t.Fatal(err)
	}
	want := options{C: 10, Degree: 5, Kernel: "poly", Rows: "1,2", Start: [2]float64{0.5, 3}}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Error(diff)
	}
}

func TestBadValuesNameTheFieldAndTheLimit(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"C", "0", `C: 0 is out of range: it must be from 1 × 10⁻⁶ to 1000000`},
		{"C", "-3", "it must be from 1 × 10⁻⁶"},
		{"C", "NaN", "not a finite number"},
		{"C", "inf", "not a finite number"},
		{"C", "abc", `"abc" is not a finite number`},
		{"degree", "2.5", "not a whole number"},
		{"degree", "10", "from 1 to 9"},
		{"bias", "perhaps", "neither true nor false"},
		{"kernel", "cubic", "not one of linear, poly, rbf"},
		{"rows", "123456789", "at most 8"},
		{"rows", "x", "rows are numbers"},
		{"start", "1", "write x,y"},
		{"start", "1,11", "from −10 to 10"},
		{"gama", "1", "there is no such parameter; this demo has C, degree, bias, kernel, rows, start"},
		{"C", strings.Repeat("9", 500) + "z", "…"},
	} {
		var o options
		var s param.Set
		bind(&o, &s)
		err := s.Apply(param.Values{c.name: c.value})
		var bad *param.Error
		if !errors.As(err, &bad) || bad.Field != c.name || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: error %v, want one on %s with %q", c.name, c.value, err, c.name, c.want)
		}
		if len(err.Error()) > 200 {
			t.Errorf("%s: a message of %d bytes", c.name, len(err.Error()))
		}
	}
}

func TestBadValueWritesNothing(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	before := o
	if err := s.Apply(param.Values{"C": "5", "degree": "77"}); err == nil {
		t.Fatal("no error")
	}
	if o != before {
		t.Errorf("a refused set of values changed the options to %+v", o)
	}
}

func TestCanonicalKeepsOnlyWhatDiffers(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	got, err := s.Schema().Canonical(param.Values{"C": "1.0", "degree": "03", "bias": "0", "start": "1.50,-2"})
	if err != nil {
		t.Fatal(err)
	}
	want := param.Values{"bias": "false", "start": "1.5,-2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCanonicalIsIdempotentAndExact(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	schema := s.Schema()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(1e-6, 1e6).Draw(t, "C")
		v := param.Values{"C": param.Format(c)}
		once, err := schema.Canonical(v)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := schema.Canonical(once)
		if err != nil || !cmp.Equal(once, twice) {
			t.Fatalf("%v became %v (%v)", once, twice, err)
		}
		var o options
		var s param.Set
		bind(&o, &s)
		if err := s.Apply(once); err != nil || o.C != c {
			t.Fatalf("%v became %v (%v)", c, o.C, err)
		}
	})
}

func TestActive(t *testing.T) {
	var o options
	var s param.Set
	bind(&o, &s)
	schema := s.Schema()
	if schema.Active("degree", nil) {
		t.Error("degree is active under the default kernel")
	}
	if !schema.Active("degree", param.Values{"kernel": "poly"}) {
		t.Error("degree is not active for poly")
	}
	if !schema.Active("C", nil) || schema.Active("nothing", nil) {
		t.Error("C is always active, an unknown name never")
	}
}

func TestActiveUnderTwoConditions(t *testing.T) {
	var mode, shape string
	var x float64
	var s param.Set
	s.Choice(&mode, "mode", "a", param.Option{Value: "a"}, param.Option{Value: "b"})
	s.Choice(&shape, "shape", "round", param.Option{Value: "round"}, param.Option{Value: "square"})
	s.Float(&x, "x", 0, 0, 1).When("mode", "b").And("shape", "square")
	for _, c := range []struct {
		v    param.Values
		want bool
	}{
		{nil, false},
		{param.Values{"mode": "b"}, false},
		{param.Values{"shape": "square"}, false},
		{param.Values{"mode": "b", "shape": "square"}, true},
	} {
		if got := s.Schema().Active("x", c.v); got != c.want {
			t.Errorf("under %v: %v", c.v, got)
		}
	}
}

func TestClipCutsBetweenCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"short":                          "short",
		strings.Repeat("a", 40):          strings.Repeat("a", 40),
		strings.Repeat("a", 39) + "éé":   strings.Repeat("a", 39) + "…",
		strings.Repeat("a", 41) + "tail": strings.Repeat("a", 40) + "…",
	} {
		if got := param.Clip(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// Names and values from before keep their meaning, alone and over the values of a recipe.
func TestOldNames(t *testing.T) {
	var set param.Set
	var o struct {
		Depth  int
		Prune  string
		Offset bool
	}
	set.Int(&o.Depth, "max_depth", 0, 0, 20).Was("depth", "deepest")
	set.Choice(&o.Prune, "prune", "none", param.Option{Value: "none"}, param.Option{Value: "ccp"}).Reads("alpha", "ccp")
	set.Bool(&o.Offset, "fit_intercept", true).Was("penalise").Reads("slopes", "false")
	schema := set.Schema()
	for _, c := range []struct{ base, changed, want param.Values }{
		{nil, param.Pairs("depth", "3"), param.Pairs("max_depth", "3")},
		{nil, param.Pairs("deepest", "3", "prune", "alpha"), param.Pairs("max_depth", "3", "prune", "ccp")},
		{param.Pairs("max_depth", "3"), param.Pairs("depth", "4"), param.Pairs("max_depth", "4")},
		{param.Pairs("max_depth", "3"), param.Pairs("depth", "0"), param.Pairs()},
		{nil, param.Pairs("penalise", "slopes"), param.Pairs("fit_intercept", "false")},
		{param.Pairs("penalise", "slopes"), param.Pairs("fit_intercept", "true"), param.Pairs()},
	} {
		merged, err := schema.Merge(c.base, c.changed)
		if err != nil {
			t.Errorf("%v over %v: %v", c.changed, c.base, err)
			continue
		}
		if got, err := schema.Canonical(merged); err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%v over %v: %v, %v; want %v", c.changed, c.base, got, err, c.want)
		}
	}
	if err := set.Apply(param.Pairs("depth", "5", "prune", "alpha")); err != nil || o.Depth != 5 || o.Prune != "ccp" {
		t.Errorf("applied: %+v, %v", o, err)
	}
	for _, bad := range []param.Values{param.Pairs("depth", "3", "max_depth", "4"), param.Pairs("depth", "x"), param.Pairs("height", "3")} {
		if _, err := schema.Canonical(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
		if err := set.Apply(bad); err == nil {
			t.Errorf("%v is applied", bad)
		}
	}
	bad := param.Pairs("depth", "x")
	if _, err := schema.Canonical(bad); err == nil || schema.AsGiven(err, bad).(*param.Error).Field != "depth" {
		t.Errorf("%v names another field than the one given", err)
	}
}
