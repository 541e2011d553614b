package algotest

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// How many characters fit the phone: 390 CSS pixels wide, at the size of each text.
const (
	longestPreset = 40
	longestLabel  = 30 // of a parameter
	longestChoice = 40
	longestTitle  = 46 // of a chart
	longestLegend = 52
	longestButton = 40
)

// labels sees that what stands on one line of a phone has the room.
func labels(ctx context.Context, d algos.Demo, r *report) {
	fits := func(kind, text string, most int) {
		for _, said := range append([]string{text}, r.translations(text)...) {
			if n := utf8.RuneCountInString(said); n > most {
				r.fault("%s %q has %d characters, and %d fit a phone: shorten it", kind, said, n, most)
			}
		}
	}
	for _, p := range d.Presets {
		fits("the preset title", p.Title, longestPreset)
	}
	for _, p := range d.Schema() {
		fits("the label", p.Label, longestLabel)
		for _, c := range p.Choices {
			fits("the choice", c.Label, longestChoice)
		}
	}
	for _, c := range d.Charts {
		fits("the chart title", c.Title, longestTitle)
		for _, s := range c.Series {
			fits("the legend", s.Name(), longestLegend)
		}
	}
	for _, f := range underscored(drawnTexts(d.Charts, nil), r.translations) {
		r.fault("%s", f)
	}
	seen, raw := map[string]bool{}, map[say.Phrase]bool{}
	once := func(kind string, p say.Phrase, most int) {
		text := p.String()
		if seen[kind+text] {
			return
		}
		seen[kind+text] = true
		if n := utf8.RuneCountInString(text); n > most {
			r.fault("%s %q has %d characters, and %d fit a phone: shorten it", kind, text, n, most)
		}
	}
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // the part of the presets says so
		}
		const first = 40
		steps, _, err := presetRun(ctx, d, recipe, presetSteps)
		if err != nil {
			continue
		}
		steps = steps[:min(first, len(steps))]
		for i, s := range steps {
			once("the button", s.Next.Small, longestButton)
			once("the button", s.Next.Step, longestButton)
			once("the button", s.Next.Pass, longestButton)
			if !looked(i, s) {
				continue
			}
			panels := s.Panels()
			drawn := slices.DeleteFunc(drawnTexts(nil, panels), func(p say.Phrase) bool {
				known := raw[p]
				raw[p] = true
				return known
			})
			for _, f := range underscored(drawn, r.translations) {
				r.fault("%s step %d: %s", p.ID, i, f)
			}
			for _, q := range panels {
				for _, m := range q.Marks {
					if f, ok := m.(mark.Field); ok { // its legend says from where to where, on two lines
						for _, l := range f.Levels {
							once("the legend", l.Label, longestLegend)
						}
						if f.Scale == mark.Regions {
							once("the legend", f.Legend, longestLegend)
						}
						continue
					}
					if l := reflect.ValueOf(m).FieldByName("Legend"); l.IsValid() {
						once("the legend", say.Phrase(l.String()), longestLegend)
					}
				}
			}
		}
	}
}

// tex is a formula within a text.
var tex = regexp.MustCompile(`\$[^$]*\$`)

// underscored lists the texts of pictures that show an underscore, in any language: pictures set no TeX, so
// that a subscript is written by its own character.
func underscored(drawn []say.Phrase, translations func(string) []string) (faults []string) {
	for _, p := range drawn {
		for _, text := range append([]string{p.String()}, translations(string(p))...) {
			if strings.Contains(tex.ReplaceAllString(text, ""), "_") {
				faults = append(faults, fmt.Sprintf("%q is drawn with an underscore: write a subscript", text))
			}
		}
	}
	return faults
}

// drawnTexts are the titles, axes, legends and labels of charts and panels. What a reader has named, such
// as the features of a table, is not among them.
func drawnTexts(charts []mark.Chart, panels []mark.Panel) (drawn []say.Phrase) {
	for _, c := range charts {
		drawn = append(drawn, say.Phrase(c.Title), say.Phrase(c.Y))
		for _, s := range c.Series {
			drawn = append(drawn, say.Phrase(s.Name()))
		}
	}
	for _, p := range panels {
		drawn = append(drawn, p.Title, p.Note, p.X.Name, p.X.Unit, p.Y.Name, p.Y.Unit)
		for _, m := range p.Marks {
			if f, ok := m.(mark.Field); ok {
				for _, l := range f.Levels {
					drawn = append(drawn, l.Label)
				}
			}
			if t, ok := m.(mark.Texts); ok {
				drawn = append(drawn, t.Text...)
			}
			if l := reflect.ValueOf(m).FieldByName("Legend"); l.IsValid() {
				drawn = append(drawn, say.Phrase(l.String()))
			}
		}
	}
	return drawn
}

// translations are a text in the other languages.
func (r *report) translations(text string) []string {
	var all []string
	for _, book := range r.books {
		all = append(all, say.Phrase(text).In(book))
	}
	return all
}
