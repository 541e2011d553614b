package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/course"
	"playground/lang"
	"playground/views"
	"playground/views/lesson"
	"playground/views/mathml"
)

// lessonText is a demo's lesson, tour and formula. They are typeset once.
type lessonText struct {
	lesson  map[lang.Lang]views.HTML
	tours   map[lang.Lang][]lesson.Stop // as many stops in every language
	formula views.HTML
}

// in returns the lesson in a language, and the language that it has got.
func (t lessonText) in(l lang.Lang) (views.HTML, lang.Lang) {
	if text, ok := t.lesson[l]; ok {
		return text, l
	}
	return t.lesson[lang.English], lang.English
}

// tour returns the tour in a language, and the language that it has got.
func (t lessonText) tour(l lang.Lang) views.Tour {
	stops, ok := t.tours[l]
	if !ok {
		stops, l = t.tours[lang.English], lang.English
	}
	m := views.Tour{Lang: l.String()}
	for _, s := range stops {
		m.Stops = append(m.Stops, views.Stop{
			Title: views.HTML(s.Title), Text: views.HTML(s.Text), Watch: views.HTML(s.Watch),
			Set: s.Board.Words, Query: s.Board.Query, Ref: s.Board.Ref,
		})
	}
	return m
}

// renderLessons typesets what does not depend on a recipe. It fails if a lesson
// does not compile.
func renderLessons(demos []algos.Demo) (map[string]lessonText, error) {
	out := map[string]lessonText{}
	for _, d := range demos {
		t := lessonText{lesson: map[lang.Lang]views.HTML{}}
		var err error
		if t.tours, err = parseTours(d); err != nil {
			return nil, err
		}
		for _, l := range lang.All {
			text, translated := d.LessonIn(l.String())
			if text == "" || l != lang.English && !translated {
				continue
			}
			markup, err := lesson.Render(untitled(text))
			if err != nil {
				return nil, fmt.Errorf("web: the lesson of %s in %s: %w", d.ID, l, err)
			}
			if l != lang.English {
				markup = citations.ReplaceAllString(markup, `<em lang="en">$1</em>`)
			}
			t.lesson[l] = views.HTML(markup)
		}
		if d.Formula != "" {
			markup, err := mathml.Display(d.Formula)
			if err != nil {
				return nil, fmt.Errorf("web: the formula of %s: %w", d.ID, err)
			}
			t.formula = views.HTML(markup)
		}
		out[d.ID] = t
	}
	return out, nil
}

// renderMethods typesets what the demos say of the lecture notes, by language and note.
func renderMethods(demos []algos.Demo, notes []course.Note) (map[lang.Lang]map[string][]views.CourseMethod, error) {
	all := map[lang.Lang]map[string][]views.CourseMethod{}
	for _, l := range lang.All {
		all[l] = map[string][]views.CourseMethod{}
		for _, n := range notes {
			methods, err := methodsOf(demos, n.ID, l)
			if err != nil {
				return nil, err
			}
			all[l][n.ID] = methods
		}
	}
	return all, nil
}

// methodsOf are what the demos say of a lecture note, its notation and its errata, in the order of the demos.
func methodsOf(demos []algos.Demo, note string, l lang.Lang) ([]views.CourseMethod, error) {
	var out []views.CourseMethod
	for _, d := range demos {
		text, translated := d.NotesIn(l.String())
		_, part, ok := strings.Cut("\n"+text, "\n## "+note+"\n")
		if !ok {
			continue
		}
		part, _, _ = strings.Cut(part, "\n## ")
		// The links are to the board of the demo, and this is another page.
		part = strings.NewReplacer("](?", "](/d/"+d.ID+"?", "](#", "](/d/"+d.ID+"#").Replace(part)
		markup, err := lesson.Render(part)
		if err != nil {
			return nil, fmt.Errorf("web: the notes of %s in %s: %w", d.ID, l, err)
		}
		if l != lang.English {
			markup = citations.ReplaceAllString(markup, `<em lang="en">$1</em>`)
		}
		m := views.CourseMethod{ID: d.ID, Title: d.Title, Text: views.HTML(markup), Lang: l.String()}
		if !translated {
			m.Lang = lang.English.String()
		}
		out = append(out, m)
	}
	return out, nil
}

// parseTours reads a demo's tour in all languages that have it.
func parseTours(d algos.Demo) (map[lang.Lang][]lesson.Stop, error) {
	tours := map[lang.Lang][]lesson.Stop{}
	for _, l := range lang.All {
		text, translated := d.TourIn(l.String())
		if text == "" || l != lang.English && !translated {
			continue
		}
		stops, err := lesson.ParseTour(text)
		if err != nil {
			return nil, fmt.Errorf("web: %s in %s: %w", d.ID, l, err)
		}
		tours[l] = stops
	}
	for l, stops := range tours {
		if n := len(tours[lang.English]); len(stops) != n {
			return nil, fmt.Errorf("web: the tour of %s has %d stops in %s, %d in English", d.ID, len(stops), l, n)
		}
	}
	return tours, nil
}

// tourStops is how many stops the tour of a demo has.
func (s *Server) tourStops(demo string) int { return len(s.lessons[demo].tours[lang.English]) }

// keyTour is the name of the stop of a tour in the address of a demo's page.
const keyTour = "tour"

// stopOf takes the stop of a tour out of a query, 0 for none. Where the query says nothing
// else of the run, the one that is returned is that of the stop's board.
func (s *Server) stopOf(d algos.Demo, q url.Values) (int, url.Values, error) {
	text, ok := take(q, keyTour)
	if !ok {
		return 0, q, nil
	}
	tour := s.lessons[d.ID].tours[lang.English]
	if len(tour) == 0 {
		return 0, nil, refusal(http.StatusBadRequest, "error.no-tour").about(keyTour, d.ID)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(tour) {
		return 0, nil, refusal(http.StatusBadRequest, "error.stop", clipped(text), len(tour)).about(keyTour, d.ID)
	}
	if len(q) > 0 {
		return n, q, nil
	}
	board, err := url.ParseQuery(tour[n-1].Board.Query)
	if err != nil {
		return 0, nil, fmt.Errorf("read the board of stop %d of %s: %w", n, d.ID, err)
	}
	return n, board, nil
}

// citations are the titles of books and papers in a lesson: English in every
// language.
var citations = regexp.MustCompile(`<em>([\x20-\x7e\x{C0}-\x{17F}–—’“”]+)</em>`)

// untitled drops a lesson's own title, because the page shows the demo's. It
// raises the headings below the title by one level, except for those that fold.
func untitled(markdown string) string {
	lines := strings.Split(markdown, "\n")
	if strings.HasPrefix(lines[0], "# ") {
		lines = lines[1:]
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "##") && !strings.HasPrefix(line, "####") {
			lines[i] = line[1:]
		}
	}
	return strings.Join(lines, "\n")
}
