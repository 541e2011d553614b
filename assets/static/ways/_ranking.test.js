// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { byNames, compared, plain, rank, ranks } from "./ranking.js";

test("a name counts more than another name, and that more than a word of the title", () => {
  assert.equal(rank("svm", "support vector machine", ["svm", "Support vector machine"], ["SVM", "SVC"]), ranks.named);
  assert.equal(rank("svm", "svm in the primal", ["svm primal"], ["SVM", "Pegasos"]), ranks.also);
  assert.equal(rank("primal", "svm in the primal", ["svm primal"], []), ranks.titled);
  assert.equal(rank("vector", "svm in the primal", ["svm primal"], ["SVM"]), ranks.none);
  assert.equal(rank("kmeans", "k means", ["kmeans"], []), ranks.named);
  assert.equal(rank("knn", "k nearest neighbours", [], ["k-NN"]), ranks.also);
  assert.equal(rank("支持向量机", "support vector machine", ["支持向量机"], []), ranks.named);
});

test("two methods are told from one", () => {
  assert.deepEqual(compared(plain("SVM vs. logistic")), ["svm", "logistic"]);
  assert.deepEqual(compared(plain("compare SVM with logistic regression")), ["svm", "logistic regression"]);
  assert.deepEqual(compared(plain("感知机与支持向量机的比较")), ["感知机", "支持向量机"]);
  assert.deepEqual(compared(plain("svm 对比 logistic")), ["svm", "logistic"]);
  for (const one of ["svm", "compare", "versus", "random forest", "bias and variance", "比较"]) assert.equal(compared(plain(one)), null);
});

test("functions are found by their words, the best first", () => {
  const all = [{ title: "Challenges", words: ["goal"] }, { title: "Load your own data (CSV)", words: ["CSV", "own data"] }, { title: "Export", words: ["data frame"] }];
  assert.deepEqual(byNames(all, "own data").map((m) => m.found.title), ["Load your own data (CSV)"]);
  assert.deepEqual(byNames(all, "data").map((m) => m.found.title), ["Load your own data (CSV)", "Export"]);
  assert.deepEqual(byNames(all, "chall").map((m) => m.found.title), ["Challenges"]);
  assert.deepEqual(byNames(all, ""), []);
  assert.deepEqual(byNames([{ title: "Embed a board", words: ["embedding"] }], "em"), []);
  assert.equal(rank("em", "em for gaussian mixtures", ["em gmm"], []), ranks.titled);
});
