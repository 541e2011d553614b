package convolution

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimSize = algos.Guarantee{
		Name: "size", Claim: `output size formula $\lfloor\frac{n+2p-d(k-1)-1}{s}\rfloor+1$ = number of windows that fit, counted`,
	}
	claimMatrix = algos.Guarantee{
		Name: "matrix", Claim: `convolution is linear: all cells so far = those of the Toeplitz matrix times the image, $z=Tx+b$`,
	}
	claimPolynomial = algos.Guarantee{
		Name: "polynomial", Claim: `this cell = a coefficient of the product of the two polynomials with image and kernel as coefficients`,
	}
	claimLinear = algos.Guarantee{
		Name: "linearity", Claim: `linearity: this cell for image + rotated image = sum of the cells of both`,
	}
	claimShift = algos.Guarantee{
		Name: "equivariance", Claim: `translation equivariance: the output of the shifted image = the shifted output`,
	}
	claimSeparable = algos.Guarantee{
		Name: "separable", Claim: `separable kernel $w=uv^\top$: this cell = two 1-D passes, first with $u$, then with $v$`,
	}
	claimSum = algos.Guarantee{
		Name: "sum", Claim: `full padding, stride 1: sum of the output = sum of the image × sum of the kernel`,
	}
	claimBound = algos.Guarantee{
		Name: "bound", Claim: `Young's inequality: $\max|z-b| \le \max|x|\cdot\sum|w|$`,
	}
	claimMax = algos.Guarantee{
		Name: "max-pooling", Claim: `max pooling commutes with a monotone activation: activated first = pooled first`,
	}
	claimMean = algos.Guarantee{
		Name: "average-pooling", Claim: `average pooling keeps the mean: mean of the pooled cells = mean of all cells that they cover`,
	}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkSize()}
	if i, j, ok := v.current(); ok {
		checks = append(checks, v.checkMatrix(), v.checkPolynomial(i, j), v.checkLinear(i, j), v.checkShift(), v.checkSeparable(i, j), v.checkSum(), v.checkBound())
	}
	if k := len(v.pooled) - 1; k >= 0 {
		checks = append(checks, v.checkPool(k))
	}
	return checks
}

// checkSize counts the windows: those whose last weight lies within the padded image.
func (v view) checkSize() algos.Check {
	counted := 0
	for r := range v.image.Rows + 2*v.Padding {
		for c := range v.image.Cols + 2*v.Padding {
			fits := r+v.reach(v.kernel.Rows) <= v.image.Rows+2*v.Padding && c+v.reach(v.kernel.Cols) <= v.image.Cols+2*v.Padding
			if fits && r%v.Stride == 0 && c%v.Stride == 0 {
				counted++
			}
		}
	}
	return claimSize.Equal(float64(v.rows*v.cols), float64(counted), 0).Between("by the formula", "counted")
}

// scale bounds the terms of a sum of products, and so its rounding.
func (v view) scale() float64 {
	scale := math.Abs(v.Bias)
	for _, w := range v.kernel.Values {
		scale += math.Abs(w) * brightest
	}
	return scale
}

// rounding bounds what two orders of one sum of products may differ by.
func (v view) rounding() float64 { return 4 * num.Ulp * float64(len(v.kernel.Values)+2) * v.scale() }

// toeplitz is the weight by which a pixel enters a cell of the output: the entry of the matrix in
// the line of the cell, at the pixel. It is found from the pixel, by solving for the weight.
func (t *task) toeplitz(i, j, r, c int) float64 {
	a, b := r+t.Padding-i*t.Stride, c+t.Padding-j*t.Stride
	if a < 0 || b < 0 || a%t.Dilation != 0 || b%t.Dilation != 0 || a/t.Dilation >= t.kernel.Rows || b/t.Dilation >= t.kernel.Cols {
		return 0
	}
	a, b = a/t.Dilation, b/t.Dilation
	if t.Flip {
		a, b = t.kernel.Rows-1-a, t.kernel.Cols-1-b
	}
	return t.kernel.At(a, b)
}

