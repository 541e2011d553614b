package wire

import "playground/algos/param"

// Client is any message from the client. Type says which fields count.
type Client struct {
	Type string `json:"type"`

	// open
	Demo  string `json:"demo,omitempty"`
	Query string `json:"query,omitempty"`
	// open: nobody has asked for a step yet
	Begin bool `json:"begin,omitempty"`
	// open: the key of the edits before the connection broke
	Resume string `json:"resume,omitempty"`
	// open: the client keeps the edits, and has these
	Edits *EditList `json:"edits,omitempty"`
	// open and present: from which the key for followers is made
	Secret string `json:"secret,omitempty"`
	// open and present: what the client calls itself, so that its own room is not another one's
	Page string `json:"page,omitempty"`
	// open: that of the room, as the client was told it last when it presented there
	Epoch uint64 `json:"epoch,omitempty"`

	// restore: edits that the client has kept
	Done   []Edit `json:"done,omitempty"`
	Undone []Edit `json:"undone,omitempty"`

	// open, view and follow
	View *View `json:"view,omitempty"`

	// points
	Op      string   `json:"op,omitempty"`
	Points  []Point  `json:"points,omitempty"`
	Index   *int     `json:"index,omitempty"`
	Indexes []int    `json:"indexes,omitempty"`
	X       *float64 `json:"x,omitempty"`
	Y       *float64 `json:"y,omitempty"`
	Class   *int     `json:"class,omitempty"`
	// points: the two nodes of an edge, and its weight
	Nodes  *[2]int  `json:"nodes,omitempty"`
	Weight *float64 `json:"weight,omitempty"`
	CSV    *string  `json:"csv,omitempty"`
	Data   *string  `json:"data,omitempty"`
	// points and data: a file in any encoding, or of a spreadsheet, instead of csv; and how it is read
	File    []byte   `json:"file,omitempty"`
	Reading *Reading `json:"reading,omitempty"`
	// points: which columns of a file are what; and the column that gets a name
	Columns *Columns `json:"columns,omitempty"`
	Column  *int     `json:"column,omitempty"`
	// data: a cell by row and column, and a new row
	At     *[2]int  `json:"at,omitempty"`
	Values []string `json:"values,omitempty"`
	// data: rows of a cell's row, its column and its number; the shape of a grid; a PNG file
	Cells []Point `json:"cells,omitempty"`
	Shape *[2]int `json:"shape,omitempty"`
	Image []byte  `json:"image,omitempty"`
	// data: which layer of cells is meant, where the demo takes several; none: the first
	Grid string `json:"grid,omitempty"`
	// points and set: a gesture under way, superseded by the next
	Live bool `json:"live,omitempty"`

	// set, points and data: a parameter, or the new name of a column or class
	Name  string  `json:"name,omitempty"`
	Value *string `json:"value,omitempty"`
	// set: several parameters at once, instead of one by name and value
	Params map[string]string `json:"params,omitempty"`

	// seed
	Seed *uint64 `json:"seed,omitempty"`

	// play and step
	Rate float64 `json:"rate,omitempty"`
	Size string  `json:"size,omitempty"`
	By   int     `json:"by,omitempty"`
	// play: the kind of event to stop at, "*" for every kind; and the steps to
	// play between, over and over
	Until string  `json:"until,omitempty"`
	Loop  *[2]int `json:"loop,omitempty"`

	// seek
	Step  *int   `json:"step,omitempty"`
	To    string `json:"to,omitempty"`
	Event string `json:"event,omitempty"`

	// window
	Window *Window `json:"window,omitempty"`

	// points: how many percent of them are held out
	Share *int `json:"share,omitempty"`
	// As is what the targets of points become: "classes" or "values".
	As string `json:"as,omitempty"`

	// present: begin or end; points: hold out or not
	On *bool `json:"on,omitempty"`

	// follow
	Key string `json:"key,omitempty"`
	// follow: only to hear when the presenter gathers, and when it is over
	Ears bool `json:"ears,omitempty"`
	// follow: to be told by which steps to fetch the pictures
	Cursor bool `json:"cursor,omitempty"`

	// look: empty for nothing
	Ref string `json:"ref,omitempty"`

	// ask and answer: a question's id; ask: empty to leave it
	Question string `json:"question,omitempty"`
	// answer: the one that the question's kind asks for
	Point  *int       `json:"point,omitempty"`
	Line   *TwoPlaces `json:"line,omitempty"`
	Number *float64   `json:"number,omitempty"`
	Option *int       `json:"option,omitempty"`
	// poll: what the presenter does; vote: which poll and round, who votes, how often they
	// have, and their answer; open: the poll that the client has led, with question and step
	Do     string `json:"do,omitempty"`
	Poll   string `json:"poll,omitempty"`
	Round  int    `json:"round,omitempty"`
	Phase  string `json:"phase,omitempty"`
	Voter  string `json:"voter,omitempty"`
	Seq    uint32 `json:"seq,omitempty"`
	Answer *Guess `json:"answer,omitempty"`
	// tour: 0 for none
	Stop *int `json:"stop,omitempty"`

	// ack
	Frame *uint64 `json:"frame,omitempty"`
}

