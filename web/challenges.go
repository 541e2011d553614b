package web

import (
	"net/http"
	"net/url"
	"regexp"

	"playground/algos"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/lesson"
)

// challengesPage answers with the goals of all demos.
func (s *Server) challengesPage(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.ChallengesPage(s.challenges(lang.From(r.Context())), s.cfg.Receipts.Sign != nil, len(s.cfg.Receipts.known()) > 0))
}

// challenges are the goals of the demos that have any, in the order of the
// configuration.
func (s *Server) challenges(l lang.Lang) []views.Challenges {
	var all []views.Challenges
	for _, d := range s.cfg.Demos {
		if len(d.Goals) > 0 {
			all = append(all, views.Challenges{DemoName: views.DemoName{ID: d.ID, Title: d.Title}, Goals: s.goals(l, d)})
		}
	}
	return all
}

// goals are a demo's goals in a language.
func (s *Server) goals(l lang.Lang, d algos.Demo) []views.Goal {
	types, book := s.types.in(l), d.Book(l.String())
	said := func(text string) views.HTML { return types.inline(say.Phrase(text).In(book)) }
	goals := make([]views.Goal, len(d.Goals))
	for i, g := range d.Goals {
		start := encoded(g.Start)
		goals[i] = views.Goal{
			ID: g.ID, Text: said(g.Text), Hint: said(g.Hint), English: []string{g.Text, g.Hint}, Start: start, Fewer: g.Fewer,
			Link: "/d/" + d.ID + "?" + start + "#goal-" + g.ID,
		}
	}
	return goals
}

// encoded is a query as it stands in an address: what a demo writes may have spaces.
func encoded(query string) string {
	q, err := url.ParseQuery(query)
	if err != nil {
		return query // the contract does not let it be
	}
	return q.Encode()
}

var partHeading = regexp.MustCompile(`<h3[^>]*>(.*?)</h3>`)

// atBreak cuts a lesson at the end of the part that tells how to break the method; at its
// own end if it has no such part.
func atBreak(text views.HTML) (before, after views.HTML) {
	found := false
	for _, at := range partHeading.FindAllStringSubmatchIndex(string(text), -1) {
		if found {
			return text[:at[0]], text[at[0]:]
		}
		for _, headings := range lesson.Headings {
			found = found || string(text[at[2]:at[3]]) == headings[lesson.BreakPart]
		}
	}
	return text, ""
}