// checkMatrix multiplies the matrix by the image, for all cells so far.
func (v view) checkMatrix() algos.Check {
	most := 0.0
	for k, z := range v.z {
		sum := v.Bias
		for r := range v.image.Rows {
			for c := range v.image.Cols {
				sum += v.toeplitz(k/v.cols, k%v.cols, r, c) * v.image.At(r, c)
			}
		}
		most = max(most, math.Abs(z-sum))
	}
	return claimMatrix.Equal(most, 0, v.rounding()).Of(max(v.scale(), 1)).Between("largest difference", "theory")
}

// checkPolynomial multiplies Σ x_rc y^r z^c by the polynomial of the kernel: each pixel spreads its multiples of
// the rotated kernel. The cell is the coefficient at the window's last pixel.
func (v view) checkPolynomial(i, j int) algos.Check {
	rows, cols := v.image.Rows+v.reach(v.kernel.Rows)-1, v.image.Cols+v.reach(v.kernel.Cols)-1
	spread := v.kernel
	if !v.Flip {
		spread = rotated(v.kernel)
	}
	product := dataset.NewCells(rows, cols, 0)
	for r := range v.image.Rows {
		for c := range v.image.Cols {
			for a := range spread.Rows {
				for b := range spread.Cols {
					product.Values[(r+v.Dilation*a)*cols+c+v.Dilation*b] += v.image.At(r, c) * spread.At(a, b)
				}
			}
		}
	}
	r, c := v.corner(i, j)
	at := pixel(product, r+v.reach(v.kernel.Rows)-1, c+v.reach(v.kernel.Cols)-1)
	return claimPolynomial.Equal(v.z[len(v.z)-1]-v.Bias, at, v.rounding()).Of(max(v.scale(), 1)).Between("z − b", "coefficient")
}

// checkLinear adds the image and itself rotated by 180°.
func (v view) checkLinear(i, j int) algos.Check {
	other := rotated(v.image)
	both := v.image.Clone()
	for k, x := range other.Values {
		both.Values[k] += x
	}
	z := v.z[len(v.z)-1] - v.Bias
	return claimLinear.Equal(v.window(both, v.applied, i, j), z+v.window(other, v.applied, i, j), 2*v.rounding()).
		Of(max(v.scale(), 1)).Between("image + rotated", "sum of both")
}

// checkShift compares the cells so far with the output of the shifted image: by the chosen shift, or else by one stride.
func (v view) checkShift() algos.Check {
	shift := v.Shift
	if shift == 0 {
		shift = v.Stride
	}
	s := say.Vars{"shift": shift, "s": v.Stride}
	if shift%v.Stride != 0 {
		return claimShift.Not(s.Text("the shift of <shift pixel> is not a multiple of the stride <s>"))
	}
	image, by := shifted(v.image, shift), shift/v.Stride
	most, compared := 0.0, 0
	for k, z := range v.z {
		if i, j := k/v.cols, k%v.cols+by; j < v.cols && v.comparable(j) {
			most = max(most, math.Abs(v.window(image, v.applied, i, j)+v.Bias-z))
			compared++
		}
	}
	if s["n"] = compared; compared == 0 {
		return claimShift.Not(s.Text("no cell can be compared after a shift of <shift pixel>"))
	}
	return claimShift.Equal(most, 0, v.rounding()).Of(max(v.scale(), 1)).Between("largest difference", "theory").
		Because(s.Text("<n cell> compared, shift of <shift pixel>"))
}

