import { IMPRINT_RATE } from "../../../src/media/imprint/imprint-form.ts";

/** Runs ffmpeg. */
export interface Sounds {
  readonly ffmpeg: (options: readonly string[]) => Promise<Uint8Array<ArrayBuffer>>;
  /** Mono at IMPRINT_RATE. */
  readonly samplesOf: (path: string, options?: readonly string[]) => Promise<Float64Array>;
}

export function soundsWith(ffmpegPath: string): Sounds {
  const ffmpeg = async (options: readonly string[]): Promise<Uint8Array<ArrayBuffer>> => {
    const child = Bun.spawn([ffmpegPath, "-v", "error", "-nostdin", "-y", ...options], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, errors] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(`ffmpeg ${options.join(" ")}: ${errors.slice(0, 300)}`);
    return new Uint8Array(output);
  };
  return {
    ffmpeg,
    samplesOf: async (path, options = []) => {
      const form = ["-ac", "1", "-ar", String(IMPRINT_RATE), "-f", "f32le", "pipe:1"];
      const bytes = await ffmpeg(["-i", path, ...options, ...form]);
      return Float64Array.from(new Float32Array(bytes.buffer, 0, bytes.length >> 2));
    },
  };
}