// A Point is x₁, x₂ and the class or value; on a one-dimensional board x, y, 0.
type Point [3]float64

// An XY is x₁, x₂.
type XY [2]float64

// TwoPlaces are two places that a line goes through.
type TwoPlaces [2]XY

// A Window is x0, x1, y0, y1.
type Window [4]float64

// State is the recipe and everything that the controls show.
type State struct {
	Type    string            `json:"type"` // "state"
	Demo    string            `json:"demo"`
	Query   string            `json:"query"` // the recipe at the cursor, for the link
	Preset  string            `json:"preset"`
	Params  map[string]string `json:"params"` // every parameter's value
	Seed    uint64            `json:"seed"`
	Data    *Data             `json:"data,omitempty"` // the generator; absent for explicit points
	Points  [][3]float64      `json:"points"`
	Held    int               `json:"held,omitempty"`  // how many of the last points are held out
	Edges   [][3]float64      `json:"edges,omitempty"` // of a graph: two points and a weight
	Dim     int               `json:"dim"`
	Target  string            `json:"target"`            // "classes", "values" or "none"
	Classes []string          `json:"classes"`           // names of the classes that can be placed: "−1", "+1"
	Columns []string          `json:"columns,omitempty"` // what the columns are called, where that is not x₁, x₂, y
	Table   *Table            `json:"table,omitempty"`   // where the demo takes a table
	Cells   *Cells            `json:"cells,omitempty"`   // where the demo takes cells
	Layers  []Layer           `json:"layers,omitempty"`  // where it takes several grids: all of them, the first too
	Window  [4]float64        `json:"window"`
	Scales  string            `json:"scales,omitempty"` // why the features are standardised, or could be; absent: nothing is to be said
	Cursor  int               `json:"cursor"`
	Playing bool              `json:"playing"`
	Rate    float64           `json:"rate"`
	Size    string            `json:"size"` // "small", "step" or "pass"
	Limits  Limits            `json:"limits"`
	CanUndo string            `json:"can_undo,omitempty"` // what undo takes back: "move x₇"; absent: nothing
	CanRedo string            `json:"can_redo,omitempty"`
	Schema  param.Schema      `json:"schema,omitempty"` // sent after open only
	Resume  string            `json:"resume,omitempty"` // with the schema: the key to go on with after the connection broke

	// Advice is what the data say of the parameters that have suggestions, by their names. During a
	// gesture it is that from before.
	Advice map[string]Advice `json:"advice,omitempty"`

	// Edits is what can be undone and redone, if that has changed, for a client that keeps it.
	Edits *Edits `json:"edits,omitempty"`

	Asking *Asking `json:"asking,omitempty"` // the question that is open, or has just been answered
	Poll   *Poll   `json:"poll,omitempty"`   // the room is asked it
	Tour   int     `json:"tour,omitempty"`   // the stop of the demo's tour that is shown; absent: none

	Follow    string `json:"follow,omitempty"`    // while presenting: the key for those who follow
	Following bool   `json:"following,omitempty"` // this is another's session, which can be looked at
}

// Advice is what the data say of a parameter.
type Advice struct {
	Values map[string]string `json:"values"`        // by the words that have a value now
	Slider Range             `json:"slider"`        // the ends of a logarithmic slider
	Far    string            `json:"far,omitempty"` // what it means that the number is far from all values
}

