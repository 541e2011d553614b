package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/go-chi/chi/v5"

	"playground/algos"
	"playground/web/frame"
	"playground/web/hall"
	"playground/web/session"
	"playground/web/wire"
)

// wholeRun stands in the place of a step for what is to be known of the whole run.
const wholeRun = "run"

// stepFrame answers with one frame of a run, as those get it who follow a session that
// shows it; or with the state and the run message of such a session. What is at such an
// address never changes, so caches keep it for ever.
func (s *Server) stepFrame(w http.ResponseWriter, r *http.Request) error {
	run, err := s.frameRun(chi.URLParam(r, "hash"), r)
	if err != nil {
		return err
	}
	text, step := chi.URLParam(r, "step"), 0
	if text != wholeRun {
		step, err = algos.ParseStep(text)
		if err != nil || step == algos.Last || strconv.Itoa(step) != text {
			return refusal(http.StatusBadRequest, "error.step", clipped(text), algos.MaxStep).about("step", run.demo.ID)
		}
	}
	key := "frame " + chi.URLParam(r, "hash") + " " + text
	packed := strings.Contains(r.Header.Get("Accept-Encoding"), "br")
	body, err := s.images.make(r.Context(), key, func() (body []byte, err error) {
		err = s.whole(r.Context(), run, func(ctx context.Context, rec *recording) error {
			return s.compute(ctx, func() (err error) {
				if text == wholeRun {
					body, err = s.describe(run, rec)
					return err
				}
				body, err = s.frameBytes(ctx, run, rec, step)
				return err
			})
		})
		return body, err
	})
	if err != nil {
		return err
	}
	h := w.Header()
	sum := sha256.Sum256(body)
	if packed {
		if body, err = s.images.make(r.Context(), key+" br", func() ([]byte, error) { return pack(body) }); err != nil {
			return err
		}
		h.Set("Content-Encoding", "br") // what compresses other answers leaves this one alone
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
	r.Header.Del("Range")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// frameBytes draws a step for a size class.
func (s *Server) frameBytes(ctx context.Context, f frameRun, r *recording, step int) ([]byte, error) {
	if last := r.rec.Len() - 1; step > last {
		return nil, refusal(http.StatusNotFound, "error.frame.end", last).about("step", f.demo.ID)
	}
	scene, err := frame.Compose(ctx, f.demo, r.rec, nil, step, "", wire.View{}, s.types.in(f.lang))
	if err != nil {
		return nil, err
	}
	size, _ := hall.SizeOf(f.class)
	whole, err := scene.Draw(ctx, size)
	if err != nil {
		return nil, err
	}
	return wire.Encode(whole)
}

// describe encodes what is to be known of a whole run.
func (s *Server) describe(f frameRun, r *recording) ([]byte, error) {
	cfg := s.sessions()
	cfg.Lang, cfg.Typesetter = f.lang, s.types.in(f.lang)
	state, run := session.Describe(cfg, f.demo, f.recipe, f.query, r.rec, r.chance)
	a, err := wire.Encode(state)
	if err != nil {
		return nil, err
	}
	b, err := wire.Encode(run)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"state":%s,"run":%s}`, a, b), nil
}

// frameLevel is how well frames are compressed. Each is compressed once.
const frameLevel = 5

func pack(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, frameLevel)
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("compress a frame: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress a frame: %w", err)
	}
	return b.Bytes(), nil
}
