package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	files "playground/algos/dataset/sheet"
	"playground/algos/say"
)

// usualTargets are the names of a column that is the target where nobody says another,
// in small letters: the playground's own, and that of scikit-learn's frames.
var usualTargets = []string{"y", "target"}

// A Reason is why a column is taken for the target.
type Reason string

// The reasons.
const (
	Chosen       Reason = "chosen"        // a reader said so
	Marked       Reason = "marked"        // its heading says so, as in species:class
	Usual        Reason = "usual"         // it is called y or target
	LastWords    Reason = "last-words"    // it is the last categorical one
	LastNumbers  Reason = "last-numbers"  // it is the last numeric one
	FirstNumbers Reason = "first-numbers" // it is the first column of numbers behind the names of the rows
)

// A Guess is what the target of a file is taken for, and why.
type Guess struct {
	Column string // its name; empty where there is no target
	Target Target // Classes or Values; None where there is no target
	Why    Reason
	Labels []string // what the classes are called, in their order
	// Few says that the target is few whole numbers, each several times, from Low to High: it could be
	// the one or the other.
	Few       bool
	Low, High float64
}

// Guessed is what the target of points is, that were read with these columns.
func (f *File) Guessed(c Columns, s Set) Guess {
	if s.Target == None || c.Y == "" {
		return Guess{Target: None}
	}
	g := s.Guess()
	g.Column = c.Y
	suggested, _ := f.Suggest(s.Target, nil) // what is wrong with the inputs is no matter here
	k := slices.IndexFunc(f.Header, func(h Heading) bool { return h.Name == c.Y })
	switch {
	case c.Y == f.marked:
		g.Why = Marked
	case role(c.Y) == "y":
		g.Why = Usual
	case c.Y != suggested.Y:
		g.Why = Chosen
	case k >= 0 && f.Header[k].Number:
		g.Why = LastNumbers
	default:
		g.Why = LastWords
	}
	return g
}

// Plain reports whether the guess is what the heading y stands for: values, or the classes −1 and 1, or
// 0, 1, 2, …, and not both. Nobody needs to be told then.
func (g Guess) Plain(want Target) bool {
	if g.Why != Usual || want == Either && g.Few {
		return false
	}
	signed := slices.ContainsFunc(g.Labels, func(name string) bool { return name == "−1" || name == "+1" })
	for k, name := range g.Labels {
		if name != strconv.Itoa(k) && !signed {
			return false
		}
	}
	return true
}

// Guess is what the targets of points are.
func (s Set) Guess() Guess {
	if s.Target == None {
		return Guess{Target: None}
	}
	g := Guess{Column: s.Columns()[s.Dim], Target: s.Target, Labels: s.ClassNames()}
	g.judge(s)
	return g
}

// judge notes whether the targets could be of the other kind.
func (g *Guess) judge(s Set) {
	all := make([]float64, len(s.Points))
	for i, p := range s.Points {
		if all[i] = p.Y; s.Target == Classes {
			if len(s.Names.Classes) > 0 && !s.wholeNames() {
				return
			}
			all[i] = float64(s.Label(p.Class()))
		}
	}
	g.Low, g.High, g.Few = Few(all)
}

// Guess is what the target of a table is, for a reason.
func (t Table) Guess(why Reason) Guess {
	k := t.Target()
	if k < 0 {
		return Guess{Target: None}
	}
	c := t.Columns[k]
	g := Guess{Column: c.Name, Target: Values, Why: why}
	all := t.values(k)
	if c.Kind == Words {
		g.Target, g.Labels = Classes, slices.Clone(c.Words)
		if !allNumbers(c.Words) {
			return g
		}
		for i, x := range all {
			all[i], _ = labelNumber(c.Words[int(x)], ',')
		}
	}
	g.Low, g.High, g.Few = Few(all)
	return g
}

