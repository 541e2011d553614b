package catalogtest

import (
	"strings"
	"testing"
)

// A file of a family is shown with its colours to the demos that import it, and to no other.
func TestSharedSource(t *testing.T) {
	s := everything(t)
	page := body(t, get(t, s, "/d/svm/code?file=linear/internal/smo/solver.go"))
	if !strings.Contains(page, `<span class="code-keyword">package</span> smo`) || !strings.Contains(page, `class="top stays"`) {
		t.Error("a shared file does not show, or the way back is not in sight")
	}
	if r := get(t, s, "/d/gp-regression/code?file=linear/internal/smo/solver.go"); r.StatusCode != 400 {
		t.Errorf("a file that the demo has nothing to do with: %d", r.StatusCode)
	}
}
