import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import { analyseFilm } from "../../../src/analysis/analyse-film.ts";
import { probeFilm } from "../../../src/analysis/probe-film.ts";
import type { FilmProbe } from "../../../src/analysis/sight/protocol.ts";
import { openNativeParts } from "../../../src/native/native-parts.ts";
import { runChild } from "../../../src/native/run-child.ts";

const LIMITS = { timeoutMs: 60_000, memoryBytesMax: 4_000_000_000, outputBytesMax: 1_000, fileBytesMax: 200_000_000 };

/** A folder of films that ffmpeg draws itself. */
export class FilmFolder {
  readonly parts = openNativeParts("");
  #folder = "";

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "needledrop-films-"));
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Runs ffmpeg with these options and returns the path of what it wrote. */
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

  /** A film of one filter source, such as `testsrc2=d=2`. */
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

/** A still of patches of several sizes, others for each seed, wide enough to pan over. */
function still(seed: number, seconds: number): string {
  const cell = (side: number): string =>
    `floor((X+${seed * 19})/${side + seed})*floor((Y+${seed * 7})/${side - 2 + ((seed * 3) % 5)})`;
  const light = `mod(${seed * 71}+211*${cell(31)}+97*${cell(11)}\\,220)+16`;
  const patches = `geq=lum='${light}':cb=${70 + ((seed * 37) % 120)}:cr=${70 + ((seed * 61) % 120)}`;
  const once = `color=gray:s=640x180:r=25:d=0.04,${patches},gblur=sigma=1.2`;
  return `${once},loop=loop=-1:size=1,setpts=N/25/TB,trim=duration=${seconds}`;
}

/** What a film shows of a still: 320 pixels of its width, moving by this many percent of that a second. */
export function pan(seed: number, seconds: number, percentASecond: number): string {
  // `scroll` counts in shares of the whole still a frame.
  return `${still(seed, seconds)},scroll=h=${percentASecond / 100 / 2 / 25},crop=320:180:0:0`;
}
