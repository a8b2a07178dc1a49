// @ts-check
/**
 * Whether the frame is in a sandbox that gives it no origin, as some programs frame what they find
 * by oEmbed: no file of ours is of the same origin then.
 */
export const isSandboxed = self.origin === "null";

/**
 * Puts the sprite into the page itself, since icons of another origin are not drawn. Gives the
 * address of the sprite from then on.
 *
 * @param {string} url
 */
export async function bringIcons(url) {
  const text = await fetch(url).then((response) => response.text());
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.classList.add("visually-hidden");
  document.body.prepend(sprite);
  return "";
}
