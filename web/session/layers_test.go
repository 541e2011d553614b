package session_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"playground/web/wire"
)

// onLayers runs a test with a client that has opened a demo of two layers of cells.
func onLayers(t *testing.T, demo string, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	bubble(t, config(), fmt.Sprintf(`{"type":"open","demo":%q}`, demo), test)
}

// layersOf are the layers in a few letters.
func layersOf(s wire.State) string {
	text := ""
	for _, l := range s.Layers {
		text += fmt.Sprintf("%s%d %d%v", l.Name, l.Rows, l.Cols, l.Values)
	}
	return text
}

// Each layer is edited by its name, the first one without it, too; the others stay, and undo
// takes back one edit, of whichever layer.
func TestLayers(t *testing.T) {
	const image = "image3 4[0 0 1 1 0 0 1 1 0 0 1 1]"
	onLayers(t, "filtered", func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		if layersOf(first) != image+"filter1 2[-1 1]" || cellsOf(first) != "3 4 [0 0 1 1 0 0 1 1 0 0 1 1]" {
			t.Fatalf("opened with %s, %s", layersOf(first), cellsOf(first))
		}
		var s wire.State
		edits := []struct{ op, layers, undo string }{
			{`"op":"cell","at":[0,1],"value":"0","grid":"filter"`, image + "filter1 2[-1 0]", "change a cell"},
			{`"op":"resize","shape":[2,2],"grid":"filter"`, image + "filter2 2[-1 0 0 0]", "change the number of cells"},
			{`"op":"paint","cells":[[1,0,1],[1,1,-1]],"grid":"filter"`, image + "filter2 2[-1 0 1 -1]", "paint cells"},
			{`"op":"load","csv":"1,0\n","grid":"filter"`, image + "filter1 2[1 0]", "load cells"},
			{`"op":"load","csv":"filter\n1\n\nimage\n0,1\n1,1\n"`, "image2 2[0 1 1 1]filter1 1[1]", "load cells"},
			{`"op":"paint","cells":[[0,0,0.5]],"grid":"image"`, "image2 2[0.5 1 1 1]filter1 1[1]", "paint cells"},
			{`"op":"paint","cells":[[1,0,0.5]]`, "image2 2[0.5 1 0.5 1]filter1 1[1]", "paint cells"},
			{`"op":"clear","grid":"filter"`, "image2 2[0.5 1 0.5 1]filter1 1[0]", "clear all cells"},
			{`"op":"load","csv":"0,0.25\n0,0\n"`, "image2 2[0 0.25 0 0]filter1 1[0]", "load cells"},
			{`"op":"load","data":"c2x2~0_1~0_1~lfilter~c2x1~1~-1"`, "image2 2[0 1 0 1]filter2 1[1 -1]", "load cells"},
		}
		for _, edit := range edits {
			c.say(`{"type":"data",%s}`, edit.op)
			m := c.settle()
			c.noErrors(m)
			if s = c.last(m, "state").State; layersOf(s) != edit.layers || s.CanUndo != edit.undo {
				t.Errorf("%s: %s, to undo %q; want %s, %q", edit.op, layersOf(s), s.CanUndo, edit.layers, edit.undo)
			}
		}
		query := s.Query
		for range edits {
			c.say(`{"type":"undo"}`)
		}
		if s = c.last(c.settle(), "state").State; layersOf(s) != layersOf(first) || s.CanUndo != "" {
			t.Errorf("undone to %s; to undo %q", layersOf(s), s.CanUndo)
		}
		c.say(`{"type":"open","demo":"filtered","query":%q}`, query)
		if s = c.last(c.settle(), "state").State; s.Query != query || layersOf(s) != edits[len(edits)-1].layers {
			t.Errorf("the link %s brings %s", query, layersOf(s))
		}
	})
}

// A stroke is one edit of its layer, and one on another layer another edit.
func TestStrokesOnLayers(t *testing.T) {
	onLayers(t, "filtered", func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		c.say(`{"type":"data","op":"paint","cells":[[0,0,1]],"live":true,"grid":"filter"}`)
		c.say(`{"type":"data","op":"paint","cells":[[0,1,0]],"live":true,"grid":"filter"}`)
		c.say(`{"type":"data","op":"paint","cells":[[0,0,1]],"live":true}`)
		c.say(`{"type":"data","op":"paint","cells":[[0,1,1]],"live":true}`)
		c.say(`{"type":"data","op":"paint"}`)
		if s := c.last(c.settle(), "state").State; layersOf(s) != "image3 4[1 1 1 1 0 0 1 1 0 0 1 1]filter1 2[1 0]" {
			t.Errorf("painted %s", layersOf(s))
		}
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; layersOf(s) != "image3 4[0 0 1 1 0 0 1 1 0 0 1 1]filter1 2[1 0]" {
			t.Errorf("one undo leaves %s", layersOf(s))
		}
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; layersOf(s) != layersOf(first) || s.CanUndo != "" {
			t.Errorf("two undos leave %s, to undo %q", layersOf(s), s.CanUndo)
		}
	})
}

