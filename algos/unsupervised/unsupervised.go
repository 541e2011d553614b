// Package unsupervised is the family of methods that find structure in points
// without labels: clusters, mixtures, components, and sampling.
//
// Standing so far: k-means (kmeans), the EM algorithm for Gaussian mixtures (emgmm), EM as the maximisation of a
// bound (emelbo), principal components (pca), the singular value decomposition (svd), multidimensional scaling
// (mds), the Dirichlet process (dirichletprocess), its mixtures of Gaussians (dpmixture), latent Dirichlet
// allocation (topics), Metropolis, Gibbs and Hamiltonian sampling (mcmc), autoencoders (autoencoder).
package unsupervised

import (
	"playground/algos"
	"playground/algos/unsupervised/autoencoder"
	"playground/algos/unsupervised/dirichletprocess"
	"playground/algos/unsupervised/dpmixture"
	"playground/algos/unsupervised/emelbo"
	"playground/algos/unsupervised/emgmm"
	"playground/algos/unsupervised/kmeans"
	"playground/algos/unsupervised/mcmc"
	"playground/algos/unsupervised/mds"
	"playground/algos/unsupervised/pca"
	"playground/algos/unsupervised/svd"
	"playground/algos/unsupervised/topics"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	kmeans.Demo,
	emgmm.Demo,
	emelbo.Demo,
	pca.Demo,
	svd.Demo,
	mds.Demo,
	dirichletprocess.Demo,
	dpmixture.Demo,
	topics.Demo,
	mcmc.Demo,
	autoencoder.Demo,
}
