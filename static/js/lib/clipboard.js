// @ts-check

/**
 * Copies what a field holds; false where that is not allowed, and then it is selected.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without the permission, or on a page without TLS: the old way still works.
    const { activeElement } = document;
    field.select();
    const done = document.execCommand("copy");
    if (done && activeElement instanceof HTMLElement) activeElement.focus();
    return done;
  }
}
