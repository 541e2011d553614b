package expression

import "math"

// What an op does to the stack.
type does byte

const (
	push   does = iota // value
	load               // variable number
	negate             // and so on: the last one, or the last two, become one
	add
	subtract
	multiply
	divide
	square
	cube
	raise // to a power that contains a variable, or to
	raiseTo
	call
	choose // the first or the second argument of min and max
)

// An op is a step of the program that a formula becomes.
type op struct {
	does  does
	arg   int     // of a variable or a function
	value float64 // of a number, or the exponent of raiseTo
}

// compile makes the program of the tree. Parts without variables are worked out once.
func (e *Expression) compile() {
	c := compiler{Expression: e}
	c.emit(e.root)
	for _, o := range e.code {
		e.cost++
		if o.does == call || o.does == raise || o.does == raiseTo {
			e.cost += 7
		}
	}
}

type compiler struct {
	*Expression
	height int // of the stack
}

// emit appends the ops of a node.
func (c *compiler) emit(at int) {
	n := c.nodes[at]
	from := len(c.code)
	switch n.kind {
	case aNumber, aConstant:
		c.put(op{does: push, value: n.value}, 1)
	case aVariable:
		c.put(op{does: load, arg: n.a}, 1)
	case aNegative:
		c.emit(n.a)
		c.put(op{does: negate}, 0)
	case aCall:
		c.emit(n.a)
		if functions[n.call].two == nil {
			c.put(op{does: call, arg: n.call}, 0)
			break
		}
		c.emit(n.b)
		c.put(op{does: choose, arg: n.call}, -1)
	case aPower:
		c.emit(n.a)
		middle := len(c.code)
		c.emit(n.b)
		if last := c.code[middle]; len(c.code) == middle+1 && last.does == push {
			c.code = c.code[:middle]
			c.put(raised(last.value), -1)
			break
		}
		c.put(op{does: raise}, -1)
	default:
		c.emit(n.a)
		c.emit(n.b)
		c.put(op{does: add + does(n.kind-aSum)}, -1)
	}
	c.fold(from)
}

// raised is the op of a power that is known.
func raised(exponent float64) op {
	switch exponent {
	case 2:
		return op{does: square, value: 2}
	case 3:
		return op{does: cube, value: 3}
	}
	return op{does: raiseTo, value: exponent}
}

func (c *compiler) put(o op, grows int) {
	c.code = append(c.code, o)
	c.height += grows
	c.deep = max(c.deep, c.height)
}

// fold replaces ops without variables by their value.
func (c *compiler) fold(from int) {
	for _, o := range c.code[from:] {
		if o.does == load {
			return
		}
	}
	part := Expression{code: c.code[from:], deep: c.deep}
	value := part.At()
	c.code = append(c.code[:from], op{does: push, value: value})
}

// few is the height of a stack that needs no allocation.
const few = 16

// At is the value at a place: as many numbers as there are variables.
func (e *Expression) At(x ...float64) float64 {
	var room [few]float64
	s := room[:]
	if e.deep > few {
		s = make([]float64, e.deep)
	}
	t := -1 // the top
	for i := range e.code {
		o := &e.code[i]
		switch o.does {
		case push:
			t++
			s[t] = o.value
		case load:
			t++
			s[t] = x[o.arg]
		case negate:
			s[t] = -s[t]
		case add:
			t--
			s[t] += s[t+1]
		case subtract:
			t--
			s[t] -= s[t+1]
		case multiply:
			t--
			s[t] *= s[t+1]
		case divide:
			t--
			s[t] /= s[t+1]
		case square:
			s[t] *= s[t]
		case cube:
			s[t] *= s[t] * s[t]
		case raise:
			t--
			s[t] = math.Pow(s[t], s[t+1])
		case raiseTo:
			s[t] = math.Pow(s[t], o.value)
		case call:
			s[t] = functions[o.arg].value(s[t])
		case choose:
			if t--; !functions[o.arg].two(s[t], s[t+1]) {
				s[t] = s[t+1]
			}
		}
	}
	return s[0]
}
