package algos

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"

	"playground/algos/say"
)

//go:embed *.json
var words embed.FS

// Translations are the languages besides English in which demos speak, by the
// tags of their files: zh.json has the sentences, lesson.zh.md the lesson.
var Translations = []string{"zh"}

// readBooks reads what a demo says in each language: its own file, those of the
// packages that speak for it, and what all demos share.
func (d Demo) readBooks() (map[string]say.Book, error) {
	books := map[string]say.Book{}
	for _, tag := range Translations {
		book := say.Book{}
		for _, files := range append([]fs.FS{words}, append(d.Words, d.Files)...) {
			said, err := ReadBook(files, tag+".json")
			if err != nil {
				return nil, fmt.Errorf("read what %s says in %s: %w", d.ID, tag, err)
			}
			maps.Copy(book, said)
		}
		books[tag] = book
	}
	return books, nil
}

// ReadBook reads an object of English texts and what they are in another
// language; a file that does not exist has none.
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
	return book, nil
}

// Book returns what the demo says in a language, by the English templates and
// texts; nil in English, and in languages that it does not speak.
func (d Demo) Book(tag string) say.Book { return d.books[tag] }

// LessonIn returns the lesson in a language, in English where it is not
// translated.
func (d Demo) LessonIn(tag string) (lesson string, translated bool) {
	if text, err := d.Files.ReadFile("lesson." + tag + ".md"); err == nil {
		return string(text), true
	}
	return d.Lesson, false
}
