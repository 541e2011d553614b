package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/param"
)

// Keys of the address of a comparison.
const (
	keyA  = "a"
	keyB  = "b"
	keyBy = "by"
)

// alignments say which steps of two runs stand beside each other: those of the same
// number, those at the end of the same pass, or those at the same share of their runs.
var alignments = []string{"step", "pass", "share"}

// A side is one of the runs that a comparison sets beside each other.
type side struct {
	demo    algos.Demo
	recipe  algos.Recipe
	stepped bool // the address says at which step
}

// A pair is two runs on the same data: those of a. The recipe of b is what is left of it
// without data of its own.
type pair struct {
	a, b side
	by   string // one of alignments
}

// parsePair reads the address of a comparison and takes its keys out of the query. A side
// is the id of a demo and, behind a question mark, the query of its recipe. Without b,
// the demo of b is empty.
func (s *Server) parsePair(q url.Values) (p pair, err error) {
	if err := once(q); err != nil {
		return p, err
	}
	by, hasBy := take(q, keyBy)
	if hasBy && !slices.Contains(alignments, by) {
		return p, refusal(http.StatusBadRequest, "error.one-of", clipped(by), join(alignments)).about(keyBy, "")
	}
	p.by = alignments[0]
	a, hasA := take(q, keyA)
	b, hasB := take(q, keyB)
	if !hasA {
		return p, refusal(http.StatusBadRequest, "compare.no-a").about(keyA, "")
	}
	if p.a, _, err = s.parseSide(keyA, a, nil); err != nil {
		return p, err
	}
	if err := s.checkSide(keyA, p.a); err != nil || !hasB {
		return p, err
	}
	own := false
	if p.b, own, err = s.parseSide(keyB, b, &p.a); err != nil {
		return p, err
	}
	if own && !p.b.recipe.Data.Equal(p.a.recipe.Data) {
		return p, refusal(http.StatusBadRequest, "compare.other-data").about(keyB, p.b.demo.ID)
	}
	if p.b, err = p.a.lend(p.b); err != nil {
		return p, err
	}
	if p.by = by; !hasBy {
		p.by = p.usual()
	}
	return p, s.checkSide(keyB, p.b)
}

// usual is how two runs are aligned if their address does not say it. The steps of two
// methods are not the same, so these go by the share of their runs. An address that names a
// step of each means these steps.
func (p pair) usual() string {
	if p.a.demo.ID == p.b.demo.ID || p.a.stepped && p.b.stepped {
		return "step"
	}
	return "share"
}

// parseSide reads one side, and whether it brings data of its own. It gets those of the lender, if there
// is one. What is wrong with it is said of this side.
func (s *Server) parseSide(key, text string, lender *side) (a side, own bool, err error) {
	id, query, _ := strings.Cut(text, "?")
	d, ok := s.demos[id]
	if !ok {
		return a, false, refusal(http.StatusNotFound, "error.demo", clipped(id)).about(key, "")
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return a, false, refusal(http.StatusBadRequest, "error.query").about(key, d.ID)
	}
	read := d.ParseRecipe
	if lender != nil {
		read = func(q url.Values) (algos.Recipe, error) { return d.ParseLent(q, lender.recipe.Data) }
	}
	r, err := read(unspoken(q))
	if err != nil {
		return a, false, of(key, err)
	}
	return side{d, r, q.Has("step")}, q.Has("data"), nil
}

// of says of which side a parameter is wrong.
func of(key string, err error) error {
	var bad *param.Error
	if !errors.As(err, &bad) {
		return err
	}
	return &param.Error{Field: key + "." + bad.Field, Message: bad.Message}
}

// checkSide refuses what the demo does not run on.
func (s *Server) checkSide(key string, a side) error {
	if err := a.demo.Takes(a.recipe.Data); err != nil {
		return of(key, err)
	}
	problem, err := a.recipe.Problem()
	if err != nil {
		return of(key, err)
	}
	if n, most := size(problem), s.most(a.demo, a.recipe); n > most {
		return refusal(http.StatusBadRequest, "error.points", n, most).about(key+".data", a.demo.ID)
	}
	return of(key, a.demo.Check(problem, a.recipe.Params))
}

// lend returns a side with the data of this one and, if both are boards of points, the
// part of the plane that it shows. It is refused where a demo makes its own examples.
func (a side) lend(b side) (side, error) {
	if a.demo.Input.Own() && a.demo.ID != b.demo.ID {
		return b, refusal(http.StatusBadRequest, "compare.own", clipped(a.demo.ID)).about(keyA, a.demo.ID)
	}
	b.recipe.Data = a.recipe.Data
	if a.demo.On(a.recipe.Data).Input.Points != nil {
		b.recipe.Window = a.recipe.Window
	}
	return b, nil
}

// String is the side as an address names it. The other side lends b its data.
func (a side) String() string { return a.address(true) }

func (a side) address(data bool) string {
	q, err := a.recipe.Query(a.demo)
	if err != nil {
		return a.demo.ID
	}
	if !a.stepped {
		q.Del("step")
	}
	if !data {
		q.Del("data")
		q.Del("view")
	}
	if len(q) == 0 {
		return a.demo.ID
	}
	return a.demo.ID + "?" + q.Encode()
}

// query is the pair as the query of an address.
func (p pair) query() url.Values {
	q := url.Values{keyA: {p.a.String()}}
	if p.b.demo.ID != "" {
		q.Set(keyB, p.b.address(false))
	}
	if p.b.demo.ID != "" && p.by != p.usual() {
		q.Set(keyBy, p.by)
	}
	return q
}

// partners returns the demos that take the data of a side, in the order of the catalogue,
// without its own.
func (s *Server) partners(a side) ([]side, error) {
	if a.demo.Input.Own() {
		return nil, nil
	}
	var found []side
	for _, d := range s.cfg.Demos {
		if d.ID == a.demo.ID || d.Input.Own() {
			continue
		}
		r, err := d.Recipe("")
		if err != nil {
			return nil, err
		}
		if b, err := a.lend(side{demo: d, recipe: r}); err == nil && s.checkSide(keyB, b) == nil {
			found = append(found, b)
		}
	}
	return found, nil
}

// pairOf reads the pair of a request that must have both sides.
func (s *Server) pairOf(q url.Values) (pair, error) {
	p, err := s.parsePair(q)
	if err == nil && p.b.demo.ID == "" {
		err = refusal(http.StatusBadRequest, "compare.no-b").about(keyB, p.a.demo.ID)
	}
	return p, err
}

// both calls use with the recordings of the two runs, up to their steps and some steps
// further, in one turn of the lane.
func (s *Server) both(ctx context.Context, p pair, ahead int, use func(ctx context.Context, a, b *kept) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Limits.Request)
	defer cancel()
	return s.beside(ctx, p, ahead, use)
}
