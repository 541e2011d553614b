package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// forge sends any message on a connection of its own that follows a room, and returns the
// first answer to it that is no part of the run.
const forge = `new Promise((done) => {
	const ws = new WebSocket(new URL("/ws?follow", location.href), "playground.v1");
	ws.onopen = () => { ws.send(JSON.stringify({type: "follow", key: %q})); ws.send(JSON.stringify(%s)) };
	ws.onmessage = (e) => {
		const m = JSON.parse(e.data);
		if (m.type === "error" || m.type === "voted") { ws.close(); done(m.type + " " + (m.field ?? "")) }
	};
})`

// A presenter asks the room on three other pages: they answer, nobody sees how until the
// presenter closes and shows it, they answer once more, and the answer steps the run.
func TestARoomIsAsked(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1366, 768, "/d/perceptron?step=0")
	link := p.presents()
	phone := s.follow(t, 390, 844, link)
	laptop := s.follow(t, 1366, 768, link)
	other := s.blank(t, 390, 844)
	other.visit(link[len(s.URL):])
	other.wait(`document.querySelector("[data-live]")`)
	followers := []*tab{phone, laptop, other}

	does := func(what string) {
		t.Helper()
		p.press(fmt.Sprintf("[data-votes] [data-do=%s]", what))
	}
	asks := func(question string) {
		t.Helper()
		p.wait(`!document.querySelector("[data-action=guess]").disabled`)
		p.press("[data-action=guess]")
		p.press(fmt.Sprintf("[data-question=%s]", question))
		p.wait(`!document.querySelector("[data-votes] [data-do=open]")?.closest("[hidden]")`)
		does("open")
		for _, f := range followers {
			f.wait(`document.querySelector("[data-votes]:not([hidden])") && !document.querySelector("[data-ask-form]").hidden`)
		}
	}
	in := func(f *tab) {
		t.Helper()
		f.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	}
	shown := func(b *tab) string {
		return eval[string](b, `[...document.querySelectorAll("[data-votes-result]:not([hidden]) [data-votes-rows] tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" ")).join("; ")`)
	}
	choose := func(f *tab, option int) {
		t.Helper()
		f.press(fmt.Sprintf("[data-ask-options] input[value='%d']", option))
		f.press("[data-ask] [type=submit]")
		in(f)
	}

	asks("updates-left")
	w := p.beside(1024, 768) // the presenter's own window
	w.visit("/presenter")
	w.wait(`document.querySelectorAll("[data-poll] button").length === 3`)
	for i, f := range followers {
		choose(f, i)
	}
	for _, b := range []*tab{p, w} {
		b.wait(`/Answered: 3 of 3/.test(document.querySelector("[data-votes-said], [data-poll] p").textContent)`)
	}
	phone.shootAs("votes phone")
	phone.accessible("an answer is given", both)
	choose(other, 0)
	// What the page has answered outlives a reload; nobody else can answer for it.
	phone.visit(link[len(s.URL):])
	in(phone)
	if eval[string](phone, `document.querySelector("[data-ask-options] :checked")?.value`) != "0" {
		t.Error("a page forgets its answer in a reload")
	}
	key := link[len(link)-26:]
	poll := eval[string](p, `JSON.parse(sessionStorage.getItem("poll " + location.pathname)).poll`)
	for vote, want := range map[string]string{
		`{type: "vote", poll: %q, round: 1, voter: "AAAAAAAAAAAAAAAA", seq: 1, answer: {option: 9}}`: "error answer",
		`{type: "vote", poll: %q, round: 1, voter: "AAAAAAAAAAAAAAAA", seq: 1, answer: {point: 1}}`:  "error answer",
		`{type: "vote", poll: %q, round: 2, voter: "AAAAAAAAAAAAAAAA", seq: 1, answer: {option: 1}}`: "error poll",
		`{type: "poll", do: "reveal", question: %q}`:                                                 "error type",
	} {
		if got := eval[string](other, fmt.Sprintf(forge, key, fmt.Sprintf(vote, poll))); got != want {
			t.Errorf("%s: %s, want %s", vote, got, want)
		}
	}
	if got := shown(p) + shown(phone); got != "" {
		t.Errorf("before it is closed one sees %s", got)
	}
	// The run stays where it is.
	p.press("[data-action=step]")
	p.waitText("[data-votes-wrong]", "The room is being asked. Reveal the answer first, or end the question.")

	w.press("[data-poll] button") // closes
	w.wait(`document.querySelectorAll("[data-poll] tbody tr").length === 4`)
	w.shootAs("votes presenter")
	w.accessible("the presenter's window while a room is asked", both)
	p.waitText("[data-votes-said]", "Closed. The room does not see the counts yet.")
	if got := shown(p); !strings.Contains(got, "2 · 67%") || !strings.Contains(got, "1 · 33%") {
		t.Errorf("the presenter sees %s", got)
	}
	phone.waitText("[data-votes-said]", "The question is closed. Your answer is in.")
	if got := shown(phone); got != "" {
		t.Errorf("before it is shown a follower sees %s", got)
	}
	does("show")
	phone.wait(`document.querySelectorAll("[data-votes-result]:not([hidden]) tbody tr").length === 4`)
	if a, b := shown(p), shown(phone); a != b {
		t.Errorf("the presenter sees %s, and a follower %s", a, b)
	}
	does("again")
	phone.waitText("[data-votes-said]", "Once more: talk to your neighbour, then answer again.")
	for _, f := range followers {
		choose(f, 2)
	}
	does("reveal")
	for _, b := range append(followers, p) {
		b.wait(`!document.querySelector("[data-ask-verdict]").hidden && document.querySelector("[data-votes-rows] [data-right]")`)
	}
	p.wait(`Number(document.querySelector("[data-step]").textContent) > 0`) // the answer steps the run
	phone.waitStep(p.step())
	p.shootAs("votes revealed")
	phone.shootAs("votes revealed phone")
	p.accessible("the answer is revealed", both)
	phone.accessible("the answer is revealed", both)

	// A point, by keys and by a press on the board.
	// The answer is the end of the run, and before the page shows it the button takes a step.
	p.wait(`document.querySelector("[data-action=step]").textContent.includes("Start again")`)
	p.press("[data-action=step]")
	for _, b := range append(followers, p) {
		b.wait(`document.querySelector("[data-ask]").hidden`)
	}
	p.waitStep(0)
	asks("next-mistake")
	phone.shootAs("votes point phone")
	for _, f := range followers {
		f.press("svg.board")
		f.key(".")
		f.press("[data-ask] [type=submit]")
		in(f)
	}
	does("close")
	does("show")
	for _, b := range append(followers, p) {
		b.wait(`document.querySelector("svg.board .votes-disc")`)
	}
	p.shootAs("votes points")
	phone.shootAs("votes points phone")
	does("end")
	for _, f := range followers {
		f.wait(`document.querySelector("[data-ask]").hidden`)
	}
}

