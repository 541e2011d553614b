package algos

import (
	"io/fs"
	"iter"
	"math/rand/v2"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
)

// A Ref names a place in the lecture notes or a paper.
type Ref struct {
	Source string // "004" for the lecture notes of that number, or a citation
	Where  string // "handout B, §2"
}

// A Chart plots recorded metrics against the step.
type Chart struct {
	ID, Title string
	Y         string // name of the axis
	Log       bool   // logarithmic ordinate
	Series    []Series
}

// A Series is one metric in a [Chart].
type Series struct {
	Metric string // the metric's name
	Label  string // what the legend calls it; Unicode, not TeX
	Bound  bool   // a promise of theory, drawn as a dashed line
	Role   Role   // colour; Accent, Good, … (zero: the next of a fixed cycle)
}

// A Preset is a named recipe that a demo comes with. The first one is what the
// page shows first.
type Preset struct {
	ID, Title string
	Note      string // one sentence: what to look for
	Data      dataset.Source
	Params    map[string]string
	Seed      uint64
	Step      int // the step shown first; Last for the end of the run
}

// A Demo is one method that the playground teaches. The zero value is not
// usable; [Define] makes one.
type Demo struct {
	ID       string // permanent and public: it stands in URLs
	Title    string
	Summary  string // one line for the gallery
	Family   string // the shelf it stands on: "Margins", "Mixtures", …
	Input    Input  // what it works on
	Formula  string // TeX of what is being computed
	Lesson   string // Markdown with $TeX$: what it is, what to try, what breaks
	Source   fs.FS  // the Go files of its package, for readers: the loop is among them
	Refs     []Ref
	Charts   []Chart
	Presets  []Preset
	Work     []Work    // what "playground bench" times of its solver
	Fixtures []Fixture // runs with numbers known from elsewhere, each checked by a test and on the page of checks

	schema func() param.Schema
	start  func(Problem, param.Values) (iter.Seq[Step], error)
}

// Define makes a demo of its description, its options and its loop, and erases
// the options' type. bind names every option and gives it its default and
// limits; run is the textbook loop. What run yields must be fresh: a step is
// never changed after it was yielded. run never fails: a problem that it cannot
// work on gives one step with the status [Refused] and the reason in words.
func Define[O any](d Demo, bind func(*O, *param.Set), run func(Problem, O) iter.Seq[Step]) Demo {
	d.schema = func() param.Schema {
		var o O
		var set param.Set
		bind(&o, &set)
		return set.Schema()
	}
	d.start = func(p Problem, v param.Values) (iter.Seq[Step], error) {
		var o O
		var set param.Set
		bind(&o, &set)
		if err := set.Apply(v); err != nil {
			return nil, err
		}
		return run(p, o), nil
	}
	return d
}

// Schema describes the demo's parameters in the order of the form.
func (d Demo) Schema() param.Schema { return d.schema() }

// Preset returns the preset with that id.
func (d Demo) Preset(id string) (Preset, bool) {
	for _, p := range d.Presets {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Steps starts a run. Parameters that v leaves out take their defaults; a bad
// one gives a [*param.Error] that names it. The sequence is lazy: it may be
// left at any step, and stops working then.
func (d Demo) Steps(p Problem, v param.Values) (iter.Seq[Step], error) {
	if err := d.accepts(p); err != nil {
		return nil, err
	}
	return d.start(p, v)
}

// A Problem is what a demo works on.
type Problem struct {
	dataset.Set               // the points, where the demo takes points
	Table       dataset.Table // the table, where it takes one
	Rand        *rand.Rand    // the run's only source of randomness, from the recipe's seed
	Window      grid.Window   // the part of the plane that the board shows
	// Source says where the points came from, so that a demo can draw fresh ones
	// from the same generator; zero where that is not known.
	Source dataset.Source
}

// NewProblem returns the problem of a data set, a seed and a window; an empty
// window is replaced by one that fits the points.
func NewProblem(s dataset.Set, seed uint64, w grid.Window) Problem {
	if w.Empty() {
		w = FitWindow(s)
	}
	return Problem{Set: s, Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), Window: w}
}
