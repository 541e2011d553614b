// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Goal} from "../page/types.js" */
import { keepGoal, showGoals } from "../page/goals.js";
import { t } from "../page/words.js";

/** The goals in the lesson: what a run of the reader's own has come to, as the server says. */
export class Goals {
  /** @param {App} app */
  constructor(app) {
    showGoals();
    addEventListener("storage", showGoals); // of another tab
    app.on("goals", (/** @type {{goals: Goal[]}} */ m) => {
      for (const g of m.goals) {
        const item = /** @type {HTMLElement|null} */ (document.querySelector(`[data-goal="${CSS.escape(g.id)}"]`));
        if (!item) continue;
        if (keepGoal(app.demo, g, item.dataset.goalFewer === "true")) app.say(t("goal-reached", g.text));
      }
      showGoals();
    });
  }
}
