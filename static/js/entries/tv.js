// @ts-check
import { createTv } from "../site/tv/page.js";

const text = document.getElementById("page-data")?.textContent;
if (text) createTv(document, JSON.parse(text));
