// @ts-check
import { createEditor } from "../builder/editor.js";

const data = document.getElementById("page-data");
const root = document.getElementById("builder");
if (data && root) createEditor(root, JSON.parse(data.textContent ?? "{}"));
