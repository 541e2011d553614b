package views_test

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/views"
)

func promises(t *testing.T, verdicts ...algos.Verdict) string {
	t.Helper()
	var list []views.Promise
	for _, v := range verdicts {
		list = append(list, views.Promise{Claim: "claim", Verdict: v, Meter: -1})
	}
	var b strings.Builder
	if err := views.Promises(t.Context(), &b, list); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFewPromisesStandInFull(t *testing.T) {
	h := algos.Holds
	if got := promises(t, h, h, h, h, h); strings.Contains(got, "<details") || strings.Count(got, "data-check") != 5 {
		t.Error("five promises are folded:", got)
	}
}

func TestManyPromisesAreFoldedAndCounted(t *testing.T) {
	h, o, u, n := algos.Holds, algos.Open, algos.Undecided, algos.NotApplicable
	for _, c := range []struct {
		verdicts []algos.Verdict
		summary  string
	}{
		{[]algos.Verdict{o, o, o, o, h, h}, "2 more, all hold"},
		{[]algos.Verdict{h, h, h, h, h, o, o, u, n}, "5 more: 1 holds, 2 not reached, 1 undecided, 1 not applicable"},
	} {
		got := promises(t, c.verdicts...)
		if !strings.Contains(got, "<summary>"+c.summary+"</summary>") || strings.Contains(got, " open") && !strings.Contains(got, `"check open"`) {
			t.Errorf("want %q in %s", c.summary, got)
		}
		if strings.Count(got, "data-check") != len(c.verdicts) {
			t.Errorf("%d promises became %s", len(c.verdicts), got)
		}
	}
}

func TestBrokenPromiseIsNeverHidden(t *testing.T) {
	h := algos.Holds
	if got := promises(t, h, h, h, h, h, algos.Broken); !strings.Contains(got, "data-more open") {
		t.Error("a broken promise is folded away:", got)
	}
}
