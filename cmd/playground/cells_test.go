package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/painted"
)

// Cells come from a file of numbers, from an image or from a link's text, and the demo looks
// at them.
func TestCellsFromAFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 12, 6))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, out, err string }{
		{"-data " + write("cells.csv", "a,b\n0,1\n0.5,0.25\n"), `"model":{"sum":0.75,"cells":4}`, ""},
		{"-data " + write("black.png", picture.String()), `"model":{"sum":0,"cells":18}`, ""},
		{"-data " + write("ragged.csv", "0,1\n1\n"), "", "ragged.csv: line 2: this row has 1 cells, and the first has 2"},
		{"-data " + write("two.csv", "0,2\n"), "", "row 1, column 2: 2 is not between 0 and 1"},
		{"-data " + write("half.png", picture.String()[:40]), "", "half.png: the image is no PNG that can be read"},
		{"-preset c1x3~0_0.5_1", `"model":{"sum":1.5,"cells":3}`, ""},
		{"-preset c1x3~0_0.5_1 -set grid=ones", `"model":{"sum":2,"cells":4}`, ""},
		{"-preset ones", `"model":{"sum":2,"cells":4}`, ""},
		{"", `"model":{"sum":1,"cells":6}`, ""},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{painted.Demo()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "sums"}, strings.Fields(c.args)...))
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) || c.err == "" && err != nil {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: wrote %s, want %s", c.args, out.String(), c.out)
		}
	}
}

// A file may have several layers, each below its name; what it leaves out is as at the start.
func TestLayersFromAFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, c := range []struct{ args, out, err string }{
		{"-data " + write("both.csv", "image\n0,1\n0.5,0.25\n\nfilter\n1\n"), `"model":{"output":[0,1,0.5,0.25]}`, ""},
		{"-data " + write("image.csv", "0,1\n0.5,0.25\n"), `"model":{"output":[1,-0.25]}`, ""},
		{"-data " + write("filter.csv", "filter\n1,1\n"), `"model":{"output":[0,0,0,0,0,0,0,0,0,0,0,0]}`, ""},
		{"-data " + write("walls.csv", "walls\n1\n"), "", `walls.csv: line 1: there is no layer "walls": the layers are image, filter`},
		{"-data " + write("wide.csv", "filter\n1,1,1\n"), "", "layer filter: the cells have 3 columns: filtered takes from 1 to 2"},
		{"-preset c2x2~0_1~1_1~lfilter~c2x2~1_0~0_1", `"model":{"output":[1]}`, ""},
		{"-preset c2x2~0_1~1_1~lwalls~c2x2~1_0~0_1", "", "there is no layer walls: filtered takes the layers image, filter"},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{painted.Filtered()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "filtered"}, strings.Fields(c.args)...))
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) || c.err == "" && err != nil {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: wrote %s, want %s", c.args, out.String(), c.out)
		}
	}
	var out strings.Builder
	a := app{demos: []algos.Demo{painted.Filtered()}, stdout: &out, stderr: io.Discard}
	const takes = "cells in at most 8 rows and 8 columns; filter in at most 2 rows and 2 columns"
	if err := a.run(t.Context(), []string{"list"}); err != nil || !strings.Contains(out.String(), takes) {
		t.Errorf("the list says %s, %v", out.String(), err)
	}
}
