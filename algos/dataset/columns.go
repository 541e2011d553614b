package dataset

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	files "playground/algos/dataset/sheet"
	"playground/algos/say"
)

// Columns says which columns of a file are the inputs and the target, by their
// names in its header.
type Columns struct {
	X []string // one or two of points, up to [MaxFeatures] of a table
	Y string   // empty: there is no target
	// As says of a target, "classes" or "values", which it is; empty: the data say so where the
	// method takes either, see [File.Points].
	As string
}

// What As may be.
const (
	AsClasses = "classes"
	AsValues  = "values"
)

// ParseColumns reads columns as the command line has them, x1=height,x2=weight,
// y=species or x=time,y=speed. A name with a comma stands in quotation marks with
// its letter: "x1=height, in cm". A table has up to ten inputs, x1, x2, …. What y holds is said behind its name, y=species:class or
// y=speed:value, or by as=classes and as=values. Without inputs, y=species, they are guessed.
func ParseColumns(text string) (Columns, error) {
	bad := errors.New("write x1=NAME,x2=NAME,y=NAME or x=NAME,y=NAME, of a table up to x10=NAME; y may be left out, or stand alone, and y=NAME:class or y=NAME:value says what it holds")
	r := csv.NewReader(strings.NewReader(text))
	r.LazyQuotes = true
	parts, err := r.Read()
	if err != nil {
		return Columns{}, bad
	}
	letters := []string{"y", "as", "x"}
	for k := range MaxFeatures {
		letters = append(letters, "x"+strconv.Itoa(k+1))
	}
	names := map[string]string{}
	for _, p := range parts {
		letter, name, ok := strings.Cut(p, "=")
		letter = strings.ToLower(strings.TrimSpace(letter))
		name = strings.TrimSpace(name)
		if _, again := names[letter]; !ok || name == "" || again || !slices.Contains(letters, letter) ||
			letter == "as" && name != AsClasses && name != AsValues {
			return Columns{}, bad
		}
		names[letter] = name
	}
	c := Columns{Y: names["y"], As: names["as"]}
	if name, as := cutKind(c.Y); as != "" {
		if c.As != "" && c.As != as {
			return Columns{}, bad
		}
		c.Y, c.As = name, as
	}
	given := len(names)
	for _, letter := range letters[:2] {
		if names[letter] != "" {
			given--
		}
	}
	if names["x"] != "" && given == 1 {
		c.X = []string{names["x"]}
		return c, nil
	}
	for k := range given {
		c.X = append(c.X, names["x"+strconv.Itoa(k+1)])
	}
	if given == 1 || slices.Contains(c.X, "") || given == 0 && c.Y == "" {
		return Columns{}, bad
	}
	return c, nil
}

// A File is a file whose columns are known, but not yet which of them is what.
type File struct {
	Header []Heading
	// Standard says that the columns are the playground's own, x1,x2,y or x,y, so
	// that nobody needs to be asked.
	Standard bool
	// Read is how the file was read, and what stands in it.
	Read *files.Sheet

	drop   bool   // leave rows with missing values out
	marked string // the column whose heading says that it is the target
	as     string // and which kind of target
	coded  []bool // of the columns: there is a column that numbers its words
}

// A Heading is a column of a [File].
type Heading struct {
	Name   string
	Kind   files.Kind // what most of its values are
	Number bool       // they are numbers
	First  []string   // its first values
	Counts bool       // they number the rows
}

// firstValues is how many values of a column are shown.
const firstValues = 3

// OpenCSV reads the header of a file, and what its columns hold, without options.
func OpenCSV(r io.Reader) (*File, error) {
	text, err := readFile(r, MaxCSVBytes)
	if err != nil {
		return nil, err
	}
	return Open(text, files.Options{})
}

