package views

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"playground/algos/param"
)

// slow is slow motion: 1.25 seconds for each small step.
const slow = "0.8"

// speeds are the entries of the speed menu, in steps a second.
var speeds = []Option{
	{Value: slow, Label: "slow"},
	{Value: "0.5", Label: "½ /s"},
	{Value: "1", Label: "1 /s"},
	{Value: "2", Label: "2 /s"},
	{Value: "4", Label: "4 /s"},
	{Value: "8", Label: "8 /s"},
	{Value: "15", Label: "15 /s"},
	{Value: "30", Label: "30 /s"},
	{Value: "60", Label: "60 /s"},
}

// defaultSpeed is what the speed menu shows first.
const defaultSpeed = "8"

// IsSpeed reports whether the speed menu has the value.
func IsSpeed(value string) bool {
	return slices.ContainsFunc(speeds, func(o Option) bool { return o.Value == value })
}

// A keyGroup is a heading of the list of keys.
type keyGroup struct {
	Title string
	Keys  []keyHelp
}

type keyHelp struct {
	Keys []string
	Does string
}

var keyGroups = []keyGroup{
	{"The run", []keyHelp{
		{[]string{"→"}, "next step, of the chosen size"},
		{[]string{"←"}, "back"},
		{[]string{"Space"}, "play or pause"},
		{[]string{"Home", "End"}, "start, end"},
		{[]string{"N", "⇧N"}, "next, previous event of the chosen kind"},
		{[]string{"E"}, "stop at the next one while playing, or not"},
		{[]string{"[", "]"}, "loop from this step, to this step; once more lets go"},
		{[]string{"G"}, "type the step to go to"},
		{[]string{"W"}, "keep the run before a change as a faint line, or not"},
		{[]string{"S"}, "step size: small, step, pass"},
		{[]string{"R"}, "reset; the seed stays"},
	}},
	{"Points", []keyHelp{
		{[]string{"Ctrl Z", "Ctrl Y"}, "undo, redo whatever was changed"},
		{[]string{"1", "2", "…"}, "choose the class"},
		{[]string{"Click"}, "put a point; with Shift, of the other class"},
		{[]string{"Drag"}, "move a point; the run follows"},
		{[]string{"A", "B", "X"}, "put points, brush, erase"},
		{[]string{"M", "V", "H"}, "move, select, pan"},
		{[]string{"Ctrl+A", "Esc"}, "select all points; none"},
		{[]string{"Delete"}, "remove the point under the pointer or in focus; also a right click"},
	}},
	{"On the board, by keyboard", []keyHelp{
		{[]string{",", "."}, "previous, next point"},
		{[]string{"↑", "↓", "←", "→"}, "move the point in focus, or else the cross; with Shift, finely"},
		{[]string{"Enter"}, "put a point at the cross"},
		{[]string{"Esc"}, "let go of the point; leave the board"},
		{[]string{"+", "−", "0"}, "zoom in, out, fit to the points; also Ctrl and the wheel, or two fingers"},
		{[]string{"#"}, "snap to the grid"},
	}},
	{"Pictures and formulas, by keyboard", []keyHelp{
		{[]string{"Tab"}, "from one to the next"},
		{[]string{"←", "→"}, "from thing to thing in it; in a chart from step to step, in a matrix also ↑ ↓"},
		{[]string{"Enter"}, "go to the step that a chart is read at"},
		{[]string{"Esc"}, "put the tooltip away; close a large picture"},
	}},
	{"The page", []keyHelp{
		{[]string{"T"}, "light or dark"},
		{[]string{"P", "F"}, "for a lecture hall"},
		{[]string{"L"}, "lesson"},
		{[]string{"?"}, "this list"},
	}},
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

// total is the number of the last step; a run that goes on says so.
func total(f Frame) string {
	n := strconv.Itoa(max(f.Total-1, 0))
	if f.Complete {
		return n
	}
	return n + " …"
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

func csvHelp(w Workbench) string {
	if len(w.Classes) > 0 {
		return "A header and one row a point: x1, x2 and the class y. Paste from a spreadsheet works too. What is on the board now is replaced."
	}
	return "A header and one row a point. Paste from a spreadsheet works too. What is on the board now is replaced."
}

func csvExample(w Workbench) string {
	if len(w.Classes) > 0 {
		return "x1,x2,y\n0.5,1.2,1\n-0.3,0.4,-1"
	}
	return "x1,x2\n0.5,1.2\n-0.3,0.4"
}

// hidden is the classes that leave parts of an embedded board out.
func hidden(parts map[string]bool) string {
	var classes []string
	for _, p := range EmbedParts {
		if parts[p.Value] {
			classes = append(classes, "no-"+p.Value)
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
