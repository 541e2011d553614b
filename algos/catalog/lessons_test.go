package catalog_test

import (
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/views/lesson"
)

// A lesson links to other demos. They exist, and take the recipe.
func TestLinksToOtherDemos(t *testing.T) {
	for _, d := range catalog.All {
		for _, tag := range append([]string{"en"}, algos.Translations...) {
			text, _ := d.LessonIn(tag)
			tour, _ := d.TourIn(tag)
			sections, err := lesson.Outline(text + "\n\n" + tour)
			if err != nil {
				t.Fatalf("%s in %s: %v", d.ID, tag, err)
			}
			for _, s := range sections {
				for _, l := range s.Links {
					if l.Demo == "" {
						continue
					}
					other, ok := catalog.Find(l.Demo)
					if !ok {
						t.Errorf("%s in %s, %q links to %s: there is no such demo", d.ID, tag, s.Title, l.To())
						continue
					}
					if _, fault := algotest.Opens(t.Context(), other, l); fault != "" {
						t.Errorf("%s in %s, %q links to %s: %s", d.ID, tag, s.Title, l.To(), fault)
					}
				}
			}
		}
	}
}
