package viz_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"playground/algos/mark"
	"playground/viz"
)

// A picture that is drawn in strips is the same file as one that is drawn at once,
// whatever is in it and wherever the strips end.
func TestStripsAreTheWholePicture(t *testing.T) {
	caption := viz.Caption{Title: "Perceptron", Step: "step 3 of 12", Sentence: "x₃ is wrong, and θ turns towards it."}
	for name, p := range map[string]mark.Panel{"board": board(60), "gallery": gallery(), "matrix": matrix(), "tree": tree(), "bars": alphas()} {
		for _, scale := range []float64{1, 1.37, 2} {
			o := viz.Options{Size: viz.Size{W: 301, H: 233}, Legend: true, Title: true, Caption: caption}
			var whole bytes.Buffer
			if err := viz.WritePNG(&whole, p, o, viz.Dark, scale, 1<<30); err != nil {
				t.Fatal(err)
			}
			for _, pixels := range []int{1, 7 * 301, 40_000} {
				var strips bytes.Buffer
				if err := viz.WritePNG(&strips, p, o, viz.Dark, scale, pixels); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(whole.Bytes(), strips.Bytes()) {
					t.Errorf("%s at %g in strips of %d pixels differs", name, scale, pixels)
				}
			}
		}
	}
}

// What reads a large picture and gives up stops the drawing.
func TestStripsEndWithTheirReader(t *testing.T) {
	gone := errors.New("gone")
	r, w := io.Pipe()
	r.CloseWithError(gone)
	err := viz.WritePNG(w, board(20), viz.Options{Size: viz.Size{W: 400, H: 400}}, viz.Light, 1, 4000)
	if !errors.Is(err, gone) {
		t.Error(err)
	}
}
