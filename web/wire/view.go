package wire

// View says how large the pictures are shown, in CSS pixels, and how the reader
// has set them.
type View struct {
	Board     [2]float64           `json:"board"`
	Side      [2]float64           `json:"side"`
	Projector bool                 `json:"projector,omitempty"` // thicker strokes, larger type
	BoardOnly bool                 `json:"board_only,omitempty"`
	Ghost     bool                 `json:"ghost,omitempty"`  // keep the run before an edit in the middle of a run
	Panels    map[string]PanelView `json:"panels,omitempty"` // by panel id; others are as the demo says
	Away      []string             `json:"away,omitempty"`   // side views that are out of sight, and not drawn during a gesture
	Brief     bool                 `json:"brief,omitempty"`  // during a gesture the client takes brief frames
	Mend      bool                 `json:"mend,omitempty"`   // and mends layers of which little has changed
}

// PanelView is how a reader has set one panel.
type PanelView struct {
	Size   *[2]float64 `json:"size,omitempty"`   // instead of that of a side view, in CSS pixels
	Hidden []string    `json:"hidden,omitempty"` // names of a chart's series, as in its legend
	Log    *bool       `json:"log,omitempty"`    // a chart's logarithmic axis, on or off
}

// Bounds on what a view may hold.
const (
	MaxPanelViews = 32
	MaxHidden     = 32
	MaxSeriesName = 256 // bytes
)

func checkView(m *Client) *Error {
	v := m.View
	if v == nil {
		return missing("view")
	}
	sizes := [][2]float64{v.Board, v.Side}
	if len(v.Panels) > MaxPanelViews {
		return Refuse(BadField, "view", "at most %d panels can be set", MaxPanelViews)
	}
	if len(v.Away) > MaxPanelViews {
		return Refuse(BadField, "view", "at most %d panels can be out of sight", MaxPanelViews)
	}
	for _, id := range v.Away {
		if e := text("view", id, MaxName); e != nil {
			return e
		}
	}
	for id, p := range v.Panels {
		if e := text("view", id, MaxName); e != nil {
			return e
		}
		if p.Size != nil {
			sizes = append(sizes, *p.Size)
		}
		if len(p.Hidden) > MaxHidden {
			return Refuse(BadField, "view", "at most %d series can be hidden", MaxHidden)
		}
		for _, name := range p.Hidden {
			if e := text("view", name, MaxSeriesName); e != nil {
				return e
			}
		}
	}
	for _, size := range sizes {
		for _, x := range size {
			if !(x >= MinSide && x <= MaxSide) {
				return Refuse(BadField, "view", "sizes must be from %d to %d pixels", MinSide, MaxSide)
			}
		}
	}
	return nil
}
