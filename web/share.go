package web

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"rsc.io/qr"

	"playground/algos"
	"playground/web/wire"
)

// maxQR is the longest link that becomes a QR code, in bytes. A code of that many
// has 105 modules a side (version 22, level L); a phone hardly reads a denser one
// from a wall.
const maxQR = 1000

// quiet is the width of the empty border that readers of QR codes need, in
// modules.
const quiet = 4

// linked returns the demo and the recipe of a request, and the full address of
// the page that shows it.
func (s *Server) linked(r *http.Request) (algos.Demo, algos.Recipe, string, error) {
	d, q, err := s.request(r)
	if err != nil {
		return algos.Demo{}, algos.Recipe{}, "", err
	}
	origin, err := origin(r, q)
	if err != nil {
		return algos.Demo{}, algos.Recipe{}, "", err
	}
	follow, err := followed(q)
	if err != nil {
		return algos.Demo{}, algos.Recipe{}, "", err
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return algos.Demo{}, algos.Recipe{}, "", err
	}
	path, err := link(d, recipe, r.URL.Query().Get(keyLanguage))
	if err != nil {
		return algos.Demo{}, algos.Recipe{}, "", err
	}
	return d, recipe, origin + path + follow, nil
}

// followed reads and removes the key of a session that the linked page is to
// follow. It returns what the key adds to the link. That is a fragment, which
// browsers do not send to the server, so it is in no log.
func followed(q url.Values) (string, error) {
	key, given := take(q, "follow")
	if !given {
		return "", nil
	}
	if !isKey(key) {
		return "", refusal(http.StatusBadRequest, "error.key").about("follow", "")
	}
	return "#follow=" + key, nil
}

// isKey reports whether a text can be the key of a room.
func isKey(text string) bool {
	return len(text) > 0 && len(text) <= wire.MaxName && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// compareQR answers with the link to a comparison as a QR code. Both boards may be followed,
// with two keys.
func (s *Server) compareQR(w http.ResponseWriter, r *http.Request) error {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refusal(http.StatusBadRequest, "error.query")
	}
	p, err := s.pairOf(unspoken(q))
	if err != nil {
		return err
	}
	origin, err := origin(r, q)
	if err != nil {
		return err
	}
	follow := ""
	if keys, given := take(q, "follow"); given {
		a, b, two := strings.Cut(keys, ".")
		if !two || !isKey(a) || !isKey(b) {
			return refusal(http.StatusBadRequest, "error.key").about("follow", "")
		}
		follow = "#follow=" + keys
	}
	if err := nothingElse(q, p.a.demo.ID); err != nil {
		return err
	}
	to := p.query()
	if tag := r.URL.Query().Get(keyLanguage); tag != "" {
		to.Set(keyLanguage, tag)
	}
	body, err := drawQR(origin + addressed("/compare", to) + follow)
	if err != nil {
		return err
	}
	send(w, r, "image/svg+xml", "compare-qr.svg", body)
	return nil
}

// qrCode answers with the link to a recipe as a QR code. The page says by which
// scheme it was reached, because a proxy in front of the server hides that.
func (s *Server) qrCode(w http.ResponseWriter, r *http.Request) error {
	d, _, address, err := s.linked(r)
	if err != nil {
		return err
	}
	body, err := drawQR(address)
	if err != nil {
		return err
	}
	send(w, r, "image/svg+xml", d.ID+"-qr.svg", body)
	return nil
}

// origin reads and removes the scheme by which the page was reached, and returns
// where the page's server is.
func origin(r *http.Request, q url.Values) (string, error) {
	scheme, given := take(q, "scheme")
	if !given {
		scheme = "http"
	}
	if scheme != "http" && scheme != "https" {
		return "", refusal(http.StatusBadRequest, "error.neither", clipped(scheme), "http", "https").about("scheme", "")
	}
	return scheme + "://" + r.Host, nil
}

// link returns the path and query that show a recipe, in a language if one is
// named.
func link(d algos.Demo, r algos.Recipe, language string) (string, error) {
	q, err := r.Query(d)
	if err != nil {
		return "", err
	}
	if language != "" {
		q.Set(keyLanguage, language)
	}
	if len(q) == 0 {
		return "/d/" + d.ID, nil
	}
	return "/d/" + d.ID + "?" + q.Encode(), nil
}

// drawQR returns a QR code as SVG. It is dark on light in every theme, because
// readers expect that. Each run of dark modules in a row is one rectangle of the
// path.
func drawQR(text string) ([]byte, error) {
	if len(text) > maxQR {
		return nil, refusal(http.StatusBadRequest, "error.qr", len(text), maxQR).about("link", "")
	}
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	side := code.Size + 2*quiet
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="QR code of %s" `+
		`shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>`,
		side, side, html.EscapeString(text), side, side, path.String()), nil
}
