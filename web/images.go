package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"iter"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"playground/algos"
	"playground/algos/mark"
	"playground/viz"
	"playground/web/frame"
	"playground/web/turns"
	"playground/web/wire"
)

// Sizes of a picture if the address names none, in CSS pixels.
const (
	boardWidth, boardHeight = 720, 560
	sideWidth, sideHeight   = 480, 270
	gifWidth, gifHeight     = 560, 440
)

// frame answers with one picture of one step.
func (s *Server) frame(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	kind := chi.URLParam(r, "kind")
	look, err := s.look(q)
	if err != nil {
		return err
	}
	if kind == "png" {
		if err := s.sized("scale", or(look.width, sideWidth), or(look.height, sideHeight), look.scale, 1); err != nil {
			return err
		}
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	body, err := s.images.make(r.Context(), kind+" "+d.ID+"?"+r.URL.Query().Encode(), func() ([]byte, error) {
		ctx := r.Context()
		if kind == "png" {
			ctx = pixels(ctx)
		}
		return s.picture(ctx, d, recipe, look, kind)
	})
	if err != nil {
		return err
	}
	types := map[string]string{"svg": "image/svg+xml", "png": "image/png"}
	send(w, r, types[kind], fmt.Sprintf("%s.%s", d.ID, kind), body)
	return nil
}

func (s *Server) picture(ctx context.Context, d algos.Demo, r algos.Recipe, l look, kind string) (body []byte, err error) {
	ahead := 0
	if l.panel != "" {
		ahead = lookAhead // because a chart shows the run around the step
	}
	err = s.with(ctx, d, r, ahead, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			p, place, err := h.panel(ctx, h.step, l.panel)
			if err != nil {
				return err
			}
			o := l.options(p, place)
			if l.caption && kind == "png" {
				if o.Caption, err = h.caption(ctx, h.step); err != nil {
					return err
				}
				if l.height == 0 {
					o.Size.H += viz.CaptionHeight(o)
				}
			}
			body, err = s.encode(ctx, p, o, l, kind)
			return err
		})
	})
	return body, err
}

// options returns how a panel is drawn in a picture of its own.
func (l look) options(p mark.Panel, place int) viz.Options {
	view := wire.View{
		Board:     [2]float64{float64(or(l.width, boardWidth)), float64(or(l.height, boardHeight))},
		Side:      [2]float64{float64(or(l.width, sideWidth)), float64(or(l.height, sideHeight))},
		Projector: l.theme == viz.Projector,
	}
	o := frame.Options(p, place, view)
	if l.height > 0 {
		o.Size.H = float64(l.height)
	}
	o.Legend, o.Title = true, place > 0
	return o
}

// encode draws a panel as a file of that kind.
func (s *Server) encode(ctx context.Context, p mark.Panel, o viz.Options, l look, kind string) ([]byte, error) {
	if kind == "svg" {
		return viz.SVG(p, o, l.theme)
	}
	if pixels := o.Size.W * o.Size.H * l.scale * l.scale; pixels > float64(s.cfg.Limits.Pixels) {
		return nil, s.tooLarge("scale", pixels) // with the caption
	}
	memory := s.budget.Open()
	defer memory.Close()
	if err := memory.Reserve(ctx, int64(viz.PNGBytes(o.Size, l.scale))); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := viz.PNG(turns.Writer(ctx, &b), p, o, l.theme, l.scale); err != nil { // strip by strip
		return nil, err
	}
	return b.Bytes(), nil
}

// sized refuses a picture with more pixels than one may have, before anything is
// computed. So many pictures are drawn, each with so many pixels a CSS pixel.
func (s *Server) sized(field string, width, height int, scale float64, pictures int) error {
	pixels := float64(width) * float64(height) * scale * scale * float64(pictures)
	if pixels > float64(s.cfg.Limits.Pixels) {
		return s.tooLarge(field, pixels)
	}
	return nil
}

