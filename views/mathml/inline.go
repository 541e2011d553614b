package mathml

import (
	"fmt"
	"strings"
)

// Inline escapes a sentence for HTML, keeps numbers and short expressions in it on one
// line, and typesets the formulas between dollar signs, as [Flow] does. \$ is a dollar sign. A dollar sign without its partner
// and an error in a formula are errors.
func Inline(sentence string) (html string, err error) {
	var b strings.Builder
	err = split(sentence, func(words string) {
		b.WriteString(bind(words))
	}, func(tex, punctuation string) error {
		math, err := Flow(tex, punctuation)
		b.WriteString(math)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("typeset %q: %w", sentence, err)
	}
	return b.String(), nil
}

// PlainInline is the sentence with its formulas in their linear text form. It
// escapes nothing. A sentence that [Inline] refuses keeps what is wrong with it.
func PlainInline(sentence string) string {
	var b strings.Builder
	err := split(sentence, func(words string) { b.WriteString(words) }, func(tex, punctuation string) error {
		b.WriteString(Text(tex) + punctuation)
		return nil
	})
	if err != nil {
		return sentence
	}
	return b.String()
}

// split hands the parts of a sentence to words and formula in their order, the
// punctuation behind a formula with it.
func split(sentence string, words func(string), formula func(tex, punctuation string) error) error {
	for sentence != "" {
		i := dollar(sentence)
		if i < 0 {
			words(unescapeDollars(sentence))
			return nil
		}
		words(unescapeDollars(sentence[:i]))
		rest := sentence[i+1:]
		j := dollar(rest)
		if j < 0 {
			return fmt.Errorf("$ without its partner before %q", rest)
		}
		tex, tail := rest[:j], rest[j+1:]
		punctuation := Punctuation(tail)
		if err := formula(tex, punctuation); err != nil {
			return err
		}
		sentence = tail[len(punctuation):]
	}
	return nil
}

// dollar finds the first dollar sign that no backslash escapes.
func dollar(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '$':
			return i
		}
	}
	return -1
}

func unescapeDollars(s string) string { return strings.ReplaceAll(s, `\$`, "$") }
