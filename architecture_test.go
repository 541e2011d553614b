package playground_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A node is a package, what it imports, and what its tests import.
type node struct {
	ImportPath   string
	Imports      []string
	Deps         []string // imports of imports, too
	TestImports  []string
	XTestImports []string
}

// A rule forbids imports. Patterns are as the go command reads them: p alone,
// or p/... for p and everything below it.
type rule struct {
	why    string
	in     []string // the packages that the rule is about
	except []string // and those that it is not about
	direct []string // must not be imported by them
	tests  bool     // nor by their tests
	reach  []string // must not be imported by them, nor by what they import
	only   []string // if not nil: of this module they import these only
}

const module = "playground"

// shared are the packages of the contract and the kit, on which all demos build.
var shared = []string{
	"playground/algos", "playground/algos/param", "playground/algos/dataset", "playground/algos/grid", "playground/algos/say", "playground/algos/panel", "playground/algos/num",
	"playground/algos/input", "playground/algos/arith", "playground/algos/mark", "playground/algos/geometry",
	"playground/algos/dataset/sheet",
}

// drawn are the packages of what is drawn, and of which it is made: they know no contract.
var drawn = []string{"playground/algos/mark", "playground/algos/param", "playground/algos/dataset", "playground/algos/grid", "playground/algos/say"}

// numerics are the packages of mathematics that several families share.
var numerics = []string{
	"playground/algos/kernel", "playground/algos/kernel/covariance", "playground/algos/trial", "playground/algos/net", "playground/algos/expression",
	"playground/algos/margin", "playground/algos/lsq", "playground/algos/cart", "playground/algos/words",
}

// drivers drive the browsers of tests.
const drivers = "playground/web/browsertest/engine"

// families are the folders below algos that have demos. What the demos of a family share
// is in its folder internal, which Go itself keeps from the others.
var families = func() []string {
	demos, err := filepath.Glob("algos/*/*/contract_test.go")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var out []string
	for _, file := range demos {
		out = append(out, filepath.Base(filepath.Dir(filepath.Dir(file))))
	}
	slices.Sort(out)
	return slices.Compact(out)
}()

// below returns a pattern for every family.
func below(pattern string) []string {
	var out []string
	for _, f := range families {
		out = append(out, "playground/algos/"+f+pattern)
	}
	return out
}

// testHelp is the package that helps to test demos, seeded the part of it for
// tests of anything.
const (
	testHelp = "playground/algos/algotest"
	seeded   = testHelp + "/seeded"
)

