package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// A Browser is one that runs.
type Browser interface {
	// Open makes an empty window of a size in pixels.
	Open(width, height int) (Window, error)
	// Close ends the browser and removes its profile.
	Close() error
}

// A Page is what a visitor is at.
type Page interface {
	Navigate(url string) error
	Resize(width, height int) error
	// Evaluate gives the value of an expression as JSON, null where it has none. It
	// waits for promises.
	Evaluate(expression string) (json.RawMessage, error)
	// Wait waits until an expression is true. What throws is not true yet.
	Wait(expression string, patience time.Duration) error
	// Perform does one thing after the other, as a hand would.
	Perform(device Device, actions ...Action) error
	// Screenshot is what the window shows, as PNG.
	Screenshot() ([]byte, error)
}

// A Window is a page that heeds what goes wrong in it.
type Window interface {
	Page
	// Problems are the errors and warnings of the console, exceptions that nobody
	// caught, requests to someone else, and what the content policy refused.
	Problems() ([]string, error)
	Close() error
}

// violations makes a page remember what its content policy refused.
const violations = `document.addEventListener("securitypolicyviolation", e =>
  (self.violations ||= []).push(["content policy:", e.effectiveDirective, e.blockedURI, e.sourceFile, e.lineNumber].join(" ")));`

// asJSON makes an expression one whose value is text, which all protocols carry
// alike.
func asJSON(expression string) string {
	return fmt.Sprintf("(async () => JSON.stringify(await (%s)) ?? \"null\")()", expression)
}

const (
	pollEvery = 15 * time.Millisecond
)

// poll asks until the answer is true. A page that is being left gives no answer.
func poll(p Page, expression string, patience time.Duration) error {
	asked := fmt.Sprintf(`(() => { try { return [!!(%s)] } catch (e) { return [false, String(e)] } })()`, expression)
	var last error
	for began := time.Now(); time.Since(began) < patience; time.Sleep(pollEvery) {
		answer, err := p.Evaluate(asked)
		if err != nil {
			last = err
			continue
		}
		var told []any
		if err := json.Unmarshal(answer, &told); err != nil || len(told) == 0 {
			return fmt.Errorf("answer %s: %w", answer, err)
		}
		if told[0] == true {
			return nil
		}
		last = errors.New("it is false")
		if len(told) > 1 {
			last = fmt.Errorf("%v", told[1])
		}
	}
	return fmt.Errorf("after %v: %w", patience, last)
}

// refusals asks a page what its content policy has refused.
func refusals(p Page) ([]string, error) {
	answer, err := p.Evaluate(`self.violations ?? []`)
	if err != nil {
		return nil, fmt.Errorf("ask for violations: %w", err)
	}
	var out []string
	return out, json.Unmarshal(answer, &out)
}
