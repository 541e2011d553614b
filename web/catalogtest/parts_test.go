package catalogtest

import (
	"fmt"
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

func TestSheetAgreesWithTheRun(t *testing.T) {
	s := everything(t)
	for _, d := range algotest.Representatives(catalog.All) {
		rows := strings.Split(strings.TrimSpace(body(t, get(t, s, "/d/"+d.ID+"/run.csv"))), "\n")
		recipe, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		run, err := recipe.Run(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for step := range run {
			n++
			if n >= len(rows) {
				break
			}
			if cells := strings.Split(rows[n], ","); len(cells) != len(step.Metrics)+1 || cells[0] != fmt.Sprint(n-1) {
				t.Fatalf("%s: row %d is %s", d.ID, n, rows[n])
			}
		}
		if n != len(rows)-1 {
			t.Errorf("%s: %d rows for %d steps", d.ID, len(rows)-1, n)
		}
	}
}
