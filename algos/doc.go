// Package algos is the contract between the methods that the playground
// teaches and everything that shows them.
//
// A [Demo] is one method. Given a [Problem] (points, a window, a seeded source
// of randomness) and its parameters it produces a sequence of [Step] values.
// The first step is the state before any work; every later one is one
// iteration, complete and immutable: what happened, the numbers, what theory
// promises about them, and what to draw. A step draws nothing itself: its
// [Panel] values hold marks in data coordinates, and package viz turns those
// into pictures without knowing which method they came from.
//
// A run has a context. When that ends the run does, in the middle of a step if need
// be, and yields nothing more; so does what its views work out late (see [Slow]).
//
// A [Recipe] names a demo, its parameters, seed, points and step. The same
// recipe always gives the same steps, bit for bit on one architecture, so a
// link reproduces a picture, and any session can be resumed anywhere.
//
// A new demo is one folder that calls [Define], and one line in its family; package
// catalog names the families. Package skeleton is the smallest whole demo, "playground new"
// starts another one, and CONTRIBUTING.md says how to go on.
package algos
