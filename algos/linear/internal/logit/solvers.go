package logit

// The solvers.
const (
	GD        = "gd"        // the gradient of all samples
	SGD       = "sgd"       // of one sample
	MiniBatch = "minibatch" // of a few rows
	Newton    = "newton"    // Newton's method, here also called IRLS
)

// The orders in which samples are visited.
const (
	Random  = "random"  // each time any sample, with replacement
	Shuffle = "shuffle" // a new order every epoch, without replacement
	Cyclic  = "cyclic"  // as they are in the file
)

// Options say how to look for the minimum.
type Options struct {
	Solver     string
	Eta        float64 // η, what a gradient is multiplied by
	Mean       bool    // the step is on the mean loss: η is divided by the number of samples
	Decay      bool    // η falls as 1/(1 + epoch)
	Batch      int
	Order      string
	Iterations int     // max number of updates
	Tol        float64 // the Newton decrement at which the run has converged
}

// Stochastic reports whether a step looks at some of the rows only.
func (o Options) Stochastic() bool { return o.Solver == SGD || o.Solver == MiniBatch }

// Did is what a snapshot shows.
type Did int

// What a run does: a look before every update, a halving for every step that
// Newton's line search rejects, and the update.
const (
	Start Did = iota
	Look
	Halve
	Update
)

// End is how a run stands.
type End int

// The ends of a run.
const (
	Open      End = iota // it goes on
	Minimum              // the decrement is below the tolerance
	Precision            // as far down as double precision goes
	NoMinimum            // the loss keeps decreasing, without a minimum
	Blown                // the steps are too long, the parameters overflow
	Cap                  // the updates are used up
)

// A Place is where a run is after some number of updates. It is never changed.
type Place struct {
	B         []float64
	Loss      float64
	Grad      [][3]float64 // of each free class, in the coordinates of the points
	Norm      float64      // its length
	Decrement float64
	Errors    int
	Margin    float64 // the least lead of a row's own score over all others
	Updates   int
}

// A Snapshot is a run after one of its doings.
type Snapshot struct {
	*Place
	Did  Did
	End  End
	From *Place    // before the update that is being looked at, or was made
	Rows []int     // the rows that it is made with; nil for all
	Eta  float64   // η of a gradient step, or the length of Newton's
	Dir  []float64 // the update is Eta·Dir, in the frame
	// Tries are the lengths that the line search has tried so far.
	Tries []Trial
	// Ahead is the length that it tries and rejects next; 0 where an update comes.
	Ahead    float64
	PassEnds bool // as many rows have been used as there are
	Trail    []*Place
}

// Hot are the rows that the snapshot is about: those that the update uses.
func (s Snapshot) Hot() []int {
	if s.Did == Look || s.Did == Update {
		return s.Rows
	}
	return nil
}

// Existence is what is known about a minimum before the run.
type Existence int

// What may be known.
const (
	Unknown Existence = iota
	Attained
	Infinite // the loss keeps decreasing along a direction
)
