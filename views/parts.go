package views

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"playground/algos/dataset"
	"playground/algos/param"
)

// slow is slow motion: 1.25 seconds for each small step.
const slow = "0.8"

// speeds are the entries of the speed menu, in steps a second; the label is the
// number as it is read.
var speeds = []Option{
	{Value: slow},
	{Value: "0.5", Label: "½"},
	{Value: "1", Label: "1"},
	{Value: "2", Label: "2"},
	{Value: "4", Label: "4"},
	{Value: "8", Label: "8"},
	{Value: "15", Label: "15"},
	{Value: "30", Label: "30"},
	{Value: "60", Label: "60"},
}

// defaultSpeed is what the speed menu shows first.
const defaultSpeed = "8"

// Speeds are the values of the speed menu.
func Speeds() []string {
	values := make([]string, len(speeds))
	for i, o := range speeds {
		values[i] = o.Value
	}
	return values
}

// A keyGroup is a heading of the list of keys.
type keyGroup struct {
	Key  string // of its title: keys.…
	Keys []keyHelp
}

type keyHelp struct {
	Keys []string
	Does string // the key of what they do, below that of the group
}

var keyGroups = []keyGroup{
	{"run", []keyHelp{
		{[]string{"→"}, "step"},
		{[]string{"←"}, "back"},
		{[]string{"Space"}, "play"},
		{[]string{"Home", "End"}, "ends"},
		{[]string{"N", "⇧N"}, "events"},
		{[]string{"E"}, "until"},
		{[]string{"[", "]"}, "loop"},
		{[]string{"G"}, "goto"},
		{[]string{"W"}, "ghost"},
		{[]string{"S"}, "size"},
		{[]string{"R"}, "reset"},
		{[]string{"Q", "Esc"}, "guess"},
	}},
	{"points", []keyHelp{
		{[]string{"Ctrl Z", "Ctrl Y"}, "undo"},
		{[]string{"1", "2", "…"}, "class"},
		{[]string{"Click"}, "click"},
		{[]string{"Drag"}, "drag"},
		{[]string{"A", "B", "X"}, "put"},
		{[]string{"M", "V", "H"}, "move"},
		{[]string{"O"}, "hold"},
		{[]string{"Ctrl+A", "Esc"}, "select"},
		{[]string{"Delete"}, "delete"},
	}},
	{"board", []keyHelp{
		{[]string{",", "."}, "points"},
		{[]string{"↑", "↓", "←", "→"}, "move"},
		{[]string{"Enter"}, "put"},
		{[]string{"Esc"}, "leave"},
		{[]string{"+", "−", "0"}, "zoom"},
		{[]string{"#"}, "snap"},
	}},
	{"cells", []keyHelp{
		{[]string{"Drag"}, "drag"},
		{[]string{"↑", "↓", "←", "→"}, "move"},
		{[]string{"Enter"}, "put"},
		{[]string{"1", "2", "…"}, "brush"},
		{[]string{"+", "−"}, "more"},
		{[]string{"Delete"}, "clear"},
		{[]string{"Ctrl Z", "Ctrl Y"}, "undo"},
	}},
	{"pictures", []keyHelp{
		{[]string{"Tab"}, "tab"},
		{[]string{"←", "→"}, "rove"},
		{[]string{"↑", "↓", "←", "→"}, "handle"},
		{[]string{"Enter"}, "goto"},
		{[]string{"Esc"}, "leave"},
	}},
	{"page", []keyHelp{
		{[]string{"T"}, "theme"},
		{[]string{"P", "F"}, "projector"},
		{[]string{"D", "⇧D"}, "side"},
		{[]string{"I"}, "parameters"},
		{[]string{"L"}, "lesson"},
		{[]string{"U"}, "tour"},
		{[]string{"J", "K"}, "stops"},
		{[]string{"PageDown", "PageUp"}, "boards"},
		{[]string{"?"}, "keys"},
	}},
}

// asked names the question that a page asks at once.
func asked(id string) templ.Attributes {
	if id == "" {
		return nil
	}
	return templ.Attributes{"data-asks": id}
}

// inHall is what the page shows in projector mode, for its script.
func inHall(h Hall) templ.Attributes {
	attributes := templ.Attributes{}
	if h.Side != "" {
		attributes["data-side"] = h.Side
	}
	if h.Parameters {
		attributes["data-parameters"] = true
	}
	return attributes
}

// heldShares are the shares of points, in percent, that the menu offers to hold out.
var heldShares = []int{0, 10, 20, 30, 40, dataset.MaxShare}

func heldShare(ctx context.Context, percent int) string {
	if percent == 0 {
		return t(ctx, "inputs.held-none")
	}
	return t(ctx, "inputs.held-share", percent)
}

