// zzfx ships no types of its own.
declare module "zzfx" {
  export const ZZFX: {
    volume: number;
    sampleRate: number;
    audioContext: AudioContext;
    /** The samples of one sound; the parameters are those of ZzFX's own designer. */
    buildSamples(...parameters: (number | undefined)[]): number[];
  };
}
