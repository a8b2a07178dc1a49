// @ts-check
import { createEmbed } from "./ui/embed.js";
import { bringIcons, isSandboxed } from "./ui/sandbox.js";
import { startPage } from "./ui/start.js";

/** @import { EmbedData, RulesetView } from "./core/types" */

startPage("watch", async (/** @type {HTMLElement} */ root, /** @type {EmbedData} */ data, view) =>
  createEmbed(
    root,
    isSandboxed ? { ...data, icons_url: await bringIcons(data.icons_url) } : data,
    view,
  ),
);
