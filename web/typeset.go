package web

import (
	"context"
	"fmt"
	"html"
	"log/slog"
	"strings"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
	"playground/viz"
)

// A typesetter makes the markup of what a step says. Pages that are rendered on
// the server and frames use the same one.
type typesetter struct {
	log  *slog.Logger
	lang lang.Lang
}

// Book returns how the reader's language says what the demo says.
func (t typesetter) Book(d algos.Demo) say.Book { return d.Book(t.lang.String()) }

// in returns the typesetter for pages in a language.
func (t typesetter) in(l lang.Lang) typesetter {
	t.lang = l
	return t
}

// Say returns the sentences and formulas as HTML, those that are folded away at the end,
// and the others as plain text.
func (t typesetter) Say(lines []algos.Line, book say.Book) (markup, speech string) {
	var b, more strings.Builder
	var words []string
	for _, l := range lines {
		to := &b
		if l.Folded {
			to = &more
		}
		if text := l.Text.In(book); text != "" {
			views.Sentence(to, t.inline(text))
			if !l.Folded {
				words = append(words, mathml.PlainInline(text))
			}
		}
		if tex := l.TeX.In(book); tex != "" {
			views.Equation(to, t.display(tex))
			if !l.Folded {
				words = append(words, mathml.Text(tex))
			}
		}
	}
	if more.Len() > 0 {
		views.Folded(&b, t.lang.T("story.more"), views.HTML(more.String()))
	}
	return b.String(), strings.Join(words, " ")
}

// Checks returns the promises of theory as HTML.
func (t typesetter) Checks(checks []algos.Check, book say.Book) string {
	list := make([]views.Promise, len(checks))
	for i, c := range checks {
		list[i] = t.promise(c, book)
	}
	var b strings.Builder
	if err := views.Promises(lang.With(context.Background(), t.lang), &b, list); err != nil {
		t.log.Error("render promises", "error", err) // writing to a builder does not fail
	}
	return b.String()
}

// Legend returns the legend of a picture. It is empty if there are no items.
func (t typesetter) Legend(items []viz.LegendItem) string {
	var b strings.Builder
	for _, item := range items {
		fmt.Fprintf(&b, `<span class="item">%s%s</span>`, item.Swatch, html.EscapeString(item.Text))
	}
	return b.String()
}

// inline typesets a sentence. A formula that does not compile is shown as it was
// written. A test refuses such demos, so readers should not meet one.
func (t typesetter) inline(sentence string) views.HTML {
	markup, err := mathml.Inline(sentence)
	if err != nil {
		t.log.Error("typeset", "error", err)
		return views.HTML(html.EscapeString(sentence))
	}
	return views.HTML(markup)
}

func (t typesetter) display(tex string) views.HTML {
	markup, err := mathml.Display(tex)
	if err != nil {
		t.log.Error("typeset", "tex", tex, "error", err)
		return views.HTML(html.EscapeString(tex))
	}
	return views.HTML(markup)
}

var relations = map[string]string{"<=": "≤", ">=": "≥", "=": "=", "->": "→"}

func (t typesetter) promise(c algos.Check, book say.Book) views.Promise {
	p := views.Promise{Name: c.Name, Claim: t.inline(c.Claim.In(book)), Verdict: c.Verdict, Meter: -1}
	p.Mark = marks[c.Verdict]
	var why []string
	if c.Verdict == algos.Undecided {
		key := "check.why-undecided"
		if c.Within > c.Rounding {
			key = "check.why-loose"
		}
		why = append(why, t.lang.T(key, say.Num(c.Allowed())))
	}
	if c.Why != "" {
		why = append(why, c.Why.In(book))
	}
	p.Why = t.inline(strings.Join(why, " "))
	switch c.Verdict {
	case algos.NotApplicable:
		return p
	case algos.Waiting:
		p.Why = t.inline(t.lang.T("check.why-waiting"))
		return p
	}
	p.Numbers, p.Exact = t.inline(t.numbers(c)), t.exact(c, book)
	if c.Meter && c.Right != 0 {
		p.Meter = max(0, min(1, c.Left/c.Right))
	}
	return p
}

var marks = map[algos.Verdict]string{algos.Holds: "✓", algos.Broken: "✗", algos.Open: "…", algos.Undecided: "?", algos.NotApplicable: "–", algos.Waiting: "…"}

// numbers writes both numbers of a promise so that they look as its verdict says.
func (t typesetter) numbers(c algos.Check) string {
	if c.UpToRounding() {
		return t.lang.T("check.zero")
	}
	n := c.Digits()
	numbers := say.Sig(c.Left, n) + " " + relations[c.Rel] + " " + say.Sig(c.Right, n)
	if c.Within > 0 && c.Left != c.Right {
		return t.lang.T("check.within", numbers, say.Num(c.Within))
	}
	return numbers
}

// exact writes both numbers in full precision, and what rounding may do to them.
func (t typesetter) exact(c algos.Check, book say.Book) string {
	lines := []string{label(c.LeftLabel.In(book), c.Left) + " " + relations[c.Rel] + " " + label(c.RightLabel.In(book), c.Right)}
	if c.Size > 0 {
		lines = append(lines, t.lang.T("check.size", say.Num(c.Size)))
	}
	if c.Rounding > 0 {
		lines = append(lines, t.lang.T("check.rounding", say.Sci(c.Rounding)))
	}
	return strings.Join(lines, "\n")
}

// label writes a name and a number in full precision: "k = 31".
func label(name string, x float64) string {
	if name == "" {
		return param.Format(x)
	}
	return name + " = " + param.Format(x)
}
