package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"playground/algos"
	"playground/algos/param"
	"playground/viz"
)

// request returns the demo and the query of an address.
func (s *Server) request(r *http.Request) (algos.Demo, url.Values, error) {
	id := chi.URLParam(r, "demo")
	d, ok := s.demos[id]
	if !ok {
		return algos.Demo{}, nil, refusal(http.StatusNotFound, "error.demo", strconv.Quote(param.Clip(id)))
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return algos.Demo{}, nil, refusal(http.StatusBadRequest, "error.query").about("", d.ID)
	}
	unform(d, unspoken(q))
	if err := once(q); err != nil {
		return algos.Demo{}, nil, err
	}
	return d, q, nil
}

// once refuses a key that is given twice, because it is not clear which one
// counts.
func once(q url.Values) error {
	for key, values := range q {
		if len(values) > 1 {
			return refusal(http.StatusBadRequest, "error.twice").about(param.Clip(key), "")
		}
	}
	return nil
}

// take removes a key from a query and returns its value.
func take(q url.Values, key string) (string, bool) {
	value, ok := q.Get(key), q.Has(key)
	q.Del(key)
	return value, ok
}

// takeNumber takes a key whose value is a number. A word is left in the query: it belongs
// to a choice of the demo that bears the same name.
func takeNumber(q url.Values, key string) (string, bool) {
	if _, err := strconv.ParseFloat(q.Get(key), 64); err != nil {
		return "", false
	}
	return take(q, key)
}

// A look says how a picture is drawn.
type look struct {
	theme  viz.Theme
	width  int // CSS pixels; 0 is the default of the picture
	height int
	scale  float64 // device pixels a CSS pixel, for PNG
	panel  string
	// caption says that an image in pixels has the title, the step and its sentence.
	caption bool
}

// look reads and removes what an image's address says about its look.
func (s *Server) look(q url.Values) (l look, err error) {
	text, _ := take(q, "theme")
	if l.theme, err = viz.ParseTheme(text); err != nil {
		return l, refusal(http.StatusBadRequest, "error.one-of", clipped(text), "light, dark, projector").about("theme", "")
	}
	if l.width, err = s.side(q, "w"); err != nil {
		return l, err
	}
	if l.height, err = s.side(q, "h"); err != nil {
		return l, err
	}
	l.scale = 2
	if text, ok := takeNumber(q, "scale"); ok {
		l.scale, err = strconv.ParseFloat(text, 64)
		if err != nil || !(l.scale >= 0.5 && l.scale <= 4) {
			return l, refusal(http.StatusBadRequest, "error.number", clipped(text), "0.5", "4").about("scale", "")
		}
	}
	l.panel, _ = take(q, "panel")
	switch text, ok := take(q, "caption"); {
	case !ok || text == "1":
		l.caption = true
	case text != "0":
		return l, refusal(http.StatusBadRequest, "error.neither", clipped(text), "1", "0").about("caption", "")
	}
	return l, nil
}

const minSide = 64

func (s *Server) side(q url.Values, key string) (int, error) {
	text, ok := take(q, key)
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < minSide || n > s.cfg.Limits.PictureSide {
		return 0, refusal(http.StatusBadRequest, "error.pixels", clipped(text), minSide, s.cfg.Limits.PictureSide).about(key, "")
	}
	return n, nil
}

func join(names []string) string { return strings.Join(names, ", ") }

// clipped is what was given, for a message.
func clipped(text string) string { return strconv.Quote(param.Clip(text)) }
