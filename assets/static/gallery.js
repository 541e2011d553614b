// @ts-check
import { languageSwitch, themeSwitch } from "./chrome.js";

themeSwitch();
languageSwitch();
