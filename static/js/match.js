// @ts-check
import { createMatchPage } from "./match/page.js";

const data = document.getElementById("page-data");
const root = document.getElementById("match");
if (data && root) createMatchPage(root, JSON.parse(data.textContent ?? "{}"));
