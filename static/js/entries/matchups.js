// @ts-check
import { startMatchups } from "../site/search/matchups.js";

const form = document.querySelector("form[data-search]");
if (form instanceof HTMLFormElement) startMatchups(form);
