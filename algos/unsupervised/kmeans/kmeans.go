// Package kmeans teaches clustering by k-means: centres μₖ and an assignment c that make
//
//	J(c, μ) = Σᵢ ‖xᵢ − μ_c(i)‖²
//
// small. With the centres given, the best assignment sends every point to its nearest
// centre; with the assignment given, the best centres are means. Lloyd's algorithm
// alternates the two, so that J never rises. There are only finitely many assignments,
// so it converges, to a local minimum that depends on the initial centres. k-means++
// samples them far from each other.
package kmeans

import (
	"context"
	"embed"
	"fmt"
	"iter"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/unsupervised/internal/lloyd"
)

//go:embed *.go *.md *.json nine.csv
var files embed.FS

// Demo is k-means.
var Demo = algos.Define(algos.Demo{
	ID:    "kmeans",
	Title: "k-means",
	Keywords: "k-means++, kmeans, Lloyd, clustering, cluster, centroid, Voronoi, vector quantisation, elbow, silhouette, hard EM, unsupervised, " +
		"聚类, K均值, 质心, 肘部法则, 轮廓系数, 无监督",
	Summary: "Clustering: assign each point to the nearest cluster centre (centroid), move each centre to the mean of its cluster, repeat " +
		"(Lloyd's algorithm).",
	Units:  algos.Units{Pass: "iteration", First: "one <step> assigns every point to its nearest centre, or moves every centre to the mean of its cluster"},
	Family: "Clustering and mixtures",
	Input:  input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None}},
	Formula: `J(c, \mu) = \sum_{i=1}^n \lVert x_i - \mu_{c(i)} \rVert^2, \qquad c(i) = \operatorname*{argmin}_k \lVert x_i - \mu_k \rVert^2, \quad ` +
		`\mu_k = \frac{1}{N_k}\sum_{c(i)=k} x_i`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1.1 (k-means clustering)"},
		{Source: "002", Where: "lecture 8 (clustering), and lecture 9 (k-means as a limit)"},
		{Source: "S. P. Lloyd, IEEE Trans. Inf. Theory 28 (1982)", Where: "the algorithm, of 1957"},
		{Source: "D. Arthur, S. Vassilvitskii, SODA (2007)", Where: "k-means++ and its bound"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective J after each step", Y: "J", Series: []mark.Series{
			{Metric: "objective", Label: "J of the current assignment and centres", Role: mark.RoleInk},
			{Metric: "inertia", Label: "inertia: each point at its nearest centre", Role: mark.RoleGood},
		}},
		{ID: "changes", Title: "Assignment changes per step", Y: "points", Series: []mark.Series{
			{Metric: "changed", Label: "points that change cluster", Role: mark.RoleAccent},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// maxK is the most centres.
const maxK = 10

// The initialisations.
const (
	atRandom = "random"
	plusPlus = "kmeans++"
	atPoints = "indices"
	byHand   = "hand"
)

// What becomes of an empty cluster.
const (
	farthest = "farthest"
	keep     = "keep"
	drop     = "drop"
)

type vec = lloyd.Vec

// Options are the parameters of the demo.
type Options struct {
	K       int
	Init    string
	Indices string    // of the points that the centres start at, "" spreads them evenly
	Centres [maxK]vec // the first centres, for init=hand
	Empty   string
}

// handCentres are where dragging starts.
var handCentres = [maxK]vec{{-1.5, -1}, {1.5, -1}, {0, 1.5}, {-1.5, 1}, {1.5, 1}, {0, -1.5}, {0, 0}, {-2, 0}, {2, 0}, {0, 2.5}}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 3, 1, maxK).Label("clusters K").Hint("number of clusters (scikit-learn: n_clusters); K = n makes J zero")
	s.Choice(&o.Init, "init", plusPlus,
		param.Option{
			Value: plusPlus, Label: "k-means++",
			Hint: "one centre per step, sampled with probability proportional to D² (scikit-learn: init); depends on the seed",
		},
		param.Option{
			Value: atRandom, Label: "random points",
			Hint: "K points sampled uniformly without replacement (scikit-learn: init=\"random\"); depends on the seed",
		},
		param.Option{Value: atPoints, Label: "given points"},
		param.Option{Value: byHand, Label: "by hand", Hint: "drag the hollow marks on the board"},
	).Label("initialisation").Group("Start").Reads("rows", atPoints)
	s.Text(&o.Indices, "init_indices", "", 80, func(text string) error {
		_, err := lloyd.ParseRows(text, maxK)
		return err
	}).Label("initial points").Group("Start").Was("rows").When("init", atPoints).Hint("one 0-based index per centre, e.g. 7,37,67; empty = evenly spaced")
	for j := range o.Centres {
		s.Point(&o.Centres[j], fmt.Sprintf("centre%d", j+1), handCentres[j], 1e9).Label(fmt.Sprintf("centre %d", j+1)).Group("Start").
			When("init", byHand).And("k", from(j+1)...)
	}
	s.Choice(&o.Empty, "empty_cluster", farthest,
		param.Option{Value: farthest, Label: "take the farthest point", Hint: "the point farthest from its centre becomes a new cluster, as in scikit-learn"},
		param.Option{Value: keep, Label: "keep", Hint: "the centre stays where it is and may get points later, or never"},
		param.Option{Value: drop, Label: "remove", Hint: "the run continues with fewer clusters"},
	).Label("empty clusters").Was("empty")
}

// from lists the numbers of centres from k on.
func from(k int) []string {
	var list []string
	for ; k <= maxK; k++ {
		list = append(list, strconv.Itoa(k))
	}
	return list
}

// run chooses the first centres and plays the algorithm.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := newTask(ctx, p, o)
	if err := t.refuse(); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) { t.play(yield) }, nil
}

// play is the textbook's loop: assign, update, until nothing changes.
func (t *task) play(yield func(algos.Step) bool) {
	now := t.first()
	if !yield(now.step(starting, 0)) {
		return
	}
	for len(now.centres) < t.K { // k-means++
		now = now.drawn()
		if !yield(now.step(drawing, 0)) {
			return
		}
	}
	for {
		before := now.metrics()
		now = now.assign()
		// A small step looks at the point for which the assignment matters most.
		look := now.step(asking, now.telling())
		look.Metrics, look.Status = before, algos.Status{State: algos.Running}
		if !yield(look) || !yield(now.step(assigning, 0)) || now.status.Final() {
			return
		}
		for k := range now.centres {
			if now.next.counts[k] > 0 && !yield(now.step(fitting, k)) {
				return
			}
		}
		now = now.update()
		if !yield(now.step(updating, 0)) || t.ctx.Err() != nil {
			return
		}
	}
}
