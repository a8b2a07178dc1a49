// @ts-check
import { createCopyField } from "../../lib/copy-field.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { canShare, share as shareNatively } from "../../lib/sharing.js";
import { inside, t } from "../../lib/text.js";

/** @import { Download, WatchData } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/** How high an embedded battle is made by default: the player's own wish at 720 px. */
const FRAME_HEIGHT = 600;

/**
 * A dialog with everything that leads others to a battle: links, a frame for pages, a code, files.
 *
 * @param {WatchData} data
 * @param {Player} player
 * @param {(seq: number) => string} momentOf the end of an address that leads to an event
 */
export function createDialog({ battle, share }, player, momentOf) {
  const { store, timeline, view } = player;
  const moment = h("input", { type: "checkbox", "data-share": "moment", onchange: draw });
  const momentText = h("span");
  const said = h("p", { class: "said", role: "status" });
  const link = createCopyField("link", t("Link"), said);
  const embed = createCopyField("embed", t("Embed"), said);
  const code = h("img", { class: "qr", width: 164, height: 164 });
  const send = h(
    "button",
    { type: "button", class: "button", onclick: () => shareNatively(battle.title, address()) },
    t("Share…"),
  );
  const picture = h("a", { download: `battlereel-${battle.id}-qr.png` }, t("Save the QR code"));
  const files = h("div", { class: "share-files" });
  const root = h(
    "dialog",
    { class: "share-dialog", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, t("Share this battle")),
    h("div", { class: "share-wishes" }, h("label", {}, moment, momentText)),
    h(
      "div",
      { class: "share-ways" },
      h("div", {}, canShare() ? send : null, link.root, embed.root, files),
      h("figure", {}, code, h("figcaption", {}, picture)),
    ),
    said,
    h("form", { method: "dialog" }, h("button", { class: "button" }, t("Close"))),
  );
  let seq = 0;
  const isOver = () => store.isOver && !timeline.onAir;
  let offered = false;
  /** Offers the files as soon as there are any, also when the dialog is open already. */
  function offer() {
    if (root.open && isOver() !== offered) draw();
  }
  store.subscribe(offer);
  timeline.subscribe(offer);

  const address = () => battle.share_url + (moment.checked ? momentOf(seq) : "");

  function draw() {
    const whole = address();
    const at = moment.checked ? `?at=${seq}` : "";
    const beat = moment.checked ? `?beat=${store.events[seq]?.beat ?? 0}` : "";
    link.show(whole);
    code.src = share.qr_url + at;
    code.alt = t("QR code: {link}", { link: whole });
    picture.href = share.qr_png_url + at;
    embed.show(frameCode(share.embed_url + beat, battle.title));
    offered = isOver();
    drawFiles(files, share.downloads, offered);
  }

  return {
    root,
    open() {
      seq = Math.max(0, store.landed(timeline.position) - 1);
      const { round } = store.states[store.landed(timeline.position)];
      const where = round === 0 ? t("before the battle") : `${inside(view.roundWord)} ${round}`;
      const time = minutes(timeline.position);
      momentText.textContent = t("Begin at this moment: {where}, at {time}", { where, time });
      said.textContent = "";
      draw();
      openDialog(root);
    },
  };
}

/** Return a position as minutes and seconds. @param {number} ms */
function minutes(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @param {HTMLElement} root
 * @param {Download[]} downloads
 * @param {boolean} areThere
 */
function drawFiles(root, downloads, areThere) {
  const list = downloads.map(({ name, text, url }) =>
    h("li", {}, h("a", { href: url, download: true }, name), ` ${text}`),
  );
  root.replaceChildren(
    h("h3", {}, t("Download")),
    areThere
      ? h("ul", {}, ...list)
      : h("p", { class: "hint" }, t("The files are available as soon as the battle is over.")),
  );
}

/**
 * The frame as HTML source.
 *
 * @param {string} src
 * @param {string} title
 */
function frameCode(src, title) {
  const text = (/** @type {string} */ value) =>
    value.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<iframe src="${text(src)}" title="${text(title)}" width="100%" height="${FRAME_HEIGHT}" style="border: 0" allow="fullscreen" loading="lazy"></iframe>`;
}
