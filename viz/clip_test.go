package viz

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"playground/algos/mark"
)

func drawPoint(t *rapid.T, scale float64) vg.Point {
	x := rapid.Float64Range(-scale, scale)
	return vg.Point{X: vg.Length(x.Draw(t, "x")), Y: vg.Length(x.Draw(t, "y"))}
}

// distance is how far a point is from a segment.
func distance(p, a, b vg.Point) float64 {
	d := b.Sub(a)
	t := 0.0
	if n := float64(d.Dot(d)); n > 0 {
		t = math.Max(0, math.Min(1, float64(p.Sub(a).Dot(d))/n))
	}
	q := a.Add(d.Scale(vg.Length(t)))
	return math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y))
}

var box = vg.Rectangle{Min: vg.Point{X: -10, Y: -5}, Max: vg.Point{X: 10, Y: 5}}

func inBox(p vg.Point, tol vg.Length) bool {
	return p.X >= box.Min.X-tol && p.X <= box.Max.X+tol && p.Y >= box.Min.Y-tol && p.Y <= box.Max.Y+tol
}

// A clipped segment lies in the rectangle and on the segment, and every inner
// point of the segment lies on it.
func TestClipSegment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]float64{4, 30, 1e4}).Draw(t, "scale")
		a, b := drawPoint(t, scale), drawPoint(t, scale)
		p, q, ok := clipSegment(box, a, b)
		tol := 1e-12 * scale
		if ok && (!inBox(p, 0) || !inBox(q, 0) || distance(p, a, b) > tol || distance(q, a, b) > tol) {
			t.Fatalf("%v–%v becomes %v–%v", a, b, p, q)
		}
		u := vg.Length(rapid.Float64Range(0, 1).Draw(t, "u"))
		inner := a.Add(b.Sub(a).Scale(u))
		if inBox(inner, vg.Length(-2*tol)) && (!ok || distance(inner, p, q) > tol) {
			t.Fatalf("%v of %v–%v was lost: %v–%v, %v", inner, a, b, p, q, ok)
		}
	})
}

// What is thinned starts and ends as before, and stays within the tolerance.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		wild := rapid.Bool().Draw(t, "wild")
		line := make([]vg.Point, n)
		for i := range line {
			line[i] = drawPoint(t, 3)
			if !wild { // a smooth curve with small noise
				s := float64(i) / 9
				line[i] = vg.Point{X: vg.Length(20*s) + line[i].X/50, Y: vg.Length(15*math.Sin(s)) + line[i].Y/50}
			}
		}
		got := thin(append([]vg.Point(nil), line...))
		if len(got) > n || n > 0 && (got[0] != line[0] || got[len(got)-1] != line[n-1]) {
			t.Fatalf("%d points of %d", len(got), n)
		}
		// Kept vertices are vertices of the line, in order: what is between two of
		// them must be near their connection.
		k := 0
		for i := 1; i < len(got); i++ {
			for ; line[k] != got[i] || k == 0; k++ {
				if d := distance(line[k], got[i-1], got[i]); d > tolerance*(1+1e-9) {
					t.Fatalf("vertex %d is %g off", k, d)
				}
			}
		}
	})
}

func TestThinDropsWhatCannotBeSeen(t *testing.T) {
	line := make([]vg.Point, 1000)
	for i := range line {
		line[i] = vg.Point{X: vg.Length(i) / 10, Y: vg.Length(math.Sin(float64(i))) / 20}
	}
	if got := thin(line); len(got) > 3 {
		t.Errorf("%d of 1000 vertices kept on a line that is straight to a twentieth of a pixel", len(got))
	}
}

func TestClipPolygonOfATriangle(t *testing.T) {
	// A triangle that holds the whole box becomes the box.
	got := clipPolygon(box, []vg.Point{{X: -100, Y: -6}, {X: 100, Y: -6}, {X: 0, Y: 300}})
	area := 0.0
	for i, p := range got {
		q := got[(i+1)%len(got)]
		area += float64(p.X*q.Y-q.X*p.Y) / 2
	}
	if math.Abs(area-200) > 1e-9 {
		t.Errorf("area %g, want 200: %v", area, got)
	}
	if out := clipPolygon(box, []vg.Point{{X: 20, Y: 0}, {X: 30, Y: 0}, {X: 25, Y: 9}}); len(out) != 0 {
		t.Errorf("a triangle outside leaves %v", out)
	}
}

// A mark that is open on a side reaches the border there, whatever is shown.
func TestBeyondReachesTheBorder(t *testing.T) {
	half := mark.Rect{Min: mark.XY{X: 0, Y: -mark.Beyond}, Max: mark.XY{X: mark.Beyond, Y: mark.Beyond}, Fill: true}
	p := mark.Panel{ID: "board", Equal: true, X: mark.Axis{Min: -1, Max: 1}, Y: mark.Axis{Min: -1, Max: 1}, Marks: []mark.Mark{half}}
	var b bytes.Buffer
	if err := PNG(&b, p, Options{Size: Size{W: 600, H: 300}}, Light, 1); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	left, middle, right := picture.At(60, 140), picture.At(340, 140), picture.At(591, 140)
	if middle != right || left == right {
		t.Errorf("the colours are %v outside, %v inside, and %v at the border", left, middle, right)
	}
}
