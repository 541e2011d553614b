package catalogtest

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/course"
	"playground/lang"
	"playground/views/mathml"
	"playground/web"
)

// Every section of every note is on its page, in both languages, and every link of it
// opens: its address is read without a word that means nothing.
func TestCoursesAreShown(t *testing.T) {
	s := everything(t)
	for _, n := range course.All() {
		var stops []course.Link // to demos that there are
		for _, section := range n.Sections {
			for _, link := range section.Demos {
				if _, ok := catalog.Find(link.Demo); ok {
					stops = append(stops, link)
				}
			}
		}
		for _, l := range lang.All {
			r := get(t, s, "/course/"+n.ID+"?lang="+l.String(), "Accept", page)
			text := body(t, r)
			if r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d", n.ID, r.StatusCode)
			}
			for _, section := range n.Sections {
				if !strings.Contains(text, `<section id="`+section.ID+`"`) {
					t.Errorf("%s in %s has no section %s", n.ID, l, section.ID)
				}
			}
			for _, d := range catalog.All {
				shown := slices.ContainsFunc(stops, func(at course.Link) bool { return at.Demo == d.ID })
				for _, g := range d.Goals {
					if n := strings.Count(text, "#goal-"+g.ID+`"`); shown && n == 0 {
						t.Errorf("the course has no challenge %s of %s", g.ID, d.ID)
					}
				}
			}
			if ticks, links := strings.Count(text, "data-tick="), len(stops); ticks != links {
				t.Errorf("%s in %s: %d ticks for %d links", n.ID, l, ticks, links)
			}
		}
	}
}

// What a note says is typeset: a formula that does not compile would be shown as it was
// written.
func TestCoursesCompile(t *testing.T) {
	for _, n := range course.All() {
		for _, text := range texts(n) {
			for _, l := range lang.All {
				if _, err := mathml.Inline(text.In(l.String())); err != nil {
					t.Errorf("%s in %s: %v", n.ID, l, err)
				}
			}
		}
	}
}

func TestWhatIsNotThereIsSaidInWords(t *testing.T) {
	s := everything(t)
	if r := get(t, s, "/course"); r.Header.Get("Location") != "/#courses" {
		t.Errorf("without a note one is sent to %q", r.Header.Get("Location"))
	}
	for path, says := range map[string]string{
		"/course/999":                         "There is no lecture note",
		"/course/" + strings.Repeat("x", 300): "There is no lecture note",
		"/shelf/none":                         "There is no family",
		"/course/003/E":                       "No page has this address",
		"/course/003?lang=klingon":            "is not one of",
	} {
		r := get(t, s, path)
		if got := body(t, r); r.StatusCode < 400 || r.StatusCode >= 500 || !strings.Contains(got, says) {
			t.Errorf("%s: %d %q, want %q", path, r.StatusCode, got, says)
		}
	}
}

// A made-up course: two sections over two demos.
func smallCourse() []course.Note {
	link := func(demo, query, text string) course.Link {
		return course.Link{Demo: demo, Query: query, Text: course.Text{EN: text, ZH: text}}
	}
	title := course.Text{EN: "Title", ZH: "标题"}
	return []course.Note{{ID: "003", Title: title, About: title, Name: title, Part: course.Text{EN: "part %s", ZH: "第 %s 部分"}, Sections: []course.Section{
		{ID: "A", Title: title, Demos: []course.Link{link("perceptron", "", "first"), link("naive-bayes", "", "later")}},
		{ID: "B", Title: title, Demos: []course.Link{link("perceptron", "preset=trace&step=2", "second"), link("perceptron", "preset=cycle", "third"), link("svm", "", "fourth")}},
	}}}
}

