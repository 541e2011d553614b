package record

// What a run may come to hold, before anything is known of it.
const (
	LeastBytes = 256 << 10 // on few points
	pointBytes = 2 << 10   // what steps keep of a point
	pairBytes  = 8         // a number for each pair of points, in a solver's matrix
)

// Expect is the memory that a run on n points may come to hold within a limit. Many
// steps may hold more.
func Expect(n, limit int) int { return min(limit, LeastBytes+n*(pointBytes+n*pairBytes)) }
