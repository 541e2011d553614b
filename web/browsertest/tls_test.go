package browsertest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"

	"playground/algos/catalog"
	"playground/web"
)

// TestHTTPS: over TLS a page comes by HTTP/2, and its frames by a websocket beside it.
func TestHTTPS(t *testing.T) {
	if off() || browser == nil {
		t.Skip("there is no Chromium")
	}
	s := hostBy(t, web.Config{Demos: catalog.All}, func(s *httptest.Server) {
		s.EnableHTTP2 = true
		s.StartTLS()
	})
	b := s.blank(t, 1280, 800)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, security.SetIgnoreCertificateErrors, security.SetIgnoreCertificateErrorsParams{Ignore: true})
		return err
	}))
	b.load("/d/perceptron")
	if by := eval[string](b, `performance.getEntriesByType("navigation")[0].nextHopProtocol`); by != "h2" {
		t.Errorf("the page came by %s", by)
	}
	at := b.step()
	b.press("[data-action=step]")
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, at))
}
