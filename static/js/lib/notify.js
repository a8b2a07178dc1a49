// @ts-check
const MARK = "\u25cf ";

/**
 * Show the buttons that ask for permission to notify, where the browser can and was not asked yet.
 *
 * @param {ParentNode} root
 */
export function offerNotices(root) {
  const places = root.querySelectorAll("[data-notify]");
  for (const place of places) {
    if (!("Notification" in globalThis) || Notification.permission !== "default") continue;
    place.toggleAttribute("hidden", false);
    place.querySelector("button")?.addEventListener("click", async () => {
      await Notification.requestPermission();
      for (const each of places) each.toggleAttribute("hidden", true);
    });
  }
}

/**
 * Tell a reader who looks elsewhere: in the title of the tab until they return, and by a notification if
 * they have allowed it. Does nothing while the page is visible.
 *
 * @param {string} text
 * @param {string} tag a later notification with the same tag replaces the earlier one
 */
export function announce(text, tag) {
  if (!document.hidden) return;
  const title = document.title;
  document.title = `${MARK}${text}`;
  document.addEventListener("visibilitychange", () => (document.title = title), { once: true });
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    const body = document.querySelector("h1")?.textContent ?? "";
    const notice = new Notification(text, { body, tag });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Chrome on Android takes notifications from service workers only.
  }
}

/** Resolves when the page is visible. */
export const visible = () =>
  new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    if (!document.hidden) resolve();
    else document.addEventListener("visibilitychange", resolve, { once: true });
  });
