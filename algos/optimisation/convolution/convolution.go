// Package convolution teaches the convolution of an image with a small kernel, as the layers of
// convolutional networks compute it. A window moves over the image, which is padded with zeros, and each
// cell of the output is the sum of the products of window and kernel:
//
//	z_ij = b + Σ_ab w_ab·x[i·s − p + d·a, j·s − p + d·b]
//
// with stride s, padding p and dilation d. This is cross-correlation, which libraries call
// convolution; with the kernel rotated by 180° it is the convolution of mathematics. An
// activation and pooling may follow.
//
// Sources: I. Goodfellow, Y. Bengio, A. Courville, Deep Learning (2016), chapter 9; V. Dumoulin,
// F. Visin, A guide to convolution arithmetic for deep learning (2016), whose numbers are fixtures.
package convolution

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed *.go *.md *.json
var files embed.FS

// The names of the grids, which are public.
const (
	imageName  = "image"
	kernelName = "kernel"
)

// Limits of the grids. A kernel has at most 25 weights, so that a sum of products can be read.
const (
	mostPixels  = 16
	mostWeights = 5
	brightest   = 9
)

// cells are the two grids that readers paint.
var cells = &input.Cells{
	Name: imageName, Title: "Image", Rows: input.Span{Most: mostPixels}, Cols: input.Span{Most: mostPixels}, High: brightest, Start: square.Cells,
	Brushes: []input.Brush{{Value: 0, Name: "0"}, {Value: 3, Name: "3"}, {Value: 6, Name: "6"}, {Value: 9, Name: "9"}},
	Layers: []input.Cells{{
		Name: kernelName, Title: "Kernel", Rows: input.Span{Most: mostWeights}, Cols: input.Span{Most: mostWeights},
		Low: -brightest, High: brightest, Start: painted(sobelX),
		Brushes: []input.Brush{{Value: 0, Name: "0"}, {Value: 1, Name: "1"}, {Value: 2, Name: "2"}, {Value: -1, Name: "−1"}, {Value: -2, Name: "−2"}},
	}},
}

