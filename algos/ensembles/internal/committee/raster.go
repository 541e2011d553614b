package committee

import (
	"sort"

	"playground/algos/cart"
	"playground/algos/grid"
	"playground/algos/mark"
)

// A raster is what trees say at every node of a grid, class by class. Where trees ask for the coordinates
// themselves, a leaf is a rectangle: it is noted at four corners, and the differences are added up at the end. That
// takes a few operations a leaf and a node, and not a way through every tree for every node.
type raster struct {
	Options
	g      grid.Grid
	k      int
	cut    [2][]float64 // coordinates of the nodes
	planes [][]float64  // with a row and a column more than the grid
}

func newRaster(o Options, g grid.Grid, classes int) *raster {
	r := &raster{Options: o, g: g, k: classes, planes: make([][]float64, classes)}
	for k := range r.planes {
		r.planes[k] = make([]float64, (g.NX+1)*(g.NY+1))
	}
	for i := range g.NX {
		r.cut[0] = append(r.cut[0], g.X(i))
	}
	for j := range g.NY {
		r.cut[1] = append(r.cut[1], g.Y(j))
	}
	return r
}

// add notes the leaves of a tree of the plain coordinates.
func (r *raster) add(t *cart.Tree) {
	r.note(t, 0, [2][2]int{{0, r.g.NX}, {0, r.g.NY}})
}

func (r *raster) note(t *cart.Tree, at int, box [2][2]int) {
	if box[0][0] >= box[0][1] || box[1][0] >= box[1][1] {
		return
	}
	n := &t.Nodes[at]
	if j := n.Feature; j != cart.Leaf {
		cuts := r.cut[j][box[j][0]:box[j][1]]
		mid := box[j][0] + sort.Search(len(cuts), func(i int) bool { return cuts[i] > n.Threshold })
		left, right := box, box
		left[j][1], right[j][0] = mid, mid
		r.note(t, n.Left, left)
		r.note(t, n.Right, right)
		return
	}
	if r.Voting != Mean {
		r.corner(int(n.Value), box, 1)
		return
	}
	for k, c := range n.Counts {
		if c > 0 {
			r.corner(k, box, float64(c)/float64(n.N))
		}
	}
}

func (r *raster) corner(class int, box [2][2]int, v float64) {
	w, p := r.g.NX+1, r.planes[class]
	p[box[1][0]*w+box[0][0]] += v
	p[box[1][0]*w+box[0][1]] -= v
	p[box[1][1]*w+box[0][0]] -= v
	p[box[1][1]*w+box[0][1]] += v
}

// sum adds the differences up: what all trees say to a class at every node of the grid.
func (r *raster) sum(class int) []float64 {
	w, p := r.g.NX+1, r.planes[class]
	out := make([]float64, r.g.Len())
	above := make([]float64, r.g.NX)
	for j := range r.g.NY {
		along := 0.0
		for i := range r.g.NX {
			along += p[j*w+i]
			above[i] += along
			out[j*r.g.NX+i] = above[i]
		}
	}
	return out
}

// shaded is what trees say at every node of a grid, class by class, added up.
func (t *Task) shaded(members []*Member, g grid.Grid) [][]float64 {
	out := make([][]float64, t.K)
	if t.FeatureSet == Plain {
		r := newRaster(t.Options, g, t.K)
		for _, m := range members {
			r.add(m.Tree)
		}
		for k := range out {
			out[k] = r.sum(k)
		}
		return out
	}
	for k := range out {
		out[k] = make([]float64, g.Len())
	}
	says := make([]float64, t.K)
	for j := range g.NY {
		for i := range g.NX {
			in := inputs(t.FeatureSet, [2]float64{g.X(i), g.Y(j)})
			clear(says)
			for _, m := range members {
				t.says(says, &m.Tree.Nodes[m.Tree.Leaf(in...)])
			}
			for k, v := range says {
				out[k][j*g.NX+i] = v
			}
		}
	}
	return out
}

// winner is the class that the ensemble says at a place.
func (s *State) winner(x, y float64) int {
	says := make([]float64, s.K)
	for _, m := range s.Committee {
		s.says(says, &m.Tree.Nodes[m.Tree.Leaf(inputs(s.FeatureSet, [2]float64{x, y})...)])
	}
	return Winner(says)
}

// field is the share of the second of two classes less one half, or the class that wins.
func (s *State) field() mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		shares := s.shaded(s.Committee, g)
		says := make([]float64, s.K)
		for i := range dst {
			for k := range says {
				says[k] = shares[k][i]
			}
			if s.K == 2 {
				dst[i] = says[1]/float64(len(s.Committee)) - 0.5
				continue
			}
			dst[i] = float64(Winner(says))
		}
	}
}
