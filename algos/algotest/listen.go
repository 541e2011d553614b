package algotest

import (
	"context"
	"maps"
	"reflect"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// A listener keeps what a demo says and shows.
type listener struct {
	demo           algos.Demo
	kinds          map[say.Template]string // what each text is: the first that it was heard as
	order          []say.Template          // in which they were heard
	panels, checks map[string]bool
}

// add keeps a text.
func (l *listener) add(kind string, t say.Template) {
	if _, ok := l.kinds[t]; !ok && t.Text != "" {
		l.kinds[t] = kind
		l.order = append(l.order, t)
	}
}

// text keeps texts without places.
func (l *listener) text(kind string, texts ...string) {
	for _, t := range texts {
		l.add(kind, say.Template{Text: t})
	}
}

// phrases keeps what phrases are made of.
func (l *listener) phrases(kind string, phrases ...say.Phrase) {
	for _, p := range phrases {
		for _, t := range templatesOf(string(p)) {
			l.add(kind, t)
		}
	}
}

// templatesOf are what a phrase is made of.
var templatesOf = remembered(func(phrase string) []say.Template { return say.Phrase(phrase).Templates() })

// lacking are the texts that a book lacks or leaves empty, in the order in which they were
// heard. A formula without words needs none.
func (l *listener) lacking(book say.Book) []say.Template {
	var out []say.Template
	had := map[string]bool{}
	for _, t := range l.order {
		if book[t.Text] == "" && t.Speaks() && !had[t.Text] {
			out = append(out, t)
			had[t.Text] = true
		}
	}
	return out
}

func newListener(d algos.Demo) *listener {
	return &listener{demo: d, kinds: map[say.Template]string{}, panels: map[string]bool{}, checks: map[string]bool{}}
}

// listen hears all that a demo says: its description, the steps that presets and variants
// show, what is asked there, and what goals count. The runs are those that other parts look at.
func (r *report) listen(ctx context.Context, d algos.Demo) *listener {
	l := newListener(d)
	l.description()
	for _, p := range d.Presets {
		l.preset(ctx, r, p)
	}
	sets := degenerates(d)
	for _, v := range variants(d) {
		l.hear(r.onVariant(ctx, d, v))
		for _, g := range sets {
			if g.telling {
				l.hear(r.onDegenerate(ctx, d, g, v))
			}
		}
		for _, g := range paintings(d) {
			if g.telling {
				l.hear(r.onPainting(ctx, d, g, v))
			}
		}
	}
	for _, v := range paired(d.Schema()) {
		l.hear(r.onPair(ctx, d, v))
	}
	for _, g := range sets {
		if d.Input.Points == nil || len(d.Questions) == 0 {
			break
		}
		steps, err := take(ctx, d, g.set, nil, 40)
		if err != nil {
			continue // another part of the contract reports it
		}
		for _, s := range steps {
			l.asked(s)
		}
	}
	for _, t := range scored(ctx, d) {
		l.add("score of a goal", t)
	}
	return l
}

// description hears the texts of a demo's description.
func (l *listener) description() {
	d := l.demo
	l.text("title", d.Title)
	l.text("summary", d.Summary)
	l.phrases("first step", d.Units.Hint())
	l.phrases("too few points", d.TooFew)
	l.text("step", d.Units.Small, d.Units.Step, d.Units.Pass)
	for _, p := range d.Schema() {
		l.text("parameter", p.Label, p.Hint, p.Zero)
		for _, a := range p.Acts {
			l.text("action", a.Label, a.Hint)
		}
		for _, c := range p.Calls {
			l.text("parameter", c.Args...)
		}
		if p.Suggests != nil {
			for _, w := range p.Suggests.Words {
				l.text("suggestion", w.Label, w.Hint)
			}
			l.text("far from the suggestions", p.Suggests.High, p.Suggests.Low)
		}
		if p.Matrix != nil {
			l.text("parameter", p.Matrix.RowNames...)
			l.text("parameter", p.Matrix.ColNames...)
		}
		for _, c := range p.Choices {
			l.text("choice", c.Label, c.Hint)
			l.add("choice", say.Template{Text: c.TeX, TeX: true})
		}
	}
	for _, p := range d.Presets {
		l.text("preset", p.Title, p.Note)
	}
	for _, c := range d.Charts {
		l.text("chart", c.Title, c.Y)
		for _, s := range c.Series {
			l.text("chart", s.Label)
		}
	}
	for _, g := range d.Goals {
		l.text("goal", g.Text, g.Hint)
	}
	for _, f := range d.Fixtures {
		l.text("fixture", f.Title)
		for _, w := range f.Want {
			l.text("fixture", w.Label)
		}
	}
}

// preset hears the steps of a preset, and its questions with what answers them.
func (l *listener) preset(ctx context.Context, r *report, p algos.Preset) {
	d := l.demo
	recipe, err := d.Recipe(p.ID)
	if err != nil {
		return // another part of the contract reports it
	}
	for _, seeded := range seeds(ctx, d, recipe) {
		l.hear(r.onPreset(ctx, d, seeded))
		l.answers(ctx, seeded)
	}
}

// answers hears what answers the questions of a preset.
func (l *listener) answers(ctx context.Context, recipe algos.Recipe) {
	d := l.demo
	steps, _, err := presetRun(ctx, d, recipe, presetSteps)
	if err != nil {
		return
	}
	asked := 0
	for i, s := range steps {
		if !looked(i, s) {
			continue
		}
		if asked++; asked > mostAsked {
			return
		}
		for _, q := range d.Questions {
			if _, ok := q.Fits(s); !ok {
				continue
			}
			then, err := answering(q, steps, i)
			if err != nil || then < 0 {
				continue
			}
			if a, ok := q.Answer(s, steps[then]); ok {
				l.phrases("answer", a.Why)
			}
		}
	}
}

// hear takes over what was said in a run.
func (l *listener) hear(a *account) {
	for _, t := range a.heard.order {
		l.add(a.heard.kinds[t], t)
	}
	maps.Copy(l.panels, a.heard.panels)
	maps.Copy(l.checks, a.heard.checks)
}

// run hears the steps of a run.
func (l *listener) run(steps []*sight) {
	for i, s := range steps {
		if looked(i, s.Step) {
			l.step(s)
			l.asked(s.Step)
		}
	}
}

// asked hears the questions that fit a step.
func (l *listener) asked(s algos.Step) {
	for _, q := range l.demo.Questions {
		if a, ok := q.Fits(s); ok {
			l.phrases("question", append([]say.Phrase{a.Text, a.Unit}, a.Options...)...)
			for _, p := range a.Marks {
				l.phrases("question", p.Name)
			}
		}
	}
}

// step hears a step.
func (l *listener) step(s *sight) {
	checks, panels := s.Checks(), s.Panels()
	for _, part := range []struct {
		kind string
		said any
	}{
		{"phase", s.Phase},
		{"button", s.Next},
		{"event", s.Events},
		{"end of the run", s.Status},
		{"sentence", s.Say()},
		{"check", checks},
		{"picture", panels},
	} {
		walkWords(reflect.ValueOf(part.said), func(path []byte, v reflect.Value) {
			kind := part.kind
			if strings.HasSuffix(string(path), ".Claim") {
				kind = "claim"
			}
			if v.Type() == phrases {
				l.phrases(kind, say.Phrase(v.String()))
			}
			tips(v, func(_ int, tip say.Phrase) { l.phrases("tooltip", tip) })
		})
	}
	for _, c := range checks {
		l.checks[c.Name] = true
	}
	for _, p := range panels {
		l.panels[p.ID] = true
	}
}
