package course

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"playground/algos"
)

// How much a note may hold: a page shows all of it, and its links are followed by
// everybody.
const (
	mostSections = 40
	mostLinks    = 60   // of one section
	mostText     = 1200 // characters of one text
	mostStep     = 20_000
)

var (
	noteID = regexp.MustCompile(`^[0-9]{3}$`)
	word   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,15}$`)
)

// Check reports all that is wrong with a note, given the demos that there are. It does
// not run them: whether a step exists, [Link.Recipe] lets a test find out.
func (n Note) Check(demos []algos.Demo) error {
	c := checker{demos: demos}
	c.at = "note " + n.ID
	if !noteID.MatchString(n.ID) {
		c.complain("its number is not three digits")
	}
	c.text("its title", n.Title)
	c.text("what it is about", n.About)
	c.text("its name", n.Name)
	c.text("what its sections are called", n.Part)
	for _, part := range []string{n.Part.EN, n.Part.ZH} {
		if strings.Count(part, "%s") != 1 || strings.Count(part, "%") != 1 {
			c.complain("what its sections are called has not one %%s: %s", part)
		}
	}
	if len(n.Sections) == 0 || len(n.Sections) > mostSections {
		c.complain("it has %d sections, want 1 to %d", len(n.Sections), mostSections)
	}
	seen := map[string]bool{}
	for _, s := range n.Sections {
		c.at = "section " + Key(n.ID, s.ID)
		if !word.MatchString(s.ID) || seen[s.ID] {
			c.complain("its id does not fit an address, or another section has it")
		}
		seen[s.ID] = true
		c.section(s)
	}
	return errors.Join(c.found...)
}

// A checker collects what is wrong.
type checker struct {
	demos []algos.Demo
	at    string
	found []error
}

func (c *checker) complain(format string, args ...any) {
	c.found = append(c.found, fmt.Errorf(c.at+": "+format, args...))
}

func (c *checker) section(s Section) {
	c.text("its title", s.Title)
	if len(s.Demos)+len(s.Later)+len(s.Ask)+len(s.Slips) == 0 {
		c.complain("it is empty")
	}
	if len(s.Demos)+len(s.Ask) > mostLinks {
		c.complain("it has %d links, want at most %d", len(s.Demos)+len(s.Ask), mostLinks)
	}
	seen := map[string]bool{}
	for _, l := range slices.Concat(s.Demos, s.Ask) {
		c.text("the link to "+l.Address(), l.Text)
		if _, err := l.Recipe(c.demos); err != nil {
			c.complain("%v", err)
		}
	}
	for _, l := range s.Demos {
		if seen[l.Address()] {
			c.complain("it links to %s twice", l.Address())
		}
		seen[l.Address()] = true
		if l.Question+l.Answer != "" {
			c.complain("%s is no question, but has an answer", l.Address())
		}
		if l.Under != (Text{}) {
			c.text("a heading", l.Under)
		}
	}
	for _, l := range s.Ask {
		if seen["ask "+l.Address()] {
			c.complain("it asks twice on the board of %s", l.Address())
		}
		seen["ask "+l.Address()] = true
		c.question(l)
	}
	if s.Heading != (Text{}) {
		c.text("its heading", s.Heading)
	}
	if s.Where != (Text{}) {
		c.text("its place", s.Where)
	}
	for _, id := range s.Later {
		_, built := find(c.demos, id)
		_, titled := ComingTitle(id)
		if built || !titled {
			c.complain("%q is to come later, but it is there or has no title", id)
		}
	}
	for _, slip := range s.Slips {
		c.text("a slip", slip)
	}
}

// question looks at how a question is answered.
func (c *checker) question(l Link) {
	if (l.Question == "") == (l.Answer == "") {
		c.complain("the question %s needs the demo's own question, or else the step with the answer", l.Address())
		return
	}
	if d, ok := find(c.demos, l.Demo); ok && l.Question != "" {
		if _, err := d.Question(l.Question); err != nil || l.Question == AskText {
			c.complain("%s asks %q, which the demo does not", l.Address(), l.Question)
		}
	}
	if _, err := algos.ParseStep(l.Answer); err != nil && l.Answer != "" {
		c.complain("%s is answered at %q, which is no step", l.Address(), l.Answer)
	}
}

// text looks at both languages of a text.
func (c *checker) text(what string, t Text) {
	for _, text := range []string{t.EN, t.ZH} {
		if strings.TrimSpace(text) != text || text == "" || utf8.RuneCountInString(text) > mostText {
			c.complain("%s is empty in a language, has spaces around it, or is above %d characters", what, mostText)
		}
		if strings.Count(text, "$")%2 != 0 {
			c.complain("%s has a formula without an end: %s", what, text)
		}
	}
	if strings.ContainsFunc(t.EN, han) {
		c.complain("%s is not in English: %s", what, t.EN)
	}
}

func han(r rune) bool { return unicode.Is(unicode.Han, r) }

// Address is where the link goes, below /d/.
func (l Link) Address() string {
	if l.Query == "" {
		return l.Demo
	}
	return l.Demo + "?" + l.Query
}

// Recipe is the run and the step that the link opens.
func (l Link) Recipe(demos []algos.Demo) (algos.Recipe, error) {
	d, ok := find(demos, l.Demo)
	if !ok {
		return algos.Recipe{}, fmt.Errorf("there is no demo %q", l.Demo)
	}
	q, err := url.ParseQuery(l.Query)
	if err != nil {
		return algos.Recipe{}, fmt.Errorf("%s: %w", l.Address(), err)
	}
	if q.Has("lang") {
		return algos.Recipe{}, fmt.Errorf("%s: the reader chooses the language", l.Address())
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		return algos.Recipe{}, fmt.Errorf("%s: %w", l.Address(), err)
	}
	if r.Step > mostStep {
		return algos.Recipe{}, fmt.Errorf("%s: step %d is above %d", l.Address(), r.Step, mostStep)
	}
	return r, nil
}

func find(demos []algos.Demo, id string) (algos.Demo, bool) {
	i := slices.IndexFunc(demos, func(d algos.Demo) bool { return d.ID == id })
	if i < 0 {
		return algos.Demo{}, false
	}
	return demos[i], true
}
