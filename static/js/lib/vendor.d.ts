// zzfx ships no types.
declare module "zzfx" {
  export const ZZFX: {
    volume: number;
    sampleRate: number;
    audioContext: AudioContext;
    /** Return the samples of a sound; the parameters are those of ZzFX's designer. */
    buildSamples(...parameters: (number | undefined)[]): number[];
  };
}

/** Languages that the package has texts in; build.mjs fills it in. */
declare const REEL_LANGUAGES: string[];
