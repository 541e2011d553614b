package web

import (
	"log/slog"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/table"
)

// A page counts, names its buttons and greets a new reader in the words of the demo.
func TestUnitsOfAPage(t *testing.T) {
	for _, c := range []struct {
		name  string
		units algos.Units
		wants []string
	}{
		{"all", algos.Units{Small: "word", Step: "sample", Pass: "epoch", First: "one <step> is counted"}, []string{
			`data-small="word"`, `data-unit="sample"`, `data-pass="epoch"`, `data-size="small" aria-pressed="false"`, ">word</button>", ">sample</button>", ">epoch</button>",
			"<span>: one sample is counted.</span>",
		}},
		{"a step", algos.Units{Step: "sample"}, []string{
			`data-small=""`, `data-unit="sample"`, ">small</button>", ">pass</button>", "<span>: it runs one sample and explains what happened.</span>",
		}},
		{"no words", algos.Units{}, []string{`data-unit=""`, ">step</button>", "<span>: it runs one step and explains what happened.</span>"}},
	} {
		d := table.Demo()
		d.Units = c.units
		s, err := New(Config{Demos: []algos.Demo{d}, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		got := body(t, get(t, s, "/d/tally", "Accept", "*/*"))
		for _, want := range c.wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the page is without %s", c.name, want)
			}
		}
	}
}
