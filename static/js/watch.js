// @ts-check
import { createPage } from "./ui/page.js";
import { startPage } from "./ui/start.js";

startPage("watch", createPage);
