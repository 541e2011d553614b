package panel

import (
	"context"
	"math"
	"sync"

	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// Regions are the classes of the places of the board. Where a class costs too much for
// every node they are found on a coarser grid, and exactly only beside their borders, or
// else by the nearest node: never by an interpolation between the numbers of classes.
type Regions struct {
	Of      func(x, y float64) int
	Classes int             // how many there are
	Cost    int             // of one class, in terms of a sum; 0 for a few
	Cache   *Cache          // of the task, where the regions are the same at every step; may be nil
	Context context.Context // of the run, which ends what it costs; may be nil
	Legend  say.Phrase
}

// Field is the regions as a mark.
func (r Regions) Field() mark.Field {
	return mark.Field{Eval: r.Cache.through(r.eval), Scale: mark.Regions, Hi: float64(max(0, r.Classes-1)), Sharp: true, Legend: r.Legend}
}

func (r Regions) eval(dst []float64, g grid.Grid) (whole bool) {
	of := func(x, y float64) float64 { return float64(r.Of(x, y)) }
	few := coarser(g, r.Cost)
	if few == g {
		return fill(r.Context, dst, g, of)
	}
	values := make([]float64, few.Len())
	if !fill(r.Context, values, few, of) {
		return false
	}
	var open []int // nodes beside a border
	for j := range g.NY {
		y, j0 := along(j, g.NY, few.NY)
		for i := range g.NX {
			x, i0 := along(i, g.NX, few.NX)
			at := values[j0*few.NX+i0:]
			near := at[int(math.Round(y))*few.NX+int(math.Round(x))]
			if dst[j*g.NX+i] = near; at[0] != at[1] || at[0] != at[few.NX] || at[0] != at[few.NX+1] {
				open = append(open, j*g.NX+i)
			}
		}
	}
	if r.Cost*len(open) > costly {
		return true
	}
	for k, n := range open {
		if k%few.NX == 0 && ended(r.Context) {
			return false
		}
		dst[n] = of(g.X(n%g.NX), g.Y(n/g.NX))
	}
	return true
}

// Surface is a number at the places of the board, as shading and isolines. Where it costs
// too much for every node it is interpolated on a coarser grid.
type Surface struct {
	Of      func(x, y float64) float64
	Cost    int             // of one value, in terms of a sum; 0 for a few
	Cache   *Cache          // of the task, where it is the same at every step; may be nil
	Context context.Context // of the run, which ends what it costs; may be nil
	Like    mark.Field      // its scale, levels and legend
}

// Field is the surface as a mark.
func (s Surface) Field() mark.Field {
	f := s.Like
	f.Eval = s.Cache.through(s.eval)
	return f
}

func (s Surface) eval(dst []float64, g grid.Grid) (whole bool) {
	few := coarser(g, s.Cost)
	if few == g {
		return fill(s.Context, dst, g, s.Of)
	}
	values := make([]float64, few.Len())
	whole = fill(s.Context, values, few, s.Of)
	interpolate(dst, g, values, few)
	return whole
}

// coarser is the finest grid that a field is worth, at most the one that is asked for.
func coarser(g grid.Grid, cost int) grid.Grid {
	if cost*g.Len() <= costly {
		return g
	}
	side := max(coarse, int(math.Sqrt(float64(costly)/float64(cost))))
	return grid.Grid{Window: g.Window, NX: min(side, g.NX), NY: min(side, g.NY)}
}

// fill evaluates a function row by row, and reports whether it came to the end before
// the context did.
func fill(ctx context.Context, dst []float64, g grid.Grid, f func(x, y float64) float64) bool {
	for j := range g.NY {
		if ended(ctx) {
			return false
		}
		y := g.Y(j)
		for i := range g.NX {
			dst[j*g.NX+i] = f(g.X(i), y)
		}
	}
	return true
}

func ended(ctx context.Context) bool { return ctx != nil && ctx.Err() != nil }

// along is where node i of n lies between the nodes of a coarser row: from node base on,
// by a share.
func along(i, n, few int) (share float64, base int) {
	at := float64(i) / float64(n-1) * float64(few-1)
	base = min(int(at), few-2)
	return at - float64(base), base
}

// A Cache keeps a field that is the same at every step of a run, for the grids on which it
// was looked at last. It belongs to the task, as a pointer; new(Cache) is empty, and nil keeps nothing.
type Cache struct {
	mu   sync.Mutex
	kept []cached
}

type cached struct {
	grid   grid.Grid
	values []float64
}

// grids is for how many grids a field is kept: a page and a phone that follows it.
const grids = 2

// through evaluates a field whose values are kept, once they are whole.
func (c *Cache) through(eval func(dst []float64, g grid.Grid) (whole bool)) mark.FieldFunc {
	if c == nil {
		return func(dst []float64, g grid.Grid) { eval(dst, g) }
	}
	return func(dst []float64, g grid.Grid) {
		if c.recall(dst, g) || !eval(dst, g) {
			return
		}
		values := append([]float64(nil), dst[:g.Len()]...)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.kept = append(c.kept, cached{g, values}); len(c.kept) > grids {
			c.kept = c.kept[1:]
		}
	}
}

// recall copies what is kept for a grid.
func (c *Cache) recall(dst []float64, g grid.Grid) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kept {
		if k.grid == g {
			copy(dst, k.values)
			return true
		}
	}
	return false
}

// Ball is what lies within a distance of a place: a diamond, a disc or a square. It says which
// number of the step its radius is, as a place of a sentence does ("metric.radius"), and the
// contract measures its border.
func Ball(m geometry.Metric, centre mark.XY, r float64, number string, s mark.Style, legend say.Phrase) mark.PolyLine {
	return mark.PolyLine{At: m.Ball(centre, r), Closed: true, Radius: number, Style: s, Legend: legend}
}

// Cells are the Voronoi cells of some centres in the colours of their numbers, with
// borders. A centre that stands where an earlier one does has no cell.
func Cells(centres []mark.XY, w grid.Window, legend say.Phrase) []mark.Mark {
	var marks []mark.Mark
	once := Once(legend)
	for k, cell := range geometry.Cells(centres, w) {
		if len(cell) < 3 {
			continue
		}
		marks = append(marks,
			mark.PolyLine{At: cell, Closed: true, Fill: true, Style: mark.RoleOfClass(k).Wide(0.8).Faded(0.13), Legend: once()},
			mark.PolyLine{At: cell, Closed: true, Style: mark.RoleSoft.Wide(1)})
	}
	return marks
}
