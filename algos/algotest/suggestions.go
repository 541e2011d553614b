package algotest

import (
	"context"
	"errors"
	"strings"

	"playground/algos"
	"playground/algos/param"
)

// suggestions looks at the words that may be given instead of numbers: with the data of each preset a word
// is read as the number of its button, the demo takes it, and what is no such word is refused with those that are.
func suggestions(_ context.Context, d algos.Demo, r *report) {
	for _, p := range d.Schema() {
		if p.Suggests == nil {
			continue
		}
		if s := p.Suggests; len(s.Words) == 0 || s.Far <= 1 || s.High == "" || s.Low == "" {
			r.fault("%s: suggestions that say nothing", p.Name)
			continue
		}
		write, ok := spelling(p)
		if !ok {
			r.fault("%s: nothing of it has the suggestions", p.Name)
			continue
		}
		valued := map[string]bool{}
		for _, preset := range d.Presets {
			for _, word := range r.suggested(d, p, preset.ID, write) {
				valued[word] = true
			}
		}
		for _, w := range p.Suggests.Words {
			if !word.MatchString(w.Word) || w.Label == "" || w.Hint == "" || w.Value == nil {
				r.fault("%s: the suggestion %q does not fit a URL, or says nothing", p.Name, w.Word)
			}
			if !valued[w.Word] {
				r.fault("%s: %s has a value for no preset", p.Name, w.Word)
			}
		}
	}
}

// spelling returns how to write a value of the parameter with a number, or a word, that has suggestions.
func spelling(p param.Spec) (func(number string) string, bool) {
	if p.Kind != param.Text {
		return func(number string) string { return number }, p.Kind == param.Float
	}
	for _, c := range p.Calls {
		if c.Fits != "" {
			return func(number string) string {
				args := make([]string, len(c.Args))
				for i, a := range c.Args {
					if args[i] = "1"; a == c.Fits {
						args[i] = number
					}
				}
				return c.Name + "(" + strings.Join(args, ",") + ")"
			}, true
		}
	}
	return nil, false
}

// suggested compares the words with their buttons for the data of a preset, and returns those that have a value.
func (r *report) suggested(d algos.Demo, p param.Spec, preset string, write func(string) string) []string {
	recipe, err := d.Recipe(preset)
	if err != nil {
		return nil // another part of the contract reports it
	}
	advice, err := recipe.Advice(d)
	if err != nil {
		r.fault("%s: %v", preset, err)
		return nil
	}
	if far := advice[p.Name].Far; far != "" {
		r.fault("%s: a preset is told of its %s: %s", preset, p.Name, far)
	}
	_, err = recipe.With(d, param.Values{p.Name: write("nonsense")})
	if bad := (*param.Error)(nil); !errors.As(err, &bad) || bad.Field != p.Name || !strings.Contains(bad.Message.String(), p.Suggests.Words[0].Word) {
		r.fault("%s: what is no word of %s is refused with %v", preset, p.Name, err)
	}
	var valued []string
	for _, w := range p.Suggests.Words {
		value, ok := advice[p.Name].Values[w.Word]
		got, err := recipe.With(d, param.Values{p.Name: write(w.Word)})
		if ok == (err != nil) {
			r.fault("%s: %s=%s: %v, and the button says %q", preset, p.Name, w.Word, err, value)
		}
		if err != nil || !ok {
			continue
		}
		valued = append(valued, w.Word)
		same, err := recipe.With(d, param.Values{p.Name: write(value)})
		if err != nil || same.Params[p.Name] != got.Params[p.Name] {
			r.fault("%s: %s=%s gives %q, and its button %q: %v", preset, p.Name, w.Word, got.Params[p.Name], same.Params[p.Name], err)
		}
		problem, err := got.Problem()
		if err == nil {
			err = d.Check(problem, got.Params)
		}
		if err != nil {
			r.fault("%s: %s=%s: %v", preset, p.Name, w.Word, err)
		}
	}
	return valued
}
