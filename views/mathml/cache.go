package mathml

import "sync"

// Bounds of the cache: at most two generations of this many formulas, none
// longer than this, so 16 MB at the very worst and some hundred KB in practice.
const (
	generation  = 1024
	longestKept = 8 << 10
)

// compiled remembers formulas: a page shows the same ones at every step but for
// those that carry its numbers.
var compiled cache

// A cache keeps what was used since the last but one change of generation. Its
// zero value is empty and ready.
type cache struct {
	mu         sync.Mutex
	young, old map[cacheKey]string
}

// A cacheKey is all that the markup depends on.
type cacheKey struct {
	tex, punctuation string
	form             shape
}

// get returns what is remembered for a formula, and else calls compile. Errors
// are not remembered: a page shows none.
func (c *cache) get(key cacheKey, compile func() (string, error)) (string, error) {
	c.mu.Lock()
	s, ok := c.young[key]
	if !ok {
		if s, ok = c.old[key]; ok {
			c.keep(key, s)
		}
	}
	c.mu.Unlock()
	if ok {
		return s, nil
	}
	s, err := compile()
	if err != nil || len(s) > longestKept || len(key.tex) > longestKept {
		return s, err
	}
	c.mu.Lock()
	c.keep(key, s)
	c.mu.Unlock()
	return s, nil
}

// keep puts a formula into the young generation; the caller holds mu.
func (c *cache) keep(key cacheKey, s string) {
	if len(c.young) >= generation {
		c.old, c.young = c.young, nil
	}
	if c.young == nil {
		c.young = make(map[cacheKey]string, generation)
	}
	c.young[key] = s
}
