package dataset

import (
	"bytes"
	"strings"
	"testing"
)

// Layers are written in links and in files, and read back with their names in their order; the
// first one has no name in a link, so that links of one grid stay what they are.
func TestLayersAreRead(t *testing.T) {
	one := Grid([]float64{0, 1, 0.5})
	two := one.With("filter", []float64{-1}, []float64{1})
	three := two.With("k3", []float64{1e9, 0})
	for _, c := range []struct {
		source Source
		text   string
	}{
		{one, "c1x3~0_1_0.5"},
		{two, "c1x3~0_1_0.5~lfilter~c2x1~-1~1"},
		{three, "c1x3~0_1_0.5~lfilter~c2x1~-1~1~lk3~c1x2~1e09_0"},
		{three.With("filter", []float64{7}), "c1x3~0_1_0.5~lfilter~c1x1~7~lk3~c1x2~1e09_0"},
	} {
		if got := c.source.String(); got != c.text {
			t.Errorf("written as %s, want %s", got, c.text)
		}
		if back, err := ParseSource(c.text); err != nil || !back.Equal(c.source) {
			t.Errorf("%s was read as %v, %v", c.text, back, err)
		}
	}
	for _, other := range []Source{one, three, one.With("filter", []float64{-1}, []float64{2}), one.With("walls", []float64{-1}, []float64{1})} {
		if two.Equal(other) {
			t.Errorf("%s and %s are equal", two, other)
		}
	}
	large := Celled(NewCells(64, 64, 0))
	large.Layers = Layers{{"labels", NewCells(64, 64, 1)}}
	text := large.String()
	if back, err := ParseSource(text); err != nil || !back.Equal(large) || len(text) > 250 {
		t.Errorf("large layers take %d characters: %v", len(text), err)
	}
	all := append(Layers{{"image", one.Cells}}, three.Layers...)
	var b bytes.Buffer
	if err := WriteLayers(&b, all); err != nil {
		t.Fatal(err)
	}
	if want := "image\n0,1,0.5\n\nfilter\n-1\n1\n\nk3\n1e+09,0\n"; b.String() != want {
		t.Errorf("written as %q, want %q", b.String(), want)
	}
	if back, err := ReadLayers(&b, all.Names()); err != nil || !back.Equal(all) {
		t.Errorf("read as %v, %v", back, err)
	}
	if err := WriteLayers(&b, Layers{{"", one.Cells}}); err != nil || b.String() != "0,1,0.5\n" {
		t.Errorf("one grid without a name is written as %q, %v", b.String(), err)
	}
}

// Copies of layers share no memory, and a change keeps the others.
func TestLayersAreCopies(t *testing.T) {
	l := Layers{{"a", Grid([]float64{1}).Cells}, {"b", Grid([]float64{2}).Cells}}
	m := l.Clone()
	m[0].Values[0] = 9
	n := l.Put("b", Grid([]float64{3, 4}).Cells)
	if a, _ := l.Layer("a"); a.At(0, 0) != 1 || l.Len() != 2 || n.Len() != 3 || m.Len() != 2 {
		t.Errorf("%v was changed by %v or %v", l, m, n)
	}
	if b, ok := l.Layer("b"); !ok || b.At(0, 0) != 2 {
		t.Errorf("the layer b is %v", b)
	}
	if _, ok := l.Layer("c"); ok {
		t.Error("there is a layer c")
	}
}

