// @ts-check
import { themeSwitch } from "./chrome.js";

themeSwitch();
