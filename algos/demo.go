package algos

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// A Ref names a place in the lecture notes or a paper.
type Ref struct {
	Source string // "004" for the lecture notes of that number, or a citation
	Where  string // "handout B, §2"
}

// ChartsOf are the charts that belong to a run with these parameters.
func (d Demo) ChartsOf(set param.Values) []mark.Chart {
	schema := d.Schema()
	return slices.DeleteFunc(slices.Clone(d.Charts), func(c mark.Chart) bool { return !schema.Meets(c.When, set) })
}

// A Preset is a named recipe that a demo comes with. The first one is what the
// page shows first.
type Preset struct {
	ID, Title string
	Note      string // one sentence: what to look for
	Data      dataset.Source
	Params    map[string]string
	Seed      uint64
	Step      int         // the step that pictures show; Last for the end of the run
	Opens     int         // the step at which a page opens; 0: Step, or Midway instead of Last
	Window    grid.Window // what the board shows; empty: fitted to the points
	Was       []string    // ids that it had before; links with them go on opening it
}

// Renamed is the preset with ids that it had before.
func (p Preset) Renamed(from ...string) Preset {
	p.Was = append(slices.Clip(p.Was), from...)
	return p
}

// A Demo is one method that the playground teaches. The zero value is not
// usable; [Define] makes one.
type Demo struct {
	ID       string // permanent and public: it stands in URLs
	Title    string
	Summary  string // one line for the gallery
	Keywords string // what else a reader may look for: other names, its parts, in all languages, between commas
	Family   string // the shelf it stands on: "Regression", "Kernels", …
	// After are the ids of at most three demos that a reader had better see before it.
	// Whoever follows them comes to an end.
	Prerequisites []string
	Input         input.Spec // what it works on
	Units         Units      // what its steps are called
	// MinPoints is the fewest points it works on. A board with fewer is refused
	// with the words TooFew.
	MinPoints int
	TooFew    say.Phrase
	Formula   string // TeX of what is being computed
	// Files are the Go files of its package, for readers, the lesson (lesson.md), the tour (tour.md), notation
	// and errata of lecture notes (notes.md), and all of it in other languages (zh.json, lesson.zh.md, tour.zh.md, notes.zh.md).
	Sources embed.FS
	// Words are the files of packages that speak for the demo, with a zh.json each.
	Books   []fs.FS
	Refs    []Ref
	Metrics []string // names of the numbers of every step, in their order
	// Renamed are names that metrics had before, each with the one of today. Output in JSON has both.
	Renamed  map[string]string
	Charts   []mark.Chart
	Presets  []Preset
	Goals    []Goal    // challenges for readers, one to three
	Benches  []Bench   // what "playground bench" times of its solver
	Fixtures []Fixture // runs with numbers known from elsewhere, each checked by a test and on the page of checks
	// Questions are about how a run goes on; a page asks them where they fit.
	Questions []Question

	// Lesson is lesson.md of Files, in Markdown with $TeX$: what it is, what to try,
	// what breaks. Define reads it.
	Lesson string

	tests   int // of the last metrics: how many are those of [Demo.Testing]
	books   map[string]func() say.Book
	schema  func() param.Schema
	prepare func(param.Values) (starter, error)
}

// A starter starts a run with the options that it was made of.
type starter func(context.Context, Problem) (iter.Seq[Step], error)

// Define makes a demo of its description, its options and its loop, and erases
// the options' type. bind names every option and gives it its default and
// limits. start prepares a run and returns the textbook loop. Both look at the context
// where a step takes long, and return early when it has ended: what they leave is
// not looked at. What the loop yields
// must be fresh: a step is never changed after it was yielded.
//
// A problem that the demo cannot work on is refused: start returns the error of
// [Refuse] with the reason in words, and Define shows it as the only step of the
// run.
//
// Define also tells the end of a run: it adds to a final step the event of its
// state with the reason, [Step.Say] has the reason as the last sentence, and
// nothing comes next. A step that does so itself says that it has [Step.EndTold].
func Define[O any](d Demo, bind func(*O, *param.Set), start func(context.Context, Problem, O) (iter.Seq[Step], error)) Demo {
	d.schema = func() param.Schema {
		var o O
		var set param.Set
		bind(&o, &set)
		return set.Schema()
	}
	d.prepare = func(v param.Values) (starter, error) {
		var o O
		var set param.Set
		bind(&o, &set)
		if err := set.Apply(v); err != nil {
			return nil, err
		}
		return func(ctx context.Context, p Problem) (iter.Seq[Step], error) { return start(ctx, p, o) }, nil
	}
	if text, err := d.Sources.ReadFile("lesson.md"); err == nil {
		d.Lesson = string(text)
	}
	d.books = d.readers()
	return d
}

// Schema describes the demo's parameters in the order of the form.
func (d Demo) Schema() param.Schema { return d.schema() }

// Preset returns the preset with that id, or the one that had it before.
func (d Demo) Preset(id string) (Preset, bool) {
	for _, p := range d.Presets {
		if p.ID == id {
			return p, true
		}
	}
	for _, p := range d.Presets {
		if slices.Contains(p.Was, id) {
			return p, true
		}
	}
	return Preset{}, false
}

// Check reports, without any work on a run, what keeps the demo from taking these
// data and parameters: nil, or a [*param.Error] that names the culprit.
func (d Demo) Check(p Problem, v param.Values) error {
	_, err := d.ready(d.spelt(p, v), v)
	return err
}

