package biasvariance

import (
	"math"
	"slices"

	"playground/algos/regression/internal/lsq"
)

// legendre are the columns P₀(x), …, P_d(x).
func legendre(x []float64, degree int) [][]float64 {
	columns := make([][]float64, degree+1)
	for d := range columns {
		columns[d] = make([]float64, len(x))
		for i, xi := range x {
			switch m := float64(d); d {
			case 0:
				columns[d][i] = 1
			case 1:
				columns[d][i] = xi
			default:
				columns[d][i] = ((2*m-1)*xi*columns[d-1][i] - (m-1)*columns[d-2][i]) / m
			}
		}
	}
	return columns
}

// value is the value of a combination of columns in a row.
func value(columns [][]float64, theta []float64, row int) float64 {
	sum := 0.0
	for j, c := range theta {
		sum += c * columns[j][row]
	}
	return sum
}

// fit makes a curve of a data set at each setting, and returns its values at some places.
func (t *task) fit(x, y, at []float64) [][]float64 {
	out := make([][]float64, len(t.settings))
	for j := range out {
		out[j] = make([]float64, len(at))
	}
	switch t.Method {
	case polynomial:
		top := len(t.settings) - 1
		there := legendre(at, top)
		f := lsq.Start(legendre(x, top), y)
		for j := 0; f.Next(); j++ {
			theta := f.Theta()
			for i := range at {
				out[j][i] = value(there, theta[:j+1], i)
			}
		}
	case ridge:
		columns, there := legendre(x, t.Degree), legendre(at, t.Degree)
		for j, lambda := range t.settings {
			theta := penalised(columns, y, lambda)
			for i := range at {
				out[j][i] = value(there, theta, i)
			}
		}
	default:
		nearest(x, y, at, t.settings, out)
	}
	return out
}

// penalised are the coefficients of least ‖y − Xθ‖² + λ‖θ‖²: least squares with a row √λ
// more for each of them.
func penalised(columns [][]float64, y []float64, lambda float64) []float64 {
	if lambda == 0 {
		return lsq.Solve(columns, y)
	}
	p := len(columns)
	more := make([][]float64, p)
	for j, c := range columns {
		more[j] = append(slices.Clone(c), make([]float64, p)...)
		more[j][len(c)+j] = math.Sqrt(lambda)
	}
	return lsq.Solve(more, append(slices.Clone(y), make([]float64, p)...))
}

// nearest are the means of the k nearest targets; of inputs that are as near the earlier one counts.
func nearest(x, y, at, ks []float64, out [][]float64) {
	order := make([]int, len(x))
	for i, a := range at {
		for r := range order {
			order[r] = r
		}
		slices.SortStableFunc(order, func(r, q int) int {
			switch d := math.Abs(x[r]-a) - math.Abs(x[q]-a); {
			case d < 0:
				return -1
			case d > 0:
				return 1
			}
			return 0
		})
		sum, j := 0.0, 0
		for m, r := range order {
			sum += y[r]
			if j < len(ks) && float64(m+1) == ks[j] {
				out[j][i] = sum / ks[j]
				j++
			}
		}
	}
}

func times(m [][]float64, y []float64) []float64 {
	out := make([]float64, len(m))
	for i, row := range m {
		out[i] = lsq.Dot(row, y)
	}
	return out
}

func squares(m [][]float64) float64 {
	sum := 0.0
	for _, row := range m {
		sum += lsq.Dot(row, row)
	}
	return sum
}
