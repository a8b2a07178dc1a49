// @ts-check
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
