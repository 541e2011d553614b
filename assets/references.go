package assets

import (
	"path"
	"regexp"
	"strings"
)

// A specifier is how a file names another one, with its place.
type specifier struct {
	start int
	text  string
}

// resolve returns the file that a specifier in the file from means, and false
// if it means none of ours: another site, inline data, a place in the page.
func (s specifier) resolve(from string) (string, bool) {
	switch {
	case s.text == "", strings.HasPrefix(s.text, "#"), strings.HasPrefix(s.text, "data:"):
		return "", false
	case strings.Contains(s.text, "://"):
		return "", false
	}
	return path.Join(path.Dir(from), s.text), true
}

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssRef     = regexp.MustCompile(`url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')`)
)

// cssReferences finds url(…) and @import outside comments.
func cssReferences(css string) []specifier {
	// Blanks keep every place where it was.
	css = cssComment.ReplaceAllStringFunc(css, func(c string) string { return strings.Repeat(" ", len(c)) })
	var found []specifier
	for _, m := range cssRef.FindAllStringSubmatchIndex(css, -1) {
		for group := 2; group < len(m); group += 2 {
			if m[group] >= 0 {
				found = append(found, specifier{start: m[group], text: css[m[group]:m[group+1]]})
			}
		}
	}
	return found
}

// jsReferences finds the specifiers of import and export declarations, of
// import() and of new URL(…, import.meta.url). It reads tokens, so that comments, strings
// and templates that look like imports are none.
func jsReferences(js string) []specifier {
	t := tokenizer{js: js}
	var found []specifier
	var before [3]string // the last tokens, the latest first
	for t.next() {
		if t.kind == quoted && namesFile(before, t.rest()) {
			found = append(found, specifier{start: t.start + 1, text: js[t.start+1 : t.pos-1]})
		}
		before = [3]string{t.token(), before[0], before[1]}
	}
	return found
}

// namesFile reports whether a string behind these tokens is a specifier; rest
// is what follows it.
func namesFile(before [3]string, rest string) bool {
	switch before[0] {
	case "from", "import":
		return true
	case "(":
		return before[1] == "import" || before[1] == "URL" && before[2] == "new" && relativeToModule.MatchString(rest)
	}
	return false
}

var relativeToModule = regexp.MustCompile(`^\s*,\s*import\.meta\.url`)
