// @ts-check
import { createPair } from "./ui/pair.js";
import { startPage } from "./ui/start.js";

startPage("watch", createPair);
