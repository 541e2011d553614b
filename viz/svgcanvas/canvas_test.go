package svgcanvas_test

import (
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/viz/svgcanvas"
)

func ink(r svgcanvas.Role, opacity float32) color.Color {
	return svgcanvas.Paint{Role: r, Opacity: opacity}
}

func path(points ...vg.Point) (p vg.Path) {
	for i, pt := range points {
		if i == 0 {
			p.Move(pt)
		} else {
			p.Line(pt)
		}
	}
	return p
}

func circle(x, y, r vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: x + r, Y: y})
	p.Arc(vg.Point{X: x, Y: y}, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func closed(p vg.Path) vg.Path {
	p.Close()
	return p
}

func TestElements(t *testing.T) {
	square := closed(path(vg.Point{X: 1, Y: 1}, vg.Point{X: 3, Y: 1}, vg.Point{X: 3, Y: 5}, vg.Point{X: 1, Y: 5}))
	for _, c := range []struct {
		name string
		draw func(c *svgcanvas.Canvas)
		want string
	}{
		{"a circle", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.C0, 1))
			c.Fill(circle(10, 20, 5.25))
		}, `<circle class='f-c0' cx='10' cy='80' r='5.3'/>`},
		{"a rectangle", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.Accent, 0.5))
			c.Fill(square)
		}, `<rect class='f-accent' fill-opacity='.5' x='1' y='95' width='2' height='4'/>`},
		{"filled and stroked", func(c *svgcanvas.Canvas) {
			c.Note("x7", `say "hi", don't`)
			c.SetColor(ink(svgcanvas.C1, 1))
			c.Fill(circle(1, 1, 2))
			c.SetColor(ink(svgcanvas.Halo, 1))
			c.SetLineWidth(1.4)
			c.Stroke(circle(1, 1, 2))
		}, `<circle class='f-c1 s-halo' stroke-width='1.4' cx='1' cy='99' r='2' data-ref='x7' data-tip='say "hi", don&#39;t'/>`},
		{"stroked elsewhere", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.C1, 1))
			c.Fill(circle(1, 1, 2))
			c.Stroke(circle(1, 1, 3))
		}, `<circle class='f-c1' cx='1' cy='99' r='2'/><circle class='s-c1' fill='none' cx='1' cy='99' r='3'/>`},
		{"lines share a path", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.Grid, 1))
			c.Stroke(path(vg.Point{X: 5}, vg.Point{X: 5, Y: 100}))
			c.Stroke(path(vg.Point{Y: 7}, vg.Point{X: 100, Y: 7}))
		}, `<path class='s-grid' fill='none' d='M5 100v-100M0 93h100'/>`},
		{"points share a group", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.C0, 1))
			c.Note("x0", "")
			c.Fill(circle(1, 1, 1))
			c.Note("x1", "")
			c.Fill(circle(2, 1, 1))
		}, `<g class='f-c0'><circle cx='1' cy='99' r='1' data-ref='x0'/><circle cx='2' cy='99' r='1' data-ref='x1'/></g>`},
		{"a polyline in tenths", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.Ink, 1))
			c.SetLineDash([]vg.Length{6, 5.5}, 0)
			c.Stroke(path(vg.Point{X: 0.04, Y: 100}, vg.Point{X: 0.54, Y: 99.5}, vg.Point{X: 1.04, Y: 98.9}, vg.Point{X: 1.04, Y: 99.9}))
		}, `<path class='s-ink' fill='none' stroke-dasharray='6 5.5' stroke-linejoin='round' d='M0 0l.5.5.5.6v-1'/>`},
		{"a colour that is no role", func(c *svgcanvas.Canvas) {
			c.SetColor(color.NRGBA{R: 1, G: 0xab, B: 0xff, A: 51})
			c.Fill(square)
		}, `<rect fill='#01abff' fill-opacity='.2' x='1' y='95' width='2' height='4'/>`},
		{"nothing", func(c *svgcanvas.Canvas) {
			c.SetLineWidth(0)
			c.Stroke(square)
			c.SetLineWidth(1)
			c.Stroke(path(vg.Point{X: 1}))
			c.Fill(circle(1, 1, vg.Length(math.NaN())))
			c.Stroke(path(vg.Point{X: 1}, vg.Point{X: vg.Length(math.Inf(1))}))
			c.FillString(fontFace(0), vg.Point{}, "x")
			c.DrawImage(vg.Rectangle{Max: vg.Point{X: vg.Length(math.NaN())}}, image.NewGray(image.Rect(0, 0, 1, 1)))
		}, ""},
		{"transformed", func(c *svgcanvas.Canvas) {
			c.Push()
			c.Translate(vg.Point{X: 10, Y: 10})
			c.Rotate(math.Pi / 2)
			c.Scale(2, 2)
			c.SetColor(ink(svgcanvas.C0, 1))
			c.Fill(circle(1, 0, 1)) // at (10, 12)
			c.SetLineWidth(1)
			c.Stroke(path(vg.Point{}, vg.Point{X: 5})) // up from (10, 10)
			c.Pop()
			c.Stroke(path(vg.Point{}, vg.Point{X: 5}))
		}, `<circle class='f-c0' cx='10' cy='88' r='2'/><path class='s-c0' fill='none' stroke-width='2' d='M10 90v-10'/><path stroke='#000000' fill='none' d='M0 100h5'/>`},
		{"words", func(c *svgcanvas.Canvas) {
			c.SetColor(ink(svgcanvas.Accent, 1))
			c.Text(svgcanvas.Text{At: vg.Point{X: 3, Y: 4}, String: "a < b & \x00\xff", Size: 12, Anchor: svgcanvas.End, Italic: true, Bold: true, Halo: 4})
		}, `<text class='f-accent s-halo' stroke-width='4' paint-order='stroke' stroke-linejoin='round' font-size='12' text-anchor='end' font-style='italic' font-weight='600' x='3' y='96'>a &lt; b &amp; ` + "\uFFFD\uFFFD" + `</text>`},
		{"turned words", func(c *svgcanvas.Canvas) {
			c.Rotate(math.Pi / 2)
			c.SetColor(ink(svgcanvas.Soft, 1))
			c.FillString(fontFace(11), vg.Point{X: 5}, "up")
		}, `<text class='f-soft' font-size='11' x='0' y='95' transform='rotate(-90 0 95)'>up</text>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			canvas := svgcanvas.New(100, 100, nil)
			c.draw(canvas)
			if got := string(canvas.Bytes()); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestPaletteResolvesRoles(t *testing.T) {
	var p svgcanvas.Palette
	p[svgcanvas.C2] = color.NRGBA{R: 0x12, G: 0x34, B: 0x56, A: 0xff}
	c := svgcanvas.New(10, 10, &p)
	c.SetColor(ink(svgcanvas.C2, 0.25))
	c.Fill(circle(5, 5, 1))
	if got, want := string(c.Bytes()), `<circle fill='#123456' fill-opacity='.25' cx='5' cy='5' r='1'/>`; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestImageIsAStretchedPNG(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.NRGBA{}, color.NRGBA{R: 255, A: 128}})
	img.SetColorIndex(1, 0, 1)
	c := svgcanvas.New(100, 50, nil)
	c.Round(6)
	c.Pixelated()
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 90, Y: 40}}, img)
	got := string(c.Bytes())
	head := `<image x='10' y='10' width='80' height='30' preserveAspectRatio='none' clip-path='inset(0 round 6px)' image-rendering='pixelated' href='data:image/png;base64,`
	if !strings.HasPrefix(got, head) || !strings.HasSuffix(got, `'/>`) {
		t.Fatal(got)
	}
	data, err := base64.StdEncoding.DecodeString(got[len(head) : len(got)-len(`'/>`)])
	if err != nil {
		t.Fatal(err)
	}
	back, err := png.Decode(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := back.(*image.Paletted)
	if !ok || p.Rect != img.Rect || string(p.Pix) != string(img.Pix) || p.Palette[1] != img.Palette[1] {
		t.Errorf("the image came back as %T %v", back, back)
	}
}

// A path that is cut into arcs by the canvas stays on the circle.
func TestArcsStayOnTheCircle(t *testing.T) {
	c := svgcanvas.New(200, 200, nil)
	c.SetColor(ink(svgcanvas.C0, 1))
	var p vg.Path
	p.Move(vg.Point{X: 100, Y: 100})
	p.Line(vg.Point{X: 150, Y: 100})
	p.Arc(vg.Point{X: 100, Y: 100}, 50, 0, math.Pi)
	p.Close()
	c.Fill(p)
	// Counter-clockwise over the top, in two quarters of 4(√2−1)/3 · 50 = 27.6.
	if got, want := string(c.Bytes()), `<path class='f-c0' d='M100 100h50c0-27.6-22.4-50-50-50-27.6 0-50 22.4-50 50z'/>`; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// Relative coordinates are rounded where the pen is, so they never add up to
// more than half a tenth.
func TestRoundingDoesNotAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		points := make([]vg.Point, n)
		for i := range points {
			points[i] = vg.Point{X: vg.Length(rapid.Float64Range(0, 500).Draw(t, "x")), Y: vg.Length(rapid.Float64Range(0, 500).Draw(t, "y"))}
		}
		c := svgcanvas.New(500, 500, nil)
		c.Stroke(path(points...))
		got := string(c.Bytes())
		if got == "" {
			return // all within a tenth
		}
		_, data, _ := strings.Cut(got, ` d='`)
		data, _, _ = strings.Cut(data, `'`)
		x, y, err := end(data)
		last := points[n-1]
		if err != nil || math.Abs(x-float64(last.X)) > 0.05+1e-9 || math.Abs(y-(500-float64(last.Y))) > 0.05+1e-9 {
			t.Fatalf("%s ends at %g,%g (%v), want %g,%g", data, x, y, err, last.X, 500-last.Y)
		}
	})
}

func BenchmarkPaletted(b *testing.B) {
	img := image.NewPaletted(image.Rect(0, 0, 99, 99), color.Palette{color.NRGBA{}})
	for k := range 62 {
		img.Palette = append(img.Palette, color.NRGBA{B: 200, A: uint8(2 * k)})
	}
	for y := range 99 {
		for x := range 99 {
			img.SetColorIndex(x, y, uint8(31+31*math.Sin(float64(x)/20)*math.Cos(float64(y)/15)))
		}
	}
	c := svgcanvas.New(600, 600, nil)
	b.ReportAllocs()
	for b.Loop() {
		c.Reset(600, 600, nil)
		c.DrawImage(vg.Rectangle{Max: vg.Point{X: 600, Y: 600}}, img)
	}
	b.ReportMetric(float64(len(c.Bytes())), "bytes")
}
