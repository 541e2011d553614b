package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
)

// comparePage answers with two runs beside each other, or with one alone with all that it
// can be compared with.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) error {
	p, q, err := s.pairAt(r)
	if err != nil {
		return err
	}
	if err := nothingElse(q, p.a.demo.ID); err != nil {
		return err
	}
	if p.b.demo.ID == "" {
		return s.pickPage(w, r, p.a)
	}
	m, err := s.comparison(r, p)
	if err != nil {
		return err
	}
	m.OEmbed = s.discovered(r, "/compare", p.query().Encode())
	return s.page(w, r, views.ComparePage(m))
}

// compareEmbed answers with a comparison for a frame on another page.
func (s *Server) compareEmbed(w http.ResponseWriter, r *http.Request) error {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refusal(http.StatusBadRequest, "error.query")
	}
	p, theme, err := s.framedPair(q)
	if err != nil {
		return err
	}
	m, err := s.comparison(r, p)
	if err != nil {
		return err
	}
	m.Embedded, m.Theme = true, theme
	w.Header().Del("Cross-Origin-Opener-Policy") // it lives on another site's page
	return s.page(w, r, views.ComparePage(m))
}

// framedPair reads the pair of a page for a frame, and that page's theme.
func (s *Server) framedPair(q url.Values) (p pair, theme string, err error) {
	if p, err = s.pairOf(unspoken(q)); err != nil {
		return p, "", err
	}
	if theme, err = frameTheme(q); err != nil {
		return p, "", err
	}
	return p, theme, nothingElse(q, p.a.demo.ID)
}

// pairAt reads the pair of a page's address, and what else stands in it.
func (s *Server) pairAt(r *http.Request) (pair, url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return pair{}, nil, refusal(http.StatusBadRequest, "error.query")
	}
	p, err := s.parsePair(unspoken(q))
	return p, q, err
}

// comparison is the page of a pair.
func (s *Server) comparison(r *http.Request, p pair) (m views.Compare, err error) {
	l := lang.From(r.Context())
	m = views.Compare{By: p.by, Ways: alignments, Language: r.URL.Query().Get(keyLanguage)}
	for i, key := range []string{keyA, keyB} {
		if m.Sides[i], err = p.sides()[i].view(key, l); err != nil {
			return m, err
		}
		m.Sides[i].Change = "/compare?" + url.Values{keyA: {p.sides()[1-i].String()}}.Encode()
	}
	return m, nil
}

// view is a side as a page shows it.
func (a side) view(key string, l lang.Lang) (views.CompareSide, error) {
	q, err := a.recipe.Query(a.demo)
	if err != nil {
		return views.CompareSide{}, err
	}
	v := views.CompareSide{Key: key, ID: a.demo.ID, Title: a.title(l), Query: q.Encode(), Stepped: a.stepped}
	v.Alone = alone(a.demo.ID, q)
	return v, nil
}

// alone is the address of a demo's page.
func alone(id string, q url.Values) string {
	if len(q) == 0 {
		return "/d/" + id
	}
	return "/d/" + id + "?" + q.Encode()
}

// pickPage answers with everything that a run can be compared with.
func (s *Server) pickPage(w http.ResponseWriter, r *http.Request, a side) error {
	l := lang.From(r.Context())
	v, err := a.view(keyA, l)
	if err != nil {
		return err
	}
	m := views.ComparePick{Side: v, Same: s.variants(r.Context(), a)}
	partners, err := s.partners(a)
	if err != nil {
		return err
	}
	for _, b := range partners {
		q, err := b.recipe.RunQuery(b.demo) // the page finds where something is to come
		if err != nil {
			return err
		}
		link := views.CompareLink{Title: b.title(l), Open: alone(b.demo.ID, q), Compare: compared(a, b.demo.ID)}
		if n := len(m.Families); n == 0 || m.Families[n-1].Title != b.demo.Family {
			m.Families = append(m.Families, views.CompareFamily{Title: b.demo.Family})
		}
		f := &m.Families[len(m.Families)-1]
		f.Demos = append(f.Demos, link)
	}
	return s.page(w, r, views.ComparePickPage(m))
}

// compared is the address of a comparison with another side.
func compared(a side, b string) string {
	return "/compare?" + url.Values{keyA: {a.String()}, keyB: {b}}.Encode()
}

// mostVariants bounds the list of settings that a demo is offered to be compared under.
const mostVariants = 24

// variants are the demo itself with another seed, or with one other setting: another
// choice, a switch turned, a number ten times larger or smaller, or at an end of its slider.
func (s *Server) variants(ctx context.Context, a side) []views.CompareLink {
	l := lang.From(ctx)
	book := a.demo.Book(l.String())
	var found []views.CompareLink
	add := func(title string, set func(q url.Values)) {
		q, err := a.recipe.RunQuery(a.demo)
		if err != nil || len(found) == mostVariants {
			return
		}
		q.Del("data")
		q.Del("view")
		set(q)
		b := a.demo.ID + "?" + q.Encode()
		if _, err := s.parsePair(url.Values{keyA: {a.String()}, keyB: {b}}); err != nil {
			return
		}
		found = append(found, views.CompareLink{Title: title, Compare: compared(a, b)})
	}
	seed := (a.recipe.Seed + 1) % (1 << 53)
	add(l.T("compare.seed", strconv.FormatUint(seed, 10)), func(q url.Values) { q.Set("seed", strconv.FormatUint(seed, 10)) })
	schema := a.demo.Form()
	for _, p := range schema {
		if p.View || p.Relabel || !schema.Active(p.Name, a.recipe.Params) {
			continue
		}
		label := say.Phrase(p.Label).In(book)
		now := p.Default
		if v, ok := a.recipe.Params[p.Name]; ok {
			now = v
		}
		for _, value := range others(p, now) {
			text := strings.ReplaceAll(value, "-", "−")
			for _, c := range p.Choices {
				if c.Value == value {
					text = say.Phrase(c.Label).In(book)
				}
			}
			if p.Kind == param.Bool {
				text = l.T("compare.set-" + value)
			}
			add(l.T("seeds.series", label, text), func(q url.Values) { q.Set(p.Name, value) })
		}
	}
	return found
}

// others are values of a parameter besides the one that it has.
func others(p param.Spec, now string) (values []string) {
	switch p.Kind {
	case param.Bool:
		return []string{map[string]string{"true": "false", "false": "true"}[now]}
	case param.Choice:
		for _, c := range p.Choices {
			if c.Value != now {
				values = append(values, c.Value)
			}
		}
	case param.Int, param.Float:
		x, err := strconv.ParseFloat(now, 64)
		if err != nil {
			return nil
		}
		lo, hi := p.Slider[0], p.Slider[1]
		near := []float64{lo, hi}
		if p.Log {
			near = []float64{max(lo, x/10), min(hi, x*10)}
		}
		for _, y := range near {
			if y != x {
				values = append(values, param.Format(y))
			}
		}
	}
	return values
}

// baseOf is the data of the preset that a recipe starts from.
func baseOf(d algos.Demo, preset string) string {
	base, err := d.Recipe(preset)
	if err != nil {
		return ""
	}
	return base.Data.String()
}