// Edits are the edits of a session. The client keeps them, because the server forgets
// them when it ends.
type Edits struct {
	EditList
	New  []Edit `json:"new,omitempty"`  // those of which the client does not know more than the number
	Lost bool   `json:"lost,omitempty"` // the server has lost the edits that the client has: it takes them back
}

// An EditList names edits by their numbers, the last one is the next to undo and to
// redo.
type EditList struct {
	Done   []uint64 `json:"done"`
	Undone []uint64 `json:"undone"`
}

// An Edit is one edit that can be undone, or redone.
type Edit struct {
	ID     uint64 `json:"id"`
	Label  string `json:"label"`            // "move x₇"
	Query  string `json:"query,omitempty"`  // the recipe on its other side
	Last   bool   `json:"last,omitempty"`   // instead of the query: it is the one of the state before
	Pinned bool   `json:"pinned,omitempty"` // the recipe's window was not asked for
}

// Data is a generated data set's settings.
type Data struct {
	Generator string  `json:"generator"`
	N         int     `json:"n"`
	Noise     float64 `json:"noise"`
	Seed      uint64  `json:"seed"`
	Features  int     `json:"features,omitempty"` // of a table; 0 where points were generated
}

// Limits tells a client what the server accepts.
type Limits struct {
	Points int     `json:"points"`
	Steps  int     `json:"steps"`
	Bytes  int64   `json:"bytes"` // of one message
	Rate   float64 `json:"rate"`  // steps a second
}

// Run tells how far the run is recorded.
type Run struct {
	Type     string  `json:"type"` // "run"
	Total    int     `json:"total"`
	Complete bool    `json:"complete"`
	Status   Status  `json:"status"`          // of the last recorded step
	Reset    bool    `json:"reset,omitempty"` // forget the events sent before
	Events   []Event `json:"events,omitempty"`
	// Sizes of the steps since the last run message, or from step 0 with reset: a digit
	// a step, 0 a small step, 1 a step, 2 a pass.
	Sizes string `json:"sizes,omitempty"`
	Ghost *Ghost `json:"ghost,omitempty"` // the run before the last edit; absent: none is kept
	// Chance says that the run has drawn something random so far: with another seed it
	// may be another.
	Chance bool `json:"chance,omitempty"`
}

// Ghost is the run before an edit, drawn faintly beside the run after it.
type Ghost struct {
	Total int  `json:"total"`           // its steps
	Parts *int `json:"parts,omitempty"` // the first step where the runs differ; absent: none so far
}

// Event is a tick on the timeline.
type Event struct {
	Step int    `json:"step"`
	Kind string `json:"kind"`
	Text string `json:"text,omitempty"`
}

// Status is how a run stands, with the reason in words.
type Status struct {
	State  string `json:"state"`
	Reason string `json:"reason,omitempty"`
}

// Frame is one step as it is shown. Numbers that are not finite are null.
type Frame struct {
	Type   string  `json:"type"` // "frame"
	ID     uint64  `json:"id"`
	Step   int     `json:"step"`
	Total  int     `json:"total"`
	Part   int     `json:"part"` // which of the small steps of its step this is, from 1; 0 at the start
	Count  Count   `json:"count"`
	Phase  string  `json:"phase"`
	Next   Next    `json:"next"`
	Status Status  `json:"status"`
	Events []Event `json:"events,omitempty"` // of this step
	Say    string  `json:"say"`              // HTML with MathML, ready to show
	Speech string  `json:"speech"`           // the same for the live region
	// Mends is of say and promise, by these names. One of which little has changed is empty.
	Mends   map[string][]Mend `json:"mends,omitempty"`
	Checks  []Check           `json:"checks"`
	Promise string            `json:"promise"` // the checks as HTML
	Metrics []Metric          `json:"metrics"`
	Panels  []Panel           `json:"panels"`
	// Offer is values of parameters that the step offers to take over by a set message.
	Offer map[string]string `json:"offer,omitempty"`
	Look  *Inspection       `json:"look,omitempty"` // absent: the client looks at nothing
	// Questions are those that fit the step.
	Questions []Question `json:"questions,omitempty"`
	// Asks is the question that is open: what comes after the step is left out.
	Asks string `json:"asks,omitempty"`
	// Brief says that only what a hand moves is here: the board and the panels with handles.
	// Other panels, sentences, checks, metrics and tooltips stay as they were sent.
	Brief bool `json:"brief,omitempty"`
	// Reset says of a brief frame that its run has started over since the last run message,
	// and that the next one will say so.
	Reset bool `json:"reset,omitempty"`
}

