package engine

// A Device is what a hand is on.
type Device string

// The devices of WebDriver's actions.
const (
	Mouse    Device = "mouse"
	Finger   Device = "touch"
	Keyboard Device = "key"
	Wheel    Device = "wheel"
)

// Keys that write nothing, as WebDriver names them.
const (
	Enter      = "\uE007"
	Escape     = "\uE00C"
	Shift      = "\uE008"
	Control    = "\uE009"
	PageUp     = "\uE00E"
	PageDown   = "\uE00F"
	End        = "\uE010"
	Home       = "\uE011"
	ArrowLeft  = "\uE012"
	ArrowRight = "\uE014"
)

// An Action is one move of a hand, in the words of WebDriver, which classic
// WebDriver and BiDi share.
type Action struct {
	Type   string  `json:"type"`
	X      *int    `json:"x,omitempty"`
	Y      *int    `json:"y,omitempty"`
	Button *int    `json:"button,omitempty"`
	DeltaX *int    `json:"deltaX,omitempty"`
	DeltaY *int    `json:"deltaY,omitempty"`
	Value  string  `json:"value,omitempty"`
	Hold   float64 `json:"duration,omitempty"` // milliseconds
}

// Move goes to a place of the window, in whole pixels.
func Move(x, y int) Action { return Action{Type: "pointerMove", X: &x, Y: &y} }

// Down presses the first button of the mouse, or puts the finger on the screen.
func Down() Action { return Action{Type: "pointerDown", Button: new(int)} }

// Up releases it.
func Up() Action { return Action{Type: "pointerUp", Button: new(int)} }

// Scroll turns the wheel over a place.
func Scroll(x, y, deltaY int) Action {
	return Action{Type: "scroll", X: &x, Y: &y, DeltaX: new(int), DeltaY: &deltaY}
}

// KeyDown presses a key.
func KeyDown(key string) Action { return Action{Type: "keyDown", Value: key} }

// KeyUp releases it.
func KeyUp(key string) Action { return Action{Type: "keyUp", Value: key} }

// Type presses and releases one key after the other.
func Type(keys string) []Action {
	var out []Action
	for _, key := range keys {
		out = append(out, KeyDown(string(key)), KeyUp(string(key)))
	}
	return out
}

// A source is a device with what it does.
type source struct {
	Type       string         `json:"type"`
	ID         string         `json:"id"`
	Parameters map[string]any `json:"parameters,omitempty"`
	Actions    []Action       `json:"actions"`
}

func sourceOf(device Device, actions []Action) source {
	s := source{Type: string(device), ID: string(device), Actions: actions}
	if device == Mouse || device == Finger {
		s.Type = "pointer"
		s.Parameters = map[string]any{"pointerType": string(device)}
	}
	return s
}
