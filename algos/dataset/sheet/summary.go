package sheet

import "strings"

// separatorSaying says what separates columns, for a separator or none.
func separatorSaying(separator string) Saying {
	switch separator {
	case ",":
		return say("commas")
	case ";":
		return say("semicolons")
	case "\t":
		return say("tabs")
	case "|":
		return say("vertical bars")
	case " ":
		return say("blanks")
	case "":
		return say("nothing")
	}
	return say("<separator>", "separator", separator)
}

// Say says in a line how the file was read: what was found out and what was done.
func (s *Sheet) Say() Saying {
	g := s.Guess
	var parts []Saying
	add := func(template string, values ...any) { parts = append(parts, say(template, values...)) }
	switch {
	case g.Sheet == "":
	case len(g.Sheets) > 1:
		add(`sheet "<name>" of <n>`, "name", clip(g.Sheet), "n", len(g.Sheets))
	default:
		add(`sheet "<name>"`, "name", clip(g.Sheet))
	}
	if g.Hidden > 0 {
		add("<n hidden sheet> skipped", "n", g.Hidden)
	}
	if g.Encoding != UTF8 {
		add("encoding <name>", "name", g.Encoding)
	}
	if g.Separator != 0 {
		parts = append(parts, separatorSaying(string(g.Separator)))
	}
	switch {
	case !g.Decimals:
	case g.Decimal == ',':
		add("decimal commas")
	case g.Separator != ',' && g.Sheet == "":
		add("decimal points")
	}
	if g.Thousands {
		add("thousands marks")
	}
	if g.PerCent {
		add("per cent signs (10 % is read as 10)")
	}
	if g.Titles > 0 {
		add("<n line> above the header skipped", "n", g.Titles)
	}
	if !g.Header {
		add("no header: names <names>", "names", s.names())
	}
	if len(g.Renamed) > 0 {
		add("equal names told apart: <names>", "names", some(g.Renamed))
	}
	if len(g.Codes) > 0 {
		add("NA is a code in <names>", "names", some(g.Codes))
	}
	if g.RowNames {
		add("row names")
	}
	if g.Comments > 0 {
		add("<n comment line>", "n", g.Comments)
	}
	add("<n column>", "n", len(s.Columns))
	if len(g.Empty) > 0 {
		add("empty ones skipped: <names>", "names", some(g.Empty))
	}
	if g.Sampled {
		add("<n row> drawn at random from <all>", "n", len(s.Rows)+len(g.Dropped), "all", g.Rows)
	} else {
		add("<n row>", "n", g.Rows)
	}
	switch {
	case len(g.Dropped) > 0:
		add("<n> omitted for missing values", "n", len(g.Dropped))
	case g.Missing > 0:
		add("<n missing value> in <rows row>", "n", g.Missing, "rows", g.MissingRows)
	}
	return list(parts)
}

// names are those of the columns, the middle ones of many left to the reader.
func (s *Sheet) names() string {
	var names []string
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	if n := len(names); n > 4 {
		names = append(names[:2], "…", names[n-1])
	}
	return strings.Join(names, ", ")
}
