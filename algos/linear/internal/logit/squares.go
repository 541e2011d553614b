package logit

import "playground/algos/lsq"

// Squares returns the parameters of the least-squares fit f(x) = y of one vector and its
// offset, without a penalty, in the frame. A column that the ones before it make up has the
// coefficient 0.
func (p *Problem) Squares(y []float64) []float64 {
	columns := make([][]float64, 3)
	for _, u := range p.U {
		for j := range columns {
			columns[j] = append(columns[j], u[j])
		}
	}
	return lsq.Solve(columns, y)
}
