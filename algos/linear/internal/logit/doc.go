// Package logit is the mathematics of logistic and of softmax regression.
//
// K classes have linear scores f_k(x) = ⟨w_k, x⟩ + b_k and the probabilities
// p_k(x) = exp f_k / Σ_j exp f_j. The loss of n labelled points is
//
//	L = Σ_t −log p_{y_t}(x_t) + (λ/2) Σ_k ‖w_k‖²
//
// without a penalty on the offsets b. Only differences of scores count, so one
// class may have the score 0 without end; with two classes that is logistic
// regression, with p = 1/(1+e^{−f}). A [Problem] has either K vectors, or K − 1
// with class 0 as the reference.
//
// A [Run] minimises L step by step; a [Story] says in words what both methods say
// alike about a step.
//
// L is convex. Its gradient is Σ_t (p_k − [k = y_t]) x̃_t + λ w_k with x̃ = (x, 1),
// and its Hessian Σ_t p_k([k = l] − p_l) x̃_t x̃_tᵀ + λ.
//
// Sources: lecture notes 002 (lecture 2), 003 (classification losses), 004
// (handout C); D. Böhning, Multinomial logistic regression algorithm, 1992, for
// the bound of the Hessian.
package logit
