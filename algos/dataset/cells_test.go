package dataset

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCellsTravel(t *testing.T) {
	full, r := NewCells(MaxCells, MaxCells, 0), rand.New(rand.NewPCG(1, 2))
	for i := range full.Values {
		full.Values[i] = r.NormFloat64()
	}
	for name, c := range map[string]Cells{
		"one": NewCells(1, 1, -2.5), "losses": Grid([]float64{0, 1, 0.5}, []float64{1, 0, 1.0 / 3}).Cells, "blank": NewCells(MaxCells, MaxCells, 0),
		"curve": NewCells(1, MaxCells, 1e-9), "column": NewCells(MaxCells, 1, MaxAbs), "full": full,
	} {
		text := Celled(c).String()
		if len(text) > 60_000 {
			t.Errorf("%s: %d characters do not fit into a link", name, len(text))
		}
		if back, err := ParseSource(text); err != nil || !back.Equal(Celled(c)) {
			t.Errorf("%s: %.80s was read as %v, %v", name, text, back.Cells.Rows, err)
		}
		var b bytes.Buffer
		if err := WriteCells(&b, c); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadCells(&b); err != nil || !back.Equal(c) {
			t.Errorf("%s: the file was read as %d × %d, %v", name, back.Rows, back.Cols, err)
		}
	}
	if got, want := Grid([]float64{0, 1, 0.5}, []float64{1e9, 0, -1}).String(), "c2x3~0_1_0.5~1e09_0_-1"; got != want {
		t.Errorf("the text is %s, want %s", got, want)
	}
	if got := Celled(NewCells(64, 64, 0)).String(); !strings.HasPrefix(got, "k64x64~") || len(got) > 120 {
		t.Errorf("a blank grid is written as %s", got)
	}
}

