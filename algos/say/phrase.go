package say

import (
	"math"
	"strconv"
	"strings"
)

// A Phrase is something said: a sentence, a title, a formula. A constant is a
// phrase as it stands; [Vars.Text] and [Vars.TeX] make one of a template and its
// values and keep both, so that another language can say it with a template of
// its own. Phrases can be joined with +.
//
// The text form of a filled template is private: String says it in English, In
// in another language.
type Phrase string

// The marks of a filled template within a phrase, none of which a text contains.
const (
	openTeX   = '\x01' // a formula: all its places are written as TeX
	openText  = '\x02' // a sentence
	closeMark = '\x03'
	nextValue = '\x1e' // before the name of each value
	valueIs   = '\x1f' // between the name and the value
	marks     = "\x01\x02\x03\x1e\x1f"
)

// The marks of a number that waits for its digits, see figure.
const (
	openFigure  = '\x04'
	closeFigure = '\x05'
	aFigure     = '\x06' // stands for one while its equation is read
	controls    = marks + "\x04\x05\x06"
)

// A Book translates templates and constants: the key is what they are in English.
// A nil book knows none.
type Book map[string]string

// String says the phrase in English.
func (p Phrase) String() string { return p.In(nil) }

// In says the phrase in the language of the book; what the book does not know
// stays in English. Numbers have as many digits as the equation needs in which they
// stand.
func (p Phrase) In(book Book) string {
	if book == nil && !strings.ContainsAny(string(p), controls) {
		return string(p)
	}
	r := reader{rest: string(p), book: book}
	return settle(r.phrase(r.constant))
}

// A Template is one text of a phrase that a book may translate.
type Template struct {
	Text string
	TeX  bool // a formula, of which only the words in \text{…} are said
}

// Templates lists the templates and constants that a phrase is made of.
func (p Phrase) Templates() []Template {
	var all []Template
	r := reader{rest: string(p), visit: func(t Template) { all = append(all, t) }}
	r.phrase(r.constant)
	return all
}

// sealed is the phrase as a value: its constants become templates without places,
// so that they are told from words that nobody translates.
func (p Phrase) sealed() string {
	r := reader{rest: string(p)}
	var out strings.Builder
	for r.rest != "" {
		if text := r.until(marks); strings.TrimSpace(text) != "" {
			out.WriteString(string(openText) + text + string(closeMark))
		} else {
			out.WriteString(text)
		}
		start := r.rest
		if start != "" {
			r.rest = r.rest[1:]
			r.filled(false)
			out.WriteString(start[:len(start)-len(r.rest)])
		}
	}
	return out.String()
}

func standing(p place, text string) Standing {
	s := Standing{Place: p.name + "=" + p.stands, For: p.stands, Value: math.NaN(), Text: settle(text)}
	exact := s.Text
	if strings.HasPrefix(text, string(openFigure)) {
		_, exact, _ = strings.Cut(strings.TrimSuffix(text, string(closeFigure)), ":")
	}
	exact = plainNumber.Replace(exact)
	if mantissa, power, ok := strings.Cut(exact, " × 10"); ok {
		exact = mantissa + "e" + power
	}
	if x, err := strconv.ParseFloat(exact, 64); err == nil {
		s.Value = x
	}
	return s
}

// plainNumber writes a number of a sentence as programs read it.
var plainNumber = strings.NewReplacer(
	"−", "-", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "∞", "Inf", "undefined", "NaN",
)

// A reader reads the text form of a phrase.
type reader struct {
	rest  string
	book  Book
	visit func(Template)
	stood func(Standing) // sees the places that stand for numbers
}

// phrase reads up to the end, or to the mark that ends a value or a template.
func (r *reader) phrase(constant func(string) string) string {
	var out strings.Builder
	for r.rest != "" {
		switch r.rest[0] {
		case openTeX, openText:
			tex := r.rest[0] == openTeX
			r.rest = r.rest[1:]
			out.WriteString(r.filled(tex))
		case closeMark, nextValue:
			return out.String()
		default:
			out.WriteString(constant(r.until(marks)))
		}
	}
	return out.String()
}

// until reads up to one of the marks.
func (r *reader) until(marks string) string {
	end := strings.IndexAny(r.rest, marks)
	if end < 0 {
		end = len(r.rest)
	}
	text := r.rest[:end]
	r.rest = r.rest[end:]
	return text
}

// constant translates a text without places.
func (r *reader) constant(text string) string {
	if key := strings.TrimSpace(text); r.visit != nil && key != "" {
		r.visit(Template{Text: key})
	}
	return r.translated(text)
}

// translated looks a text up in the book; spaces around it stay.
func (r *reader) translated(text string) string {
	key := strings.TrimSpace(text)
	if said, ok := r.book[key]; ok && key != "" {
		return strings.Replace(text, key, said, 1)
	}
	return text
}

// filled reads a template with its values and fills it.
func (r *reader) filled(tex bool) string {
	template := r.until(marks)
	if r.visit != nil {
		r.visit(Template{Text: strings.TrimSpace(template), TeX: tex})
	}
	var values []value
	for r.rest != "" && r.rest[0] == nextValue {
		r.rest = r.rest[1:]
		name := r.until(string(valueIs))
		if r.rest != "" {
			r.rest = r.rest[1:]
		}
		values = append(values, value{name, r.phrase(func(word string) string { return word })})
	}
	if r.rest != "" { // closeMark
		r.rest = r.rest[1:]
	}
	return fill(r.translated(template), tex, func(p place) string {
		for _, v := range values {
			if v.name == p.key() {
				if r.stood != nil && p.stands != "" {
					r.stood(standing(p, v.text))
				}
				return p.counted(v.text)
			}
		}
		return ""
	})
}

