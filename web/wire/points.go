package wire

import (
	"math"

	"playground/algos/param"
)

// Operations of a points message.
const (
	Add     = "add"
	Move    = "move"
	Place   = "place"
	Remove  = "remove"
	Relabel = "relabel"
	Clear   = "clear"
	Load    = "load"
	Look    = "look" // reads a file without loading it
)

func checkPoints(m *Client) *Error {
	switch m.Op {
	case Add:
		return checkAdd(m)
	case Move:
		return checkMove(m)
	case Place:
		return checkPlace(m)
	case Remove:
		return checkIndexes(m)
	case Relabel:
		if m.Class == nil {
			return missing("class")
		}
		if *m.Class < 0 || *m.Class > MaxClass {
			return Refuse(BadField, "class", "must be from 0 to %d", MaxClass)
		}
		return checkIndexes(m)
	case Clear:
		return nil
	case Load:
		if (m.CSV == nil) == (m.Data == nil) {
			return Refuse(BadField, "data", "load needs either csv or data")
		}
		return nil
	case Look:
		if m.CSV == nil {
			return missing("csv")
		}
		return nil
	case "":
		return missing("op")
	}
	return Refuse(BadField, "op", "%q is not one of add, move, place, remove, relabel, clear, load, look", param.Clip(m.Op))
}

func checkAdd(m *Client) *Error {
	if len(m.Points) == 0 {
		return missing("points")
	}
	if len(m.Points) > MaxPoints {
		return Refuse(Limit, "points", "%d points are too many: at most %d", len(m.Points), MaxPoints)
	}
	for i, p := range m.Points {
		for _, x := range p {
			if !(math.Abs(x) <= MaxAbs) {
				return Refuse(BadField, "points", "point %d lies outside ±1e9", i+1)
			}
		}
	}
	return nil
}

func checkMove(m *Client) *Error {
	if m.Index == nil {
		return missing("index")
	}
	if *m.Index < 0 || *m.Index >= MaxPoints {
		return Refuse(BadField, "index", "must be from 0 to %d", MaxPoints-1)
	}
	if m.X == nil {
		return missing("x")
	}
	if m.Y == nil {
		return missing("y")
	}
	if !(math.Abs(*m.X) <= MaxAbs) {
		return Refuse(BadField, "x", "lies outside ±1e9")
	}
	if !(math.Abs(*m.Y) <= MaxAbs) {
		return Refuse(BadField, "y", "lies outside ±1e9")
	}
	return nil
}

// checkPlace checks rows of an index and a place. There may be none: the message
// then only ends a live gesture.
func checkPlace(m *Client) *Error {
	if len(m.Points) > MaxPoints {
		return Refuse(Limit, "points", "%d points are too many: at most %d", len(m.Points), MaxPoints)
	}
	for i, p := range m.Points {
		if k := p[0]; k != math.Trunc(k) || !(k >= 0 && k < MaxPoints) {
			return Refuse(BadField, "points", "the index of row %d must be a whole number from 0 to %d", i+1, MaxPoints-1)
		}
		if !(math.Abs(p[1]) <= MaxAbs && math.Abs(p[2]) <= MaxAbs) {
			return Refuse(BadField, "points", "row %d lies outside ±1e9", i+1)
		}
	}
	return nil
}

func checkIndexes(m *Client) *Error {
	if len(m.Indexes) == 0 {
		return missing("indexes")
	}
	if len(m.Indexes) > MaxPoints {
		return Refuse(Limit, "indexes", "%d indexes are too many: at most %d", len(m.Indexes), MaxPoints)
	}
	for _, i := range m.Indexes {
		if i < 0 || i >= MaxPoints {
			return Refuse(BadField, "indexes", "must be from 0 to %d", MaxPoints-1)
		}
	}
	return nil
}

// Preview is what a file of points holds, before it replaces those on the board.
type Preview struct {
	Type   string       `json:"type"` // "preview"
	Total  int          `json:"total"`
	Dim    int          `json:"dim"`
	Target string       `json:"target"`           // what y is, as in a state
	Rows   [][3]float64 `json:"rows"`             // the first ones, as in a state
	Counts []ClassCount `json:"counts,omitempty"` // where the demo looks at classes
}

// ClassCount is how many points a class has.
type ClassCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}