// A server that is restarted while a room is asked loses no answer: the presenter's page
// asks again, and everyone's page hands its answer in again. So does the presenter's page
// after a reload.
func TestVotesOutliveTheServer(t *testing.T) {
	s := serveRestarting(t)
	p := s.open(t, 1366, 768, "/d/perceptron?step=0")
	link := p.presents()
	f := s.follow(t, 390, 844, link)
	p.excused, f.excused = "503", "503"
	p.press("[data-action=guess]")
	p.press("[data-question=updates-left]")
	p.wait(`document.querySelector("[data-votes] [data-do=open]")?.checkVisibility()`)
	p.press("[data-votes] [data-do=open]")
	f.wait(`document.querySelector("[data-votes]:not([hidden])") && !document.querySelector("[data-ask-form]").hidden`)
	f.press("[data-ask-options] input[value='2']")
	f.press("[data-ask] [type=submit]")
	p.waitText("[data-votes-said]", "Answered: 1 of 1")
	p.key("\x1b") // leaves no question that the room is asked
	for _, again := range []func(){func() { s.restart(t) }, func() { eval[any](p, `setTimeout(() => location.reload())`) }} {
		again()
		p.wait(`!document.querySelector("[data-live]")`)
		p.wait(`document.querySelector("[data-live]")`)
		p.waitText("[data-votes-said]", "Answered: 1 of 1")
		f.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	}
	p.press("[data-votes] [data-do=reveal]")
	for _, b := range []*tab{p, f} {
		b.wait(`document.querySelector("[data-votes-rows] [data-right] td")?.textContent.startsWith("1")`)
	}
	f.waitText("[data-ask-judged] p", "Your answer is right.")
}