// A value is what stands at the places of a name, as it is written there.
type value struct{ name, text string }

// A place is where a template names a value: <name>, or <name noun> for a count. With
// <name=metric.loss> it says for which number of the step the value stands.
type place struct {
	name, stands, noun string
	tex                bool
}

// key is the name of the value in the form in which it is written at the place.
func (p place) key() string {
	if p.tex {
		return "$" + p.name
	}
	return p.name
}

// counted writes a count with its noun.
func (p place) counted(value string) string {
	if p.noun == "" {
		return value
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return value + " " + p.noun
	}
	first, rest, _ := strings.Cut(p.noun, " ")
	if there, ok := verbs[first]; ok && rest != "" { // there <n is table>
		if n == 1 {
			there = first
		}
		return there + " " + Count(n, rest)
	}
	at := strings.LastIndexByte(p.noun, ' ')
	many, ok := verbs[p.noun[at+1:]]
	if at < 0 || !ok {
		return Count(n, p.noun)
	}
	noun, one := p.noun[:at], p.noun[at+1:]
	switch n {
	case 0:
		return "no " + noun + " " + one
	case 1:
		return Count(n, noun) + " " + one
	}
	return Count(n, noun) + " " + many
}

// verbs are those that a place may have behind or before its noun, with their plurals.
var verbs = map[string]string{
	"is": "are", "was": "were", "has": "have", "does": "do",
	"converges": "converge", "determines": "determine", "doubles": "double", "remains": "remain", "starts": "start",
	"stays": "stay", "violates": "violate",
}

// PluralVerbs are the verbs that a place may have, by their plurals.
func PluralVerbs() map[string]string {
	all := map[string]string{}
	for one, many := range verbs {
		all[many] = one
	}
	return all
}

// fill replaces the places of a template.
func fill(template string, tex bool, with func(place) string) string {
	var out strings.Builder
	rest := scan(template, tex, func(before string, p place) {
		out.WriteString(before)
		out.WriteString(with(p))
	})
	out.WriteString(rest)
	return out.String()
}

// scan finds the places of a template, each with the text before it, and returns the
// text after the last one.
func scan(template string, tex bool, found func(before string, p place)) (rest string) {
	from := 0 // of the text that no place was found in
	for {
		at := strings.IndexByte(template[from:], '<')
		if at < 0 {
			return template
		}
		tex = tex != odd(template[from:from+at])
		at += from
		name, rest, ok := cutPlace(template[at+1:])
		if !ok {
			from = at + 1
			continue
		}
		p := place{name: name, tex: tex}
		p.name, p.noun, _ = strings.Cut(name, " ")
		p.name, p.stands, _ = strings.Cut(p.name, "=")
		found(template[:at], p)
		template, from = rest, 0
	}
}

// odd reports whether a text opens or closes a formula.
func odd(text string) bool { return strings.Count(text, "$")%2 == 1 }

// cutPlace reads what stands between < and > if that is a place: a name of Latin
// letters and digits, perhaps the path of the number for which it stands, and perhaps a
// noun of small letters.
func cutPlace(text string) (name, rest string, ok bool) {
	stands := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '>':
			return text[:i], text[i+1:], i > 0
		case 'a' <= c && c <= 'z':
		case i == 0 && 'A' <= c && c <= 'Z', i > 0 && (c == ' ' || c == '_' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'):
		case i > 0 && c == '=' && !stands && i+1 < len(text) && 'a' <= text[i+1] && text[i+1] <= 'z':
			stands = true
		case stands && (c == '.' || c == '[' || c == ']' || c == '-'):
		default:
			return "", "", false
		}
	}
	return "", "", false
}

// A Standing is a place of a filled template that says for which number of the step its
// value stands.
type Standing struct {
	Place string  // the place as the template has it, without brackets: "loss=metric.loss"
	For   string  // the path of the number: "metric.loss"
	Value float64 // what is written, before it was rounded; NaN for what is no number
	Text  string  // the value as a reader sees it
}

// Standings lists those places of a phrase.
func (p Phrase) Standings() []Standing {
	var all []Standing
	r := reader{rest: string(p), stood: func(s Standing) { all = append(all, s) }}
	r.phrase(func(text string) string { return text })
	return all
}

// Places lists the places of a template as they are written, <$name> within a
// formula: a translation has the same, apart from nouns and order.
func (t Template) Places() []string {
	var all []string
	fill(t.Text, t.TeX, func(p place) string {
		all = append(all, "<"+p.key()+">")
		return ""
	})
	return all
}

// Speaks reports whether the template has words that a book should translate:
// two small Latin letters in a row outside of formulas and of the names of places,
// or within \text{…}.
func (t Template) Speaks() bool {
	text := fill(t.Text, t.TeX, func(p place) string { return p.noun })
	for i, part := range strings.Split(text, "$") {
		if t.TeX || i%2 == 1 {
			part = words(part)
		}
		if hasWord(part) {
			return true
		}
	}
	return false
}

// words is what a formula says in words.
func words(tex string) string {
	var said string
	for {
		_, after, ok := strings.Cut(tex, `\text{`)
		if !ok {
			return said
		}
		word, rest, _ := strings.Cut(after, "}")
		said, tex = said+word+" ", rest
	}
}

func hasWord(text string) bool {
	run := 0
	for _, c := range text {
		if 'a' <= c && c <= 'z' {
			if run++; run == 2 {
				return true
			}
			continue
		}
		run = 0
	}
	return false
}
