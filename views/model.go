package views

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"playground/algos"
	"playground/algos/input"
	"playground/algos/param"
)

// HTML is markup that may stand in a page as it is: what it was made of has been
// escaped by whoever made it.
type HTML string

// A Head is what every page says about itself.
type Head struct {
	Title       string
	Mark        templ.Attributes // the language of the title, if it is not the page's
	Description string
	Theme       string // "light" or "dark"; empty leaves it to the reader
	Formulas    bool   // it has some, as every demo's page
	OEmbed      string // where others find how it is embedded; empty: nowhere
	Style       string // a style sheet of its own; empty: it has none
}

// A Gallery is the front page.
type Gallery struct {
	Reel    Reel // no frames: none is shown
	Courses []Course
	Shelves []Shelf
	Index   string // where the search finds the runs and sections by their titles
}

// A Reel is moments of one run, shown one after the other.
type Reel struct {
	ID, Title     string
	Width, Height int
	Frames        []ReelFrame
}

// A ReelFrame is the address of one picture, in two themes.
type ReelFrame struct{ Light, Dark string }

// A Shelf is the demos of one family.
type Shelf struct {
	ID, Family string // as in an address, and in English
	Cards      []Card
}

// ShelfCards is how many cards of a shelf stand on the front page.
const ShelfCards = 4

// A Card stands for one demo.
type Card struct {
	ID, Title, Summary string
	Preset             string // what its picture shows it at work on
	Light, Dark        string // where its picture is
	Width, Height      int    // in CSS pixels
	Find               string // the words by which it is found
}

// A Workbench is a demo's page with its first frame.
type Workbench struct {
	ID, Title, Summary, Family string
	Formula                    HTML   // what is being computed
	Query                      string // the recipe as it stands in the URL, encoded
	Begin                      bool   // nobody has asked for the step that is shown
	Asks                       bool   // the demo has questions
	Ask                        string // the question that is asked at once; empty: none
	Presets                    []Option
	Preset                     string // the one the recipe starts from
	PresetNote                 string
	Generators                 []Generator
	Data                       Data
	Classes                    []Class      // what can be placed; empty where points carry no class
	Own                        bool         // there are no points to edit: it makes its own examples, or works on a table
	Tabular                    bool         // it works on a table
	Words                      bool         // whose columns may hold words
	Either                     bool         // it takes points, or else a table
	Kinds                      bool         // a file's target may be classes or values
	Graph                      bool         // points are the nodes of a graph
	Cells                      *input.Cells // it works on cells; nil: it does not
	Supervised                 bool         // points can be held out to test what it learns
	Relabels                   string       // the parameter with which it gives points other labels; empty: none
	Groups                     []Group      // the form
	Standardise                []Field      // the switch that standardises features; none where they cannot be
	Scales                     string       // that they are, or why they could be; empty: nothing is to be said
	Target                     string       // "classes" or "values", where the demo takes either; empty: it does not
	Seed                       uint64
	Frame                      Frame
	Lesson                     HTML
	LessonLang                 string // the language of the lesson
	LessonRest                 HTML   // what of the lesson comes after the goals
	Goals                      []Goal
	Receipts                   bool // who reaches a goal may have a receipt
	Tour                       Tour
	Hall                       Hall
	Units                      algos.Units // what the demo calls its steps
	Limits                     Limits
	Exports                    []Export
	Dropped                    []Dropped // what the address says and means nothing here
	Ways                       Ways
	OEmbed                     string // where others find how the page is embedded; empty: nowhere
}

// Hall is what a page in projector mode shows besides the board, the story and the
// guarantees.
type Hall struct {
	Side       string // the side view; empty leaves it to the page, [NoSide] is none
	Parameters bool
}

// NoSide in an address is no side view.
const NoSide = "none"

// A Tour leads through a demo, stop by stop.
type Tour struct {
	Lang  string // its language
	Stops []Stop // none: there is no tour
	At    int    // the stop that is shown, from 1; 0: none
}

// A Stop is a board, what to know about it and what to look at.
type Stop struct {
	Title, Text, Watch HTML
	Set                string // the words of the link that sets the board
	Query, Ref         string // the board's recipe, and what pulses on it
}

// To is the link that sets the board.
func (s Stop) To() string {
	to := "?" + s.Query
	if s.Ref != "" {
		to += "#" + s.Ref
	}
	return to
}

// Dropped is a part of an address that means nothing here, and why.
type Dropped struct {
	Field, Message string
	English        bool // on every page
}

// Limits are what the page's own controls must know.
type Limits struct {
	Points int // on the board
	QR     int // characters of a link that still becomes a QR code
}

// An Option is an entry of a menu.
type Option struct{ Value, Label, Note string }

// A Generator is a data set that can be made to order.
type Generator struct {
	ID, Title, Note string
	N               int
	Noise, MaxNoise float64
	Features        int // of a table: the default number; 0 where points are made
}

// Data are the settings of the points on the board. Generator is empty for
// points that were placed by hand.
type Data struct {
	Generator string
	N         int
	Noise     float64
	Seed      uint64
	Features  int // of a table
}

// A Class is one that points can be given.
type Class struct {
	Index  int
	Name   string // "−1"
	Used   bool   // by a point, or one of the first two
	Chosen bool   // for new points
}

// A Group is a heading of the form and its fields.
type Group struct {
	Title  string // empty for the parameters that the demo puts under none
	Fields []Field
}

// A Field is one parameter's control.
type Field struct {
	param.Spec
	Value   string
	Active  bool // plays a role under the other values
	Options []FieldOption
	// Formulas are those of the calls that a text may hold.
	Formulas []CallFormula
	Advice   param.Advice // what the data say of it
}

