package sheet

import (
	"fmt"
	"strings"
)

// An ErrorKind is what is wrong with a file.
type ErrorKind int

// What may be wrong with a file.
const (
	Empty            ErrorKind = iota // no row; Found is the sheet of a workbook, Names are all of them
	NotText                           // a picture, an archive, …
	Spreadsheet                       // a file of a spreadsheet program that is not read; Found is what it is called, such as .ods
	UnknownEncoding                   // Found is its name
	TooLarge                          // Count bytes, at most Limit
	TooManyRows                       // Count rows, at most Limit
	TooManyColumns                    // Count columns, at most Limit
	Ragged                            // Count values in a line where Limit belong; Found is what separates them
	Quote                             // something stands behind a quotation; Found is it
	Ambiguous                         // Found has a mark of decimals or of thousands
	MixedMarks                        // Found has another decimal mark than Other in OtherLine, before it
	MissingValue                      // Count values in Rows rows of Limit are missing, the first of them here
	OpenQuote                         // a quotation does not end; Found is its beginning
	Password                          // a workbook that is encrypted
	Damaged                           // a workbook that cannot be unpacked or is none
	TooLargeUnpacked                  // Count bytes of a workbook when unpacked, at most Limit
	TooManySheets                     // Count sheets, at most Limit
	NoSheet                           // Found is no sheet of Names
	Formula                           // Found is a formula without a result
	BadOption                         // Option cannot be Found; Names are what it may be
	UnknownOption                     // Found is no option; Names are all of them
	NoneLeft                          // a value is missing in every row
)

// An Error says what is wrong with a file, and where.
type Error struct {
	Kind         ErrorKind
	Line         int    // counted from 1, the row of a spreadsheet; 0 where the whole file is meant
	Column       string // empty where the whole line is meant
	Found        string // what stands there
	Count, Limit int
	Rows         int
	// Of MixedMarks: what stands before, and where.
	Other       string
	OtherLine   int
	OtherColumn string
	Names       []string
	Option      string
}

// Say says what is wrong and what helps, without the place.
func (e *Error) Say() Saying {
	found := clip(e.Found)
	switch e.Kind {
	case Empty:
		if e.Found != "" {
			return say(`the sheet "<sheet>" is empty: choose another one (-sheet NAME) of <names>`, "sheet", found, "names", some(e.Names))
		}
		return say("the file is empty: it needs a header such as x1,x2,y and a line for each sample")
	case NotText:
		return say("this is not a text file, and no workbook: save it as CSV in UTF-8, or as .xlsx")
	case Spreadsheet:
		return say("<format> files are not read: open it in its program and save it as .xlsx or CSV", "format", found)
	case Password:
		return say("the workbook has a password: save a copy without one")
	case Damaged:
		return say("the workbook is damaged: save it again as .xlsx, or as CSV")
	case UnknownEncoding:
		return say(`the encoding "<found>" is not read: choose UTF-8, UTF-16LE, UTF-16BE, GB18030 or windows-1252 (-encoding)`, "found", found)
	case TooLarge:
		return say("<size> KiB are too many, the limit is <limit> KiB: save only the part that you need", "size", kib(e.Count), "limit", kib(e.Limit))
	case TooLargeUnpacked:
		return say("unpacked, the workbook has <size> KiB, the limit is <limit> KiB: save only the part that you need, or CSV",
			"size", kib(e.Count), "limit", kib(e.Limit))
	case TooManySheets:
		return say("<count sheet is> too many: at most <limit>. Save the one that you need as .xlsx or CSV", "count", e.Count, "limit", e.Limit)
	case TooManyRows:
		return say("<count row is> too many: at most <limit>. Take a random sample (-sample <limit>), or shorten the file", "count", e.Count, "limit", e.Limit)
	case TooManyColumns:
		return say("<count column is> too many: at most <limit>. Save only those that you need", "count", e.Count, "limit", e.Limit)
	case Ragged:
		return say(
			"<count value> below a header of <limit column>, separated by <separator>: complete the line, quote values with separators, or choose the separator (-separator)",
			"count", e.Count, "limit", e.Limit, "separator", separatorSaying(e.Found),
		)
	case Quote:
		return say(`<found> stands behind a closing quotation mark: write a quotation mark inside a value twice`, "found", found)
	case OpenQuote:
		return say(`the quotation mark of <found> is not closed: close it, or write one inside a value twice`, "found", found)
	case Ambiguous:
		mark, other := ".", ","
		if strings.Contains(e.Found, ",") {
			mark, other = ",", "."
		}
		return say("<found> may be <whole> (-decimal <other>) or <fraction> (-decimal <mark>): say which mark is decimal",
			"found", found, "whole", strings.Replace(e.Found, mark, "", 1), "fraction", strings.Replace(e.Found, mark, ".", 1), "mark", mark, "other", other)
	case MixedMarks:
		return say("<found> has another decimal mark than <other> in line <line> (<column>): write all decimals with one mark",
			"found", found, "other", clip(e.Other), "line", e.OtherLine, "column", clip(e.OtherColumn))
	case NoSheet:
		return say(`there is no sheet "<found>": choose one of <names>, or a number from 1 to <n> (-sheet)`, "found", found, "names", some(e.Names), "n", len(e.Names))
	case Formula:
		return say(`the formula <found> has no stored result: open the workbook in its program, save it and load it again`, "found", found)
	case NoneLeft:
		return say("every line has a missing value: choose other features, or fill the values in")
	case BadOption:
		return say(`-<option> cannot be "<found>": it may be <names>`, "option", e.Option, "found", found, "names", strings.Join(e.Names, " | "))
	case UnknownOption:
		return say(`there is no option "<found>": there are <names>`, "found", found, "names", some(e.Names))
	}
	switch {
	case e.Count != 1:
		return say("<count> values are missing in <rows> of <all row>, the first one here: fill them in, or omit their lines (-missing drop)",
			"count", e.Count, "rows", e.Rows, "all", e.Limit)
	case e.Found == "":
		return say("the value is missing: fill it in, or omit its line (-missing drop)")
	}
	return say(`"<found>" stands for a missing value: fill it in, or omit its line (-missing drop)`, "found", found)
}

// kib is a size in KiB, rounded up.
func kib(bytes int) int { return (bytes + 1023) >> 10 }

// Message is [Error.Say] in English.
func (e *Error) Message() string { return e.Say().String() }

func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.Message()
	case e.Column == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Message())
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Message())
}