var rules = []rule{
	{
		why:    "a run depends on its recipe alone: no files, no clock, no other source of randomness",
		in:     []string{"playground/algos/..."},
		except: []string{testHelp, seeded},
		direct: []string{"os/...", "time", "math/rand", "crypto/rand", "net", "net/http/...", "syscall", "log/..."},
	},
	{
		why:    "methods neither serve nor draw", // what helps to test them compiles their formulas, as the pages do
		in:     []string{"playground/algos/..."},
		except: []string{testHelp, seeded},
		reach:  []string{"net/http", "gonum.org/v1/plot/...", "playground/viz/...", "playground/views/...", "playground/web/..."},
	},
	{
		why:  "the contract knows no method",
		in:   shared,
		only: shared,
	},
	{
		why:  "files are read without knowing what for",
		in:   []string{"playground/algos/dataset/sheet"},
		only: []string{},
	},
	{
		why:  "marks know no contract",
		in:   []string{"playground/algos/mark"},
		only: drawn,
	},
	{
		why:  "a course names methods by their ids",
		in:   []string{"playground/algos/course"},
		only: shared,
	},
	{
		why:  "shared mathematics knows no method",
		in:   numerics,
		only: slices.Concat(shared, numerics),
	},
	{
		why:    "a method stands on the contract and on mathematics, not on other methods",
		in:     append(below("/..."), "playground/algos/skeleton"),
		except: below(""),
		only:   slices.Concat(shared, numerics, below("/internal/...")),
	},
	{
		why:  "shared mathematics of a family knows no method",
		in:   below("/internal/..."),
		only: slices.Concat(shared, numerics, below("/internal/...")),
	},
	{
		why:    "families meet in the catalogue",
		in:     []string{"playground/..."},
		except: []string{"playground/algos/catalog"},
		direct: below(""),
	},
	{
		why:  "what helps to test takes demos as values, compiles their formulas, reads their lessons, and knows in which languages they are read",
		in:   []string{testHelp},
		only: append(slices.Clone(shared), seeded, "playground/views/mathml", "playground/views/lesson", "playground/lang"),
	},
	{
		why:    "what helps to test stays in tests",
		in:     []string{"playground/..."},
		except: []string{testHelp},
		direct: []string{testHelp, seeded},
	},
	{
		why:    "what drives browsers stays in tests",
		in:     []string{"playground/..."},
		direct: []string{drivers},
	},
	{
		why:  "what drives browsers knows no page",
		in:   []string{drivers},
		only: []string{},
	},
	{
		why:    "only the command registers demos: everything else takes them as values, and its tests take those of web/testdemos",
		in:     []string{"playground/..."},
		except: []string{module, "playground/algos/catalog", "playground/cmd/playground", "playground/web/catalogtest", "playground/web/browsertest"}, // module: what its documents say
		direct: []string{"playground/algos/catalog"},
		tests:  true,
	},
	{
		why:    "what knows no demo is tested without one: a sentence that changes in a demo tests nothing again but the demo, the catalogue and the pages in browsers",
		in:     []string{"playground/web/...", "playground/viz/...", "playground/views/...", "playground/lang", "playground/assets/..."},
		except: []string{"playground/web/catalogtest", "playground/web/browsertest"},
		direct: below("/..."),
		tests:  true,
	},
	{
		why:    "demos for tests stay in tests",
		in:     []string{"playground/..."},
		direct: []string{"playground/web/testdemos/..."},
	},
	{
		why:  "demos for tests are written like others",
		in:   []string{"playground/web/testdemos/..."},
		only: slices.Concat(shared, numerics),
	},
	{
		why:  "drawing knows marks, not methods",
		in:   []string{"playground/viz/..."},
		only: append(slices.Clone(drawn), "playground/viz/..."),
	},
	{
		why:   "drawing does not serve",
		in:    []string{"playground/viz/..."},
		reach: []string{"net/http"},
	},
	{
		why:    "only viz draws with gonum/plot",
		in:     []string{"playground/..."},
		except: []string{"playground/viz/..."},
		direct: []string{"gonum.org/v1/plot/..."},
	},
	{
		why:  "pages take pictures as bytes and demos as descriptions",
		in:   []string{"playground/views/..."},
		only: append(slices.Clone(shared), "playground/views/...", "playground/assets/...", "playground/lang"),
	},
	{
		why:   "the texts of the interface do not know who says them",
		in:    []string{"playground/lang"},
		only:  []string{},
		reach: []string{"net/http"},
	},
	{
		why:    "only web/socket knows how websockets work", // and what drives Firefox in tests
		in:     []string{"playground/..."},
		except: []string{"playground/web/socket", drivers},
		direct: []string{"github.com/gorilla/websocket"},
	},
	{
		why:   "a session is tested without a network: it talks to an interface",
		in:    []string{"playground/web/wire", "playground/web/record", "playground/web/frame", "playground/web/peer", "playground/web/hall", "playground/web/session"},
		reach: []string{"github.com/gorilla/websocket", "playground/web", "playground/web/socket", "playground/views/..."},
	},
	{
		why:  "a connection is read without knowing who acts upon its messages",
		in:   []string{"playground/web/peer"},
		only: append(slices.Clone(shared), "playground/web/wire"),
	},
	{
		why:  "following is about messages: a session presents, and a hall knows no session, no run and no picture",
		in:   []string{"playground/web/hall"},
		only: append(slices.Clone(shared), "playground/web/peer", "playground/web/wire"),
	},
	{
		why:    "only web/relay knows how servers reach each other",
		in:     []string{"playground/..."},
		except: []string{"playground/web/relay"},
		direct: []string{"github.com/nats-io/..."},
	},
	{
		why:  "a relay carries what halls say, and does not know what that is",
		in:   []string{"playground/web/relay"},
		only: []string{"playground/web/hall"},
	},
	{
		why:   "a NATS server is started by tests alone",
		in:    []string{"playground/..."},
		reach: []string{"github.com/nats-io/nats-server/..."},
	},
	{
		why:   "a receipt is judged from a recipe and a demo: no pages, no network, no recording",
		in:    []string{"playground/web/receipt"},
		only:  shared,
		reach: []string{"net/http"},
	},
	{
		why:  "processors are handed out without knowing for what",
		in:   []string{"playground/web/turns"},
		only: []string{},
	},
	{
		why:    "routing stays in web",
		in:     []string{"playground/..."},
		except: []string{"playground/web/..."},
		direct: []string{"github.com/go-chi/..."},
	},
	{
		why:    "nothing points back to the command",
		in:     []string{"playground/..."},
		direct: []string{"playground/cmd/..."},
	},
}

