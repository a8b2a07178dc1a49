// @ts-check
import { startPage } from "../site/start.js";
import { createPage } from "../site/watch/page.js";

startPage("watch", createPage);
