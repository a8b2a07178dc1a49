// @ts-check
import { prepareSearch } from "../site/search/search-form.js";

const form = document.querySelector("form[data-search]");
if (form instanceof HTMLFormElement) prepareSearch(form);
