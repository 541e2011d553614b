package mathml

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestBound is how many characters of a sentence may stand on one line for sure:
// more would leave a gap at the end of a phone's lines, or not fit at all.
const longestBound = 24

// Stretches of a sentence that read badly over two lines.
const (
	numeral = `[−±+]?\d+(?:\.\d+)?(?: ?[×·] ?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?: %)?`
	operand = `(?:` + numeral + `|\p{L}[\p{L}\p{No}\p{Lm}*]*)`
	sign    = `[=≤≥<>≈→±/+−]`
	call    = `[\p{L}\d_]*/?[(\[][^()\[\]]*[)\]]`
)

var (
	// "periodic(0.051, 3.0 / 9)", "(0.3, −1.2)", "θ₀ = −0.0031", "= 3" and "2.2 × 10⁻¹⁶".
	expressions = regexp.MustCompile(call + `|` + operand + `(?: ` + sign + ` ` + operand + `)+|` + sign + ` ` + numeral + `|` + numeral)
	numerals    = regexp.MustCompile(numeral)
)

// bind escapes words for HTML and keeps numbers and expressions on one line.
func bind(words string) string {
	if !strings.ContainsFunc(words, unicode.IsDigit) {
		return escapes.Replace(words)
	}
	return bindEach(words, expressions)
}

func bindEach(words string, what *regexp.Regexp) string {
	var b strings.Builder
	at := 0
	for _, m := range what.FindAllStringIndex(words, -1) {
		b.WriteString(escapes.Replace(words[at:m[0]]))
		s := words[m[0]:m[1]]
		at = m[1]
		switch {
		case !strings.ContainsAny(s, " /,-") || !strings.ContainsFunc(s, unicode.IsDigit):
			b.WriteString(escapes.Replace(s))
		case utf8.RuneCountInString(s) <= longestBound:
			b.WriteString(`<span class="nb">` + escapes.Replace(s) + `</span>`)
		case what == expressions:
			b.WriteString(bindEach(s, numerals))
		default:
			b.WriteString(escapes.Replace(s))
		}
	}
	b.WriteString(escapes.Replace(words[at:]))
	return b.String()
}
