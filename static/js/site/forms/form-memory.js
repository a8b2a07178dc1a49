// @ts-check
// What somebody has typed into a form is kept with the page's place in the browser's history, and whoever comes back
// finds it there. A browser does so by itself only while it keeps the whole page; where a form was refused, its way
// back would end in the question whether to send that again.

/** @typedef {[name: string, value: string][]} Typed what would be sent */

/** @param {HTMLFormElement} form @returns {Typed} */
const typedInto = (form) =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );

/** @param {HTMLFormElement} form @param {Typed} typed */
function fill(form, typed) {
  const values = new Map(typed);
  for (const input of form.elements) {
    if (input instanceof HTMLInputElement && ["checkbox", "radio"].includes(input.type))
      input.checked = typed.some(([name, value]) => name === input.name && value === input.value);
    else if (
      (input instanceof HTMLInputElement && input.type !== "hidden") ||
      input instanceof HTMLTextAreaElement ||
      input instanceof HTMLSelectElement
    )
      input.value = values.get(input.name) ?? input.value;
  }
}

/** Keeps what is typed into the forms whose `heads` are given, and fills it in again. */
export function rememberForms(/** @type {HTMLInputElement[]} */ heads) {
  const forms = heads.map(({ form }) => /** @type {HTMLFormElement} */ (form));
  // An answer to a form has no address that it could be asked for by: that of the blank form takes its place.
  const address = heads[0].dataset.home || location.href;
  const keep = () => history.replaceState({ typed: forms.map(typedInto) }, "", address);

  const before = /** @type {Typed[]} */ (history.state?.typed ?? []);
  forms.forEach((form, place) => {
    if (before[place]) fill(form, before[place]);
    form.addEventListener("change", keep);
    form.addEventListener("submit", keep);
  });
  if (heads[0].dataset.home) keep();
  // What is shown beside a form goes by what is in it; htmx listens when the page has been there for a moment.
  const tell = () => {
    for (const form of forms) form.dispatchEvent(new Event("change", { bubbles: true }));
  };
  if (before.length > 0) addEventListener("load", () => setTimeout(tell));
}
