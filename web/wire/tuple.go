package wire

import "encoding/json"

// UnmarshalJSON reads exactly three numbers. An array of encoding/json would
// take a missing one as zero.
func (p *Point) UnmarshalJSON(data []byte) error { return numbers(data, p[:]) }

// UnmarshalJSON reads exactly four numbers.
func (w *Window) UnmarshalJSON(data []byte) error { return numbers(data, w[:]) }

// UnmarshalJSON reads exactly two numbers.
func (p *XY) UnmarshalJSON(data []byte) error { return numbers(data, p[:]) }

// UnmarshalJSON reads exactly two places.
func (l *TwoPlaces) UnmarshalJSON(data []byte) error {
	var list []XY
	if err := json.Unmarshal(data, &list); err != nil {
		return &json.UnmarshalTypeError{Value: "list of something else than places"}
	}
	if len(list) != len(l) {
		return &json.UnmarshalTypeError{Value: "list of another length"}
	}
	copy(l[:], list)
	return nil
}

// numbers reads an array of len(dst) numbers.
func numbers(data []byte, dst []float64) error {
	var list []*float64
	if err := json.Unmarshal(data, &list); err != nil {
		return &json.UnmarshalTypeError{Value: "list of something else than numbers"}
	}
	if len(list) != len(dst) {
		return &json.UnmarshalTypeError{Value: "list of another length"}
	}
	for i, x := range list {
		if x == nil {
			return &json.UnmarshalTypeError{Value: "null among numbers"}
		}
		dst[i] = *x
	}
	return nil
}
