package dataset

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
)

// The text of a source uses unreserved URL characters only, so that a link
// needs no escapes.
//
//	moons              a generator with its defaults
//	moons~60~0.24~7    a generator, its size, noise and seed
//	moons~60~0.24~7~h18   the same, 18 of its points held out
//	classes~90~1~7~x5  a generator of tables, its size, noise, seed and number of features
//	p2s~1_0_1~0_1_-1   points: two inputs, signed labels; a point is x₁_x₂_y
//	z2s~Mow3iDesM4g3jNc1BAQAAP__   the same, the points' text deflated, in base64url
//	p2cn~height__species_ash_oak~1_0_0   with names of x₁, x₂, y and of the classes before the points
//	p2s~1_0_1~0_1_-1~h1   the last point is held out; also behind points that are deflated
//	p2g~0_0~1_0~2_1~e0_1~e1_2_0.5   a graph: its nodes' places, then its edges, two nodes and the weight unless that is 1
//	t2~nheight~Wspecies_ash_oak~1_0  a table: its columns, numbers or words, W the target; then its rows
//	u2~…                           the same, deflated
//	u2~…~m2~r5000  the same of a file of 5,000 rows of which some were drawn, and 2 left out for a missing value
//	c2x3~0_1_0.5~1_0_0.5  cells: rows and columns, then the numbers of each row
//	k64x64~…               the same, deflated
//	c2x1~0~1~lfilter~c1x1~0.5   further grids, each with its name
//
// A number is the shortest decimal that reads back as the same float64, so all
// forms are exact.
const (
	plain       = 'p'
	packed      = 'z'
	plainTable  = 't'
	packedTable = 'u'
	withNames   = 'n' // the fourth character of points with names

	fieldSep     = "~"
	featuresMark = "x" // before the number of features of a generated table
	numberSep    = "_"
)

// The kinds of explicit points, the third character of their text.
const (
	kindSigned     = 's'
	kindClasses    = 'c'
	kindValues     = 'v'
	kindUnlabelled = 'n'
	kindGraph      = 'g'
	kindDirected   = 'd'
)

const (
	// readable is the longest text of points that is never packed.
	readable = 240
	// maxText bounds the text of points, inflated: no number is longer than
	// 24 characters and no point has more than three.
	maxText = MaxPoints*3*25 + maxNamesText // more than a graph takes
	// maxNamesText bounds the text of names: a character takes at most six.
	maxNamesText = (3 + MaxClasses) * (6*MaxName + 1)
)

// String returns the source as it stands in a URL.
func (s Source) String() string {
	if s.Generator == "" && s.Set.Dim == 0 {
		if !s.Cells.Empty() {
			return s.gridsText()
		}
		if s.Table.Empty() {
			return "" // no data at all have no text, and stand in no URL
		}
		return s.Table.text() + s.Left.text()
	}
	if s.Generator != "" {
		text := strings.Join([]string{s.Generator, strconv.Itoa(s.N), format(s.Noise), strconv.FormatUint(s.Seed, 10)}, fieldSep)
		if s.Features > 0 {
			text += fieldSep + featuresMark + strconv.Itoa(s.Features)
		}
		return text + heldText(s.Held)
	}
	head := string('0'+rune(s.Set.Dim)) + string(s.Set.kind())
	text := s.Set.text()
	if names := s.Set.Names.text(len(s.Set.letters())); !s.Set.Names.Empty() {
		head += string(withNames)
		if text == "" {
			text = names
		} else {
			text = names + fieldSep + text
		}
	}
	return shorter(plain, packed, head, text) + heldText(s.Set.Held) + s.Left.text()
}

// shorter joins a head and a text, the text packed if that is shorter.
func shorter(plain, packed rune, head, text string) string {
	if len(text) > readable {
		if short := deflate(text); len(short) < len(text) {
			return string(packed) + head + fieldSep + short
		}
	}
	if text == "" {
		return string(plain) + head
	}
	return string(plain) + head + fieldSep + text
}