// Question is one that can be asked at a step.
type Question struct {
	ID   string `json:"id"`
	Kind string `json:"kind"` // "point", "line", "number", "option", "cell", "node", "bar"
	Text string `json:"text"`
}

// Asking is a question that was asked at a step.
type Asking struct {
	Question string   `json:"question"`
	Kind     string   `json:"kind"`
	Step     int      `json:"step"`
	Say      string   `json:"say"` // the question as HTML
	Text     string   `json:"text"`
	Options  []string `json:"options,omitempty"`
	Unit     string   `json:"unit,omitempty"`
	Range    *Range   `json:"range,omitempty"` // of a number; absent: any
	Whole    bool     `json:"whole,omitempty"` // a whole number is asked for
	// On is the panel on which a cell, a node or a bar is picked; Refs are those that can be,
	// as pictures call them, and Names what people call them.
	On    string   `json:"on,omitempty"`
	Refs  []string `json:"refs,omitempty"`
	Names []string `json:"names,omitempty"`
	// Waiting says that it is answered, and the run is not recorded up to the step that
	// decides.
	Waiting bool     `json:"waiting,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"` // absent: it is open
}

// Range is the least and the largest number that may be said.
type Range [2]float64

// Verdict is what an answer was worth.
type Verdict struct {
	Right  bool    `json:"right"`
	Room   bool    `json:"room,omitempty"` // the room was asked, and not who asks it: right, say and given mean nothing
	Void   bool    `json:"void,omitempty"` // the run has no answer: it ended before
	Step   int     `json:"step"`           // the step that answers, which is shown
	Say    string  `json:"say"`            // HTML
	Text   string  `json:"text"`
	Gap    float64 `json:"gap"`    // how far off: of numbers, or the share of the board
	Given  Answer  `json:"given"`  // what was said
	Answer *Answer `json:"answer"` // what is right; null where there is nothing
}

// Answer is an answer to a question; the field of its kind is there.
type Answer struct {
	Points []int       `json:"points,omitempty"` // any of them: points, or places among the refs of Asking
	Line   *[3]float64 `json:"line,omitempty"`   // a, b, c of a·x₁ + b·x₂ + c = 0
	Number *float64    `json:"number,omitempty"`
	Option *int        `json:"option,omitempty"`
}

// Next names what comes after the step, for each step size.
type Next struct {
	Small string `json:"small"`
	Step  string `json:"step"`
	Pass  string `json:"pass"`
}

// Count says in which step of each size this is, from 1; 0 at the start.
type Count struct {
	Small int `json:"small"`
	Step  int `json:"step"`
	Pass  int `json:"pass"`
}

// Check is a promise of theory with this step's numbers.
type Check struct {
	Name     string   `json:"name"`
	Left     *float64 `json:"left"`
	Rel      string   `json:"rel"`
	Right    *float64 `json:"right"`
	Holds    *bool    `json:"holds"` // null while open, where it is not decided, and where it does not apply
	Verdict  string   `json:"verdict"`
	Within   float64  `json:"within,omitempty"`   // how near left comes to right at the end
	Size     float64  `json:"size,omitempty"`     // of the largest term, where the sides do not show it
	Rounding float64  `json:"rounding,omitempty"` // how far rounding may have moved left from right
	Why      string   `json:"why,omitempty"`
}

// Metric is a named number of the step.
type Metric struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
}

// Panel is one picture of the step. Layers are SVG fragments for the group of
// that name, from the back to the front: axes, under, data, over.
type Panel struct {
	ID     string            `json:"id"`
	Title  string            `json:"title"`
	Note   string            `json:"note,omitempty"`
	Alt    string            `json:"alt,omitempty"`
	Size   [2]float64        `json:"size"`            // of the picture: its viewBox
	Area   [4]float64        `json:"area"`            // left, top, right, bottom of the axes, in the picture
	Window [4]float64        `json:"window"`          // x0, x1, y0, y1 at the area's edges
	Marks  *[4]float64       `json:"marks,omitempty"` // the same in the units of what handles set, where features are standardised; absent: as window
	Layers map[string]string `json:"layers,omitempty"`
	Mends  map[string][]Mend `json:"mends,omitempty"`  // of layers of which little has changed, see [Mend]
	Legend *string           `json:"legend,omitempty"` // HTML; absent: unchanged
	Log    bool              `json:"log,omitempty"`    // the ordinate is logarithmic
	Edits  string            `json:"edits,omitempty"`  // of a side view: "data" where points can be edited as on the board; of any: "cells" where cells are painted, "curve" where one row of them is drawn
	Grid   string            `json:"grid,omitempty"`   // the layer of cells that is painted here; absent: the first
	Away   bool              `json:"away,omitempty"`   // out of sight: only its name and size are here, the rest is as it was sent
	Waits  bool              `json:"waits,omitempty"`  // away because it takes long and a hand is moving: it is drawn when the hand rests
}

