// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Goal} from "../page/types.js" */
import { readable } from "../page/app.js";
import { keepGoal, savedGoals, showGoals } from "../page/goals.js";
import { t } from "../page/words.js";

/** The goals in the lesson: what a run of the reader's own has come to, as the server says. */
export class Goals {
  /**
   * @param {App} app
   * @param {() => Promise<{open: (of: {demo: string, goal: string, run: string, before: string, words: string}) => void}|null>} receipts
   */
  constructor(app, receipts) {
    showGoals();
    addEventListener("storage", showGoals); // of another tab
    app.on("goals", (/** @type {{goals: Goal[], loaded?: boolean}} */ m) => {
      const q = new URLSearchParams(app.state?.query);
      q.delete("step"); // of the cursor
      const query = readable(q);
      for (const g of m.goals) {
        const item = /** @type {HTMLElement|null} */ (document.querySelector(`[data-goal="${CSS.escape(g.id)}"]`));
        if (!item) continue;
        // Data of a file may happen to come to a goal; that counts where the reader is at this goal.
        if (m.loaded && g.reached && location.hash !== `#${item.id}`) continue;
        if (keepGoal(app.demo, g, item.dataset.goalFewer === "true", query)) app.say(t("goal-reached", g.text));
      }
      showGoals();
    });
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-action=receipt]"))) {
      b.addEventListener("click", async () => {
        const item = /** @type {HTMLElement|null} */ (b.closest("[data-goal]"));
        const goal = item?.dataset.goal ?? "";
        const best = savedGoals(app.demo).get(goal);
        const words = item?.querySelector("[data-goal-number]")?.textContent ?? "";
        if (best) (await receipts())?.open({ demo: app.demo, goal, run: best.run, before: best.before, words });
      });
    }
  }
}
