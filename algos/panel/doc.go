// Package panel holds the pictures that many methods share. Each is a struct of
// what is to be seen, in the words of the textbook, whose method Panel draws it
// with marks; smaller functions make single marks.
//
// Whole panels:
//
//	Curves     one or more quantities over one axis: the present value, the best, a handle
//	Errors     training, left-out and held-out errors against a parameter
//	Bars       numbers over an index, with names; Ranked has the largest first
//	Rows       a number for every row of the data, as bars in their order
//	Against    what is predicted against the target, with residuals
//	Table      words and numbers in rows
//	Named      a matrix with names of its rows and columns
//	Gram       a matrix over pairs of rows
//	Plane      the plane of two parameters: isolines, path, next move, minimum
//	Space      points, threads, planes and nets in three dimensions, which readers turn
//	DragBars   bars whose heights readers drag
//	Box        a rectangle that readers move and resize; HalfPlane a line that they move and turn
//	Tree       a tree of boxes with words, or of discs where these have no room
//	Network    units in layers with their weights, numbers and small boards
//	Histogram  how often which values came out, with their density
//	Confusion  true against predicted classes
//	Dendrogram merges at their heights, and a cut to drag
//	Trellis    the states of a chain over time, with transitions and paths
//	Joint      a joint distribution with its margins
//	Simplex    the triangle of three probabilities
//	Strip      small pictures in a grid: stages, other seeds
//
// Fields of a board, with a budget for what a place costs, a [Cache] for what is the same
// at every step, and a context that ends them:
//
//	Regions    classes of places
//	Surface    numbers at places
//	Landscape  a function of two variables as shading and isolines
//
// Single marks and places:
//
//	Data, Placed, Rings, Ring, Drawn, Dot, Stems, Segment, Arrow, Band
//	Now, Best, Bound, Level, Zero
//	Curve, Smooth, Path, Over, Course, Traced
//	Cells, Ball
//	Write, Once
//	FromZero, Spanning, Numbered, RoundUp
package panel