// keysOf are the keys of a page; one without points has none for them, and one without
// targets none to hold points out.
func keysOf(w Workbench) []keyGroup {
	without := func(groups []keyGroup, titles ...string) []keyGroup {
		return slices.DeleteFunc(slices.Clone(groups), func(g keyGroup) bool { return slices.Contains(titles, g.Key) })
	}
	if w.Cells != nil {
		return without(keyGroups, "points", "board")
	}
	keyGroups := without(keyGroups, "cells")
	if !w.Own && w.Supervised {
		return keyGroups
	}
	if !w.Own {
		groups := slices.Clone(keyGroups)
		for i, g := range groups {
			groups[i].Keys = slices.DeleteFunc(slices.Clone(g.Keys), func(k keyHelp) bool { return k.Does == "hold" })
			if w.Graph && g.Key == "points" {
				groups[i].Keys = append(groups[i].Keys, keyHelp{[]string{"C"}, "edge"})
			}
		}
		return groups
	}
	return without(keyGroups, "points", "board")
}

// shapePath is the outline of class k's points, on 14×14: what the board draws,
// so that the class can be told without its colour.
func shapePath(k int) string {
	shapes := [...]string{
		"M7 1a6 6 0 1 1 0 12A6 6 0 0 1 7 1z", // circle
		"M7 1l6.4 11.5H.6z",                  // triangle
		"M1.7 1.7h10.6v10.6H1.7z",            // square
		"M7 .4 13.6 7 7 13.6.4 7z",           // diamond
		"M7 13 .6 1.5h12.8z",                 // triangle down
		"M7 .6l6.3 4.6-2.4 7.4H3.1L.7 5.2z",  // pentagon
		"M5 1h4v4h4v4H9v4H5V9H1V5h4z",        // cross
		"M7 .5l1.9 4.4 4.8.4-3.6 3.2 1.1 4.7L7 10.7l-4.2 2.5 1.1-4.7L.3 5.3l4.8-.4z", // star
	}
	return shapes[k%len(shapes)]
}

var tag = regexp.MustCompile(`<[^>]*>`)

// tellsMuch reports whether the story fills most of a laptop's column at some step of
// those that are known: about half a pixel of height for each of its characters, and
// 40 for each of its formulas. The first view is lower then.
func tellsMuch(f Frame) bool {
	return slices.ContainsFunc(append([]HTML{f.Say}, f.Room.Say...), func(say HTML) bool {
		shown, _, _ := strings.Cut(string(say), folding)
		letters := utf8.RuneCountInString(tag.ReplaceAllString(shown, ""))
		return letters/2+40*strings.Count(shown, `class="line"`) > 230
	})
}

