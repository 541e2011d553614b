// Package algotest helps to test demos. Only tests import it.
//
// # The contract
//
// [Contract] is what every demo has to pass. A demo's package calls it once:
//
//	func TestContract(t *testing.T) { algotest.Contract(t, Demo) }
//
// Each part is a subtest with a name of its own:
//
//   - golden: what every preset says and draws is what testdata/golden.txt has, of which people can read
//     claims, legends, sentences and how the guarantees stand.
//   - description: title, summary, formula, lesson, source, references and task are there.
//   - whole: nothing that a demo brings is missing: four presets, a fixture, two to four questions, one to three goals, the lesson, the tour, and all in Chinese.
//   - parameters: names fit a URL, defaults are canonical, sliders lie within the
//     limits, conditions name values that exist.
//   - charts: they show metrics that steps have.
//   - presets: they survive the way through a URL and back, their runs end, the
//     step that they show exists, and what can be dragged then is in the picture. One that draws
//     something random is played with a second seed.
//   - fixtures: every known number is right, says where it comes from, and could be
//     wrong: 0 would not do in its place.
//   - goals: the text names the number that is asked for, in every language; the start and the
//     counter-example do not come to the goal, the example does, and no preset does as it is.
//   - questions: where a demo has some, each is answered at some step of a preset; what
//     is asked at a step does not depend on later ones, the answer is the same on
//     another walk through the run, a right guess is graded right, and others are not; the right answer
//     differs between presets.
//     The marks that can be picked are on the panel that the question names.
//   - units: the counter and the buttons agree, in the words of [algos.Demo.Units]: "round 9" leads to where the
//     counter shows 9, "10 rounds" are those of the pass, "to the end" is the end, and two buttons with the same label
//     lead to the same step. What a new reader is told of the first press is about a step, in words of the step that comes.
//   - formulas: the formulas of the description, the lesson and the choices compile.
//   - variants: every choice, every switch and both ends of every slider run on
//     usual points and on four telling degenerate sets. What is wrong on usual points is said once.
//   - determinism: the same recipe gives the same steps, bit for bit; a step stays
//     as it was when later ones are made; views give the same twice.
//   - degenerate sets: the defaults run on eighteen sets that spoil formulas: no
//     points, one class, all identical, huge, tiny, far away. A demo of cells runs on twelve grids
//     for each of its layers: one cell, one row, all alike, a chessboard, by chance.
//   - handles: every parameter that is a place has a mark to drag, and the mark
//     goes where the parameter says. Handles of bars stand where the numbers of their
//     list say, and move no number that the list cannot have.
//   - actions: each has a label and a key of its own, and a run goes on where one is
//     appended: all steps before are as they were.
//   - views: a parameter that leaves the run alone does so: with another value all steps say and
//     show the same, except for pictures that are turned; some preset has one.
//   - limits: the most points are taken, one more is refused.
//   - translation: every language says all that presets and variants say, what is asked at
//     their steps, and what goals count; it names the same values, and translates nothing
//     that nothing says. The shelf and the groups of parameters have names. All that is
//     missing is listed at once, each text with its kind and its file. The log tells what the
//     demo uses beside the budget of CONTRIBUTING.md. With PLAYGROUND_WORDS=FOLDER in the
//     environment the part writes zh.json there as it should be, which
//     "playground translate" puts in its place.
//   - hostile inputs: on points and with settings at the ends of what is taken, every step, guarantee and model returns
//   - interruption: at the point limit a run ends soon after its context, at five moments with the defaults and at one
//     of three moments in turn with every other setting.
//   - spoilt states: there are two guarantees. States are spoilt at random, a field at a time; a guarantee that nothing breaks, here or
//     in another test of the package, is a fault (see [Main]).
//   - pairs: every two values of two parameters meet in a setting, for what is said there.
//   - held-out points: with a quarter of the points held out the questions are asked and the goals count.
//   - labels: titles, labels, legends and buttons have the length that fits a phone, and pictures show no
//     underscore for a subscript.
//   - effort: at the point limit a run leaves early wherever its context ends, and so does what is slow, found by
//     counting looks at the context; what a look at a step costs is bounded, and the log tells it.
//   - pictures: regions of classes on the board have the colour of the label that is predicted there. A ball among the data
//     (panel.Ball) is drawn with the radius that it names. Points, bars and nodes have the colour of the class of the point
//     for which they stand, a node with shares that of the largest; what else has the colour of a class among the data
//     names a class in its legend.
//   - figures: a number of the lesson with a decimal point is held by something: it is said, or is a metric or a value of the model,
//     at the step of a link of its section, a fixture expects it, a link, a preset or a default sets it, or it stands in a test.
//   - lessons: the lesson has its parts, and a heading for each note that the demo refers to; the tour has three to six
//     stops. Every preset is reached by a link. Every link can be opened, its step is in the run, and what
//     it points at is in the pictures of that step or is a parameter. Translations have the same links. See [Lessons],
//     and package lesson for the formats.
//
// The parts share their runs: a preset or a setting is played once, and what is found in it and
// said there serves all of them. Only determinism and questions play theirs again.
//
// Of every step of every run, whatever the part, a reader takes the words at their
// word. A promise that holds stands beside two numbers that look so: they differ by no
// more than [algos.Negligible] of what is compared, or as little as the promise says
// beside them, and that is a small share of it. On usual points everything is decided,
// or says why not. An equation that a calculator can reckon is true in the digits in
// which it is displayed; package arith reads them.
//
// A step that is looked at must be sound. It breaks no
// promise. Nothing that is said or drawn is NaN, infinite or undefined. The
// slices of a mark that run parallel are as long as each other. What can be
// dragged names a parameter that is a place. Every formula compiles, and what
// a \ref points to is in a picture. Every kind of event has a name in every
// language. Metrics keep their names. A final step is the last, says why, and
// announces no next one. What a step offers to take over, the parameters take.
//
// With PLAYGROUND_FULL=1 in the environment every variant runs on all degenerate
// sets:
//
//	PLAYGROUND_FULL=1 go test ./algos/...
//
// That takes minutes for all demos: do it after a change of the contract or of
// mathematics that many demos share. The same variable makes the tests of pages,
// pictures and sessions look at all demos instead of at [Representatives].
//
// A change that is meant to change words or pictures writes the golden anew with
// GOLDEN=update (see [Golden]).
//
// A place of a sentence may name the number of the step for which it stands,
// "<loss=metric.loss>" or "<before=before.metric.loss>": it is compared with that number. Words
// that compare two numbers ("falls from 3 to 2", "more than the radius 5") are read as an
// equation is, in both languages, and a translation must not say the opposite.
//
// # Promises
//
// [PromisesHold] looks for a broken promise on runs drawn at random. [Spoilt]
// sees that a promise notices a state that was spoilt on purpose: a check that
// cannot fail proves nothing. [Check] finds a promise by its name.
//
// # Numbers
//
// [Steps] and [Last] play runs, [ReadJSON] and [ReadCSV] read reference values,
// [Near] compares numbers, and [Agrees]
// random ones with those of a peer; [Run] plays points or a table. [Linked] plays what a link of the lesson leads to, and
// [Written] sees that the text says the number that is there.
package algotest
