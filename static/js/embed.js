// @ts-check
import { createEmbed } from "./ui/embed.js";

const data = document.getElementById("page-data");
const root = document.getElementById("watch");
if (data && root) createEmbed(root, JSON.parse(data.textContent ?? "{}"));
