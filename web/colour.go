package web

import (
	"go/scanner"
	"go/token"
	"strings"

	"playground/views"
)

// colour splits Go source into lines of coloured pieces.
func colour(source string) [][]views.Piece {
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(source))
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	lines := [][]views.Piece{nil}
	add := func(text, kind string) {
		for i, part := range strings.Split(text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if part != "" {
				last := len(lines) - 1
				lines[last] = append(lines[last], views.Piece{Text: part, Kind: kind})
			}
		}
	}
	from := 0
	for {
		pos, t, text := s.Scan()
		if t == token.EOF {
			break
		}
		kind := kindOf(t)
		if kind == "" {
			continue // plain, with the space around it
		}
		at := file.Offset(pos)
		add(source[from:at], "")
		add(source[at:at+len(text)], kind)
		from = at + len(text)
	}
	add(source[from:], "")
	return lines
}

// kindOf names the colour of a token: empty for those that have none.
func kindOf(t token.Token) string {
	switch {
	case t == token.COMMENT:
		return "comment"
	case t == token.STRING || t == token.CHAR:
		return "string"
	case t == token.INT || t == token.FLOAT || t == token.IMAG:
		return "digits"
	case t.IsKeyword():
		return "keyword"
	}
	return ""
}