// choose makes a column the target: the one that is called so, or where nobody says one,
// the one that is guessed. Numbers become classes where these are wanted, and labels also where
// classes will do and the column is called y or was named.
func (t *Table) choose(line int, want Target, c Columns, marked bool) (Guess, error) {
	if want == None {
		return Guess{Target: None}, nil
	}
	if err := checkKind(c, want); err != nil {
		return Guess{}, err
	}
	k, why := -1, Reason("")
	if as, said := map[string]Target{AsClasses: Classes, AsValues: Values}[c.As]; said && want == Either {
		k, why = t.guess(as)
	}
	if k < 0 {
		k, why = t.guess(want)
	}
	if c.Y != "" {
		if k, why = t.column(spelt(t.names(), c.Y)), Chosen; k < 0 {
			return Guess{}, &CSVError{Line: line, Column: quote(c.Y), Message: "there is no such column"}
		}
		if marked {
			why = Marked
		}
	}
	err := t.Choose(k)
	if err == nil && (c.Y != "" || c.As != "" || want == Classes || k >= 0 && t.usual(k)) {
		err = t.ChooseAs(want, k, c.As)
	}
	return t.Guess(why), err
}

// ChooseAs makes a column the target of a method, as [Table.Choose] does, of a kind that may be
// said, [AsClasses] or [AsValues]. Where the method takes classes few numbers become words: whole ones,
// or any in a column that is called as targets are or is said to hold classes. Where it takes either,
// and nobody says which, only −1 and 1, or 0, 1, 2, … do.
func (t *Table) ChooseAs(want Target, column int, as string) error {
	if err := t.Choose(column); err != nil || column < 0 {
		return err
	}
	c := Columns{Y: t.Columns[column].Name, As: as}
	if err := checkKind(c, want); err != nil {
		return err
	}
	switch {
	case want == Classes || as == AsClasses:
		if n := t.Different(column); as == AsClasses && t.Columns[column].Kind == Numbers && n > MaxClasses {
			var texts []string
			for _, y := range t.numbers(column) {
				texts = append(texts, format(y))
			}
			return tooMany(0, c.Y, texts)
		}
		if as == AsClasses || t.usual(column) || t.whole(column) {
			t.label(column)
		}
	case as == AsValues:
		if t.unlabel(column); t.Columns[column].Kind == Words {
			return kindError(c.Y, "<column> holds words, which can be classes, <column>:class, but not values")
		}
	case want == Either && t.labelled(column):
		t.label(column)
	}
	return nil
}

// checkKind reports a kind of target that a method does not take.
func checkKind(c Columns, want Target) error {
	switch {
	case c.As == "" || want == Either || want == None:
	case want == Classes && c.As == AsValues:
		return kindError(c.Y, "this method fits classes, not values: write <column>:class, or choose a regression demo")
	case want == Values && c.As == AsClasses:
		return kindError(c.Y, "this method fits values, not classes: write <column>:value, or choose a classification demo")
	}
	return nil
}

// kindError is an error that names a column and the cure.
func kindError(column, template string) error {
	why := say.Vars{"column": say.Given(column)}.Text(template)
	return &CSVError{Message: why.String(), Why: why}
}

// Phrase is what the package sheet says, as a phrase.
func Phrase(s files.Saying) say.Phrase {
	v := say.Vars{}
	for name, x := range s.Values {
		switch x := x.(type) {
		case string:
			v[name] = say.Given(x)
		case files.Saying:
			v[name] = Phrase(x)
		default:
			v[name] = x
		}
	}
	return v.Text(s.Template)
}

// Phrase is the error in words that have other languages; empty where there are none.
func (e *CSVError) Phrase() say.Phrase {
	v := say.Vars{"line": e.Line, "column": say.Given(e.Column), "why": e.Why}
	switch {
	case e.Why == "" || e.Line == 0 && e.Column == "":
		return e.Why
	case e.Line == 0:
		return v.Text("<column>: <why>")
	case e.Column == "":
		return v.Text("line <line>: <why>")
	}
	return v.Text("line <line>, <column>: <why>")
}

// The endings of a name that say what a target holds.
var kinds = []struct{ ending, as string }{{":class", AsClasses}, {":classes", AsClasses}, {":value", AsValues}, {":values", AsValues}}

// cutKind takes the kind of target off the end of a name; it is empty where none is said.
func cutKind(name string) (rest, as string) {
	for _, k := range kinds {
		if rest, ok := strings.CutSuffix(name, k.ending); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest), k.as
		}
	}
	return name, ""
}

