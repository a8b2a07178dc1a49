// @ts-check
import { t } from "../lib/text.js";

// Says what cannot work without cookies, on pages that send forms or list one's own things.
const main = document.querySelector("main:has(form[method=post]), .mine-page, .build-page");
if (main) {
  const said = document.createElement("p");
  said.className = "page said-notice";
  said.setAttribute("role", "status");
  said.textContent = t(
    "This browser blocks cookies for this site. Watching works; forms, challenges and your own armies need cookies: allow them.",
  );
  main.before(said);
}
