// @ts-check
import { prepareSearch } from "./ui/searching.js";

const form = document.querySelector("form[data-search]");
if (form instanceof HTMLFormElement) prepareSearch(form);
