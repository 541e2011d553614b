package course

import "slices"

// A Method is a demo of the catalogue that is still to come.
type Method struct {
	ID    string // that the demo will have, as in [Section.Later]
	Title Text
	Words string // by which it is looked for besides: names and abbreviations in every language, with commas between
}

// Coming returns the methods of the catalogue that are not among the demos of these ids.
// A method that is built leaves the list.
func Coming(built []string) []Method {
	return slices.DeleteFunc(slices.Clone(coming), func(m Method) bool { return slices.Contains(built, m.ID) })
}

// ComingTitle is the title of a method that is still to come; false where there is none of the id.
func ComingTitle(id string) (Text, bool) {
	i := slices.IndexFunc(coming, func(m Method) bool { return m.ID == id })
	if i < 0 {
		return Text{}, false
	}
	return coming[i].Title, true
}

var coming = []Method{
	{"mle", Text{"Maximum likelihood", "最大似然估计"}, "MLE, Fisher information, James–Stein, 极大似然, 费希尔信息"},
	{"cramer-rao", Text{"Cramér–Rao bound", "克拉默–拉奥界"}, "CRLB, Fisher information, efficient estimator, 费希尔信息"},
	{"bayes", Text{"Bayesian inference", "贝叶斯推断"}, "Bayes' theorem, prior, posterior, MAP, conjugate, Beta–Bernoulli, 贝叶斯, 先验, 后验"},
	{"information", Text{"Entropy and divergence", "熵与散度"}, "information theory, entropy, cross-entropy, Kullback–Leibler, KL divergence, mutual information, 信息论, 互信息, 交叉熵"},
	{"covariance", Text{"Covariance", "协方差"}, "covariance matrix, linear algebra, eigenvalues, matrix calculus, 协方差矩阵, 线性代数, 特征值"},
	{"concentration", Text{"Concentration inequalities", "集中不等式"}, "Markov, Chebyshev, Hoeffding, Chernoff, McDiarmid, tail bound, 霍夫丁, 切比雪夫"},
	{"pac-finite", Text{"PAC learning of finite classes", "有限假设类的 PAC 学习"}, "PAC, probably approximately correct, ERM, sample complexity, 样本复杂度"},
	{"pac-rectangles", Text{"PAC learning of rectangles", "矩形的 PAC 学习"}, "PAC, axis-aligned rectangles, 轴平行矩形"},
	{"vc-dimension", Text{"VC dimension", "VC 维"}, "VC, Vapnik–Chervonenkis, shattering, Sauer lemma, 打散"},
	{"model-selection", Text{"Model selection", "模型选择"}, "cross-validation, k-fold, BIC, AIC, structural risk minimisation, SRM, hold-out, 交叉验证"},
	{"roc", Text{"ROC curve", "ROC 曲线"}, "AUC, confusion matrix, precision, recall, F1, precision–recall, 混淆矩阵, 查准率, 查全率"},
	{"hypothesis-testing", Text{"Hypothesis testing", "假设检验"}, "Bayes error, likelihood ratio, threshold, Neyman–Pearson, 似然比"},
	{"orthogonality", Text{"Orthogonality of errors", "误差的正交性"}, "orthogonality principle, projection, 正交投影"},
	{"knn", Text{"k-nearest neighbours", "k 近邻"}, "kNN, k-NN, nearest neighbour, nearest neighbors, k-d tree, Voronoi, 最近邻, k近邻"},
	{"naive-bayes", Text{"Naive Bayes", "朴素贝叶斯"}, "naïve Bayes, NB, Gaussian naive Bayes, multinomial, spam, text classification, 贝叶斯分类器"},
	{"dbscan", Text{"DBSCAN", "DBSCAN 密度聚类"}, "density-based clustering, OPTICS, clustering, 密度聚类"},
	{"hierarchical", Text{"Hierarchical clustering", "层次聚类"}, "agglomerative clustering, dendrogram, linkage, Ward, 树状图"},
	{"tsne", Text{"t-SNE", "t-SNE 降维"}, "tSNE, stochastic neighbour embedding, UMAP, dimensionality reduction, perplexity, 降维, 可视化"},
	{"isolation-forest", Text{"Isolation forest", "孤立森林"}, "anomaly detection, outlier detection, iForest, 异常检测"},
	{"hidden-markov", Text{"Hidden Markov model", "隐马尔可夫模型"}, "HMM, Viterbi, forward–backward, Baum–Welch, sequence model, 维特比"},
}
