// @ts-check
import { startSeries } from "../site/challenge/series.js";

const root = document.querySelector("main[data-series]");
if (root instanceof HTMLElement) startSeries(root);
