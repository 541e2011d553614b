package web

import (
	"net/http"
	"testing"
	"time"
)

func TestMilliseconds(t *testing.T) {
	for d, want := range map[time.Duration]string{40 * time.Microsecond: "0.04 ms", 9300 * time.Microsecond: "9.3 ms", 99600 * time.Microsecond: "100 ms", 112 * time.Millisecond: "112 ms", 2 * time.Second: "2000 ms"} {
		if got := milliseconds(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}

func TestChecksRefuse(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]int{"/checks/nothing": http.StatusNotFound, "/checks?drift=1": http.StatusBadRequest, "/checks/walk?drift=1": http.StatusBadRequest} {
		if r := get(t, s, path); r.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
}
