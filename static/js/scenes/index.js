// @ts-check
import { createView as manymarios } from "./manymarios/view.js";
import { createView as siege } from "./siege/view.js";
import { createView as warlords } from "./warlords/view.js";

/** @import { Catalog, RulesetView } from "../core/types" */

/** The view of every ruleset by its id. */
/** @type {Record<string, (catalog: Catalog) => RulesetView>} */
export const VIEWS = { manymarios, siege, warlords };
