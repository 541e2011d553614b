package panel

import (
	"cmp"
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// DragBars are bars whose heights are the numbers of a list, a [param.Numbers]: each is
// dragged by its top, or anywhere on it. The keys go from bar to bar and change the height.
type DragBars struct {
	Param  string
	Values []float64    // what the list has now
	Tip    say.Phrase   // what a tooltip says: what they set
	Names  []say.Phrase // of the bars, for screen readers; nil: "bar 1 of 3"
	Refs   []string     // of the bars
	Tips   []say.Phrase // of the bars
	Base   float64
	Hot    []int // drawn in the accent colour
	Style  mark.Style
	Legend say.Phrase
}

// half is how far a bar reaches to both sides, for hands.
const half = 0.4

// Marks are the bars at 0, 1, 2, … and a handle on each.
func (b DragBars) Marks() []mark.Mark {
	marks := []mark.Mark{mark.Bars{Y: b.Values, Base: b.Base, Hot: b.Hot, Refs: b.Refs, Tips: b.Tips, Style: b.Style, Legend: b.Legend}}
	for i, y := range b.Values {
		name := say.Vars{"bar": i + 1, "n": len(b.Values)}.Text("bar <bar> of <n>")
		if i < len(b.Names) {
			name = b.Names[i]
		}
		x := float64(i)
		marks = append(marks, mark.Handle{
			Param: b.Param, Along: mark.Listed, At: mark.XY{X: x, Y: y}, MovesY: []int{i}, Name: name, Tip: b.Tip,
			Inside: [2]mark.XY{{X: x - half, Y: b.Base}, {X: x + half, Y: y}}, Style: b.Style,
		})
	}
	return marks
}

// A Box is a rectangle that is moved by its inside and resized by its edges and corners.
// It is four numbers of a list, a [param.Numbers] with Each(4): x₁, y₁ of a corner and x₂,
// y₂ of the opposite one. A list may hold several.
type Box struct {
	Param  string
	Values []float64  // of the whole list
	Nth    int        // which rectangle of the list, from 0
	Name   say.Phrase // for screen readers, such as "box 2"
	Tip    say.Phrase // what a tooltip says: what it sets
	Style  mark.Style
	Legend say.Phrase
}

// Corners are the lower left and the upper right corner, however they were dragged.
func (b Box) Corners() (low, high mark.XY) {
	v := b.Values[4*b.Nth:]
	return mark.XY{X: min(v[0], v[2]), Y: min(v[1], v[3])}, mark.XY{X: max(v[0], v[2]), Y: max(v[1], v[3])}
}

// Marks are the rectangle, a handle in its middle, and one on each edge and corner.
func (b Box) Marks() []mark.Mark {
	const small = 4 // the radius of what resizes it
	low, high := b.Corners()
	at := 4 * b.Nth
	// The numbers at the left, at the right, below and above.
	left, right, below, above := at, at+2, at+1, at+3
	if b.Values[left] > b.Values[right] {
		left, right = right, left
	}
	if b.Values[below] > b.Values[above] {
		below, above = above, below
	}
	shape := b.Style
	shape.Width = cmp.Or(shape.Width, 1.6)
	middle := mark.XY{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	grip := func(name string, p mark.XY, x, y []int, size float64) mark.Handle {
		return mark.Handle{
			Param: b.Param, Along: mark.Listed, At: p, MovesX: x, MovesY: y, Name: say.Vars{"of": b.Name}.Text(name), Tip: b.Tip,
			Size: size, Hollow: size > 0, Style: mark.Style{Role: b.Style.Role},
		}
	}
	whole := grip("<of>: the whole of it", middle, []int{left, right}, []int{below, above}, 0)
	whole.Inside = [2]mark.XY{low, high}
	return []mark.Mark{
		mark.Rect{Min: low, Max: high, Fill: true, Style: shape, Legend: b.Legend},
		whole,
		grip("<of>: left edge", mark.XY{X: low.X, Y: middle.Y}, []int{left}, nil, small),
		grip("<of>: right edge", mark.XY{X: high.X, Y: middle.Y}, []int{right}, nil, small),
		grip("<of>: lower edge", mark.XY{X: middle.X, Y: low.Y}, nil, []int{below}, small),
		grip("<of>: upper edge", mark.XY{X: middle.X, Y: high.Y}, nil, []int{above}, small),
		grip("<of>: lower left corner", low, []int{left}, []int{below}, small),
		grip("<of>: lower right corner", mark.XY{X: high.X, Y: low.Y}, []int{right}, []int{below}, small),
		grip("<of>: upper left corner", mark.XY{X: low.X, Y: high.Y}, []int{left}, []int{above}, small),
		grip("<of>: upper right corner", high, []int{right}, []int{above}, small),
	}
}

// A HalfPlane is the side of a straight line that is on the left on the way from one place to
// another, moved by its middle and turned by its ends. It is four numbers of a list, a
// [param.Numbers] with Each(4): x₁, y₁ of the first place and x₂, y₂ of the second. A list
// may hold several.
type HalfPlane struct {
	Param  string
	Values []float64  // of the whole list
	Nth    int        // which half-plane of the list, from 0
	Name   say.Phrase // for screen readers, such as "line 2"
	Tip    say.Phrase // what a tooltip says: what it sets
	Style  mark.Style
	Legend say.Phrase
}

// Coefficients are a, b and c with a·x₁ + b·x₂ + c ≥ 0 in the half-plane, and a² + b² = 1;
// false where both places are the same.
func (h HalfPlane) Coefficients() (a, b, c float64, ok bool) {
	v := h.Values[4*h.Nth:]
	a, b = v[1]-v[3], v[2]-v[0]
	length := math.Hypot(a, b)
	if !(length > 0) {
		return 0, 0, 0, false
	}
	a, b = a/length, b/length
	return a, b, -a*v[0] - b*v[1], true
}

// Marks are the line with an arrow to its side, and handles in the middle and at both places.
func (h HalfPlane) Marks() []mark.Mark {
	const reach = 0.2 // the arrow's share of the way between the places
	at := 4 * h.Nth
	v := h.Values[at:]
	from, to := mark.XY{X: v[0], Y: v[1]}, mark.XY{X: v[2], Y: v[3]}
	middle := mark.XY{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2}
	normal := h.Style
	if normal.Role == mark.RoleAuto {
		normal.Role = mark.RoleInk
	}
	var marks []mark.Mark
	if a, b, c, ok := h.Coefficients(); ok {
		size := reach * math.Hypot(to.X-from.X, to.Y-from.Y)
		tip := mark.XY{X: middle.X + size*a, Y: middle.Y + size*b}
		marks = append(marks, mark.Ray{A: a, B: b, C: c, Style: h.Style, Legend: h.Legend}, Arrow(middle, tip, normal, ""))
	}
	grip := func(name string, p mark.XY, x, y []int, hollow bool) mark.Mark {
		return mark.Handle{
			Param: h.Param, Along: mark.Listed, At: p, MovesX: x, MovesY: y, Name: say.Vars{"of": h.Name}.Text(name), Tip: h.Tip,
			Hollow: hollow, Style: mark.Style{Role: h.Style.Role},
		}
	}
	return append(marks,
		grip("<of>: the whole of it", middle, []int{at, at + 2}, []int{at + 1, at + 3}, false),
		grip("<of>: first end", from, []int{at}, []int{at + 1}, true),
		grip("<of>: second end", to, []int{at + 2}, []int{at + 3}, true),
	)
}
