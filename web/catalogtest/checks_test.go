package catalogtest

import (
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web"
)

// The page shows every known number of every demo, and all of them are right.
func TestChecksPage(t *testing.T) {
	t.Parallel()
	s := everything(t)
	r := get(t, s, "/checks")
	page := body(t, r)
	numbers, runs := 0, 0
	for _, d := range catalog.All {
		for _, f := range d.Fixtures {
			runs, numbers = runs+1, numbers+len(f.Want)
			if !strings.Contains(page, `id="`+d.ID+"-"+f.ID+`"`) {
				t.Errorf("%s: %s is missing", d.ID, f.ID)
			}
		}
	}
	want := regexp.MustCompile(`<b>` + strconv.Itoa(numbers) + ` of ` + strconv.Itoa(numbers) + `</b>[^<]* ` + strconv.Itoa(runs) + ` runs`)
	if r.StatusCode != http.StatusOK || !want.MatchString(page) {
		t.Errorf("%d: the page does not say that all %d numbers of %d runs are right", r.StatusCode, numbers, runs)
	}
	if strings.Contains(page, `class="no"`) || strings.Contains(page, `class="refusal"`) {
		t.Error("something is wrong on the page of checks")
	}
}

// A wrong number shows, and so does a run that gives no number.
func TestChecksCanFail(t *testing.T) {
	d, _ := catalog.Find("gp-regression")
	wrong, missing := d.Fixtures[0], d.Fixtures[0]
	wrong.ID, wrong.Want = "wrong", []algos.Expected{{Name: "predict[0].mean", Value: 0.9, Tolerance: 1e-3}}
	missing.ID, missing.Want = "missing", []algos.Expected{{Name: "model.nothing", Value: 1}}
	d.Fixtures = []algos.Fixture{wrong, missing}
	s, err := web.New(web.Config{Demos: []algos.Demo{d}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	page := body(t, get(t, s, "/checks/gp-regression"))
	if !strings.Contains(page, `class="no"`) || !strings.Contains(page, "nothing is called nothing") || !strings.Contains(page, "<b>0 of 2</b>") {
		t.Errorf("the page hides what is wrong:\n%s", page)
	}
}
