package load

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Quantiles of times in milliseconds.
type Quantiles struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func quantiles(all []time.Duration) *Quantiles {
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	at := func(q float64) float64 {
		i := int(math.Ceil(q*float64(len(all)))) - 1
		return float64(all[max(0, i)].Microseconds()) / 1000
	}
	return &Quantiles{N: len(all), P50: at(0.5), P90: at(0.9), P99: at(0.99), Max: at(1)}
}

// Server is what the server reports on /metrics.
type Server struct {
	Cores      float64 `json:"cores"`        // processor time a second
	FramesSent float64 `json:"frames_sent"`  // drawn
	Skipped    float64 `json:"skipped"`      // not drawn, or not sent to a follower
	FrameMS    float64 `json:"frame_ms"`     // mean time to draw and encode one
	ResidentMB float64 `json:"resident_mb"`  // of the process, after
	HeapEachKB float64 `json:"heap_each_kb"` // that each connection added, garbage included

	Followed float64 `json:"followed,omitempty"` // frames sent to followers
	Late     float64 `json:"late"`               // of them, later than 100 ms
	FollowMS float64 `json:"follow_ms,omitempty"`
	Shared   float64 `json:"shared,omitempty"`    // frames drawn for followers, once for each size of screen
	SharedMS float64 `json:"shared_ms,omitempty"` // mean time to draw one
}

// Names of /metrics.
const (
	cpuSeconds = "process_cpu_seconds_total"
	heapBytes  = "go_memstats_heap_inuse_bytes"
	stackBytes = "go_memstats_stack_inuse_bytes"
	resident   = "process_resident_memory_bytes"
	framesSent = "playground_frames_sent_total"
	skipped    = "playground_frames_skipped_total"
	frameTime  = "playground_frame_seconds"
	followTime = "playground_followed_frame_seconds"
	sharedTime = "playground_shared_frame_seconds"
)

// scrape reads all numbers of /metrics.
func scrape(ctx context.Context, u *url.URL) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("metrics").String(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("read the server's metrics: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read the server's metrics: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read the server's metrics: %s", resp.Status)
	}
	numbers := map[string]float64{}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		if x, err := strconv.ParseFloat(value, 64); err == nil {
			numbers[name] = x
		}
	}
	return numbers, lines.Err()
}

// scrapeAll reads the numbers of several servers. One that does not answer has none, and
// is the error.
func scrapeAll(ctx context.Context, nodes []*url.URL) ([]map[string]float64, error) {
	all := make([]map[string]float64, len(nodes))
	var failed error
	for i, u := range nodes {
		var err error
		if all[i], err = scrape(ctx, u); err != nil {
			failed = fmt.Errorf("%s: %w", u.Host, err)
		}
	}
	return all, failed
}

// compare returns what happened between two readings. The reading empty was
// taken before anyone connected.
func compare(empty, before, after map[string]float64, took time.Duration, connections int) Server {
	more := func(name string) float64 { return after[name] - before[name] }
	s := Server{
		Cores:      more(cpuSeconds) / took.Seconds(),
		FramesSent: more(framesSent),
		Skipped:    more(skipped),
		FrameMS:    1000 * ratio(more(frameTime+"_sum"), more(frameTime+"_count")),
		ResidentMB: after[resident] / (1 << 20),
		HeapEachKB: (after[heapBytes] + after[stackBytes] - empty[heapBytes] - empty[stackBytes]) / (1 << 10) / float64(connections),
		Followed:   more(followTime + "_count"),
		FollowMS:   1000 * ratio(more(followTime+"_sum"), more(followTime+"_count")),
		Shared:     more(sharedTime + "_count"),
		SharedMS:   1000 * ratio(more(sharedTime+"_sum"), more(sharedTime+"_count")),
	}
	s.Late = s.Followed - more(followTime+`_bucket{le="0.1"}`)
	return s
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
