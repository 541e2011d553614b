package load_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"playground/web/load"
)

// fair is how an attacker is answered who asks for too much: served, told to wait, or sent
// away.
var fair = []string{
	"200 ", "429 ", "503 ", "frame", "presents", "silent", `{"type":"error","code":"busy"`, `{"type":"error","code":"bad-message"`, `{"type":"bye"`,
	"close 1009 (message too big)", "bad handshake", "ws: ", "EOF", "reset by peer", "broken pipe", "closed", "too many",
}

// TestAttacks attacks until an honest visitor has made three steps and opened three pages.
// How long that takes depends on the machine and is not tested; that it comes to pass is,
// and that nobody hears of a fault.
func TestAttacks(t *testing.T) {
	if ln, err := net.Listen("tcp", "127.0.0.2:0"); err != nil {
		t.Skipf("this machine has one loopback address only: %v", err)
	} else {
		_ = ln.Close()
	}
	for _, kind := range load.Attacks() {
		if kind == "costly" || kind == "memory" {
			continue // they take demos that cost much: see web/catalogtest
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel() // most of the time the honest visitor waits
			o, err := load.Attack{URL: serving(t), Kind: kind, Workers: 4, Time: 2 * time.Minute, Enough: 3}.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if o.Steps == nil || o.Steps.N < 3 || o.Pages == nil || o.Pages.N < 3 || len(o.Failures) > 0 {
				t.Errorf("the honest visitor: %+v", o)
			}
			for answer := range o.Answers {
				if !hasAny(answer, fair) {
					t.Errorf("an attacker is answered %q", answer)
				}
			}
			t.Logf("%+v, steps %+v, pages %+v", o.Answers, o.Steps, o.Pages)
		})
	}
}

func hasAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// TestAttackBounds refuses what could harm.
func TestAttackBounds(t *testing.T) {
	good := load.Attack{URL: "http://127.0.0.1:1", Kind: "junk", Workers: 1, Time: time.Second}
	for name, change := range map[string]func(*load.Attack){
		"on this machine": func(a *load.Attack) { a.URL = "http://192.0.2.1:80" },
		"one of":          func(a *load.Attack) { a.Kind = "lasers" },
		"workers":         func(a *load.Attack) { a.Workers = 1 << 20 },
		"time":            func(a *load.Attack) { a.Time = time.Hour },
	} {
		a := good
		change(&a)
		if _, err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
