package losses

import (
	"maps"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// vars are what the sentences and captions name.
func (v view) vars() say.Vars {
	return say.Vars{"n": len(v.y), "angle": degrees(v.angle), "name": all[v.chosen].name, "wrong": v.mistakes()}
}

// Say tells what the losses make of the margins at this angle.
func (v view) Say() []algos.Line {
	z, fn := v.margins(v.angle), all[v.chosen]
	s := algos.Story{Vars: v.vars()}
	v.sayAngle(&s)
	theta := v.theta(v.angle)
	s.Vars["norm"], s.Vars["theta"], s.Vars["offset"], s.Vars["turn"] = v.Norm, theta, "", s.Vars.TeX(`<angle>^\circ`)
	if v.angle > 0 && v.angle < 1e-3 { // a power of ten, which takes no degrees as it stands
		s.Vars["turn"] = s.Vars.TeX(`(<angle>)^\circ`)
	}
	if v.Theta0 != 0 {
		s.Vars["offset"] = say.Term(v.Theta0)
	}
	s.TeX(`\theta = <norm>\,(\cos <turn>,\, \sin <turn>) = <theta>, \quad f(x) = \langle\theta, x\rangle <offset>`)
	worst := v.worst(z)
	if worst < 0 {
		s.Vars["z"] = slices.Min(z)
		s.Text(`The <name> loss overflows here: $e^{-z}$ of a margin like <z>. Choose a smaller norm of $\theta$.`)
		return s.Lines
	}
	s.Vars["sums"] = v.sums()
	if fn.at(z[worst]) == 0 {
		s.Text("The <name> loss of every point is 0. <sums>")
		return s.Lines
	}
	x, y, m := v.Points[worst].X, v.y[worst], z[worst]
	maps.Copy(s.Vars, say.Vars{
		"t": say.Row(worst), "a": theta[0], "b": say.Factor(theta[1]), "x1": say.Factor(x[0]), "x2": say.Factor(x[1]),
		"f": y * m, "z": m, "minus": -m, "factor": say.Factor(m), "y": say.Math("-1"), "loss": fn.at(m),
	})
	if y > 0 {
		s.Vars["y"] = say.Math("+1")
	}
	s.Text("The largest <name> loss is that of <t>:")
	s.TeX(`f(<t>) = <a>\cdot <x1> + <b>\cdot <x2> <offset> = <f>`)
	s.TeX(`z = (<y>)(<f>) = <z>, \quad \ell(z) = ` + fn.calc + ` = \hl{<loss>}`)
	s.Text("<sums>")
	return s.Lines
}

// sayAngle tells where θ points, and at the end of the turn which losses are least
// there.
func (v view) sayAngle(s *algos.Story) {
	switch {
	case v.k == v.Angles:
		v.sayEnd(s)
	case v.k == 0:
		s.Text(`$\theta$ points to <angle>°. The margin $z_i = y_i f(x_i)$ is above 0 for a correctly classified point; every loss is a function ` +
			`of the margin.`)
	case v.mistakes() == 0:
		s.Text(`With $\theta$ at <angle=metric.angle>°, no point has a margin of 0 or less: no misclassifications.`)
	default:
		s.Text(`With $\theta$ at <angle=metric.angle>°, <wrong=metric.zero_one point is> misclassified, with a margin of 0 or less.`)
	}
}

func (v view) sayEnd(s *algos.Story) {
	best := v.sweep().least[v.chosen]
	s.Vars["best"], s.Vars["total"], s.Vars["from"], s.Vars["to"] = degrees(best.angle), best.total, degrees(best.from), degrees(math.Mod(best.to, 360))
	switch {
	case !finite(best.total):
		s.Text("Full turn done: no angle is better than another.")
		return
	case best.to > best.from:
		s.Text(`Full turn done. The <name> loss has its minimum, <total>, everywhere from about <from>° to <to>°; $\theta$ moves to the middle.`)
	default:
		s.Text(`Full turn done; $\theta$ moves to the minimiser of the <name> loss: <best=metric.angle>°.`)
	}
	var here, elsewhere say.Phrase
	for l, fn := range all {
		switch b := v.sweep().least[l]; {
		case l == v.chosen || !finite(b.total):
		case v.sum[l] <= b.total:
			here = listed(here, fn.name, "<list>, <next>")
		default:
			elsewhere = listed(elsewhere, say.Vars{"name": fn.name, "angle": degrees(b.angle)}.Text("<name> at <angle>°"), "<list>; <next>")
		}
	}
	s.Vars["here"], s.Vars["elsewhere"] = here, elsewhere
	if here != "" {
		s.Text("Also minimal here: <here>.")
	}
	if elsewhere != "" {
		s.Text("Minimisers of the other losses: <elsewhere>.")
	}
}

// listed is a list with one more thing in it.
func listed(list, next say.Phrase, template string) say.Phrase {
	if list == "" {
		return next
	}
	return say.Vars{"list": list, "next": next}.Text(template)
}

// sums names the totals of all losses.
func (v view) sums() say.Phrase {
	vars := say.Vars{}
	for l, fn := range all {
		vars[fn.id] = v.sum[l]
		if !finite(v.sum[l]) {
			vars[fn.id] = say.Phrase("overflow")
		}
	}
	return vars.Text("Total losses: 0–1: <zero_one>, hinge: <hinge>, logistic (ln): <logistic>, logistic (log₂): <logistic2>, exponential: " +
		"<exponential>, squared: <square>.")
}

// worst is the row with the largest chosen loss, −1 where that is not finite.
func (v view) worst(z []float64) int {
	row, at := 0, all[v.chosen].at
	for i := range z {
		if at(z[i]) > at(z[row]) {
			row = i
		}
	}
	if !finite(at(z[row])) {
		return -1
	}
	return row
}
