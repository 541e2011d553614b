package panel

import (
	"cmp"
	"slices"

	"playground/algos/mark"
)

// painted are the things as marks, the farthest first: neighbours of one thing and one
// strength as one mark.
func (s sight) painted(things []Thing, b box) []mark.Mark {
	var pieces, sheets []piece
	for t, thing := range things {
		for _, p := range thing.pieces(b) {
			p.thing, p.depth = t, s.near.Dot(p.at)
			if p.sheet != nil {
				sheets = append(sheets, p)
			} else {
				pieces = append(pieces, p)
			}
		}
	}
	slices.SortStableFunc(pieces, func(p, q piece) int { return cmp.Compare(p.depth, q.depth) })
	var marks []mark.Mark
	var pick []int
	ordered := s.sorted(pieces, sheets, b)
	for i, p := range ordered {
		pick = append(pick, p.index)
		if i+1 < len(ordered) && s.together(things, p, ordered[i+1]) {
			continue
		}
		marks, pick = append(marks, things[p.thing].paint(s, pick, s.strength(p.depth), b)), nil
	}
	return marks
}

// together reports whether two pieces can be drawn by one mark.
func (s sight) together(things []Thing, p, q piece) bool {
	_, net := things[p.thing].(Net)
	return p.thing == q.thing && p.sheet == nil && !net && s.strength(p.depth) == s.strength(q.depth)
}

// sorted puts each sheet between what is behind it and what is before it. The pieces are
// in order already.
func (s sight) sorted(pieces, sheets []piece, b box) []piece {
	if len(sheets) == 0 {
		return pieces
	}
	first := sheets[0]
	normal := first.sheet.scaled(b)
	if normal.Dot(s.near) < 0 {
		normal = XYZ{-normal.X, -normal.Y, -normal.Z}
	}
	behind := func(p piece) bool { return normal.Dot(p.at.plus(-1, first.at)) < -1e-9*normal.Dot(normal) }
	split := func(all []piece) (far, near []piece) {
		for _, p := range all {
			if behind(p) {
				far = append(far, p)
			} else {
				near = append(near, p)
			}
		}
		return far, near
	}
	farPieces, nearPieces := split(pieces)
	farSheets, nearSheets := split(sheets[1:])
	return slices.Concat(s.sorted(farPieces, farSheets, b), []piece{first}, s.sorted(nearPieces, nearSheets, b))
}
