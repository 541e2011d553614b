// Package engine drives browsers of three engines through one interface: it opens
// pages, asks them, acts on mouse, screen and keyboard, and hears what their
// consoles say. The tests of the pages run in Chromium, which chromedp drives;
// what every visitor does is tried in Firefox and in WebKit, too.
//
// Firefox is spoken to by WebDriver BiDi over its own websocket, WebKit by classic
// WebDriver through WebKitWebDriver; WebKit draws on a virtual screen, Xvfb. All
// three come from Debian and need nothing else:
//
//	apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb
package engine
