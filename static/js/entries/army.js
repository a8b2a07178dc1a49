// @ts-check
import { enableShareButtons } from "../lib/share-buttons.js";

enableShareButtons(document);
