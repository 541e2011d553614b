// Package algos is the contract between the methods that the playground teaches and
// everything that shows them: pages, pictures, the command line, tests. The ideas below are
// enough to write a demo; each has a runnable example.
//
// # Reading order
//
// Package skeleton is the smallest whole demo, in the seven files of every demo: read it
// first; "playground new" starts another one. Then read here step.go (what a step is), check.go and guarantee.go
// (what theory promises), packages mark and panel (what is drawn), question.go and goal.go
// (what readers are asked). Packages param (options), say (numbers and words) and dataset
// (points, tables, cells) are looked up when they are needed. CONTRIBUTING.md says in which
// order a demo is written, and package algotest what is tested.
//
// # Ideas
//
// Recipe. A playground is a value: a [Recipe] is a demo with its parameters, seed, data and
// the number of a step, and a link is its text. The same recipe gives the same steps, bit for
// bit on one architecture, so that a link reproduces a picture and any session can be resumed.
// See [Demo.ParseRecipe] and the example of Recipe.
//
// Demo and Define. A [Demo] describes one method. [Define] makes it of this description, of
// bind, which names the options with defaults and limits, and of run, the textbook's loop,
// which yields steps. A new demo is one folder and one line in the list of its family; package
// catalog names the families.
//
// Problem and input. [input.Spec] says what a demo works on: points, a graph, a table, cells, or
// nothing where it makes its own examples. What does not fit is refused in words before a run
// starts ([Demo.Check]); what the method cannot work on, by [Refuse]. A run gets the data as a
// [Problem], with the only randomness it may use: Rand and streams, both from the seed.
//
// Layers. A demo of cells may work on several grids, such as an image and a filter: the further
// ones are the Layers of its [input.Cells], each with its name, brushes and limits, of any size or
// all Alike, at most [dataset.MaxLayers]. [Problem.Layer] gives a grid by its name, and
// [mark.Panel.Grid] says which one is painted on a panel; [mark.LayerBoard] makes such a panel.
// See the example of layers.
//
// Step and sizes. The first [Step] is the state before any work; every later one is one
// iteration, complete and never changed. Its [Size] says where a button stops: a [Micro] step
// looks, a [Normal] one changes something, a [Pass] ends a sweep over the data. [Units] says what
// steps of each size are called; the counter, the buttons and the hint for a new reader use
// these words, and [Next] may say more exactly what comes. Events are ticks on the timeline, metrics become charts, and [Status] ends a
// run with its reason.
//
// View. The fields of a step are cheap and kept for all steps. What is said, checked, drawn
// and learnt is worked out by its [View] from the state that the step has captured, for the
// few steps that are looked at. The methods of a view are pure: at any time and from any
// goroutine they return the same.
//
// Story. [Story] collects sentences and formulas. They are templates with named places, so
// that they can be read, checked and translated; numbers go in as values of [say.Vars] and
// get as many digits as make an equation true, and nouns get their plural.
//
// Guarantees. A [Guarantee] is what theory guarantees, under a permanent name: its methods
// judge it with the numbers of a step, by a second route where there is one. What rounding
// may have done is bounded, and where it decides, nothing is decided. A guarantee whose
// premise fails says so ([Check.Unless], [Guarantee.Not]).
//
// Panels and marks. A step draws nothing itself: its panels ([mark.Panel]) hold marks in data
// coordinates with roles instead of colours, and package viz turns them into pictures without
// knowing which method they come from. Package panel has the panels that many methods share:
// curves, bars, tables, planes, trees; write those first, and marks where none fits.
//
// Handles. A [mark.Handle] is a mark that readers drag to set a parameter. It stands on any
// panel; the run is made again with each of its values.
//
// Model. A [Model] is what has been learnt so far: numbers under the textbook's names, and
// predictions. By these, rows that a reader holds out are tested, which the demo never sees.
//
// Presets and fixtures. A [Preset] is a recipe with a sentence about what to look for; the
// first is what the page opens with. A [Fixture] is a run whose right numbers are known from
// elsewhere, which a test and the page of checks compare.
//
// Questions. A [Question] asks how a run goes on from the step that is shown. No answer is
// stored: it is read off the steps that follow. [Ask] makes one of functions of the demo's view.
//
// Goals. A [Goal] is a challenge: what a run of the reader's own making has to come to.
// [Reach] looks at its last view, once a run.
//
// Slow work. What takes long is worked out when it is first looked at, and kept for the run
// ([Slow]); a panel that takes long is a [mark.Slow], a check a [Guarantee.Slow], and both wait
// while a hand drags something. When the context of a run ends, so does all of its work.
package algos