// Demo is convolution, one cell of the output per step.
var Demo = algos.Define(algos.Demo{
	ID:    "convolution",
	Title: "Convolution",
	Keywords: "CNN, convolutional network, cross-correlation, filter, kernel, feature map, stride, padding, same, valid, full, dilation, atrous, " +
		"pooling, max pooling, average pooling, ReLU, Sobel, edge detection, blur, sharpen, emboss, Toeplitz, translation equivariance, " +
		"parameter sharing, Conv2d, 卷积, 互相关, 卷积核, 步幅, 填充, 空洞卷积, 池化, 边缘检测",
	Summary:       "A kernel slides over an image: convolution with stride, padding and dilation, then activation and pooling.",
	Family:        "Neural networks",
	Prerequisites: []string{"mlp"},
	Input:         input.Spec{Cells: cells},
	Formula:       `z_{ij} = b + \sum_{a,b} w_{ab}\, x_{is-p+da,\; js-p+db},\qquad \left\lfloor\frac{n+2p-d(k-1)-1}{s}\right\rfloor+1`,
	Sources:       files,
	Units:         algos.Units{Step: "cell", Pass: "map", First: "one <step> is the sum of products of a window and the kernel"},
	Refs: []algos.Ref{
		{Source: "I. Goodfellow, Y. Bengio, A. Courville, Deep Learning", Where: "chapter 9, MIT Press 2016"},
		{Source: "V. Dumoulin, F. Visin, A guide to convolution arithmetic for deep learning", Where: "arXiv:1603.07285, chapters 2 and 3"},
	},
	Metrics: []string{"value", "multiplications", "dense"},
	Charts: []mark.Chart{
		{ID: "value", Title: "Value by cell", Y: "value", Series: []mark.Series{{Metric: "value", Label: "value", Role: mark.RoleAccent}}},
		{ID: "work", Title: "Multiplications", Y: "multiplications", Series: []mark.Series{
			{Metric: "multiplications", Label: "convolution", Role: mark.RoleAccent}, {Metric: "dense", Label: "dense layer", Bound: true, Role: mark.RoleBad},
		}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// The values of the choices, which are public.
const (
	none, relu                 = "none", "relu"
	maxPooling, averagePooling = "max", "average"
)

// options are what a reader chooses, in the words of PyTorch.
type options struct {
	Stride, Padding, Dilation int
	Flip                      bool
	Bias                      float64
	Activation, Pooling       string
	PoolSize                  int
	Shift                     int
}

// bind gives every option its name, default and limits.
func bind(o *options, s *param.Set) {
	s.Int(&o.Stride, "stride", 1, 1, 4).Label("stride s").Hint("pixels from one window to the next. PyTorch: stride")
	s.Int(&o.Padding, "padding", 0, 0, 8).Slider(0, 4).Label("padding p").Hint("zeros on each side of the image. PyTorch: padding")
	s.Int(&o.Dilation, "dilation", 1, 1, 4).Label("dilation d").
		Hint("distance of neighbouring weights in the image: 1 = a dense window. PyTorch: dilation")
	s.Bool(&o.Flip, "flip", false).Label("flip the kernel").
		Hint("on: convolution, the kernel is rotated by 180°; off: cross-correlation, as in PyTorch")
	s.Float(&o.Bias, "bias", 0, -99, 99).Slider(-20, 20).Label("bias b").Hint("is added to every sum")
	s.Choice(&o.Activation, "activation", none,
		param.Option{Value: none, Label: "none (linear)"},
		param.Option{Value: relu, Label: "ReLU", TeX: `\max(0, z)`},
	).Label("activation")
	s.Choice(&o.Pooling, "pooling", none,
		param.Option{Value: none, Label: "no pooling"},
		param.Option{Value: maxPooling, Label: "max pooling", Hint: "PyTorch: MaxPool2d"},
		param.Option{Value: averagePooling, Label: "average pooling", Hint: "PyTorch: AvgPool2d"},
	).Label("pooling")
	s.Int(&o.PoolSize, "pool_size", 2, 1, 4).Label("pool size m").When("pooling", maxPooling, averagePooling).
		Hint("side of a pooling window, and its stride. PyTorch: kernel_size")
	s.Int(&o.Shift, "shift", 0, 0, 4).Label("shift of the image").
		Hint("pixels to the right, to compare both outputs: 0 = no comparison")
}

// refusal says why the sizes do not fit; empty if they do.
func (t *task) refusal() say.Phrase {
	s := say.Vars{
		"kr": t.reach(t.kernel.Rows), "kc": t.reach(t.kernel.Cols), "nr": t.image.Rows + 2*t.Padding, "nc": t.image.Cols + 2*t.Padding,
		"m": t.PoolSize, "r": t.rows, "c": t.cols, "most": min(t.rows, t.cols),
	}
	switch {
	case t.rows < 1 || t.cols < 1:
		return s.Text("The kernel spans <kr> × <kc> cells, more than the padded image with <nr> × <nc>: raise the padding, lower the dilation, or " +
			"paint a smaller kernel.")
	case t.Pooling != none && t.PoolSize > min(t.rows, t.cols):
		return s.Text("The pool size is <m>, and the output has <r> × <c> cells: lower the pool size to <most>, or raise the padding.")
	}
	return ""
}

// run moves the window over the image, then pools: one cell per step.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t := newTask(p, o)
	if why := t.refusal(); why != "" {
		return nil, algos.Refuse(why)
	}
	return func(yield func(algos.Step) bool) {
		v := view{task: t, z: make([]float64, 0, t.rows*t.cols), pooled: make([]float64, 0, t.poolRows*t.poolCols)}
		for yield(v.step()) && !v.done() {
			v = v.next()
		}
	}, nil
}
