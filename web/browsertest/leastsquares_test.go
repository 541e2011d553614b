package browsertest

import "testing"

// A table is pasted where points were, with words that name the rows: the picture
// shows its target, and the link holds it.
func TestLeastSquaresOfAPastedTable(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/linear-regression")
	b.wait(`document.querySelector("svg.board") !== null`)
	b.pasteInto("svg.board", "model\tcyl\tdisp\twt\tmpg\n"+
		"Mazda RX4\t6\t160\t2.62\t21\nDatsun 710\t4\t108\t2.32\t22.8\n"+
		"Valiant\t6\t225\t3.46\t18.1\nFiat 128\t4\t78.7\t2.2\t32.4\nCamaro Z28\t8\t350\t3.84\t13.3\nHonda Civic\t4\t75.7\t1.615\t30.4")
	b.wait(`!document.querySelector("[data-csv-preview]").hidden`)
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.wait(`[...document.querySelectorAll("svg text")].some((t) => t.textContent === "mpg")`)
	b.wait(`document.querySelector("[data-error-for=csv]")?.hidden !== false`)
	b.wait(`location.search.includes("data=")`)
}
