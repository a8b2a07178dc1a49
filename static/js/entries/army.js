// @ts-check
import { offerHandingOn } from "../lib/share-buttons.js";

offerHandingOn(document);
