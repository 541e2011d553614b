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

// or is what a demo says in English, or its translation where there is one.
func or(ctx context.Context, key, english string) string { return lang.From(ctx).Or(key, english) }

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
func untranslated(ctx context.Context, keys ...string) templ.Attributes {
	l := lang.From(ctx)
	if slices.ContainsFunc(keys, func(key string) bool { return !l.Has(key) }) {
		return narration(ctx)
	}
	return nil
}

// demoKey is the key of a text about a demo, its title or summary, under which it
// may be translated.
func demoKey(demo, what string) string { return "demo." + demo + "." + what }

// PresetKey is that of an example's title.
func PresetKey(demo, preset string) string { return demoKey(demo, "preset."+preset) }

// ParamKey is that of a parameter's label.
func ParamKey(demo, param string) string { return demoKey(demo, "param."+param) }

func familyKey(family string) string { return "family." + family }

// cardAlt says what a card's picture shows.
func cardAlt(ctx context.Context, c Card) templ.Attributes {
	title, preset := demoKey(c.ID, "title"), PresetKey(c.ID, c.Preset.Value)
	l := lang.From(ctx)
	if !l.Has(title) || !l.Has(preset) {
		return templ.Attributes{"alt": lang.English.T("gallery.alt", c.Title, c.Preset.Label), "lang": narration(ctx)["lang"]}
	}
	return templ.Attributes{"alt": l.T("gallery.alt", l.T(title), l.T(preset))}
}

// text is the setting in words.
func (f Fact) text(ctx context.Context) string {
	name := or(ctx, f.Key, f.Name)
	if f.Value == "" {
		return name
	}
	return name + " = " + f.Value
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
