package web

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unicode/utf8"

	"playground/algos"
	"playground/algos/say"
	"playground/views"
	"playground/views/mathml"
	"playground/viz"
	"playground/web/frame"
)

// A page keeps room for the texts of steps to come, so that what stands below moves
// rarely while the run is played. The server looks at the steps around the shown one
// and puts a text as high as most of theirs into the page, where it is invisible. It is
// not the highest one: a run's longest text comes once, at its end or where the method
// turns, and a box that waits for it is half empty at all other steps. So there is room
// for hardly more than a line beyond what the shown step says. A box that is too small
// grows, once: scripts see to it that it does not shrink while the run is played.
const (
	roomBefore = 20  // so many steps before the shown one are looked at, …
	roomAfter  = 100 // … and so many after it
	mostOf     = 0.9 // this share of the texts around has room
	spare      = 1.25 * textLine
)

// room returns what a page keeps room for, from the steps of the recording.
func (h *shot) room(ctx context.Context, t frame.Typesetter) (views.Room, error) {
	var say, promise []text
	var room views.Room
	from, to := max(0, h.step-roomBefore), min(h.rec.Len()-1, h.step+roomAfter)
	for n := from; n <= to; n++ {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		say = append(say, text{sayHeight(step.Say(), h.book), n})
		promise = append(promise, text{checkHeight(step.Checks(), h.book), n})
	}
	if n, ok := roomy(say, h.step); ok {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		html, _ := t.Say(step.Say(), h.book)
		room.Say = append(room.Say, views.HTML(html))
	}
	if n, ok := roomy(promise, h.step); ok {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return views.Room{}, err
		}
		room.Promise = append(room.Promise, views.HTML(t.Checks(step.Checks(), h.book)))
	}
	return room, h.expected(ctx, &room, say)
}

// A text is how high, in pixels, a step's text is about.
type text struct {
	height float64
	step   int
}

// roomy returns the step of the text that a page keeps room for, if it is higher than
// that of the shown step.
func roomy(texts []text, shown int) (step int, ok bool) {
	now := 0.0
	for _, t := range texts {
		if t.step == shown {
			now = t.height
		}
	}
	slices.SortStableFunc(texts, func(a, b text) int { return cmp.Compare(a.height, b.height) })
	for i := int(mostOf * float64(len(texts)-1)); i >= 0 && texts[i].height > now; i-- {
		if texts[i].height <= now+spare {
			return texts[i].step, true
		}
	}
	return 0, false
}

// expected adds the pictures of the last step and of those with the longest texts, which
// have what others may not have yet.
func (h *shot) expected(ctx context.Context, room *views.Room, texts []text) error {
	const longest = 3
	steps := []int{h.rec.Len() - 1}
	for i := len(texts) - 1; i >= max(0, len(texts)-longest); i-- {
		steps = append(steps, texts[i].step)
	}
	for _, n := range steps {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return err
		}
		room.Pictures = append(room.Pictures, h.pictures(n, step))
	}
	return nil
}

// pictures returns the pictures of a step without their drawings.
func (h *shot) pictures(n int, step algos.Step) []views.Picture {
	var out []views.Picture
	for i, p := range frame.Panels(h.demo, h.rec, n, step, frame.DefaultView, h.book) {
		size := frame.Options(p, i, frame.DefaultView).Size
		out = append(out, views.Picture{ID: p.ID, Title: p.Title.In(h.book), Note: p.Note.In(h.book), Alt: p.Alt.In(h.book), Explained: viz.Explained(p), Width: size.W, Height: size.H})
	}
	return out
}

// Heights in the column beside the board, on a laptop.
const (
	textLine    = 24.0 // of a sentence
	textRunes   = 42   // that a line of a sentence holds
	smallLine   = 20.0 // of a reason
	formulaSize = 17.4 // of letters
	formulaEm   = 20.0 // that a line of a formula holds
	around      = 12.0 // the padding of a formula
	apart       = 8.0  // of two texts
)

// sayHeight estimates how high sentences and formulas are.
func sayHeight(lines []algos.Line, book say.Book) float64 {
	sum, folded := 0.0, false
	for _, l := range lines {
		if l.Folded {
			folded = true
			continue
		}
		if words := l.Text.In(book); words != "" {
			sum += apart + textLine*linesOf(mathml.PlainInline(words), textRunes)
		}
		if tex := l.TeX.In(book); tex != "" {
			sum += around + formulaSize*mathml.Height(tex, formulaEm)
		}
	}
	if folded {
		sum += apart + textLine // its heading
	}
	return sum
}

// checkHeight estimates how high the promises are that are not folded away.
func checkHeight(checks []algos.Check, book say.Book) float64 {
	sum := 0.0
	for _, c := range checks[:views.Leading(len(checks))] {
		sum += apart + textLine*(1+linesOf(mathml.PlainInline(c.Claim.In(book)), textRunes))
		if why := c.Why.In(book); why != "" {
			sum += smallLine * linesOf(mathml.PlainInline(why), textRunes)
		}
	}
	return sum
}

// linesOf is how many lines a sentence takes.
func linesOf(words string, runes int) float64 {
	return math.Ceil(float64(utf8.RuneCountInString(words)) / float64(runes))
}
