package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"playground/algos"
	"playground/algos/course"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
)

// Names in an address: of the section that a reader came from, "003.E", and of the question
// that is asked.
const (
	keyCourse = "course"
	keyAsk    = "ask"
)

// newCourses typesets the pages of all notes in a language when they are first asked for.
func (s *Server) newCourses() map[lang.Lang]func() []views.Course {
	pages := map[lang.Lang]func() []views.Course{}
	for _, l := range lang.All {
		pages[l] = sync.OnceValue(func() []views.Course {
			var all []views.Course
			for _, n := range s.cfg.Courses {
				all = append(all, s.typesetCourse(n, l))
			}
			return all
		})
	}
	return pages
}

// course answers with the page of a lecture note.
func (s *Server) course(w http.ResponseWriter, r *http.Request) error {
	all, id := s.courses[lang.From(r.Context())](), chi.URLParam(r, "note")
	i := slices.IndexFunc(all, func(c views.Course) bool { return c.ID == id })
	if i < 0 {
		var ids []string
		for _, c := range all {
			ids = append(ids, c.ID)
		}
		return refusal(http.StatusNotFound, "error.note", clipped(id), join(ids))
	}
	return s.page(w, r, views.CoursePage(all[i], all))
}

// typesetCourse makes the page of a note in a language. What the server does not have
// is to come.
func (s *Server) typesetCourse(n course.Note, l lang.Lang) views.Course {
	tag := l.String()
	home := homes(n)
	c := views.Course{ID: n.ID, Title: mathml.PlainInline(n.Title.In(tag)), About: s.types.inline(n.About.In(tag)), Author: n.Author}
	for _, section := range n.Sections {
		title := section.Title.In(tag)
		v := views.CourseSection{
			ID: section.ID, Label: section.Label(), Where: section.Where.In(tag),
			Title: s.types.inline(title), Plain: mathml.PlainInline(title),
		}
		later := slices.Clone(section.Later)
		key := course.Key(n.ID, section.ID)
		for _, link := range section.Demos {
			d, ok := s.demos[link.Demo]
			if !ok {
				if !slices.Contains(later, link.Demo) {
					later = append(later, link.Demo)
				}
				continue
			}
			if under := link.Under.In(tag); under != "" || len(v.Parts) == 0 {
				v.Parts = append(v.Parts, views.CoursePart{Title: s.types.inline(under)})
			}
			part := &v.Parts[len(v.Parts)-1]
			part.Links = append(part.Links, s.courseLink(d, link, key, tag))
			if home[d.ID] == section.ID {
				delete(home, d.ID)
				v.Goals = append(v.Goals, s.courseGoals(l, d, key)...)
			}
		}
		for _, link := range section.Ask {
			if d, ok := s.demos[link.Demo]; ok {
				ask := s.courseLink(d, link, key, tag)
				ask.To += "&" + keyAsk + "=" + link.Asked()
				v.Ask = append(v.Ask, ask)
			}
		}
		for _, id := range later {
			if coming, ok := course.ComingTitle(id); ok {
				v.Later = append(v.Later, coming.In(tag))
			}
		}
		for _, slip := range section.Slips {
			v.Slips = append(v.Slips, s.types.inline(slip.In(tag)))
		}
		c.Sections = append(c.Sections, v)
	}
	c.Methods = s.methods[l][n.ID]
	return c
}

// homes are the sections that have the goals of demos: of each demo the one with most links to it.
func homes(n course.Note) map[string]string {
	home, most := map[string]string{}, map[string]int{}
	for _, section := range n.Sections {
		links := map[string]int{}
		for _, link := range section.Demos {
			if links[link.Demo]++; links[link.Demo] > most[link.Demo] {
				home[link.Demo], most[link.Demo] = section.ID, links[link.Demo]
			}
		}
	}
	return home
}

func (s *Server) courseLink(d algos.Demo, link course.Link, section, tag string) views.CourseLink {
	text := link.Text.In(tag)
	v := views.CourseLink{
		Key: section + " " + link.Address(), To: onCourse(link, section),
		Text: s.types.inline(text), Plain: mathml.PlainInline(text), Demo: d.Title,
	}
	if q, err := url.ParseQuery(link.Query); err == nil {
		v.Step = q.Get("step")
	}
	return v
}

