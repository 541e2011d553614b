package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"playground/algos/param"
	"playground/lang"
	"playground/views"
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
		return lang.English, &param.Error{Field: keyLanguage, Message: "is given more than once"}
	}
	l, ok := lang.Parse(tags[0])
	if !ok {
		var all []string
		for _, l := range lang.All {
			all = append(all, l.String())
		}
		return lang.English, refusal(http.StatusBadRequest, "error.lang", strconv.Quote(param.Clip(tags[0])), join(all)).about(keyLanguage, "")
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

// isPage reports whether a request is for a page that is not embedded, judging
// by its address.
func isPage(r *http.Request) bool {
	path := r.URL.Path
	return path == "/" || strings.HasPrefix(path, "/d/") && !strings.Contains(path, ".") || strings.HasPrefix(path, "/checks")
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

// spoken returns the configuration of a session in the language of its page.
func (s *Server) spoken(r *http.Request, cfg session.Config) session.Config {
	cfg.Lang = lang.From(r.Context())
	cfg.Typesetter = s.types.in(cfg.Lang)
	return cfg
}
