// @ts-check

/** Under which a tab keeps the secret of a page that presents while the page reloads. @param {string} path */
const key = (path) => `presents ${path}`;

/** The page to which a script goes on with those who follow; empty: to none. */
let next = "";

/**
 * Lets the page to which a script goes next present under the same key.
 * @param {string} path
 */
export function handOn(path) {
  next = path;
}

/**
 * A text that nobody can guess: whoever knows it presents. It never leaves this page but
 * for the server.
 */
export function newSecret() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => letters[b % letters.length]).join("");
}

/** Under which a browser keeps its room, so that its link can be printed before it begins. */
const roomKey = "room";

/** @typedef {{secret: string, since: number}} Room since when it is presented, by this machine's clock; 0: it is not */

/** The room where nothing can be kept: it is gone with the page. @type {Room} */
let unkept = { secret: "", since: 0 };

/** The room of this browser; its secret is empty before there is one. @returns {Room} */
export function ownRoom() {
  try {
    const { secret, since } = JSON.parse(localStorage.getItem(roomKey) ?? "{}");
    if (/^[A-Z2-7]{32}$/.test(secret)) return { secret, since: Number.isFinite(since) ? since : 0 };
    return { secret: "", since: 0 };
  } catch {
    return unkept;
  }
}

/** @param {Room} room */
export function keepRoom(room) {
  unkept = room;
  try {
    localStorage.setItem(roomKey, JSON.stringify(room));
  } catch {
    // storage may be forbidden, or full
  }
}

/** The secret of this browser's room, which is made if there is none. No page presents by it until its reader says so. */
export function roomSecret() {
  const room = ownRoom();
  const secret = room.secret || unkept.secret || newSecret();
  if (secret !== room.secret) keepRoom({ secret, since: 0 });
  return secret;
}

/**
 * The secret that this page had before it was loaded again; empty: it did not present.
 * It is kept between the two pages only, as a tab that is duplicated copies what is kept.
 * Whoever comes by a link does not mean to present; who is led on by a script does.
 */
export function secretBefore() {
  const [entry] = performance.getEntriesByType("navigation");
  const [, handed, secret] = /^(>?)([A-Z2-7]{32})$/.exec(take()) ?? [];
  return secret && (handed || ["reload", "back_forward"].includes(/** @type {PerformanceNavigationTiming} */ (entry)?.type)) ? secret : "";
}

/** Keeps the secret of a page that is left as long as it is away. @param {() => string} current */
export function keepSecret(current) {
  addEventListener("pagehide", () => {
    try {
      if (current()) sessionStorage.setItem(key(next || location.pathname), (next && ">") + current());
      next = "";
    } catch {
      // storage may be forbidden: then a reload ends the room
    }
  });
  addEventListener("pageshow", (e) => e.persisted && take());
}

/** Takes out what is kept. */
function take() {
  try {
    const secret = sessionStorage.getItem(key(location.pathname)) ?? "";
    sessionStorage.removeItem(key(location.pathname));
    return secret;
  } catch {
    return "";
  }
}
