package param_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos/param"
)

type lists struct{ shares, bars, boxes []float64 }

func bindLists(o *lists, s *param.Set) {
	s.Numbers(&o.shares, "shares", []float64{0.5, 0.25, 0.25}, 0, 1).Distribution()
	s.Numbers(&o.bars, "bars", []float64{1, -2}, -4, 4).Count(1, 5)
	s.Numbers(&o.boxes, "boxes", []float64{0, 0, 1, 1}, -4, 4).Count(0, 8).Each(4)
}

func TestNumbers(t *testing.T) {
	var o lists
	var s param.Set
	bindLists(&o, &s)
	want := lists{[]float64{0.5, 0.25, 0.25}, []float64{1, -2}, []float64{0, 0, 1, 1}}
	if diff := cmp.Diff(want, o, cmp.AllowUnexported(lists{})); diff != "" {
		t.Error(diff)
	}
	if err := s.Apply(param.Values{"shares": "0.3333333,0.3333333, 0.3333333", "bars": " 1e0  2 ;3\t4", "boxes": ""}); err != nil {
		t.Fatal(err)
	}
	third := 1.0 / 3
	if !(math.Abs(o.shares[0]-third) < 1e-15) || fmt.Sprint(o.bars) != "[1 2 3 4]" || len(o.boxes) != 0 {
		t.Errorf("%+v", o)
	}
	canonical, err := s.Schema().Canonical(param.Values{"shares": "0.50, 0.25 .25", "bars": "+4,-0.50"})
	if err != nil || canonical["bars"] != "4 -0.5" || len(canonical) != 1 {
		t.Errorf("%v %v", canonical, err)
	}
}

func TestBadNumbers(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"shares", "0.5 0.5", "shares: there are 2: write 3 numbers with blanks"},
		{"shares", "0.5 0.4 0.2", "add up to 1.1, and a distribution adds up to 1: divide"},
		{"shares", "1.5 -0.5 0", "1.5 is out of range: it must be from 0 to 1"},
		{"shares", "NaN 0.5 0.5", "not a finite number"},
		{"bars", "", "there are 0: write from 1 to 5 numbers"},
		{"bars", "1 2 3 4 5 6", "there are 6: write from 1 to 5 numbers"},
		{"bars", "1 x", `"x" is not a finite number`},
		{"bars", "Inf", "not a finite number"},
		{"bars", "5", "from −4 to 4"},
		{"bars", strings.Repeat("1 ", 10_000), "there are 10000"},
		{"bars", strings.Repeat("9", 10_000), "not a finite number"},
		{"boxes", "1 2 3 4 1", "there are 5 numbers, and 4 of them belong together"},
	} {
		var o lists
		var s param.Set
		bindLists(&o, &s)
		err := s.Apply(param.Values{c.name: c.value})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 250 {
			t.Errorf("%s=%.20q: %v, want %q", c.name, c.value, err, c.want)
		}
	}
}

// The canonical form of a list reads back as itself.
func TestNumbersAreCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var o lists
		var s param.Set
		bindLists(&o, &s)
		list := rapid.SliceOfN(rapid.Float64Range(-4, 4), 1, 5).Draw(t, "list")
		v, err := s.Schema().Canonical(param.Values{"bars": param.Join(list)})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(v); err != nil || len(v) > 0 && !cmp.Equal(o.bars, list) {
			t.Fatalf("%v became %v: %v", list, o.bars, err)
		}
	})
}
