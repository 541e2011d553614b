package hall

import (
	"fmt"
	"testing"

	"playground/web/wire"
)

// Boards and side views as they were measured on pages that follow, by the size of
// the window. No text is smaller than it was drawn, and none is half as large again.
func TestClassesFitTheScreens(t *testing.T) {
	for _, s := range []struct {
		window      string
		board, side [2]float64
		least       float64 // share of the board's box that the picture fills
	}{
		{"320×568", [2]float64{281, 300}, [2]float64{255, 138}, 0.75},
		{"360×740", [2]float64{336, 331}, [2]float64{310, 168}, 0.8},
		{"390×844", [2]float64{366, 359}, [2]float64{340, 185}, 0.8},
		{"430×932", [2]float64{406, 396}, [2]float64{372, 202}, 0.8},
		{"667×375", [2]float64{628, 300}, [2]float64{594, 322}, 0.8},
		{"844×390", [2]float64{804, 300}, [2]float64{354, 192}, 0.75},
		{"932×430", [2]float64{892, 300}, [2]float64{398, 216}, 0.65},
		{"768×1024", [2]float64{713, 573}, [2]float64{316, 172}, 0.8},
		{"820×1180", [2]float64{765, 661}, [2]float64{342, 186}, 0.8},
		{"1024×768", [2]float64{589, 454}, [2]float64{326, 177}, 0.8},
		{"1280×720", [2]float64{545, 456}, [2]float64{358, 194}, 0.8},
		{"1366×768", [2]float64{631, 504}, [2]float64{358, 194}, 0.8},
		{"1440×900", [2]float64{705, 636}, [2]float64{358, 194}, 0.8},
		{"1920×1080", [2]float64{1076, 816}, [2]float64{426, 231}, 0.8},
		{"2560×1440", [2]float64{1076, 1176}, [2]float64{426, 231}, 0.65},
	} {
		v := wire.View{Board: s.board, Side: s.side}
		c := sizes[classOf(&v)]
		scale := min(s.board[0]/c.Board[0], s.board[1]/c.Board[1])
		filled := scale * scale * c.Board[0] * c.Board[1] / (s.board[0] * s.board[1])
		side := s.side[0] / c.Side[0]
		t.Log(s.window, c.Board, fmt.Sprintf("× %.2f, %.0f %% filled, side views × %.2f", scale, 100*filled, side))
		if scale < 1 || side < 1 || scale > 1.5 || c.Projector {
			t.Errorf("%s: pictures of %v are scaled by %.2f, side views by %.2f", s.window, c.Board, scale, side)
		}
		if filled < s.least {
			t.Errorf("%s: a picture of %v fills %.0f %% of the board", s.window, c.Board, 100*filled)
		}
	}
	wall := wire.View{Board: [2]float64{1090, 700}, Side: [2]float64{120, 120}, Projector: true, BoardOnly: true}
	if c := sizes[classOf(&wall)]; !c.Projector {
		t.Error("a page in projector mode gets small type")
	}
	wall = wire.View{Board: [2]float64{1090, 700}, Side: [2]float64{700, 380}, Projector: true}
	if c := sizes[classOf(&wall)]; !c.Projector || c.BoardOnly {
		t.Errorf("a page that shows a side view in projector mode gets pictures of %+v", c)
	}
	tiny := wire.View{Board: [2]float64{wire.MinSide, wire.MinSide}, Side: [2]float64{wire.MinSide, wire.MinSide}}
	if k := classOf(&tiny); k != 0 {
		t.Errorf("a page smaller than all classes gets class %d", k)
	}
}
