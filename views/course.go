package views

// A Course is the way through one of the lecture notes.
type Course struct {
	ID, Title string
	Author    string // empty: the note does not say
	About     HTML
	Sections  []CourseSection
	Methods   []CourseMethod // the notation and the errata of the note, by method
}

// A CourseMethod is what a demo says of a note: other letters, other definitions, errata.
type CourseMethod struct {
	ID, Title string // of the demo, in English
	Text      HTML
	Lang      string
}

// A CourseSection is a part of a note.
type CourseSection struct {
	ID    string
	Label string // its number in the note; empty: it has none
	Where string // its place in the note: "sections 2.1–2.3"
	Title HTML
	Plain string       // the title without markup
	Parts []CoursePart // what shows it, to be ticked
	Ask   []CourseLink
	Goals []CourseLink
	Slips []HTML
	Later []string // the titles of demos that are to come
}

// A CoursePart is the links of a subsection.
type CoursePart struct {
	Title HTML // the note's own heading; empty: the links have none
	Links []CourseLink
}

// A CourseLink leads to a step of a run.
type CourseLink struct {
	Key   string // what a tick is kept under
	To    string
	Text  HTML
	Plain string // the text without markup
	Demo  string // its title, in English
	Step  string // "12", "end"; empty: where the demo opens
}

// Ticks is how many links of the course can be ticked.
func (c Course) Ticks() int {
	n := 0
	for _, s := range c.Sections {
		for _, p := range s.Parts {
			n += len(p.Links)
		}
	}
	return n
}

// A CourseQuestion is what a section of a note asks on a board, in its own words. What would
// give the answer away is covered until the reader uncovers it, or goes on.
type CourseQuestion struct {
	Text   HTML
	Answer string // the step that shows the answer: "12", "end"
	To     string // the address of that step
}

// Ways are the places around a demo: where notes speak of it, what comes before it and
// after it, and what stands beside it.
type Ways struct {
	Notes        []WayNote
	Refs         []WayRef // all that it refers to, in full
	Before, Next []Way
	Beside       []Way  // the others of its family
	Family       string // in English
	Shelf        string // the address of the family
	Along        *Along // the way through a course; nil: the reader is on none
}

// A Way leads to a demo or to a section.
type Way struct {
	To, Title string
	Short     string // of a section: "E"; empty: the note numbers none
	Called    string // a section as its note calls it: "handout B"
	Said      bool   // the title is in the page's language, not in English
}

// A WayNote is a lecture note that speaks of a demo, with the sections that do.
type WayNote struct {
	ID, To   string
	Name     string // what a reader knows it by: "Tan, MA4270"
	Tip      string // its name, and what the demo says of the place, or the titles of the sections
	Sections []Way
}

// A WayRef is a source, and where in it.
type WayRef struct{ Source, Where, To string }

// Along is a place on the way through a course.
type Along struct {
	Here       Way // the section
	Short      string
	At, All    int // the how-manieth link of how many
	Back, Next *Way
	Question   *CourseQuestion // what the section asks here; nil: nothing
}
