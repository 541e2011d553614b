package param_test

import (
	"fmt"
	"strings"
	"testing"

	"playground/algos/param"
)

func bindActions(o *[]int, s *param.Set) {
	s.Actions(o, "walk", 4, param.Act{Label: "north"}, param.Act{Label: "south", Key: "s"}, param.Act{Label: "stay"})
}

func TestActions(t *testing.T) {
	var o []int
	var s param.Set
	bindActions(&o, &s)
	if spec, _ := s.Schema().Spec("walk"); spec.Default != "" || spec.Acts[0].Key != "1" || spec.Acts[1].Key != "s" || *spec.Count != [2]int{0, 4} {
		t.Errorf("%+v", spec)
	}
	if err := s.Apply(param.Values{"walk": " 0,2  01"}); err != nil || fmt.Sprint(o) != "[0 2 1]" {
		t.Errorf("%v, %v", o, err)
	}
	if v, err := s.Schema().Canonical(param.Values{"walk": "00 2,1"}); err != nil || v["walk"] != "0 2 1" {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := s.Schema().Canonical(param.Values{"walk": " "}); err != nil || len(v) != 0 {
		t.Errorf("nothing done is written %v, %v", v, err)
	}
	if err := s.Apply(param.Values{"walk": ""}); err != nil || len(o) != 0 {
		t.Errorf("cleared, it is %v, %v", o, err)
	}
	for value, want := range map[string]string{
		"0 1 2 0 1":                  "walk: 5 actions are too many: at most 4; take some back",
		"3":                          `"3" is not an action: write their numbers, from 0 to 2`,
		"-1":                         "is not an action",
		"north":                      `"north" is not an action`,
		"0 1.0":                      `"1.0" is not an action`,
		strings.Repeat("1", 10_000):  "is not an action",
		strings.Repeat("1 ", 10_000): "10000 actions are too many",
	} {
		if err := s.Apply(param.Values{"walk": value}); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 250 {
			t.Errorf("%.20q: %v, want %q", value, err, want)
		}
	}
}
