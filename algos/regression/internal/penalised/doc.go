// Package penalised has what the pages of penalised least squares show alike: ridge
// regression, the lasso, and what lies between them. It minimises nothing itself.
//
//	Read        the columns, the targets and their names, of points or of a table
//	Board       the data with the fitted function and its residuals
//	Path        coefficients against log λ, with a handle; degrees of freedom
//	Validate    the error on samples that are held out, along a path: K-fold, or one by one
//	Slice       the plane of two coefficients: the penalised problem and the constrained one
//
// All of them minimise
//
//	J(θ) = c·‖y − Xθ − θ₀‖² + λ·P(θ),   P(θ) = One·‖θ‖₁ + Two·‖θ‖²
//
// where c is Problem.Factor. The notes' ridge has c = 1 and P = ‖θ‖², the lasso here
// c = 1/(2n) and P = r‖θ‖₁ + (1 − r)‖θ‖²/2. The columns X and y are those of
// [Data.Centre]: with an intercept their means are taken away, which takes θ₀ out of the
// problem; it is then ȳ − ⟨x̄, θ⟩.
//
// A demo reads its data, makes a Problem, works out Thetas on a Grid of λ in a way of its
// own, and shows
//
//	data, err := penalised.Read(p)
//	centred := data.Centre(true)
//	problem := penalised.Problem{Centred: centred, Factor: 1, Penalty: penalised.Penalty{Two: 1}}
//	path := penalised.Path{Data: data, Lambda: penalised.Grid(lo, hi, 60), Theta: …, Freedom: …}
//	folds := penalised.Folds(len(data.Y), p.Stream(1))
//	errors := penalised.Validate(ctx, data, true, folds, path.Lambda, fit)
//	slice := penalised.Slice{Problem: problem, Lambda: λ, Solution: θ, A: 0, B: 1, …}
//	path.Panel(λ, θ), path.FreedomPanel(λ, df), errors.Panel(λ), slice.Constrained(), slice.Penalised()
//
// What takes long is computed late, by algos.Slow. A demo that uses the package lists
// [Words] among its own.
//
// Points that the kit holds out are never looked at: a λ that was chosen by them would be
// judged by what had chosen it. The error along the path is that of a cross-validation
// of the samples to learn from; that of the held-out points is the kit's to tell, for the λ
// that was chosen.
package penalised

import "embed"

// Words has what the package says in other languages.
//
//go:embed zh.json
var Words embed.FS
