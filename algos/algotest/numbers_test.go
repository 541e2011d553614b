package algotest

import "testing"

func TestNumbersAsWritten(t *testing.T) {
	for _, c := range []struct {
		text, number string
		says         bool
	}{
		{"its leverage is 0.92, so", "0.92", true},
		{"its leverage is 0.92.", "0.92", true},
		{"误差为 0.641，现在是 41。", "41", true},
		{"0.641 with degree 2", "41", false},
		{"0.925", "0.92", false},
		{"410", "41", false},
		{"41.5", "41", false},
		{"41", "41", true},
	} {
		if got := says(c.text, c.number); got != c.says {
			t.Errorf("%q says %s: %v", c.text, c.number, got)
		}
	}
	for _, c := range []struct {
		value  float64
		number string
		want   bool
	}{{0.6412, "0.641", true}, {0.6416, "0.641", false}, {40.6, "41", true}, {40.4, "41", false}, {13.25, "13.2", true}, {1, "one", false}} {
		if got := rounds(c.value, c.number); got != c.want {
			t.Errorf("%v is written %s: %v", c.value, c.number, got)
		}
	}
}