func TestCellsRefuse(t *testing.T) {
	for text, want := range map[string]string{
		"c0x3":                               "cells in 0 rows: there are from 1 to 64",
		"c1x65~0":                            "cells in 65 columns: there are from 1 to 64",
		"c2x2~0_0":                           "1 rows of cells instead of 2",
		"c2x2~0_0~1":                         "row 2 has 1 cells instead of 2",
		"c1x2":                               "row 1 has 1 cells instead of 2",
		"c1x2~0_NaN":                         "row 1, column 2: NaN is not a finite number",
		"c2x1~0~-Inf":                        "row 2, column 1: -Inf is not a finite number",
		"c1x2~0_2e9":                         "row 1, column 2: 2e09 is too large: at most 1e+09 on either side of 0",
		"c1x2~0_a":                           `row 1, column 2: "a" is not a number`,
		"c1x2~0_":                            `row 1, column 2: "" is not a number`,
		"k1x2~!":                             "the packed data are damaged: they are not base64url",
		"c99999999999999999999x1~0":          `cells in "c99999999999999999999x1" have from 1 to 64 rows and columns`,
		"c1x1~" + strings.Repeat("0~", 1000): "1001 rows of cells instead of 1",
	} {
		if _, err := ParseSource(text); err == nil || err.Error() != want {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                 "the file has no cells: it needs rows of numbers",
		"a,b\n":                            "the file has no cells: it needs rows of numbers",
		"0,1\n1,2,3":                       "line 2: this row has 3 cells, and the first has 2",
		"0,1\n1":                           "line 2: this row has 1 cells, and the first has 2",
		"0,1\n\n1,x":                       `line 3, column 2: "x" is not a number`,
		"0,NaN":                            "line 1, column 2: NaN is not a finite number",
		"0,1\n-inf,1":                      "line 2, column 1: -Inf is not a finite number",
		"0,1\n1,":                          "line 2, column 2: the value is missing",
		"0,1e10":                           "line 1, column 2: 1e10 is too large: at most 1e+09 on either side of 0",
		"0,1e999":                          "line 1, column 2: +Inf is not a finite number",
		strings.Repeat("0,", 64) + "0":     "line 1: 65 columns are too many: at most 64",
		strings.Repeat("0\n", 64) + "0":    "line 65: the rows are too many: at most 64",
		"a,1\n2,3":                         `line 1, column 1: "a" is not a number`,
		strings.Repeat("0", MaxCSVBytes+1): "the file is larger than 5120 KiB",
	} {
		if _, err := ReadCells(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestCellsFromSpreadsheets(t *testing.T) {
	want := Grid([]float64{0, 1.5}, []float64{-2, 0}).Cells
	for _, text := range []string{
		"0,1.5\n-2,0\n", "0;1,5\n−2;0", "0\t1.5\r\n-2\t0\r\n", "\ufeffanna,ben\n0,1.5\n-2,-0\n", "0 1.5\n-2  0\n", "\n\n0 , 1.5\n-2,0\n\n",
	} {
		if c, err := ReadCells(strings.NewReader(text)); err != nil || !c.Equal(want) {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
}

func TestCellsEdits(t *testing.T) {
	c := Grid([]float64{1, 2}, []float64{3, 4}).Cells
	if err := c.Put(1, 0, math.Copysign(0, -1)); err != nil || math.Signbit(c.At(1, 0)) {
		t.Errorf("put: %v, %v", c, err)
	}
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {2, 0}, {0, 2}} {
		if c.Put(at[0], at[1], 1) == nil {
			t.Errorf("there is a cell %v", at)
		}
	}
	if c.Put(0, 0, math.NaN()) == nil || c.Put(0, 0, 2*MaxAbs) == nil {
		t.Error("a number that no board takes was put")
	}
	if got, want := c.Resized(3, 1, 9), Grid([]float64{1}, []float64{0}, []float64{9}).Cells; !got.Equal(want) {
		t.Errorf("resized: %v, want %v", got, want)
	}
	if got, want := c.Resized(1, 3, 9), Grid([]float64{1, 2, 9}).Cells; !got.Equal(want) {
		t.Errorf("resized: %v, want %v", got, want)
	}
}

// encoded is a PNG of a picture.
func encoded(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestImageBecomesCells(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for k, c := range []color.NRGBA{{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 0, 0}, {0, 0, 0, 128}} {
		m.SetNRGBA(k%3, k/3, c)
	}
	file := encoded(t, m)
	if !IsImage(file) || IsImage([]byte("0,1\n")) {
		t.Error("an image is not told from a file of numbers")
	}
	c, size, err := ReadImage(file, 0, 1, 64, 64)
	if want := Grid([]float64{1, 0, 0.299}, []float64{0.587, 1, 0.498}).Cells; err != nil || !c.Equal(want) || size != image.Pt(3, 2) {
		t.Errorf("%v of %v, %v, want %v", c, size, err, want)
	}
	// Three columns become two: each is a whole pixel and half of the middle one.
	if c, _, err = ReadImage(file, -1, 1, 64, 2); err != nil || c.Rows != 1 || c.Cols != 2 {
		t.Fatalf("shrunk to %d × %d, %v", c.Rows, c.Cols, err)
	}
	// (1 + 0/2 + 0.587 + 1/2)/(2·1.5) = 0.6957; (0/2 + 0.299 + 1/2 + 0.498)/3 = 0.4323
	if want := Grid([]float64{0.392, -0.136}).Cells; !c.Equal(want) {
		t.Errorf("shrunk: %v, want %v", c, want)
	}
	wide := encoded(t, image.NewGray(image.Rect(0, 0, 1025, 1)))
	if _, _, err := ReadImage(wide, 0, 1, 64, 64); err == nil || err.Error() != "an image of 1025×1 pixels is too large: at most 1024×1024" {
		t.Errorf("a wide image: %v", err)
	}
	if _, _, err := ReadImage(file[:40], 0, 1, 64, 64); err == nil {
		t.Error("half an image was read")
	}
}

// The mean grey stays when an image shrinks, whatever its size.
func TestShrinkingKeepsTheMean(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		m := image.NewGray(image.Rect(0, 0, 1+r.IntN(150), 1+r.IntN(150)))
		sum := 0.0
		for i := range m.Pix {
			m.Pix[i] = uint8(r.IntN(256))
			sum += float64(m.Pix[i]) / 255
		}
		c, size, err := ReadImage(encoded(t, m), 0, 1, 64, 64)
		if err != nil || c.Check() != nil || max(c.Rows, c.Cols) > 64 || max(size.X, size.Y) <= 64 && (c.Cols != size.X || c.Rows != size.Y) {
			t.Fatalf("%v became %d × %d, %v, %v", size, c.Rows, c.Cols, err, c.Check())
		}
		mean := 0.0
		for _, x := range c.Values {
			mean += x / float64(len(c.Values))
		}
		// Each cell is rounded to a thousandth.
		if want := sum / float64(len(m.Pix)); math.Abs(mean-want) > 0.0005 {
			t.Errorf("%v: mean %v, want %v", size, mean, want)
		}
	}
}

func FuzzCells(f *testing.F) {
	f.Add([]byte("0,1,0.5\n1,0,0\n"))
	f.Add([]byte("a;b\n0,5;1\n"))
	f.Add([]byte("1 2  3\n4 5 6"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ReadCells(bytes.NewReader(text))
		if err != nil {
			return
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if back, err := ParseSource(Celled(c).String()); err != nil || !back.Cells.Equal(c) {
			t.Fatalf("%s: %v", Celled(c), err)
		}
		var b bytes.Buffer
		if err := WriteCells(&b, c); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadCells(&b); err != nil || !back.Equal(c) {
			t.Fatalf("%v: %v", c, err)
		}
	})
}

func FuzzImage(f *testing.F) {
	f.Add(encoded(f, image.NewGray(image.Rect(0, 0, 3, 2))))
	f.Add(encoded(f, image.NewNRGBA64(image.Rect(0, 0, 70, 1))))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, _, err := ReadImage(file, 0, 1, MaxCells, MaxCells)
		if err == nil && c.Check() != nil {
			t.Fatal(c.Check())
		}
	})
}
