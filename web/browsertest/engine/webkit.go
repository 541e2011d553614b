package engine

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A webkit is a driver on a virtual screen. It serves one browser with one window.
type webkit struct {
	driver, miniBrowser string
	screen              *process
	display             string
	dir                 string
}

// slender lets windows become as narrow as a phone: those of MiniBrowser are at least
// as wide as its buttons.
const slender = `* { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }
`

var displayNumber = regexp.MustCompile(`^(\d+)\n$`)

// FindWebKit gives the paths of WebKit's driver, its small browser, and the virtual
// screen, or nothing where one of them is not installed.
func FindWebKit() []string {
	driver, err1 := exec.LookPath("WebKitWebDriver")
	screen, err2 := exec.LookPath("Xvfb")
	found, err3 := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if errors.Join(err1, err2, err3) != nil || len(found) == 0 {
		return nil
	}
	return []string{driver, found[len(found)-1], screen}
}

// WebKit starts a virtual screen. Each page has a browser of its own on it.
func WebKit(paths []string) (Browser, error) {
	dir, err := os.MkdirTemp("", "playground-webkit-*")
	if err != nil {
		return nil, err
	}
	b := &webkit{driver: paths[0], miniBrowser: paths[1], dir: dir}
	if err := os.MkdirAll(filepath.Join(dir, "gtk-3.0"), 0o700); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	if err := os.WriteFile(filepath.Join(dir, "gtk-3.0", "gtk.css"), []byte(slender), 0o600); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	// It writes the number of the display that it has found free.
	b.screen, err = start(os.Environ(), paths[2], "-displayfd", "1", "-screen", "0", "2600x2600x24", "-nolisten", "tcp")
	if err == nil {
		b.display, err = b.screen.await(displayNumber)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start Xvfb: %w", err), b.Close())
	}
	return b, nil
}

func (b *webkit) Close() error {
	if b.screen != nil {
		b.screen.stop()
	}
	return os.RemoveAll(b.dir)
}

func (b *webkit) Open(width, height int) (Window, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	// Drawn by the processor, and not in a sandbox, which containers refuse.
	env := append(
		os.Environ(), "DISPLAY=:"+b.display, "HOME="+b.dir, "XDG_RUNTIME_DIR="+b.dir, "XDG_CONFIG_HOME="+b.dir, "GDK_BACKEND=x11", "NO_AT_BRIDGE=1", "GSETTINGS_BACKEND=memory",
		"DBUS_SESSION_BUS_ADDRESS=disabled:", "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1",
	)
	driver, err := start(env, b.driver, "--host=127.0.0.1", "--port="+strconv.Itoa(port))
	if err != nil {
		return nil, err
	}
	p := &webkitPage{driver: driver}
	options := object{"binary": b.miniBrowser, "args": []string{"--automation", "--enable-write-console-messages-to-stdout=true"}}
	err = p.begin(fmt.Sprintf("http://127.0.0.1:%d", port), object{"browserName": "MiniBrowser", "webkitgtk:browserOptions": options})
	if err == nil {
		err = p.Resize(width, height)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start WebKit: %w", err), p.Close())
	}
	return p, nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// resizeWithin is how long a window may take to become as large as it is told to.
const resizeWithin = time.Second

type webkitPage struct {
	driver *process
	session
	frame [2]int // what the window adds to the page
}

func (p *webkitPage) Navigate(url string) error {
	if err := p.post("/url", object{"url": url}, nil); err != nil {
		return err
	}
	// There is no script before the page's own: what it refuses while it loads is in
	// the console.
	_, err := p.Evaluate("(() => {" + violations + "})()")
	return err
}

// Resize makes the window so large that the page has the size: by what the window
// adds to it, which shows when it has been made once.
func (p *webkitPage) Resize(width, height int) error {
	var err error
	for range 3 {
		if err := p.post("/window/rect", object{"x": 0, "y": 0, "width": width + p.frame[0], "height": height + p.frame[1]}, nil); err != nil {
			return err
		}
		if err = p.Wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height), resizeWithin); err == nil {
			return nil
		}
		var inner [2]int
		answer, err := p.Evaluate("[innerWidth, innerHeight]")
		if err == nil {
			err = json.Unmarshal(answer, &inner)
		}
		if err != nil {
			return err
		}
		p.frame[0] += width - inner[0]
		p.frame[1] += height - inner[1]
	}
	return fmt.Errorf("the window does not become %d × %d: %w", width, height, err)
}

func (p *webkitPage) Evaluate(expression string) (json.RawMessage, error) {
	var text string
	if err := p.post("/execute/sync", object{"script": "return " + asJSON(expression), "args": []any{}}, &text); err != nil {
		return nil, err
	}
	return json.RawMessage(text), nil
}

func (p *webkitPage) Wait(expression string, patience time.Duration) error {
	return poll(p, expression, patience)
}

func (p *webkitPage) Perform(device Device, actions ...Action) error {
	return p.post("/actions", object{"actions": []source{sourceOf(device, actions)}}, nil)
}

func (p *webkitPage) Screenshot() ([]byte, error) {
	var data string
	if err := p.get("/screenshot", &data); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(data)
}

func (p *webkitPage) Problems() ([]string, error) {
	problems, err := refusals(p)
	for _, line := range p.driver.said() {
		if strings.Contains(line, "CONSOLE") && (strings.Contains(line, " ERROR ") || strings.Contains(line, " WARN ")) {
			problems = append(problems, strings.TrimSpace(line))
		}
	}
	return problems, err
}

func (p *webkitPage) Close() error {
	err := p.end()
	p.driver.stop()
	return err
}
