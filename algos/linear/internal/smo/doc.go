// Package smo solves the dual problems of support vector machines by sequential
// minimal optimisation: two variables at a time, each time exactly.
//
// The problem is
//
//	minimise  ½ Σᵢⱼ αᵢαⱼ yᵢyⱼ Kᵢⱼ + Σᵢ pᵢαᵢ   with  Σᵢ yᵢαᵢ constant  and  0 ≤ αᵢ ≤ Cᵢ.
//
// p = −1 is the classifier (its dual is the negative of this minimum); the
// regression machine has two variables a point and p = ε ∓ target.
//
// Everything follows from the scores without offset and their errors,
//
//	Fₖ = Σⱼ yⱼαⱼKⱼₖ,  Eₖ = Fₖ + yₖpₖ   (for the classifier Fₖ − yₖ).
//
// A point is optimal when no pair can move along Σyα = const to its advantage:
// yₖαₖ can grow for k in "up", and shrink for k in "low", and
//
//	m = max over up of −Eₖ   ≤   M = min over low of −Eₖ.
//
// m − M is the largest violation; every offset in [m, M] is then optimal. One
// iteration takes i with the largest −E in up, the partner j in low that promises
// the largest gain (E_j − E_i)²/2η with η = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ, and moves the pair
// to the best point that the box allows.
//
// Sources: J. Platt, Fast training of support vector machines using sequential
// minimal optimization (1998); R.-E. Fan, P.-H. Chen, C.-J. Lin, Working set
// selection using second order information, JMLR 6 (2005); C.-C. Chang, C.-J.
// Lin, LIBSVM, ACM TIST 2 (2011).
package smo
