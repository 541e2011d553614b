package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/go-chi/chi/v5"

	"playground/algos"
	"playground/algos/course"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
)

// shelfID is a family's name as it stands in an address: its words, joined by hyphens.
func shelfID(family string) string {
	words := strings.FieldsFunc(strings.ToLower(family), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// shelfWas are addresses that families had before, with those of today.
var shelfWas = map[string]string{
	"margins": "support-vector-machines", "linear-classifiers": "linear-models-for-classification", "ensembles": "trees-and-ensembles",
	"components": "dimensionality-reduction", "mixtures": "clustering-and-mixtures", "autoencoders": "neural-networks",
}

// shelf answers with all demos of a family.
func (s *Server) shelf(w http.ResponseWriter, r *http.Request) error {
	all, id := s.shelves(), chi.URLParam(r, "family")
	i := slices.IndexFunc(all, func(f views.Shelf) bool { return f.ID == id })
	if now, moved := shelfWas[id]; i < 0 && moved {
		to := url.URL{Path: "/shelf/" + now, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return nil
	}
	if i < 0 {
		var ids []string
		for _, f := range all {
			ids = append(ids, f.ID)
		}
		return refusal(http.StatusNotFound, "error.shelf", clipped(id), join(ids))
	}
	return s.page(w, r, views.ShelfPage(all[i], all))
}

// ways are the places around a demo.
func (s *Server) ways(l lang.Lang, d algos.Demo) views.Ways {
	w := views.Ways{Notes: s.wayNotes(l, d), Family: d.Family, Shelf: "/shelf/" + shelfID(d.Family)}
	for _, ref := range d.Refs {
		to := ""
		if s.hasNote(ref.Source) {
			to = "/course/" + ref.Source
		}
		source := course.CiteAll(s.cfg.Courses, ref.Source, lang.English.String()) // as the rest of the list
		w.Refs = append(w.Refs, views.WayRef{Source: source, Where: ref.Where, To: to})
	}
	for _, id := range d.Prerequisites {
		if before, ok := s.demos[id]; ok {
			w.Before = append(w.Before, wayTo(l, before))
		}
	}
	for _, other := range s.cfg.Demos {
		switch {
		case slices.Contains(other.Prerequisites, d.ID):
			w.Next = append(w.Next, wayTo(l, other))
		case other.Family == d.Family && other.ID != d.ID && !slices.Contains(d.Prerequisites, other.ID):
			w.Beside = append(w.Beside, wayTo(l, other))
		}
	}
	return w
}

// wayTo leads to a demo by its title, in the language if it has one there.
func wayTo(l lang.Lang, d algos.Demo) views.Way {
	ctx := lang.WithBook(lang.With(context.Background(), l), d.Book(l.String()))
	return views.Way{To: "/d/" + d.ID, Title: lang.Said(ctx, d.Title), Said: lang.Knows(ctx, d.Title)}
}

func (s *Server) hasNote(id string) bool {
	return slices.ContainsFunc(s.cfg.Courses, func(n course.Note) bool { return n.ID == id })
}

// wayNotes are the notes that speak of a demo: those that it refers to, and those with a
// section that links to it.
func (s *Server) wayNotes(l lang.Lang, d algos.Demo) []views.WayNote {
	var out []views.WayNote
	for _, n := range s.cfg.Courses {
		note := views.WayNote{ID: n.ID, Name: n.Name.In(l.String()), To: "/course/" + n.ID}
		var said []string
		for _, ref := range d.Refs {
			if ref.Source == n.ID {
				said = append(said, ref.Where)
			}
		}
		if note.Tip = strings.Join(said, "; "); l != lang.English {
			note.Tip = "" // what demos refer to is English; the sections say it too
		}
		for _, section := range n.Sections {
			if slices.ContainsFunc(section.Demos, func(link course.Link) bool { return link.Demo == d.ID }) {
				title := mathml.PlainInline(section.Title.In(l.String()))
				note.Sections = append(note.Sections, views.Way{
					To: note.To + "#" + section.ID, Short: section.Label(), Called: n.Called(section.ID, l.String()), Title: title, Said: true,
				})
			}
		}
		if note.Tip == "" {
			note.Tip = titles(note.Sections)
		}
		note.Tip = note.Name + ": " + note.Tip
		if len(said) > 0 || len(note.Sections) > 0 {
			out = append(out, note)
		}
	}
	return out
}

// titles are the sections with their titles, for a tooltip.
func titles(sections []views.Way) string {
	all := make([]string, len(sections))
	for i, s := range sections {
		all[i] = strings.TrimSpace(s.Short + " " + s.Title)
	}
	return strings.Join(all, " · ")
}
