// Package diffusionkernel teaches the diffusion kernel of a graph: the similarity of two
// nodes is the heat that diffuses from one to the other in the time λ.
//
// The kernel is the exponential of a matrix, exp(λB), computed by its Taylor series. With
// the adjacency matrix for B a power counts walks. With the negative graph Laplacian
// heat is conserved.
package diffusionkernel

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the diffusion kernel of a graph that readers draw.
var Demo = algos.Define(algos.Demo{
	ID:    "diffusion-kernel",
	Title: "Diffusion kernel",
	Keywords: "graph kernel, positive semi-definite, heat kernel, graph Laplacian, matrix exponential, Laplacian, adjacency, random walk, " +
		"Kondor, Lafferty, network, 扩散核, 热核, 图核, 矩阵指数, 拉普拉斯矩阵, 随机游走, 网络",
	Summary:       "Diffusion kernel on a graph: node similarity from heat diffusion along the edges.",
	Units:         algos.Units{First: "one <step> adds a term of the series"},
	Family:        "Kernels",
	Prerequisites: []string{"string-kernel"},
	Input: input.Spec{Points: &input.Points{
		Dims: []int{2}, Target: dataset.None, Max: dataset.MaxNodes, Graph: &input.Graph{},
	}},
	MinPoints: 1, TooFew: "There are no nodes: add some, and draw edges between them.",
	Formula: `K_\lambda=e^{\lambda B}=\sum_{k=0}^{\infty}\frac{\lambda^k}{k!}B^k`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout F, (43)–(45)"},
		{Source: "R. I. Kondor, J. Lafferty, Diffusion kernels on graphs and other discrete input spaces", Where: "ICML, 2002"},
		{Source: "C. Moler, C. Van Loan, Nineteen dubious ways to compute the exponential of a matrix, twenty-five years later", Where: "SIAM Review 45, 2003"},
	},
	Metrics: []string{"term", "bound", "error", "source"},
	Charts: []mark.Chart{
		{ID: "convergence", Title: "Truncation error and bound", Y: "size", Log: true, Series: []mark.Series{
			{Metric: "term", Label: "last change"}, {Metric: "error", Label: "truncation error"}, {Metric: "bound", Label: "bound", Bound: true},
		}},
		{ID: "heat", Title: "Heat at the source", Y: "K(s, s)", Series: []mark.Series{{Metric: "source", Label: "K(s, s)"}}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	Matrix string
	Method string
	Time   float64
	NSteps int
	Source int
}

// What B is, and how its exponential is worked out.
const (
	heat      = "heat"
	adjacency = "adjacency"

	series  = "series"
	squares = "squaring"
	walk    = "walk"
)

func bind(o *options, s *param.Set) {
	s.Float(&o.Time, "time", 0.5, 0.01, 50).Log(0.05, 10).Label("diffusion time λ").Was("lambda").Hint("larger = more smoothing; near 0 the identity")
	s.Choice(&o.Matrix, "matrix", heat,
		param.Option{Value: heat, Label: "graph Laplacian: W − D"},
		param.Option{Value: adjacency, Label: "adjacency matrix W"}).Label("generator matrix B")
	s.Int(&o.Source, "source", 1, 1, dataset.MaxNodes).Slider(1, 12).Label("source node").
		Hint("node where all heat starts (at most the last node)")
	s.Choice(&o.Method, "method", series,
		param.Option{Value: series, Label: "Taylor series"},
		param.Option{Value: squares, Label: "scaling and squaring"},
		param.Option{Value: walk, Label: "random walk (I + λB/m)ᵐ"})
	s.Int(&o.NSteps, "n_steps", 20, 1, 400).Slider(1, 100).Label("number of walk steps m").Was("m").When("method", walk).
		Hint("number of steps for the whole time; larger is more accurate")
}

// run is the textbook's loop of each way to the exponential.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	algos.Uses(ctx, t.spec)
	return func(yield func(algos.Step) bool) {
		v := t.begin()
		for yield(v.step()) && v.state == algos.Running && ctx.Err() == nil {
			v = v.next()
		}
	}, nil
}
