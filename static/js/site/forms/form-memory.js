// @ts-check
// Stores the values of forms in the history entry, and restores them when the user comes back. Browsers do so only
// while they cache the whole page; after a refused form, going back would ask whether to send it again.

/** @typedef {[name: string, value: string][]} Values the values that would be submitted */

/** @param {HTMLFormElement} form @returns {Values} */
const valuesOf = (form) =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );

/** @param {HTMLFormElement} form @param {Values} entries */
function fill(form, entries) {
  const values = new Map(entries);
  for (const input of form.elements) {
    if (input instanceof HTMLInputElement && ["checkbox", "radio"].includes(input.type))
      input.checked = entries.some(([name, value]) => name === input.name && value === input.value);
    else if (
      (input instanceof HTMLInputElement && input.type !== "hidden") ||
      input instanceof HTMLTextAreaElement ||
      input instanceof HTMLSelectElement
    )
      input.value = values.get(input.name) ?? input.value;
  }
}

/** Store and restore the values of the forms that contain `heads`. */
export function rememberForms(/** @type {HTMLInputElement[]} */ heads) {
  const forms = heads.map(({ form }) => /** @type {HTMLFormElement} */ (form));
  // The response to a form has no address to fetch it again: use that of the blank form.
  const address = heads[0].dataset.home || location.href;
  const keep = () => history.replaceState({ typed: forms.map(valuesOf) }, "", address);

  const before = /** @type {Values[]} */ (history.state?.typed ?? []);
  forms.forEach((form, place) => {
    if (before[place]) fill(form, before[place]);
    form.addEventListener("change", keep);
    form.addEventListener("submit", keep);
  });
  if (heads[0].dataset.home) keep();
  // Previews next to a form depend on its values; htmx listens only some time after loading.
  const announce = () => {
    for (const form of forms) form.dispatchEvent(new Event("change", { bubbles: true }));
  };
  if (before.length > 0) addEventListener("load", () => setTimeout(announce));
}