func (s *Server) tooLarge(field string, pixels float64) error {
	const mega = 1e6
	has, most := fmt.Sprintf("%.1f", pixels/mega), fmt.Sprintf("%.1f", float64(s.cfg.Limits.Pixels)/mega)
	return refusal(http.StatusBadRequest, "error.large", has, most).about(field, "")
}

func or(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// runGIF answers with the run as an animation. Steps are left out evenly if one
// file cannot hold them all.
func (s *Server) runGIF(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	look, err := s.look(q)
	if err != nil {
		return err
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	body, err := s.images.make(r.Context(), "gif "+d.ID+"?"+r.URL.Query().Encode(), func() ([]byte, error) {
		return s.animation(pixels(r.Context()), d, recipe, look)
	})
	if err != nil {
		return err
	}
	send(w, r, "image/gif", d.ID+".gif", body)
	return nil
}

// How long an animation shows each picture, in hundredths of a second.
const (
	slowDelay = 50 // if there are few pictures
	fastDelay = 12 // if there are many
)

func (s *Server) animation(ctx context.Context, d algos.Demo, r algos.Recipe, l look) (body []byte, err error) {
	r.Step = algos.Last
	free := l.height == 0
	l.width, l.height = or(l.width, gifWidth), or(l.height, gifHeight)
	err = s.with(ctx, d, r, 0, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			p, place, err := h.panel(ctx, 0, l.panel)
			if err != nil {
				return err
			}
			steps := spread(h.rec.Len(), s.cfg.Limits.GIFFrames)
			delay := slowDelay
			if len(steps) > 40 {
				delay = fastDelay
			}
			o := l.options(p, place)
			if free && l.caption {
				o.Size.H += viz.CaptionHeight(o)
			}
			if err := s.sized("w", int(o.Size.W), int(o.Size.H), 1, len(steps)); err != nil {
				return err
			}
			memory := s.budget.Open()
			defer memory.Close()
			if err := memory.Reserve(ctx, int64(viz.GIFBytes(o.Size, len(steps)))); err != nil {
				return err
			}
			var failed error
			var b bytes.Buffer
			// The whole animation is encoded in the end.
			err = viz.GIF(turns.Writer(ctx, &b), h.panels(ctx, steps, l, &failed), o, l.theme, delay)
			if failed != nil {
				return failed
			}
			body = b.Bytes()
			return err
		})
	})
	return body, err
}

// panels yields the pictures of the given steps, and stops at an error. After each
// picture it gives way.
func (h *shot) panels(ctx context.Context, steps []int, l look, failed *error) iter.Seq2[mark.Panel, viz.Caption] {
	return func(yield func(mark.Panel, viz.Caption) bool) {
		for _, n := range steps {
			var p mark.Panel
			var caption viz.Caption
			if *failed = turns.GiveWay(ctx); *failed != nil {
				return
			}
			if p, _, *failed = h.panel(ctx, n, l.panel); *failed != nil {
				return
			}
			if l.caption {
				if caption, *failed = h.caption(ctx, n); *failed != nil {
					return
				}
			}
			if !yield(p, caption) {
				return
			}
		}
	}
}

// spread picks at most limit of the steps 0 … n−1, evenly and with both ends.
func spread(n, limit int) []int {
	if n <= limit || limit < 2 {
		limit = n
	}
	steps := make([]int, limit)
	for i := range steps {
		steps[i] = i
		if limit > 1 {
			steps[i] = (i*(n-1) + (limit-1)/2) / (limit - 1)
		}
	}
	return steps
}

// send answers with a finished file that may be kept for a while.
func send(w http.ResponseWriter, r *http.Request, contentType, name string, body []byte) {
	sum := sha256.Sum256(body)
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", name))
	h.Set("Cache-Control", "public, max-age=600")
	// The tag is weak, because the same picture may be compressed in several ways.
	h.Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
	r.Header.Del("Range") // a range of a compressed answer would be a range of other bytes
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
