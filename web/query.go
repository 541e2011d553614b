package web

import (
	"fmt"
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
			return &param.Error{Field: param.Clip(key), Message: "is given more than once"}
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

// A look says how a picture is drawn.
type look struct {
	theme  viz.Theme
	width  int // CSS pixels; 0 is the default of the picture
	height int
	scale  float64 // device pixels a CSS pixel, for PNG
	panel  string
}

// look reads and removes what an image's address says about its look.
func (s *Server) look(q url.Values) (l look, err error) {
	text, _ := take(q, "theme")
	if l.theme, err = viz.ParseTheme(text); err != nil {
		return l, &param.Error{Field: "theme", Message: fmt.Sprintf("%q is not one of light, dark, projector", param.Clip(text))}
	}
	if l.width, err = s.side(q, "w"); err != nil {
		return l, err
	}
	if l.height, err = s.side(q, "h"); err != nil {
		return l, err
	}
	l.scale = 2
	if text, ok := take(q, "scale"); ok {
		l.scale, err = strconv.ParseFloat(text, 64)
		if err != nil || !(l.scale >= 0.5 && l.scale <= 4) {
			return l, &param.Error{Field: "scale", Message: fmt.Sprintf("%q is not a number from 0.5 to 4", param.Clip(text))}
		}
	}
	l.panel, _ = take(q, "panel")
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
		message := fmt.Sprintf("%q is not a whole number of pixels from %d to %d", param.Clip(text), minSide, s.cfg.Limits.PictureSide)
		return 0, &param.Error{Field: key, Message: message}
	}
	return n, nil
}

func join(names []string) string { return strings.Join(names, ", ") }
