// zzfx ships no types of its own.
declare module "zzfx" {
  /** Plays one synthesised sound; the parameters are those of ZzFX's own designer. */
  export function zzfx(...parameters: (number | undefined)[]): AudioBufferSourceNode;
  export const ZZFX: { volume: number; audioContext: AudioContext };
}
