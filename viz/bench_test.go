package viz_test

import (
	"fmt"
	"io"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/mark"
	"playground/viz"
)

// A frame: 200 points, a field on n × n nodes from 60 support vectors, three
// isolines, 50 rings. The board's area is square, so that both sides have n
// nodes.
func benchFrame(n int) (mark.Panel, viz.Options) {
	p := board(200)
	field := p.Marks[0].(mark.Field)
	centres, coef := make([][2]float64, 60), make([]float64, 60)
	for i, at := range p.Marks[1].(mark.Points).At[:60] {
		centres[i], coef[i] = [2]float64{at.X, at.Y}, float64(2*(i%2)-1)/3
	}
	field.Eval = func(dst []float64, g grid.Grid) { kernel.RBF{Gamma: 1.6}.Field(dst, g, centres, coef, 0) }
	p.Marks[0] = field
	return p, viz.Options{Size: viz.Size{W: 600, H: 600}, FieldNodes: n}
}

// BenchmarkFrame draws the picture of a step; the axes are those of the step
// before.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{64, 100} {
		p, o := benchFrame(n)
		b.Run(fmt.Sprintf("%d²", n), func(b *testing.B) {
			b.ReportAllocs()
			var pic *viz.Picture
			for b.Loop() {
				var err error
				if pic, err = viz.Draw(p, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(pic.Layers[1].SVG)+len(pic.Layers[3].SVG)), "dynamicB")
			b.ReportMetric(float64(len(pic.Layers[2].SVG)), "pointsB")
		})
	}
}

// BenchmarkFrameDynamic is the same without the points: what is drawn anew when
// the points stay.
func BenchmarkFrameDynamic(b *testing.B) {
	for _, n := range []int{64, 100} {
		p, o := benchFrame(n)
		p.Marks = append(p.Marks[:1:1], p.Marks[2:]...)
		b.Run(fmt.Sprintf("%d²", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := viz.Draw(p, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// sampled is a field on a grid for plotter.HeatMap and plotter.Contour.
type sampled struct {
	grid.Grid
	values []float64
}

func (s sampled) Dims() (c, r int)   { return s.NX, s.NY }
func (s sampled) Z(c, r int) float64 { return s.values[r*s.NX+c] }

// BenchmarkHeatMap is the peer: the same field as gonum/plot draws it, a
// rectangle for each node, with the points and without the isolines and rings.
func BenchmarkHeatMap(b *testing.B) {
	for _, n := range []int{64, 100} {
		p, _ := benchFrame(n)
		field, points := p.Marks[0].(mark.Field), p.Marks[1].(mark.Points)
		colors := moreland.SmoothBlueRed().Palette(64)
		var xys plotter.XYs
		for _, at := range points.At {
			xys = append(xys, plotter.XY{X: at.X, Y: at.Y})
		}
		b.Run(fmt.Sprintf("%d²", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := sampled{Grid: grid.Grid{NX: n, NY: n, Window: grid.Window{X0: -1.6, X1: 2.6, Y0: -1.1, Y1: 1.6}}}
				s.values = make([]float64, s.Len())
				field.Eval(s.values, s.Grid)
				plt := plot.New()
				scatter, err := plotter.NewScatter(xys)
				if err != nil {
					b.Fatal(err)
				}
				plt.Add(plotter.NewHeatMap(s, colors), scatter)
				c := vgsvg.New(vg.Points(600), vg.Points(600))
				plt.Draw(drawCanvas(c))
				n, err := c.WriteTo(io.Discard)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(n), "dynamicB")
			}
		})
	}
}

func BenchmarkChartPanel(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i%97) / float64(i+1)
		}
		chart := mark.Chart{ID: "c", Title: "c", Series: []mark.Series{{Metric: "a"}, {Metric: "b"}}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := viz.ChartPanel(chart, func(string) []float64 { return values }, n, n/2)
				if _, err := viz.Draw(p, viz.Options{Size: viz.Size{W: 350, H: 190}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPNG(b *testing.B) {
	p, o := benchFrame(100)
	b.ReportAllocs()
	for b.Loop() {
		if err := viz.PNG(io.Discard, p, o, viz.Light, 1); err != nil {
			b.Fatal(err)
		}
	}
}
