// @ts-check
import { drawWhenNear } from "../site/draw-when-near.js";

/** @import { ShowcaseData } from "../site/home/showcase" */

const root = document.getElementById("showcase");
const text = document.getElementById("showcase-data")?.textContent;

/** Resolves once the page can be read; at once where the browser does not tell. */
function painted() {
  if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return Promise.resolve();
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      new PerformanceObserver((list, observer) => {
        if (!list.getEntriesByName("first-contentful-paint").length) return;
        observer.disconnect();
        resolve();
      }).observe({ type: "paint", buffered: true });
    })
  );
}

/** Fetch the viewer only now: the page has been painted, and the stage is about to be seen. */
async function begin(/** @type {HTMLElement} */ room, /** @type {ShowcaseData} */ data) {
  try {
    await painted();
    const isLive = data.battle.status === "on_air";
    const live = isLive ? (await import(data.live_module)).watchLive : null;
    const { createShowcase } = await import(data.module);
    Object.assign(room, { reel: await createShowcase(room, data, live) });
  } catch (error) {
    // It is an ornament: the picture of the battle takes its place.
    const picture = document.createElement("img");
    picture.src = data.picture;
    picture.alt = "";
    room.querySelector(".show-stage")?.replaceChildren(picture);
    console.info("the home page shows a picture:", error);
  }
}

drawWhenNear();

if (root && text) {
  const data = JSON.parse(text);
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    begin(root, data);
  });
  watcher.observe(root);
}
