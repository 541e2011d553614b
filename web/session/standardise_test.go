package session_test

import (
	"math"
	"strings"
	"testing"
)

// ages are the windows of the board of ages and incomes: in the units of the data, and of its marks.
func ages(c *client, got []message) (window, marks [4]float64) {
	p := c.last(got, "frame").Frame.Panels[0]
	if p.Marks != nil {
		marks = *p.Marks
	}
	return p.Window, marks
}

// Where features are standardised the page is in the data's units: the points, the window in which the pointer
// places them, and the link. A handle moves in the units of the parameter.
func TestStandardisedBoardIsInTheDataUnits(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"load","csv":"age,income,buys\n20,25000,0\n30,45000,0\n50,55000,1\n64,85000,1\n"}`)
		st := c.last(c.settle(), "state").State
		if !strings.Contains(st.Scales, "differ by a factor of 1300") || !strings.Contains(st.Scales, "income") {
			t.Errorf("offered with %q", st.Scales)
		}
		c.say(`{"type":"set","name":"standardise","value":"true"}`)
		got := c.settle()
		c.noErrors(got)
		st = c.last(got, "state").State
		if st.Params["standardise"] != "true" || !strings.Contains(st.Query, "standardise=true") || !strings.HasPrefix(st.Scales, "Features are standardised") {
			t.Fatalf("the switch is %q in %s, told %q", st.Params["standardise"], st.Query, st.Scales)
		}
		if st.Points[0] != [3]float64{20, 25000, 0} {
			t.Errorf("the first point is %v", st.Points[0])
		}
		window, marks := ages(c, got)
		if !(window[0] < 20 && window[1] > 64 && window[2] < 25000 && window[3] > 85000) || !(marks[0] > -5 && marks[3] < 5) {
			t.Errorf("the board shows %v, its marks are within %v", window, marks)
		}
		// What the pointer reads in the window is where the point lies.
		c.say(`{"type":"points","op":"move","index":0,"x":33,"y":61000}`)
		got = c.settle()
		c.noErrors(got)
		st = c.last(got, "state").State
		if st.Points[0] != [3]float64{33, 61000, 0} || !strings.Contains(c.last(got, "state").State.Query, "standardise=true") {
			t.Errorf("moved to %v by %s", st.Points[0], st.Query)
		}
		if w, _ := ages(c, got); math.Abs(w[0]-window[0]) > 1e-6*window[1] {
			t.Errorf("the board moves under the hand: %v, before %v", w, window)
		}
		c.say(`{"type":"undo"}`)
		c.say(`{"type":"undo"}`)
		if st = c.last(c.settle(), "state").State; st.Params["standardise"] != "false" || st.Points[0] != [3]float64{20, 25000, 0} {
			t.Errorf("undone to %v, standardised %s", st.Points[0], st.Params["standardise"])
		}
	})
}