func viewBox(p Picture) string {
	return "0 0 " + number(p.Width) + " " + number(p.Height)
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func alt(p Picture) string {
	if p.Alt != "" {
		return p.Alt
	}
	return p.Title
}

func first(f Frame) []Picture { return f.Pictures[:min(1, len(f.Pictures))] }

func sides(f Frame) []Picture { return f.Pictures[min(1, len(f.Pictures)):] }

func boardNote(f Frame) string {
	for _, p := range first(f) {
		return p.Note
	}
	return ""
}

// boardRoom is the longest note that the board will have.
func boardRoom(f Frame) string {
	for _, p := range first(f) {
		return p.Longest
	}
	return ""
}

// TotalSteps is how many steps a run has after the start; one that goes on says so.
func TotalSteps(n int, complete bool) string {
	if complete {
		return strconv.Itoa(max(n, 0))
	}
	return strconv.Itoa(max(n, 0)) + " …"
}

// sentenceCase writes the first letter large; a lone Greek letter is a name and
// stays.
func sentenceCase(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if r > unicode.MaxASCII {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// numberPattern finds the numbers of an expression, for which a script will make
// sliders: their room is kept.
var numberPattern = regexp.MustCompile(`\b(\d+\.?\d*|\.\d+)`)

func inputMode(k param.Kind) string {
	if k == param.Int {
		return "numeric"
	}
	return "decimal"
}

// sliderSteps is the number of positions of a parameter's slider.
func sliderSteps(s param.Spec) int {
	if s.Kind == param.Int && !s.Log {
		return int(s.Slider[1] - s.Slider[0])
	}
	return 200
}

// sliderPosition is where a value stands on its slider; values beyond the
// slider's range stand at its end.
func sliderPosition(s param.Spec, value string) int {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return 0
	}
	lo, hi := s.Slider[0], s.Slider[1]
	if s.Log {
		if x <= 0 {
			return 0
		}
		lo, hi, x = math.Log(lo), math.Log(hi), math.Log(x)
	}
	share := min(1, max(0, (x-lo)/(hi-lo)))
	return int(math.Round(share * float64(sliderSteps(s))))
}

// exportKey is the key of what an export is called.
func exportKey(w Workbench, path string) string {
	if w.Tabular && path == "points.csv" {
		return "export.table.csv"
	}
	if w.Cells != nil && path == "points.csv" {
		return "export.cells.csv"
	}
	return "export." + path
}

// tableOr is one text for a demo that works on a table, and another one for points.
func tableOr(w Workbench, table, points string) string {
	if w.Tabular {
		return table
	}
	return points
}

// cellsOr is one text for a demo that works on cells, and another one for others.
func cellsOr(w Workbench, cells, others string) string {
	if w.Cells != nil {
		return cells
	}
	return others
}

// graphOr is one text for a demo that works on a graph, and another one for points.
func graphOr(w Workbench, graph, points string) string {
	if w.Graph {
		return graph
	}
	return points
}

// csvFiles are the files that the form takes; what is in them decides how they are read.
const csvFiles = ".csv,.tsv,.tab,.txt,.dat,.data,.xlsx,text/csv,text/plain"

// A readingOption is one of the ways in which a file is read: an option of a message, as the browser sends it.
type readingOption struct {
	Name   string
	Plain  bool // it is not guessed
	Values []readingChoice
}

// A readingChoice is a value of a reading option: a key of a text, or else a name that is the same in all languages.
type readingChoice struct{ Value, Key string }

// readingOptions are in the order of the form. Sheets and samples are those of the file.
var readingOptions = []readingOption{
	{Name: "separator", Values: []readingChoice{
		{"comma", "csv.value.comma"}, {"semicolon", "csv.value.semicolon"}, {"tab", "csv.value.tab"}, {"pipe", "csv.value.bar"}, {"blank", "csv.value.blanks"},
	}},
	{Name: "decimal", Values: []readingChoice{{".", "csv.value.point"}, {",", "csv.value.comma"}}},
	{Name: "header", Values: []readingChoice{{"yes", "csv.value.yes"}, {"no", "csv.value.no"}}},
	{Name: "encoding", Values: []readingChoice{{"UTF-8", ""}, {"UTF-16LE", ""}, {"UTF-16BE", ""}, {"GB18030", ""}, {"windows-1252", ""}}},
	{Name: "missing", Plain: true, Values: []readingChoice{{"drop", "csv.value.missing-drop"}}},
	{Name: "sample", Plain: true},
	{Name: "sheet"},
}

func readingValue(ctx context.Context, c readingChoice) string {
	if c.Key == "" {
		return c.Value
	}
	return t(ctx, c.Key)
}

func csvHelp(ctx context.Context, w Workbench) string {
	if w.Cells != nil {
		rows, cols := w.Cells.Shape()
		help := t(ctx, "csv.help-cells", rows.Most, cols.Most)
		if len(w.Cells.Layers) > 0 {
			return t(ctx, "csv.help-layers", help, strings.Join(w.Cells.Names(), ", "))
		}
		return help
	}
	if w.Tabular {
		return t(ctx, "csv.help-table")
	}
	if w.Graph {
		return t(ctx, "csv.help-graph")
	}
	help := t(ctx, "csv.help")
	if len(w.Classes) > 0 {
		help = t(ctx, "csv.help-classes")
	}
	if w.Supervised {
		return t(ctx, "csv.help-held", help)
	}
	return help
}

func csvExample(w Workbench) string {
	if w.Cells != nil && len(w.Cells.Layers) > 0 {
		names := w.Cells.Names()
		return names[0] + "\n0,1,0\n1,0,0\n\n" + names[1] + "\n0,1\n1,0"
	}
	if w.Cells != nil {
		return "0,1,0\n1,0,0\n0,1,1"
	}
	if w.Tabular && !w.Words {
		return "length,width,weight\n5.1,3.5,1.4\n4.9,3,1.3"
	}
	if w.Tabular {
		return "outlook,temperature,play\nsunny,29.5,no\nrain,21,yes"
	}
	if w.Graph {
		return "node,x,y\nA,0,0\nB,1,0\n\nfrom,to,weight\nA,B,1"
	}
	if len(w.Classes) > 0 {
		return "x1,x2,y\n0.5,1.2,1\n-0.3,0.4,-1"
	}
	return "x1,x2\n0.5,1.2\n-0.3,0.4"
}

// hidden is the classes that leave parts of an embedded board out.
func hidden(parts map[string]bool) string {
	var classes []string
	for _, p := range EmbedParts {
		if parts[p] {
			classes = append(classes, "no-"+p)
		}
	}
	return strings.Join(classes, " ")
}

// played is how an embedded run plays, for its script.
func played(settings map[string]string) templ.Attributes {
	attributes := templ.Attributes{}
	for name, value := range settings {
		attributes["data-"+name] = value
	}
	return attributes
}

// actions are the fields of what a reader does by pressing.
func actions(groups []Group) (all []Field) {
	for _, g := range groups {
		for _, f := range g.Fields {
			if f.Kind == param.Actions {
				all = append(all, f)
			}
		}
	}
	return all
}

// makesTables reports whether a generator among them makes tables.
func makesTables(generators []Generator) bool {
	return slices.ContainsFunc(generators, func(g Generator) bool { return g.Features > 0 })
}

// generated is a number of generated data; empty where they were not generated.
func generated(d Data, n int) string {
	if d.Generator == "" {
		return ""
	}
	return strconv.Itoa(n)
}
