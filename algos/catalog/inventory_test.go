package catalog_test

import (
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/course"
)

// An item is something that a note teaches and a demo shows: a method, or a worked
// number, under the name that it has in the inventory of the note.
type item struct {
	Is    string   // what it is
	Demos []string // those that show it
}

func inventory(t *testing.T) map[string]map[string]item {
	t.Helper()
	text, err := os.ReadFile("testdata/inventory.json")
	if err != nil {
		t.Fatal(err)
	}
	var items map[string]map[string]item
	if err := json.Unmarshal(text, &items); err != nil {
		t.Fatal(err)
	}
	return items
}

// Whatever a note teaches and a demo shows is linked from the note, to every demo
// that shows it.
func TestNotesLinkToAllThatIsShown(t *testing.T) {
	items := inventory(t)
	for _, n := range course.All() {
		for id, i := range items[n.ID] {
			for _, demo := range i.Demos {
				if !linked(n, id, demo) {
					t.Errorf("note %s links %s (%s) to no run of %s", n.ID, id, i.Is, demo)
				}
			}
		}
		delete(items, n.ID)
	}
	for id := range items {
		t.Errorf("the inventory has note %s, and there is no such note", id)
	}
}

// A link shows only what its demo can show.
func TestNotesNameItemsThatThereAre(t *testing.T) {
	items := inventory(t)
	for _, n := range course.All() {
		for _, s := range n.Sections {
			for _, l := range slices.Concat(s.Demos, s.Ask) {
				for _, id := range l.Items {
					if i, ok := items[n.ID][id]; !ok || !slices.Contains(i.Demos, l.Demo) {
						t.Errorf("%s: %s is said to show %q, which the inventory does not say", course.Key(n.ID, s.ID), l.Address(), id)
					}
				}
			}
		}
	}
}

// Every demo is part of the course of each note that it refers to, and the inventory
// says what of that note it shows.
func TestNotesLinkToDemosThatReferToThem(t *testing.T) {
	items := inventory(t)
	for _, d := range catalog.All {
		for _, r := range d.Refs {
			i := slices.IndexFunc(course.All(), func(n course.Note) bool { return n.ID == r.Source })
			if i < 0 {
				continue // a paper or a book
			}
			if !slices.ContainsFunc(links(course.All()[i]), func(l course.Link) bool { return l.Demo == d.ID }) {
				t.Errorf("%s refers to note %s, which has no link to it", d.ID, r.Source)
			}
			if !shown(items[r.Source], d) {
				t.Errorf("%s refers to note %s, and the inventory has nothing that it shows", d.ID, r.Source)
			}
		}
	}
}

// A question is asked at a step that something comes after: the board answers it, either by the
// demo's own question, which fits the step, or at the step that the note names.
func TestNotesAskBeforeTheEnd(t *testing.T) {
	for _, n := range course.All() {
		for _, s := range n.Sections {
			for _, l := range s.Ask {
				q, err := url.ParseQuery(l.Query)
				if err != nil {
					t.Fatal(err)
				}
				step, err := strconv.Atoi(q.Get("step"))
				if err != nil {
					t.Errorf("%s: the question %s names no step", course.Key(n.ID, s.ID), l.Address())
					continue
				}
				d, _ := catalog.Find(l.Demo)
				answer, err := algos.ParseStep(l.Answer)
				if err != nil || answer == algos.Last {
					answer = step + 1 // there is an end
				}
				switch now, last := stepOf(t, d, q.Encode(), step, answer); {
				case answer <= step || last < answer:
					t.Errorf("%s: %s is answered at step %d of %d", course.Key(n.ID, s.ID), l.Address(), answer, last)
				case l.Question != "":
					question, err := d.Question(l.Question)
					if err != nil {
						t.Fatal(err)
					}
					if _, fits := question.Fits(now); !fits {
						t.Errorf("%s: %s asks %s, which does not fit the step", course.Key(n.ID, s.ID), l.Address(), l.Question)
					}
				}
			}
		}
	}
}

// stepOf goes through a run up to a later step. It returns the step that is asked for, and
// how far it came.
func stepOf(t *testing.T, d algos.Demo, query string, step, most int) (now algos.Step, last int) {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	last = -1
	for s := range steps {
		if last++; last == step {
			now = s
		}
		if last == most {
			break
		}
	}
	return now, last
}

func shown(items map[string]item, d algos.Demo) bool {
	for _, i := range items {
		if slices.Contains(i.Demos, d.ID) {
			return true
		}
	}
	return false
}

func linked(n course.Note, id, demo string) bool {
	return slices.ContainsFunc(links(n), func(l course.Link) bool { return l.Demo == demo && slices.Contains(l.Items, id) })
}

// links are those of all sections of a note, without its questions.
func links(n course.Note) []course.Link {
	var all []course.Link
	for _, s := range n.Sections {
		all = append(all, s.Demos...)
	}
	return all
}
