package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
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
	hash, step := chi.URLParam(r, "hash"), chi.URLParam(r, "step")
	encoding := packing(r.Header.Get("Accept-Encoding"))
	key := "frame " + encoding + " " + hash + "/" + step + "?" + r.URL.RawQuery
	body, ok := s.images.get(key) // then the address has been looked at before
	if !ok {
		var err error
		if body, err = s.makeFrame(r, hash, step, key, encoding); err != nil {
			return err
		}
	}
	h := w.Header()
	if encoding != "" {
		h.Set("Content-Encoding", encoding) // what compresses other answers leaves this one alone
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", `W/"`+hash+"-"+step+`"`)
	r.Header.Del("Range")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// makeFrame looks at an address, and makes what is there.
func (s *Server) makeFrame(r *http.Request, hash, text, key, encoding string) ([]byte, error) {
	run, err := s.frameRun(hash, r)
	if err != nil {
		return nil, err
	}
	step := 0
	if text != wholeRun {
		step, err = algos.ParseStep(text)
		if err != nil || step == algos.Last || strconv.Itoa(step) != text {
			return nil, refusal(http.StatusBadRequest, "error.step", clipped(text), algos.MaxStep).about("step", run.demo.ID)
		}
	}
	return s.images.make(r.Context(), key, func() (body []byte, err error) {
		err = s.whole(r.Context(), run, func(ctx context.Context, rec *recording) error {
			return s.compute(ctx, func() (err error) {
				if text == wholeRun {
					body, err = s.describe(run, rec)
				} else {
					body, err = s.frameBytes(ctx, run, rec, step)
				}
				if err == nil {
					body, err = pack(body, encoding)
				}
				return err
			})
		})
		return body, err
	})
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

// packing is how an answer is compressed for a client that accepts some encodings.
func packing(accepted string) string {
	for _, encoding := range []string{"br", "gzip"} {
		if strings.Contains(accepted, encoding) {
			return encoding
		}
	}
	return ""
}

// packLevel is how well frames are compressed. Each is compressed once.
const packLevel = 5

func pack(body []byte, encoding string) ([]byte, error) {
	var b bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case "br":
		w = brotli.NewWriterLevel(&b, packLevel)
	case "gzip":
		w, _ = gzip.NewWriterLevel(&b, packLevel) // it is a level
	default:
		return body, nil
	}
	_, err := w.Write(body)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("compress a frame: %w", err)
	}
	return b.Bytes(), nil
}
