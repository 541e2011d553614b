package web

import (
	"cmp"
	"slices"

	"playground/algos"
	"playground/viz"
	"playground/web/wire"
)

// A reel is a tape that grows: steps are added in any order.
type reel struct {
	tape
	shown int         // the step that is asked for
	start *wire.Frame // the last one that is not after it, or else the first
	grown int         // bytes that a frame has added lately
}

func newReel(shown int) *reel { return &reel{tape: tape{places: map[string]int{}}, shown: shown} }

// A checkpoint is what a reel was at some time.
type checkpoint struct {
	frames, texts, bytes int
	start                *wire.Frame
}

func (r *reel) checkpoint() checkpoint {
	return checkpoint{len(r.Frames), len(r.Texts), r.bytes, r.start}
}

// back takes out what was added since.
func (r *reel) back(m checkpoint) {
	for _, text := range r.Texts[m.texts:] {
		delete(r.places, text)
	}
	r.Frames, r.Texts, r.bytes, r.start = r.Frames[:m.frames], r.Texts[:m.texts], m.bytes, m.start
}

// expect returns how many bytes there will be with so many frames more. The nearer
// steps are, the more they have in common; so it may be somewhat less.
func (r *reel) expect(frames int) int { return r.bytes + frames*r.grown*3/4 }

func (r *reel) add(f *wire.Frame, tips map[string][]viz.Tip) {
	r.tape.add(f, tips)
	if r.start == nil || r.nearer(f.Step) {
		r.start = f
	}
}

// nearer reports whether the replay should start rather at a step than where it would now.
func (r *reel) nearer(step int) bool {
	if r.shown == algos.Last || step <= r.shown {
		return step > r.start.Step || r.shown != algos.Last && r.start.Step > r.shown
	}
	return step < r.start.Step
}

// done returns the tape with its frames in order, and the frame that is shown first.
func (r *reel) done() (*tape, *wire.Frame) {
	slices.SortFunc(r.Frames, func(a, b tapeFrame) int { return cmp.Compare(a.Step, b.Step) })
	r.Start = slices.IndexFunc(r.Frames, func(f tapeFrame) bool { return f.Step == r.start.Step })
	return &r.tape, r.start
}
