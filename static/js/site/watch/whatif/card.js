// @ts-check
import { h } from "../../../lib/dom.js";
import { percent, t } from "../../../lib/text.js";
import { sideName } from "../../../player/engine/sides.js";
import { createStore } from "../../../player/engine/store.js";
import { fetchRecording } from "../../../player/source/net.js";
import { loadDialogsStyle } from "../../assets.js";
import { isHidden } from "../../watched-battles.js";
import { momentOf } from "../moment-links.js";

/** @import { Extra, WatchData } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */

/** @typedef {{ open(): void, root: HTMLElement }} Dialog */

/**
 * What if something had been otherwise: a card below the stage with a button that opens a dialog,
 * which is fetched then; the branches that there are; on a branch, what it is one of.
 *
 * @param {WatchData} data
 * @param {Player} player
 */
export function createWhatIf(data, player) {
  const extra = /** @type {Extra} */ (data.extras.find(({ kind }) => kind === "whatif"));
  const { store, timeline, view } = player;
  /** @type {Promise<Dialog> | null} */
  let dialog = null;
  const button = h(
    "button",
    { type: "button", class: "button", "data-whatif": "open", onclick: open },
    t("What if…"),
  );
  const hint = h(
    "p",
    { class: "hint" },
    t("Once the battle is over, you can change how it continues."),
  );
  const other = beside(extra.beside_url, t("Compare with another battle"));
  const compared = h("p", { class: "hint", "data-whatif": "compared", hidden: true });
  const root = h(
    "section",
    { class: "extra-card whatif", "aria-label": t("What if") },
    extra.parent && parentLine(extra.parent, oddsOf),
    compared,
    button,
    extra.parent && beside(extra.parent.beside_url, t("Compare with the original")),
    hint,
    branchList(extra, oddsOf),
    other,
  );

  /** What is compared: the chance of the first side, where there is one. */
  function what() {
    const { name, army } = data.battle.sides.a;
    return view.chance
      ? t("Chance of {name}", { name: sideName("a", name, army) })
      : view.gaugeTitle;
  }

  /**
   * The chances of the first side when a branch leaves: they give no ending away.
   *
   * @param {[number, number] | null} odds of the branch and of what it left
   */
  function oddsOf(odds) {
    if (!odds) return "";
    const [here, there] = odds.map((chance) => percent(chance, 1));
    return t("{what} right after the change: {here}; without the change: {there}", {
      what: what(),
      here,
      there,
    });
  }

  function open() {
    dialog ??= Promise.all([import(extra.module), loadDialogsStyle()]).then(
      ([{ createDialog }]) => {
        const made = /** @type {Dialog} */ (createDialog(extra, player, data.icons_url));
        root.append(made.root);
        return made;
      },
    );
    // Without a network it is asked for again by the next press.
    dialog
      .then((made) => made.open())
      .catch(() => {
        dialog = null;
      });
  }

  function allow() {
    const isOver = store.isOver && !timeline.onAir;
    if (button.disabled === !isOver) return;
    button.disabled = !isOver;
    hint.hidden = isOver;
    other.hidden = !isOver;
  }

  const forks = () => [
    ...(extra.parent ? [extra.parent.at] : []),
    .../** @type {{ at: number }[]} */ (extra.branches).map(({ at }) => at),
  ];

  button.disabled = true;
  other.hidden = true;
  store.subscribe(allow);
  timeline.subscribe(allow);
  allow();

  return {
    root,
    open,
    /** Marks branches on the film, and leads to where a branch leaves its parent. */
    begin() {
      if (forks().length > 0) player.compare(forks());
      if (!extra.parent) return;
      showParent(extra.parent);
      if (extra.parent.at > 0) timeline.showEvent(extra.parent.at - 1);
    },
  };

  /** Draws the line of the original beside this one's, unless how that ends is still hidden. @param {Extra} parent */
  async function showParent(parent) {
    const { battle } = data;
    const original = { battle: { ...battle, id: parent.id, version: parent.version } };
    compared.hidden = false;
    if (isHidden({ ...data, ...original })) {
      compared.textContent = t("How the original went is hidden until you have watched it.");
      return;
    }
    const other = createStore(view, battle.called);
    try {
      const [whole, { compareRounds }] = await Promise.all([
        fetchRecording(parent.recording_url),
        import("./comparison.js"),
      ]);
      other.append(whole);
      player.compare(forks(), other);
      compareRounds(player, other, what(), compared);
    } catch {
      compared.hidden = true;
    }
  }
}

/** Leads to where two battles run on one clock. @param {string} href @param {string} label */
const beside = (href, label) =>
  h("a", { href, class: "button button-quiet", "data-whatif": "beside" }, label);

/** @typedef {(odds: [number, number] | null) => string} OddsText */

/** @param {Extra} parent @param {OddsText} oddsText */
const parentLine = ({ url, title, text, at, odds }, oddsText) =>
  h(
    "p",
    { class: "whatif-parent" },
    t("A branch of"),
    " ",
    h("a", { href: url + (at > 0 ? momentOf(at - 1) : "") }, title),
    `: ${text}. `,
    h("b", {}, oddsText(odds)),
  );

/** @param {Extra} extra @param {OddsText} oddsText */
function branchList({ branches }, oddsText) {
  const list =
    /** @type {{ url: string, beside_url: string, text: string, odds: [number, number] | null }[]} */ (
      branches
    );
  return h(
    "details",
    { class: "whatif-branches", hidden: list.length === 0, open: list.length < 4 },
    h("summary", {}, t("Branches of this battle")),
    h(
      "ul",
      {},
      ...list.map(({ url, beside_url, text, odds }) =>
        h(
          "li",
          {},
          h("a", { href: url }, text),
          " · ",
          h("a", { href: beside_url }, t("compare with this one")),
          h("small", {}, oddsText(odds)),
        ),
      ),
    ),
  );
}
