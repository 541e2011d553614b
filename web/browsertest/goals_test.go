package browsertest

import "testing"

// eightPoints are two groups: with the usual C six of them are support vectors, with a
// large one three.
const eightPoints = "data=p2s~1_0_1~2_1_1~2_-1_1~3_0_1~-1_0.5_-1~-1_-0.5_-1~-2_1_-1~-3_0_-1&gamma=0.1"

// A goal is begun from the page of all goals, a run of the reader's own comes near it and
// then to it, and the browser keeps the best number, in the lesson and on the page of all.
func TestGoals(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	b.visit("/challenges")
	b.waitText("[data-goal-count] [data-goal-reached]", "0")
	b.press("#goal-svm-three a")
	b.live()
	b.wait(`document.documentElement.dataset.lesson === "open" && location.hash === "#goal-three"`)
	b.wait(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector("#goal-three").getBoundingClientRect())`)
	b.settled()
	state := `document.querySelector("#goal-three [data-goal-state]")`
	if !eval[bool](b, state+`.hidden`) {
		t.Errorf("where it begins, %q is said", b.text("#goal-three [data-goal-state]"))
	}

	// The board of a link is one's own: it is near, and not yet there.
	b.load("/d/svm?" + eightPoints + "#goal-three")
	b.wait(`!` + state + `.hidden`)
	b.waitText("#goal-three [data-goal-number]", "6 support vectors")
	b.wait(`document.querySelector("#goal-three [data-goal-tick]").hidden`)
	b.fill("#p-C", "100")
	b.waitText("#goal-three [data-goal-number]", "3 support vectors")
	b.wait(`!document.querySelector("#goal-three [data-goal-tick]").hidden`)
	b.waitText("[data-toast]", "Challenge reached: 3 support vectors")

	// A worse run afterwards takes nothing away, nor does the start, which stays on the page.
	b.fill("#p-C", "1")
	b.settled()
	b.press("#goal-three a")
	b.wait(`!new URLSearchParams(location.search).has("data")`)
	b.settled()
	if got := b.text("#goal-three [data-goal-number]"); got != "3 support vectors" {
		t.Errorf("the best is %q", got)
	}
	b.load("/d/svm?lang=zh#goal-three")
	b.waitText("#goal-three [data-goal-number]", "3")

	// What stands in the storage is not trusted.
	eval[any](b, `(() => {
		const own = JSON.parse(localStorage.getItem("goals.svm"));
		localStorage.setItem("goals.svm", JSON.stringify({ ...own, turn: { number: "9", text: "9", lang: "en", reached: true }, "<b>": {} }));
	})()`)
	eval[any](b, `localStorage.setItem("goals.perceptron", "[[")`)
	b.load("/d/svm?lang=en")
	b.visit("/challenges")
	b.waitText("[data-goal-count] [data-goal-reached]", "1")
	for _, goal := range []string{"svm-turn", "perceptron-updates"} {
		if !eval[bool](b, `document.querySelector("#goal-`+goal+` [data-goal-state]").hidden`) {
			t.Errorf("nobody has come to %s, and it says %q", goal, b.text("#goal-"+goal+" [data-goal-state]"))
		}
	}
}
