package lang_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/lang"
)

// counted is a number with a noun or a verb in the plural behind it.
var counted = regexp.MustCompile(`(%\[\d\][ds])(?: of (?:at most )?%\[\d\][ds])?(?: (?:more|small|grid|million))? ((?:[a-z]+s)|are|have)\b`)

// notPlural are words that end like a plural.
var notPlural = []string{
	"as", "does", "draws", "generates", "has", "hides", "holds", "is", "its", "makes", "names", "numbers", "opens",
	"predicts", "shows", "takes", "this", "was",
}

// manyAtLeast are messages whose number is never 1: a limit, or more than a limit, or two at least.
var manyAtLeast = []string{
	"checks.total", "compare.apart", "compare.off", "csv.help-cells", "error.large", "error.name", "error.points",
	"error.qr", "error.receipt-long", "error.receipts", "error.room-key", "error.room-long", "error.url",
	"live.csv-cells-loaded", "live.csv-first", "live.csv-image", "live.csv-large", "live.edge-joined", "live.edge-parted",
	"live.full", "live.recording-of", "live.room", "live.seeds-same", "live.seeds-spread", "replay.thinned", "script.copied", "script.count",
	"script.large", "script.long", "script.many",
}

// English has a form for 1, or a message puts the number where no word depends on it.
func TestCountsReadWell(t *testing.T) {
	for key, m := range lang.English.Messages() {
		if slices.Contains(manyAtLeast, key) {
			continue
		}
		one := m.Text
		if m.Forms != nil {
			one = m.Forms["one"]
			if m.Forms["one"] == m.Forms["other"] {
				t.Errorf("%s is the same for 1 and for other numbers: %q", key, one)
			}
		}
		for _, found := range counted.FindAllStringSubmatch(one, -1) {
			if m.Forms != nil && !strings.HasPrefix(found[1], "%[1]") {
				continue // the forms are those of the first number
			}
			if !slices.Contains(notPlural, found[2]) {
				t.Errorf("%s says %q of a 1", key, strings.ReplaceAll(found[0], found[1], strconv.Itoa(1)))
			}
		}
	}
	for _, key := range manyAtLeast {
		if !lang.English.Has(key) {
			t.Errorf("%s is no message", key)
		}
	}
	for n, want := range []string{"0 points loaded", "1 point loaded", "2 points loaded"} {
		if got := lang.English.T("live.csv-loaded", n); got != want {
			t.Errorf("%d points are %q", n, got)
		}
	}
}
