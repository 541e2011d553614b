package kernels

import (
	"strings"

	"playground/algos/say"
)

// formula is k(x, z) of a family with its numbers.
func (f *family) formula(a []float64) string {
	signed := ""
	if len(a) > 1 {
		signed = say.TeX(a[1])
		if a[1] >= 0 {
			signed = "+" + signed
		}
	}
	if strings.Contains(f.tex, `\rangle<b>`) {
		if len(a) > 1 && a[1] == 0 {
			signed = ""
		}
		return fill(strings.ReplaceAll(f.tex, "<b>", signed), a)
	}
	return fill(f.tex, a)
}

// fill puts numbers into the places <a> and <b>.
func fill(tex string, a []float64) string {
	for k, x := range a {
		text := say.TeX(x)
		if strings.Contains(text, `\cdot`) {
			text = "(" + text + ")"
		}
		tex = strings.ReplaceAll(tex, "<"+string("ab"[k])+">", text)
	}
	return tex
}
