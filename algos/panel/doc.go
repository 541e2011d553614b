// Package panel holds the pictures that many methods share. Each is a struct of
// what is to be seen, in the words of the textbook, whose method Panel draws it
// with marks; smaller functions make single marks.
//
//	Rows       a number for every row of the data, as bars in their order
//	Gram       a matrix over pairs of rows
//	Plane      the plane of two parameters: isolines, path, next move, minimum
//	Landscape  a function of two variables as shading and isolines
//	Curve      a sampled function
//	Path       a thinned trail, Line it as a mark
//	Data, Rings, Drawn, Dot, Arrow, Bounds
//	Space      points, threads, planes and nets in three dimensions, which readers turn
//	Strip      small pictures in a grid: stages, other seeds
//	DragBars   bars whose heights readers drag
//	Box        a rectangle that readers move and resize; HalfPlane a line that they move and turn
//	Tree       a tree of boxes with words, or of discs where these have no room
package panel
