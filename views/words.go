package views

import (
	"context"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"playground/lang"
)

// t is the message of a key in the page's language.
func t(ctx context.Context, key string, args ...any) string { return lang.T(ctx, key, args...) }

// said is what a demo says, translated where somebody has done so.
func said(ctx context.Context, english string) string { return lang.From(ctx).Said(english) }

// around is a message in the pieces around elements; see [lang.Lang.Around].
func around(ctx context.Context, key string, args ...any) []string {
	return lang.From(ctx).Around(key, args...)
}

// narration marks what demos write, in English, on pages in another language.
func narration(ctx context.Context) templ.Attributes {
	if lang.From(ctx) == lang.English {
		return nil
	}
	return templ.Attributes{"lang": lang.English.String()}
}

// untranslated marks a text of a demo as English unless all that it is made of has
// been translated.
func untranslated(ctx context.Context, english ...string) templ.Attributes {
	l := lang.From(ctx)
	if slices.ContainsFunc(english, func(text string) bool { return !l.Knows(text) }) {
		return narration(ctx)
	}
	return nil
}

// noteLanguage is the language in which a note of a demo is shown.
func noteLanguage(ctx context.Context, english string) string {
	if l := lang.From(ctx); l.Knows(english) {
		return l.String()
	}
	return lang.English.String()
}

// cardAlt says what a card's picture shows.
func cardAlt(ctx context.Context, c Card) templ.Attributes {
	l, preset := lang.From(ctx), c.Preset
	if !l.Knows(c.Title) || !l.Knows(preset) {
		l = lang.English
	}
	attributes := templ.Attributes{"alt": l.T("gallery.alt", l.Said(c.Title), l.Said(preset))}
	if l != lang.From(ctx) {
		attributes["lang"] = l.String()
	}
	return attributes
}

func speedLabel(ctx context.Context, o Option) string {
	if o.Value == slow {
		return t(ctx, "speed.slow")
	}
	return t(ctx, "speed.rate", o.Label)
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
