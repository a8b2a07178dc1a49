"""Fewer frames a second: software paints them, and 60 a second take more than a processor."""

from playwright.sync_api import BrowserContext

GAP_MS = 50

FEWER = """(() => {
  const request = requestAnimationFrame.bind(globalThis);
  const cancel = cancelAnimationFrame.bind(globalThis);
  const cancels = new Map();
  let last = 0;
  globalThis.requestAnimationFrame = (draw) => {
    const id = (last += 1);
    const timer = setTimeout(() => {
      const frame = request((now) => {
        cancels.delete(id);
        draw(now);
      });
      cancels.set(id, () => cancel(frame));
    }, GAP);
    cancels.set(id, () => clearTimeout(timer));
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    cancels.get(id)?.();
    cancels.delete(id);
  };
})()"""


def space_out(context: BrowserContext, gap_ms: int) -> None:
    """Let the pages of a context wait so long before each frame that they ask for."""
    if gap_ms:
        context.add_init_script(FEWER.replace("GAP", f"{gap_ms}"))
