package turns

import (
	"context"
	"io"
)

type key struct{}

// With returns a context whose work is done in turns of the share.
func With(ctx context.Context, h *Share) context.Context { return context.WithValue(ctx, key{}, h) }

// From returns the share of a context; nil if it has none.
func From(ctx context.Context) *Share {
	h, _ := ctx.Value(key{}).(*Share)
	return h
}

// GiveWay hands the processor on if others wait for it and the turn has lasted for
// long enough. It returns when it is the work's turn again, or with the error of the
// context.
func GiveWay(ctx context.Context) error {
	From(ctx).giveWay(ctx)
	return ctx.Err()
}

// Yielding returns a context that gives way whenever one asks it for its error.
func Yielding(ctx context.Context) context.Context {
	h := From(ctx)
	if h == nil {
		return ctx
	}
	return yielding{ctx, h}
}

type yielding struct {
	context.Context
	share *Share
}

// Err implements [context.Context].
func (y yielding) Err() error {
	y.share.giveWay(y.Context)
	return y.Context.Err()
}

// Writer returns a writer that gives way before it writes, and fails once the context
// has ended. What takes long to encode is written in many pieces.
func Writer(ctx context.Context, w io.Writer) io.Writer { return writer{ctx, w} }

type writer struct {
	ctx context.Context
	w   io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	if err := GiveWay(w.ctx); err != nil {
		return 0, err
	}
	return w.w.Write(p)
}
