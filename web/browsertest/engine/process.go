package engine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

const (
	startWithin = 60 * time.Second
	stopWithin  = 5 * time.Second
)

// A process is a program that was started; it ends with us.
type process struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex
	lines []string
	heard chan struct{} // closed and made anew at each line
}

// start runs a program and reads what it says on both channels, line by line.
func start(env []string, name string, args ...string) (*process, error) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &process{cmd: exec.CommandContext(ctx, name, args...), cancel: cancel, done: make(chan struct{}), heard: make(chan struct{})}
	p.cmd.Env = env
	p.cmd.WaitDelay = stopWithin
	ending(p.cmd)
	read, write := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = write, write
	if err := p.cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go p.listen(read)
	go func() {
		defer close(p.done)
		_ = p.cmd.Wait() // a browser that is told to end may say that it did not end well
		write.Close()
	}()
	return p, nil
}

func (p *process) listen(from io.Reader) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		p.mu.Lock()
		p.lines = append(p.lines, line)
		close(p.heard)
		p.heard = make(chan struct{})
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await waits until the program says what a pattern finds, and gives its first group.
func (p *process) await(pattern *regexp.Regexp) (string, error) {
	late := time.After(startWithin)
	for {
		p.mu.Lock()
		said, more := p.lines, p.heard
		p.mu.Unlock()
		for _, line := range said {
			if found := pattern.FindStringSubmatch(line); found != nil {
				return found[1], nil
			}
		}
		select {
		case <-more:
		case <-p.done:
			return "", fmt.Errorf("%s ended: %q", p.cmd.Path, said)
		case <-late:
			return "", fmt.Errorf("%s does not start: %q", p.cmd.Path, said)
		}
	}
}

// said gives the lines so far.
func (p *process) said() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lines[:len(p.lines):len(p.lines)]
}

// stop ends the program, by force where it does not listen.
func (p *process) stop() {
	p.cancel()
	<-p.done
}