// cutMark takes the kind of target off the one heading that says it. It returns which column that
// is; where several do, these are names.
func cutMark(columns []string) (name, as string) {
	at := -1
	for k, heading := range columns {
		rest, kind := cutKind(heading)
		switch {
		case kind == "":
		case at >= 0 || slices.Contains(columns, rest):
			return "", ""
		default:
			at, name, as = k, rest, kind
		}
	}
	if at >= 0 {
		columns[at] = name
	}
	return name, as
}

// markedHeading is a heading that says what its column holds.
func markedHeading(name string, target Target) string {
	if target == Classes {
		return name + kinds[0].ending
	}
	return name + kinds[2].ending
}

// spelt is the column that is called so, in whichever composition of Unicode; the name itself where
// there is none.
func spelt(columns []string, name string) string {
	if slices.Contains(columns, name) {
		return name
	}
	k := slices.IndexFunc(columns, func(c string) bool { return norm.NFC.String(c) == norm.NFC.String(name) })
	if k < 0 {
		return name
	}
	return columns[k]
}

// names are those of the columns.
func (t *Table) names() []string {
	names := make([]string, len(t.Columns))
	for k, c := range t.Columns {
		names[k] = c.Name
	}
	return names
}

// guess is the place of the column that is probably the target, of the kind that is
// wanted, and why; −1 if there is none. One with a usual name is. Where values are wanted and the
// first column names the rows it is the first column of numbers: so R writes a data frame,
// whose first column is the response of its formula. Else it is the last, as in most
// collections of data. Where either will do, words that tell no rows apart come first.
// Classes may be numbers, too: in a column with a usual name, or few whole ones in the last column
// of a table without words.
func (t *Table) guess(want Target) (int, Reason) {
	if want == Either {
		k, why := t.guess(Classes)
		if v, values := t.guess(Values); k < 0 || t.Columns[k].Kind == Numbers && !(t.usual(k) && t.labelled(k)) || t.namesRows(k) ||
			v >= 0 && t.usual(v) && !t.usual(k) {
			return v, values
		}
		return k, why
	}
	kind := Words
	if want == Values {
		kind = Numbers
	}
	for _, name := range usualTargets {
		k := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		if k >= 0 && (t.Columns[k].Kind == kind || want == Classes && t.Different(k) <= MaxClasses) {
			return k, Usual
		}
	}
	ofKind := func(c Column) bool { return c.Kind == kind }
	if want == Values && t.namesRows(0) {
		return slices.IndexFunc(t.Columns, ofKind), FirstNumbers
	}
	for k := len(t.Columns) - 1; k >= 0; k-- {
		if ofKind(t.Columns[k]) {
			if want == Values {
				return k, LastNumbers
			}
			return k, LastWords
		}
	}
	if last := len(t.Columns) - 1; want == Classes && last >= 0 && (t.labelled(last) || t.few(last)) {
		return last, LastNumbers
	}
	return -1, ""
}

// usual reports whether a column is called as targets usually are.
func (t *Table) usual(column int) bool {
	return slices.ContainsFunc(usualTargets, func(name string) bool { return strings.EqualFold(t.Columns[column].Name, name) })
}

// namesRows reports whether a column tells the rows apart by words, each another.
func (t *Table) namesRows(column int) bool {
	return column < len(t.Columns) && t.Columns[column].Kind == Words && len(t.Rows) > 1 && len(t.Columns[column].Words) == len(t.Rows)
}

// whole reports whether a column holds whole numbers.
func (t *Table) whole(column int) bool {
	return t.Columns[column].Kind == Numbers && !slices.ContainsFunc(t.values(column), func(y float64) bool { return y != math.Trunc(y) })
}

// column is the place of the column with a name; −1 if there is none.
func (t *Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// KeepTarget makes the column the target that is so in another table, if there is one of
// its name and kind, and reports whether there is: who loads a table again means the same. Numbers
// that were classes are so again.
func (t *Table) KeepTarget(other Table) bool {
	k := other.Target()
	if k < 0 {
		return false
	}
	was := other.Columns[k]
	at := t.column(was.Name)
	if at < 0 {
		return false
	}
	next := t.Clone()
	_ = next.Choose(at) // it is a column
	switch {
	case was.Kind == Numbers:
		next.unlabel(at)
	case allNumbers(was.Words):
		next.label(at)
	}
	if next.Columns[at].Kind != was.Kind {
		return false
	}
	*t = next
	return true
}
