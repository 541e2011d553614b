package web

import (
	"net/http"
	"strings"
	"testing"
)

// What a page shows in projector mode stands in its link. What of it means nothing is named,
// and the rest opens.
func TestLinkOfProjectorMode(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]struct{ has, hasNot string }{
		"/d/walk":                             {`data-demo="walk"`, "data-side"},
		"/d/walk?side=bars":                   {`data-side="bars"`, "data-notice"},
		"/d/walk?side=none":                   {`data-side="none"`, "data-notice"},
		"/d/walk?step=3&side=bars":            {`data-side="bars"`, "data-notice"},
		"/d/walk?parameters=1":                {" data-parameters", "data-notice"},
		"/d/walk?side=board":                  {`there is no side view &#34;board&#34;; there are bars`, `data-side="`},
		"/d/walk?side=tree&lang=zh":           {`没有名为 &#34;tree&#34; 的侧图`, `data-side="`},
		"/d/walk?parameters=yes&side=bars":    {`&#34;yes&#34; is not one of 1`, " data-parameters"},
		"/embed/walk?side=bars&hide=timeline": {"", "data-side"},
	} {
		page := body(t, get(t, s, path, "Accept", "text/html"))
		if !strings.Contains(page, want.has) || strings.Contains(page, want.hasNot) {
			t.Errorf("%s: does not have %q, or has %q: %.2000s", path, want.has, want.hasNot, page)
		}
	}
	for path, want := range map[string]int{"/d/walk?side=bars": http.StatusOK, "/d/walk?side=tree": http.StatusBadRequest} {
		if got := get(t, s, path).StatusCode; got != want {
			t.Errorf("%s: a program is answered with %d, want %d", path, got, want)
		}
	}
}
