// @ts-check

/**
 * Copy a field's value. Return false if that is not allowed; the field is selected then.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without the permission, or on a page without TLS.
    const { activeElement } = document;
    field.select();
    const done = document.execCommand("copy");
    if (done && activeElement instanceof HTMLElement) activeElement.focus();
    return done;
  }
}

/** Whether to offer the system's share sheet: on phones, where it lists a person's contacts. */
export const canShare = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/**
 * Open the share sheet. Cancelling it is no error.
 *
 * @param {string} title
 * @param {string} url
 * @param {string} [text] goes before the link
 */
export function share(title, url, text) {
  navigator.share({ title, url, ...(text && { text }) }).catch(() => {});
}
