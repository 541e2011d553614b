package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/descent"
)

// A formula in a link is refused by its field and the character that is wrong, and one in bounds draws a picture,
// also where it is undefined.
func TestFormulasInLinks(t *testing.T) {
	s := newServerOf(t, []algos.Demo{descent.Demo()}, Limits{})
	for formula, want := range map[string]string{
		"sin(":                            "f: character 5: the formula ends where",
		"x + z":                           "f: character 5: “z” is unknown",
		"x^^2":                            "f: character 3: “^” stands where",
		strings.Repeat("x+", 250):         "f: character 501: the formula ends where",
		strings.Repeat("x+", 2_000) + "x": "f: 4001 characters are too many: at most 500",
		strings.Repeat("(", 100) + "x" + strings.Repeat(")", 100):       "f: character 41: brackets, signs and powers are nested more than 40 deep",
		strings.Repeat("(", 1_000) + "x" + strings.Repeat(")", 1_000):   "f: 2001 characters are too many: at most 500",
		strings.Repeat("(", 249) + "x" + strings.Repeat(")", 249) + "^": "f: character 41: brackets",
	} {
		r := get(t, s, "/d/descent/frame.svg?f="+url.QueryEscape(formula))
		if text := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%.30q: %d %.200s, want %q", formula, r.StatusCode, text, want)
		}
	}
	for _, formula := range []string{"x^2 + y^2", "log(x)", "1/(x*y)", "0/0", "exp(exp(exp(10 + x)))", "1e300", "-1e308*x^9", "abs(x) + floor(y)"} {
		for _, step := range []string{"0", "3", "end"} {
			r := get(t, s, "/d/descent/frame.svg?step="+step+"&f="+url.QueryEscape(formula))
			text := body(t, r)
			if r.StatusCode != http.StatusOK || !strings.Contains(text, "<svg") || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Errorf("%s at step %s: %d %.200s", formula, step, r.StatusCode, text)
			}
		}
	}
}
