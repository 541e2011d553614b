// Package course says where in the lecture notes each method stands: for every note its
// sections in their order, with links to steps of runs that show what the section
// says, questions, and what the note says differently.
//
// A note is a file of its number, 003.json, with all texts in English and in Chinese.
// It is data alone: what it names by id is checked against the demos by [Note.Check].
package course

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"playground/algos"
)

//go:embed *.json
var files embed.FS

// A Note is the way through one of the lecture notes.
type Note struct {
	ID       string    `json:"note"`  // its number: "003"
	Title    Text      `json:"title"` // what it calls itself
	Name     Text      `json:"name"`  // what a reader knows it by: "Tan, MA4270"
	Author   string    `json:"author,omitempty"`
	Part     Text      `json:"part"`  // what a section is called, with %s for its id: "handout %s"
	About    Text      `json:"about"` // one or two sentences: what it teaches
	Sections []Section `json:"sections"`
}

// A Section is a part of a note.
type Section struct {
	ID      string   `json:"id"` // a word that no other section of the note has: "E"
	Title   Text     `json:"title"`
	Heading Text     `json:"heading,omitzero"` // what the note calls it, if its sections have no numbers: "Perceptron Learning"
	Where   Text     `json:"where,omitzero"`   // of the note: "sections 2.1–2.3"
	Demos   []Link   `json:"demos,omitempty"`
	Later   []string `json:"later,omitempty"` // ids of the catalogue that are not built yet, see [ComingTitle]
	Ask     []Link   `json:"ask,omitempty"`   // questions, each with the step at which it is asked
	Slips   []Text   `json:"slips,omitempty"` // where the note is wrong, and what is right
}

// A Link opens a demo at a place that shows what a section says.
type Link struct {
	Demo  string   `json:"demo"`
	Query string   `json:"query,omitempty"` // what differs from the demo's first preset, as in an address
	Text  Text     `json:"text"`
	Items []string `json:"items,omitempty"` // of what the note teaches: "N3"
	// Under begins a subsection of the note, with its own heading: "2.1.1 Ridge Regression".
	Under Text `json:"under,omitzero"`
	// A question is asked on the board that it opens. Question is the demo's own question of
	// the same meaning, whose answer is judged. Without one the text is asked, and Answer is the
	// step that shows the answer: "12", "end".
	Question string `json:"question,omitempty"`
	Answer   string `json:"answer,omitempty"`
}

// AskText is the value of a link's question that stands for the text of the section that the
// reader comes from: no demo has a question of that id.
const AskText = "note"

// Asked is the value of the link's question in its address.
func (l Link) Asked() string {
	if l.Question == "" {
		return AskText
	}
	return l.Question
}

// A Text is in English and in Chinese, with formulas in TeX between dollar signs.
type Text struct {
	EN string `json:"en"`
	ZH string `json:"zh"`
}

// In returns the text in the language of a tag, in English if it has no other.
func (t Text) In(tag string) string {
	if tag == "zh" {
		return t.ZH
	}
	return t.EN
}

// Called is a section as the note calls it: "handout B", or by its heading.
func (n Note) Called(section, tag string) string {
	if s, _, ok := n.Section(section); ok && s.Heading != (Text{}) {
		return s.Heading.In(tag)
	}
	return strings.Replace(n.Part.In(tag), "%s", section, 1)
}

// Label is the number of a section in its note: "2", "B". It is empty where the note numbers
// none: the id of such a section stands only in addresses.
func (s Section) Label() string {
	if s.Heading != (Text{}) {
		return ""
	}
	return s.ID
}

// Asks finds the question that the section asks in words on a board of a demo.
func (s Section) Asks(d algos.Demo, board algos.Recipe) (Link, bool) {
	query, err := board.Query(d)
	if err != nil {
		return Link{}, false
	}
	for _, l := range s.Ask {
		if l.Demo != d.ID || l.Question != "" {
			continue
		}
		r, err := l.Recipe([]algos.Demo{d})
		if err != nil {
			continue // told by Check
		}
		if own, err := r.Query(d); err == nil && own.Encode() == query.Encode() {
			return l, true
		}
	}
	return Link{}, false
}

// Cite is the note by its name and its number: "Tan, MA4270 (004)".
func (n Note) Cite(tag string) string {
	if tag == "zh" {
		return n.Name.ZH + "（" + n.ID + "）"
	}
	return n.Name.In(tag) + " (" + n.ID + ")"
}

// CiteAll puts the names of the notes beside their numbers in a reference: "004, handout
// B" becomes "Tan, MA4270 (004), handout B".
func CiteAll(notes []Note, reference, tag string) string {
	return number.ReplaceAllStringFunc(reference, func(found string) string {
		before, id := found[:len(found)-3], found[len(found)-3:]
		if i := slices.IndexFunc(notes, func(n Note) bool { return n.ID == id }); i >= 0 {
			return before + notes[i].Cite(tag)
		}
		return found
	})
}

// number finds what may be the number of a note: three digits that are no part of another number, and what is before them.
// Behind a digit and a comma they are its thousands.
var number = regexp.MustCompile(`(?:^|[^.,0-9A-Za-z]|(?:^|[^0-9]),)0[0-9]{2}\b`)

// Key names a section of a note in an address: "003.E".
func Key(note, section string) string { return note + "." + section }

// Section returns the section of an id, and its place in the note.
func (n Note) Section(id string) (s Section, at int, ok bool) {
	at = slices.IndexFunc(n.Sections, func(s Section) bool { return s.ID == id })
	if at < 0 {
		return Section{}, -1, false
	}
	return n.Sections[at], at, true
}

// Find returns the note and the section of a [Key].
func Find(notes []Note, key string) (Note, Section, bool) {
	note, section, _ := strings.Cut(key, ".")
	for _, n := range notes {
		if n.ID == note {
			s, _, ok := n.Section(section)
			return n, s, ok
		}
	}
	return Note{}, Section{}, false
}

// All are the notes that the program comes with, in the order of their numbers.
var All = sync.OnceValue(func() []Note {
	notes, err := read(files)
	if err != nil {
		panic(err) // the files are embedded: a test of the package finds it
	}
	return notes
})

// read reads all notes of a folder.
func read(files fs.FS) ([]Note, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var notes []Note
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		n, err := Parse(text)
		if err != nil {
			return nil, fmt.Errorf("course: %s: %w", name, err)
		}
		if n.ID+".json" != name {
			return nil, fmt.Errorf("course: %s says that it is note %q", name, n.ID)
		}
		notes = append(notes, n)
	}
	return notes, nil
}

// Parse reads a note, and refuses fields that there are not and whatever follows it.
func Parse(text []byte) (Note, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var n Note
	if err := d.Decode(&n); err != nil {
		return Note{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Note{}, errors.New("something follows the note")
	}
	return n, nil
}