// Open reads a file, and what its columns hold. What is wrong with it is a [*CSVError].
func Open(file []byte, o files.Options) (*File, error) {
	f := &File{drop: o.Missing == files.Drop}
	o.Missing = files.Keep // which values are needed is not known yet
	o.MaxBytes = MaxCSVBytes
	if o.MaxRows == 0 || o.MaxRows > MaxRows {
		o.MaxRows = MaxRows
	}
	var err error
	if f.Read, err = files.Read(file, o); err != nil {
		return nil, Unread(err)
	}
	t := f.sheet()
	f.Standard = !slices.ContainsFunc(t.columns, func(name string) bool {
		return !slices.Contains(standardColumns, strings.ToLower(name))
	})
	for k, name := range t.columns {
		f.Header = append(f.Header, Heading{Name: name, Kind: files.Words, Counts: t.counts(k)})
		if k >= t.shift {
			f.Header[k].Kind = f.Read.Columns[k-t.shift].Kind
		}
	}
	numbers, words, codes := make([]int, len(f.Header)), make([]int, len(f.Header)), newCodes(t)
	for t.next() == nil { // what is wrong with a row is said where it is read
		codes.row(t)
		for k := range f.Header {
			text := t.fields[k]
			if text == "" {
				continue
			}
			if _, err := t.parsed(k); err == nil {
				numbers[k]++
			} else {
				words[k]++
			}
			if len(f.Header[k].First) < firstValues {
				f.Header[k].First = append(f.Header[k].First, clip(text))
			}
		}
	}
	for k := range f.Header {
		f.Header[k].Number = numbers[k] > words[k] || words[k] == 0
		f.coded = append(f.coded, codes.of(k) != nil)
	}
	return f, nil
}

// Numbers is how many columns of numbers the file has, besides one that says which points
// are held out.
func (f *File) Numbers() int {
	n := 0
	for _, h := range f.Header {
		if h.Number && h.Name != "" && !h.Counts && !f.aside(h.Name) {
			n++
		}
	}
	return n
}

// Wide reports whether the file is a table and no points of at most so many inputs: it has
// more columns of numbers than inputs and a target, or than inputs where words are the
// target or nothing is, or one besides the playground's own, such as x3 beside x1.
func (f *File) Wide(dim int, target Target) bool {
	own, most := false, dim
	if target != None || f.Standard {
		most++ // of y, which a file of points may have where nothing looks at it
	}
	for _, h := range f.Header {
		own = own || slices.Contains([]string{"x1", "x2", "x"}, strings.ToLower(h.Name))
		if !h.Number {
			most = dim
		}
	}
	return f.Numbers() > most || own && !f.Standard
}

// sheet goes through the rows of the file.
func (f *File) sheet() *sheet {
	t := rowsOfSheet(f.Read)
	f.marked, f.as = cutMark(t.columns)
	return t
}

// Told is the file as it was read, with the lines that are left out where these columns are chosen,
// all columns of a table where no inputs are.
func (f *File) Told(c Columns) *files.Sheet {
	told := *f.Read
	if !f.drop {
		return &told
	}
	t := f.sheet()
	at := t.places(c)
	if len(c.X) == 0 {
		at = t.all()
	}
	_, told.Guess.Dropped = t.lacking(at)
	return &told
}

// Left says what of the file is left out where these columns are chosen.
func (f *File) Left(c Columns) Left {
	l := Left{Missing: len(f.Told(c).Guess.Dropped)}
	if f.Read.Guess.Sampled {
		l.Rows = f.Read.Guess.Rows
	}
	return l
}

// aside reports whether a column is neither an input nor a target: it says which points are held
// out, or numbers the words of another one.
func (f *File) aside(name string) bool {
	return strings.EqualFold(name, heldColumns[0]) || name == codeColumn && slices.Contains(f.coded, true)
}

// Held reports whether a column says which points are held out.
func (f *File) Held(name string) bool { return strings.EqualFold(name, heldColumns[0]) }

