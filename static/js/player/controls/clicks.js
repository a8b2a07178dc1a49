// @ts-check
/**
 * Call back when the stage is clicked, once or twice, where nothing on it has a click of its own.
 *
 * @param {HTMLElement} stage
 * @param {() => void} onClick
 * @param {() => void} onDouble
 */
export function listenForClicks(stage, onClick, onDouble) {
  const free =
    (/** @type {() => void} */ act) =>
    (/** @type {Event} */ { target }) => {
      const owner = target instanceof Element && target.closest("button, a, .overlay, [data-unit]");
      if (!owner) act();
    };
  stage.addEventListener("click", free(onClick));
  stage.addEventListener("dblclick", free(onDouble));
}