// Room tells a presenter of the room in which it presents.
type Room struct {
	Type  string `json:"type"` // "room"
	Key   string `json:"key"`
	Code  string `json:"code"`            // a part of the key that can be typed: "ABCD-EFGH"
	Here  int    `json:"here"`            // how many follow, on all servers
	Seats int    `json:"seats"`           // how many can
	Epoch uint64 `json:"epoch,omitempty"` // rises with each client that begins to present here, or does so again
	Taken bool   `json:"taken,omitempty"` // another page presents here now, and this one no more
	Cut   bool   `json:"cut,omitempty"`   // those on other servers do not see what is shown now
	// Answers is how many have answered in the newest round of the poll.
	Answers int `json:"answers,omitempty"`
}

// Wait tells a follower that nobody presents now. Its connection stays.
type Wait struct {
	Type string `json:"type"` // "wait"
	Why  string `json:"why"`  // [Unbegun] or [Vacant]
}

// Why a follower waits.
const (
	Unbegun = "unbegun" // nobody has presented yet
	Vacant  = "vacant"  // the presenter's connection broke
)

// Cursor tells a client that watches by steps where the presenter is. The frame that is
// shown there is at /r/RUN/STEP?class=CLASS&d=DEMO&lang=LANG&q=QUERY, what is to be known of
// the run at /r/RUN/run?….
type Cursor struct {
	Type    string  `json:"type"` // "cursor"
	Run     string  `json:"run"`
	Demo    string  `json:"demo"`
	Class   int     `json:"class"` // of sizes
	Lang    string  `json:"lang,omitempty"`
	Recipe  *string `json:"query,omitempty"` // without its step; absent, as the language: as it was, for the run is the same
	Step    int     `json:"step"`
	Playing bool    `json:"playing"`
	Rate    float64 `json:"rate"`
	Size    string  `json:"size"`           // "small", "step" or "pass"
	Tour    int     `json:"tour,omitempty"` // the stop of the demo's tour that is shown; absent: none

	// Query is the recipe as the presenter's server knows it.
	Query string `json:"-"`
}

// Asked tells a client that watches by steps what a state tells others: which question is
// open, or has just been answered, and how the room is asked it.
type Asked struct {
	Type   string  `json:"type"`             // "asked"
	Asking *Asking `json:"asking,omitempty"` // absent: there is none any more
	Poll   *Poll   `json:"poll,omitempty"`
}

// Gather invites those back who went on alone.
type Gather struct {
	Type string `json:"type"` // "gather"
}

// Goals tells how far a run of the reader's own making has come. A goal that the run has
// nothing to do with is left out.
type Goals struct {
	Type   string `json:"type"`             // "goals"
	Loaded bool   `json:"loaded,omitempty"` // the data come from a file or were pasted, and nothing was done to the run since
	Goals  []Goal `json:"goals"`
}

// Goal is the number that a run has come to, in words as well.
type Goal struct {
	ID      string  `json:"id"`
	Number  float64 `json:"number"`
	Text    string  `json:"text"` // "57 updates"
	Reached bool    `json:"reached"`
	Before  string  `json:"before,omitempty"` // the recipe with whose run this one was compared, where the goal does so
}

// Error is a refused message. What was there before stays.
type Error struct {
	Type    string `json:"type"` // "error"
	Code    string `json:"code"` // "bad-message", "bad-field", "limit", "busy", "internal"
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

// Bye is the last message of the server.
type Bye struct {
	Type   string `json:"type"` // "bye"
	Reason string `json:"reason"`
	After  int64  `json:"after,omitempty"` // ms to wait before connecting again; absent: the client decides
}
