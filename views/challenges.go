package views

// Challenges are the goals of a demo.
type Challenges struct {
	DemoName
	Goals []Goal
}

// A Goal is something to come to by a run of one's own.
type Goal struct {
	ID         string
	Text, Hint HTML     // in the page's language
	English    []string // what they are in English
	Start      string   // the query of the board where it begins
	Link       string   // to the demo's page, with that board and the goal in sight
	Fewer      bool     // of the numbers that runs come to, the smaller is the better
}

// anchor is the goal's id within a page: of its demo, or of all goals.
func (g Goal) anchor(demo string, here bool) string {
	if here {
		return "goal-" + g.ID
	}
	return "goal-" + demo + "-" + g.ID
}

func countGoals(all []Challenges) int {
	n := 0
	for _, c := range all {
		n += len(c.Goals)
	}
	return n
}
