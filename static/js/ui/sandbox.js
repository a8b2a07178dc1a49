// @ts-check
/**
 * Whether the frame is in a sandbox that gives it no origin, as some programs frame what they find
 * by oEmbed: no file of ours is of the same origin then.
 */
export const isSandboxed = self.origin === "null";
