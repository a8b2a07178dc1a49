// @ts-check
import { createEmbed } from "../site/embed.js";
import { startPage } from "../site/start.js";

startPage("watch", createEmbed);
