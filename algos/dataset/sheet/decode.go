package sheet

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// Names of encodings.
const (
	UTF8        = "UTF-8"
	UTF16LE     = "UTF-16LE"
	UTF16BE     = "UTF-16BE"
	Windows1252 = "windows-1252"
)

// decode returns the text of a file in composed letters, and how it was encoded.
func decode(file []byte, want string) (text, name string, err error) {
	name = want
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
	case Windows1252:
		from = charmap.Windows1252
	default:
		return "", "", &Error{Kind: UnknownEncoding, Found: name}
	}
	if from != nil {
		b, err := from.NewDecoder().Bytes(file)
		if err != nil {
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
	if utf8.Valid(file) {
		return UTF8
	}
	return Windows1252
}
