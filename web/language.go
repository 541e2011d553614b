package web

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
	"playground/lang"
	"playground/views"
	"playground/web/frame"
	"playground/web/session"
)

// keyLanguage is the name of the language in an address, and of the cookie that
// keeps it.
const keyLanguage = "lang"

// languageSeconds is how long a chosen language is kept: a year.
const languageSeconds = 365 * 24 * 60 * 60

// language returns the language of a request. It is the one that the address
// names, or else the one that was chosen before, or else the one that the
// browser asks for.
func language(r *http.Request) (lang.Lang, error) {
	if isPicture(r) && !r.URL.Query().Has(keyLanguage) {
		return lang.English, nil // the same address gives the same picture
	}
	if tags, ok := r.URL.Query()[keyLanguage]; ok {
		return chosen(tags)
	}
	if c, err := r.Cookie(keyLanguage); err == nil {
		if l, ok := lang.Parse(c.Value); ok {
			return l, nil
		}
	}
	return lang.Match(r.Header.Get("Accept-Language")), nil
}

// chosen returns the language that an address names.
func chosen(tags []string) (lang.Lang, error) {
	if len(tags) > 1 {
		return lang.English, refusal(http.StatusBadRequest, "error.twice").about(keyLanguage, "")
	}
	l, ok := lang.Parse(tags[0])
	if !ok {
		var all []string
		for _, l := range lang.All {
			all = append(all, l.String())
		}
		return lang.English, refusal(http.StatusBadRequest, "error.one-of", strconv.Quote(param.Clip(tags[0])), join(all)).about(keyLanguage, "")
	}
	return l, nil
}

// speak tells every page its language and its address. A language that an
// address names is kept for later pages, unless the page is embedded in another
// site.
func (s *Server) speak(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l, err := language(r)
		r = r.WithContext(views.At(lang.With(r.Context(), l), r.URL))
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if r.URL.Query().Has(keyLanguage) && isPage(r) {
			http.SetCookie(w, &http.Cookie{
				Name: keyLanguage, Value: l.String(), Path: "/", MaxAge: languageSeconds,
				SameSite: http.SameSiteLaxMode, HttpOnly: true, Secure: r.TLS != nil,
			})
		}
		next.ServeHTTP(w, r)
	})
}

// isPicture reports whether a request is for a picture file, judging by its address.
func isPicture(r *http.Request) bool {
	kind := path.Ext(r.URL.Path)
	return strings.HasPrefix(r.URL.Path, "/d/") && (kind == ".svg" || kind == ".png" || kind == ".gif")
}

// told returns the context of a request about a demo, in which what demos say is
// looked up in this demo's words. Without a demo it is looked up in those of all.
func (s *Server) told(ctx context.Context, demo string) context.Context {
	l := lang.From(ctx)
	if l == lang.English {
		return ctx
	}
	if d, ok := s.demos[demo]; ok {
		return lang.WithBook(ctx, d.Book(l.String()))
	}
	return lang.WithBook(ctx, s.words()[l])
}

// pixels returns the context of a picture in pixels, which has the letters of
// English only: the fonts that draw it have no Chinese ones.
func pixels(ctx context.Context) context.Context { return lang.With(ctx, lang.English) }

// allWords merges what demos say in each language.
func allWords(demos []algos.Demo) map[lang.Lang]map[string]string {
	all := map[lang.Lang]map[string]string{}
	for _, l := range lang.All {
		words := map[string]string{}
		for _, d := range demos {
			maps.Copy(words, d.Book(l.String()))
		}
		all[l] = words
	}
	return all
}

// isPage reports whether a request is for a page that is not embedded, judging
// by its address.
func isPage(r *http.Request) bool {
	at := r.URL.Path
	return at == "/" || strings.HasPrefix(at, "/d/") && !strings.Contains(at, ".") || strings.HasPrefix(at, "/checks") || at == "/challenges" || at == "/compare" || at == "/help/embed" ||
		at == "/licences" || strings.HasPrefix(at, "/course/") || strings.HasPrefix(at, "/shelf/")
}

// unspoken returns a query without the language, which has been read.
func unspoken(q url.Values) url.Values {
	q.Del(keyLanguage)
	return q
}

// vary tells caches that an answer depends on the reader's language.
func vary(w http.ResponseWriter) {
	w.Header().Add("Vary", "Accept-Language, Cookie")
}

// tongues are the typesetters of all languages, by their tags.
func (s *Server) tongues() map[string]frame.Typesetter {
	all := map[string]frame.Typesetter{}
	for _, l := range lang.All {
		all[l.String()] = s.types.in(l)
	}
	return all
}

// spoken returns the configuration of a session in the language of its page.
func (s *Server) spoken(r *http.Request, cfg session.Config) session.Config {
	cfg.Lang = lang.From(r.Context())
	cfg.Typesetter = s.types.in(cfg.Lang)
	cfg.Frames = s.framesOf(cfg.Lang)
	return cfg
}