// ParseSource reads a source back; [Source.String] of the result names the same
// points to the last bit. Settings that a generator's text leaves out take
// their defaults. Everything is checked here: a source that was parsed loads.
func ParseSource(text string) (Source, error) {
	head, _, _ := strings.Cut(text, fieldSep)
	if g, ok := FindGenerator(head); ok {
		return g.parse(text)
	}
	if _, _, ok := cellsHead(head); ok {
		return parseGrids(text)
	}
	text, left, err := cutLeft(text)
	if err != nil {
		return Source{}, err
	}
	head, rest, _ := strings.Cut(text, fieldSep)
	if tableHead(head) {
		t, err := parseTable(head, rest)
		return Source{Table: t, Left: left}, err
	}
	if len(head) != 3 && (len(head) != 4 || head[3] != withNames) || (head[0] != plain && head[0] != packed) {
		return Source{}, fmt.Errorf("there is no data set %s; there are %s", quote(head), generatorIDs())
	}
	set, err := parseHead(head)
	if err != nil {
		return Source{}, err
	}
	// A name may look like the number of those held out. What stands behind the names
	// is points alone, or what is packed.
	var names string
	named := len(head) == 4
	if named && head[0] == plain {
		names, rest, _ = strings.Cut(rest, fieldSep)
	}
	if rest, set.Held, err = cutHeld(rest); err != nil {
		return Source{}, err
	}
	if head[0] == packed {
		if rest, err = inflate(rest, maxText); err != nil {
			return Source{}, err
		}
	}
	if named {
		if head[0] == packed {
			names, rest, _ = strings.Cut(rest, fieldSep)
		}
		if err := set.parseNames(names); err != nil {
			return Source{}, err
		}
	}
	if err := set.parsePoints(rest); err != nil {
		return Source{}, err
	}
	return Source{Set: set, Left: left}, nil
}

// parse reads id~n~noise~seed~h18, of which all but the id may be left out.
func (g Generator) parse(text string) (Source, error) {
	s := g.Default()
	text, held, err := cutHeld(text)
	if err != nil {
		return Source{}, fmt.Errorf("%s: %w", g.ID, err)
	}
	s.Held = held
	fields := strings.Split(text, fieldSep)
	if last := len(fields) - 1; g.Features > 0 && last > 0 && strings.HasPrefix(fields[last], featuresMark) {
		if s.Features, err = strconv.Atoi(fields[last][len(featuresMark):]); err != nil {
			return Source{}, fmt.Errorf("the number of features of %s is no number in range: %s", g.ID, quote(fields[last]))
		}
		fields = fields[:last]
	}
	if len(fields) > 4 {
		return Source{}, fmt.Errorf("%s has too many settings: write %s", quote(text), g.form())
	}
	for i, f := range fields[1:] {
		var err error
		var what string
		switch i {
		case 0:
			what = "size"
			s.N, err = strconv.Atoi(f)
			if err == nil && s.N == 0 {
				return Source{}, fmt.Errorf("%s cannot have 0 %s: it must be from 1 to %d", g.ID, g.counted(), MaxPoints)
			}
		case 1:
			what = "noise"
			s.Noise, err = strconv.ParseFloat(f, 64)
		case 2:
			what = "seed"
			s.Seed, err = strconv.ParseUint(f, 10, 53)
		}
		if err != nil {
			return Source{}, fmt.Errorf("the %s of %s is no number in range: %s", what, g.ID, quote(f))
		}
	}
	s.Noise += 0 // −0 is the same noise as 0
	if err := g.check(s); err != nil || g.Features == 0 {
		return s, err
	}
	s.Table = g.table(s)
	return s, nil
}

// form is how the text of a generator's source is written.
func (g Generator) form() string {
	if g.Features > 0 {
		return g.ID + "~size~noise~seed~x" + strconv.Itoa(g.Features)
	}
	return g.ID + "~size~noise~seed"
}

func (s Set) kind() byte {
	switch {
	case s.Target == Values:
		return kindValues
	case s.Directed:
		return kindDirected
	case len(s.Edges) > 0:
		return kindGraph
	case s.Target == None:
		return kindUnlabelled
	case s.Signed:
		return kindSigned
	}
	return kindClasses
}