// Those who watch by steps are asked, too, and their answers outlive the server. What comes
// after the step is hidden meanwhile.
func TestWatchersAreAsked(t *testing.T) {
	s := serveRestarting(t)
	p := s.open(t, 1366, 768, "/d/perceptron?step=0")
	link := p.presents()
	p.excused = "503"
	var watchers []*tab
	for _, width := range []int64{390, 1366} {
		w := s.blank(t, width, 844)
		w.excused = "503"
		w.visit(strings.TrimPrefix(link, s.URL) + "&watch")
		w.wait(`document.querySelector("[data-live]")`)
		watchers = append(watchers, w)
	}
	all := func(expression string) {
		t.Helper()
		for _, w := range watchers {
			w.wait(expression)
		}
	}
	asks := func(question string) {
		t.Helper()
		p.wait(`!document.querySelector("[data-action=guess]").disabled`)
		p.press("[data-action=guess]")
		p.press(fmt.Sprintf("[data-question=%s]", question))
		all(`document.querySelector("[data-ask-say]").textContent && !document.querySelector("[data-ask]").hidden`)
		p.wait(`document.querySelector("[data-votes] [data-do=open]")?.checkVisibility()`)
		p.press("[data-votes] [data-do=open]")
		all(`document.querySelector("[data-votes]:not([hidden])") && !document.querySelector("[data-ask-form]").hidden`)
	}
	const charts = `[...document.querySelectorAll("svg[data-panel^=chart-] > [data-layer]:not([data-layer=axes])")].map(e => getComputedStyle(e).visibility)`
	all(charts + `.every(v => v === "visible")`)
	asks("updates-left")
	all(charts + `.every(v => v === "hidden")`)
	for i, w := range watchers {
		w.press(fmt.Sprintf("[data-ask-options] input[value='%d']", i))
		w.press("[data-ask] [type=submit]")
		w.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	}
	p.waitText("[data-votes-said]", "Answered: 2 of 2")
	watchers[0].shootAs("votes watcher phone")
	watchers[1].shootAs("votes watcher")
	watchers[0].accessible("a watcher has answered", both)
	s.restart(t)
	p.wait(`!document.querySelector("[data-live]")`)
	p.waitText("[data-votes-said]", "Answered: 2 of 2")
	p.press("[data-votes] [data-do=reveal]")
	all(`document.querySelector("[data-ask-judged] p")?.textContent.startsWith("Your answer is ") && document.querySelector("[data-votes-rows] [data-right]")`)
	for _, w := range watchers {
		w.waitStep(p.step())
	}
	all(charts + `.every(v => v === "visible")`)

	p.press("[data-action=step]") // starts again
	all(`document.querySelector("[data-ask]").hidden`)
	p.waitStep(0)
	asks("next-mistake")
	for _, w := range watchers {
		w.waitStep(0)
		w.press("svg.board")
		w.key(".")
		w.press("[data-ask] [type=submit]")
		w.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	}
	p.press("[data-votes] [data-do=close]")
	p.press("[data-votes] [data-do=show]")
	all(`document.querySelector("svg.board .votes-disc")`)
	watchers[1].shootAs("votes watcher points")
	p.press("[data-votes] [data-do=end]")
	all(`document.querySelector("[data-ask]").hidden`)
}
