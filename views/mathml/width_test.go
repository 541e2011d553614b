package mathml_test

import (
	"testing"

	"playground/views/mathml"
)

// The longer TeX is not the wider formula.
func TestWidth(t *testing.T) {
	for _, test := range []struct{ narrow, wide string }{
		{`$\frac{1234567}{1234567}$`, `$1234567+1234567$`},
		{`$\boldsymbol{\theta}$`, `$x=11$`},
		{`$1.11$`, `$1111$`},
		{`a loss of $1$`, `a loss of $1000$, at most`},
		{`$\sum_i x$`, `$\displaystyle\sum_i x$`},
	} {
		narrow, wide := mathml.Width(test.narrow), mathml.Width(test.wide)
		if narrow <= 0 || narrow >= wide {
			t.Errorf("%s is %.2f em wide, %s %.2f", test.narrow, narrow, test.wide, wide)
		}
	}
	for _, wrong := range []string{`$x`, `$\nothing$`} {
		if got := mathml.Width(wrong); got != 0 {
			t.Errorf("%s is %.2f em wide", wrong, got)
		}
	}
}
