package engine

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// preferences keep Firefox from asking anyone: it sets the most of them itself
// when it is driven.
const preferences = `user_pref("app.normandy.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("toolkit.telemetry.enabled", false);
`

var bidiAddress = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// FindFirefox gives the path of Firefox, or nothing where it is not installed.
func FindFirefox() string {
	for _, name := range []string{os.Getenv("FIREFOX"), "firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

type firefox struct {
	process *process
	bidi    *bidi
	dir     string

	mu    sync.Mutex
	pages map[string]*firefoxPage
}

// Firefox starts a browser of its own, without a window on any screen.
func Firefox(path string) (Browser, error) {
	dir, err := os.MkdirTemp("", "playground-firefox-*")
	if err != nil {
		return nil, err
	}
	b := &firefox{dir: dir, pages: map[string]*firefoxPage{}}
	if err := b.start(path); err != nil {
		return nil, errors.Join(fmt.Errorf("start Firefox: %w", err), b.Close())
	}
	return b, nil
}

func (b *firefox) start(path string) error {
	if err := os.WriteFile(filepath.Join(b.dir, "user.js"), []byte(preferences), 0o600); err != nil {
		return err
	}
	env := append(os.Environ(), "HOME="+b.dir, "MOZ_HEADLESS=1")
	var err error
	if b.process, err = start(env, path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", b.dir); err != nil {
		return err
	}
	address, err := b.process.await(bidiAddress)
	if err != nil {
		return err
	}
	if b.bidi, err = dial(address+"/session", b.hear); err != nil {
		return err
	}
	if err := b.bidi.call("session.new", object{"capabilities": object{}}, nil); err != nil {
		return err
	}
	return b.bidi.call("session.subscribe", object{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
}

// Open makes a window whose storage is its own: a window, because nothing moves in
// a tab that lies behind another.
func (b *firefox) Open(width, height int) (Window, error) {
	p := &firefoxPage{browser: b}
	var user struct{ UserContext string }
	if err := b.bidi.call("browser.createUserContext", object{}, &user); err != nil {
		return nil, err
	}
	p.user = user.UserContext
	var made struct{ Context string }
	if err := b.bidi.call("browsingContext.create", object{"type": "window", "userContext": p.user}, &made); err != nil {
		return nil, err
	}
	p.context = made.Context
	b.mu.Lock()
	b.pages[p.context] = p
	b.mu.Unlock()
	script := object{"functionDeclaration": "() => {" + violations + "}", "contexts": []string{p.context}}
	if err := b.bidi.call("script.addPreloadScript", script, nil); err != nil {
		return nil, err
	}
	return p, p.Resize(width, height)
}

func (b *firefox) Close() error {
	if b.bidi != nil {
		_ = b.bidi.call("browser.close", object{}, nil) // it may be gone before it answers
		b.bidi.close()
	}
	if b.process != nil {
		b.process.stop()
	}
	return os.RemoveAll(b.dir)
}

// hear notes what the console of a page says, and requests to someone else.
func (b *firefox) hear(method string, params json.RawMessage) {
	var e struct {
		Level, Text, Type string
		Source            struct{ Context string }
		Context           string
		Request           struct{ URL string }
	}
	if err := json.Unmarshal(params, &e); err != nil {
		return
	}
	b.mu.Lock()
	p := b.pages[e.Source.Context+e.Context]
	b.mu.Unlock()
	if p == nil {
		return
	}
	switch {
	case method == "log.entryAdded" && (e.Level == "error" || e.Level == "warn"):
		p.note(fmt.Sprintf("console %s: %s", e.Level, e.Text))
	case method == "network.beforeRequestSent":
		p.asked(e.Request.URL)
	}
}

type firefoxPage struct {
	browser       *firefox
	user, context string

	mu       sync.Mutex
	home     string // scheme and host of what was opened
	problems []string
}

func (p *firefoxPage) note(problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

func (p *firefoxPage) asked(url string) {
	p.mu.Lock()
	home := p.home
	p.mu.Unlock()
	if !strings.HasPrefix(url, home) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") {
		p.note("a request to someone else: " + url)
	}
}

// call sends a command about this page.
func (p *firefoxPage) call(method string, params object, result any) error {
	params["context"] = p.context
	return p.browser.bidi.call(method, params, result)
}

func (p *firefoxPage) Navigate(url string) error {
	p.mu.Lock()
	p.home = origin(url)
	p.mu.Unlock()
	return p.call("browsingContext.navigate", object{"url": url, "wait": "complete"}, nil)
}

func (p *firefoxPage) Resize(width, height int) error {
	return p.call("browsingContext.setViewport", object{"viewport": object{"width": width, "height": height}}, nil)
}

func (p *firefoxPage) Evaluate(expression string) (json.RawMessage, error) {
	var got struct {
		Type             string
		Result           struct{ Value json.RawMessage }
		ExceptionDetails struct{ Text string }
	}
	err := p.browser.bidi.call("script.evaluate", object{"expression": asJSON(expression), "target": object{"context": p.context}, "awaitPromise": true}, &got)
	if err != nil {
		return nil, err
	}
	if got.Type == "exception" {
		return nil, errors.New(got.ExceptionDetails.Text)
	}
	var text string
	if err := json.Unmarshal(got.Result.Value, &text); err != nil {
		return nil, fmt.Errorf("answer %s: %w", got.Result.Value, err)
	}
	return json.RawMessage(text), nil
}

func (p *firefoxPage) Wait(expression string, patience time.Duration) error {
	return poll(p, expression, patience)
}

func (p *firefoxPage) Perform(device Device, actions ...Action) error {
	return p.call("input.performActions", object{"actions": []source{sourceOf(device, actions)}}, nil)
}

func (p *firefoxPage) Screenshot() ([]byte, error) {
	var shot struct{ Data string }
	if err := p.call("browsingContext.captureScreenshot", object{}, &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}

func (p *firefoxPage) Problems() ([]string, error) {
	refused, err := refusals(p)
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(refused, p.problems...), err
}

func (p *firefoxPage) Close() error {
	p.browser.mu.Lock()
	delete(p.browser.pages, p.context)
	p.browser.mu.Unlock()
	// Its windows close with it.
	return p.browser.bidi.call("browser.removeUserContext", object{"userContext": p.user}, nil)
}
