package browsertest

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"playground/algos/catalog"
	"playground/algos/course"
	"playground/web"
)

// browser is shared by all tests, which have isolated tabs; nil where they are
// skipped.
var browser context.Context

// off reports whether nothing asks for the tests: a browser beside the tests of other
// packages is slow and makes them slow.
func off() bool { return os.Getenv("BROWSERTEST") != "on" }

// notAsked is why tests are skipped that are off.
const notAsked = "browsers are started with BROWSERTEST=on alone"

func TestMain(m *testing.M) {
	code := run(m)
	if err := closeStarted(); err != nil {
		fmt.Fprintln(os.Stderr, "browsertest: stop browsers:", err)
	}
	os.Exit(code)
}

func run(m *testing.M) int {
	if off() {
		return m.Run()
	}
	path := chromium()
	if path == "" {
		if os.Getenv("CI") == "true" {
			fmt.Fprintln(os.Stderr, "browsertest: Chromium is not installed, and CI=true")
			return 1
		}
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "playground-chromium-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsertest:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	opts := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(dir),
		// No name is looked up: a test that needs one is wrong.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
	}
	for _, flag := range []string{"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"} {
		opts = append(opts, chromedp.Flag(flag, true))
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	defer cancel()
	ctx, stop := chromedp.NewContext(allocator)
	defer stop()
	// The first call starts the browser and must not have a time limit.
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "browsertest: start Chromium:", err)
		return 1
	}
	browser = ctx
	code := m.Run()
	closing, done := context.WithTimeout(ctx, 10*time.Second)
	defer done()
	if err := chromedp.Cancel(closing); err != nil {
		fmt.Fprintln(os.Stderr, "browsertest: stop Chromium:", err)
	}
	return code
}

// chromium finds the browser itself rather than a wrapper script.
func chromium() string {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	// The one that can do no more than the tests need is faster.
	for _, debian := range []string{"/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium"} {
		if _, err := os.Stat(debian); err == nil {
			return debian
		}
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			if real, err := filepath.EvalSymlinks(path); err == nil {
				return real
			}
			return path
		}
	}
	return ""
}

// A site is a server of its own for one test.
type site struct {
	*httptest.Server
	listener *droppingListener
}

func serve(t *testing.T) *site {
	t.Helper()
	return serveWith(t, web.Limits{})
}

// serveWith is serve with other limits than the default ones.
func serveWith(t *testing.T, limits web.Limits) *site {
	t.Helper()
	return serveConfig(t, web.Config{Demos: catalog.All, Courses: course.All(), Limits: limits})
}

// serveConfig is serve with demos and limits of the test's own.
func serveConfig(t *testing.T, config web.Config) *site {
	t.Helper()
	if off() {
		t.Skip(notAsked)
	}
	if browser == nil {
		t.Skip("Chromium is not installed: " + getChromium)
	}
	return host(t, config)
}

// host is serveConfig for a browser of any engine.
func host(t *testing.T, config web.Config) *site {
	t.Helper()
	return hostBy(t, config, (*httptest.Server).Start)
}

// hostBy is host for a server that starts in another way.
func hostBy(t *testing.T, config web.Config, start func(*httptest.Server)) *site {
	t.Helper()
	t.Parallel()
	config.Log = slog.New(slog.DiscardHandler)
	app, err := web.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Server: httptest.NewUnstartedServer(app.Handler())}
	s.listener = &droppingListener{Listener: s.Listener}
	s.Server.Listener = s.listener
	start(s.Server)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := app.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		s.Close()
	})
	return s
}

// A droppingListener can cut all its connections, as a failing network does.
type droppingListener struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func (l *droppingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.conns = append(l.conns, c)
	}
	return c, err
}

func (l *droppingListener) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.conns {
		_ = c.Close()
	}
	l.conns = nil
}

