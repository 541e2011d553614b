package sheet

import (
	"slices"
	"strings"
)

// A scanner splits a text into records.
type scanner struct {
	text     string
	line     int
	sep      byte // ' ' for runs of blanks, 0 for none
	comment  byte // 0: '#' and '%'; 1: no comments
	comments int
	last     string // the last comment, without its sign
	fields   []field
}

// isComment reports whether a line is one. A sign before a separator is a name, and
// #N/A at the front a value.
func isComment(line string, sign byte) bool {
	line = strings.TrimLeft(line, " ")
	if line == "" || sign == 1 {
		return false
	}
	if sign != 0 {
		return line[0] == sign
	}
	if line[0] != '#' && line[0] != '%' {
		return false
	}
	first := line[:min(len(line), 8)]
	if k := strings.IndexAny(first, ",;\t| "); k >= 0 {
		first = first[:k]
	}
	return len(line) == 1 || !strings.ContainsRune(",;\t|", rune(line[1])) && !slices.Contains(everywhere, strings.ToLower(first))
}

// cut takes the line at the front off a text.
func cut(text string) (line, rest string) {
	n := strings.IndexByte(text, '\n')
	head := text
	if n >= 0 {
		head = text[:n]
	}
	if r := strings.IndexByte(head, '\r'); r >= 0 {
		if r+1 == n {
			return text[:r], text[n+1:]
		}
		return text[:r], text[r+1:]
	}
	if n < 0 {
		return text, ""
	}
	return head, text[n+1:]
}

// next returns the next record that is no comment; its fields are nil at the end of the
// text, and are overwritten by the next call.
func (t *scanner) next() (record, error) {
	for t.text != "" {
		line, rest := cut(t.text)
		if isComment(line, t.comment) {
			t.comments++
			t.last = strings.TrimLeft(strings.TrimSpace(line), "#% ")
			t.text = rest
			t.line++
			continue
		}
		r := record{line: t.line}
		t.fields = t.fields[:0]
		if strings.IndexByte(line, '"') < 0 {
			t.plain(line)
			t.text = rest
			t.line++
		} else if err := t.quoted(); err != nil {
			return r, err
		}
		if len(t.fields) == 0 {
			t.fields = append(t.fields, field{})
		}
		r.fields = t.fields
		return r, nil
	}
	return record{}, nil
}

// plain splits a line without quotation marks.
func (t *scanner) plain(line string) {
	if t.sep == ' ' {
		for _, f := range strings.Fields(line) {
			t.fields = append(t.fields, field{text: f})
		}
		return
	}
	for t.sep != 0 {
		k := strings.IndexByte(line, t.sep)
		if k < 0 {
			break
		}
		t.fields = append(t.fields, field{text: trim(line[:k])})
		line = line[k+1:]
	}
	t.fields = append(t.fields, field{text: trim(line)})
}

// trim is strings.TrimSpace, at once where nothing is to be done.
func trim(s string) string {
	if s == "" || s[0] > ' ' && s[0] < 0x80 && s[len(s)-1] > ' ' && s[len(s)-1] < 0x80 {
		return s
	}
	return strings.TrimSpace(s)
}

// ends makes the ends of lines in a quotation one.
var ends = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// quoted splits a record that may go on over several lines.
func (t *scanner) quoted() error {
	first := t.line
	blanks := " "
	if t.sep == ' ' {
		blanks = " \t"
	}
	for {
		t.text = strings.TrimLeft(t.text, blanks)
		if t.text == "" || t.text[0] == '\n' || t.text[0] == '\r' {
			if t.sep != ' ' {
				t.fields = append(t.fields, field{})
			}
			t.end()
			return nil
		}
		var f field
		if t.text[0] == '"' {
			f.quoted = true
			var b strings.Builder
			rest := t.text[1:]
			for {
				k := strings.IndexByte(rest, '"')
				if k < 0 {
					return &Error{Kind: OpenQuote, Line: first, Found: clip(t.text)}
				}
				b.WriteString(rest[:k])
				t.line += lines(rest[:k])
				if rest = rest[k+1:]; rest == "" || rest[0] != '"' {
					break
				}
				b.WriteByte('"')
				rest = rest[1:]
			}
			f.text = strings.TrimSpace(ends.Replace(b.String()))
			f.word = strings.IndexByte(f.text, ',') < 0 && marked(f.text)
			t.text = strings.TrimLeft(rest, " ")
			if t.text != "" && t.text[0] != '\n' && t.text[0] != '\r' && t.text[0] != t.sep && (t.sep != ' ' || rest[0] != ' ' && rest[0] != '\t') {
				return &Error{Kind: Quote, Line: t.line, Found: clip(t.text)}
			}
		} else {
			k := 0
			for k < len(t.text) && t.text[k] != '\n' && t.text[k] != '\r' && (t.sep == 0 || t.text[k] != t.sep) && (t.sep != ' ' || t.text[k] != '\t') {
				k++
			}
			f.text, t.text = strings.TrimSpace(t.text[:k]), t.text[k:]
		}
		t.fields = append(t.fields, f)
		switch {
		case t.text == "" || t.text[0] == '\n' || t.text[0] == '\r':
			t.end()
			return nil
		case t.sep == ' ':
		default:
			t.text = t.text[1:]
		}
	}
}

// end moves behind the end of a line.
func (t *scanner) end() {
	_, t.text = cut(t.text)
	t.line++
}

// lines counts the ends of lines in a text.
func lines(text string) int {
	return strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// clip is the beginning of a text on one line, for a message.
func clip(text string) string {
	text, _ = cut(text)
	if r := []rune(text); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return text
}

// separators are those that are tried, the less ambiguous ones first.
const separators = "\t;|, "

// looked is how many records are looked at for their separator.
const looked = 100

// separator guesses what separates the columns: what splits most rows into as many fields
// as the first one. It is 0 where there is one column.
func separator(text string, comment byte) byte {
	var best byte
	score := 0.0
	for i := range len(separators) {
		blanks := separators[i] == ' '
		if strings.IndexByte(text, separators[i]) < 0 && !(blanks && strings.IndexByte(text, '\t') >= 0) {
			continue
		}
		t := scanner{text: text, line: 1, sep: separators[i], comment: comment}
		width, same, all, number, torn := 0, 0, 0, 0, 0
		longer := 0
		for all < looked {
			r, err := t.next()
			if err != nil {
				all++
				break
			}
			if r.fields == nil {
				break
			}
			if blank(r.fields) {
				continue
			}
			n := len(r.fields)
			if width == 0 {
				width = n
			}
			all++
			switch n {
			case width:
				same++
			case width + 1:
				longer++ // names of rows, or a separator at the end
			}
			if slices.ContainsFunc(r.fields, func(f field) bool { return !f.quoted && strings.IndexByte(f.text, '"') >= 0 }) {
				torn++ // a quotation is split
			}
			if blanks && slices.ContainsFunc(r.fields, func(f field) bool { return f.looksNumber() }) {
				number++
			}
		}
		// Blanks stand in names, too: as separators they split all rows alike.
		if width < 2 || blanks && (2*number < all || all < 2 || same < all && longer+1 < all) {
			continue
		}
		if s := (float64(max(same, longer+1)) - float64(torn)/2) / float64(all); s > score {
			best, score = separators[i], s
		}
	}
	return best
}
