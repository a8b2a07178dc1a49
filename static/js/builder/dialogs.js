// @ts-check
import { ask } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t, tn } from "../lib/text.js";
import { copyButton, openPanel } from "./dialog.js";
import { cardOf, hasRows, rowsOf } from "./document.js";
import { inLines, leftOut, openReader } from "./import-dialog.js";
import { shield } from "./pieces.js";

/** @import { Sample } from "./types" */
/** @import { Workbench } from "./actions" */

/** Keys and their effects. */
const KEYS = [
  ["/", t("search the list")],
  ["↓ ↑", t("move through the list or the army")],
  [
    t("Enter"),
    t(
      "in the search: add the first one found; on a unit of the list: add it; on a unit of the army: go to its fields",
    ),
  ],
  ["Alt ↑ ↓", t("on a unit: move it; with Home and End, to the front or the back")],
  [t("Delete"), t("on a unit: remove it")],
  ["D", t("on a unit: duplicate it")],
  ["Esc", t("from the fields back to the unit")],
  ["Ctrl Z", t("undo")],
  ["Ctrl Shift Z, Ctrl Y", t("redo")],
  ["Ctrl S", t("save")],
  ["?", t("this help")],
];

const SEARCHES = [
  ["flying <=8", t("flyers that cost 8 or less")],
  ["strength>=6", t("any value of a unit, by its name")],
  ['"takes no" -hero', t("an exact phrase; a word to exclude")],
];

/** Open the help: keys and search syntax. */
export function openHelp() {
  const listed = (/** @type {string[][]} */ rows) =>
    h(
      "dl",
      { class: "keys" },
      ...rows.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    );
  openPanel(t("Help"), [
    h("h3", {}, t("Keys")),
    listed(KEYS),
    h("h3", {}, t("Searching")),
    listed(SEARCHES),
    h(
      "p",
      { class: "hint" },
      t(
        "Drag a card into the army, or a unit to another place. Everything is kept in this browser while you edit; no one else sees it until you save.",
      ),
    ),
  ]);
}

/** Removes the note on the last import. @type {(() => void) | null} */
let dismissLast = null;

/** @param {Workbench} bench */
export function openImport({ session, say }) {
  openReader(session, t("Import an army"), t("Import"), (army, notes, unread) => {
    const before = session.moment;
    session.load(army, t("import an army"));
    const read = session.moment.keys.length;
    const taken = [...inLines(notes), ...leftOut(unread)].join(" · ");
    const what =
      hasRows(session.form) && !session.form.fixed
        ? tn("Imported {count} unit.", "Imported {count} units.", read)
        : t("Imported.");
    dismissLast?.();
    const dismiss = say(
      `${what} ${taken.charAt(0).toUpperCase()}${taken.slice(1)}`.trim(),
      taken.length > 0 ? "lasting" : undefined,
    );
    dismissLast = dismiss;
    // Once the import is undone, the note is out of date.
    session.subscribe((change) => change === "army" && session.moment === before && dismiss?.());
  });
}

/** @param {Workbench} bench */
export function openExport({ session, say }) {
  const armyText = session.checked?.text ?? "";
  const json = JSON.stringify(session.army, null, 2);
  const words = (session.army.name || "").toLowerCase().match(/[\p{L}\p{N}]+/gu);
  const name = words?.join("-") ?? "army";
  const field = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {string} */ value,
  ) => [
    h("label", { class: "label", for: id }, label),
    h("textarea", { id, rows: 8, readonly: true, spellcheck: "false" }, value),
  ];
  const save = (
    /** @type {string} */ content,
    /** @type {string} */ ending,
    /** @type {string} */ type,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: "button button-quiet",
        onclick: () => download(content, `${name}.${ending}`, type),
      },
      t("Download .{ending}", { ending }),
    );
  openPanel(
    t("Export"),
    [
      ...field("export-text", t("As text, for chats"), armyText),
      armyText
        ? ""
        : h(
            "p",
            { class: "hint" },
            t("The text appears as soon as the server has checked the army."),
          ),
      h(
        "div",
        { class: "dialog-acts" },
        copyButton(t("Copy text"), () => armyText, say),
        save(armyText, "txt", "text/plain"),
      ),
      ...field("export-json", t("As JSON, as in a battle file"), json),
      h(
        "div",
        { class: "dialog-acts" },
        copyButton(t("Copy JSON"), () => json, say),
        save(json, "json", "application/json"),
      ),
    ],
    { wide: true },
  );
}

/**
 * @param {string} content
 * @param {string} name
 * @param {string} type
 */
function download(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {Workbench} bench */
export function openSamples({ session, say }) {
  const { data, form, shelf } = session;
  const load = (/** @type {Sample} */ { name, army }) => {
    session.load(army, t("load {name}", { name }));
    say(t("{name} loaded. Undo brings yours back.", { name }));
    dialog.close();
  };
  const cards = data.samples.map((sample) => {
    const rows = rowsOf(form, sample.army);
    const icons = rows.slice(0, 8).map((row) => shield(data.icons_url, cardOf(shelf, row)?.icon));
    return h(
      "button",
      { type: "button", class: "sample", onclick: () => load(sample) },
      h("b", {}, sample.name),
      hasRows(form) && h("small", {}, " ", tn("{count} unit", "{count} units", rows.length)),
      h(
        "span",
        { class: "sample-icons side-a" },
        ...icons,
        rows.length > 8 ? `+${rows.length - 8}` : "",
      ),
      h("span", { class: "hint" }, sample.text ?? ""),
    );
  });
  const dialog = openPanel(
    t("Sample armies"),
    [
      h("p", { class: "hint" }, t("A sample replaces your army; undo brings yours back.")),
      h("div", { class: "samples" }, ...cards),
    ],
    { wide: true },
  );
}

/** @param {Workbench} bench */
export async function loadRandom({ session, say }) {
  const { data, terms } = session;
  try {
    const { army } = await ask("POST", data.links.random, { terms, limits: data.limits });
    session.load(army, t("draw a random army"));
    say(t("A random army. Undo brings yours back."));
  } catch (error) {
    say(/** @type {Error} */ (error).message, "lasting");
  }
}
