package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxName is the most characters of the name of a column, a class or a word.
const MaxName = 40

// Names are what the columns and the classes of a set are called by who brought
// them. They are for people alone: no method reads them.
type Names struct {
	Columns []string // of x₁, x₂ and y, or x and y; "" or none for these letters
	Classes []string // of the classes 0, 1, …; "" or none for the number
}

// Clone returns names that share no memory with n.
func (n Names) Clone() Names {
	return Names{Columns: slices.Clone(n.Columns), Classes: slices.Clone(n.Classes)}
}

// Equal reports whether both name the same.
func (n Names) Equal(m Names) bool {
	return slices.Equal(n.Columns, m.Columns) && slices.Equal(n.Classes, m.Classes)
}

// Empty reports whether nothing has a name.
func (n Names) Empty() bool { return n.tidy().Equal(Names{}) }

// tidy drops the empty names at the end, so that equal names are written alike.
func (n Names) tidy() Names { return Names{Columns: trimmed(n.Columns), Classes: trimmed(n.Classes)} }

func trimmed(names []string) []string {
	n := len(names)
	for n > 0 && names[n-1] == "" {
		n--
	}
	if n == 0 {
		return nil
	}
	return names[:n]
}

// CheckName reports what no column or word can be called: an empty name,
// one beyond [MaxName], with characters that do not show, a number, or what a
// spreadsheet takes for a formula. Classes may be called by numbers, too: see [Set.NameClass].
func CheckName(name string) error {
	if err := checkText(name); err != nil {
		return err
	}
	if _, err := parseNumber(name, ','); err == nil || errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("the name %s is a number", quote(name))
	}
	return nil
}

// checkText is [CheckName] for what may be a number.
func checkText(name string) error {
	switch {
	case name == "":
		return errors.New("a name is empty")
	case !utf8.ValidString(name):
		return errors.New("a name is not UTF-8 text")
	case utf8.RuneCountInString(name) > MaxName:
		return fmt.Errorf("the name %s is too long: at most %d characters", quote(name), MaxName)
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %s begins or ends with a space", quote(name))
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the name %s has a character that does not show", quote(name))
	case strings.ContainsAny(name[:1], "=@") || len(name) > 1 && strings.ContainsAny(name[:1], "+-") && !numberName(name):
		return fmt.Errorf("the name %s begins like a formula of a spreadsheet", quote(name))
	}
	return nil
}

// letters are the columns as formulas call them.
func (s Set) letters() []string {
	names := []string{"x₁", "x₂", "y"}
	if s.Dim == 1 {
		names = []string{"x", "y"}
	}
	if s.Target == None {
		names = names[:s.Dim]
	}
	return names
}

// Columns are the names of the inputs and, where there is one, of the target:
// those given, or else the letters of the formulas.
func (s Set) Columns() []string {
	names := s.letters()
	for k, name := range s.Names.Columns {
		if name != "" && k < len(names) {
			names[k] = name
		}
	}
	return names
}

// AxisName is what an axis along column k is called: the letter, and the name if
// the column has one.
func (s Set) AxisName(k int) string {
	letters := s.letters()
	if k >= len(letters) {
		return ""
	}
	if k < len(s.Names.Columns) && s.Names.Columns[k] != "" {
		return letters[k] + ": " + s.Names.Columns[k]
	}
	return letters[k]
}

// Describe tells of a point in the words of its names: "height 1.5, weight 70,
// species ash".
func (s Set) Describe(p Point) string {
	columns := s.Columns()
	said := make([]string, 0, len(columns))
	for k, name := range columns {
		switch {
		case k < s.Dim:
			name += " " + minus(p.X[k])
		case s.Target == Classes:
			name += " " + s.ClassName(p.Class())
		default:
			name += " " + minus(p.Y)
		}
		said = append(said, name)
	}
	return strings.Join(said, ", ")
}

// minus writes a number with a true minus.
func minus(x float64) string { return strings.ReplaceAll(format(x), "-", "−") }

// NameColumn calls column k so; an empty name, or its own letter, takes the name
// away.
func (s *Set) NameColumn(k int, name string) error {
	if k < 0 || k >= len(s.letters()) {
		return fmt.Errorf("there is no column %d: there are %d, and the first is 0", k, len(s.letters()))
	}
	return s.rename(func(n *Names) { n.Columns = put(n.Columns, k, s.own(k, name)) })
}

// NameClass calls class k so; an empty name takes the name away. Where all classes have names,
// these may be numbers, which grow with the class.
func (s *Set) NameClass(k int, name string) error {
	if s.Target != Classes || k < 0 || k >= MaxClasses {
		return fmt.Errorf("there is no class %d to name", k)
	}
	if name = norm.NFC.String(name); name != "" {
		if y, ok := labelNumber(name, ','); ok {
			name = format(y)
		}
	}
	return s.rename(func(n *Names) { n.Classes = put(n.Classes, k, name) })
}

// rename keeps the names as they were if the new ones are refused.
func (s *Set) rename(change func(*Names)) error {
	n := s.Names.Clone()
	change(&n)
	n = n.tidy()
	if err := s.checkNames(n); err != nil {
		return err
	}
	s.Names = n
	return nil
}

