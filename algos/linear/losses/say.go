package losses

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the losses make of the margins at this angle.
func (v view) Say() []algos.Line {
	z := v.margins(v.angle)
	theta := v.theta(v.angle)
	fn := all[v.chosen]
	var lines []algos.Line
	add := func(format string, args ...any) {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf(format, args...))})
	}
	angle := say.Sig(v.angle, 4)
	switch {
	case v.done:
		lines = append(lines, v.sayEnd()...)
	case v.k == 0:
		add("$\\theta$ points to %s°. The margin $z_i = y_i f(x_i)$ of a point is above 0 where the point is on its right side; every loss is a function of it.", angle)
	default:
		add("With $\\theta$ at %s°, %s a margin of 0 or less: these are the mistakes.", angle, have(int(v.sum[atZeroOne])))
	}
	lines = append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\theta = %s\,(\cos %s^\circ,\, \sin %s^\circ) = %s, \quad f(x) = \langle\theta, x\rangle %s`,
		say.TeX(v.Norm), say.TeXSig(v.angle, 4), say.TeXSig(v.angle, 4), say.TeXVec(theta[0], theta[1]), signed(v.Theta0)))})
	worst := v.worst(z)
	if worst < 0 {
		add("The %s loss is beyond floating-point numbers here: $e^{-z}$ of a margin like %s. Take a shorter $\\theta$.", fn.name, say.Num(lowest(z)))
		return lines
	}
	if fn.at(z[worst]) == 0 {
		add("No point has any %s loss. Summed over all points: %s.", fn.name, v.list())
		return lines
	}
	add("The largest %s loss is that of $\\ref{%s}{x_{%d}}$:", fn.name, ref(worst), worst+1)
	x := v.Points[worst].X
	lines = append(lines,
		algos.Line{TeX: say.Phrase(fmt.Sprintf(`f(\ref{%s}{x_{%d}}) = %s\cdot %s + %s\cdot %s %s = %s`, ref(worst), worst+1,
			say.TeX(theta[0]), say.TeXFactor(x[0]), say.TeXFactor(theta[1]), say.TeXFactor(x[1]), signed(v.Theta0), say.TeX(v.y[worst]*z[worst])))},
		algos.Line{TeX: say.Phrase(fmt.Sprintf(`z = (%s)(%s) = %s, \quad \ell(z) = %s = \hl{%s}`, signOf(v.y[worst]), say.TeX(v.y[worst]*z[worst]), say.TeX(z[worst]),
			fn.calc(z[worst]), say.TeX(fn.at(z[worst]))))})
	add("Summed over all points: %s.", v.list())
	return lines
}

func (v view) sayEnd() []algos.Line {
	best := v.sweep().least[v.chosen]
	if !finite(best.total) {
		return []algos.Line{{Text: "A full turn is over, and no angle is better than another."}}
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("A full turn is over, and $\\theta$ goes to where the %s loss is least: %s°.", all[v.chosen].name, say.Sig(best.angle, 4)))}}
	if best.to > best.from {
		lines[0].Text = say.Phrase(fmt.Sprintf("A full turn is over. The %s loss is least, %s, everywhere from about %s° to %s°; $\\theta$ goes to the middle.",
			all[v.chosen].name, say.Num(best.total), say.Sig(best.from, 4), say.Sig(math.Mod(best.to, 360), 4)))
	}
	var here, elsewhere []string
	for l, fn := range all {
		switch b := v.sweep().least[l]; {
		case l == v.chosen || !finite(b.total):
		case v.sum[l] <= b.total:
			here = append(here, fn.name)
		default:
			elsewhere = append(elsewhere, fmt.Sprintf("%s at %s°", fn.name, say.Sig(b.angle, 4)))
		}
	}
	if len(here) > 0 {
		lines = append(lines, algos.Line{Text: say.Phrase("Least here as well: " + strings.Join(here, ", ") + ".")})
	}
	if len(elsewhere) > 0 {
		lines = append(lines, algos.Line{Text: say.Phrase("Least elsewhere: " + strings.Join(elsewhere, "; ") + ".")})
	}
	return lines
}

// list names the totals of all losses.
func (v view) list() string {
	parts := make([]string, count)
	for l, fn := range all {
		value := say.Num(v.sum[l])
		if !finite(v.sum[l]) {
			value = "beyond floating-point numbers"
		}
		parts[l] = fn.name + ": " + value
	}
	return strings.Join(parts, ", ")
}

// worst is the row with the largest chosen loss, −1 where that is not finite.
func (v view) worst(z []float64) int {
	row := 0
	for i := range z {
		if all[v.chosen].at(z[i]) > all[v.chosen].at(z[row]) {
			row = i
		}
	}
	if !finite(all[v.chosen].at(z[row])) {
		return -1
	}
	return row
}

func lowest(z []float64) float64 {
	low := z[0]
	for _, m := range z {
		low = min(low, m)
	}
	return low
}

func have(n int) string {
	switch n {
	case 0:
		return "no point has"
	case 1:
		return "1 point has"
	}
	return fmt.Sprintf("%d points have", n)
}

// signed writes a number as a further term of a sum, 0 as none.
func signed(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 0:
		return "- " + say.TeX(-x)
	}
	return "+ " + say.TeX(x)
}

func signOf(y float64) string {
	if y > 0 {
		return "+1"
	}
	return "-1"
}
