// Package squares has what the pages of least squares, with a penalty and without, say and
// ask alike. It computes nothing.
package squares

import (
	"embed"
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Words has what the package says in other languages. A demo that uses it lists them among its own.
//
//go:embed zh.json
var Words embed.FS

// Formula is the function of few inputs: f(x) = 1 + 0.5 x₁. constant says that the first
// coefficient stands alone, inputs are how many the others stand at.
func Formula(theta []float64, constant bool, inputs int) say.Math {
	var b strings.Builder
	b.WriteString("f(x) = ")
	vars := say.Vars{}
	number := 1
	for j, v := range theta {
		name := fmt.Sprintf("t%d", j)
		vars[name] = say.Term(v)
		if j == 0 {
			vars[name] = v
		}
		fmt.Fprintf(&b, "<%s>", name)
		switch {
		case constant && j == 0:
			continue
		case inputs == 1:
			b.WriteString(`\,x`)
		default:
			fmt.Fprintf(&b, `\,x_{%d}`, number)
		}
		number++
	}
	if len(theta) == 0 {
		b.WriteString("0")
	}
	return say.Math(vars.TeX(b.String()).String())
}

// AskStepSize asks what will come of a descent with the learning rate η.
func AskStepSize(eta float64) algos.Asked {
	return algos.Asked{
		Text:    say.Vars{"eta": eta}.Text("What will happen with the learning rate <eta>?"),
		Options: []say.Phrase{"it converges without overshooting", "it overshoots but still converges", "it diverges"},
	}
}

// runsAway is the option of a learning rate beyond the limit.
const runsAway = 2

// AnswerStepSize answers it: of a learning rate the largest curvature L decides, and limit is 2/L. It
// reports false where the run, which diverged or did not, shows something else.
func AnswerStepSize(eta, limit float64, diverged bool) (algos.Answer, bool) {
	s := say.Vars{"limit": limit, "half": limit / 2}
	a := algos.Answer{Why: s.Text("$1/L$ is <half>, and $2/L$ is <limit>.")}
	switch {
	case eta > limit:
		a.Option = runsAway
	case eta > limit/2:
		a.Option = 1
	}
	return a, (a.Option == runsAway) == diverged
}
