package algotest

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/views/lesson"
)

// Linked returns the step that a link of a demo's lesson or tour leads to, written as it
// stands there: [Linked](t, Demo, "lesson", "?preset=outlier&step=end#x14"). A link that is not
// in the text is an error, so that a test of what the text says cannot be about
// another board.
func Linked(t testing.TB, d algos.Demo, file, to string) algos.Step {
	t.Helper()
	sections, err := lesson.Outline(text(t, d, file, "en"))
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range sections {
		for _, l := range section.Links {
			if l.To() != to {
				continue
			}
			recipe, fault := Opens(t.Context(), d, l)
			if fault != "" {
				t.Fatalf("%s: %s", to, fault)
			}
			s, _, err := runTo(t.Context(), d, recipe)
			if err != nil {
				t.Fatalf("%s: %v", to, err)
			}
			return s
		}
	}
	t.Fatalf("the %s of %s has no link to %s", file, d.ID, to)
	return algos.Step{}
}

// Written sees that the lesson or the tour says a number in every language, and that the
// value is that number in the digits that are written.
func Written(t testing.TB, d algos.Demo, file, number string, value float64) {
	t.Helper()
	for _, tag := range append([]string{"en"}, algos.Translations...) {
		if !says(text(t, d, file, tag), number) {
			t.Errorf("the %s in %s does not say %s", file, tag, number)
		}
	}
	if !rounds(value, number) {
		t.Errorf("the %s says %s, and it is %v", file, number, value)
	}
}

// says reports whether a text has a number, and not only digits of a longer one.
func says(text, number string) bool {
	return regexp.MustCompile(`(^|[^0-9.])` + regexp.QuoteMeta(number) + `($|[^0-9.]|\.($|[^0-9]))`).MatchString(text)
}

// rounds reports whether a value, written with the digits of the number, is the number.
func rounds(value float64, number string) bool {
	want, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	_, decimals, _ := strings.Cut(number, ".")
	return math.Abs(value-want) <= 0.5000001*math.Pow10(-len(decimals))
}

// text is a lesson or a tour of a demo.
func text(t testing.TB, d algos.Demo, file, tag string) string {
	t.Helper()
	text, err := d.Sources.ReadFile(fileName(file, tag))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