// factors are the vectors of a kernel that is an outer product uvᵀ; false where it is not one, or 0.
func factors(k dataset.Cells) (u, v []float64, ok bool) {
	pivot := 0
	for i, w := range k.Values {
		if math.Abs(w) > math.Abs(k.Values[pivot]) {
			pivot = i
		}
	}
	top := k.Values[pivot]
	if top == 0 {
		return nil, nil, false
	}
	for a := range k.Rows {
		u = append(u, k.At(a, pivot%k.Cols))
	}
	for b := range k.Cols {
		v = append(v, k.At(pivot/k.Cols, b)/top)
	}
	for i, w := range k.Values {
		if math.Abs(w-u[i/k.Cols]*v[i%k.Cols]) > 1e-12*math.Abs(top) {
			return nil, nil, false
		}
	}
	return u, v, true
}

// checkSeparable filters the columns with u, then the line that comes of it with v.
func (v view) checkSeparable(i, j int) algos.Check {
	down, along, ok := factors(v.applied)
	if !ok {
		return claimSeparable.Not("the kernel is not of rank 1")
	}
	r, c := v.corner(i, j)
	sum := 0.0
	for b, w := range along {
		line := 0.0
		for a, u := range down {
			line += u * pixel(v.image, r+v.Dilation*a, c+v.Dilation*b)
		}
		sum += w * line
	}
	// The factors may miss the kernel by the share that makes it one of rank 1.
	return claimSeparable.Equal(v.z[len(v.z)-1]-v.Bias, sum, v.rounding()+1e-11*v.scale()).Of(max(v.scale(), 1)).Between("z − b", "two passes")
}

// checkSum: each pixel meets each weight once.
func (v view) checkSum() algos.Check {
	why := say.Phrase("")
	if v.Stride > 1 || v.Padding != v.reach(v.kernel.Rows)-1 || v.Padding != v.reach(v.kernel.Cols)-1 {
		why = "it needs stride 1 and padding d(k − 1)"
	} else if !v.mapped() {
		why = "the output is not complete"
	}
	var out, image, kernel num.Sum
	for _, z := range v.z {
		out.Add(z - v.Bias)
	}
	for _, x := range v.image.Values {
		image.Add(x)
	}
	for _, w := range v.kernel.Values {
		kernel.Add(w)
	}
	size := image.Size() * kernel.Size()
	return claimSum.Equal(out.Value, image.Value*kernel.Value, 8*num.Ulp*float64(len(v.z)+len(v.kernel.Values))*max(size, out.Size())).
		Of(max(size, 1)).Between("sum of z − b", "product of the sums").Unless(why)
}

// checkBound compares with the largest pixel times the sum of the sizes of the weights.
func (v view) checkBound() algos.Check {
	most, pixels, weights := 0.0, 0.0, 0.0
	for _, z := range v.z {
		most = max(most, math.Abs(z-v.Bias))
	}
	for _, x := range v.image.Values {
		pixels = max(pixels, math.Abs(x))
	}
	for _, w := range v.kernel.Values {
		weights += math.Abs(w)
	}
	return claimBound.AtMost(most, pixels*weights, v.rounding()).Between("max |z − b|", "max |x| · Σ|w|").Metered()
}

// checkPool pools before the activation, or takes the mean of all cells at once.
func (v view) checkPool(last int) algos.Check {
	m := v.PoolSize
	if v.Pooling == maxPooling {
		most := math.Inf(-1)
		for a := range m {
			for b := range m {
				most = max(most, v.z[(last/v.poolCols*m+a)*v.cols+last%v.poolCols*m+b])
			}
		}
		return claimMax.Equal(v.pooled[last], v.activate(most), 0).Between("activated first", "pooled first")
	}
	var all num.Sum
	for k := range v.pooled {
		for a := range m {
			for b := range m {
				all.Add(v.activate(v.z[(k/v.poolCols*m+a)*v.cols+k%v.poolCols*m+b]))
			}
		}
	}
	n := float64(len(v.pooled))
	cells := n * float64(m*m)
	return claimMean.Equal(total(v.pooled)/n, all.Value/cells, (all.Rounding()+8*num.Ulp*cells*all.Size())/cells).
		Of(max(all.Size()/cells, 1)).Between("pooled cells", "covered cells")
}
