package web

import (
	"container/list"
	"sync"
)

// A cache keeps finished answers within a budget of bytes. It drops those that
// were not used for longest.
type cache struct {
	mu     sync.Mutex
	budget int
	bytes  int
	order  *list.List // of *entry, the last used first
	byKey  map[string]*list.Element
}

type entry struct {
	key  string
	body []byte
}

func newCache(budget int) *cache {
	return &cache{budget: budget, order: list.New(), byKey: map[string]*list.Element{}}
}

// get returns what is kept under the key. The caller must not change it.
func (c *cache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).body, true
}

// put keeps a body, and drops those that were not used for longest.
func (c *cache) put(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[key]; ok || len(body)+len(key) > c.budget/4 {
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key, body})
	c.bytes += len(key) + len(body)
	for c.bytes > c.budget {
		e := c.order.Remove(c.order.Back()).(*entry)
		delete(c.byKey, e.key)
		c.bytes -= len(e.key) + len(e.body)
	}
}