// Guess says which columns are probably what: the playground's own columns are
// what they are called. Of others, the inputs are the first columns of numbers; y is a
// column of that name, else the last column of words where classes are wanted,
// else the last column of numbers that the inputs leave. dims are the numbers of
// inputs that will do; nil for one or two.
func (f *File) Guess(want Target, dims []int) (Columns, error) {
	t := f.sheet()
	if t.letters() {
		where, err := t.standard()
		if err != nil {
			return Columns{}, err
		}
		c := where.named(t.columns)
		if want != None && c.Y != "" && c.Y == f.marked {
			c.As = f.as
		}
		return c, nil
	}
	return f.Suggest(want, dims)
}

// Suggest is Guess without the strictness about a file that has some of the
// playground's own columns: it is for a form in which people correct it.
func (f *File) Suggest(want Target, dims []int) (Columns, error) {
	return f.Inputs(Columns{Y: f.marked, As: f.as}, want, dims)
}

// Inputs adds to a chosen target the inputs that are guessed, and guesses the target, too, where
// none is chosen.
func (f *File) Inputs(chosen Columns, want Target, dims []int) (Columns, error) {
	if len(dims) == 0 {
		dims = []int{1, 2}
	}
	var numbers []string
	c := Columns{Y: chosen.Y, As: chosen.As}
	words, enough := "", slices.Min(dims)
	if want == Values || want != None && !slices.ContainsFunc(f.Header, func(h Heading) bool { return !h.Number }) {
		enough++ // one is the target
	}
	for _, h := range f.Header {
		switch {
		case h.Name == "" || h.Name != chosen.Y && (f.aside(h.Name) || h.Counts && f.Numbers() >= enough):
			continue // numbers of the rows, and what says more of them
		case h.Name == chosen.Y:
		case role(h.Name) == "y" && chosen.Y == "":
			c.Y = h.Name
		case h.Number:
			numbers = append(numbers, h.Name)
		default:
			words = h.Name
		}
	}
	switch {
	case want == None:
		if c.Y != "" && len(numbers) < slices.Min(dims) {
			numbers = append(numbers, c.Y)
		}
		c.Y, c.As = "", ""
	case c.Y != "":
	case (want == Classes || want == Either) && words != "":
		c.Y = words
	case len(numbers) > slices.Min(dims):
		c.Y = numbers[len(numbers)-1]
		numbers = numbers[:len(numbers)-1]
		if want == Either && c.As == "" {
			c.As = AsValues // as in a table: numbers are labels where the column is called y or was chosen
		}
	}
	n := 0
	for _, d := range dims {
		if d <= len(numbers) {
			n = max(n, d)
		}
	}
	if n == 0 {
		why := say.Vars{"n": len(numbers), "most": slices.Min(dims)}.Text("at least <most numeric feature> needed for the inputs; found: <n>")
		return c, &CSVError{Line: 1, Message: why.String(), Why: why}
	}
	c.X = numbers[:n]
	return c, nil
}