func TestImportsFollowTheArchitecture(t *testing.T) {
	nodes := list(t)
	for _, r := range rules {
		for _, in := range r.in {
			if strings.Contains(in, "/internal/") {
				continue // a family may have none yet
			}
			if !slices.ContainsFunc(nodes, func(n node) bool { return matches(n.ImportPath, in) }) {
				t.Errorf("no package matches %s: the rule that %q guards nothing", in, r.why)
			}
		}
		for _, broken := range r.broken(nodes) {
			t.Error(broken)
		}
	}
}

// broken says which imports break the rule, and what it is for.
func (r rule) broken(nodes []node) []string {
	var out []string
	for _, n := range nodes {
		if !matchesAny(n.ImportPath, r.in) || matchesAny(n.ImportPath, r.except) {
			continue
		}
		complain := func(verb, path string) {
			out = append(out, fmt.Sprintf("%s %s %s, but %s", n.ImportPath, verb, path, r.why))
		}
		for _, path := range n.Imports {
			own := path == module || strings.HasPrefix(path, module+"/")
			if matchesAny(path, r.direct) || own && r.only != nil && !matchesAny(path, r.only) {
				complain("imports", path)
			}
		}
		for _, path := range slices.Concat(n.TestImports, n.XTestImports) {
			if r.tests && matchesAny(path, r.direct) {
				complain("imports in its tests", path)
			}
		}
		for _, path := range n.Deps {
			if matchesAny(path, r.reach) {
				complain("reaches", path)
			}
		}
	}
	return out
}

// A family is a folder and a line: what has demos below it is in the catalogue.
func TestFoldersOfDemosAreFamilies(t *testing.T) {
	const shelves = "playground/algos/catalog"
	for _, n := range list(t) {
		for _, family := range below("") {
			if n.ImportPath == shelves && !slices.Contains(n.Imports, family) {
				t.Errorf("%s has demos and is in no list of families: add its Demos to All in algos/catalog/catalog.go", family)
			}
		}
	}
	if len(families) < 2 {
		t.Errorf("the folders of demos are in the families %q", families)
	}
}

// A property that is drawn anew each time would make a tree pass once and fail
// once.
func TestPropertiesCanBeSeeded(t *testing.T) {
	for _, n := range list(t) {
		imports := slices.Concat(n.TestImports, n.XTestImports)
		if slices.Contains(imports, "pgregory.net/rapid") && !slices.Contains(imports, seeded) && !slices.Contains(imports, testHelp) && n.ImportPath != testHelp {
			t.Errorf("the tests of %s draw at random: let one of their files import _ %q", n.ImportPath, seeded)
		}
	}
}

func matchesAny(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(path, p) })
}

func matches(path, pattern string) bool {
	below, all := strings.CutSuffix(pattern, "/...")
	return path == below || all && strings.HasPrefix(path, below+"/")
}

// list returns the packages of the module.
func list(t *testing.T) []node {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps,TestImports,XTestImports", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var nodes []node
	d := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var n node
		err := d.Decode(&n)
		if errors.Is(err, io.EOF) {
			return nodes
		}
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, n)
	}
}

