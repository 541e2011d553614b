package web

import (
	"container/list"
	"context"
	"sync"

	"playground/web/budget"
)

// A cache keeps finished answers within a budget of bytes. It drops those that
// were not used for longest.
type cache struct {
	mu     sync.Mutex
	budget int
	bytes  int
	order  *list.List // of *entry, the last used first
	byKey  map[string]*list.Element
	memory *budget.Account
	making map[string]chan struct{} // closed when the answer has been made or could not be
}

type entry struct {
	key  string
	body []byte
}

// cacheShare is the share of a server's memory that a cache may take.
const cacheShare = 16

func newCache(bytes int, from *budget.Budget) *cache {
	if limit := int(from.Limit()); limit > 0 {
		bytes = min(bytes, limit/cacheShare)
	}
	return &cache{budget: bytes, order: list.New(), byKey: map[string]*list.Element{}, making: map[string]chan struct{}{}, memory: from.Open()}
}

// make returns what is kept under the key. If there is nothing, it makes and keeps it.
// Of those who ask for the same meanwhile, one makes it and the others wait: a whole
// hall may follow one link.
func (c *cache) make(ctx context.Context, key string, work func() ([]byte, error)) ([]byte, error) {
	for {
		made, mine := c.begin(key)
		if mine {
			defer c.end(key)
			if body, ok := c.get(key); ok {
				return body, nil
			}
			body, err := work()
			if err != nil {
				return nil, err
			}
			c.put(key, body)
			return body, nil
		}
		select {
		case <-made:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// begin reports whether the caller is to make the answer. If not, it returns what is
// closed when somebody else is done.
func (c *cache) begin(key string) (made chan struct{}, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if made, ok := c.making[key]; ok {
		return made, false
	}
	made = make(chan struct{})
	c.making[key] = made
	return made, true
}

func (c *cache) end(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.making[key])
	delete(c.making, key)
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

// drop forgets what is kept under the key.
func (c *cache) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
		c.memory.Set(int64(c.bytes))
	}
}

// remove takes out an entry.
func (c *cache) remove(at *list.Element) {
	e := c.order.Remove(at).(*entry)
	delete(c.byKey, e.key)
	c.bytes -= len(e.key) + len(e.body)
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
		c.remove(c.order.Back())
	}
	c.memory.Set(int64(c.bytes))
}
