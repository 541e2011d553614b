package sheet

import "fmt"

// An ErrorKind is what is wrong with a file.
type ErrorKind int

// What may be wrong with a file.
const (
	Empty           ErrorKind = iota // no row
	NotText                          // a picture, an archive, …
	Spreadsheet                      // a file of a spreadsheet that is not read
	UnknownEncoding                  // Found is its name
	TooLarge                         // Count bytes, at most Limit
	TooManyRows                      // Count rows, at most Limit
	TooManyColumns                   // Count columns, at most Limit
	Ragged                           // Count values in a line where Limit belong
	Quote                            // a quotation mark out of place
	Ambiguous                        // Found has a mark of decimals or of thousands
	MixedMarks                       // Found has another decimal mark than a number before
	MissingValue                     // Count values are missing, the first of them here
)

// An Error says what is wrong with a file, and where.
type Error struct {
	Kind         ErrorKind
	Line         int    // counted from 1; 0 where the whole file is meant
	Column       string // empty where the whole line is meant
	Found        string // what stands there
	Count, Limit int
}

// Message says what is wrong, without the place.
func (e *Error) Message() string {
	switch e.Kind {
	case Empty:
		return "the file is empty: it needs a header such as x1,x2,y"
	case NotText:
		return "this is not a text file: save it as CSV in UTF-8"
	case Spreadsheet:
		return "this is a file of a spreadsheet program: save it there as CSV"
	case UnknownEncoding:
		return fmt.Sprintf("the encoding %q is not known: UTF-8, UTF-16LE, UTF-16BE and windows-1252 are read", e.Found)
	case TooLarge:
		return fmt.Sprintf("the file is larger than %d KiB", e.Limit>>10)
	case TooManyRows:
		return fmt.Sprintf("%d rows are too many: at most %d", e.Count, e.Limit)
	case TooManyColumns:
		return fmt.Sprintf("%d columns are too many: at most %d", e.Count, e.Limit)
	case Ragged:
		return fmt.Sprintf("%d values below a header of %d columns", e.Count, e.Limit)
	case Quote:
		return "a quotation mark is out of place"
	case Ambiguous:
		return fmt.Sprintf("%q is a number with decimals or with thousands: say which mark is decimal", e.Found)
	case MixedMarks:
		return fmt.Sprintf("%q has another decimal mark than a number before it", e.Found)
	}
	if e.Count == 1 {
		return fmt.Sprintf("the value %q is missing: fill it in, or drop its row", e.Found)
	}
	return fmt.Sprintf("%d values are missing, the first of them %q: fill them in, or drop their rows", e.Count, e.Found)
}

func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.Message()
	case e.Column == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Message())
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Message())
}
