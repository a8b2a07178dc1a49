// @ts-check
import { createTv } from "./ui/tv.js";

const text = document.getElementById("page-data")?.textContent;
if (text) createTv(document, JSON.parse(text));