// courseGoals are the challenges of a demo; each begins on its own board.
func (s *Server) courseGoals(l lang.Lang, d algos.Demo, section string) []views.CourseLink {
	var out []views.CourseLink
	for _, g := range s.goals(l, d) {
		to := onCourse(course.Link{Demo: d.ID, Query: g.Start}, section) + "#goal-" + g.ID
		out = append(out, views.CourseLink{To: to, Text: g.Text, Demo: d.Title})
	}
	return out
}

// onCourse is the address of a link for a reader on the way through a course. The rest
// of it stays as the note has it, which is as short as it can be.
func onCourse(link course.Link, section string) string {
	query := keyCourse + "=" + section
	if link.Query != "" {
		query = link.Query + "&" + query
	}
	return "/d/" + link.Demo + "?" + query
}

// along is where a reader stands who came to a demo by a section of a course. The key is
// checked: empty is no course, and an unknown one is refused.
func (s *Server) along(l lang.Lang, d algos.Demo, q url.Values) (*views.Along, error) {
	key, given := take(q, keyCourse)
	if !given {
		return nil, nil
	}
	n, section, ok := course.Find(s.cfg.Courses, key)
	if !ok {
		return nil, refusal(http.StatusBadRequest, "error.course", clipped(key)).about(keyCourse, d.ID)
	}
	stops := s.stops(n)
	at := place(stops, section.ID, d, q)
	tag := l.String()
	title := mathml.PlainInline(section.Title.In(tag))
	a := &views.Along{
		Short: strings.TrimSpace(n.ID + " " + section.Label()),
		Here:  views.Way{To: "/course/" + n.ID + "#" + section.ID, Title: title, Said: true},
		At:    at + 1, All: len(stops),
	}
	to := func(s stop) *views.Way {
		return &views.Way{To: onCourse(s.link, course.Key(n.ID, s.section)), Title: mathml.PlainInline(s.link.Text.In(tag)), Said: true}
	}
	if at > 0 {
		a.Back = to(stops[at-1])
	}
	if at >= 0 && at+1 < len(stops) {
		a.Next = to(stops[at+1])
	}
	if q.Get(keyAsk) == course.AskText {
		if a.Question = s.courseQuestion(key, section, d, q, tag); a.Question == nil {
			return nil, refusal(http.StatusBadRequest, "error.ask-text").about(keyAsk, d.ID)
		}
	}
	return a, nil
}

// courseQuestion is the text that a section asks on a board. It is taken out of the query,
// of which the rest is the board's; nil: the section asks nothing there.
func (s *Server) courseQuestion(key string, section course.Section, d algos.Demo, q url.Values, tag string) *views.CourseQuestion {
	q.Del(keyAsk)
	board, err := d.ParseRecipe(q)
	if err != nil {
		return nil // told where the page reads it
	}
	link, ok := section.Asks(d, board)
	if !ok {
		return nil
	}
	v := views.CourseQuestion{Text: s.types.inline(link.Text.In(tag)), Answer: link.Answer}
	answer := maps.Clone(q)
	answer.Set("step", link.Answer)
	v.To = onCourse(course.Link{Demo: d.ID, Query: answer.Encode()}, key)
	return &v
}

// A stop is a link of a course to what the server has.
type stop struct {
	section string
	link    course.Link
}

// stops are the links of a note in their order.
func (s *Server) stops(n course.Note) []stop {
	var out []stop
	for _, section := range n.Sections {
		for _, link := range section.Demos {
			if _, ok := s.demos[link.Demo]; ok {
				out = append(out, stop{section.ID, link})
			}
		}
	}
	return out
}

// place finds the stop at which a reader is: the one of the section that says the same as
// the address, or else one with the same preset, or else one of the same demo; -1 if the
// section has nothing of it.
func place(stops []stop, section string, d algos.Demo, q url.Values) int {
	best, at := 0, -1
	for i, s := range stops {
		if s.section != section || s.link.Demo != d.ID {
			continue
		}
		own, err := url.ParseQuery(s.link.Query)
		if err != nil {
			continue
		}
		near := 1
		switch {
		case own.Encode() == q.Encode():
			near = 3
		case own.Get("preset") == q.Get("preset"):
			near = 2
		}
		if near > best {
			best, at = near, i
		}
	}
	return at
}
