package pairs

import (
	"testing"

	"playground/algos/say"
)

// A value that the box has clipped does not look like the bound.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		want string
	}{
		{1.0003, 1, "1.0003 → 1"},
		{2.5, 1, "2.5 → 1"},
		{1, 1, "1 → 1"},
		{0.500001, 0.500002, "0.500001 → 0.500002"},
	} {
		x, y := Apart(c.x, c.y)
		if got := (say.Vars{"x": x, "y": y}).Text("<x> → <y>").String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
