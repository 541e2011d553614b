package web

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
	"playground/lang"
)

// Sizes of an embedded board, in CSS pixels: what is offered where there is room, and
// the least in which it works. A narrow one has its story below the board.
const (
	embedWidth, embedHeight       = 900, 560
	embedNarrow, embedTall        = 700, 860
	embedLeastWidth, embedLeast   = 320, 300
	compareWidth, compareHeight   = 1000, 900
	thumbnailWidth, thumbnailHigh = 720, 480
)

// mostDiscovered is how many bytes of a recipe a page repeats in the link by which others
// find its oEmbed answer. A longer one, of many points placed by hand, would make every
// page heavier for a link that few programs take.
const mostDiscovered = 2000

// An oEmbed is the answer to the question how an address is embedded; see oembed.com.
type oEmbed struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	AuthorName      string `json:"author_name"`
	AuthorURL       string `json:"author_url"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"` // seconds
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url"`
	ThumbnailWidth  int    `json:"thumbnail_width"`
	ThumbnailHeight int    `json:"thumbnail_height"`
}

// oembed says how the page at an address is embedded. Programs ask with parameters of
// their own beside those that the format has, so what is unknown is not refused here.
func (s *Server) oembed(w http.ResponseWriter, r *http.Request) error {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refusal(http.StatusBadRequest, "error.query")
	}
	if err := once(q); err != nil {
		return err
	}
	if format := q.Get("format"); format != "" && format != "json" {
		return refusal(http.StatusNotImplemented, "error.format", clipped(format)).about("format", "")
	}
	most := map[string]int{}
	for key, least := range map[string]int{"maxwidth": embedLeastWidth, "maxheight": embedLeast} {
		if most[key], err = room(q, key, least); err != nil {
			return err
		}
	}
	b, err := s.boardAt(r, q.Get("url"))
	if err != nil {
		return err
	}
	width, height := min(b.width, most["maxwidth"]), b.height
	if width <= embedNarrow {
		height = max(height, embedTall)
	}
	height = min(height, most["maxheight"])
	thumbWidth := min(thumbnailWidth, most["maxwidth"], most["maxheight"]*thumbnailWidth/thumbnailHigh)
	thumbHeight := thumbWidth * thumbnailHigh / thumbnailWidth
	picture := clone(b.recipe)
	picture.Set("w", strconv.Itoa(thumbWidth))
	picture.Set("h", strconv.Itoa(thumbHeight))
	picture.Set("scale", "1")
	picture.Set("caption", "0")
	body, err := json.Marshal(oEmbed{
		Version: "1.0", Type: "rich", Title: b.title,
		AuthorName: "Playground", AuthorURL: b.origin + "/", ProviderName: "Playground", ProviderURL: b.origin + "/",
		CacheAge: 600,
		HTML: fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" loading="lazy" style="border:0;max-width:100%%"></iframe>`,
			html.EscapeString(b.origin+addressed(b.path, b.embedded)), html.EscapeString(b.title), width, height),
		Width: width, Height: height,
		ThumbnailURL:   b.origin + addressed("/d/"+b.demo.ID+"/frame.png", picture),
		ThumbnailWidth: thumbWidth, ThumbnailHeight: thumbHeight,
	})
	if err != nil {
		return fmt.Errorf("write the oEmbed answer: %w", err)
	}
	w.Header().Set("Access-Control-Allow-Origin", "*") // pages ask by a script, too
	vary(w)
	send(w, r, "application/json", "oembed.json", body)
	return nil
}

// room reads how much room there is in one direction. Without a word there is more than
// is needed.
func room(q url.Values, key string, least int) (int, error) {
	text, ok := take(q, key)
	if !ok || text == "" {
		return 1 << 20, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, refusal(http.StatusBadRequest, "error.room", clipped(text), least).about(key, "")
	}
	return n, nil
}

// A boarded is what an address on this site shows: a board, or two that are compared.
type boarded struct {
	demo          algos.Demo // the first one's
	origin        string
	title         string
	recipe        url.Values // of the first board's run and its step
	path          string     // of the page for a frame
	embedded      url.Values // that page's query: what is shown, and how it is to look
	width, height int        // where there is room
}

