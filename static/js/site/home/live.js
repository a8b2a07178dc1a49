// @ts-check
// For a home page with a battle on air: only then it needs a connection.
export { watchLive } from "../../player/source/net.js";
