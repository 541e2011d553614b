package viz

import (
	"strings"
	"testing"
)

// A caption is as high for every sentence, keeps its words within their room, and says
// with an ellipsis that it was cut.
func TestWrap(t *testing.T) {
	width := func(s string) float64 { return float64(len([]rune(s))) }
	for _, c := range []struct {
		text string
		room float64
		most int
		want string
	}{
		{"", 10, 3, ""},
		{"one two three", 20, 3, "one two three"},
		{"one two three", 8, 3, "one two|three"},
		{"one two three four five", 8, 2, "one two|three …"},
		{"one two", 3, 0, ""},
		{"incomprehensibly long", 5, 2, "incomprehensibly|long"},
	} {
		if got := strings.Join(wrap(c.text, c.room, c.most, width), "|"); got != c.want {
			t.Errorf("%q in %v × %d is %q, want %q", c.text, c.room, c.most, got, c.want)
		}
	}
}

func TestCaptionLeavesAPicture(t *testing.T) {
	for _, h := range []float64{60, 120, 180, 200, 300, 900} {
		o := Options{Size: Size{W: 400, H: h}}
		if room := CaptionHeight(o); room > 0 && h-room < leastBelow || h > 260 && room == 0 {
			t.Errorf("of %v the caption takes %v", h, room)
		}
	}
}
