// @ts-check
import { createPage } from "./ui/page.js";

const data = document.getElementById("page-data");
const root = document.getElementById("watch");
if (data && root) createPage(root, JSON.parse(data.textContent ?? "{}"));
