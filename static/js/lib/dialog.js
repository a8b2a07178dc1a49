// @ts-check

/**
 * Open a modal dialog. Escape closes it, and a press outside unless it asks for a choice.
 *
 * @param {HTMLDialogElement} dialog on the page
 * @param {{ asks?: boolean }} [how]
 */
export function openDialog(dialog, { asks = false } = {}) {
  if (dialog.open) return;
  if ("closedBy" in HTMLDialogElement.prototype)
    dialog.setAttribute("closedby", asks ? "closerequest" : "any");
  else if (!asks) dialog.onclick = ({ target }) => target === dialog && dialog.close();
  dialog.showModal();
}
