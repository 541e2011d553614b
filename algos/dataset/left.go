package dataset

import (
	"fmt"
	"strconv"
	"strings"
)

// Left says what of a file was left out when it was read; the zero value says nothing.
type Left struct {
	Missing int // rows with missing values
	Rows    int // the file had so many rows, of which the others were not drawn; 0: all were read
}

// The marks behind the text of a source, each followed by a number.
const (
	missingMark = "m"
	rowsMark    = "r"
	mostLeft    = 100_000_000 // more lines than any file has that is read
)

// text is what stands behind the text of a source.
func (l Left) text() string {
	text := ""
	if l.Missing > 0 {
		text += fieldSep + missingMark + strconv.Itoa(l.Missing)
	}
	if l.Rows > 0 {
		text += fieldSep + rowsMark + strconv.Itoa(l.Rows)
	}
	return text
}

// cutLeft takes what [Left.text] wrote from the end of the text of a source.
func cutLeft(text string) (rest string, l Left, err error) {
	for _, m := range []struct {
		mark string
		n    *int
	}{{rowsMark, &l.Rows}, {missingMark, &l.Missing}} {
		i := strings.LastIndex(text, fieldSep)
		if i < 0 || strings.Count(text, fieldSep) < 2 { // only a name can stand there
			break
		}
		number, ok := strings.CutPrefix(text[i+len(fieldSep):], m.mark)
		n, bad := strconv.Atoi(number)
		if !ok || bad != nil {
			continue
		}
		if n < 1 || n > mostLeft {
			return "", Left{}, fmt.Errorf("the number of rows that were left out is no whole number from 1 to %d: %s", mostLeft, quote(text[i+1:]))
		}
		text, *m.n = text[:i], n
	}
	return text, l, nil
}
