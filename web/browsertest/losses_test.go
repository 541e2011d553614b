package browsertest

import "testing"

// Another loss or another rule of votes brings its own pictures and controls, and takes
// along those that say nothing there.
func TestALossBringsItsPictures(t *testing.T) {
	site := serve(t)
	shown := func(selector string) string {
		return `(() => { const e = document.querySelector('` + selector + `'); return Boolean(e && e.getClientRects().length > 0) })()`
	}
	b := site.open(t, 1366, 768, "/d/adaboost?preset=outlier&step=7")
	b.wait(shown("[data-view=squared]:not(.absent)"))
	if eval[bool](b, shown("[data-param=edge]")) {
		t.Error("γ is asked for where nothing needs it")
	}
	b.choose("select[name=alpha_form]", "fixed")
	b.wait(shown("[data-param=edge]"))
	b.wait("!" + shown("[data-view=squared]:not(.absent)"))
	b.check()

	b = site.open(t, 1366, 768, "/d/svm-multiclass?preset=blobs&step=50")
	b.wait(shown("[data-view=delta]:not(.absent)"))
	b.choose("select[name=loss]", "log")
	b.wait("!" + shown("[data-view=delta]:not(.absent)"))
	b.wait("!" + shown("[data-param=cost]"))
	b.wait(`document.querySelector("[data-view=table]").textContent.includes("log loss")`)
	b.check()
}
