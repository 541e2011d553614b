package stringkernel

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"playground/algos/param"
)

// letters are the letters of a string. What combines with the letter before it, such
// as an accent, belongs to that letter.
func letters(text string) []string {
	var all []string
	for _, r := range text {
		if unicode.Is(unicode.M, r) && len(all) > 0 {
			all[len(all)-1] += string(r)
			continue
		}
		all = append(all, string(r))
	}
	return all
}

// read returns the letters of a string that was typed, or why it is refused.
func read(text string, most int) ([]string, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("the text is not valid UTF-8")
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return nil, errors.New("control characters are not allowed: use letters, digits, signs and spaces")
	}
	all := letters(text)
	switch {
	case len(all) == 0:
		return nil, errors.New("the string is empty: write at least one letter")
	case len(all) > most:
		return nil, fmt.Errorf("%d letters are too many: at most %d", len(all), most)
	}
	for _, l := range all {
		if len(l) > 16 {
			return nil, fmt.Errorf("the letter %q has too many accents", param.Clip(l))
		}
	}
	return all, nil
}

func judged(most int) func(string) error {
	return func(text string) error { _, err := read(text, most); return err }
}

// splitWords reads strings separated by commas; there may be none.
func splitWords(text string) ([][]string, error) {
	var all [][]string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '，' || r == '、' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if len(all) == maxWords {
			return nil, fmt.Errorf("there are more than %d strings", maxWords)
		}
		word, err := read(part, maxWord)
		if err != nil {
			return nil, fmt.Errorf("string %d: %w", len(all)+1, err)
		}
		all = append(all, word)
	}
	return all, nil
}

// A word is a string as numbers, one for each different letter.
type word []int32

// An alphabet numbers letters as they come.
type alphabet map[string]int32

func (a alphabet) word(of []string) word {
	w := make(word, len(of))
	for i, l := range of {
		if _, known := a[l]; !known {
			a[l] = int32(len(a))
		}
		w[i] = a[l]
	}
	return w
}
