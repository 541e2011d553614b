package browsertest

import (
	"syscall"
	"testing"
	"time"
)

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestZZCost(t *testing.T) {
	s := serve(t)
	a, c := "svm?C=100&step=0", "perceptron?data=moons~60~0.24~7&step=0"
	const span = 14 * time.Second
	idle := func(name string) {
		from := cpu()
		time.Sleep(4 * time.Second)
		t.Log(name, "at rest: CPU", (cpu()-from)/4, "a second")
	}
	play := func(name string, paths ...string) {
		var tabs []*tab
		for _, p := range paths {
			tabs = append(tabs, s.open(t, 1366, 900, p))
		}
		time.Sleep(2 * time.Second)
		idle(name)
		from := cpu()
		for _, b := range tabs {
			eval[any](b, `(() => { const s = document.querySelector("[data-speed]"); s.value = "8"; s.dispatchEvent(new Event("change")); document.querySelector("[data-action=play]").click() })()`)
		}
		time.Sleep(span)
		used := cpu() - from
		n := 0
		for _, b := range tabs {
			n += eval[int](b, `Number(document.querySelector("[data-shown]").textContent.match(/\d+/)[0])`)
			eval[any](b, `location.assign("about:blank")`)
		}
		t.Log(name, "played: CPU", used, "for", n, "steps:", used/time.Duration(n), "a step")
	}
	for range 2 {
		play("two workbenches", "/d/"+a, "/d/"+c)
		play("two embedded boards", "/embed/"+a, "/embed/"+c)
		b := s.blank(t, 1366, 900)
		b.visit("/compare?a=svm%3FC%3D100%26step%3D0&b=perceptron%3Fstep%3D0")
		b.compares()
		time.Sleep(2 * time.Second)
		idle("comparison")
		from := cpu()
		eval[any](b, `(() => { self.asked = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) if (e.name.includes("told.json")) self.asked++ }).observe({type: "resource"}); const s = document.querySelector("[data-speed]"); s.value = "8"; s.dispatchEvent(new Event("change")); document.querySelector("[data-action=play]").click() })()`)
		time.Sleep(span)
		used := cpu() - from
		n := 2 * eval[int](b, `Number(document.querySelector("[data-shown]").textContent.match(/\d+/)[0])`)
		t.Log("comparison played: CPU", used, "for", n, "steps:", used/time.Duration(n), "a step; pictures:", eval[int](b, `self.asked`))
		eval[any](b, `location.assign("about:blank")`)
	}
}
