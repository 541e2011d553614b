package catalogtest

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"net/http"
	"testing"
)

// Images that leave the page say what they show: the default ones are higher by the
// room of the caption, and its words differ from step to step. An address can do
// without.
func TestImagesHaveACaption(t *testing.T) {
	t.Parallel()
	s := everything(t)
	decode := func(query string) image.Image {
		t.Helper()
		r := get(t, s, "/d/svm/frame.png?scale=1&"+query)
		img, err := png.Decode(r.Body)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return img
	}
	with, without := decode("step=3"), decode("step=3&caption=0")
	room := with.Bounds().Dy() - without.Bounds().Dy()
	if room < 50 || room > 90 || with.Bounds().Dx() != without.Bounds().Dx() {
		t.Fatalf("%v with a caption, %v without", with.Bounds(), without.Bounds())
	}
	top := image.Rect(0, 0, with.Bounds().Dx(), room)
	if equalIn(top, with, decode("step=4")) {
		t.Error("two steps say the same")
	}
	if !equalIn(top, with, decode("step=3")) {
		t.Error("a step says something else when it is asked again")
	}
	r := get(t, s, "/d/perceptron/run.gif?preset=trace")
	var b bytes.Buffer
	if _, err := b.ReadFrom(r.Body); err != nil {
		t.Fatal(err)
	}
	size := b.Len()
	anim, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if anim.Config.Height <= 440 || size > 600_000 {
		t.Errorf("the GIF is %d high and has %d bytes", anim.Config.Height, size)
	}
	if r := get(t, s, "/d/svm/frame.png?caption=2"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("caption=2 is answered with %d", r.StatusCode)
	}
}

// equalIn reports whether two images agree in a rectangle.
func equalIn(r image.Rectangle, a, b image.Image) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}
