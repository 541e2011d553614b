package svgcanvas

import "math"

// A matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

func (m matrix) translate(x, y float64) matrix {
	m.e, m.f = m.apply(x, y)
	return m
}

func (m matrix) scale(x, y float64) matrix {
	m.a, m.b, m.c, m.d = m.a*x, m.b*x, m.c*y, m.d*y
	return m
}

func (m matrix) rotate(rad float64) matrix {
	sin, cos := math.Sincos(rad)
	m.a, m.b, m.c, m.d = m.a*cos+m.c*sin, m.b*cos+m.d*sin, m.c*cos-m.a*sin, m.d*cos-m.b*sin
	return m
}

// size is by how much the matrix scales lengths, exactly if it is a similarity.
func (m matrix) size() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// similar reports whether circles stay circles.
func (m matrix) similar() bool {
	const tol = 1e-9 // of the scale: far below a tenth of a pixel
	s := tol * m.size()
	straight := math.Abs(m.a-m.d) <= s && math.Abs(m.b+m.c) <= s
	mirrored := math.Abs(m.a+m.d) <= s && math.Abs(m.b-m.c) <= s
	return straight || mirrored
}

// angle is by how much the matrix turns the x axis, in radians.
func (m matrix) angle() float64 { return math.Atan2(m.b, m.a) }