// violations makes the page remember what its policy refused.
const violations = `document.addEventListener("securitypolicyviolation", e =>
  (self.violations ||= []).push([e.effectiveDirective, e.blockedURI, e.sourceFile, e.lineNumber].join(" ")));`

// still makes marks jump from step to step, unless a test has asked for something else:
// what is drawn is looked at, and not the way there.
const still = `try { localStorage.motion ??= "off" } catch {}` // a page may have no storage

// A tab is an isolated window with a site in it.
type tab struct {
	visitor
	ctx context.Context

	mu       sync.Mutex
	problems []string
	excused  string // problems that contain this are expected
}

// patience bounds everything that a test waits for.
const patience = 45 * time.Second

// open makes a tab of the given size and loads a path. When the test ends,
// nothing may have gone wrong in it.
func (s *site) open(t *testing.T, width, height int64, path string, opts ...chromedp.EmulateViewportOption) *tab {
	t.Helper()
	b := s.blank(t, width, height, opts...)
	b.load(path)
	return b
}

func (s *site) blank(t *testing.T, width, height int64, opts ...chromedp.EmulateViewportOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return s.window(t, ctx, width, height, opts...)
}

// beside makes another window of the same visitor: it shares what the browser keeps.
func (b *tab) beside(width, height int64, opts ...chromedp.EmulateViewportOption) *tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewWindow(true))
	b.t.Cleanup(cancel)
	return b.site.window(b.t, ctx, width, height, opts...)
}

// window makes a tab of a context that knows its window.
func (s *site) window(t *testing.T, ctx context.Context, width, height int64, opts ...chromedp.EmulateViewportOption) *tab {
	t.Helper()
	b := &tab{visitor: visitor{t: t, site: s}, ctx: ctx}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: violations + "\n" + still})
		return err
	}), chromedp.EmulateViewport(width, height, opts...))
	limited, stop := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(stop)
	b.ctx = limited
	b.page = &chromiumPage{ctx: limited}
	t.Cleanup(b.check)
	return b
}

// watch collects what a visitor's console would show, and requests elsewhere.
func (b *tab) watch(event any) {
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			b.problem(fmt.Sprintf("console %s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			b.problem(fmt.Sprintf("console %s: %v", e.Type, e.Args))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.problem("exception: " + text)
	case *network.EventRequestWillBeSent:
		url := e.Request.URL
		if !strings.HasPrefix(url, b.site.URL) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") {
			b.problem("a request to someone else: " + url)
		}
	}
}

func (b *tab) problem(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = append(b.problems, text)
}

// check reports what went wrong in the page.
func (b *tab) check() {
	if b.t.Failed() {
		b.shoot()
	}
	refused, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`self.violations ?? []`))
	if err != nil {
		b.t.Errorf("ask for violations: %v", err)
	}
	for _, v := range refused {
		b.t.Errorf("content policy: %s", v)
	}
	// On a slow machine the first formula shows after the browser has wondered why its font
	// was preloaded.
	late := b.usesFont("Latin Modern Math")
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		if late && strings.Contains(p, "math.otf was preloaded using link preload but not used within a few seconds") {
			continue
		}
		if b.excused == "" || !strings.Contains(p, b.excused) {
			b.t.Error(p)
		}
	}
}

// usesFont reports whether something that the page or a frame in it shows is written in a font.
func (b *tab) usesFont(family string) bool {
	used, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](fmt.Sprintf(
		`[document, ...[...document.querySelectorAll("iframe")].map(f => f.contentDocument)].some(d =>
			[...d?.fonts ?? []].some(f => f.family.includes(%q) && f.status === "loaded"))`, family)))
	return err == nil && used
}

// shoot keeps a picture of a failed test in BROWSERTEST_SHOTS, if that is set.
func (b *tab) shoot() { b.shootAs(b.t.Name()) }

func (b *tab) shootAs(name string) {
	dir := os.Getenv("BROWSERTEST_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".png"), png, 0o644)
	}
	if err != nil {
		b.t.Log("screenshot:", err)
	}
}