// A CallFormula is a function that may stand in a text, with its formula typeset.
type CallFormula struct {
	param.Call
	Formula HTML
}

// used reports whether a text calls the function.
func (c CallFormula) used(text string) bool { return strings.Contains(text, c.Name+"(") }

// A FieldOption is one value of a choice, with its formula typeset.
type FieldOption struct {
	Value, Label, Hint string
	Formula            HTML
}

// A Frame is one step as it is shown.
type Frame struct {
	Step, Total int
	Complete    bool
	Count       int    // in which step of the middle size the step is, …
	Counted     int    // … and how many of these there are
	Next        string // what the next step will do
	State       string // "running", "converged", …
	Reason      string
	Invitation  string // what the button does that a new reader presses first; empty: nobody is invited
	Say         HTML
	Speech      string
	Promise     HTML
	Pictures    []Picture // the board first
	Room        Room
}

// A Room is what the run will tell: texts that the page sets unseen, so that the
// boxes are high enough before they are filled, and the pictures of those steps,
// without what they show.
type Room struct {
	Say, Promise []HTML
	Pictures     [][]Picture
}

// Expect makes room for pictures that are still to come, and for their notes.
func (f *Frame) Expect() {
	for _, list := range f.Room.Pictures {
		for i, p := range list {
			k := slices.IndexFunc(f.Pictures, func(q Picture) bool { return q.ID == p.ID })
			if k < 0 {
				k = min(i, len(f.Pictures))
				f.Pictures = slices.Insert(f.Pictures, k, Picture{ID: p.ID, Title: p.Title, Alt: p.Alt, Width: p.Width, Height: p.Height, Absent: true})
			}
			f.Pictures[k].Explained = f.Pictures[k].Explained || p.Explained
			if utf8.RuneCountInString(p.Note) > utf8.RuneCountInString(f.Pictures[k].Longest) {
				f.Pictures[k].Longest = p.Note
			}
		}
	}
}

// A Picture is one panel drawn.
type Picture struct {
	ID, Title, Note, Alt string
	Longest              string // note of those to come
	Absent               bool   // a later step has it
	Explained            bool   // it has a legend, at this step or at a later one
	Width, Height        float64
	Layers               []Layer
	Legend               HTML
}

// A Layer is one of a picture's groups.
type Layer struct {
	Name string
	SVG  HTML
}

// An Export is a way to take the run home; the messages export.… say what it is.
type Export struct {
	Path string // below the demo's page: "frame.svg"
}

// An Embed is a frame for another site's page.
type Embed struct {
	Workbench
	Hide  map[string]bool // parts that are left out, by the names of [EmbedParts]
	Theme string          // "light", "dark" or empty
	Fit   bool            // the frame will be as high as the board says
	Half  bool            // of a comparison, which moves it
	Base  string          // of a half: the data where its recipe names none
	Play  map[string]string
}

// EmbedParts are the parts that an embedded board can do without.
var EmbedParts = []string{"title", "legend", "say", "promises", "transport", "timeline", "speed"}

// A Replay is a run as a page that stands alone.
type Replay struct {
	ID, Title, Summary string
	Link               string // where it was recorded
	Facts              []Fact // its settings
	Frame              Frame  // shown first
	Kept, Steps        int    // frames in the page, steps of the run
	Small              bool   // several of them make a step of the method
	Ticks              []Ticks
	Policy             string // its content security policy
	Style, Script      string
	Data               string // the frames: JSON, compressed by gzip, in base64
}

// Ticks are the events of one kind over a timeline.
type Ticks struct {
	Kind string
	Look string    // the end of the class that colours them
	At   []float64 // where, from 0 to 1
}

// path draws the ticks on a timeline of 1000 by 16. What falls on one place is
// drawn once.
func (t Ticks) path() string {
	var b strings.Builder
	last := -1
	for _, at := range t.At {
		if x := int(1000*at + 0.5); x != last {
			fmt.Fprintf(&b, "M%d 16v-12", x)
			last = x
		}
	}
	return b.String()
}

// A Fact is a setting of a run: a parameter with its value, the seed, or the
// example, which has no value.
type Fact struct {
	Name, Value string
	Message     string // the page's own word for the value, by its key
}

// A Code is a page with a file of a demo's source.
type Code struct {
	ID, Title string
	Files     []string
	File      string   // the one that is shown
	Loop      string   // the file with the loop
	Shared    []string // files of packages that it shares with other methods
	Lines     [][]Piece
	From, To  int // the loop's lines, counted from 1; 0 where the file has not got it
	// Outline is the program in the order in which it works, the loop first.
	Outline []CodePart
	Names   map[int]string // of the functions that begin on the lines of the file
}

// A CodePart is a function of a demo's source, and what it does for a step: "loop",
// "says", "promises", "draws", "learns", or empty for what these call.
type CodePart struct{ Name, File, Does string }

// A Problem is an error page.
type Problem struct {
	Status  int
	Title   string
	Message string
	English bool   // nobody has translated the message
	Field   string // what was wrong, if one thing was
	Back    string // a place that works
	BackTo  string // what it is called
	Retry   int    // seconds until the page asks again; 0: it does not
	// Demos are offered where nothing better is known.
	Demos []Card
}

// A Promise is a check of theory in words.
type Promise struct {
	Name    string
	Claim   HTML
	Numbers HTML   // "11.1 ≤ 15.2"
	Exact   string // the same in full precision
	Mark    string // "✓", "✗", "…", "?", "–"
	Verdict algos.Verdict
	Why     HTML
	// Meter is the ratio that means something, 0 to 1; negative for none.
	Meter float64
}

// A Piece is some characters of a line of source in one colour.
type Piece struct {
	Text string
	Kind string // "keyword", "string", "digits", "comment"; empty for the rest
}
