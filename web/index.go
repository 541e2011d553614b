package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"playground/algos/course"
	"playground/lang"
	"playground/views/mathml"
)

// An index is what the search finds besides the words of the cards, by titles without markup.
type index struct {
	Runs     map[string][]found  `json:"runs"`  // the presets of each demo
	Names    map[string][]string `json:"names"` // its id and its title in every language: whoever types one means this demo
	Words    map[string][]string `json:"words"` // its other names and abbreviations
	With     map[string][]string `json:"with"`  // the demos that it can be compared with
	Sections []found             `json:"sections"`
	Site     []named             `json:"site"`   // what the site does
	Coming   []named             `json:"coming"` // the methods that are to come
}

// named is what is found by its title and by other words. It leads nowhere if it is to come.
type named struct {
	Title string   `json:"title"`
	To    string   `json:"to,omitempty"`
	Words []string `json:"words"`
}

// found is a title and where it leads.
type found struct {
	Title string `json:"title"`
	To    string `json:"to"`
}

// newIndex makes the index in a language when it is first asked for.
func (s *Server) newIndex() map[lang.Lang]func() []byte {
	all := map[lang.Lang]func() []byte{}
	for _, l := range lang.All {
		all[l] = sync.OnceValue(func() []byte {
			body, err := json.Marshal(s.indexIn(l))
			if err != nil {
				panic(fmt.Sprintf("web: encode the index: %v", err)) // strings are always encoded
			}
			return body
		})
	}
	return all
}

func (s *Server) indexIn(l lang.Lang) index {
	x := index{
		Runs: map[string][]found{}, Names: map[string][]string{}, Words: map[string][]string{}, With: s.comparable(),
		Sections: []found{}, Site: s.featuresIn(l), Coming: []named{},
	}
	for _, d := range s.cfg.Demos {
		x.Names[d.ID] = []string{strings.ReplaceAll(d.ID, "-", " "), d.Title}
		for _, other := range lang.All {
			if title, ok := d.Book(other.String())[d.Title]; ok {
				x.Names[d.ID] = append(x.Names[d.ID], title)
			}
		}
		x.Words[d.ID] = phrases(d.Keywords)
		ctx := lang.WithBook(lang.With(context.Background(), l), d.Book(l.String()))
		for _, p := range d.Presets {
			x.Runs[d.ID] = append(x.Runs[d.ID], found{lang.Said(ctx, p.Title), "/d/" + d.ID + "?" + url.Values{"preset": {p.ID}}.Encode()})
		}
	}
	for _, n := range s.cfg.Courses {
		for _, section := range n.Sections {
			title := strings.TrimSpace(n.ID+" "+section.Label()) + " · " + mathml.PlainInline(section.Title.In(l.String()))
			x.Sections = append(x.Sections, found{title, "/course/" + n.ID + "#" + section.ID})
		}
	}
	for _, m := range course.Coming(slices.Collect(maps.Keys(s.demos))) {
		words := append(phrases(m.Words), m.ID, m.Title.EN, m.Title.ZH)
		x.Coming = append(x.Coming, named{Title: m.Title.In(l.String()), Words: words})
	}
	return x
}

// comparable returns by demo the others that take the data with which it opens.
func (s *Server) comparable() map[string][]string {
	with := map[string][]string{}
	for _, d := range s.cfg.Demos {
		r, err := d.Recipe("")
		if err != nil {
			continue
		}
		partners, err := s.partners(side{demo: d, recipe: r})
		if err != nil {
			continue
		}
		for _, b := range partners {
			with[d.ID] = append(with[d.ID], b.demo.ID)
		}
	}
	return with
}

// finds answers with the index.
func (s *Server) finds(w http.ResponseWriter, r *http.Request) error {
	vary(w)
	send(w, r, "application/json; charset=utf-8", "find.json", s.index[lang.From(r.Context())]())
	return nil
}
