package panel

import (
	"cmp"

	"playground/algos/grid"
	"playground/algos/mark"
)

// A Strip is small pictures of the board in a grid, row by row from the top: the
// stages of a run, or where other seeds ended.
type Strip struct {
	Columns, Rows int
	Window        grid.Window // the part of the board in each picture
	// Left, Bottom, Width and Height are where the board lies in a cell, whose sides
	// are 1; what they leave free is room for words.
	Left, Bottom, Width, Height float64
	// Across and Up are from one cell to the next; 0 is 1.
	Across, Up float64
}

// Axes are the hidden axes of the panel where the cells lie side by side.
func (s Strip) Axes() (x, y mark.Axis) {
	return mark.Axis{Hidden: true, Max: float64(s.Columns)}, mark.Axis{Hidden: true, Max: float64(s.Rows)}
}

// Corner is the lower left corner of picture i.
func (s Strip) Corner(i int) mark.XY {
	return mark.XY{X: cmp.Or(s.Across, 1) * float64(i%s.Columns), Y: cmp.Or(s.Up, 1) * float64(s.Rows-1-i/s.Columns)}
}

// Frame is the border of picture i, a margin inside of its cell.
func (s Strip) Frame(i int, margin float64, style mark.Style) mark.Rect {
	c := s.Corner(i)
	return mark.Rect{Min: mark.XY{X: c.X + margin, Y: c.Y + margin}, Max: mark.XY{X: c.X + 1 - margin, Y: c.Y + 1 - margin}, Style: style}
}

// Scale is how long the units of the board are in a picture.
func (s Strip) Scale() (x, y float64) {
	return s.Width / (s.Window.X1 - s.Window.X0), s.Height / (s.Window.Y1 - s.Window.Y0)
}

// Place is a place of the board in picture i.
func (s Strip) Place(i int, at mark.XY) mark.XY {
	c := s.Corner(i)
	sx, sy := s.Scale()
	return mark.XY{X: c.X + s.Left + sx*(at.X-s.Window.X0), Y: c.Y + s.Bottom + sy*(at.Y-s.Window.Y0)}
}
