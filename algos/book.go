package algos

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"

	"playground/algos/dataset/sheet"
	"playground/algos/say"
)

//go:embed *.json
var words embed.FS

// Translations are the languages besides English in which demos speak, by the
// tags of their files: zh.json has the sentences, lesson.zh.md the lesson.
var Translations = []string{"zh"}

// readers return what the demo says in each language, read when a language is first
// asked for: the command line needs none.
func (d Demo) readers() map[string]func() say.Book {
	books := map[string]func() say.Book{}
	for _, tag := range Translations {
		books[tag] = sync.OnceValue(func() say.Book {
			book, err := d.readBook(tag)
			if err != nil {
				panic(err) // the files are embedded: a test of the package finds it
			}
			return book
		})
	}
	return books
}

// readBook reads what the demo says in a language: what all demos share, the words
// of packages that speak for it, and its own.
func (d Demo) readBook(tag string) (say.Book, error) {
	book := say.Book{}
	for _, files := range append([]fs.FS{words, sheet.Texts}, append(d.Books, d.Sources)...) {
		said, err := ReadBook(files, tag+".json")
		if err != nil {
			return nil, fmt.Errorf("read what %s says in %s: %w", d.ID, tag, err)
		}
		maps.Copy(book, said)
	}
	return book, nil
}

// ReadBook reads an object of English texts and what they are in another
// language; a file that does not exist has none. A text with nothing beside it is still to
// be translated, and stays in English.
func ReadBook(files fs.FS, name string) (say.Book, error) {
	text, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var book say.Book
	if err := json.Unmarshal(text, &book); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	maps.DeleteFunc(book, func(_, said string) bool { return said == "" })
	return book, nil
}

// Book returns what the demo says in a language, by the English templates and
// texts; nil in English, and in languages that it does not speak.
func (d Demo) Book(tag string) say.Book {
	if read, ok := d.books[tag]; ok {
		return read()
	}
	return nil
}

// LessonIn returns the lesson in a language, in English where it is not
// translated.
func (d Demo) LessonIn(tag string) (lesson string, translated bool) {
	if text, err := d.Sources.ReadFile("lesson." + tag + ".md"); err == nil {
		return string(text), true
	}
	return d.Lesson, false
}

// NotesIn returns the notation and the errata of the lecture notes that the demo refers to, a part for each, in a language,
// in English where they are not translated; empty if it refers to none.
func (d Demo) NotesIn(tag string) (notes string, translated bool) {
	if text, err := d.Sources.ReadFile("notes." + tag + ".md"); err == nil {
		return string(text), true
	}
	text, _ := d.Sources.ReadFile("notes.md")
	return string(text), tag == "en"
}

// TourIn returns the tour in a language, in English where it is not translated;
// empty if the demo has none.
func (d Demo) TourIn(tag string) (tour string, translated bool) {
	if text, err := d.Sources.ReadFile("tour." + tag + ".md"); err == nil {
		return string(text), true
	}
	text, _ := d.Sources.ReadFile("tour.md")
	return string(text), false
}
