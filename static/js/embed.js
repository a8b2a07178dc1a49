// @ts-check
import { createEmbed } from "./ui/embed.js";
import { startPage } from "./ui/start.js";

startPage("watch", createEmbed);
