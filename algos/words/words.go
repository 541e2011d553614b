// Package words reads documents as bags of words: sequences of numbers of a vocabulary,
// and the document–term matrix of their counts, as scikit-learn's CountVectorizer makes it.
package words

import (
	"slices"
	"strings"
	"unicode"
)

// Longest is how many letters of a word count; the rest is cut off.
const Longest = 24

// Documents splits a text into its documents: a line each, or what bars separate. An empty line is
// not a document; a line without a word is an empty one.
func Documents(text string) []string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '|' })
	return slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
}

// Tokens are the words of a document in lower case, in their order, without those that have
// fewer letters than the shortest. Whatever is not a letter or a mark on one separates words.
func Tokens(document string, shortest int) []string {
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || r == unicode.ReplacementChar }
	var tokens []string
	for _, word := range strings.FieldsFunc(strings.ToLower(document), separates) {
		if letters := []rune(word); len(letters) >= shortest {
			tokens = append(tokens, string(letters[:min(len(letters), Longest)]))
		}
	}
	return tokens
}

// A Vocabulary numbers words from 0 in the order in which they were added. The zero value
// is empty.
type Vocabulary struct {
	Words   []string // by number
	numbers map[string]int32
}

// Add returns the numbers of some words, and adds those that are new.
func (v *Vocabulary) Add(tokens []string) []int32 {
	numbers := make([]int32, len(tokens))
	for i, word := range tokens {
		n, known := v.numbers[word]
		if !known {
			if v.numbers == nil {
				v.numbers = map[string]int32{}
			}
			n = int32(len(v.Words))
			v.numbers[word] = n
			v.Words = append(v.Words, word)
		}
		numbers[i] = n
	}
	return numbers
}

// Known returns the numbers of those of some words that the vocabulary has.
func (v *Vocabulary) Known(tokens []string) []int32 {
	numbers := []int32{}
	for _, word := range tokens {
		if n, known := v.numbers[word]; known {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// Counts is the document–term matrix: how often each of so many words occurs in each
// document, a row per document.
func Counts(documents [][]int32, vocabulary int) [][]int {
	counts := make([][]int, len(documents))
	for d, numbers := range documents {
		counts[d] = make([]int, vocabulary)
		for _, n := range numbers {
			counts[d][n]++
		}
	}
	return counts
}