func parseHead(head string) (Set, error) {
	s := Set{Dim: int(head[1]) - '0'}
	if s.Dim != 1 && s.Dim != 2 {
		return Set{}, fmt.Errorf("points in %s cannot have %s inputs: it must be 1 or 2", quote(head), quote(head[1:2]))
	}
	switch head[2] {
	case kindSigned:
		s.Signed = true
	case kindClasses:
	case kindValues:
		s.Target = Values
	case kindUnlabelled, kindGraph:
		s.Target = None
	case kindDirected:
		s.Target, s.Directed = None, true
	default:
		return Set{}, fmt.Errorf("points in %s: the third letter must be one of s, c, v, n, g and d", quote(head))
	}
	return s, nil
}

// text writes the points: numbers joined by _, points by ~.
func (s Set) text() string {
	var b []byte
	for i, p := range s.Points {
		if i > 0 {
			b = append(b, fieldSep...)
		}
		b = appendNumber(b, p.X[0])
		if s.Dim == 2 {
			b = append(b, numberSep...)
			b = appendNumber(b, p.X[1])
		}
		switch s.Target {
		case Classes:
			b = append(b, numberSep...)
			b = strconv.AppendInt(b, int64(s.code(p.Class())), 10)
		case Values:
			b = append(b, numberSep...)
			b = appendNumber(b, p.Y)
		}
	}
	return string(s.appendEdges(b))
}

// parsePoints reads what text wrote.
func (s *Set) parsePoints(text string) error {
	if text == "" {
		return s.Check()
	}
	if n := strings.Count(text, fieldSep) + 1; n > MaxPoints {
		return fmt.Errorf("%d points are too many: at most %d", n, MaxPoints)
	}
	columns := s.Dim
	if s.Target != None {
		columns++
	}
	fields, err := s.cutEdges(strings.Split(text, fieldSep))
	if err != nil {
		return err
	}
	for i, f := range fields {
		numbers := strings.Split(f, numberSep)
		if len(numbers) != columns {
			return fmt.Errorf("point %d has %d numbers instead of %d", i+1, len(numbers), columns)
		}
		var v [3]float64
		for j, n := range numbers {
			x, err := strconv.ParseFloat(n, 64)
			if err != nil {
				return fmt.Errorf("point %d: %s is not a number", i+1, quote(n))
			}
			v[j] = x
		}
		var p Point
		copy(p.X[:s.Dim], v[:])
		if s.Target != None {
			p.Y = v[s.Dim]
		}
		if s.Signed {
			if p.Y != 1 && p.Y != -1 {
				return fmt.Errorf("point %d: the label %s is neither -1 nor 1", i+1, format(p.Y))
			}
			p.Y = (p.Y + 1) / 2
		}
		s.Points = append(s.Points, p)
	}
	return s.Check()
}

// packers are the writers of [deflate]. Each has more than half a megabyte of tables,
// and while a hand moves points they are packed several times a second.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic(err) // only a bad level fails
	}
	return w
}}

func deflate(text string) string {
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	// A bytes.Buffer takes every write.
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// inflate unpacks a text of at most max bytes.
func inflate(text string, most int) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", errors.New("the packed data are damaged: they are not base64url")
	}
	in := bytes.NewReader(raw)
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(in), int64(most)+1))
	if err == nil && len(out) > most {
		return "", errors.New("the packed data are too many")
	}
	if err != nil || in.Len() > 0 {
		return "", errors.New("the packed data are damaged: they do not unpack")
	}
	return string(out), nil
}

// format writes a number in the shortest form that reads back as itself, with
// unreserved characters only: the + of an exponent is left out.
func format(x float64) string { return string(appendNumber(nil, x)) }

func appendNumber(b []byte, x float64) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, x, 'g', -1, 64)
	if i := bytes.IndexByte(b[from:], '+'); i > 0 && !math.IsInf(x, 0) {
		b = append(b[:from+i], b[from+i+1:]...)
	}
	return b
}

// quote shows bad input without letting it fill the screen.
func quote(s string) string { return strconv.Quote(clip(s)) }

// clip cuts what is too long to be shown.
func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