// Layers of one size follow each other, and what does not fit is refused in words: nothing is lost.
func TestLayersOfOneSize(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 6, 3))); err != nil {
		t.Fatal(err)
	}
	picture := base64.StdEncoding.EncodeToString(b.Bytes())
	onLayers(t, "smoothing", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"data","op":"load","data":"c2x2~0_1~0.5_1~llabels~c2x2~1_0~0_1"}`)
		c.settle()
		for _, edit := range [][2]string{
			{`"op":"resize","shape":[2,3],"grid":"labels"`, "image2 3[0 1 0 0.5 1 0]labels2 3[1 0 0 0 1 0]"},
			{`"op":"load","csv":"1,1\n0,1\n1,0\n","grid":"labels"`, "image3 2[0 1 0.5 1 0 0]labels3 2[1 1 0 1 1 0]"},
		} {
			c.say(`{"type":"data",%s}`, edit[0])
			if s := c.last(c.settle(), "state").State; layersOf(s) != edit[1] {
				t.Errorf("%s: %s, want %s", edit[0], layersOf(s), edit[1])
			}
		}
		c.say(`{"type":"data","op":"look","csv":"labels\n1,1\n0,1\n"}`)
		if p := c.last(c.settle(), "preview").Preview; p.Total != 4 || len(p.Layers) != 1 || p.Layers[0].Name != "labels" || p.Layers[0].Rows != 2 {
			t.Errorf("the preview of a file is %+v", p)
		}
		c.say(`{"type":"data","op":"look","image":%q,"grid":"labels"}`, picture)
		if p := c.last(c.settle(), "preview").Preview; p.Layers != nil || p.Cells.Rows != 3 || p.Cells.Cols != 6 || *p.Image != [2]int{6, 3} {
			t.Errorf("the preview of an image is %+v", p)
		}
		const sizes = "layer labels has 3 rows and 2 columns, and layer image has 2 rows and 2 columns: smoothing takes layers of one size"
		for edit, want := range map[string][2]string{
			`"op":"load","csv":"image\n0,1\n1,1\n\nlabels\n0,1\n1,1\n0,0\n"`: {"data", sizes},
			`"op":"look","csv":"labels\n0,1\n1,1\n0,0\nimage\n0,1\n1,1\n"`:   {"data", sizes},
			`"op":"load","data":"c2x2~0_1~0_1~llabels~c3x2~1_0~0_0~1_1"`:     {"data", sizes},
			`"op":"load","data":"c2x2~0_1~0_1~lwalls~c2x2~1_0~0_1"`:          {"data", "there is no layer walls: smoothing takes the layers image, labels"},
			`"op":"load","csv":"walls\n0,1\n"`:                               {"csv", `line 1: there is no layer "walls": the layers are image, labels`},
			`"op":"cell","at":[0,0],"value":"0.5","grid":"labels"`:           {"data", "layer labels: row 1, column 1: 0.5 is not one of 0, 1"},
			`"op":"cell","at":[5,0],"value":"0","grid":"labels"`:             {"value", "there is no cell in row 5 and column 0"},
			`"op":"paint","cells":[[0,0,1]],"grid":"walls"`:                  {"grid", `smoothing has no layer "walls": it is one of image, labels`},
			`"op":"resize","shape":[17,2],"grid":"labels"`:                   {"data", "layer image: the cells have 17 rows: smoothing takes from 2 to 16"},
			`"op":"load","csv":"0,1\n","grid":"walls"`:                       {"grid", `smoothing has no layer "walls": it is one of image, labels`},
			`"op":"load","image":"iVBORw0KGgo=","grid":"labels"`:             {"image", "the image is no PNG that can be read"},
			`"op":"clear","grid":"Labels"`:                                   {"grid", `"Labels" is no name of a layer of cells: at most 24 small letters`},
			`"op":"clear","grid":"` + strings.Repeat("a", 25) + `"`:          {"grid", "at most 24 small letters"},
			`"op":"load","csv":"image\n0,1\n1,1\nlabels\n","grid":"labels"`:  {"csv", "line 4: the layer labels has no cells"},
		} {
			c.say(`{"type":"data",%s}`, edit)
			e := c.last(c.settle(), "error").Error
			if e.Field != want[0] || !strings.Contains(e.Message, want[1]) {
				t.Errorf("%s: %+v, want %q", edit, e, want)
			}
		}
		c.say(`{"type":"seed","seed":3}`)
		if s := c.last(c.settle(), "state").State; layersOf(s) != "image3 2[0 1 0.5 1 0 0]labels3 2[1 1 0 1 1 0]" {
			t.Errorf("bad edits left %s", layersOf(s))
		}
		c.say(`{"type":"open","demo":"sums"}`)
		c.settle()
		c.say(`{"type":"data","op":"clear","grid":"labels"}`)
		if e := c.last(c.settle(), "error").Error; e.Field != "grid" || !strings.Contains(e.Message, "sums has one layer of cells: leave grid out") {
			t.Errorf("a layer of one: %+v", e)
		}
	})
}
