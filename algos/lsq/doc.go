// Package lsq is linear least squares: the θ that makes ‖y − Xθ‖² least.
//
// [QR] is Householder's factorisation, which goes through the columns of X one by one;
// after each of them the fit by the columns so far is known. [Normal] solves the normal
// equations XᵀXθ = Xᵀy beside it, which square the condition number ([Condition]), and
// [Reference] solves them in so many digits that none of those of a float64 is lost: by
// it [Digits] counts what the two others have lost.
//
// A matrix is a list of columns, all of the same length. A column that the ones before
// it make up to rounding is dependent: its coefficient is 0, as in R's lm, and the fit
// is that of the others.
//
// Columns that are far from 0 beside their spread ([Far]), after one of ones, are measured
// from their means: the solution is that of the columns as given, with all its digits.
package lsq
