"""Limit frames in tests: software needs more than a core to paint 60 a second."""

from playwright.sync_api import BrowserContext

GAP_MS = 50

LIMITED = """(() => {
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


def limit_frames(context: BrowserContext, gap_ms: int) -> None:
    """Delay each animation frame that a page requests by `gap_ms`; 0 changes nothing."""
    if gap_ms:
        context.add_init_script(LIMITED.replace("GAP", f"{gap_ms}"))