func put(names []string, k int, name string) []string {
	for len(names) <= k {
		names = append(names, "")
	}
	names[k] = name
	return names
}

// own is the name of column k, empty where it is the column's letter.
func (s Set) own(k int, name string) string {
	if role(name) == role(s.letters()[k]) {
		return ""
	}
	return name
}

// role is the letter that a column's name stands for: x1, x2, x or y; empty for
// every other name.
func role(name string) string {
	switch strings.ToLower(name) {
	case "x1", "x₁":
		return "x1"
	case "x2", "x₂":
		return "x2"
	case "x":
		return "x"
	case "y":
		return "y"
	}
	return ""
}

// checkNames reports names that are refused, that two columns or two classes
// share, or that are the letter of another column.
func (s Set) checkNames(n Names) error {
	if len(n.Columns) > len(s.letters()) {
		return fmt.Errorf("%d names for %d columns", len(n.Columns), len(s.letters()))
	}
	if len(n.Classes) > MaxClasses || len(n.Classes) > 0 && s.Target != Classes {
		return errors.New("names for classes that there are not")
	}
	for k, name := range n.Columns {
		if role(name) != "" {
			return fmt.Errorf("the column %s cannot be called %s", s.letters()[k], quote(name))
		}
	}
	if err := checkEach(n.Columns, CheckName); err != nil {
		return err
	}
	if err := checkEach(n.Classes, checkText); err != nil {
		return err
	}
	return checkNumbers(n.Classes)
}

// checkEach reports the first name that is refused or given twice.
func checkEach(names []string, check func(string) error) error {
	for k, name := range names {
		if name == "" {
			continue
		}
		if err := check(name); err != nil {
			return err
		}
		if slices.Contains(names[:k], name) {
			return fmt.Errorf("the name %s is given twice", quote(name))
		}
	}
	return nil
}

// checkNumbers reports names of classes that are numbers, where another class has no name and so
// could be taken for it, or where they do not grow with the class: a file is read in that order.
func checkNumbers(names []string) error {
	k := slices.IndexFunc(names, func(name string) bool { return name != "" && numberName(name) })
	switch {
	case k < 0:
		return nil
	case slices.Contains(names, ""):
		return fmt.Errorf("the name %s is a number: give every class a name", quote(names[k]))
	case !allNumbers(names):
		return nil
	}
	for k := 1; k < len(names); k++ {
		low, _ := labelNumber(names[k-1], ',')
		if high, _ := labelNumber(names[k], ','); low >= high {
			return fmt.Errorf("the name %s is not above %s: numbers grow with the class", quote(names[k]), quote(names[k-1]))
		}
	}
	return nil
}

// appendName writes a name with unreserved URL characters: letters of English,
// digits and - as they are, a space as .., any other character as its code
// between dots, in base 36.
func appendName(b []byte, name string) []byte {
	for _, r := range name {
		switch {
		case r < utf8.RuneSelf && (r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)):
			b = append(b, byte(r))
		case r == ' ':
			b = append(b, ".."...)
		default:
			b = append(b, '.')
			b = strconv.AppendInt(b, int64(r), 36)
			b = append(b, '.')
		}
	}
	return b
}

// parseName reads what appendName wrote.
func parseName(text string) (string, error) {
	var b strings.Builder
	for text != "" {
		plain, rest, coded := strings.Cut(text, ".")
		b.WriteString(plain)
		if !coded {
			break
		}
		code, after, closed := strings.Cut(rest, ".")
		r := uint64(' ')
		if code != "" {
			var err error
			if r, err = strconv.ParseUint(code, 36, 21); err != nil || r > unicode.MaxRune {
				return "", fmt.Errorf("the name %s is damaged", quote(text))
			}
		}
		if !closed {
			return "", fmt.Errorf("the name %s is damaged", quote(text))
		}
		b.WriteRune(rune(r))
		text = after
	}
	return b.String(), nil
}

// text writes the names of a set: those of all columns, then those of classes.
func (n Names) text(columns int) string {
	var b []byte
	for k := range max(columns, columns+len(n.Classes)) {
		if k > 0 {
			b = append(b, numberSep...)
		}
		switch {
		case k < len(n.Columns):
			b = appendName(b, n.Columns[k])
		case k >= columns:
			b = appendName(b, n.Classes[k-columns])
		}
	}
	return string(b)
}

// parseNames reads what text wrote.
func (s *Set) parseNames(text string) error {
	fields := strings.Split(text, numberSep)
	columns := len(s.letters())
	if len(fields) > columns+MaxClasses {
		return fmt.Errorf("%d names are too many", len(fields))
	}
	var n Names
	for k, f := range fields {
		name, err := parseName(f)
		switch {
		case err != nil:
			return err
		case k < columns:
			n.Columns = append(n.Columns, name)
		default:
			n.Classes = append(n.Classes, name)
		}
	}
	s.Names = n.tidy()
	return s.checkNames(s.Names)
}
