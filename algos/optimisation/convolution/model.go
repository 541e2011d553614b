package convolution

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	image, kernel      dataset.Cells // as they are painted
	applied            dataset.Cells // the kernel as it lies on the image: rotated by 180° where it is flipped
	rows, cols         int           // of the output
	poolRows, poolCols int           // of the pooled map; 0 without pooling
}

func newTask(p algos.Problem, o options) *task {
	t := &task{options: o, image: p.Layer(imageName), kernel: p.Layer(kernelName)}
	t.applied = t.kernel
	if o.Flip {
		t.applied = rotated(t.kernel)
	}
	t.rows, t.cols = t.outputSize(t.image.Rows, t.kernel.Rows), t.outputSize(t.image.Cols, t.kernel.Cols)
	if o.Pooling != none && min(t.rows, t.cols) > 0 {
		t.poolRows, t.poolCols = t.rows/o.PoolSize, t.cols/o.PoolSize
	}
	return t
}

// outputSize is the size formula ⌊(n + 2p − d(k−1) − 1)/s⌋ + 1; 0 where the kernel does not fit.
func (t *task) outputSize(n, k int) int {
	room := n + 2*t.Padding - t.Dilation*(k-1) - 1
	if room < 0 {
		return 0
	}
	return room/t.Stride + 1
}

// reach is how many pixels k weights span: d(k−1) + 1.
func (t *task) reach(k int) int { return t.Dilation*(k-1) + 1 }

// corner is the first pixel of the window of an output cell; it is negative within the padding.
func (t *task) corner(i, j int) (r, c int) { return i*t.Stride - t.Padding, j*t.Stride - t.Padding }

// window is the sum of the products of a kernel and the window of an output cell. It does not look at its task's image.
func (t *task) window(image, kernel dataset.Cells, i, j int) float64 {
	sum := 0.0
	r, c := t.corner(i, j)
	for a := range kernel.Rows {
		for b := range kernel.Cols {
			sum += kernel.At(a, b) * pixel(image, r+t.Dilation*a, c+t.Dilation*b)
		}
	}
	return sum
}

// pixel is a value of the image, 0 in the padding around it.
func pixel(image dataset.Cells, r, c int) float64 {
	if image.Has(r, c) {
		return image.At(r, c)
	}
	return 0
}

// activate applies the activation to a value of the output.
func (t *task) activate(z float64) float64 {
	if t.Activation == relu {
		return max(z, 0)
	}
	return z
}

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	z      []float64 // the cells of the output so far, line by line, before the activation
	pooled []float64 // the cells of the pooled map so far
}

// done reports whether the run has come to its end.
func (v view) done() bool { return v.mapped() && len(v.pooled) == v.poolRows*v.poolCols }

// mapped reports whether all cells of the output are computed.
func (v view) mapped() bool { return len(v.z) == v.rows*v.cols }

// next computes one cell: of the output, or behind these of the pooled map.
func (v view) next() view {
	if !v.mapped() {
		i, j := len(v.z)/v.cols, len(v.z)%v.cols
		v.z = append(v.z, v.window(v.image, v.applied, i, j)+v.Bias)
		return v
	}
	v.pooled = append(v.pooled, v.pool(v.poolWindow(len(v.pooled))))
	return v
}

// poolWindow are the activated values that a cell of the pooled map covers.
func (v view) poolWindow(k int) []float64 {
	i, j := k/v.poolCols*v.PoolSize, k%v.poolCols*v.PoolSize
	var all []float64
	for a := range v.PoolSize {
		for b := range v.PoolSize {
			all = append(all, v.activate(v.z[(i+a)*v.cols+j+b]))
		}
	}
	return all
}

// pool is the maximum or the mean.
func (v view) pool(values []float64) float64 {
	most, sum := math.Inf(-1), 0.0
	for _, x := range values {
		most, sum = max(most, x), sum+x
	}
	if v.Pooling == maxPooling {
		return most
	}
	return sum / float64(len(values))
}

// current is the cell of the output that came last, counted from 0; false before the first one.
func (v view) current() (i, j int, ok bool) {
	k := len(v.z) - 1
	if k < 0 {
		return 0, 0, false
	}
	return k / v.cols, k % v.cols, true
}

