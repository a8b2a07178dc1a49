// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { createField } from "./fields/index.js";
import { withValue } from "./paths.js";

/** @import { Form } from "./types" */

/**
 * Players of both sides in a sparring battle, for games whose sides need one: by default the field's
 * default for the own side, its rival, if there is one, for the opponent.
 *
 * @param {Form} form
 * @param {string} iconsUrl
 * @param {() => void} changed
 */
export function createPlayers(form, iconsUrl, changed) {
  /** @type {Record<"mine" | "theirs", Record<string, any>>} */
  const members = { mine: {}, theirs: {} };
  const sides = /** @type {const} */ ([
    ["mine", t("Yours")],
    ["theirs", t("Theirs")],
  ]);
  const views = sides.flatMap(([whose, name]) =>
    form.sides.map((field) => {
      const first = whose === "mine" ? field.default : (field.rival ?? field.default);
      members[whose] = withValue(members[whose], field.path, first);
      const view = createField(
        { ...field, label: `${name}: ${field.label}` },
        {
          document: {},
          change(_, value) {
            members[whose] = withValue(members[whose], field.path, value || first);
            view.show(members[whose], []);
            changed();
          },
          iconsUrl,
        },
      );
      view.show(members[whose], []);
      return view.root;
    }),
  );
  return {
    root: views.length > 0 ? h("div", { class: "players" }, ...views) : null,
    get mine() {
      return members.mine;
    },
    get theirs() {
      return members.theirs;
    },
  };
}
