package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/web/wire"
)

// apply does what a page does with mends.
func apply(layer string, mends []wire.Mend) string {
	units := utf16.Encode([]rune(layer))
	var out []uint16
	from := 0
	for _, m := range mends {
		out = append(append(out, units[from:m.At]...), utf16.Encode([]rune(m.Text))...)
		from = m.At + m.Drop
	}
	return string(utf16.Decode(append(out, units[from:]...)))
}

// Whatever layers follow each other, a client that mends them has what was drawn.
func TestMendedLayersAreWhatWasDrawn(t *testing.T) {
	element := rapid.SampledFrom([]string{"<a x='1'/>", "<a x='2'/>", "<b>", "</b>", "αβ", "<t>x₇ 𝒳</t>", "<t>点</t>", "<", ">", "a<", "\x01"})
	rapid.Check(t, func(t *rapid.T) {
		sent := wire.Sent{Mend: true}
		var there wire.Got
		said := ""
		parts := rapid.SliceOfN(element, 0, 200).Draw(t, "layer")
		shown, mended := "", 0
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
				parts = rapid.SliceOfN(element, 0, 20).Draw(t, "layer")
			case 1:
				at := rapid.IntRange(0, len(parts)).Draw(t, "at")
				parts = append(append(append([]string{}, parts[:at]...), element.Draw(t, "one more")), parts[at:]...)
			default:
				parts = append([]string{}, parts...)
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					if len(parts) > 0 {
						parts[rapid.IntRange(0, len(parts)-1).Draw(t, "at")] = element.Draw(t, "instead")
					}
				}
			}
			layer := strings.Join(parts, "")
			sent.Mend = rapid.IntRange(0, 9).Draw(t, "mend") > 0
			all := &wire.Frame{
				Panels: []wire.Panel{{ID: "board", Layers: map[string]string{"data": layer}}},
				Brief:  rapid.Bool().Draw(t, "brief"),
			}
			if !all.Brief {
				all.Say, all.Promise = layer, "<p>"+layer+"</p>"
			}
			f := sent.Thin(all)
			msg, err := wire.Encode(f)
			if err != nil {
				t.Fatal(err)
			}
			var got wire.Frame
			if err := json.Unmarshal(msg, &got); err != nil {
				t.Fatal(err)
			}
			if whole, ok := got.Panels[0].Layers["data"]; ok {
				shown = whole
			}
			if m, ok := got.Panels[0].Mends["data"]; ok {
				shown = apply(shown, m)
				mended++
			}
			if shown != layer {
				t.Fatalf("shown is %q, and drawn was %q", shown, layer)
			}
			whole, err := there.Merge(&got)
			if err != nil || whole.Panels[0].Layers["data"] != layer || whole.Say != all.Say || whole.Promise != all.Promise {
				t.Fatalf("%v: merged is %+v, and drawn was %q", err, whole, layer)
			}
			if !all.Brief {
				if m, ok := got.Mends["say"]; ok {
					got.Say = apply(said, m)
				}
				if said = got.Say; said != all.Say {
					t.Fatalf("said is %q, want %q", said, all.Say)
				}
			}
		}
	})
}

// Of a layer in which one thing has moved that thing is sent, and all of one in which
// everything has.
func TestMendsAreShort(t *testing.T) {
	sent := wire.Sent{Mend: true}
	layer := func(at func(i int) int) *wire.Frame {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "<circle cx='%d' cy='%d'/>", 100+i, 300+at(i))
		}
		return sent.Thin(&wire.Frame{Panels: []wire.Panel{{ID: "board", Layers: map[string]string{"data": b.String()}}}})
	}
	still := func(int) int { return 0 }
	if f := layer(still); len(f.Panels[0].Layers) != 1 || f.Panels[0].Mends != nil {
		t.Error("the first layer is not sent as it is")
	}
	f := layer(func(i int) int { return map[int]int{7: 1, 8: 2, 150: 5}[i] })
	if m := f.Panels[0].Mends["data"]; len(f.Panels[0].Layers) != 0 || len(m) != 2 || len(m[0].Text) > 60 {
		t.Errorf("three of 200 have moved: %v", m)
	}
	if f := layer(func(i int) int { return i }); len(f.Panels[0].Layers) != 1 || f.Panels[0].Mends != nil {
		t.Error("all have moved, and the layer is not sent as it is")
	}
	sent.Mend = false
	layer(still)
	sent.Mend = true
	if f := layer(func(i int) int { return i % 2 }); len(f.Panels[0].Layers) != 1 || f.Panels[0].Mends != nil {
		t.Error("a layer is mended that is not remembered")
	}
}

// Mends of another text are an error, and what was there stays.
func TestMendsOfAnotherText(t *testing.T) {
	var there wire.Got
	first := &wire.Frame{Say: "ab𝒳c", Panels: []wire.Panel{{ID: "board", Layers: map[string]string{"data": "ab𝒳c"}}}}
	if _, err := there.Merge(first); err != nil {
		t.Fatal(err)
	}
	for _, m := range []wire.Mend{{-1, 0, ""}, {0, -1, ""}, {6, 0, ""}, {4, 2, ""}, {3, 0, ""}, {0, 3, ""}, {2, 1, ""}, {1 << 62, 1 << 62, ""}} {
		bad := []wire.Mend{m}
		for _, f := range []*wire.Frame{
			{Mends: map[string][]wire.Mend{"say": bad}},
			{Panels: []wire.Panel{{ID: "board", Mends: map[string][]wire.Mend{"data": bad}}}},
			{Panels: []wire.Panel{{ID: "none", Mends: map[string][]wire.Mend{"data": {{1, 0, ""}}}}}},
		} {
			if whole, err := there.Merge(f); err == nil {
				t.Errorf("%v made %+v", m, whole)
			}
		}
	}
	f, err := there.Merge(&wire.Frame{
		Mends:  map[string][]wire.Mend{"say": {{0, 2, ""}, {4, 1, "d"}}, "promise": {}},
		Panels: []wire.Panel{{ID: "board", Mends: map[string][]wire.Mend{"data": {{2, 2, "x"}}}}},
	})
	if err != nil || f.Say != "𝒳d" || f.Promise != "" || f.Panels[0].Layers["data"] != "abxc" {
		t.Errorf("%v: %+v", err, f)
	}
}