func TestBadLayers(t *testing.T) {
	for text, want := range map[string]string{
		"c1x1~0~lfilter":                              `the layer "filter" has no cells`,
		"c1x1~0~lfilter~1":                            `the layer "filter" has no cells`,
		"c1x1~0~lfilter~c1x2~0":                       `the layer "filter": row 1 has 1 cells instead of 2`,
		"c1x1~0~lfilter~c1x1~0~lfilter~c1x1~0":        "the layer filter is there twice",
		"c1x1~0~lFilter~c1x1~0":                       `a layer cannot be called "Filter": a name is at most 24 small letters, digits and hyphens`,
		"c1x1~0~l~c1x1~0":                             `a layer cannot be called "": a name is at most 24 small letters, digits and hyphens`,
		"c1x1~0" + strings.Repeat("~la~c1x1~0", 4):    "5 layers of cells are too many: at most 4",
		"c1x1~0" + strings.Repeat("~la~c1x1~0", 1000): "1001 layers of cells are too many: at most 4",
		"c1x1~0~la~c1x65~0":                           `the layer "a": cells in 65 columns: there are from 1 to 64`,
	} {
		if _, err := ParseSource(text); err == nil || err.Error() != want {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
	if _, err := (Source{Layers: Layers{{"a", NewCells(1, 1, 0)}}}).Load(); err == nil {
		t.Error("layers without a first grid are taken")
	}
	if _, err := (Source{Cells: NewCells(1, 1, 0), Layers: Layers{{Name: "a"}}}).Load(); err == nil {
		t.Error("an empty layer is taken")
	}
	for text, want := range map[string]string{
		"image\n0,1\nfiltre\n1\n":   `line 3: there is no layer "filtre": the layers are image, filter`,
		"image\n0,1\n\nimage\n1\n":  "line 4: the layer image is there twice",
		"0,1\nimage\n1\n":           "line 2: the layer image is there twice",
		"image\n\nfilter\n1\n":      "line 1: the layer image has no cells: it needs rows of numbers below its name",
		"image\n0\nfilter\n":        "line 3: the layer filter has no cells: it needs rows of numbers below its name",
		"image\n0,1\nfilter\n1\n2,": "line 5: this row has 2 cells, and the first has 1",
		"":                          "the file has no cells: it needs rows of numbers",
	} {
		if _, err := ReadLayers(strings.NewReader(text), []string{"image", "filter"}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Spreadsheets fill the line of a name with empty columns; people write it as a title.
func TestLayersFromSpreadsheets(t *testing.T) {
	want := Layers{{"image", Grid([]float64{0, 1.5}, []float64{-2, 0}).Cells}, {"filter", Grid([]float64{1}).Cells}}
	for _, text := range []string{
		"image\n0,1.5\n-2,0\nfilter\n1\n", "image,\n0,1.5\n-2,0\n,\nfilter,\n1\n", "# Image\na,b\n0,1.5\n-2,0\n\n# Filter:\n1\n",
		"image;\n0;1,5\n−2;0\n;\nfilter;\n1\n", "image\t\r\n0\t1.5\r\n-2\t0\r\n\r\nfilter\r\n1\r\n", "\nIMAGE\n0 1.5\n-2  0\nFilter\n1",
	} {
		if l, err := ReadLayers(strings.NewReader(text), []string{"image", "filter"}); err != nil || !l.Equal(want) {
			t.Errorf("%q is %v, %v", text, l, err)
		}
	}
	// Rows without a name are the first layer, and have none here; a file may leave layers out.
	for text, want := range map[string]Layers{
		"0,1\n":              {{"", Grid([]float64{0, 1}).Cells}},
		"a,b\n0,1\n":         {{"", Grid([]float64{0, 1}).Cells}},
		"filter\n3\n":        {{"filter", Grid([]float64{3}).Cells}},
		"0,1\nfilter\n3,4\n": {{"", Grid([]float64{0, 1}).Cells}, {"filter", Grid([]float64{3, 4}).Cells}},
	} {
		if l, err := ReadLayers(strings.NewReader(text), []string{"image", "filter"}); err != nil || !l.Equal(want) {
			t.Errorf("%q is %v, %v", text, l, err)
		}
	}
}

func FuzzLayers(f *testing.F) {
	f.Add([]byte("image\n0,1,0.5\n\nfilter\n1,0,0\n"))
	f.Add([]byte("image;\n0,5;1\n;\nfilter;\n1;2"))
	f.Add([]byte("0 1\n# filter:\n1"))
	names := []string{"image", "filter"}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ReadLayers(bytes.NewReader(text), names)
		if err != nil {
			return
		}
		if l[0].Name == "" {
			l[0].Name = "image"
		}
		if err := l.Check(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteLayers(&b, l); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadLayers(&b, names); err != nil || !back.Equal(l) {
			t.Fatalf("%v: %v", l, err)
		}
	})
}
