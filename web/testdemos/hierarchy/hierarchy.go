// Package hierarchy is a demo for tests of dendrograms: agglomerative clustering, whose tree
// is cut at a height that a reader drags.
package hierarchy

import (
	"context"
	"embed"
	"io/fs"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed zh.json
var words embed.FS

// Options of the demo.
type Options struct {
	Linkage string
	Cut     float64
}

// Demo returns the demo.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "hierarchy", Title: "Hierarchical clustering", Summary: "Merges of clusters, for tests.", Family: "Tests", Books: []fs.FS{words},
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: 120}},
		MinPoints: 2, TooFew: "There are fewer than two points.",
		Units: algos.Units{Step: "merge"}, Metrics: []string{"height", "clusters"}, Formula: `d(A \cup B, C) = \max\{d(A, C), d(B, C)\}`,
		Charts: []mark.Chart{{ID: "height", Title: "Merge heights", Y: "height", Series: []mark.Series{{Metric: "height", Label: "height of the merge"}}}},
		Presets: []algos.Preset{
			{ID: "blobs", Title: "Blobs", Note: "Three groups.", Data: dataset.Generate("blobs3", 18, 0.5, 4), Seed: 1, Opens: 16, Step: algos.Last},
			{
				ID: "moons", Title: "Moons", Note: "Single linkage follows the shape.", Data: dataset.Generate("moons", 60, 0.1, 2),
				Params: param.Pairs("linkage", "single", "cut", "0.29"), Seed: 1, Opens: 58, Step: algos.Last,
			},
		},
	}, bind, start)
}

// The linkages: the distance of two clusters.
const (
	single   = "single"
	complete = "complete"
	average  = "average"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Linkage, "linkage", complete,
		param.Option{Value: single, Label: "single"}, param.Option{Value: complete, Label: "complete"},
		param.Option{Value: average, Label: "average"}).Label("linkage")
	s.Float(&o.Cut, "cut", 2, 0.01, 1000).Log(0.01, 20).Label("cut height")
}

// task is what all steps of a run share.
type task struct {
	algos.Problem
	Options
	merges []panel.Merge
	labels []int // of the points, by the cut through the whole tree
	parts  int   // clusters below the cut
}

// state is a step's view: so many merges are done.
type state struct {
	*task
	done int
}

func start(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := &task{Problem: p, Options: o}
	t.cluster(ctx)
	t.label()
	return func(yield func(algos.Step) bool) {
		for n := range len(t.merges) + 1 {
			if !yield(state{t, n}.step()) {
				return
			}
		}
	}, nil
}

// cluster merges the two clusters with the smallest distance until one is left, after Lance and Williams (1967).
func (t *task) cluster(ctx context.Context) {
	n := len(t.Points)
	d, size, id := make([][]float64, n), make([]int, n), make([]int, n) // of the clusters that are left, at the place of one of their points
	for i := range n {
		d[i], size[i], id[i] = make([]float64, n), 1, i
		for j := range n {
			d[i][j] = math.Hypot(t.Points[i].X[0]-t.Points[j].X[0], t.Points[i].X[1]-t.Points[j].X[1])
		}
	}
	for len(t.merges) < n-1 && ctx.Err() == nil {
		a, b := -1, -1
		for i := range n {
			for j := range i {
				if size[i] > 0 && size[j] > 0 && (a < 0 || d[i][j] < d[a][b]) {
					a, b = i, j
				}
			}
		}
		t.merges = append(t.merges, panel.Merge{A: id[b], B: id[a], Height: d[a][b]})
		for k := range n {
			d[b][k] = t.linked(d[a][k], d[b][k], size[a], size[b])
			d[k][b] = d[b][k]
		}
		size[b], size[a], id[b] = size[a]+size[b], 0, n+len(t.merges)-1
	}
}

// linked is the distance from the union of two clusters.
func (t *task) linked(a, b float64, m, n int) float64 {
	switch t.Linkage {
	case single:
		return min(a, b)
	case complete:
		return max(a, b)
	}
	return (float64(m)*a + float64(n)*b) / float64(m+n)
}

// label numbers the clusters below the cut in the order of their first points.
func (t *task) label() {
	n := len(t.Points)
	root := make([]int, n+len(t.merges)) // the cluster below the cut in which a cluster is
	for c := range root {
		root[c] = c
	}
	for i := len(t.merges) - 1; i >= 0; i-- {
		if m := t.merges[i]; m.Height <= t.Cut {
			root[m.A], root[m.B] = root[n+i], root[n+i]
		}
	}
	number := map[int]int{}
	for i := range n {
		if _, ok := number[root[i]]; !ok {
			number[root[i]] = len(number)
		}
		t.labels = append(t.labels, number[root[i]])
	}
	t.parts = len(number)
}

func (s state) step() algos.Step {
	height := math.NaN()
	if s.done > 0 {
		height = s.merges[s.done-1].Height
	}
	step := algos.Step{
		Phase: "merge", Size: algos.Normal, Metrics: []float64{height, float64(len(s.Points) - s.done)}, View: s,
		Status: algos.Status{State: algos.Running},
	}
	if s.done == 0 {
		step.Phase = "start"
	}
	if s.done == len(s.merges) {
		step.Next, step.Status = algos.Next{}, algos.Status{State: algos.Converged, Reason: "all points are in one cluster"}
	}
	return step
}

func (s state) vars() say.Vars {
	v := say.Vars{"n": len(s.Points), "left": len(s.Points) - s.done, "cut": s.Cut, "parts": s.parts, "merges": s.done}
	if s.done > 0 {
		v["h"] = s.merges[s.done-1].Height
	}
	return v
}

func (s state) Say() []algos.Line {
	story := algos.Story{Vars: s.vars()}
	if s.done == 0 {
		story.Text("Every point is a cluster of its own.")
	} else {
		story.Text("Two clusters merge at the height <h>; <left cluster is> left.")
	}
	story.Text("The cut at <cut> gives <parts cluster>.")
	return story.Lines
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "labels", Value: s.labels}, {Name: "clusters", Value: s.parts}}}
}

func (s state) Panels() []mark.Panel {
	board := s.Problem.Board()
	board.Alt = s.vars().Text("<n point> in <parts cluster>")
	points := panel.Data(s.Problem, nil)
	points.Class = s.labels
	board.Add(points)
	tree := panel.Dendrogram{
		ID: "tree", Title: "Dendrogram", Note: s.vars().Text("<parts cluster> below the cut"),
		Alt:    s.vars().Text("a dendrogram with <merges merge>, cut at the height <cut>"),
		Leaves: len(s.Points), Merges: s.merges, Done: s.done, Cut: s.Cut, Param: "cut", Label: func(leaf int) int { return s.labels[leaf] }, Hot: s.done,
		Y: "merge height",
	}.Panel()
	return []mark.Panel{board, tree}
}
