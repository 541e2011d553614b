package web

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"playground/algos"
	"playground/algos/say"
	"playground/views"
	"playground/web/frame"
)

// A page keeps room for the texts of steps to come, so that nothing moves while
// the run is played. The server looks at the first steps, and at the last one if
// the run is recorded to its end. It puts the longest of their texts into the
// page, where they are invisible.
const (
	roomSteps = 120 // so many of the first steps are looked at
	roomTexts = 3   // so many texts are kept, because their lengths are only estimated
)

// room returns what a page keeps room for, from the steps of the recording.
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
		say.add(sayLines(step.Say(), h.book), n)
		promise.add(checkLines(step.Checks()), n)
	}
	last := h.rec.Len() - 1
	for _, n := range say.steps(last) {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		html, _ := t.Say(step.Say(), h.book)
		room.Say = append(room.Say, views.HTML(html))
		room.Pictures = append(room.Pictures, h.pictures(n, step))
	}
	for _, n := range promise.steps(last) {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		room.Promise = append(room.Promise, views.HTML(t.Checks(step.Checks(), h.book)))
	}
	return room, nil
}

// pictures returns the pictures of a step without their drawings.
func (h *shot) pictures(n int, step algos.Step) []views.Picture {
	var out []views.Picture
	for i, p := range frame.Panels(h.demo, h.rec, n, step, frame.DefaultView, h.book) {
		size := frame.Options(p, i, frame.DefaultView).Size
		out = append(out, views.Picture{ID: p.ID, Title: p.Title.In(h.book), Note: p.Note.In(h.book), Alt: p.Alt.In(h.book), Width: size.W, Height: size.H})
	}
	return out
}

// longest keeps the steps with the most lines.
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

// steps returns the kept steps and the last one, whose text sums up the run.
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

// sayLines estimates how many lines sentences and formulas take. A formula is
// higher than a line.
func sayLines(lines []algos.Line, book say.Book) int {
	n := 0
	for _, l := range lines {
		if l.Text != "" {
			n += 1 + utf8.RuneCountInString(l.Text.In(book))/lineRunes
		}
		if l.TeX != "" {
			n += 2 + utf8.RuneCountInString(l.TeX.In(book))/(3*lineRunes) // TeX is longer than what it draws
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
