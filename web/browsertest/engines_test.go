package browsertest

import (
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"playground/algos/catalog"
	"playground/web"
	"playground/web/browsertest/engine"
)

// What it takes to install the browsers.
const (
	getChromium = "apt-get install chromium fonts-inter fonts-liberation"
	getFirefox  = "apt-get install --no-install-recommends firefox-esr"
	getWebKit   = "apt-get install --no-install-recommends webkit2gtk-driver xvfb"
)

// started are the browsers that tests have started, to be closed with Chromium.
var started struct {
	sync.Mutex
	browsers []engine.Browser
}

// once starts a browser for the first test that wants it.
func once(start func() (engine.Browser, error)) func() (engine.Browser, error) {
	return sync.OnceValues(func() (engine.Browser, error) {
		b, err := start()
		if err == nil {
			started.Lock()
			defer started.Unlock()
			started.browsers = append(started.browsers, b)
		}
		return b, err
	})
}

func closeStarted() error {
	var all error
	for _, b := range started.browsers {
		all = errors.Join(all, b.Close())
	}
	return all
}

var (
	firefox = once(func() (engine.Browser, error) { return engine.Firefox(engine.FindFirefox()) })
	webkit  = once(func() (engine.Browser, error) { return engine.WebKit(engine.FindWebKit()) })
)

var engines = []struct {
	name      string
	installed func() bool
	get       string
	open      maker
}{
	{"chromium", func() bool { return browser != nil }, getChromium, inChromium},
	{"firefox", func() bool { return engine.FindFirefox() != "" }, getFirefox, in(firefox, true)},
	// WebKitWebDriver 2.50 takes the actions of a finger and makes them events of a mouse.
	{"webkit", func() bool { return engine.FindWebKit() != nil }, getWebKit, in(webkit, false)},
}

// inEveryEngine runs a test in each engine that is installed, on a site of its own.
func inEveryEngine(t *testing.T, test func(t *testing.T, s *site, open maker)) {
	if off() {
		t.Skip(notAsked)
	}
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			if !e.installed() {
				if os.Getenv("CI") == "true" {
					t.Fatalf("%s is not installed, and CI=true: %s", e.name, e.get)
				}
				t.Skipf("%s is not installed: %s", e.name, e.get)
			}
			// What visitors see is tested, not how fast this machine draws a whole run.
			test(t, host(t, web.Config{Demos: catalog.All, Limits: web.Limits{Request: 5 * time.Minute}}), e.open)
		})
	}
}
