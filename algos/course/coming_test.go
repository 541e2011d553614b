package course_test

import (
	"slices"
	"testing"

	"playground/algos/course"
)

// What is to come has a name in both languages, once, and leaves the list when it is built.
func TestComing(t *testing.T) {
	all := course.Coming(nil)
	seen := map[string]bool{}
	for _, m := range all {
		if m.ID == "" || m.Title.EN == "" || m.Title.ZH == "" || m.Words == "" {
			t.Errorf("%+v lacks a name", m)
		}
		for _, name := range []string{m.ID, m.Title.EN} {
			if seen[name] && name != m.ID {
				t.Errorf("%q stands twice", name)
			}
			seen[name] = true
		}
	}
	built := []string{all[0].ID, "svm"}
	left := course.Coming(built)
	if len(left) != len(all)-1 || slices.ContainsFunc(left, func(m course.Method) bool { return m.ID == all[0].ID }) {
		t.Errorf("%d methods are left of %d, of which one is built", len(left), len(all))
	}
	if again := course.Coming(nil); len(again) != len(all) {
		t.Errorf("a method that is built has left the list for good: %d of %d", len(again), len(all))
	}
}
