package disjunctions

import "testing"

// A lie, another order of examples, fewer variables: what only looks like the goal does
// not count.
func TestGoalsAreNotReachedOtherwise(t *testing.T) {
	for _, c := range []struct{ goal, query string }{
		{"hard-teacher", "learner=general&order=typed&target=x1&bit_strings=00000=0, 10000=0, 01000, 00100, 00010, 00001"}, // a lie
		{"hard-teacher", "learner=general&order=adversarial&n=5&target=none"},                                              // another adversary
		{"hard-teacher", "learner=general&order=typed&n=6&target=none&bit_strings=000000, 100000, 010000, 001000, 000100, 000010, 000001"},
		{"hard-teacher", "learner=general&order=typed&target=none&bit_strings=00000, 11000, 00100, 00010, 00001"}, // five mistakes
		{"kind-teacher", "order=typed&n=6&target=x1 or x3&bit_strings=010000, 000111"},                            // two mistakes
		{"kind-teacher", "order=typed&n=6&target=x1 or x2 or x3 or x4 or x5&bit_strings=000001"},
		{"kind-teacher", "order=typed&n=6&target=x1 or x3&bit_strings=010110"}, // x₆ is left
	} {
		g, ok := Demo.Goal(c.goal)
		if !ok {
			t.Fatal(c.goal)
		}
		recipe, err := Demo.Link(c.query)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		a, err := Demo.Try(t.Context(), recipe, 1000)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		if score, reached := g.Score(a); reached {
			t.Errorf("%s comes to %s: %s", c.query, c.goal, score.Words)
		}
	}
}