// spelt is the problem with the grid that the parameters spell, if they do.
func (d Demo) spelt(p Problem, v param.Values) Problem {
	if in := d.Input.Cells; in != nil {
		p.Cells = in.Given(dataset.Source{Cells: p.Cells}, v).Cells
	}
	return p
}

func (d Demo) ready(p Problem, v param.Values) (starter, error) {
	if err := d.accepts(p); err != nil {
		return nil, err
	}
	return d.prepare(d.own(v))
}

// Steps starts a run. Parameters that v leaves out take their defaults; a bad
// one gives a [*param.Error] that names it. The sequence is lazy and goes once
// through the run: it may be left at any step, and stops working then. When the
// context ends, it ends too, in the middle of a step if need be, and yields nothing
// more; if it ends before the first step, so does Steps with its error.
func (d Demo) Steps(ctx context.Context, p Problem, v param.Values) (iter.Seq[Step], error) {
	p = d.spelt(p, v)
	start, err := d.ready(p, v)
	if err != nil {
		return nil, err
	}
	if in := d.Input.Cells; in != nil && len(in.Layers) > 0 {
		p.Layers = in.All(dataset.Source{Cells: p.Cells, Layers: p.Layers})
	}
	if d.Input.Points != nil && p.Table.Empty() && len(p.Points) < d.MinPoints {
		return d.complete(ctx, p, d.refused(p, d.TooFew)), nil
	}
	run, err := start(ctx, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return d.complete(ctx, p, d.refused(p, refusal.Reason)), nil
	}
	if err != nil {
		return nil, err
	}
	return d.complete(ctx, p, run), nil
}

// complete adds to every step what the description knows. Once the context has ended
// nothing is yielded any more, so a solver may leave its work half done.
func (d Demo) complete(ctx context.Context, p Problem, run iter.Seq[Step]) iter.Seq[Step] {
	d = d.Testing(p.All())
	exam, named, standard := d.newExam(ctx, p), &naming{d.Metrics, d.Renamed}, newStandard(p)
	return func(yield func(Step) bool) {
		n := -1
		for s := range run {
			n++
			if ctx.Err() != nil {
				return
			}
			if s = exam.tested(n, s); ctx.Err() != nil {
				return // what it is tested on is not known
			}
			s.named, s.standard = named, standard
			if n == 0 {
				s.asides = append(standard.says(), d.Input.Asides(p.data())...)
			}
			s.Next = s.Next.filled(d.Units)
			if s.Status.Final() {
				s = s.ended()
			}
			if !yield(s) {
				return
			}
		}
	}
}

// A Problem is what a demo works on.
type Problem struct {
	dataset.Set                 // the points to learn from, where the demo takes points
	HeldOut     []dataset.Point // those held out: Define tests models on them, and no demo fits its model to them
	Table       dataset.Table   // the table, where it takes one
	Cells       dataset.Cells   // the grid, where it takes one; none where a reader brings none
	Layers      dataset.Layers  // further grids: see [Problem.Layer]
	Rand        *rand.Rand      // the run's only source of randomness, from the recipe's seed
	Window      grid.Window     // the part of the plane that the board shows
	// Source says where the points came from, so that a demo can draw fresh ones
	// from the same generator; zero where that is not known.
	Source dataset.Source
	// Standards are the data in their own units where the features are standardised; nil where they are not.
	Standards *Standards
	seed      uint64       // the recipe's, of which every stream is made
	chance    *atomic.Bool // see [Problem.Chance]
}

// NewProblem returns the problem of a data set, a seed and a window; an empty
// window is replaced by one that fits the points, those held out as well.
func NewProblem(s dataset.Set, seed uint64, w grid.Window) Problem {
	if w.Empty() {
		w = mark.FitWindow(s)
	}
	held := s.Points[s.Learnt():]
	p := Problem{Set: s.Training(), HeldOut: held, Window: w, seed: seed, chance: new(atomic.Bool)}
	p.Rand = p.source(0x9e3779b97f4a7c15)
	return p
}

// Chance reports whether anything random was drawn so far, from [Problem.Rand] or from a
// stream: if not, the run is the same for every seed. It may be called from any goroutine.
func (p Problem) Chance() bool { return p.chance != nil && p.chance.Load() }

// source returns a source of randomness that notes when it is drawn from.
func (p Problem) source(k uint64) *rand.Rand {
	return rand.New(&noted{*rand.NewPCG(p.seed, k), p.chance})
}

// noted is a source that notes that it was drawn from.
type noted struct {
	rand.PCG
	drawn *atomic.Bool // nil: nobody wants to know
}

// Uint64 implements [rand.Source].
func (n *noted) Uint64() uint64 {
	if n.drawn != nil && !n.drawn.Load() { // to look is cheaper than to write
		n.drawn.Store(true)
	}
	return n.PCG.Uint64()
}

// Stream returns the k-th source of randomness of the run, at its start. It depends
// on the recipe's seed and on k alone: what was drawn from Rand or from another
// stream does not change it.
func (p Problem) Stream(k uint64) *rand.Rand {
	// SplitMix64 spreads k over all bits:
	// generators whose states differ in a few bits begin alike.
	k += 0x9e3779b97f4a7c15
	k = (k ^ k>>30) * 0xbf58476d1ce4e5b9
	k = (k ^ k>>27) * 0x94d049bb133111eb
	return p.source(k ^ k>>31)
}