// The rules are of use only if they notice what they forbid.
func TestRulesNoticeWhatTheyForbid(t *testing.T) {
	for _, c := range []struct {
		n    node
		want string
	}{
		{node{ImportPath: "playground/algos/linear/svm", Imports: []string{"time"}}, "playground/algos/linear/svm imports time, but a run depends"},
		{node{ImportPath: "playground/algos/linear/svm", Imports: []string{"os/exec"}}, "imports os/exec"},
		{node{ImportPath: "playground/algos/linear/svm", Imports: []string{"math/rand"}}, "imports math/rand"},
		{node{ImportPath: "playground/algos/linear/svm", Deps: []string{"net/http"}}, "reaches net/http, but methods neither serve nor draw"},
		{node{ImportPath: "playground/algos/linear/svm", Deps: []string{"gonum.org/v1/plot/vg"}}, "reaches gonum.org/v1/plot/vg"},
		{node{ImportPath: "playground/algos/linear/svm", Imports: []string{"playground/algos/linear/perceptron"}}, "not on other methods"},
		{node{ImportPath: "playground/algos/linear/internal/smo", Imports: []string{"playground/algos/linear/svm"}}, "shared mathematics of a family knows no method"},
		{node{ImportPath: "playground/web", Imports: []string{"playground/algos/linear"}}, "families meet in the catalogue"},
		{node{ImportPath: "playground/algos/kernel", Imports: []string{"playground/algos/linear/svm"}}, "shared mathematics knows no method"},
		{node{ImportPath: testHelp, Imports: []string{"playground/algos/catalog"}}, "takes demos as values"},
		{node{ImportPath: testHelp, Imports: []string{"playground/views"}}, "compiles their formulas"},
		{node{ImportPath: "playground/algos/linear/svm", Imports: []string{testHelp}}, "stays in tests"},
		{node{ImportPath: "playground/algos", Imports: []string{"playground/algos/linear/svm"}}, "the contract knows no method"},
		{node{ImportPath: "playground/web", Imports: []string{"playground/algos/catalog"}}, "only the command registers demos"},
		{node{ImportPath: "playground/web", TestImports: []string{"playground/algos/catalog"}}, "imports in its tests playground/algos/catalog"},
		{node{ImportPath: "playground/web/session", XTestImports: []string{"playground/algos/catalog"}}, "only the command registers demos"},
		{node{ImportPath: "playground/cmd/playground", Imports: []string{"playground/web/testdemos/line"}}, "demos for tests stay in tests"},
		{node{ImportPath: "playground/web/testdemos/line", Imports: []string{"playground/web/wire"}}, "written like others"},
		{node{ImportPath: "playground/viz", Imports: []string{"playground/algos/linear/svm"}}, "drawing knows marks"},
		{node{ImportPath: "playground/viz/svgcanvas", Deps: []string{"net/http"}}, "drawing does not serve"},
		{node{ImportPath: "playground/web/frame", Imports: []string{"gonum.org/v1/plot"}}, "only viz draws"},
		{node{ImportPath: "playground/views", Imports: []string{"playground/viz"}}, "pages take pictures as bytes"},
		{node{ImportPath: "playground/web", Imports: []string{"github.com/gorilla/websocket"}}, "only web/socket knows"},
		{node{ImportPath: "playground/web/session", Deps: []string{"playground/web/socket"}}, "tested without a network"},
		{node{ImportPath: "playground/web/hall", Deps: []string{"playground/web/socket"}}, "tested without a network"},
		{node{ImportPath: "playground/web/hall", Imports: []string{"playground/web/session"}}, "a hall knows no session"},
		{node{ImportPath: "playground/web/peer", Imports: []string{"playground/web/hall"}}, "without knowing who acts"},
		{node{ImportPath: "playground/web", Imports: []string{"github.com/nats-io/nats.go"}}, "only web/relay knows"},
		{node{ImportPath: "playground/web/relay", Imports: []string{"playground/web/session"}}, "a relay carries what halls say"},
		{node{ImportPath: "playground/cmd/playground", Deps: []string{"github.com/nats-io/nats-server/v2/server"}}, "started by tests alone"},
		{node{ImportPath: "playground/web/receipt", Imports: []string{"playground/web/record"}}, "a receipt is judged from a recipe"},
		{node{ImportPath: "playground/views", Imports: []string{"github.com/go-chi/chi/v5"}}, "routing stays in web"},
		{node{ImportPath: "playground/web", Imports: []string{"playground/cmd/playground"}}, "nothing points back"},
	} {
		var got []string
		for _, r := range rules {
			got = append(got, r.broken([]node{c.n})...)
		}
		if !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%+v: complaints %q, want %q", c.n, got, c.want)
		}
	}
	fine := node{
		ImportPath: "playground/algos/linear/svm", Imports: []string{"playground/algos", "playground/algos/kernel", "math/rand/v2", "gonum.org/v1/gonum/mat"},
		Deps: []string{"os", "time"},
	}
	for _, r := range rules {
		if got := r.broken([]node{fine}); got != nil {
			t.Errorf("%v is fine, yet: %q", fine, got)
		}
	}
}
