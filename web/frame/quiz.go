package frame

import (
	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/web/wire"
)

// questions are those that fit a step.
func questions(d algos.Demo, s algos.Step, book say.Book, t Typesetter) []wire.Question {
	var all []wire.Question
	for _, q := range d.Questions {
		if asked, ok := q.Fits(s); ok {
			_, text := t.Say([]algos.Line{{Text: asked.Text}}, book)
			all = append(all, wire.Question{ID: q.ID, Kind: string(q.Kind), Text: text})
		}
	}
	return all
}

// What the legend calls the marks of a verdict.
const (
	guessLegend  = "your guess"
	answerLegend = "the answer"
)

// Sizes of the rings of a verdict: outside of those that steps draw.
const (
	guessRing  = 16
	answerRing = 19
)

// Verdict are the marks of a verdict: what was guessed faint and dashed, what is right
// bold. Without a guess there is only that.
func Verdict(kind algos.QuestionKind, g *algos.Guess, a algos.Answer, points []mark.XY) []mark.Mark {
	guessed, right := mark.RoleAccent.Wide(2.5).Dashed().Faded(0.75), mark.RoleAccent.Wide(4)
	switch kind {
	case algos.DrawLine:
		marks := []mark.Mark{mark.Ray{A: a.Line.A, B: a.Line.B, C: a.Line.C, Style: right, Layer: mark.Over, Legend: answerLegend}}
		if g != nil {
			drawn, _ := geometry.Through(g.Line[0], g.Line[1])
			marks = append(marks, mark.Ray{A: drawn.A, B: drawn.B, C: drawn.C, Style: guessed, Layer: mark.Over, Legend: guessLegend})
		}
		return marks
	case algos.PickPoint:
		rings := mark.Rings{Style: right, Legend: answerLegend}
		for _, i := range a.Points {
			rings.At, rings.Radius = append(rings.At, points[i]), append(rings.Radius, answerRing)
		}
		marks := []mark.Mark{rings}
		if g != nil {
			marks = append(marks, mark.Rings{At: []mark.XY{points[g.Point]}, Radius: []float64{guessRing}, Style: guessed, Legend: guessLegend})
		}
		return marks
	}
	return nil
}
