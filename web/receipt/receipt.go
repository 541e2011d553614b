package receipt

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"playground/algos"
)

// A Receipt says that a run reaches a goal.
type Receipt struct {
	Demo, Goal string    // ids
	Number     float64   // to which the run comes
	Steps      int       // the number of its last step
	Run        string    // its recipe as a query, without a step
	Before     string    // and of the run before the last edit; empty: the goal does not compare
	Name       string    // that somebody gave, see [CleanName]; may be empty
	Time       time.Time // of the server, in whole seconds
	Version    string    // of the program
	Machine    string    // its architecture: floating-point numbers may differ between two
}

// Bounds of what a receipt may hold.
const (
	MaxName  = 80       // runes
	MaxRun   = 32 << 10 // bytes of a recipe
	maxWords = 120      // bytes of the version and of the machine
	maxPlain = 2*MaxRun + 2048
	MaxToken = 60 << 10 // characters that are passed on: a link has room for as many
)

// ErrName says that a name is too long.
var ErrName = fmt.Errorf("a name has at most %d characters", MaxName)

// ErrLong says that a run has too many data for a receipt.
var ErrLong = fmt.Errorf("the data of the run are too many for a receipt: a recipe has at most %d bytes", MaxRun)

// CleanName returns a name as a receipt keeps it: on one line, without what cannot be seen.
func CleanName(name string) (string, error) {
	if len(name) > 16*MaxName {
		return "", ErrName
	}
	seen := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.Join(strings.Fields(seen), " ")
	if utf8.RuneCountInString(name) > MaxName {
		return "", ErrName
	}
	return name, nil
}

const heading = "playground.receipt/1"

// A field is a line of the text.
type field struct {
	word     string
	optional bool
	write    func(*Receipt) string
	read     func(*Receipt, string) error
}

// fields are the lines in their order.
var fields = []field{
	{"demo", false, func(r *Receipt) string { return r.Demo }, func(r *Receipt, v string) error { r.Demo = v; return id(v) }},
	{"goal", false, func(r *Receipt) string { return r.Goal }, func(r *Receipt, v string) error { r.Goal = v; return id(v) }},
	{"number", false, func(r *Receipt) string { return strconv.FormatFloat(r.Number, 'g', -1, 64) }, func(r *Receipt, v string) (err error) {
		if r.Number, err = strconv.ParseFloat(v, 64); err != nil || math.IsNaN(r.Number) || math.IsInf(r.Number, 0) {
			return errors.New("is not a finite number")
		}
		return nil
	}},
	{"steps", false, func(r *Receipt) string { return strconv.Itoa(r.Steps) }, func(r *Receipt, v string) (err error) {
		if r.Steps, err = strconv.Atoi(v); err != nil || r.Steps < 0 || r.Steps > algos.MaxStep {
			return fmt.Errorf("is not a whole number from 0 to %d", algos.MaxStep)
		}
		return nil
	}},
	{"run", false, func(r *Receipt) string { return r.Run }, func(r *Receipt, v string) error { r.Run = v; return query(v) }},
	{"before", true, func(r *Receipt) string { return r.Before }, func(r *Receipt, v string) error { r.Before = v; return query(v) }},
	{"name", true, func(r *Receipt) string { return r.Name }, func(r *Receipt, v string) error {
		clean, err := CleanName(v)
		if err == nil && clean != v {
			err = errors.New("has what cannot be seen")
		}
		r.Name = v
		return err
	}},
	{"time", false, func(r *Receipt) string { return r.Time.UTC().Format(time.RFC3339) }, func(r *Receipt, v string) (err error) {
		if r.Time, err = time.Parse(time.RFC3339, v); err != nil {
			return errors.New("is not a time")
		}
		r.Time = r.Time.UTC()
		return nil
	}},
	{"version", false, func(r *Receipt) string { return r.Version }, func(r *Receipt, v string) error { r.Version = v; return words(v) }},
	{"machine", false, func(r *Receipt) string { return r.Machine }, func(r *Receipt, v string) error { r.Machine = v; return words(v) }},
}

// plain is the text of a receipt.
func (r Receipt) plain() string {
	var b strings.Builder
	b.WriteString(heading + "\n")
	for _, f := range fields {
		if v := f.write(&r); v != "" || !f.optional {
			b.WriteString(f.word + " " + v + "\n")
		}
	}
	return b.String()
}

// parse reads the text of a receipt, which has one spelling.
func parse(text string) (Receipt, error) {
	lines := strings.Split(text, "\n")
	if lines[0] != heading {
		return Receipt{}, fmt.Errorf("it does not begin with %s", heading)
	}
	lines = lines[1:]
	var r Receipt
	for _, f := range fields {
		value, ok := "", false
		if len(lines) > 0 {
			value, ok = strings.CutPrefix(lines[0], f.word+" ")
		}
		if !ok {
			if f.optional {
				continue
			}
			return Receipt{}, fmt.Errorf("there is no %s where it should be", f.word)
		}
		lines = lines[1:]
		if err := f.read(&r, value); err != nil {
			return Receipt{}, fmt.Errorf("%s: %w", f.word, err)
		}
	}
	if r.plain() != text {
		return Receipt{}, errors.New("it is not spelled as receipts are")
	}
	return r, nil
}

// check reports what of a receipt could not be read again.
func (r Receipt) check() error {
	switch again, err := parse(r.plain()); {
	case err != nil:
		return err
	case again.plain() != r.plain():
		return errors.New("it would be read as another receipt")
	}
	return nil
}

var ids = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)

func id(v string) error {
	if !ids.MatchString(v) {
		return errors.New("is not an id")
	}
	return nil
}

// query looks at a recipe as far as it can be without its demo.
func query(v string) error {
	switch {
	case len(v) > MaxRun:
		return ErrLong
	case strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("is not a query")
	}
	return nil
}

// CheckVersion reports whether a receipt can bear the name of a version.
func CheckVersion(version string) error { return words(version) }

func words(v string) error {
	if v == "" || len(v) > maxWords || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r > '~' }) {
		return fmt.Errorf("is not a text of 1 to %d ASCII characters", maxWords)
	}
	return nil
}
