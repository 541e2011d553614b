package course

// Coming is the title of a demo of the catalogue that is to come; false where there is none.
func Coming(id string) (Text, bool) {
	t, ok := coming[id]
	return t, ok
}

// coming are the titles by the ids of the catalogue.
var coming = map[string]Text{
	"bandit":                  {"Multi-armed bandits", "多臂赌博机"},
	"bayes":                   {"Bayesian inference", "贝叶斯推断"},
	"concentration":           {"Concentration inequalities", "集中不等式"},
	"convolution":             {"Convolution", "卷积"},
	"covariance":              {"Covariance matrices", "协方差矩阵"},
	"cramer-rao":              {"Cramér–Rao bound", "Cramér–Rao 下界"},
	"dbscan":                  {"DBSCAN", "DBSCAN 密度聚类"},
	"gradient-descent":        {"Gradient descent", "梯度下降"},
	"hidden-markov":           {"Hidden Markov models", "隐马尔可夫模型"},
	"hierarchical":            {"Hierarchical clustering", "层次聚类"},
	"hypothesis-testing":      {"Bayesian hypothesis testing", "贝叶斯假设检验"},
	"information":             {"Entropy and KL divergence", "熵与 KL 散度"},
	"lagrange":                {"Lagrange duality", "拉格朗日对偶"},
	"mdp":                     {"Markov decision processes", "马尔可夫决策过程"},
	"mle":                     {"Maximum likelihood", "极大似然估计"},
	"mlp":                     {"Multilayer perceptron", "多层感知机"},
	"model-selection":         {"Model selection", "模型选择"},
	"naive-bayes":             {"Naive Bayes", "朴素贝叶斯"},
	"newton":                  {"Newton’s method", "牛顿法"},
	"orthogonality":           {"Orthogonality of the error", "误差的正交性"},
	"pac-finite":              {"PAC learning of finite classes", "有限假设类的 PAC 学习"},
	"pac-rectangles":          {"PAC learning of rectangles", "矩形的 PAC 学习"},
	"robbins-monro":           {"Robbins–Monro algorithm", "Robbins–Monro 算法"},
	"roc":                     {"ROC and precision–recall curves", "ROC 曲线与 P-R 曲线"},
	"td-learning":             {"Temporal-difference learning", "时序差分学习"},
	"universal-approximation": {"Universal approximation", "通用逼近"},
	"vc-dimension":            {"VC dimension", "VC 维"},
}
