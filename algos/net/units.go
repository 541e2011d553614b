package net

import "playground/algos/grid"

// Units is what every unit puts out at the nodes of a grid, layer by layer, the inputs first: what small boards show.
// enter writes the inputs of a place; nil takes the place itself, of a network with two inputs.
func (n *Net) Units(w []float64, g grid.Grid, enter func(in []float64, x, y float64)) [][][]float64 {
	if enter == nil {
		enter = func(in []float64, x, y float64) { in[0], in[1] = x, y }
	}
	tape := n.NewTape()
	out := make([][][]float64, len(tape.Out))
	for k, units := range tape.Out {
		out[k] = make([][]float64, len(units))
		for j := range units {
			out[k][j] = make([]float64, g.Len())
		}
	}
	in := make([]float64, n.Layers[0].In)
	for row := range g.NY {
		for column := range g.NX {
			enter(in, g.X(column), g.Y(row))
			n.Forward(w, in, tape)
			for k, units := range tape.Out {
				for j, v := range units {
					out[k][j][row*g.NX+column] = v
				}
			}
		}
	}
	return out
}
