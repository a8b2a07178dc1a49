// @ts-check
import { startLobby } from "../site/tournament/lobby.js";

const root = document.querySelector("main[data-gathering]");
if (root instanceof HTMLElement) startLobby(root);
