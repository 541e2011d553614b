package algotest

import (
	"regexp"
	"strings"
	"unicode"

	"playground/algos"
)

var (
	placesAndFormulas = regexp.MustCompile(`<[^>]*>|\$[^$]*\$`)
	capitalised       = regexp.MustCompile(`\p{Lu}\p{L}*`)
)

// Names are the Latin words in what demos say in another language: names and
// symbols, which are the same there. Of a lesson and a tour they are the words with a capital,
// for its references.
func Names(demos []algos.Demo, tag string) map[string]bool {
	names := map[string]bool{}
	for _, d := range demos {
		for _, said := range d.Book(tag) {
			if strings.Contains(said, `\`) {
				continue // a formula is made of English commands
			}
			for _, word := range LatinWords(placesAndFormulas.ReplaceAllString(said, " ")) {
				names[word] = true
			}
		}
		lesson, _ := d.LessonIn(tag)
		tour, _ := d.TourIn(tag)
		notes, _ := d.NotesIn(tag)
		for _, name := range capitalised.FindAllString(lesson+tour+notes, -1) {
			names[name] = true
		}
	}
	return names
}

// LatinWords are the words of a text in Latin letters.
func LatinWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.In(c, unicode.Latin) })
}
