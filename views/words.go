package views

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"playground/lang"
)

// t is the message of a key in the page's language.
func t(ctx context.Context, key string, args ...any) string { return lang.T(ctx, key, args...) }

// said is what a demo says, translated where somebody has done so.
func said(ctx context.Context, english string) string { return lang.Said(ctx, english) }

// around is a message in the pieces around elements; see [lang.Lang.Around].
func around(ctx context.Context, key string, args ...any) []string {
	return lang.From(ctx).Around(key, args...)
}

// narration marks what demos tell of their steps, where that is not in the page's
// language.
func narration(ctx context.Context) templ.Attributes {
	if lang.Narrates(ctx) {
		return nil
	}
	return english(ctx)
}

// english marks what is English on every page: names, sources, files.
func english(ctx context.Context) templ.Attributes {
	if lang.From(ctx) == lang.English {
		return nil
	}
	return templ.Attributes{"lang": lang.English.String()}
}

// untranslated marks a text of a demo as English unless all that it is made of has
// been translated.
func untranslated(ctx context.Context, texts ...string) templ.Attributes {
	if slices.ContainsFunc(texts, func(text string) bool { return !lang.Knows(ctx, text) }) {
		return english(ctx)
	}
	return nil
}

// noteLanguage is the language in which a note of a demo is shown.
func noteLanguage(ctx context.Context, text string) string {
	if lang.Knows(ctx, text) {
		return lang.From(ctx).String()
	}
	return lang.English.String()
}

// cardAlt says what a card's picture shows.
func cardAlt(ctx context.Context, c Card) templ.Attributes {
	l, preset := lang.From(ctx), c.Preset
	title := said(ctx, c.Title)
	if lang.Knows(ctx, c.Title) && lang.Knows(ctx, preset) {
		preset = said(ctx, preset)
	} else {
		l, title = lang.English, c.Title
	}
	attributes := templ.Attributes{"alt": l.T("gallery.alt", title, preset)}
	if l != lang.From(ctx) {
		attributes["lang"] = l.String()
	}
	return attributes
}

// eventKind is what a kind of event is called.
func eventKind(ctx context.Context, kind string) string {
	if key := "live.event." + kind; lang.From(ctx).Has(key) {
		return t(ctx, key)
	}
	return kind
}

// unitOr is what a step is called, by a demo that has a word for it.
func unitOr(ctx context.Context, unit string) string {
	if unit != "" {
		return said(ctx, unit)
	}
	return t(ctx, "live.unit.step")
}

// unit is what a replay counts and its buttons move by: every step that was recorded.
func (r Replay) unit(ctx context.Context) string {
	if r.Small {
		return t(ctx, "live.unit.small")
	}
	return t(ctx, "live.unit.step")
}

// symbolic reports whether a label begins with a symbol, which keeps its letter as it is where the
// first letter of words is raised: h₁ and H₁ are two things.
func symbolic(label string) bool {
	first, _, _ := strings.Cut(label, " ")
	letters := 0
	for _, r := range first {
		if unicode.IsLower(r) && !unicode.Is(unicode.Lm, r) || unicode.IsUpper(r) {
			letters++
		}
	}
	return letters == 1 && first != "a"
}

// sizeLabel is what stands on the button for steps of a size, by a demo that has a
// word for it, and else a plain one.
func sizeLabel(ctx context.Context, unit, plain string) string {
	if unit != "" {
		return t(ctx, "transport.unit", said(ctx, unit))
	}
	return plain
}

// smallest are the pieces around the number of the smallest step and how many there are.
func smallest(ctx context.Context, small string) []string {
	name := t(ctx, "live.unit.small")
	if small != "" {
		name = said(ctx, small)
	}
	return around(ctx, "live.count", lang.Place, lang.Place, name)
}

func speedLabel(ctx context.Context, o Option) string {
	if o.Value == slow {
		return t(ctx, "speed.slow")
	}
	return t(ctx, "speed.rate", o.Label)
}

// argumentNames are what the numbers of a call are named, between commas.
func argumentNames(ctx context.Context, args []string) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = said(ctx, a)
	}
	return strings.Join(names, ",")
}

// keyName is what stands on a key, or a gesture of the hand.
func keyName(ctx context.Context, key string) string {
	if slices.Contains([]string{"Space", "Click", "Drag"}, key) {
		return t(ctx, "key."+key)
	}
	return key
}

type addressKey struct{}

// At returns a context that knows which address the page is rendered for, so that
// the page can link to itself in another language.
func At(ctx context.Context, address *url.URL) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// otherLanguages are those that the page is not in.
func otherLanguages(ctx context.Context) []lang.Lang {
	here := lang.From(ctx)
	return slices.DeleteFunc(slices.Clone(lang.All), func(l lang.Lang) bool { return l == here })
}

// switchTo is the page's own address in another language.
func switchTo(ctx context.Context, l lang.Lang) templ.SafeURL {
	address, ok := ctx.Value(addressKey{}).(*url.URL)
	if !ok {
		address = &url.URL{Path: "/"}
	}
	q := address.Query()
	q.Set("lang", l.String())
	to := url.URL{Path: address.Path, RawQuery: q.Encode()}
	return templ.URL(to.String())
}
