// @ts-check
import { followProgress } from "../site/tournament/progress.js";

const page = document.querySelector("main[data-running]");
if (page instanceof HTMLElement) followProgress(page);
