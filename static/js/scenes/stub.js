// @ts-check
/** @import { Scene } from "../core/types" */

/**
 * A scene that draws nothing: the same contract for whoever wants a battle without a stage.
 *
 * @returns {Scene}
 */
export const createStubScene = () => ({
  mount() {},
  render() {},
  play: () => ({ seek() {}, clear() {} }),
  resize() {},
  unmount() {},
});