// pools reports whether the step computed a cell of the pooled map.
func (v view) pools() bool { return len(v.pooled) > 0 }

// value is that of the cell that this step computed.
func (v view) value() float64 {
	switch {
	case v.pools():
		return v.pooled[len(v.pooled)-1]
	case len(v.z) > 0:
		return v.z[len(v.z)-1]
	}
	return math.NaN()
}

// activated are the cells so far behind the activation.
func (v view) activated() []float64 {
	all := make([]float64, len(v.z))
	for k, z := range v.z {
		all[k] = v.activate(z)
	}
	return all
}

// parameters are those of the layer: the weights and the bias.
func (t *task) parameters() int { return len(t.kernel.Values) + 1 }

// denseParameters are those of a dense layer from all pixels to all cells of the output.
func (t *task) denseParameters() int { return (len(t.image.Values) + 1) * t.rows * t.cols }

// Model names the results so far.
func (v view) Model() algos.Model {
	values := []algos.Value{
		{Name: "output", Value: lines(v.activated(), v.cols)},
		{Name: "size", Value: []int{v.rows, v.cols}},
		{Name: "sum", Value: total(v.activated())},
		{Name: "parameters", Value: v.parameters()},
		{Name: "dense_parameters", Value: v.denseParameters()},
	}
	if v.Activation != none {
		values = append(values, algos.Value{Name: "preactivation", Value: lines(v.z, v.cols)})
	}
	if v.Pooling != none {
		values = append(values, algos.Value{Name: "pooled", Value: lines(v.pooled, v.poolCols)},
			algos.Value{Name: "pooled_size", Value: []int{v.poolRows, v.poolCols}})
	}
	if v.Shift > 0 {
		values = append(values, algos.Value{Name: "differing", Value: v.compare().differ})
	}
	return algos.Model{Values: values}
}

// lines are values in lines of that width; the last one may be shorter.
func lines(values []float64, width int) [][]float64 {
	all := [][]float64{}
	for len(values) > width {
		all, values = append(all, values[:width:width]), values[width:]
	}
	if len(values) > 0 {
		all = append(all, values)
	}
	return all
}

func total(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum
}

// rotated is a grid turned by 180°.
func rotated(c dataset.Cells) dataset.Cells {
	out := c.Clone()
	for k, x := range c.Values {
		out.Values[len(c.Values)-1-k] = x
	}
	return out
}

// shifted is an image moved to the right; zeros come in.
func shifted(image dataset.Cells, by int) dataset.Cells {
	out := dataset.NewCells(image.Rows, image.Cols, 0)
	for i := range image.Rows {
		for j := by; j < image.Cols; j++ {
			out.Values[i*image.Cols+j] = image.At(i, j-by)
		}
	}
	return out
}

// A comparison is the output of the shifted image beside the shifted output.
type comparison struct {
	moved    []float64 // output of the shifted image, without the bias
	by       int       // cells by which the output is shifted
	compared int       // cells that both have, away from the border
	differ   int       // of them
	cells    [][2]int  // those that differ
}

// compare shifts the output by the whole number of cells that fits best: where the shift is
// no multiple of the stride, there are two candidates.
func (t *task) compare() comparison {
	image := shifted(t.image, t.Shift)
	best := comparison{compared: -1}
	for more := range 2 {
		by := t.Shift/t.Stride + more
		c := comparison{by: by}
		for i := range t.rows {
			for j := range t.cols {
				y := t.window(image, t.applied, i, j)
				c.moved = append(c.moved, y)
				if j < by || !t.comparable(j) {
					continue
				}
				c.compared++
				if old := t.window(t.image, t.applied, i, j-by); math.Abs(y-old) > algos.Negligible*(1+math.Abs(old)) {
					c.differ++
					c.cells = append(c.cells, [2]int{i, j})
				}
			}
		}
		if best.compared < 0 || c.differ < best.differ {
			best = c
		}
		if t.Shift%t.Stride == 0 {
			break
		}
	}
	return best
}

// comparable reports whether the window of a cell ends before the right border, so that what the
// shift moved out of the image is not missing there.
func (t *task) comparable(j int) bool {
	_, c := t.corner(0, j)
	return c+t.reach(t.kernel.Cols) <= t.image.Cols
}
