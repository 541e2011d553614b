package kernel

import "math"

// Exp replaces every x by e^x. Exponentials are most of the time of a kernel's row;
// this takes half the time of math.Exp, because it looks 2^(j/512) up in a table
// and leaves a polynomial of degree four for the rest,
//
//	e^x = 2^k · 2^(j/512) · e^r,  x = (k + j/512) ln 2 + r,  |r| ≤ ln 2/1024.
//
// It is within two units in the last place of e^x, for which the rounding of the
// table's entry, of r and of the product account.
//
// Source: P.-T. P. Tang, Table-driven implementation of the exponential function
// in IEEE floating-point arithmetic, ACM TOMS 15 (1989).
func Exp(v []float64) {
	for i, x := range v {
		if !(x > -700 && x < 700) {
			v[i] = math.Exp(x) // close to under- or overflow, or not a number
			continue
		}
		shifted := x*toTable + toWhole
		n := math.Float64bits(shifted)
		whole := shifted - toWhole
		r := x - whole*ln2Hi - whole*ln2Lo
		scale := math.Float64frombits(powers[n%tableSize] + n<<(52-tableBits))
		r2 := r * r
		v[i] = scale + scale*(r+r2*(0.5+r*(1./6+r*(1./24))))
	}
}

// exp is [Exp] of one number.
func exp(x float64) float64 {
	v := [1]float64{x}
	Exp(v[:])
	return v[0]
}

const (
	tableBits = 9
	tableSize = 1 << tableBits
	toTable   = tableSize / math.Ln2
	toWhole   = 0x1.8p52 // adding it rounds to a whole number, in the lowest bits
	// ln2Hi + ln2Lo = 0x1.f473de6af278fp-30 / tableSize
	ln2Hi = 0x1.62e42fep-1 / tableSize
	ln2Lo = 0x1.f473de6af278fp-30 / tableSize
)

// powers are the bits of 2^(j/512), less j in the place to which Exp adds k and j
// together.
var powers = func() (p [tableSize]uint64) {
	for j := range p {
		p[j] = math.Float64bits(math.Exp2(float64(j)/tableSize)) - uint64(j)<<(52-tableBits)
	}
	return p
}()
