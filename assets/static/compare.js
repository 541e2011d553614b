// @ts-check
// The page that compares two runs.
import { Comparison } from "./compare/comparison.js";
import { languageSwitch, themeSwitch } from "./page/chrome.js";

themeSwitch();
languageSwitch();
new Comparison();
