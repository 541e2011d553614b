package session_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// While a run plays before others, the next picture is drawn for them before it is due,
// once, and only if the run is known and somebody is there.
func TestTheNextPictureIsDrawnInAdvance(t *testing.T) {
	cfg := withHall(0)
	meter := &counter{}
	cfg.Meter = meter
	presenting(t, cfg, "steps=40&step=0", func(t *testing.T, c *client, key string, _ *page) {
		f := watch(t, cfg, key)
		f.settle()
		c.say(`{"type":"play","rate":10,"size":"small"}`)
		c.settle()
		before := meter.shared.Load()
		for n := range int64(5) {
			if got := f.after(69 * time.Millisecond); len(of(got, "frame")) != 0 {
				t.Errorf("step %d comes early", n+1)
			}
			if drawn := meter.shared.Load() - before; drawn != n+1 {
				t.Errorf("after %d pictures and two thirds of a step, %d are drawn", n, drawn)
			}
			got := of(f.after(31*time.Millisecond), "frame")
			if len(got) != 1 || got[0].Frame.Step != int(n)+1 {
				t.Errorf("at step %d a follower gets %v", n+1, kinds(got))
			}
		}
		if err := f.leave(); err != nil {
			t.Error(err)
		}
		c.settle()
		before = meter.shared.Load()
		c.after(time.Second)
		if drawn := meter.shared.Load() - before; drawn > 1 { // that of when it left
			t.Errorf("%d pictures are drawn for nobody", drawn)
		}
	})
}

// Whatever is said between a picture that was drawn in advance and its time, what is shown
// is what a page shows that opens the recipe at this step.
func TestWhatIsSaidInBetweenIsShown(t *testing.T) {
	for i, says := range []string{
		``,
		`{"type":"points","op":"move","index":0,"x":0.5,"y":0.25}`,
		`{"type":"points","op":"add","points":[[0.3,0.4]],"labels":[1]}`,
		`{"type":"set","name":"drift","value":"0.5"}`,
		`{"type":"set","name":"steps","value":"30"}`,
		`{"type":"seed","seed":9}`,
		`{"type":"look","ref":"x1"}`,
		`{"type":"seek","step":20}`,
		`{"type":"step","by":-1,"size":"small"}`,
		`{"type":"play","rate":25,"size":"step"}`,
		`{"type":"play","rate":10,"size":"small","loop":[2,5]}`,
		`{"type":"open","demo":"walk","query":"steps=12&step=3"}`,
		`{"type":"view","view":{"board":[500,400],"side":[310,168],"panels":{"chart-x":{"hidden":["highest"],"log":true}}}}`,
	} {
		for _, ghost := range []bool{false, true} {
			t.Run(fmt.Sprint(i, ghost), func(t *testing.T) {
				cfg := withHall(0)
				presenting(t, cfg, "steps=40&step=3", func(t *testing.T, c *client, key string, shown *page) {
					f := watch(t, cfg, key)
					var followed page
					view := `"panels":{}`
					sizedAs(c, f, shown, &followed, fmt.Sprintf(`,"ghost":%v,%s`, ghost, view))
					c.say(`{"type":"play","rate":10,"size":"small"}`)
					shown.follow(c.after(280 * time.Millisecond)) // the picture of the third step is drawn
					if says != "" {
						c.say("%s", says)
					}
					for range 4 {
						got := c.after(101 * time.Millisecond)
						shown.follow(got)
						for _, m := range of(got, "frame") {
							if l := m.Frame.Look; (l != nil) != strings.Contains(says, "look") {
								t.Errorf("%s: step %d says of what is looked at: %v", says, shown.step, l)
							}
						}
						followed.follow(f.settle())
						own := connect(t, cfg)
						own.say(`{"type":"open","demo":"walk","query":%q}`, shown.state.Query)
						var alone page
						alone.follow(own.settle())
						view := `{"type":"view","view":{"board":[500,400],"side":[310,168],"panels":{"chart-x":{"hidden":["highest"],"log":true}}}}`
						if i != 12 {
							view = sized(&followed, "")
						}
						own.say("%s", view)
						own.say(`{"type":"seek","step":%d}`, shown.step)
						alone.follow(own.after(time.Millisecond))
						if ghost && shown.run.Ghost != nil {
							alone.panels = shown.panels // the run before is drawn below it
						}
						if diff := cmp.Diff(alone.panels, shown.panels); diff != "" || alone.step != shown.step || alone.say != shown.say {
							t.Errorf("%s: step %d instead of %d: -alone +presenter:\n%.1500s", says, shown.step, alone.step, diff)
						}
						if err := own.leave(); err != nil {
							t.Error(err)
						}
						if i == 12 {
							continue
						}
						if diff := cmp.Diff(shown.panels, followed.panels); diff != "" || followed.step != shown.step {
							t.Errorf("%s: step %d: -presenter +follower:\n%.1500s", says, followed.step, diff)
						}
					}
					if err := f.leave(); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}
