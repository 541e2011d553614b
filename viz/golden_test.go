package viz_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/viz"
)

var update = flag.Bool("update", false, "write the golden files")

// panels are all panels of the tests with the sizes at which they are shown.
var panels = []struct {
	name  string
	panel func() mark.Panel
	size  viz.Size
}{
	{"board", func() mark.Panel { return board(60) }, viz.Size{W: 640, H: 560}},
	{"phone", func() mark.Panel { return board(60) }, viz.Size{W: 345, H: 330}},
	{"losses", func() mark.Panel { return losses(120) }, viz.Size{W: 350, H: 190}},
	{"alphas", alphas, viz.Size{W: 350, H: 120}},
	{"gallery", gallery, viz.Size{W: 480, H: 400}},
	{"matrix", matrix, viz.Size{W: 300, H: 260}},
	{"tree", tree, viz.Size{W: 300, H: 240}},
}

func fragments(t testing.TB, p mark.Panel, o viz.Options) []byte {
	t.Helper()
	pic, err := viz.Draw(p, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString("<svg>\n")
	for _, l := range pic.Layers {
		fmt.Fprintf(&b, "<g class=%q>\n%s\n</g>\n", l.Name, strings.ReplaceAll(string(l.SVG), "><", ">\n<"))
	}
	for _, item := range pic.Legend {
		fmt.Fprintf(&b, "%s<text>%s</text>\n", item.Swatch, strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(item.Text))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// The pictures are compared as numbers: words must be equal, numbers and pixels
// nearly so. A fused multiply-add on another machine may round a tenth of a
// pixel, or a shade, the other way.
func TestGolden(t *testing.T) {
	for _, c := range panels {
		t.Run(c.name, func(t *testing.T) {
			compare(t, filepath.Join("testdata", c.name+".svg"), fragments(t, c.panel(), viz.Options{Size: c.size}))
		})
	}
	t.Run("projector", func(t *testing.T) {
		compare(t, "testdata/projector.svg", fragments(t, board(20), viz.Options{Size: viz.Size{W: 900, H: 700}, Projector: true}))
	})
	for _, theme := range []viz.Theme{viz.Light, viz.Dark, viz.Projector} {
		t.Run("document "+string(theme), func(t *testing.T) {
			got, err := viz.SVG(gallery(), viz.Options{Size: viz.Size{W: 480, H: 400}, Legend: true, Title: true}, theme)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, "testdata/document-"+string(theme)+".svg", bytes.ReplaceAll(got, []byte("><"), []byte(">\n<")))
		})
	}
}

func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	if err := same(string(want), string(got)); err != nil {
		t.Errorf("%s: %v", file, err)
	}
}

var (
	imageData = regexp.MustCompile(`data:image/png;base64,([A-Za-z0-9+/=]+)`)
	number    = regexp.MustCompile(`-?(?:\d+\.?\d*|\.\d+)`)
)

// same compares two SVG texts. Coordinates have one decimal and paths are
// relative, so a rounding moves two neighbouring numbers by a tenth.
func same(want, got string) error {
	const tol = 0.1 + 1e-9
	images := [2][][]string{imageData.FindAllStringSubmatch(want, -1), imageData.FindAllStringSubmatch(got, -1)}
	if len(images[0]) != len(images[1]) {
		return fmt.Errorf("%d images, want %d", len(images[1]), len(images[0]))
	}
	for i := range images[0] {
		if err := samePixels(images[0][i][1], images[1][i][1]); err != nil {
			return err
		}
	}
	want, got = imageData.ReplaceAllString(want, "PNG"), imageData.ReplaceAllString(got, "PNG")
	if w, g := number.ReplaceAllString(want, "#"), number.ReplaceAllString(got, "#"); unspaced(w) != unspaced(g) {
		return fmt.Errorf("the words differ: %s", firstDifference(w, g))
	}
	w, g := number.FindAllString(want, -1), number.FindAllString(got, -1)
	for i := range min(len(w), len(g)) {
		a, err := strconv.ParseFloat(w[i], 64)
		b, err2 := strconv.ParseFloat(g[i], 64)
		if err != nil || err2 != nil || math.Abs(a-b) > tol {
			return fmt.Errorf("number %d is %s, want %s", i, g[i], w[i])
		}
	}
	return nil
}

// unspaced drops the separators that a minus sign or a point makes superfluous.
func unspaced(s string) string { return strings.ReplaceAll(s, "# #", "##") }

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if unspaced(w[i]) != unspaced(g[i]) {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

func samePixels(want, got string) error {
	a, err := decode(want)
	if err != nil {
		return err
	}
	b, err := decode(got)
	if err != nil {
		return err
	}
	if a.Bounds() != b.Bounds() {
		return fmt.Errorf("image of %v, want %v", b.Bounds(), a.Bounds())
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			// One step of the ramp.
			if math.Abs(float64(p.A)-float64(q.A)) > 8 {
				return fmt.Errorf("pixel %d,%d is %v, want %v", x, y, q, p)
			}
		}
	}
	return nil
}

func decode(text string) (image.Image, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// wellFormed reads a fragment as XML and checks what a strict content security
// policy, several pictures on one page, and a viewer need.
func wellFormed(svg []byte) error {
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "svg", "g", "path", "circle", "rect", "text", "image", "title":
		default:
			return fmt.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			name := a.Name.Local
			if name == "style" || name == "id" || strings.HasPrefix(name, "on") {
				return fmt.Errorf("attribute %s=%q", name, a.Value)
			}
			if strings.HasPrefix(name, "data-") || name == "href" || name == "class" || name == "font-family" || name == "fill" || name == "stroke" {
				continue
			}
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				return fmt.Errorf("attribute %s=%q", name, a.Value)
			}
			for _, n := range number.FindAllString(a.Value, -1) {
				if v, err := strconv.ParseFloat(n, 64); err != nil || math.Abs(v) > 2*8192 {
					return fmt.Errorf("<%s> attribute %s has the number %s: %.300s", e.Name.Local, name, n, fmt.Sprint(e.Attr))
				}
			}
		}
	}
}

func TestPicturesAreCleanSVG(t *testing.T) {
	for _, c := range panels {
		if err := wellFormed(fragments(t, c.panel(), viz.Options{Size: c.size, Legend: true, Title: true})); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, theme := range []viz.Theme{viz.Light, viz.Dark, viz.Projector} {
			doc, err := viz.SVG(c.panel(), viz.Options{Size: c.size, Legend: true}, theme)
			if err != nil {
				t.Fatal(err)
			}
			if err := wellFormed(doc); err != nil {
				t.Errorf("%s %s: %v", c.name, theme, err)
			}
			if bytes.Contains(doc, []byte(`class=`)) {
				t.Errorf("%s %s: a class in a document that stands alone", c.name, theme)
			}
		}
	}
}
