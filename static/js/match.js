// @ts-check
import { parts } from "./ui/parts.js";
import { startPage } from "./ui/start.js";

startPage("match", (root, data, view, match) => match?.createMatchPage(root, data, view, parts));
