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

/** Whether links go to the system's own share sheet: on phones, where it has the people one writes to. */
export const canShare = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/**
 * Opens the share sheet. Whoever closes it again has shared nothing, and that is all.
 *
 * @param {string} title
 * @param {string} url
 * @param {string} [text] that goes before the link
 */
export function share(title, url, text) {
  navigator.share({ title, url, ...(text && { text }) }).catch(() => {});
}
