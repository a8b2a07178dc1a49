// @ts-check
import { parts } from "../site/match-parts.js";
import { startPage } from "../site/start.js";

startPage("match", (root, data, view, match) => match?.createMatchPage(root, data, view, parts));
