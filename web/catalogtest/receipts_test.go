package catalogtest

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web"
	"playground/web/receipt"
	"playground/web/testdemos/randomwalk"
)

func receiptKey(first byte) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = first
	return ed25519.NewKeyFromSeed(seed)
}

// receiptServer is a server with keys, whose clock stands.
func receiptServer(t testing.TB, demos []algos.Demo, limits web.Limits, keys web.ReceiptKeys) *web.Server {
	t.Helper()
	s, err := web.New(web.Config{
		Demos: demos, Log: slog.New(slog.DiscardHandler), Limits: limits, Receipts: keys, Version: "playground v1.2.0",
		Now: func() time.Time { return time.Date(2026, 11, 26, 21, 40, 33, 5e8, time.FixedZone("", 3600)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// issueFor asks for a receipt.
func issueFor(t testing.TB, s *web.Server, demo string, q url.Values) (*http.Response, issued, string) {
	t.Helper()
	r := get(t, s, "/d/"+demo+"/receipt.json?"+q.Encode())
	text := body(t, r)
	var out issued
	var failed struct{ Error, Field string }
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := json.Unmarshal([]byte(text), &failed); err != nil {
		t.Fatal(err)
	}
	if got := r.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("a receipt is kept: %s", got)
	}
	return r, out, failed.Error
}

// reportOf asks what a server says of a receipt.
func reportOf(t testing.TB, s *web.Server, text string) receipt.Report {
	t.Helper()
	r := get(t, s, "/receipt.json?r="+url.QueryEscape(text))
	var out receipt.Report
	if got := body(t, r); r.StatusCode != http.StatusOK || json.Unmarshal([]byte(got), &out) != nil {
		t.Fatalf("%d %s", r.StatusCode, got)
	}
	return out
}

// ways are goals of every kind of input: points by hand, by parameters alone, tables, graphs,
// cells, and one that compares the run with the one before.
var ways = []string{"perceptron", "svm", "decision-tree", "hedge", "diffusion-kernel", "kmeans", "mcmc", "linear-regression", "string-kernel", "gp-regression"}

// What one server has signed, another finds valid that has the public key alone, for the
// goals of many demos, by its own replay; so does the command line, which has no recording.
func TestReceiptsAreCheckedElsewhere(t *testing.T) {
	t.Parallel()
	signer := receiptServer(t, catalog.All, patient, web.ReceiptKeys{Sign: receiptKey(1)})
	checker := receiptServer(t, catalog.All, patient, web.ReceiptKeys{Trust: []ed25519.PublicKey{receipt.Public(receiptKey(2)), receipt.Public(receiptKey(1))}})
	n, compared := 0, 0
	for _, d := range catalog.All {
		if !slices.Contains(ways, d.ID) && os.Getenv("PLAYGROUND_FULL") == "" {
			continue
		}
		for _, g := range d.Goals {
			q := url.Values{"goal": {g.ID}, "run": {g.Example}, "name": {"Ada"}}
			if g.Compares {
				compared++
				q.Set("before", g.Start)
			}
			r, made, why := issueFor(t, signer, d.ID, q)
			if r.StatusCode != http.StatusOK {
				t.Errorf("%s, %s: %d %s", d.ID, g.ID, r.StatusCode, why)
				continue
			}
			got := reportOf(t, checker, made.Text)
			if got.Verdict != receipt.Valid || got.Replay != receipt.Same || got.Demo != d.ID || got.Goal != g.ID || got.Name != "Ada" || !got.SameProgram ||
				got.Words != made.Words || got.Time.Format(time.RFC3339) != "2026-11-26T20:40:33Z" {
				t.Errorf("%s, %s: %+v", d.ID, g.ID, got)
			}
			o, err := receipt.Open(receipt.Find(made.Link)[0], nil)
			if err != nil {
				t.Fatal(err)
			}
			if again := o.Replay(t.Context(), d, algos.MaxStep); again.Replay != receipt.Same {
				t.Errorf("%s, %s: without a recording it comes to %+v", d.ID, g.ID, again)
			}
			if page := get(t, checker, got.Run); page.StatusCode != http.StatusOK {
				t.Errorf("%s, %s: the link to the run answers %d", d.ID, g.ID, page.StatusCode)
			}
			n++
		}
	}
	if n < 15 || compared < 2 {
		t.Errorf("%d receipts, %d of them of goals that compare", n, compared)
	}
}

// three is a run that reaches the goal three of the SVM.
const three = "gamma=0.1&C=100&data=p2s~1_0_1~2_1_1~2_-1_1~3_0_1~-1_0.5_-1~-1_-0.5_-1~-2_1_-1~-3_0_-1"

// walked is a goal that every walk comes to.
func walked(a algos.Attempt) (algos.Score, bool) { return algos.Counted(a.Steps, "<n step>"), true }

func TestReceiptRefusals(t *testing.T) {
	s := receiptServer(t, catalog.All, patient, web.ReceiptKeys{Sign: receiptKey(1)})
	for _, c := range []struct {
		demo   string
		q      url.Values
		status int
		says   string
	}{
		{"svm", url.Values{"goal": {"three"}, "run": {"C=10"}}, 422, "does not reach"},
		{"svm", url.Values{"goal": {"three"}, "run": {"preset=xor"}}, 422, "does not reach"},
		{"svm", url.Values{"goal": {"four"}, "run": {three}}, 404, `no challenge called "four"`},
		{"svn", url.Values{"goal": {"three"}, "run": {three}}, 404, "no demo"},
		{"svm", url.Values{"goal": {"three"}, "run": {three}, "name": {strings.Repeat("A", 81)}}, 400, "80 characters"},
		{"svm", url.Values{"goal": {"three"}, "run": {three + "&C=-1"}}, 400, "more than once"},
		{"svm", url.Values{"goal": {"three"}, "run": {"C=-1"}}, 400, "out of range"},
		{"svm", url.Values{"goal": {"three"}, "run": {three}, "number": {"3"}}, 400, "is not recognised"},
		{"svm", url.Values{"goal": {"three"}, "run": {three}, "scheme": {"javascript"}}, 400, "neither"},
		{"svm", url.Values{"goal": {"three"}, "run": {"data=" + strings.Repeat("9", receipt.MaxRun)}}, 400, "too many"},
		{"svm", url.Values{"goal": {"turn"}, "run": {"preset=robust"}}, 400, "before the last edit"},
		{"svm", url.Values{"goal": {"turn"}, "run": {"preset=robust"}, "before": {"preset=none"}}, 400, "no preset"},
	} {
		r, _, why := issueFor(t, s, c.demo, c.q)
		if r.StatusCode != c.status || !strings.Contains(why, c.says) {
			t.Errorf("%.80v: %d %s, want %d %s", c.q, r.StatusCode, why, c.status, c.says)
		}
	}
	if _, _, why := issueFor(t, s, "svm", url.Values{"goal": {"three"}, "run": {"C=10"}, "lang": {"zh"}}); !strings.Contains(why, "没有达到") {
		t.Errorf("in Chinese it says %s", why)
	}
	// A run that reaches its goal with the points of a preset, where points of one's own are asked.
	easy := randomwalk.Demo()
	easy.Goals = []algos.Goal{{ID: "steps", Text: "Walk.", OwnPoints: true, Reached: walked}}
	w := receiptServer(t, []algos.Demo{easy}, web.Limits{}, web.ReceiptKeys{Sign: receiptKey(1)})
	r, _, why := issueFor(t, w, "walk", url.Values{"goal": {"steps"}, "run": {"steps=60"}})
	if r.StatusCode != 422 || !strings.Contains(why, "one of your own") {
		t.Errorf("points of a preset: %d %s", r.StatusCode, why)
	}
}

// Without a key nothing is offered, and what others have signed can still be looked at.
func TestWithoutAKey(t *testing.T) {
	with := receiptServer(t, catalog.All, patient, web.ReceiptKeys{Sign: receiptKey(1)})
	without := receiptServer(t, catalog.All, patient, web.ReceiptKeys{})
	for _, path := range []string{"/d/svm", "/challenges"} {
		const button = `data-action="receipt"`
		if page := body(t, get(t, without, path)); strings.Contains(page, `"/receipt"`) {
			t.Errorf("%s leads to receipts without a key", path)
		}
		if page := body(t, get(t, with, path)); !strings.Contains(page, button) {
			t.Errorf("%s offers no receipt", path)
		}
		if page := body(t, get(t, without, path)); strings.Contains(page, button) {
			t.Errorf("%s offers a receipt without a key", path)
		}
	}
	r, _, why := issueFor(t, without, "svm", url.Values{"goal": {"three"}, "run": {three}})
	if r.StatusCode != http.StatusNotFound || !strings.Contains(why, "signs no receipts") {
		t.Errorf("%d %s", r.StatusCode, why)
	}
	if r := get(t, without, "/receipt/key.pem"); r.StatusCode != http.StatusNotFound {
		t.Errorf("it gives a key: %d", r.StatusCode)
	}
	public, err := receipt.ParsePublic([]byte(body(t, get(t, with, "/receipt/key.pem"))))
	if err != nil || len(public) != 1 || !public[0].Equal(receipt.Public(receiptKey(1))) {
		t.Errorf("the public key is %v, %v", public, err)
	}
	_, made, _ := issueFor(t, with, "svm", url.Values{"goal": {"three"}, "run": {three}, "scheme": {"https"}})
	if !strings.HasPrefix(made.Link, "https://example.com/receipt?r=") || !strings.HasPrefix(made.QR, "<svg") {
		t.Errorf("the link is %s, its code %.20s", made.Link, made.QR)
	}
	got := reportOf(t, without, made.Text)
	if got.Verdict != receipt.UnknownKey || got.Replay != receipt.Same {
		t.Errorf("without the key: %+v", got)
	}
}

// signed is a receipt that the server's own key signs, whatever it says.
func signed(t *testing.T, change func(*receipt.Receipt)) string {
	t.Helper()
	r := receipt.Receipt{
		Demo: "svm", Goal: "three", Number: 3, Steps: 14, Run: three, Name: "<b>Bob</b>", Time: time.Unix(1_800_000_000, 0),
		Version: "playground v1.1.0", Machine: runtime.GOARCH,
	}
	change(&r)
	token, err := receipt.Sign(r, receiptKey(1))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestReceiptsThatDoNotHold(t *testing.T) {
	nap := randomwalk.Demo()
	nap.Goals = []algos.Goal{{ID: "steps", Text: "Walk.", Reached: walked}}
	s := receiptServer(t, append(slices.Clone(catalog.All), nap), web.Limits{Steps: 5000, Points: 500, Request: time.Hour}, web.ReceiptKeys{Sign: receiptKey(1)})
	good := signed(t, func(*receipt.Receipt) {})
	other := receipt.Receipt{Demo: "svm", Goal: "three", Number: 3, Steps: 14, Run: three, Time: time.Unix(1, 0), Version: "v", Machine: "m"}
	foreign, err := receipt.Sign(other, receiptKey(9))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text    string
		verdict receipt.Verdict
		replay  receipt.Replay
		says    string // on the page
	}{
		"as it was signed": {good, receipt.Valid, receipt.Same, "the same number: 3 support vectors"},
		"a changed byte":   {good[:200] + string('A'+(good[200]-'A'+1)%26) + good[201:], receipt.NotSigned, "", "does not fit"},
		"half of it":       {good[:len(good)/8*4], receipt.NotSigned, "", "does not fit"},
		"the signature":    {good[:90], receipt.Unreadable, "", "no receipt"},
		"words":            {"a letter", receipt.Unreadable, "", "no receipt"},
		"an unknown key":   {foreign, receipt.UnknownKey, receipt.Same, "anybody may have made it"},
		"another number": {signed(t, func(r *receipt.Receipt) {
			r.Number = 2
		}), receipt.Changed, receipt.Differs, "3 support vectors, and the receipt says 2. Another version"},
		"the same version": {signed(t, func(r *receipt.Receipt) {
			r.Number, r.Version = 2, "playground v1.2.0"
		}), receipt.Changed, receipt.Differs, "should be the same"},
		"not reached": {signed(t, func(r *receipt.Receipt) {
			r.Run = strings.Replace(three, "C=100", "C=1", 1)
		}), receipt.Changed, receipt.Misses, "does not reach"},
		"nothing to count": {signed(t, func(r *receipt.Receipt) { r.Goal, r.Before = "turn", "C=1" }), receipt.Changed, receipt.Misses, "does not reach"},
		"a preset":         {signed(t, func(r *receipt.Receipt) { r.Run = "" }), receipt.Changed, receipt.Misses, "does not reach"},
		"an unknown demo":  {signed(t, func(r *receipt.Receipt) { r.Demo = "oracle" }), receipt.NotReplayed, receipt.Absent, "does not have this demo"},
		"an unknown goal":  {signed(t, func(r *receipt.Receipt) { r.Goal = "four" }), receipt.NotReplayed, receipt.Absent, "does not have this demo"},
		"an old parameter": {signed(t, func(r *receipt.Receipt) { r.Run += "&sigma=1" }), receipt.NotReplayed, receipt.Refused, "no such parameter"},
		"no run before":    {signed(t, func(r *receipt.Receipt) { r.Goal = "turn" }), receipt.NotReplayed, receipt.Refused, "is missing"},
		"too many points": {signed(t, func(r *receipt.Receipt) {
			r.Run = "data=moons~501~0.1~1"
		}), receipt.NotReplayed, receipt.Refused, "501 points are too many"},
		"too many steps": {signed(t, func(r *receipt.Receipt) {
			r.Steps = 5001
		}), receipt.NotReplayed, receipt.Long, "more steps than this server plays"},
	} {
		got := reportOf(t, s, c.text)
		if got.Verdict != c.verdict || got.Replay != c.replay {
			t.Errorf("%s: %+v", name, got)
		}
		if c.verdict == receipt.NotSigned && (got.Name != "" || got.Run != "") {
			t.Errorf("%s: what was forged is told: %+v", name, got)
		}
		r := get(t, s, "/receipt?r="+url.QueryEscape(c.text))
		page := body(t, r)
		if r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, kept as %s", name, r.StatusCode, r.Header.Get("Cache-Control"))
		}
		if !strings.Contains(page, c.says) || !strings.Contains(page, fmt.Sprintf(`data-verdict=%q`, c.verdict)) || strings.Contains(page, "<b>Bob") {
			t.Errorf("%s: the page lacks %q", name, c.says)
		}
		if c.verdict == receipt.Valid && !strings.Contains(page, `src="data:image/svg+xml;base64,`) {
			t.Errorf("%s: there is no picture", name)
		}
	}
	// A run that would take minutes is given up.
	hasty := receiptServer(t, []algos.Demo{nap}, web.Limits{Request: 200 * time.Millisecond}, web.ReceiptKeys{Sign: receiptKey(1)})
	long := signed(t, func(r *receipt.Receipt) {
		r.Demo, r.Goal, r.Run, r.Steps = "walk", "steps", "nap=900000&steps=400", 400
	})
	if got := reportOf(t, hasty, long); got.Verdict != receipt.NotReplayed || got.Replay != receipt.Slow {
		t.Errorf("a run for minutes: %+v", got)
	}
	if page := body(t, get(t, hasty, "/receipt?r="+long)); !strings.Contains(page, "in time") {
		t.Error("the page of a run for minutes does not say that there was no time")
	}
	for path, status := range map[string]int{
		"/receipt.json?r=" + strings.Repeat("A", 70<<10): http.StatusRequestURITooLong,
		"/receipt.json?r=a&r=b":                          http.StatusBadRequest,
		"/receipt.json?r=a&x=b":                          http.StatusBadRequest,
		"/receipt.json?r=%zz":                            http.StatusBadRequest,
		"/receipt.json?r=" + url.QueryEscape(receipt.Text(good)+receipt.Text(foreign)): http.StatusBadRequest,
	} {
		if r := get(t, s, path); r.StatusCode != status {
			t.Errorf("%.60s: %d, want %d", path, r.StatusCode, status)
		}
	}
}
