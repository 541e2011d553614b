package catalogtest

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/lang"
)

// TestTranslatedTextsAreThere finds translations of what no demo says any more.
func TestTranslatedTextsAreThere(t *testing.T) {
	said := map[string]bool{"seed": true}
	for _, d := range catalog.All {
		for _, text := range about(d) {
			said[text] = true
		}
	}
	for _, g := range dataset.Generators() {
		said[g.Title], said[g.Note] = true, true
	}
	for key := range lang.Chinese.Messages() {
		if text, ok := strings.CutPrefix(key, "text."); ok && !said[text] {
			t.Errorf("zh.json translates %q, which no demo says", text)
		}
	}
}

// A page of one demo has the dictionary of that demo alone: what another one knows does
// not help it.
func TestEveryDemoIsAllInChinese(t *testing.T) {
	for _, d := range catalog.All {
		book := d.Book(lang.Chinese.String())
		for _, text := range about(d) {
			if _, ok := book[text]; !ok && text != "" && !lang.Chinese.Knows(text) {
				t.Errorf("%s: nobody translates %q", d.ID, text)
			}
		}
	}
}

// about is what a demo says on its form and in the gallery.
func about(d algos.Demo) []string {
	out := []string{d.Title, d.Summary, d.Family}
	for _, p := range d.Presets {
		out = append(out, p.Title, p.Note)
	}
	for _, p := range d.Schema() {
		out = append(out, p.Label, p.Hint, p.Zero, p.Group)
		for _, c := range p.Choices {
			out = append(out, c.Label, c.Hint)
		}
	}
	return out
}
