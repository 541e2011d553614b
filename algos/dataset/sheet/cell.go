package sheet

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A cell is what a sheet of a workbook has of one.
type cell struct {
	kind           string // the attribute t
	style          int
	value, formula []byte
	calculated     bool // it has a formula
	stored         bool // and a result, perhaps an empty one
}

// A style says what a number stands for.
type style int

const (
	aNumber   style = iota
	aPerCent        // 0.1 is shown as 10 %
	aDate           // a day, perhaps with a time
	aTime           // a time of a day
	aDuration       // hours beyond a day
)

// field is what stands in a cell: texts as they are, numbers as they are stored, days as ISO has
// them.
func (b *workbook) field(c *cell) (field, error) {
	v := strings.TrimSpace(string(c.value))
	if v == "" {
		if c.calculated && !c.stored {
			return field{text: "=" + string(c.formula), formula: true}, nil
		}
		return field{}, nil
	}
	switch c.kind {
	case "s":
		k, err := strconv.Atoi(v)
		if err != nil || k < 0 || k >= len(b.strings) {
			return field{}, errDamaged
		}
		return field{text: clean(b.strings[k])}, nil
	case "inlineStr", "str":
		return field{text: clean(v)}, nil
	case "b":
		return field{text: map[bool]string{true: "TRUE", false: "FALSE"}[isTrue(v)]}, nil
	case "e", "d":
		return field{text: v}, nil
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return field{text: v}, nil
	}
	kind := aNumber
	if c.style > 0 && c.style < len(b.styles) {
		kind = b.styles[c.style]
	}
	switch kind {
	case aPerCent:
		y, err := hundredfold(x)
		if err != nil {
			return field{text: "#NUM!"}, nil
		}
		return field{text: plain(y) + "%", known: true}, nil
	case aDate, aTime, aDuration:
		if text, ok := moment(x, kind, b.old); ok {
			return field{text: text}, nil
		}
	}
	return field{text: plain(x), known: true}, nil
}

// plain writes a number with all its digits.
func plain(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// hundredfold moves the point of a number: of 0.07 it is 7, which the product is not.
func hundredfold(x float64) (float64, error) {
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, err := strconv.Atoi(exp)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(mantissa+"e"+strconv.Itoa(n+2), 64)
}

// formats reads what the styles of cells make of numbers.
func (b *workbook) formats(part string) error {
	custom := map[int]style{}
	cells := false
	return b.walk(part, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "cellXfs":
				cells = true
			case "numFmt":
				if id, err := strconv.Atoi(attribute(t, "numFmtId")); err == nil && len(custom) < maxStyles {
					custom[id] = styleOf(attribute(t, "formatCode"))
				}
			case "xf":
				if !cells {
					return nil
				}
				if len(b.styles) >= maxStyles {
					return errDamaged
				}
				id, _ := strconv.Atoi(attribute(t, "numFmtId"))
				kind, ok := custom[id]
				if !ok {
					kind = builtIn(id)
				}
				b.styles = append(b.styles, kind)
			}
		case xml.EndElement:
			if t.Name.Local == "cellXfs" {
				cells = false
			}
		}
		return nil
	})
}

// builtIn is what a format means that files do not write out.
func builtIn(id int) style {
	switch {
	case id == 9 || id == 10:
		return aPerCent
	case id >= 14 && id <= 17, id == 22, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return aDate
	case id >= 18 && id <= 21, id == 45, id == 47, id >= 32 && id <= 35, id == 55, id == 56:
		return aTime
	case id == 46:
		return aDuration
	}
	return aNumber
}

// styleOf reads a format such as dd.mm.yyyy or 0.0%.
func styleOf(format string) style {
	kind := aNumber
	for i := 0; i < len(format); i++ {
		switch c := format[i] | 0x20; {
		case format[i] == ';': // what follows is of negative numbers
			return kind
		case format[i] == '"' || format[i] == '[':
			end := map[byte]string{'"': `"`, '[': "]"}[format[i]]
			k := strings.Index(format[i+1:], end)
			if k < 0 {
				return kind
			}
			if inside := strings.ToLower(format[i+1 : i+1+k]); end == "]" && inside != "" && strings.Trim(inside, "hms") == "" {
				return aDuration
			}
			i += k + 1
		case format[i] == '\\' || format[i] == '_' || format[i] == '*':
			i++
		case format[i] == '%':
			return aPerCent
		case c == 'y' || c == 'd':
			return aDate
		case c == 'h' || c == 's':
			kind = aTime
		case c == 'm' && kind == aNumber:
			kind = aDate // a month, if no hours are before it
			if rest := strings.ToLower(format[i:]); strings.ContainsAny(rest, "s:") && !strings.ContainsAny(rest, "yd") {
				kind = aTime
			}
		case c == 'g' && strings.HasPrefix(strings.ToLower(format[i:]), "general"):
			i += len("general") - 1
		}
	}
	return kind
}

// moment writes a number of days as ISO has it. ok is false where there is no such day.
func moment(x float64, kind style, old bool) (text string, ok bool) {
	const day = 86400_000 // milliseconds
	if x < 0 || x >= 2958466 {
		return "", false
	}
	ms := int64(math.Round(x * day))
	days, rest := ms/day, ms%day
	clock := fmt.Sprintf("%02d:%02d:%02d", rest/3600_000, rest/60_000%60, rest/1000%60)
	if rest%1000 != 0 {
		clock += fmt.Sprintf(".%03d", rest%1000)
	}
	switch {
	case kind == aDuration:
		return fmt.Sprintf("%02d%s", days*24+rest/3600_000, clock[2:]), true
	case kind == aTime && days == 0:
		return clock, true
	}
	const (
		to1904 = 24107 // days from 1 January 1904 to 1970
		to1900 = 25568 // from 31 December 1899
	)
	date := ""
	switch {
	case old:
		date = iso(days - to1904)
	case days < 60:
		date = iso(days - to1900)
	case days == 60: // the program counts this day, which was none
		date = "1900-02-29"
	default:
		date = iso(days - to1900 - 1)
	}
	if rest != 0 {
		date += "T" + clock
	}
	return date, true
}

// iso writes a day that is counted from 1 January 1970 in the Gregorian calendar: years begin in
// March, so that the day of a leap year is their last.
func iso(days int64) string {
	const era = 146097 // days of 400 years
	days += 719468     // from 1 March of the year 0
	n := days % era
	year := (n - n/1460 + n/36524 - n/146096) / 365
	n -= 365*year + year/4 - year/100
	month := (5*n + 2) / 153
	d := n - (153*month+2)/5 + 1
	month += 3
	year += days / era * 400
	if month > 12 {
		month -= 12
		year++
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, d)
}