// Points reads the points with the columns as they were chosen. The names of
// columns that are not called by their letters become names of the set. A column
// held of 0 and 1 says which points are held out: they become the last.
//
// Where [Either] is wanted y holds classes if it has words, or numbers that are labels as in
// a table: −1 and 1, or 0, 1, 2, …, each of them there, and one of them twice. Otherwise it holds
// values. Columns.As overrules that. Where classes are wanted whatever stands there is their label,
// see [ReadCSV].
func (f *File) Points(c Columns, want Target) (Set, error) {
	if err := checkKind(c, want); err != nil {
		return Set{}, err
	}
	if want == Either {
		want = f.kind(c)
	}
	t := f.sheet()
	where, err := t.find(c)
	if err != nil {
		return Set{}, err
	}
	s := Set{Target: want, Dim: len(where.x)}
	if where.y < 0 {
		s.Target = None
	}
	if s.Names, err = t.names(s, where); err != nil {
		return Set{}, err
	}
	flag, used := -1, slices.Clone(where.x)
	if s.Target != None {
		flag = t.heldColumn(where)
		used = append(used, where.y)
	}
	if err := t.need(used, f.drop); err != nil {
		return Set{}, err
	}
	var labels labels
	codes := newCodes(t)
	var held []Point
	for {
		switch err := t.next(); err {
		case nil:
		case io.EOF:
			s.Points, s.Held = append(s.Points, held...), len(held)
			return s, s.name(labels, codes, t, where.y)
		default:
			return Set{}, err
		}
		var p Point
		if p.X, err = t.inputs(where); err != nil {
			return Set{}, err
		}
		switch s.Target {
		case Classes:
			var place int
			place, err = labels.add(t, where.y)
			p.Y = float64(place)
			codes.row(t)
		case Values:
			p.Y, err = t.number(where.y)
		}
		if err != nil {
			return Set{}, err
		}
		out, err := t.held(flag)
		switch {
		case err != nil:
			return Set{}, err
		case out:
			held = append(held, p)
		default:
			s.Points = append(s.Points, p)
		}
	}
}

// kind is what the target of the file is. What is wrong with a row is said where it is read.
func (f *File) kind(c Columns) Target {
	switch c.As {
	case AsClasses:
		return Classes
	case AsValues:
		return Values
	}
	t := f.sheet()
	where, err := t.find(c)
	if err != nil || where.y < 0 {
		return Values
	}
	var all []float64
	for t.next() == nil {
		y, err := t.parsed(where.y)
		if errors.Is(err, strconv.ErrSyntax) && t.fields[where.y] != "" {
			if len(all) == 0 {
				return Classes
			}
			return Values
		}
		all = append(all, y)
	}
	if areLabels(distinct(all), len(all)) {
		return Classes
	}
	return Values
}

// find says where the chosen columns stand.
func (t *sheet) find(c Columns) (at, error) {
	where := at{y: -1}
	if len(c.X) != 1 && len(c.X) != 2 {
		return where, &CSVError{Line: t.headLine, Message: "one or two columns are the inputs"}
	}
	chosen := slices.Clone(c.X)
	if c.Y != "" {
		chosen = append(chosen, c.Y)
	}
	for i, name := range chosen {
		name = spelt(t.columns, name)
		chosen[i] = name
		k := slices.Index(t.columns, name)
		switch {
		case k < 0:
			return where, &CSVError{Line: t.headLine, Column: quote(name), Message: "there is no such column; there are " + clip(strings.Join(t.columns, ", "))}
		case slices.Contains(t.columns[k+1:], name):
			return where, &CSVError{Line: t.headLine, Column: quote(name), Message: "the column stands here twice"}
		case slices.Contains(chosen[:i], name):
			return where, &CSVError{Line: t.headLine, Column: quote(name), Message: "the column is chosen twice"}
		case i < len(c.X):
			where.x = append(where.x, k)
		default:
			where.y = k
		}
	}
	return where, nil
}

// names are what the chosen columns are called, where that is not their letter. A
// column with the letter of another one loses its name.
func (t *sheet) names(s Set, where at) (Names, error) {
	columns := slices.Clone(where.x)
	if s.Target != None {
		columns = append(columns, where.y)
	}
	var n Names
	for _, k := range columns {
		name := t.columns[k]
		if role(name) != "" {
			name = ""
		} else if err := CheckName(name); err != nil {
			return n, &CSVError{Line: t.headLine, Column: quote(name), Message: err.Error()}
		}
		n.Columns = append(n.Columns, name)
	}
	return n.tidy(), nil
}

// named are the columns at those places.
func (w at) named(columns []string) Columns {
	var c Columns
	for _, k := range w.x {
		c.X = append(c.X, columns[k])
	}
	if w.y >= 0 {
		c.Y = columns[w.y]
	}
	return c
}
