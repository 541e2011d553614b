package sheet

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Names of the options as text, alike on the command line, in links and in messages of the page.
const (
	EncodingOption  = "encoding"
	SeparatorOption = "separator"
	DecimalOption   = "decimal"
	HeaderOption    = "header"
	MissingOption   = "missing"
	SampleOption    = "sample"
	SeedOption      = "seed"
	SheetOption     = "sheet"
)

// OptionNames are all of them.
var OptionNames = []string{EncodingOption, SeparatorOption, DecimalOption, HeaderOption, MissingOption, SampleOption, SeedOption, SheetOption}

// A choice is a value of an option and how it may be written, the name first.
type choice[T comparable] struct {
	value T
	names []string
}

var (
	encodings = []choice[string]{
		{UTF8, []string{UTF8, "utf8"}},
		{UTF16LE, []string{UTF16LE, "utf16le", "utf-16", "utf16"}},
		{UTF16BE, []string{UTF16BE, "utf16be"}},
		{GB18030, []string{GB18030, "gbk", "gb2312", "cp936"}},
		{Windows1252, []string{Windows1252, "cp1252", "latin1", "latin-1", "iso-8859-1"}},
	}
	separatorNames = []choice[byte]{
		{',', []string{"comma", ","}},
		{';', []string{"semicolon", ";"}},
		{'\t', []string{"tab", "\t", `\t`}},
		{'|', []string{"pipe", "|", "bar"}},
		{' ', []string{"blank", " ", "blanks", "space", "spaces"}},
	}
	decimals = []choice[byte]{
		{'.', []string{".", "point"}},
		{',', []string{",", "comma"}},
	}
	headers = []choice[Header]{
		{WithHeader, []string{"yes", "true"}},
		{NoHeader, []string{"no", "false"}},
	}
	missings = []choice[Missing]{
		{Refuse, []string{"refuse"}},
		{Drop, []string{"drop", "omit"}},
	}
)

// ParseOptions reads options as text. An empty text, or none, leaves an option as it is
// guessed, and so does "auto".
func ParseOptions(text map[string]string) (Options, error) {
	var o Options
	for _, name := range slices.Sorted(maps.Keys(text)) {
		if err := o.Set(name, text[name]); err != nil {
			return Options{}, err
		}
	}
	return o, nil
}

// Set sets an option that is written as text.
func (o *Options) Set(name, text string) error {
	if text == "" || strings.EqualFold(text, "auto") && name != SheetOption {
		if slices.Contains(OptionNames, name) {
			return nil
		}
	}
	switch name {
	case EncodingOption:
		return choose(&o.Encoding, name, text, encodings)
	case SeparatorOption:
		return choose(&o.Separator, name, text, separatorNames)
	case DecimalOption:
		return choose(&o.Decimal, name, text, decimals)
	case HeaderOption:
		return choose(&o.Header, name, text, headers)
	case MissingOption:
		return choose(&o.Missing, name, text, missings)
	case SampleOption:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > MaxRows {
			return &Error{Kind: BadOption, Option: name, Found: text, Names: []string{"1 … " + strconv.Itoa(MaxRows)}}
		}
		o.Sample, o.MaxRows = true, n
	case SeedOption:
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return &Error{Kind: BadOption, Option: name, Found: text, Names: []string{"0, 1, 2, …"}}
		}
		o.Seed = seed
	case SheetOption:
		o.Sheet = text
	default:
		return &Error{Kind: UnknownOption, Found: name, Names: OptionNames}
	}
	return nil
}

// choose finds a value by one of its names.
func choose[T comparable](to *T, option, text string, from []choice[T]) error {
	var names []string
	for _, c := range from {
		if slices.ContainsFunc(c.names, func(name string) bool { return strings.EqualFold(name, text) }) {
			*to = c.value
			return nil
		}
		names = append(names, c.names[0])
	}
	return &Error{Kind: BadOption, Option: option, Found: text, Names: names}
}

// Text writes the options that are not guessed as [ParseOptions] reads them.
func (o Options) Text() map[string]string {
	text := map[string]string{}
	put(text, EncodingOption, o.Encoding, encodings)
	put(text, SeparatorOption, o.Separator, separatorNames)
	put(text, DecimalOption, o.Decimal, decimals)
	put(text, HeaderOption, o.Header, headers)
	if o.Missing != Refuse {
		put(text, MissingOption, o.Missing, missings)
	}
	if o.Sample {
		text[SampleOption] = strconv.Itoa(o.MaxRows)
		if o.MaxRows == 0 {
			text[SampleOption] = strconv.Itoa(MaxRows)
		}
	}
	if o.Seed != 0 {
		text[SeedOption] = strconv.FormatUint(o.Seed, 10)
	}
	if o.Sheet != "" {
		text[SheetOption] = o.Sheet
	}
	return text
}

// put writes an option by its first name.
func put[T comparable](text map[string]string, option string, value T, from []choice[T]) {
	for _, c := range from {
		if c.value == value {
			text[option] = c.names[0]
		}
	}
}
