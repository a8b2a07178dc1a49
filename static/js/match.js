// @ts-check
import { createMatchPage } from "./match/page.js";
import { startPage } from "./ui/start.js";

startPage("match", createMatchPage);