// boardAt returns what a page shows, of a demo or of a comparison, or their page for a
// frame, at an address of this site.
func (s *Server) boardAt(r *http.Request, text string) (b boarded, err error) {
	example := s.scheme(r) + "://" + r.Host + "/d/" + s.cfg.Demos[0].ID
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return b, refusal(http.StatusBadRequest, "error.page-url", clipped(text), example).about("url", "")
	}
	path := strings.Trim(u.Path, "/")
	kind, id, _ := strings.Cut(path, "/")
	compares := path == "compare" || path == "embed/compare"
	if !strings.EqualFold(u.Host, r.Host) || !compares && ((kind != "d" && kind != "embed") || id == "" || strings.Contains(id, "/")) {
		return b, refusal(http.StatusNotFound, "error.page-url", clipped(text), example).about("url", "")
	}
	if !compares {
		var known bool
		if b.demo, known = s.demos[id]; !known {
			return b, refusal(http.StatusNotFound, "error.demo", clipped(id)).about("url", "")
		}
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return b, refusal(http.StatusBadRequest, "error.query").about("url", b.demo.ID)
	}
	if err := once(q); err != nil {
		return b, err
	}
	l := lang.From(r.Context())
	tag, spoken := take(q, keyLanguage)
	if spoken {
		if l, err = chosen([]string{tag}); err != nil {
			return b, err
		}
	}
	if compares {
		err = s.showPair(&b, q, l)
	} else {
		err = s.showBoard(&b, q, l, kind == "embed")
	}
	if err != nil {
		return b, err
	}
	if spoken {
		b.embedded.Set(keyLanguage, tag)
	}
	// A page that was reached by https stays there, whatever a proxy hides.
	scheme := s.scheme(r)
	if u.Scheme == "https" {
		scheme = "https"
	}
	b.origin = scheme + "://" + r.Host
	return b, nil
}

// showBoard reads which board a page's query shows, of a demo that is known, and how it is
// to look in a frame.
func (s *Server) showBoard(b *boarded, q url.Values, l lang.Lang, framed bool) (err error) {
	unform(b.demo, q)
	look := url.Values{}
	if framed {
		look = clone(q)
		if _, err := embedding(b.demo, q); err != nil { // takes away what is about the look
			return err
		}
		for key := range q {
			look.Del(key)
		}
	} else {
		if _, err = hallOf(b.demo, q); err != nil {
			return err
		}
		if _, q, err = s.stopOf(b.demo, q); err != nil {
			return err
		}
	}
	recipe, err := b.demo.ParseRecipe(q)
	if err != nil {
		return err
	}
	if b.recipe, err = recipe.Query(b.demo); err != nil {
		return err
	}
	b.path, b.embedded = "/embed/"+b.demo.ID, clone(b.recipe)
	for key := range look {
		b.embedded.Set(key, look.Get(key))
	}
	b.title = say.Phrase(b.demo.Title).In(b.demo.Book(l.String()))
	b.width, b.height = embedWidth, embedHeight
	return nil
}

// showPair reads which two runs a page's query compares.
func (s *Server) showPair(b *boarded, q url.Values, l lang.Lang) error {
	p, theme, err := s.framedPair(q)
	if err != nil {
		return err
	}
	if b.recipe, err = p.a.recipe.Query(p.a.demo); err != nil {
		return err
	}
	b.demo, b.path, b.embedded = p.a.demo, "/embed/compare", p.query()
	if theme != "" {
		b.embedded.Set("theme", theme)
	}
	b.title = l.T("compare.of", p.a.title(l), p.b.title(l))
	b.width, b.height = compareWidth, compareHeight
	return nil
}

func clone(q url.Values) url.Values {
	out := make(url.Values, len(q))
	for key := range q {
		out.Set(key, q.Get(key))
	}
	return out
}

// addressed is a path with a query, if there is any.
func addressed(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// discovered is where others find how the page at a path is embedded that shows what a
// query says; empty where that is too long.
func (s *Server) discovered(r *http.Request, path, query string) string {
	if len(query) > mostDiscovered {
		return ""
	}
	origin := s.scheme(r) + "://" + r.Host
	q, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	if tag := r.URL.Query().Get(keyLanguage); tag != "" {
		q.Set(keyLanguage, tag)
	}
	return origin + "/oembed?format=json&url=" + url.QueryEscape(origin+addressed(path, q))
}

// scheme is the one by which a request's page was reached, as far as is known: a proxy in
// front of the server hides it, and only a trusted one is believed.
func (s *Server) scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	trusted := err == nil && slices.ContainsFunc(s.cfg.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(from.Addr().Unmap()) })
	if trusted && r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}