func TestTheWayAlongACourse(t *testing.T) {
	s, err := web.New(web.Config{Demos: catalog.All, Courses: smallCourse(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/d/perceptron?course=003.A":                     "1 of 4, on to /d/perceptron?preset=trace&step=2&course=003.B",
		"/d/perceptron?preset=trace&step=2&course=003.B": "2 of 4, back to /d/perceptron?course=003.A, on to /d/perceptron?preset=cycle&course=003.B",
		"/d/perceptron?preset=trace&step=9&course=003.B": "2 of 4, back to /d/perceptron?course=003.A, on to /d/perceptron?preset=cycle&course=003.B",
		"/d/perceptron?preset=xor&course=003.B":          "2 of 4, back to /d/perceptron?course=003.A, on to /d/perceptron?preset=cycle&course=003.B",
		"/d/svm?C=3&course=003.B":                        "4 of 4, back to /d/perceptron?preset=cycle&course=003.B",
		"/d/svm?course=003.A":                            "nowhere",
		"/d/svm":                                         "",
	} {
		got := ""
		text := body(t, get(t, s, path, "Accept", page))
		if _, nav, ok := strings.Cut(text, `<div class="along">`); ok {
			nav, _, _ = strings.Cut(nav, "</div>")
			got = "nowhere"
			if at := regexp.MustCompile(`\d+ of \d+`).FindString(nav); at != "" {
				got = at
			}
			for _, way := range [][2]string{{"prev", "back"}, {"next", "on"}} {
				if m := regexp.MustCompile(`rel="` + way[0] + `" href="([^"]*)"`).FindStringSubmatch(nav); m != nil {
					got += ", " + way[1] + " to " + strings.ReplaceAll(m[1], "&amp;", "&")
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if strings.Contains(text, "data-notice") {
			t.Errorf("%s: part of the link means nothing", path)
		}
	}
	for tag, want := range map[string]string{"en": "Coming: Naive Bayes", "zh": "即将推出：朴素贝叶斯"} {
		if text := body(t, get(t, s, "/course/003?lang="+tag, "Accept", page)); !strings.Contains(text, want) || strings.Contains(text, "naive-bayes") {
			t.Errorf("in %s what is to come is not said by its title", tag)
		}
	}
}

// What a course asks is asked on the board that it opens: in its own words above the board,
// with the step that answers behind a button, or by the demo, which judges the answer. The
// blue button does not say what comes.
func TestCoursesAskOnTheBoard(t *testing.T) {
	s := everything(t)
	next := map[lang.Lang]string{lang.English: "Next step", lang.Chinese: "下一步"}
	for _, n := range course.All() {
		for _, section := range n.Sections {
			for _, link := range section.Ask {
				path := "/d/" + link.Address() + "&course=" + course.Key(n.ID, section.ID) + "&ask=" + link.Asked()
				for _, l := range lang.All {
					if !strings.Contains(body(t, get(t, s, "/course/"+n.ID)), strings.ReplaceAll(path, "&", "&amp;")) {
						t.Errorf("the course does not lead to %s", path)
					}
					text := body(t, get(t, s, path+"&lang="+l.String(), "Accept", page))
					if strings.Contains(text, "data-notice") || !strings.Contains(text, "<span data-next>"+next[l]+"</span>") {
						t.Errorf("%s in %s: the button says what comes, or a part of the link means nothing", path, l)
					}
					words, err := mathml.Inline(link.Text.In(l.String()))
					if err != nil {
						t.Fatal(err)
					}
					switch asked := strings.Contains(text, words) && strings.Contains(text, `data-course-question="`+link.Answer+`"`); {
					case link.Question == "" && !asked:
						t.Errorf("%s in %s: the question is not on the board", path, l)
					case link.Question != "" && (asked || !strings.Contains(text, `data-asks="`+link.Question+`"`)):
						t.Errorf("%s in %s: the demo does not ask", path, l)
					}
				}
			}
		}
	}
	// A board that is none of the section's opens without the question, and says so.
	for _, path := range []string{"/d/svm?preset=moons&course=002.3&ask=note", "/d/svm?preset=triple&step=0&ask=note"} {
		if text := body(t, get(t, s, path, "Accept", page)); !strings.Contains(text, "data-notice") || strings.Contains(text, "data-course-question") {
			t.Errorf("%s asks, or does not say that it cannot", path)
		}
	}
}

// A course page speaks of the notes: not of files, of what is built or of ids. The courses can be told
// from each other by their titles.
func TestCoursesSpeakOfTheNotes(t *testing.T) {
	s := everything(t)
	id := regexp.MustCompile(`>[^<]*\b(pac-finite|vc-dimension|cramer-rao|gradient-descent|naive-bayes)\b[^<]*<`)
	workshop := regexp.MustCompile(`(?i)not built|not available yet|尚未制作|\blines? [0-9]|[0-9] ?行[）。]|without text|(a|are) titles? only`)
	for _, n := range course.All() {
		for _, l := range lang.All {
			text := body(t, get(t, s, "/course/"+n.ID+"?lang="+l.String()))
			if bad := workshop.FindString(text); bad != "" {
				t.Errorf("%s in %s says %q", n.ID, l, bad)
			}
			if found := id.FindString(text); found != "" {
				t.Errorf("%s in %s names a demo by its id: %s", n.ID, l, found)
			}
		}
		for _, other := range course.All() {
			if n.ID != other.ID && (strings.HasSuffix(other.Title.EN, n.Title.EN) || strings.HasPrefix(other.Title.EN, n.Title.EN)) {
				t.Errorf("%q and %q cannot be told apart", n.Title.EN, other.Title.EN)
			}
		}
		if by := strings.Fields(strings.NewReplacer(",", " ", "(", " ").Replace(n.Author)); len(by) > 0 && !slices.ContainsFunc(by, func(word string) bool {
			return len(word) > 2 && strings.Contains(n.Title.EN, word)
		}) {
			t.Errorf("%q does not name who wrote it: %s", n.Title.EN, n.Author)
		}
	}
}

// A stranger's key is refused in words, and costs a reader nothing but itself.
func TestKeysOfCoursesAreChecked(t *testing.T) {
	s := everything(t)
	for _, key := range []string{"", "003", "999.A", "003.none", strings.Repeat("a.", 2000), "<b>"} {
		path := "/d/perceptron?course=" + key
		if r := get(t, s, path); r.StatusCode != http.StatusBadRequest || !strings.Contains(body(t, r), "course: there is no section") {
			t.Errorf("%.40s: %d", path, r.StatusCode)
		}
		if text := body(t, get(t, s, path, "Accept", page)); !strings.Contains(text, "data-notice") || !strings.Contains(text, `id="board"`) {
			t.Errorf("%.40s: the page does not open without it", path)
		}
	}
	// What takes the address of a page as it is, takes it with the key.
	if r := get(t, s, "/d/perceptron/points.csv?course=003.E"); r.StatusCode != http.StatusOK {
		t.Errorf("the points: %d", r.StatusCode)
	}
}

// The labels of worked examples are explained where they stand.
func TestChecksExplainTheirLabels(t *testing.T) {
	s := everything(t)
	for tag, want := range map[string]string{"en": "worked examples: N8, W41 or 2B-14", "zh": "N8、W41 或 2B-14"} {
		if text := body(t, get(t, s, "/checks/perceptron?lang="+tag, "Accept", page)); !strings.Contains(text, want) {
			t.Errorf("the checks in %s do not explain W41", tag)
		}
	}
}

// A demo's page leads on: to what comes before and after it, to the others of its family, and
// to the notes that it refers to.
func TestWaysBetweenDemos(t *testing.T) {
	t.Parallel()
	s := everything(t)
	for _, d := range catalog.All {
		text := body(t, get(t, s, "/d/"+d.ID+"?lang=zh", "Accept", page))
		ways := slices.Clone(d.Prerequisites)
		for _, other := range catalog.All {
			if slices.Contains(other.Prerequisites, d.ID) || other.Family == d.Family && other.ID != d.ID {
				ways = append(ways, other.ID)
			}
		}
		for _, way := range ways {
			if !strings.Contains(text, `href="/d/`+way+`"`) {
				t.Errorf("%s does not lead to %s", d.ID, way)
			}
		}
		for _, n := range course.All() {
			if slices.ContainsFunc(d.Refs, func(r algos.Ref) bool { return r.Source == n.ID }) && !strings.Contains(text, `href="/course/`+n.ID) {
				t.Errorf("%s does not lead to the note %s", d.ID, n.ID)
			}
		}
	}
}

// The front page shows some cards of a large family, and its shelf all.
func TestShelvesAreShort(t *testing.T) {
	var demos []algos.Demo
	for i := range 7 {
		d := catalog.All[i]
		d.Family = "Online learning"
		demos = append(demos, d)
	}
	s := newServer(t, demos, web.Limits{})
	home, shelf := body(t, get(t, s, "/")), body(t, get(t, s, "/shelf/online-learning"))
	if !strings.Contains(home, `href="/shelf/online-learning"`) || !strings.Contains(home, "all 7") {
		t.Error("the front page does not lead to the whole shelf")
	}
	for _, d := range demos {
		for name, text := range map[string]string{"the front page, which is searched": home, "the shelf": shelf} {
			if !strings.Contains(text, fmt.Sprintf(`data-card=%q`, d.ID)) {
				t.Errorf("%s is not on %s", d.ID, name)
			}
		}
	}
	if text := body(t, get(t, everything(t), "/")); strings.Contains(text, "all 4") {
		t.Error("a shelf that is short has a page for the rest")
	}
}

// The index knows every preset and every section, in the page's language.
func TestTheIndexKnowsRunsAndSections(t *testing.T) {
	s := everything(t)
	for l, want := range map[string][]string{
		"en": {"A cycle of 17 updates", "/d/perceptron?preset=cycle", "003 · ", "/course/003#E"},
		"zh": {"/d/perceptron?preset=cycle", "003 · ", "感知机"},
	} {
		r := get(t, s, "/find.json?lang="+l)
		text := body(t, r)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: the index has no %q", l, w)
			}
		}
		if strings.Contains(text, "$") || r.Header.Get("Content-Type") != "application/json; charset=utf-8" || len(r.Cookies()) > 0 {
			t.Errorf("%s: formulas, a wrong type or a cookie: %v", l, r.Header)
		}
	}
}

// Where a demo, a check or a remark refers to the notes, it names their own sections: nobody has
// the lines of a text file.
func TestReferencesNameSections(t *testing.T) {
	line := regexp.MustCompile(`\blines? [0-9]|第 ?[0-9–]+ ?行|inventory`)
	for _, d := range catalog.All {
		refer := func(what, text string) {
			if found := line.FindString(text); found != "" {
				t.Errorf("%s: %s names %q: %.80s", d.ID, what, found, text)
			}
		}
		for _, r := range d.Refs {
			refer("a reference", r.Where)
		}
		for _, f := range d.Fixtures {
			refer("the check "+f.ID, f.Source)
		}
		for _, l := range lang.All {
			notes, _ := d.NotesIn(l.String())
			refer("the notes in "+l.String(), notes)
		}
	}
}
