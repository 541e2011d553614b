package web

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"playground/algos"
	"playground/views"
	"playground/web/frame"
)

// A page keeps room for what the run will tell, so that nothing moves when it is
// played. The first steps, and the last one of a run that is recorded whole, are
// looked at; of them, those that say most are set into the page unseen.
const (
	roomSteps = 120 // how many of the first steps
	roomTexts = 3   // texts of different lengths; the estimate is a rough one
)

// room is what a page has to keep free for the steps of the shot's recording.
func (h *shot) room(ctx context.Context, t frame.Typesetter) (views.Room, error) {
	var say, promise longest
	var room views.Room
	for n := range h.rec.Len() {
		if n >= roomSteps && n < h.rec.Len()-1 {
			continue
		}
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		say.add(sayLines(step.Say()), n)
		promise.add(checkLines(step.Checks()), n)
	}
	last := h.rec.Len() - 1
	for _, n := range say.steps(last) {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		html, _ := t.Say(step.Say())
		room.Say = append(room.Say, views.HTML(html))
		room.Pictures = append(room.Pictures, h.pictures(n, step))
	}
	for _, n := range promise.steps(last) {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		room.Promise = append(room.Promise, views.HTML(t.Checks(step.Checks())))
	}
	return room, nil
}

// pictures are those of a step, without what they show.
func (h *shot) pictures(n int, step algos.Step) []views.Picture {
	var out []views.Picture
	for i, p := range frame.Panels(h.demo, h.rec, n, step, frame.DefaultView) {
		size := frame.Options(p, i, frame.DefaultView).Size
		out = append(out, views.Picture{ID: p.ID, Title: p.Title.String(), Note: p.Note.String(), Alt: p.Alt.String(), Width: size.W, Height: size.H})
	}
	return out
}

// longest keeps, by their number of lines, the steps that have most of them.
type longest struct{ texts []text }

type text struct{ lines, step int }

func (l *longest) add(lines, step int) {
	if slices.ContainsFunc(l.texts, func(t text) bool { return t.lines == lines }) {
		return
	}
	l.texts = append(l.texts, text{lines, step})
	slices.SortFunc(l.texts, func(a, b text) int { return cmp.Compare(b.lines, a.lines) })
	l.texts = l.texts[:min(len(l.texts), roomTexts)]
}

// steps are those of the kept texts, and the last one, where a run sums up.
func (l *longest) steps(last int) []int {
	steps := []int{last}
	for _, t := range l.texts {
		if t.step != last {
			steps = append(steps, t.step)
		}
	}
	return steps
}

const lineRunes = 46 // of a sentence in the column beside the board

// sayLines estimates how many lines sentences and formulas take; a formula is
// higher than a line.
func sayLines(lines []algos.Line) int {
	n := 0
	for _, l := range lines {
		if l.Text != "" {
			n += 1 + utf8.RuneCountInString(l.Text.String())/lineRunes
		}
		if l.TeX != "" {
			n += 2 + utf8.RuneCountInString(l.TeX.String())/(3*lineRunes) // commands are longer than what they draw
		}
	}
	return n
}

// checkLines estimates how many lines promises take.
func checkLines(checks []algos.Check) int {
	n := 0
	for _, c := range checks {
		n += 2 + utf8.RuneCountInString(c.Claim.String())/lineRunes
		if c.Why != "" {
			n += 1 + utf8.RuneCountInString(c.Why.String())/lineRunes
		}
	}
	return n
}
