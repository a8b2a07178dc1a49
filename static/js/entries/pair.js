// @ts-check
import { createPair } from "../site/pair/page.js";
import { startPage } from "../site/start.js";

startPage("watch", createPair);
