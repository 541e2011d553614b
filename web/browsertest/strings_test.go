package browsertest

import "testing"

// Two strings are typed, and the table is theirs; too many strings get a sentence, and
// the table stays.
func TestStringsAreTyped(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/string-kernel?preset=table-1&step=0")
	b.fill("#p-s", "猫cat")
	b.wait(`document.querySelector("svg.board").textContent.includes("猫") && new URLSearchParams(location.search).get("s") === "猫cat"`)
	b.press("[data-action=step]")
	b.waitStep(3) // the row of the first letter, three cells
	b.fill("#p-strings", "a,b,c,d,e,f,g,h,i")
	b.wait(`document.querySelector("#err-strings").textContent.includes("there are more than 8 strings")`)
	if !eval[bool](b, `document.querySelector("svg.board").textContent.includes("猫")`) {
		t.Error("the table is gone")
	}
}
