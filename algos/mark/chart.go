package mark

import "playground/algos/param"

// A Chart plots recorded metrics against the step.
type Chart struct {
	ID, Title string
	Y         string // name of the axis
	Log       bool   // logarithmic ordinate
	Series    []Series
	When      []param.Condition // of the runs that it belongs to, all of them
}

// A Series is one metric in a [Chart].
type Series struct {
	Metric string // the metric's name
	Label  string // what the legend calls it; Unicode, not TeX
	Bound  bool   // a promise of theory, drawn as a dashed line
	Role   Role   // colour; Accent, Good, … (zero: the next of a fixed cycle)
}

// Name is what the legend calls the series, in English.
func (s Series) Name() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Metric
}
