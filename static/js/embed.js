// @ts-check
import { createEmbed } from "./ui/embed.js";
import { bringIcons, isSandboxed } from "./ui/sandbox.js";

/** @import { EmbedData } from "./core/types" */

const data = document.getElementById("page-data");
const root = document.getElementById("watch");
if (data && root) start(root, JSON.parse(data.textContent ?? "{}"));

/**
 * @param {HTMLElement} root
 * @param {EmbedData} data
 */
async function start(root, data) {
  createEmbed(root, isSandboxed ? { ...data, icons_url: await bringIcons(data.icons_url) } : data);
}
