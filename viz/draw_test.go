package viz_test

import (
	"bytes"
	"encoding/binary"
	"image/gif"
	"image/png"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

// Equal panels give equal bytes: again, with a warm cache, and from many
// goroutines at once.
func TestDeterministic(t *testing.T) {
	var wg sync.WaitGroup
	for _, c := range panels {
		want := fragments(t, c.panel(), viz.Options{Size: c.size})
		for range 4 {
			wg.Go(func() {
				if got := fragments(t, c.panel(), viz.Options{Size: c.size}); !bytes.Equal(got, want) {
					t.Errorf("%s: two pictures of one panel differ", c.name)
				}
			})
		}
	}
	wg.Wait()
}

func TestOptionsThatCannotBeMet(t *testing.T) {
	for _, c := range []struct {
		name string
		o    viz.Options
		want string
	}{
		{"no size", viz.Options{}, "size 0 × 0"},
		{"NaN", viz.Options{Size: viz.Size{W: math.NaN(), H: 100}}, "size NaN"},
		{"too large", viz.Options{Size: viz.Size{W: 1e6, H: 100}}, "size 1e+06"},
		{"negative nodes", viz.Options{Size: viz.Size{W: 100, H: 100}, FieldNodes: -1}, "-1 field nodes"},
		{"too many nodes", viz.Options{Size: viz.Size{W: 100, H: 100}, FieldNodes: 5000}, "5000 field nodes"},
	} {
		if _, err := viz.Draw(mark.Panel{}, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	for _, scale := range []float64{0, -1, math.NaN(), math.Inf(1), 100} {
		if err := viz.PNG(new(bytes.Buffer), mark.Panel{}, viz.Options{Size: viz.Size{W: 100, H: 100}}, viz.Light, scale); err == nil {
			t.Errorf("scale %g: no error", scale)
		}
	}
	if _, err := viz.ParseTheme("neon"); err == nil || !strings.Contains(err.Error(), "neon") {
		t.Errorf("theme neon: error %v", err)
	}
}

// With equal units the window grows until it fills the area, around what was
// asked for.
func TestEqualUnitsFillTheArea(t *testing.T) {
	for _, size := range []viz.Size{{W: 690, H: 560}, {W: 345, H: 330}, {W: 900, H: 300}, {W: 300, H: 800}} {
		p := board(10)
		pic, err := viz.Draw(p, viz.Options{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		w, a := pic.Window, pic.Area
		x, y := (w.X1-w.X0)/(a[2]-a[0]), (w.Y1-w.Y0)/(a[3]-a[1])
		// The ticks of the last round may move the area by a pixel.
		if math.Abs(x/y-1) > 0.01 {
			t.Errorf("%v: a unit is %g pixels across and %g up", size, 1/x, 1/y)
		}
		if w.X0 > p.X.Min || w.X1 < p.X.Max || w.Y0 > p.Y.Min || w.Y1 < p.Y.Max {
			t.Errorf("%v: the window %+v does not hold what was asked for", size, w)
		}
	}
}

func TestRefsAndTips(t *testing.T) {
	svg := string(fragments(t, mark.Panel{ID: "board", Marks: []mark.Mark{
		mark.Points{
			At: []mark.XY{{X: 1, Y: 1}, {X: 2, Y: 2}}, Refs: []string{"x0", "x1"}, Tips: []say.Phrase{`a "b" 'c' <d>`},
		},
		mark.Rings{At: []mark.XY{{X: 1, Y: 1}}, Refs: []string{"x0"}},
		mark.Bars{Y: []float64{1, 2}, Refs: []string{"x7"}},
	}}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
	for _, want := range []string{
		`data-ref='x0' data-tip='a "b" &#39;c&#39; &lt;d&gt;'`, `data-ref='x1'`, `data-ref='x7'`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	if n := strings.Count(svg, `data-ref='x0'`); n != 2 {
		t.Errorf("x0 is named %d times, want at its point and its ring", n)
	}
}

func TestLegendNamesEveryMarkOnce(t *testing.T) {
	pic, err := viz.Draw(board(20), viz.Options{Size: viz.Size{W: 400, H: 400}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range pic.Legend {
		got = append(got, item.Text)
		if !bytes.HasPrefix(item.Swatch, []byte("<svg ")) || len(item.Swatch) < 120 {
			t.Errorf("%s: swatch %s", item.Text, item.Swatch)
		}
	}
	want := []string{"f(x)", "f(x) = 0", "f(x) = ±1", "points of class −1 and +1", "support vector at C", "free support vector", "the pair at work"}
	if !slices.Equal(got, want) {
		t.Errorf("legend %q, want %q", got, want)
	}
}

// Classes are called by their names, those that points have.
func TestLegendNamesTheClasses(t *testing.T) {
	p := board(20)
	p.Classes = []string{"−1", "+1", "none is of this class"}
	pic, err := viz.Draw(p, viz.Options{Size: viz.Size{W: 400, H: 400}})
	if err != nil {
		t.Fatal(err)
	}
	if len(pic.Legend) < 3 || pic.Legend[0].Text != "−1" || pic.Legend[1].Text != "+1" || pic.Legend[2].Text != "f(x)" {
		t.Fatalf("legend %q", pic.Legend)
	}
	if bytes.Equal(pic.Legend[0].Swatch, pic.Legend[1].Swatch) {
		t.Error("both classes look the same")
	}
	doc, err := viz.SVG(p, viz.Options{Size: viz.Size{W: 400, H: 400}, Legend: true}, viz.Light)
	if err != nil || !bytes.Contains(doc, []byte(">+1<")) {
		t.Errorf("a picture that stands alone does not name the class: %v", err)
	}
}

func TestPNGHasTheSizeAndTheColours(t *testing.T) {
	for _, c := range []struct {
		theme viz.Theme
		scale float64
		paper uint32
	}{{viz.Light, 1, 0xfbfaf6}, {viz.Dark, 2, 0x15171b}, {viz.Projector, 1.5, 0xfbfaf6}} {
		for _, p := range []mark.Panel{board(20), gallery(), matrix(), tree()} {
			var b bytes.Buffer
			if err := viz.PNG(&b, p, viz.Options{Size: viz.Size{W: 200, H: 160}, Legend: true, Title: true}, c.theme, c.scale); err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(&b)
			if err != nil {
				t.Fatal(err)
			}
			if w, h := img.Bounds().Dx(), img.Bounds().Dy(); w != int(200*c.scale) || h != int(160*c.scale) {
				t.Errorf("%s at %g: %d × %d", c.theme, c.scale, w, h)
			}
			r, g, bl, _ := img.At(0, 0).RGBA()
			if got := r>>8<<16 | g>>8<<8 | bl>>8; got != c.paper {
				t.Errorf("%s: the paper is #%06x, want #%06x", c.theme, got, c.paper)
			}
		}
	}
}

func TestGIFHoldsEveryFrameInOnePalette(t *testing.T) {
	frames := func(yield func(mark.Panel, viz.Caption) bool) {
		for step := range 4 {
			p := losses(40)
			p.Marks = append(p.Marks, mark.Rule{Vertical: true, At: float64(10 * (step / 2))})
			if !yield(p, viz.Caption{}) {
				return
			}
		}
	}
	var b bytes.Buffer
	if err := viz.GIF(&b, frames, viz.Options{Size: viz.Size{W: 200, H: 120}}, viz.Dark, 7); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 4 || g.Config.Width != 200 || g.Config.Height != 120 || !slices.Equal(g.Delay, []int{7, 7, 7, 35}) {
		t.Errorf("%d frames of %d × %d, delays %v", len(g.Image), g.Config.Width, g.Config.Height, g.Delay)
	}
	if g.Image[0].Bounds().Dx() != 200 || g.Image[1].Bounds().Dx() != 1 || g.Image[2].Bounds().Dx() >= 200 {
		t.Errorf("frames of %v, %v and %v: want the whole, nothing, and a part", g.Image[0].Bounds(), g.Image[1].Bounds(), g.Image[2].Bounds())
	}
	for i, img := range g.Image {
		if !slices.Equal(img.Palette, g.Image[0].Palette) {
			t.Errorf("frame %d has a palette of its own", i)
		}
	}
	if err := viz.GIF(&b, func(func(mark.Panel, viz.Caption) bool) {}, viz.Options{Size: viz.Size{W: 200, H: 120}}, viz.Dark, 7); err == nil {
		t.Error("no error without frames")
	}
}

// A picture of a step allocates for what it returns, not for every point or
// vertex.
func TestAllocations(t *testing.T) {
	p, o := benchFrame(64)
	p.Marks = append(p.Marks[:1:1], p.Marks[2:]...)
	draw := func() {
		if _, err := viz.Draw(p, o); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	// 140 were counted: two thirds of them for the legend's seven swatches. The
	// pools may be emptied by a collection during the count.
	if n := testing.AllocsPerRun(50, draw); n > 250 {
		t.Errorf("%g allocations a frame", n)
	}
	pic, err := viz.Draw(benchFrame(100))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(pic.Layers[1].SVG) + len(pic.Layers[3].SVG); n > 16<<10 {
		t.Errorf("the dynamic layers have %d bytes, want at most 16 KB", n)
	}
}

// wild is a panel whose numbers come from the fuzzer.
func wild(data []byte) mark.Panel {
	next := func() float64 {
		if len(data) < 8 {
			return float64(len(data))
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(data))
		data = data[8:]
		return v
	}
	xy := func() mark.XY { return mark.XY{X: next(), Y: next()} }
	flags := uint64(math.Abs(math.Mod(next(), 64)))
	axis := func(bit int) mark.Axis {
		return mark.Axis{Name: "x", Min: next(), Max: next(), Log: flags>>bit&1 == 1, Integer: flags>>(bit+1)&1 == 1}
	}
	p := mark.Panel{X: axis(0), Y: axis(2), Equal: flags>>4&1 == 1}
	at := []mark.XY{xy(), xy(), xy()}
	size := next()
	style := mark.Style{Width: next(), Opacity: next(), Role: mark.Role(int(flags))}
	p.Marks = []mark.Mark{
		mark.Points{At: at, Size: []float64{size}, Class: []int{int(flags), -3}, Fill: []int{-1, 2, 1}, Labels: []say.Phrase{"a", "b"}, Style: style},
		mark.Points{At: at, Shares: [][]float64{{next(), next()}, {size}, nil}},
		mark.Rings{At: at, Radius: []float64{size, 3}, Labels: []say.Phrase{"r"}, Style: style},
		mark.PolyLine{At: append(at, xy()), Closed: true, Fill: flags>>5&1 == 1, Style: style},
		mark.Ray{A: next(), B: next(), C: next()},
		mark.Band{X: []float64{at[0].X, at[1].X, size}, Lo: []float64{at[0].Y, 1, 2}, Hi: []float64{2, at[1].Y, size}},
		mark.Arrows{From: at, To: []mark.XY{xy(), {}, at[0]}, Labels: []say.Phrase{"θ"}, Style: style},
		mark.Segments{From: at, To: []mark.XY{at[1], {}}},
		mark.Ellipses{Mean: at, Cov: [][3]float64{{next(), next(), next()}, {1, size, 1}}, Radii: []float64{1, size}},
		mark.Bars{Y: []float64{size, at[0].Y, 1}, Base: at[1].Y, Hot: []int{7, -1}},
		mark.Bars{X: []float64{at[0].X, at[1].X, size}, Y: []float64{1, 2, 3, 4}},
		mark.Matrix{Rows: 2, Cols: 2, Values: []float64{size, at[0].X, 1, at[1].X}, Lo: at[2].X, Hi: at[2].Y, Text: true, Hot: [][2]int{{9, 9}}},
		mark.Matrix{Rows: 1 << 40, Cols: int(flags), Values: []float64{1}},
		mark.Graph{Nodes: []mark.Node{{At: at[0], Text: []say.Phrase{"n"}, Shares: []float64{size, 1}}, {At: at[1]}}, Edges: []mark.Edge{{From: 0, To: 1, Arrow: true}, {From: 5, To: -1}}},
		mark.Rect{Min: at[0], Max: at[1], Fill: true, Style: style},
		mark.Texts{At: at, Text: []say.Phrase{"<&\x00\xff"}, Anchor: mark.Anchor(flags)},
		mark.Rule{At: at[0].X, Vertical: true, Label: "v"},
		mark.Rule{At: at[0].Y, Label: "h"},
		mark.Handle{Param: "a", At: at[0], Size: size, Shape: int(flags) - 9, Label: "h", Tip: "<&'", Style: style},
		mark.Handle{Param: "b", At: at[1], Along: mark.Horizontal},
		mark.Handle{Param: "c", At: at[2], Along: mark.Vertical},
		mark.Handle{Param: "d", At: at[0], From: at[1], Along: mark.Around},
		mark.Handle{Param: "e", At: at[1], From: at[2], Along: mark.Vector},
		mark.Handle{Param: "f", Along: mark.Along(flags)},
		nil,
	}
	values := []float64{next(), next(), next(), next()}
	p.Marks = append(p.Marks, mark.Field{
		Eval: func(dst []float64, g gridOf) {
			for i := range dst[:g.Len()] {
				dst[i] = values[i%len(values)]
			}
		},
		Scale: mark.FieldScale(flags % 3), Lo: at[0].X, Hi: at[1].Y, Levels: []mark.Level{{Value: 0}, {Value: size}},
	})
	return p
}

func FuzzDraw(f *testing.F) {
	seed := func(values ...float64) {
		var b []byte
		for len(values) < 48 {
			values = append(values, values...)
		}
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		f.Add(b, uint16(300), uint16(200))
	}
	nan, inf := math.NaN(), math.Inf(1)
	seed(0)
	seed(1, 2, 3, 4, 5, -6, 0.5)
	seed(nan)
	seed(inf, 1, -inf, 2)
	seed(16, 0, 1, 0, 1, 1e300, -1e300)
	seed(1, 1e300, -1e300, nan, 5e-324)
	seed(5, 1e-300, 1e300, 3, 2)
	seed(63, 1e6, 1e6+1e-6, 1e6, 1e6+1)
	seed(16, -1e308, 1e308, -1e308, 1e308, 1, 2)
	f.Fuzz(func(t *testing.T, data []byte, w, h uint16) {
		o := viz.Options{Size: viz.Size{W: 40 + float64(w%800), H: 40 + float64(h%600)}, FieldNodes: 8, Legend: w%2 == 0, Title: h%2 == 0, Projector: w%3 == 0}
		if err := wellFormed(fragments(t, wild(data), o)); err != nil {
			t.Fatal(err)
		}
	})
}
