import { join } from "node:path";
import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import { analyseFilm } from "../../../src/analysis/analyse-film.ts";
import { probeFilm } from "../../../src/analysis/probe-film.ts";
import type { FilmProbe } from "../../../src/analysis/pool/protocol.ts";
import { openNativeParts } from "../../../src/native/native-parts.ts";
import { runChild } from "../../../src/native/run-child.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LIMITS = { timeoutMs: 60_000, memoryBytesMax: 4_000_000_000, outputBytesMax: 1_000, fileBytesMax: 200_000_000 };

/** A temporary folder with films that ffmpeg generates. */
export class FilmFolder {
  readonly parts = openNativeParts("");
  readonly #folder = temporaryFolder();

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Runs ffmpeg with these options and returns the path of its output. */
  async make(name: string, options: readonly string[]): Promise<string> {
    const path = this.path(name);
    const ffmpeg = await this.parts.ffmpegPath();
    const made = await runChild([ffmpeg, "-v", "error", "-y", "-nostdin", ...options, path], {
      limits: LIMITS,
      priority: "background",
    });
    if (made.exitCode !== 0) throw new Error(`ffmpeg made no ${name}: ${made.stderr}`);
    return path;
  }

  /** Makes a film from one filter source, such as `testsrc2=d=2`. */
  async draw(name: string, source: string, more: readonly string[] = []): Promise<string> {
    return this.make(name, ["-f", "lavfi", "-i", source, ...ENCODED, ...more]);
  }

  async probe(path: string, container: FilmProbe["container"] = "mov"): Promise<FilmProbe> {
    return probeFilm(path, container, this.parts, { priority: "background" });
  }

  async analyse(path: string, container: FilmProbe["container"] = "mov"): Promise<FilmAnalysis> {
    return analyseFilm(path, await this.probe(path, container), new AbortController().signal);
  }
}

export const ENCODED = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"] as const;

/** A still of patches in several sizes, different for each seed, and wide enough for a pan. */
function still(seed: number, seconds: number): string {
  const cell = (side: number): string =>
    `floor((X+${seed * 19})/${side + seed})*floor((Y+${seed * 7})/${side - 2 + ((seed * 3) % 5)})`;
  const light = `mod(${seed * 71}+211*${cell(31)}+97*${cell(11)}\\,220)+16`;
  const patches = `geq=lum='${light}':cb=${70 + ((seed * 37) % 120)}:cr=${70 + ((seed * 61) % 120)}`;
  const once = `color=gray:s=640x180:r=25:d=0.04,${patches},gblur=sigma=1.2`;
  return `${once},loop=loop=-1:size=1,setpts=N/25/TB,trim=duration=${seconds}`;
}

/** A pan over a still: a window of 320 pixels that moves by this percentage of its width per second. */
export function pan(seed: number, seconds: number, percentASecond: number): string {
  // `scroll` takes a share of the still's width per frame.
  return `${still(seed, seconds)},scroll=h=${percentASecond / 100 / 2 / 25},crop=320:180:0:0`;
}
