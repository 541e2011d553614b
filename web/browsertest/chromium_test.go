package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/web/browsertest/engine"
)

// A chromiumPage is a tab as a page of any engine. It remembers, as WebDriver does,
// where the mouse is and what is held down.
type chromiumPage struct {
	ctx     context.Context
	mouse   xy
	buttons int64
	held    int64 // Shift, Control
}

var modifierKeys = map[string]chromedp.Modifier{engine.Shift: chromedp.ModifierShift, engine.Control: chromedp.ModifierCtrl}

// keysOfChromium are the keys that write nothing, as chromedp names them.
var keysOfChromium = map[string]string{
	engine.Enter: kb.Enter, engine.Escape: kb.Escape, engine.End: kb.End, engine.Home: kb.Home, engine.ArrowLeft: kb.ArrowLeft, engine.ArrowRight: kb.ArrowRight,
	engine.PageUp: kb.PageUp, engine.PageDown: kb.PageDown,
}

func (c *chromiumPage) Navigate(url string) error { return chromedp.Do(c.ctx, chromedp.Navigate(url)) }

func (c *chromiumPage) Resize(width, height int) error {
	return chromedp.Do(c.ctx, chromedp.EmulateViewport(int64(width), int64(height)))
}

func (c *chromiumPage) Evaluate(expression string) (json.RawMessage, error) {
	answer, err := chromedp.Run(c.ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
	if len(answer) == 0 {
		answer = []byte("null") // of what has no value
	}
	return answer, err
}

func (c *chromiumPage) Wait(expression string, patience time.Duration) error {
	const asked = `(() => { try { self.refusal = ""; return !!(%s) } catch (e) { self.refusal = String(e); return false } })()`
	for {
		_, err := chromedp.Run(c.ctx, chromedp.Poll[bool](fmt.Sprintf(asked, expression), chromedp.WithPollingTimeout(patience)))
		if err == nil {
			return nil
		}
		if left(err) {
			continue // the page that was asked is gone; ask the next one
		}
		refusal, _ := chromedp.Run(c.ctx, chromedp.Evaluate[string](`self.refusal ?? ""`))
		return fmt.Errorf("%w %s", err, refusal)
	}
}

// left reports whether a question failed because the page was left meanwhile.
func left(err error) bool {
	return strings.Contains(err.Error(), "Cannot find context") || strings.Contains(err.Error(), "Execution context was destroyed") || strings.Contains(err.Error(), "target navigated")
}

func (c *chromiumPage) Perform(device engine.Device, actions ...engine.Action) error {
	for _, a := range actions {
		if a.X != nil {
			c.mouse = xy{float64(*a.X), float64(*a.Y)}
		}
		var err error
		switch device {
		case engine.Keyboard:
			err = c.key(a)
		case engine.Finger:
			err = c.finger(a)
		default:
			err = c.hand(a)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.Type, err)
		}
	}
	return nil
}

// hand moves, presses and releases the mouse, and turns its wheel.
func (c *chromiumPage) hand(a engine.Action) error {
	p := input.DispatchMouseEventParams{X: c.mouse.X, Y: c.mouse.Y, Modifiers: c.held, Button: input.MouseButtonLeft, ClickCount: 1}
	switch a.Type {
	case "pointerMove":
		p.Type, p.ClickCount = chromedp.MouseMoved, 0
		if c.buttons == 0 {
			p.Button = input.MouseButtonNone
		}
	case "pointerDown":
		p.Type, c.buttons = chromedp.MousePressed, 1
	case "pointerUp":
		p.Type, c.buttons = chromedp.MouseReleased, 0
	case "scroll":
		p.Type, p.Button, p.ClickCount, p.DeltaX, p.DeltaY = chromedp.MouseWheel, input.MouseButtonNone, 0, 0.001, float64(*a.DeltaY)
	}
	p.Buttons = c.buttons
	return chromedp.Do(c.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, p)
		return err
	}))
}

func (c *chromiumPage) finger(a engine.Action) error {
	p := input.DispatchTouchEventParams{TouchPoints: []*input.TouchPoint{{X: c.mouse.X, Y: c.mouse.Y}}}
	switch a.Type {
	case "pointerDown":
		p.Type, c.buttons = "touchStart", 1
	case "pointerUp":
		p.Type, p.TouchPoints, c.buttons = "touchEnd", []*input.TouchPoint{}, 0
	default:
		if c.buttons == 0 {
			return nil // a finger in the air
		}
		p.Type = "touchMove"
	}
	return chromedp.Do(c.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, p)
		return err
	}))
}

// key presses and releases a key at once, but for those that others are held with.
func (c *chromiumPage) key(a engine.Action) error {
	if m, ok := modifierKeys[a.Value]; ok {
		c.held = 0
		if a.Type == "keyDown" {
			c.held = int64(m)
		}
		return nil
	}
	if a.Type == "keyUp" {
		return nil
	}
	key := a.Value
	if named, ok := keysOfChromium[key]; ok {
		key = named
	}
	return chromedp.Do(c.ctx, chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.Modifier(c.held))))
}

func (c *chromiumPage) Screenshot() ([]byte, error) {
	return chromedp.Run(c.ctx, chromedp.CaptureScreenshot())
}
