package hall

import (
	"math"

	"playground/web/wire"
)

// side is the size of the side views of most classes, so that they are drawn once for all.
var side = [2]float64{310, 168}

// The size classes. Followers differ in their screens, and a picture that was drawn
// for a wall cannot be read on a phone. So pictures are drawn at a few sizes, and
// each follower gets those of the class that is nearest to its page. A class is a
// little smaller than its members' boxes: their pages enlarge the picture, and its
// text is never smaller than it was drawn.
var sizes = [...]wire.View{
	{Board: [2]float64{264, 220}, Side: [2]float64{240, 130}},                  // the smallest phones, and low boards
	{Board: [2]float64{320, 290}, Side: side},                                  // phones, upright
	{Board: [2]float64{600, 290}, Side: side},                                  // phones, lying
	{Board: [2]float64{540, 410}, Side: side},                                  // laptops, tablets
	{Board: [2]float64{1000, 760}, Side: side},                                 // large screens
	{Board: [2]float64{720, 440}, Side: [2]float64{440, 240}, Projector: true}, // walls, with larger type and one side view
}

// Classes is how many size classes there are.
const Classes = len(sizes)

// SizeOf returns the sizes at which pictures of a class are drawn, and whether there is
// such a class.
func SizeOf(class int) (wire.View, bool) {
	if class < 0 || class >= Classes {
		return wire.View{}, false
	}
	return sizes[class], true
}

// The class of a client that does not tell how large it shows pictures.
const usual = 3

// classOf returns the class of a page with such a view. It is the nearest one of
// those that the page can enlarge, or else the one that it has to reduce least.
func classOf(v *wire.View) int {
	if v == nil {
		return usual
	}
	best, least := 0, math.Inf(1)
	for k, c := range sizes {
		if c.Projector != v.Projector {
			continue
		}
		if d := distance(*v, c); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance says how badly the pictures of a class fit a page.
func distance(v, size wire.View) float64 {
	w, h := math.Log(v.Board[0]/size.Board[0]), math.Log(v.Board[1]/size.Board[1])
	d := math.Abs(w) + math.Abs(h)
	smallest := min(w, h)
	if !v.BoardOnly {
		smallest = min(smallest, math.Log(v.Side[0]/size.Side[0]))
	}
	if smallest < 0 {
		d += tooSmall * (1 - smallest)
	}
	return d
}

// tooSmall outweighs any other distance.
const tooSmall = 1000
