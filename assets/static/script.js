// @ts-check
import { languageSwitch, themeSwitch } from "./page/chrome.js";
import { ScriptPage } from "./script/list.js";

themeSwitch();
languageSwitch();
new ScriptPage();
