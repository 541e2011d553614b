// @ts-check
// <playground-board demo="svm" query="step=12"> or <playground-board src="https://…/d/svm?step=12">
// puts a board on a page of another site: as wide as its place, as high as its content
// (or as the attribute height says), loaded when it comes near the screen. It can be
// stepped by a script, and with data-fragments="5" by the fragments of a reveal.js slide.
// The page that loads this script is not ours: nothing is imported, and nothing is left
// in it but the element.
(() => {
  const name = "playground-board";
  if (customElements.get(name)) return;

  const script = /** @type {HTMLScriptElement|null} */ (document.currentScript ?? document.querySelector('script[src*="/embed.js"]'));
  const home = new URL(script?.src ?? "", document.baseURI).origin;
  const firstHeight = 560;
  const [least, most] = [120, 4000]; // CSS pixels
  const mostFragments = 100;
  const mostWaiting = 50;

  /** @typedef {{step: number|null, last: number|null, status: "waiting"|"paused"|"playing"|"ended"}} State */

  class PlaygroundBoard extends HTMLElement {
    static observedAttributes = ["src", "demo", "query", "title", "height"];

    constructor() {
      super();
      /** What the board has last told. @type {State} */
      this.state = { step: null, last: null, status: "waiting" };
      this.frame = document.createElement("iframe");
      this.origin = "";
      /** Commands from before the board could hear. @type {object[]} */
      this.waiting = [];
      this.hears = false;
      this.hear = (/** @type {MessageEvent} */ e) => this.heard(e);
      this.shownFragments = (/** @type {Event} */ e) => this.fragments(e, 1);
      this.hiddenFragments = (/** @type {Event} */ e) => this.fragments(e, -1);
      this.attachShadow({ mode: "open" });
    }

    connectedCallback() {
      if (!this.style.display) this.style.display = "block";
      addEventListener("message", this.hear);
      document.addEventListener("fragmentshown", this.shownFragments);
      document.addEventListener("fragmenthidden", this.hiddenFragments);
      this.makeFragments();
      this.show();
    }

    disconnectedCallback() {
      this.hears = false; // a frame that is put elsewhere is loaded anew
      removeEventListener("message", this.hear);
      document.removeEventListener("fragmentshown", this.shownFragments);
      document.removeEventListener("fragmenthidden", this.hiddenFragments);
    }

    attributeChangedCallback() {
      if (this.isConnected) this.show();
    }

    /** Some steps forwards, or backwards if there are fewer than zero. */
    step(by = 1) {
      this.ask({ type: "playground:step", by });
    }

    play() {
      this.ask({ type: "playground:play" });
    }

    pause() {
      this.ask({ type: "playground:pause" });
    }

    /** @param {number} step */
    seek(step) {
      this.ask({ type: "playground:seek", step });
    }

    /** Shows the board of the attributes, or a sentence that says what is wrong with them. */
    show() {
      const { frame } = this;
      const root = /** @type {ShadowRoot} */ (this.shadowRoot);
      const fixed = Number(this.getAttribute("height"));
      let url;
      try {
        url = this.address(!fixed);
      } catch (e) {
        const why = document.createElement("p");
        why.lang = "en";
        why.textContent = `<${name}>: ${/** @type {Error} */ (e).message}`;
        root.replaceChildren(why);
        return;
      }
      frame.title = this.title || `Playground: ${url.pathname.split("/").pop()}`;
      if (frame.src === url.href && frame.isConnected) return;
      this.origin = url.origin;
      this.hears = false;
      frame.loading = "lazy";
      Object.assign(frame.style, { display: "block", width: "100%", border: "0", colorScheme: "normal" });
      frame.style.height = `${clamp(fixed || frame.clientHeight || firstHeight)}px`;
      frame.src = url.href;
      root.replaceChildren(frame);
    }

    /** @param {boolean} fit the frame follows the height of its content */
    address(fit) {
      const [src, demo] = [this.getAttribute("src"), this.getAttribute("demo")];
      if (!src && !demo) throw new Error('give it a demo, as in demo="svm", or the address of a board as src');
      if (demo && !/^[\w-]+$/.test(demo)) throw new Error(`"${demo}" is not the name of a demo`);
      let url;
      try {
        url = new URL(src || `/embed/${demo}`, src ? document.baseURI : home);
      } catch {
        throw new Error(`"${src}" is not an address`);
      }
      if (!/^https?:$/.test(url.protocol)) throw new Error(`"${src}" is not an address of http or https`);
      if (!src) url.search = this.getAttribute("query") ?? "";
      url.pathname = url.pathname.replace(/^\/d\//, "/embed/");
      url.hash = "";
      if (!/^\/embed\/[\w-]+$/.test(url.pathname)) throw new Error(`"${src}" is not the address of a board`);
      if (fit) url.searchParams.set("fit", "1");
      return url;
    }

    /** @param {object} message */
    ask(message) {
      if (this.hears) this.frame.contentWindow?.postMessage(message, this.origin);
      else if (this.waiting.length < mostWaiting) this.waiting.push(message);
    }

    /** @param {MessageEvent} e */
    heard(e) {
      if (!e.source || e.source !== this.frame.contentWindow || e.origin !== this.origin) return;
      const m = e.data;
      if (m?.type === "playground:height" && Number.isFinite(m.height) && !Number(this.getAttribute("height"))) {
        this.frame.style.height = `${clamp(m.height)}px`;
      }
      if (m?.type !== "playground:state") return;
      this.state = { step: m.step, last: m.last, status: m.status };
      this.hears = true;
      for (const message of this.waiting.splice(0)) this.ask(message);
      this.dispatchEvent(new CustomEvent("state", { detail: this.state }));
    }

    /** Makes the fragments of a slide, which are not seen and have nothing to say. */
    makeFragments() {
      const wanted = Math.min(mostFragments, Math.floor(Number(this.dataset.fragments)) || 0);
      for (let n = this.querySelectorAll(":scope > .fragment").length; n < wanted; n++) {
        const fragment = document.createElement("span");
        fragment.className = "fragment";
        this.append(fragment);
      }
    }

    /**
     * Steps by the fragments of this board that a slide has shown or hidden.
     * @param {Event & {fragment?: Element, fragments?: Element[]}} e
     * @param {1|-1} way
     */
    fragments(e, way) {
      const changed = e.fragments ?? (e.fragment ? [e.fragment] : []);
      const mine = [...changed].filter((f) => f.parentElement === this).length;
      if (mine) this.step(way * mine);
    }
  }

  /** @param {number} px */
  function clamp(px) {
    return Math.min(most, Math.max(least, Math.ceil(px)));
  }

  customElements.define(name, PlaygroundBoard);
})();
