package sheet

import (
	"embed"
	"strconv"
	"strings"
)

// Texts has what the package says in other languages, by its templates.
//
//go:embed zh.json
var Texts embed.FS

// A Saying is a text with places, as the package say has them: <name>, or <name noun> for a
// count with its noun and verb, as in <n row is>. Its template is the key under which another language has it. This package
// knows nothing of the project, so who shows a saying makes a phrase of it: an int stays one, a string
// stands in the file so and is a name that nobody translates, a Saying becomes a phrase itself.
type Saying struct {
	Template string
	Values   map[string]any // int, string or Saying
}

// say makes a saying of a template, and names with their values in turn.
func say(template string, values ...any) Saying {
	s := Saying{Template: template}
	for i := 0; i < len(values); i += 2 {
		if s.Values == nil {
			s.Values = map[string]any{}
		}
		s.Values[values[i].(string)] = values[i+1]
	}
	return s
}

// list joins sayings with commas.
func list(parts []Saying) Saying {
	if len(parts) == 1 {
		return parts[0]
	}
	return say("<first>, <rest>", "first", parts[0], "rest", list(parts[1:]))
}

// String is the saying in English.
func (s Saying) String() string {
	var b strings.Builder
	rest := s.Template
	for {
		before, place, found := strings.Cut(rest, "<")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		place, rest, _ = strings.Cut(place, ">")
		name, noun, _ := strings.Cut(place, " ")
		switch x := s.Values[name].(type) {
		case int:
			b.WriteString(strconv.Itoa(x) + counted(noun, x))
		case string:
			b.WriteString(x)
		case Saying:
			b.WriteString(x.String())
		}
	}
}

// counted is a noun behind a count, with the verb of <n row is>.
func counted(noun string, n int) string {
	noun, verb := strings.CutSuffix(noun, " is")
	switch {
	case noun == "":
		return ""
	case n == 1 && verb:
		return " " + noun + " is"
	case n == 1:
		return " " + noun
	case verb:
		return " " + noun + "s are"
	}
	return " " + noun + "s"
}

// some are the first of several names, for a message.
func some(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
