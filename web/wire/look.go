package wire

// MaxRef bounds a reference, in bytes.
const MaxRef = 256

// Inspection has the tooltips of the thing that the client looks at.
type Inspection struct {
	Type string `json:"type,omitempty"` // "look"; absent within a frame
	Ref  string `json:"ref"`
	Tips []Tip  `json:"tips,omitempty"` // in the order of the pictures; none: nothing is known
}

// Tip is the tooltip of a thing in one layer of a panel. If a layer shows the
// thing several times, it has as many tips.
type Tip struct {
	Panel string `json:"panel"`
	Layer string `json:"layer"`
	Text  string `json:"text"`
}

func (m *Inspection) setType() { m.Type = "look" }

func checkLook(m *Client) *Error { return text("ref", m.Ref, MaxRef) }
