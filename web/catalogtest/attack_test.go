package catalogtest

import (
	"context"
	"net"
	"net/http/httptest"
	"testing"
	"time"

	"playground/algos/catalog"
	"playground/web"
	"playground/web/load"
)

// An honest visitor gets on beside those who ask for runs that cost as much as a link can
// ask for. The other attacks have their tests in package load.
func TestCostlyRunsStopNobody(t *testing.T) {
	if ln, err := net.Listen("tcp", "127.0.0.2:0"); err != nil {
		t.Skipf("this machine has one loopback address only: %v", err)
	} else {
		_ = ln.Close()
	}
	for _, kind := range []string{"costly", "memory"} {
		t.Run(kind, func(t *testing.T) {
			s := newServer(t, catalog.All, web.Limits{})
			server := httptest.NewServer(s.Handler())
			defer server.Close()
			defer func() {
				if err := s.Shutdown(context.WithoutCancel(t.Context())); err != nil {
					t.Error(err)
				}
			}()
			o, err := load.Attack{URL: server.URL, Kind: kind, Workers: 4, Time: 2 * time.Minute, Enough: 3}.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if o.Steps == nil || o.Steps.N < 3 || o.Pages == nil || o.Pages.N < 3 || len(o.Failures) > 0 {
				t.Errorf("the honest visitor: %+v", o)
			}
		})
	}
}
