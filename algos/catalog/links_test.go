package catalog_test

import (
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// testdata/links.txt has every link to a board that a lesson, a tour, a course, a document or a fixture of the repository had
// before parameters, values and presets took the field's names, and each of these names alone; behind it, how many
// parameters of its recipe differ from their defaults. Such links are in other people's pages: they open what they opened.
func TestOldLinksOpen(t *testing.T) {
	for _, line := range lines(t, "testdata/links.txt") {
		link, count, _ := strings.Cut(line, "\t")
		demo, query, _ := strings.Cut(link, "?")
		d, ok := catalog.Find(demo)
		if !ok {
			t.Errorf("there is no demo %s any more", demo)
			continue
		}
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Errorf("%s: %v", link, err)
			continue
		}
		if n, _ := strconv.Atoi(count); len(r.Params) != n {
			t.Errorf("%s: %d parameters differ from their defaults (%v), %d before", link, len(r.Params), r.Params, n)
		}
	}
}

// The names that metrics had before are in the output, too.
func TestOldMetricsAreNamed(t *testing.T) {
	for _, line := range lines(t, "testdata/metrics.txt") {
		demo, name, _ := strings.Cut(line, "\t")
		d, _ := catalog.Find(demo)
		now, renamed := d.Renamed[name]
		if !slices.Contains(d.Metrics, name) && (!renamed || !slices.Contains(d.Metrics, now)) {
			t.Errorf("%s has no metric %s any more, and does not say what it is called now", demo, name)
		}
	}
	for _, d := range catalog.All {
		for old, now := range d.Renamed {
			if slices.Contains(d.Metrics, old) || !slices.Contains(d.Metrics, now) {
				t.Errorf("%s says that the metric %s was called %s", d.ID, now, old)
			}
		}
	}
}

// lines are the lines of a file.
func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
