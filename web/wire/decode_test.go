package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"playground/web/wire"
)

// good has one message of every form.
var good = []string{
	`{"type":"open","demo":"svm","query":"C=10&step=47","view":{"board":[640,560],"side":[350,190]}}`,
	`{"type":"open","demo":"svm"}`,
	`{"type":"view","view":{"board":[640,560],"side":[350,190],"projector":true,"board_only":true}}`,
	`{"type":"view","view":{"board":[640,560],"side":[350,190],"panels":{"chart-gap":{"hidden":["gap"],"log":false,"size":[900,600]},"matrix":{}}}}`,
	`{"type":"points","op":"add","points":[[0.5,-1e9,1],[2,3,0]]}`,
	`{"type":"points","op":"move","index":3,"x":0.5,"y":1.5,"live":true}`,
	`{"type":"points","op":"place","points":[[3,0.5,1.5],[0,-1e9,2]],"live":true}`,
	`{"type":"points","op":"place"}`,
	`{"type":"points","op":"remove","indexes":[3,0]}`,
	`{"type":"points","op":"relabel","indexes":[3],"class":1}`,
	`{"type":"points","op":"clear"}`,
	`{"type":"points","op":"load","csv":"x1,x2,y\n"}`,
	`{"type":"points","op":"look","csv":"x1,x2\n"}`,
	`{"type":"points","op":"load","data":"moons~60~0.24~7"}`,
	`{"type":"points","op":"load","csv":"a,b,c\n","columns":{"x1":"a","x2":"b","y":"c"}}`,
	`{"type":"points","op":"name","column":1,"name":"height"}`,
	`{"type":"points","op":"name","class":7,"name":""}`,
	`{"type":"points","op":"hold","indexes":[3,0],"on":true,"live":true}`,
	`{"type":"points","op":"hold","indexes":[3],"on":false}`,
	`{"type":"points","op":"edge","nodes":[0,59],"weight":0.5,"live":true}`,
	`{"type":"points","op":"edge","nodes":[3,1],"weight":0}`,
	`{"type":"points","op":"share","share":50}`,
	`{"type":"points","op":"share","share":0}`,
	`{"type":"data","op":"cell","at":[3,0],"value":"1.5","live":true}`,
	`{"type":"data","op":"row","values":["1.5","red"]}`,
	`{"type":"data","op":"remove","indexes":[3,0]}`,
	`{"type":"data","op":"clear"}`,
	`{"type":"data","op":"name","column":9,"name":"colour"}`,
	`{"type":"data","op":"target","column":2}`,
	`{"type":"data","op":"load","csv":"a\n1\n","columns":{"y":"a"}}`,
	`{"type":"data","op":"load","data":"t1~na~1"}`,
	`{"type":"data","op":"look","csv":"a\n1\n"}`,
	`{"type":"data","op":"cell","at":[63,63],"value":"−0.5"}`,
	`{"type":"data","op":"paint","cells":[[0,63,0.5],[1,0,-1e9]],"live":true}`,
	`{"type":"data","op":"paint"}`,
	`{"type":"data","op":"paint","cells":[[0,0,1]],"grid":"filter"}`,
	`{"type":"data","op":"clear","grid":"k3-of-4"}`,
	`{"type":"data","op":"resize","shape":[1,64]}`,
	`{"type":"data","op":"load","image":"iVBORw0KGgo="}`,
	`{"type":"data","op":"look","image":"iVBORw0KGgo="}`,
	`{"type":"set","name":"C","value":"10"}`,
	`{"type":"set","name":"text","value":"","live":true}`,
	`{"type":"seed","seed":9007199254740991}`,
	`{"type":"play","rate":0.5,"size":"pass"}`,
	`{"type":"play","rate":4,"until":"*","loop":[3,10]}`,
	`{"type":"pause"}`,
	`{"type":"step","by":-1,"size":"small"}`,
	`{"type":"seek","step":0}`,
	`{"type":"seek","to":"next","event":"mistake"}`,
	`{"type":"seek","to":"end"}`,
	`{"type":"window","window":[-1,1,-2,2]}`,
	`{"type":"window"}`,
	`{"type":"undo"}`,
	`{"type":"redo"}`,
	`{"type":"forget"}`,
	`{"type":"look","ref":"x6"}`,
	`{"type":"look"}`,
	`{"type":"present","on":true}`,
	`{"type":"present","on":false}`,
	`{"type":"follow","key":"KEY"}`,
	`{"type":"present","on":true,"secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"}`,
	`{"type":"open","demo":"svm","edits":{"done":[1,2],"undone":[3]},"secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"}`,
	`{"type":"restore","done":[{"id":1,"label":"move x₇","query":"C=10"}],"undone":[{"id":9007199254740991,"label":"","pinned":true}]}`,
	`{"type":"tour","stop":2}`,
	`{"type":"tour","stop":0}`,
	`{"type":"poll","do":"open"}`,
	`{"type":"poll","do":"reveal"}`,
	`{"type":"vote","poll":"POLL","round":2,"voter":"ABCDEFGHIJKLMNOP","seq":4294967295,"answer":{"line":[[0,1],[2,3]]}}`,
	`{"type":"vote","poll":"POLL","round":1,"voter":"ABCDEFGHIJKLMN27","seq":1,"answer":{"number":-0.5}}`,
	`{"type":"open","demo":"svm","secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567","poll":"POLL","question":"next","step":0,"round":2,"phase":"shown"}`,
	`{"type":"ack","frame":17}`,
}

