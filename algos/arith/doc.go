// Package arith reads the equations and inequalities that a text or a formula
// displays, and says whether they are true in the digits in which they stand
// there: what somebody with a pocket calculator finds.
//
// It reads TeX and Unicode: sums, products, fractions, powers, roots, brackets,
// vectors, their inner products, sums and multiples of matrices, log, log₂, exp, cos,
// sin, max, min, absolute values and lengths, Iverson's brackets and disjunctions of
// truth values. A side with a symbol in it is nothing that a calculator can reckon, so
// that of "f(x) = 2·0.3 + 1 = 1.6" the last two sides are compared. A number
// counts as it is displayed; "=" means that the side that is a number is the other
// one rounded to the digits of the number. A whole number may stand for three
// digits: 3 · 0.333 = 1.
package arith
