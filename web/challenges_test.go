package web

import (
	"testing"

	"playground/views"
)

// In a lesson the goals stand where it tells how to break the method, or at its end.
func TestGoalsStandWhereItBreaks(t *testing.T) {
	for _, c := range []struct{ lesson, before string }{
		{"<h3>Idea</h3>a<h3 id=x>Break it</h3>b<h4>c</h4>d<h3>References</h3>e", "<h3>Idea</h3>a<h3 id=x>Break it</h3>b<h4>c</h4>d"},
		{"<h3>基本思想</h3>a<h3>失效情形</h3>b<h3>参考文献</h3>", "<h3>基本思想</h3>a<h3>失效情形</h3>b"},
		{"<h3>Idea</h3>a", "<h3>Idea</h3>a"},
		{"a", "a"},
	} {
		before, after := atBreak(views.HTML(c.lesson))
		if string(before) != c.before || string(before+after) != c.lesson {
			t.Errorf("%s is cut after %s", c.lesson, before)
		}
	}
}
