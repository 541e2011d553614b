package sheet

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// Names of encodings.
const (
	UTF8        = "UTF-8"
	UTF16LE     = "UTF-16LE"
	UTF16BE     = "UTF-16BE"
	GB18030     = "GB18030"
	Windows1252 = "windows-1252"
)

// Text is the text of a file in any encoding that is read, in composed letters. What is wrong with it
// is an [*Error].
func Text(file []byte) (string, error) {
	text, _, err := decode(file, "")
	return text, err
}

// decode returns the text of a file in composed letters, and how it was encoded.
func decode(file []byte, want string) (text, name string, err error) {
	name = want
	if (name == "" || name == UTF8) && isPlain(file) {
		return string(file), UTF8, nil
	}
	if name == "" {
		name = guessEncoding(file)
	}
	var from encoding.Encoding
	switch name {
	case UTF8:
		text = strings.TrimPrefix(string(file), "\ufeff")
	case UTF16LE:
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		from = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case GB18030:
		from = simplifiedchinese.GB18030
	case Windows1252:
		from = charmap.Windows1252
	default:
		return "", "", &Error{Kind: UnknownEncoding, Found: name}
	}
	if from != nil {
		b, err := from.NewDecoder().Bytes(file)
		if err != nil || bytes.Contains(b, []byte("\ufffd")) { // half a letter, or none of that encoding
			return "", "", &Error{Kind: NotText}
		}
		text = string(b)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' && r != '\v'
	}) {
		return "", "", &Error{Kind: NotText}
	}
	return norm.NFC.String(text), name, nil
}

// isPlain reports whether a file has letters, digits and marks of ASCII alone.
func isPlain(file []byte) bool {
	for _, c := range file {
		if c-' ' >= 0x80-' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

// guessEncoding looks at a mark at the beginning, at the places of zeros, and at whether
// the bytes are UTF-8.
func guessEncoding(file []byte) string {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(file, []byte("\xfe\xff")):
		return UTF16BE
	}
	if n := len(file); n >= 2 && n%2 == 0 && bytes.IndexByte(file, 0) >= 0 {
		var zeros [2]int
		for i, b := range file {
			if b == 0 {
				zeros[i%2]++
			}
		}
		switch {
		case zeros[0] == 0 && zeros[1] > n/8:
			return UTF16LE
		case zeros[1] == 0 && zeros[0] > n/8:
			return UTF16BE
		}
	}
	switch {
	case utf8.Valid(file):
		return UTF8
	case isChinese(file):
		return GB18030
	}
	return Windows1252
}

// isChinese reports whether bytes beyond ASCII stand in pairs that are Chinese characters or
// marks of the national standard, the greater part of them frequent ones. In Windows-1252 these are pairs of
// letters of which the first is a capital or a mark.
func isChinese(file []byte) bool {
	pairs, frequent := 0, 0
	for i := 0; i < len(file); i++ {
		c := file[i]
		if c < 0x80 {
			continue
		}
		if i++; c < 0xa1 || c > 0xf7 || i == len(file) || file[i] < 0xa1 || file[i] > 0xfe {
			return false
		}
		pairs++
		if c >= 0xb0 && c <= 0xd7 || c == 0xa1 || c == 0xa3 {
			frequent++
		}
	}
	return pairs > 0 && 2*frequent > pairs
}
