package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/param"
	"playground/views"
	"playground/web/frame"
)

// Names of what a demo's page shows in projector mode, in its address.
const (
	keySide       = "side"
	keyParameters = "parameters"
)

// hallOf takes what a page shows in projector mode out of a query. Whether there is such a
// side view, the run knows (see hasSide).
func hallOf(d algos.Demo, q url.Values) (views.Hall, error) {
	side, _ := take(q, keySide)
	text, given := take(q, keyParameters)
	if given && text != "1" {
		return views.Hall{}, refusal(http.StatusBadRequest, "error.one-of", clipped(text), "1").about(keyParameters, d.ID)
	}
	return views.Hall{Side: side, Parameters: given}, nil
}

// hasSide refuses a side view that neither the shown step has nor the first or the last one
// that is recorded.
func (h *shot) hasSide(ctx context.Context, id string) error {
	if id == "" || id == views.NoSide {
		return nil
	}
	var ids []string
	for _, n := range []int{h.step, 0, h.rec.Len() - 1} {
		step, err := h.rec.Step(ctx, n)
		if err != nil {
			return err
		}
		for i, p := range frame.Panels(h.demo, h.rec, n, step, frame.DefaultView, h.book) {
			if i > 0 && p.ID == id {
				return nil
			}
			if i > 0 && !slices.Contains(ids, p.ID) {
				ids = append(ids, p.ID)
			}
		}
	}
	return refusal(http.StatusBadRequest, "error.side", strconv.Quote(param.Clip(id)), join(append(ids, views.NoSide))).about(keySide, h.demo.ID)
}
