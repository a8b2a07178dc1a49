// @ts-check
import { enableShareButtons } from "../lib/share-buttons.js";
import { showWatched } from "../site/watched-results.js";

enableShareButtons(document);
showWatched();
