package subset

import (
	"errors"
	"fmt"
)

// Operators of charstrings that matter here.
const (
	csHStem     = 1
	csVStem     = 3
	csCallSubr  = 10
	csReturn    = 11
	csEscape    = 12
	csEndChar   = 14
	csHStemHM   = 18
	csHintMask  = 19
	csCntrMask  = 20
	csVStemHM   = 23
	csShort     = 28
	csCallGSubr = 29
	csFixed     = 255

	csFirstFlex, csLastFlex = 34, 37 // behind an escape
)

// mostCalls bounds how deep subroutines call each other, as the format does.
const mostCalls = 10

// calls finds the subroutines that charstrings call. The number of the one that
// is called lies on a stack, and how long a mask is depends on the stems before
// it, so charstrings are run as far as that goes.
type calls struct {
	font          *cff
	local, global []bool

	stack []int
	stems int
}

// follow runs the charstring of a glyph.
func (c *calls) follow(charstring []byte) error {
	c.stack, c.stems = c.stack[:0], 0
	_, err := c.run(charstring, 0)
	return err
}

// run reports whether the glyph has ended.
func (c *calls) run(code []byte, depth int) (ended bool, err error) {
	if depth > mostCalls {
		return false, errors.New("subroutines call each other too deep")
	}
	t := &table{tag: "CFF ", bytes: code}
	for i := 0; i < len(code) && !t.short; {
		op := int(code[i])
		if op >= 32 || op == csShort {
			v, n := operand(t, i)
			if op == csFixed {
				v, n = int(int32(t.u32(i+1)))>>16, 5
			}
			c.stack = append(c.stack, v)
			i += n
			continue
		}
		i++
		switch op {
		case csHStem, csVStem, csHStemHM, csVStemHM:
			c.stems += len(c.stack) / 2
		case csHintMask, csCntrMask:
			c.stems += len(c.stack) / 2
			i += (c.stems + 7) / 8
		case csCallSubr:
			ended, err = c.call(c.font.local, c.local, depth)
		case csCallGSubr:
			ended, err = c.call(c.font.global, c.global, depth)
		case csReturn:
			return false, nil
		case csEndChar:
			if len(c.stack) >= 4 {
				return true, errors.New("a glyph made of two others is not supported")
			}
			return true, nil
		case csEscape:
			if flex := t.u8(i); flex < csFirstFlex || flex > csLastFlex {
				return false, fmt.Errorf("operator 12 %d is not supported", flex)
			}
			i++
		}
		if ended || err != nil {
			return ended, err
		}
		if op != csCallSubr && op != csCallGSubr {
			c.stack = c.stack[:0]
		}
	}
	return false, t.err()
}

func (c *calls) call(subroutines [][]byte, used []bool, depth int) (ended bool, err error) {
	if len(c.stack) == 0 {
		return false, errors.New("a call without a number")
	}
	n := c.stack[len(c.stack)-1] + bias(len(subroutines))
	c.stack = c.stack[:len(c.stack)-1]
	if n < 0 || n >= len(subroutines) {
		return false, fmt.Errorf("a call of subroutine %d of %d", n, len(subroutines))
	}
	used[n] = true
	return c.run(subroutines[n], depth+1)
}

// bias is what the format adds to a subroutine's number.
func bias(n int) int {
	switch {
	case n < 1240:
		return 107
	case n < 33900:
		return 1131
	}
	return 32768
}