func TestDecode(t *testing.T) {
	for _, text := range good {
		m, err := wire.Decode([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if !strings.Contains(text, `"`+m.Type+`"`) {
			t.Errorf("%s has the type %s", text, m.Type)
		}
	}
	m, err := wire.Decode([]byte(`{"type":"play","rate":2}`))
	if err != nil || m.Size != "step" {
		t.Errorf("without a size: %q %v", m.Size, err)
	}
}

// view is a view message with these settings of panels.
func view(panels string) string {
	return `{"type":"view","view":{"board":[640,560],"side":[350,190],"panels":` + panels + `}}`
}

func panels(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"p%d":{}`, i)
	}
	return strings.Join(list, ",")
}

// vote is a vote with these fields; of two with one name the last counts.
func vote(fields string) string {
	if !strings.Contains(fields, "answer") {
		fields += `,"answer":{"option":1}`
	}
	return `{"type":"vote","voter":"ABCDEFGHIJKLMNOP","seq":1,` + fields + `}`
}

// led is an open of a page that has led a poll.
func led(fields string) string { return `{"type":"open","demo":"svm","poll":"P"` + fields + `}` }

// bad are refused, with the code and the field named.
var bad = []struct{ text, code, field string }{
	{``, wire.BadMessage, ""},
	{`null`, wire.BadMessage, "type"},
	{`[]`, wire.BadMessage, ""},
	{`{"type":"pause"} {"type":"pause"}`, wire.BadMessage, ""},
	{`{"type":"pause"`, wire.BadMessage, ""},
	{`{}`, wire.BadMessage, "type"},
	{`{"type":"jump"}`, wire.BadMessage, "type"},
	{`{"type":7}`, wire.BadField, "type"},
	{`{"type":"pause","colour":"red"}`, wire.BadField, "colour"},
	{`{"type":"open"}`, wire.BadField, "demo"},
	{`{"type":"open","demo":"` + strings.Repeat("x", 65) + `"}`, wire.BadField, "demo"},
	{`{"type":"open","demo":"svm","view":{"board":[0,0],"side":[1,1]}}`, wire.BadField, "view"},
	{`{"type":"open","demo":"svm","view":{"board":["a",0]}}`, wire.BadField, "view"},
	{`{"type":"view"}`, wire.BadField, "view"},
	{`{"type":"view","view":{"board":[640,5600],"side":[350,190]}}`, wire.BadField, "view"},
	{`{"type":"view","view":{"board":[640,560]}}`, wire.BadField, "view"},
	{view(`{"matrix":{"size":[9000,600]}}`), wire.BadField, "view"},
	{view(`{"matrix":{"size":[900]}}`), wire.BadField, "view"},
	{view(`{"` + strings.Repeat("x", 65) + `":{}}`), wire.BadField, "view"},
	{view(`{"c":{"hidden":["` + strings.Repeat("x", wire.MaxSeriesName+1) + `"]}}`), wire.BadField, "view"},
	{view(`{"c":{"hidden":[""` + strings.Repeat(`,""`, wire.MaxHidden) + `]}}`), wire.BadField, "view"},
	{view(`{"c":{"log":"yes"}}`), wire.BadField, "view"},
	{view(`{"c":{"colour":1}}`), wire.BadField, "colour"},
	{view(`{` + panels(wire.MaxPanelViews+1) + `}`), wire.BadField, "view"},
	{`{"type":"points"}`, wire.BadField, "op"},
	{`{"type":"points","op":"shuffle"}`, wire.BadField, "op"},
	{`{"type":"points","op":"name","name":"a"}`, wire.BadField, "column"},
	{`{"type":"points","op":"name","column":0,"class":0,"name":"a"}`, wire.BadField, "column"},
	{`{"type":"points","op":"name","column":12,"name":"a"}`, wire.BadField, "column"},
	{`{"type":"points","op":"name","class":8,"name":"a"}`, wire.BadField, "class"},
	{`{"type":"points","op":"name","class":0,"name":"` + strings.Repeat("x", 161) + `"}`, wire.BadField, "name"},
	{`{"type":"points","op":"load","csv":"a\n","columns":{"z":"a"}}`, wire.BadField, "z"},
	{`{"type":"points","op":"load","csv":"a\n","columns":{"x":"` + strings.Repeat("x", 4097) + `"}}`, wire.BadField, "columns"},
	{`{"type":"points","op":"hold","indexes":[1]}`, wire.BadField, "on"},
	{`{"type":"points","op":"hold","on":true}`, wire.BadField, "indexes"},
	{`{"type":"points","op":"hold","indexes":[2000],"on":true}`, wire.BadField, "indexes"},
	{`{"type":"points","op":"edge","weight":1}`, wire.BadField, "nodes"},
	{`{"type":"points","op":"edge","nodes":[0,60],"weight":1}`, wire.BadField, "nodes"},
	{`{"type":"points","op":"edge","nodes":[-1,0],"weight":1}`, wire.BadField, "nodes"},
	{`{"type":"points","op":"edge","nodes":[0,1]}`, wire.BadField, "weight"},
	{`{"type":"points","op":"edge","nodes":[0,1],"weight":-1}`, wire.BadField, "weight"},
	{`{"type":"points","op":"edge","nodes":[0,1],"weight":1001}`, wire.BadField, "weight"},
	{`{"type":"points","op":"share"}`, wire.BadField, "share"},
	{`{"type":"points","op":"share","share":51}`, wire.BadField, "share"},
	{`{"type":"points","op":"share","share":-1}`, wire.BadField, "share"},
	{`{"type":"points","op":"share","share":0.5}`, wire.BadField, "share"},
	{`{"type":"data"}`, wire.BadField, "op"},
	{`{"type":"data","op":"relabel","indexes":[1],"class":1}`, wire.BadField, "op"},
	{`{"type":"data","op":"cell","value":"1"}`, wire.BadField, "at"},
	{`{"type":"data","op":"cell","at":[0,64],"value":"1"}`, wire.BadField, "at"},
	{`{"type":"data","op":"paint","cells":[[64,0,1]]}`, wire.BadField, "cells"},
	{`{"type":"data","op":"paint","cells":[[0,-1,1]]}`, wire.BadField, "cells"},
	{`{"type":"data","op":"paint","cells":[[0,0.5,1]]}`, wire.BadField, "cells"},
	{`{"type":"data","op":"paint","cells":[[0,0,2e9]]}`, wire.BadField, "cells"},
	{`{"type":"data","op":"paint","cells":[[0,0]]}`, wire.BadField, "cells"},
	{`{"type":"data","op":"paint","cells":[[0,0,0]` + strings.Repeat(`,[0,0,0]`, 4096) + `]}`, wire.Limit, "cells"},
	{`{"type":"data","op":"paint","grid":"Filter"}`, wire.BadField, "grid"},
	{`{"type":"data","op":"clear","grid":"` + strings.Repeat("a", 25) + `"}`, wire.BadField, "grid"},
	{`{"type":"data","op":"resize"}`, wire.BadField, "shape"},
	{`{"type":"data","op":"resize","shape":[0,1]}`, wire.BadField, "shape"},
	{`{"type":"data","op":"resize","shape":[1,65]}`, wire.BadField, "shape"},
	{`{"type":"data","op":"load","image":"!"}`, wire.BadMessage, ""},
	{`{"type":"data","op":"look","image":""}`, wire.BadField, "csv"},
	{`{"type":"points","op":"load","image":"iVBORw0KGgo="}`, wire.BadField, "data"},
	{`{"type":"data","op":"cell","at":[-1,0],"value":"1"}`, wire.BadField, "at"},
	{`{"type":"data","op":"cell","at":[0,0]}`, wire.BadField, "value"},
	{`{"type":"data","op":"cell","at":[0,0],"value":1}`, wire.BadField, "value"},
	{`{"type":"data","op":"row"}`, wire.BadField, "values"},
	{`{"type":"data","op":"row","values":["1","2","3","4","5","6","7","8","9","10","11","12","13"]}`, wire.BadField, "values"},
	{`{"type":"data","op":"remove"}`, wire.BadField, "indexes"},
	{`{"type":"data","op":"name","name":"a"}`, wire.BadField, "column"},
	{`{"type":"data","op":"target","column":-1}`, wire.BadField, "column"},
	{`{"type":"data","op":"load"}`, wire.BadField, "data"},
	{`{"type":"data","op":"look"}`, wire.BadField, "csv"},
	{`{"type":"points","op":"add"}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,2]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,2,3,4]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,null,0]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,"2",0]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,1e400,0]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[[1,1.1e9,0]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"add","points":[` + strings.Repeat("[0,0,0],", wire.MaxPoints) + `[0,0,0]]}`, wire.Limit, "points"},
	{`{"type":"points","op":"move","x":1,"y":1}`, wire.BadField, "index"},
	{`{"type":"points","op":"move","index":-1,"x":1,"y":1}`, wire.BadField, "index"},
	{`{"type":"points","op":"move","index":1.5,"x":1,"y":1}`, wire.BadField, "index"},
	{`{"type":"points","op":"move","index":1,"y":1}`, wire.BadField, "x"},
	{`{"type":"points","op":"move","index":1,"x":1}`, wire.BadField, "y"},
	{`{"type":"points","op":"move","index":1,"x":1,"y":-2e9}`, wire.BadField, "y"},
	{`{"type":"points","op":"move","index":1,"x":1e999,"y":0}`, wire.BadField, "x"},
	{`{"type":"points","op":"place","points":[[0.5,1,1]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"place","points":[[-1,1,1]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"place","points":[[1e300,1,1]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"place","points":[[0,1,2e9]]}`, wire.BadField, "points"},
	{`{"type":"points","op":"place","points":[` + strings.Repeat("[0,0,0],", wire.MaxPoints) + `[0,0,0]]}`, wire.Limit, "points"},
	{`{"type":"points","op":"remove"}`, wire.BadField, "indexes"},
	{`{"type":"points","op":"remove","indexes":[-1]}`, wire.BadField, "indexes"},
	{`{"type":"points","op":"relabel","indexes":[1]}`, wire.BadField, "class"},
	{`{"type":"points","op":"relabel","indexes":[1],"class":8}`, wire.BadField, "class"},
	{`{"type":"points","op":"look"}`, wire.BadField, "csv"},
	{`{"type":"points","op":"load"}`, wire.BadField, "data"},
	{`{"type":"points","op":"load","csv":"","data":""}`, wire.BadField, "data"},
	{`{"type":"set","value":"1"}`, wire.BadField, "name"},
	{`{"type":"set","name":"C"}`, wire.BadField, "value"},
	{`{"type":"set","name":"C","value":1}`, wire.BadField, "value"},
	{`{"type":"set","name":"C","value":"` + strings.Repeat("1", wire.MaxTyped+1) + `"}`, wire.BadField, "C"},
	{`{"type":"seed"}`, wire.BadField, "seed"},
	{`{"type":"seed","seed":-1}`, wire.BadField, "seed"},
	{`{"type":"seed","seed":9007199254740992}`, wire.BadField, "seed"},
	{`{"type":"play"}`, wire.BadField, "rate"},
	{`{"type":"play","rate":-1}`, wire.BadField, "rate"},
	{`{"type":"play","rate":1001}`, wire.BadField, "rate"},
	{`{"type":"play","rate":1,"size":"big"}`, wire.BadField, "size"},
	{`{"type":"play","rate":1,"loop":[4,4]}`, wire.BadField, "loop"},
	{`{"type":"play","rate":1,"loop":[-1,4]}`, wire.BadField, "loop"},
	{`{"type":"play","rate":1,"until":"` + strings.Repeat("x", 65) + `"}`, wire.BadField, "until"},
	{`{"type":"step"}`, wire.BadField, "by"},
	{`{"type":"step","by":10001}`, wire.BadField, "by"},
	{`{"type":"seek"}`, wire.BadField, "to"},
	{`{"type":"seek","step":1,"to":"end"}`, wire.BadField, "to"},
	{`{"type":"seek","to":"middle"}`, wire.BadField, "to"},
	{`{"type":"seek","step":-1}`, wire.BadField, "step"},
	{`{"type":"window","window":[1,0,0,1]}`, wire.BadField, "window"},
	{`{"type":"window","window":[0,1,0]}`, wire.BadField, "window"},
	{`{"type":"window","window":[0,1e11,0,1]}`, wire.BadField, "window"},
	{`{"type":"present"}`, wire.BadField, "on"},
	{`{"type":"present","on":1}`, wire.BadField, "on"},
	{`{"type":"follow"}`, wire.BadField, "key"},
	{`{"type":"present","on":true,"secret":"SHORT"}`, wire.BadField, "secret"},
	{`{"type":"present","on":true,"secret":"abcdefghijklmnopqrstuvwxyz234567"}`, wire.BadField, "secret"},
	{`{"type":"open","demo":"svm","secret":"` + strings.Repeat("A", 65) + `"}`, wire.BadField, "secret"},
	{`{"type":"open","demo":"svm","page":"` + strings.Repeat("x", 65) + `"}`, wire.BadField, "page"},
	{`{"type":"present","on":true,"page":"` + strings.Repeat("x", 65) + `"}`, wire.BadField, "page"},
	{`{"type":"open","demo":"svm","epoch":9007199254740992}`, wire.BadField, "epoch"},
	{`{"type":"open","demo":"svm","epoch":-1}`, wire.BadField, "epoch"},
	{`{"type":"open","demo":"svm","edits":{"done":[9007199254740992]}}`, wire.BadField, "edits"},
	{`{"type":"open","demo":"svm","edits":{"done":[1` + strings.Repeat(",1", 400) + `]}}`, wire.BadField, "edits"},
	{`{"type":"open","demo":"svm","edits":[1]}`, wire.BadField, "edits"},
	{`{"type":"restore","done":[{"id":0}]}`, wire.BadField, "id"},
	{`{"type":"restore","undone":[{"id":1,"label":"` + strings.Repeat("x", 513) + `"}]}`, wire.BadField, "label"},
	{`{"type":"restore","done":[{"id":1}` + strings.Repeat(`,{"id":1}`, 200) + `]}`, wire.BadField, "done"},
	{`{"type":"follow","key":"` + strings.Repeat("x", 65) + `"}`, wire.BadField, "key"},
	{`{"type":"look","ref":7}`, wire.BadField, "ref"},
	{`{"type":"look","ref":"` + strings.Repeat("x", wire.MaxRef+1) + `"}`, wire.BadField, "ref"},
	{`{"type":"tour"}`, wire.BadField, "stop"},
	{`{"type":"tour","stop":-1}`, wire.BadField, "stop"},
	{`{"type":"tour","stop":10000}`, wire.BadField, "stop"},
	{`{"type":"tour","stop":1.5}`, wire.BadField, "stop"},
	{`{"type":"poll"}`, wire.BadField, "do"},
	{`{"type":"poll","do":"count"}`, wire.BadField, "do"},
	{vote(`"round":1`), wire.BadField, "poll"},
	{vote(`"poll":"P"`), wire.BadField, "round"},
	{vote(`"poll":"P","round":3`), wire.BadField, "round"},
	{vote(`"poll":"P","round":1,"seq":0`), wire.BadField, "seq"},
	{vote(`"poll":"P","round":1,"seq":4294967296`), wire.BadField, "seq"},
	{vote(`"poll":"P","round":1,"seq":-1`), wire.BadField, "seq"},
	{vote(`"poll":"P","round":1,"voter":"SHORT"`), wire.BadField, "voter"},
	{vote(`"poll":"P","round":1,"voter":"abcdefghijklmnop"`), wire.BadField, "voter"},
	{vote(`"poll":"P","round":1,"answer":{}`), wire.BadField, "answer"},
	{vote(`"poll":"P","round":1,"answer":{"point":1,"option":1}`), wire.BadField, "answer"},
	{vote(`"poll":"P","round":1,"answer":{"point":1.5}`), wire.BadField, "answer"},
	{vote(`"poll":"P","round":1,"answer":{"line":[[0,0]]}`), wire.BadField, "answer"},
	{vote(`"poll":"P","round":1,"answer":{"line":[[0,0],[1,1e999]]}`), wire.BadField, "answer"},
	{vote(`"poll":"P","round":1,"answer":{"colour":1}`), wire.BadField, "colour"},
	{vote(`"poll":"P","round":1,"answer":null`), wire.BadField, "answer"},
	{vote(`"poll":"` + strings.Repeat("x", 65) + `","round":1`), wire.BadField, "poll"},
	{led(``), wire.BadField, "question"},
	{led(`,"question":"q"`), wire.BadField, "step"},
	{led(`,"question":"q","step":-1`), wire.BadField, "step"},
	{led(`,"question":"q","step":1`), wire.BadField, "round"},
	{led(`,"question":"q","step":1,"round":1,"phase":"hidden"`), wire.BadField, "phase"},
	{led(`,"question":"` + strings.Repeat("x", 65) + `"`), wire.BadField, "question"},
	{`{"type":"ack"}`, wire.BadField, "frame"},
}

func TestRefusals(t *testing.T) {
	for _, c := range bad {
		_, err := wire.Decode([]byte(c.text))
		var e *wire.Error
		if !errors.As(err, &e) {
			t.Errorf("%.80s: %v, want a refusal", c.text, err)
			continue
		}
		if e.Code != c.code || e.Field != c.field || e.Message == "" || e.Type != "error" {
			t.Errorf("%.80s: %s in %q (%s), want %s in %q", c.text, e.Code, e.Field, e.Message, c.code, c.field)
		}
	}
}

// An acknowledgement as pages write it is read at once, and anything else is not.
func TestAcked(t *testing.T) {
	for text, want := range map[string]uint64{
		`{"type":"ack","frame":0}`:                   0,
		`{"type":"ack","frame":7}`:                   7,
		`{"type":"ack","frame":9007199254740991}`:    1<<53 - 1,
		`{"type":"ack","frame":9999999999999999999}`: 9999999999999999999,
	} {
		if frame, ok := wire.Acked([]byte(text)); !ok || frame != want {
			t.Errorf("%s acknowledges %d, %v", text, frame, ok)
		}
	}
	for _, text := range []string{
		``, `{"type":"ack","frame":}`, `{"type":"ack","frame":07}`, `{"type":"ack","frame":-1}`, `{"type":"ack","frame":1.5}`,
		`{"type":"ack","frame":7} `, `{"type":"ack","frame":7,"demo":"x"}`, `{"type":"ack", "frame":7}`, `{"type":"ack","frame":18446744073709551616}`,
	} {
		if frame, ok := wire.Acked([]byte(text)); ok {
			t.Errorf("%s is read at once, as %d", text, frame)
		}
	}
}

// FuzzDecode decodes any bytes. Nothing panics, a refusal says why, and a
// message that is accepted keeps its meaning when it is written and read again.
func FuzzDecode(f *testing.F) {
	for _, text := range good {
		f.Add([]byte(text))
	}
	for _, c := range bad {
		if len(c.text) < 200 {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := wire.Decode(data)
		if frame, ok := wire.Acked(data); ok && (err != nil || m.Type != "ack" || *m.Frame != frame) {
			t.Fatalf("%s acknowledges %d, and is %+v, %v", data, frame, m, err)
		}
		if err != nil {
			var e *wire.Error
			if !errors.As(err, &e) || e.Code == "" || e.Message == "" {
				t.Fatalf("an error without a reason: %v", err)
			}
			if _, err := wire.Encode(e); err != nil {
				t.Fatal(err)
			}
			return
		}
		first, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := wire.Decode(first)
		if err != nil {
			t.Fatalf("%s was accepted, %s was not: %v", data, first, err)
		}
		second, err := json.Marshal(again)
		if err != nil {
			t.Fatal(err)
		}
		if string(first) != string(second) {
			t.Fatalf("%s became %s", first, second)
		}
	})
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		m    wire.Server
		want string
	}{
		{&wire.Bye{Reason: "a < b & c"}, `{"type":"bye","reason":"a < b & c"}`},
		{wire.Refuse(wire.BadField, "C", "%d is too much", 7), `{"type":"error","code":"bad-field","message":"7 is too much","field":"C"}`},
		{&wire.Run{Total: 3, Status: wire.Status{State: "running"}}, `{"type":"run","total":3,"complete":false,"status":{"state":"running"}}`},
	} {
		got, err := wire.Encode(c.m)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s %v, want %s", got, err, c.want)
		}
	}
	f := &wire.Frame{Panels: []wire.Panel{{ID: "board", Layers: map[string]string{"under": `<g class="c0"/>`, "axes": ""}}}}
	got, err := wire.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"type":"frame"`, `"layers":{"axes":"","under":"<g class=\"c0\"/>"}`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%s does not contain %s", got, want)
		}
	}
	var back wire.Frame
	if err := json.Unmarshal(got, &back); err != nil || back.Panels[0].Layers["under"] != f.Panels[0].Layers["under"] {
		t.Errorf("read back: %v", err)
	}
}

func BenchmarkEncodeFrame(b *testing.B) {
	svg := strings.Repeat(`<circle class='f-c0' cx='123.4' cy='56.7' r='4'/>`, 300)
	f := &wire.Frame{Panels: []wire.Panel{{ID: "board", Layers: map[string]string{"data": svg}}}}
	b.SetBytes(int64(len(svg)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.Encode(f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeMove(b *testing.B) {
	msg := []byte(good[4])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.Decode(msg); err != nil {
			b.Fatal(err)
		}
	}
}
