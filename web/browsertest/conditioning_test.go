package browsertest

import "testing"

// The conditioning line is dragged on the board, and the conditional density beside it follows without
// growing wider; and the covariance is dragged below its parabola, back from where it is not valid.
func TestConditioningByHand(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/gaussian-conditioning?preset=slice&step=4")
	b.settled()
	const density = `document.querySelector("[data-view=conditional]").textContent`
	b.wait(density + `.includes("N(1.2, 0.36), given 1.5")`)
	from := b.held("given")
	b.drag(from, xy{from.X, from.Y + 60})
	b.final("given")
	if v := b.set("given")[0]; v >= 1.4 {
		t.Errorf("x₂ is %v after a drag down", v)
	}
	b.wait(`/N\([^)]*, 0\.36\), given (?!1\.5)/.test(` + density + `)`)

	b = s.open(t, 1366, 768, "/d/gaussian-conditioning?preset=slice&step=4")
	b.settled()
	from = b.held("cov")
	b.drag(from, xy{from.X - 60, from.Y})
	b.final("cov")
	if v := b.set("cov")[0]; v >= 0.8 {
		t.Errorf("the covariance is %v after a drag to the left", v)
	}

	b = s.open(t, 1366, 768, "/d/gaussian-conditioning?cov=1.5")
	b.settled()
	from = b.held("cov")
	b.drag(from, xy{from.X - 120, from.Y})
	b.final("cov")
	if v := b.set("cov")[0]; v >= 1 {
		t.Errorf("the covariance is %v after it was dragged back", v)
	}
	b.wait(`document.querySelector("[data-view=conditional]")`)
}
