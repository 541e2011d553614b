package universalapproximation

import "playground/algos"

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{}
