package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"playground/lang"
	"playground/views/mathml"
)

// An index is what the search finds besides demos, by titles without markup.
type index struct {
	Runs     map[string][]found `json:"runs"` // the presets of each demo
	Sections []found            `json:"sections"`
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
	x := index{Runs: map[string][]found{}, Sections: []found{}}
	for _, d := range s.cfg.Demos {
		ctx := lang.WithBook(lang.With(context.Background(), l), d.Book(l.String()))
		for _, p := range d.Presets {
			x.Runs[d.ID] = append(x.Runs[d.ID], found{lang.Said(ctx, p.Title), "/d/" + d.ID + "?" + url.Values{"preset": {p.ID}}.Encode()})
		}
	}
	for _, n := range s.cfg.Courses {
		for _, section := range n.Sections {
			title := n.ID + " " + section.ID + " · " + mathml.PlainInline(section.Title.In(l.String()))
			x.Sections = append(x.Sections, found{title, "/course/" + n.ID + "#" + section.ID})
		}
	}
	return x
}

// finds answers with the index.
func (s *Server) finds(w http.ResponseWriter, r *http.Request) error {
	vary(w)
	send(w, r, "application/json; charset=utf-8", "find.json", s.index[lang.From(r.Context())]())
	return nil
}
