package views

import "iter"

// Checks is the page that compares known numbers with computed ones. Its parts
// are computed when they are asked for, one after the other.
type Checks struct {
	Demo  DemoName // the only demo, if it is about one
	Demos iter.Seq[CheckedDemo]
	Total func() Total // what has been compared so far
}

// DemoName is a demo by its id and its title.
type DemoName struct{ ID, Title string }

// CheckedDemo is a demo with its fixtures.
type CheckedDemo struct {
	DemoName
	Fixtures iter.Seq[Fixture]
}

// Fixture is a known run, with its numbers or with the reason why there are none.
type Fixture struct {
	ID, Title, Source string
	Watch             string // the address of the same run on the workbench
	Took              string
	Problem           string
	Numbers           []Number
}

// Number is an expected number beside the computed one, as text.
type Number struct {
	Label                            HTML
	Plain                            string // the same as text, where the label is a formula: a header needs text
	Want, Got, Difference, Tolerance string
	Good                             bool
}

// Total counts numbers and runs.
type Total struct{ Good, All, Runs int }
