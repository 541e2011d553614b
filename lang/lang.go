// Package lang holds every text of the interface, in each of its languages: one
// file a language, with messages by key. Pages, error pages, sessions and the
// browser's modules all take their texts from here.
//
// A message is a text with places for arguments, %[1]s for words and %[1]d for
// whole numbers, or an object of such texts by plural form of the first argument:
//
//	"points.loaded": {"one": "%[1]d point loaded", "other": "%[1]d points loaded"}
//
// Messages under "live." are sent to the browser. Those under "live.event." name the
// kinds of events, which are permanent words. Those under "live.error." translate what
// the server refuses, and those under "text." what demos say in English, as far as
// somebody has translated it; the key is the English text then, and English has none of
// them.
package lang

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/number"
)

// A Lang is a language of the interface by its BCP 47 tag. The zero value is
// English.
type Lang string

// The languages of the interface.
const (
	English Lang = "en"
	Chinese Lang = "zh"
)

// All are the languages of the interface, the one first that is spoken where none
// fits.
var All = []Lang{English, Chinese}

// matcher finds the language that serves a reader best.
var matcher = language.NewMatcher(tags())

func tags() []language.Tag {
	out := make([]language.Tag, len(All))
	for i, l := range All {
		out[i] = language.MustParse(string(l))
	}
	return out
}

// Parse reads the tag of a language, as it stands in an address.
func Parse(tag string) (Lang, bool) {
	return Lang(tag), slices.Contains(All, Lang(tag))
}

// Match is the language that suits an Accept-Language header best.
func Match(accept string) Lang {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return English
	}
	_, i, _ := matcher.Match(wanted...)
	return All[i]
}

// String is the tag, for the lang attribute.
func (l Lang) String() string {
	if l == "" {
		return string(English)
	}
	return string(l)
}

// T is the message of a key with its arguments in place. An unknown key is its own
// message.
func (l Lang) T(key string, args ...any) string {
	args = slices.Clone(args)
	for i, a := range args {
		if n, ok := a.(int); ok {
			args[i] = number.Decimal(n, number.NoSeparator()) // step 1000, not step 1,000
		}
	}
	return books[Lang(l.String())].printer.Sprintf(key, args...)
}

// textPrefix is before what demos say, as a key.
const textPrefix = "text."

// Knows reports whether what a demo says in English can be said in the language.
// Symbols need no translation.
func (l Lang) Knows(english string) bool {
	return l.String() == string(English) || l.Has(textPrefix+english) || !words.MatchString(english)
}

// Said is what a demo says in English, translated where somebody has done so.
func (l Lang) Said(english string) string {
	if m, ok := books[Lang(l.String())].messages[textPrefix+english]; ok {
		return m.Text
	}
	return english
}

// words finds what is not a symbol: two small Latin letters.
var words = regexp.MustCompile(`[a-z]{2}`)

// Has reports whether the language has a message of its own for the key.
func (l Lang) Has(key string) bool {
	_, ok := books[Lang(l.String())].messages[key]
	return ok
}

// Place stands for an argument that is an element of markup.
const Place = "\x00"

// Around is a message in the pieces before, between and after its places.
func (l Lang) Around(key string, args ...any) []string {
	return strings.Split(l.T(key, args...), Place)
}

// Live is the JSON of all messages under "live.", for the browser, without those that
// come later.
func (l Lang) Live() string { return books[Lang(l.String())].live }

// LiveSeeds is the JSON of the messages under "live.seeds-", which the browser gets with
// the panel that says them.
func (l Lang) LiveSeeds() string { return books[Lang(l.String())].seeds }

// LiveVotes is the same of the messages under "live.votes-".
func (l Lang) LiveVotes() string { return books[Lang(l.String())].votes }

// LiveFiles is the same of the messages under "live.csv-".
func (l Lang) LiveFiles() string { return books[Lang(l.String())].files }

type contextKey struct{}

type bookKey struct{}

// WithBook returns a context in which what demos say is looked up in the book
// first: English texts, and what they are in the context's language.
func WithBook(ctx context.Context, book map[string]string) context.Context {
	return context.WithValue(ctx, bookKey{}, book)
}

// Said is what a demo says in English, in the language of a context as far as
// somebody has translated it.
func Said(ctx context.Context, english string) string {
	if book, ok := ctx.Value(bookKey{}).(map[string]string); ok {
		if text, ok := book[english]; ok {
			return text
		}
	}
	return From(ctx).Said(english)
}

// Knows reports whether what a demo says in English can be said in the language of
// a context.
func Knows(ctx context.Context, english string) bool {
	if book, ok := ctx.Value(bookKey{}).(map[string]string); ok {
		if _, ok := book[english]; ok {
			return true
		}
	}
	return From(ctx).Knows(english)
}

// Book is how demos say things in the language of a context; nil where nothing but
// English is known.
func Book(ctx context.Context) map[string]string {
	book, _ := ctx.Value(bookKey{}).(map[string]string)
	return book
}

// Narrates reports whether demos tell their steps in the language of a context.
func Narrates(ctx context.Context) bool {
	book, _ := ctx.Value(bookKey{}).(map[string]string)
	return From(ctx) == English || len(book) > 0
}

// With returns a context in which a page is rendered in the language.
func With(ctx context.Context, l Lang) context.Context {
	return context.WithValue(ctx, contextKey{}, l)
}

// From is the language of a context, without one English.
func From(ctx context.Context) Lang {
	l, ok := ctx.Value(contextKey{}).(Lang)
	if !ok {
		return English
	}
	return l
}

// T is the message of a key in the language of a context.
func T(ctx context.Context, key string, args ...any) string { return From(ctx).T(key, args...) }
