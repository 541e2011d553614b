// Package gp is the mathematics of Gaussian process regression: a posterior that
// grows observation by observation, a fit to all of them at once, variances on a
// grid, and the ascent on the evidence. It tells no story.
package gp
