package logit

// Squares returns the parameters of the least-squares fit f(x) = y of one vector and its
// offset, without a penalty, by its normal equations Σ u uᵀ b = Σ y u. A direction in
// which the points do not differ is left at 0.
func (p *Problem) Squares(y []float64) []float64 {
	b := make([]float64, 3)
	for range 3 { // the first solution, and what it has lost by rounding
		var r [3]float64
		h := make([]float64, 9)
		for i, u := range p.U {
			rest := y[i] - b[0]*u[0] - b[1]*u[1] - b[2]*u[2]
			for j := range u {
				r[j] += rest * u[j]
				for k := range u {
					h[3*j+k] += u[j] * u[k]
				}
			}
		}
		solve(h, r[:])
		b = Moved(b, 1, r[:])
	}
	return b
}
