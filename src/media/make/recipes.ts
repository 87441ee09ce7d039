import type { NativeParts } from "../../native/native-parts.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { makeMp3 } from "./make-mp3.ts";
import { makePeaks } from "./make-peaks.ts";
import { makeWatermarked } from "./make-watermarked.ts";
import { makeWav } from "./make-wav.ts";
import type { Mark } from "./mark.ts";
import type { MadeExtension } from "./making-store.ts";
import { openMark } from "./open-mark.ts";
import type { AudioTools } from "./run-audio.ts";
import type { MadeKind, Wanted } from "./wanted.ts";
import { zipStems } from "./zip-stems.ts";

/** Raised whenever a change makes other bytes: everything of that kind is then made anew. */
const VERSIONS: Readonly<Record<MadeKind, number>> = { mp3: 1, wav: 1, watermarked: 1, stems: 1, peaks: 1 };

export const EXTENSIONS: Readonly<Record<MadeKind, MadeExtension>> = {
  mp3: "mp3",
  wav: "wav",
  watermarked: "mp3",
  stems: "zip",
  peaks: "json",
};

/** How each kind is made in this installation. */
export class Recipes {
  readonly #parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">;
  readonly #markPath: string | null;
  #opening: Promise<Mark> | null = null;
  #mark: Mark | null = null;

  constructor(parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">, markPath: string | null) {
    this.#parts = parts;
    this.#markPath = markPath;
  }

  /** The mark, opened at its first use. Throws MarkUnusable. */
  async mark(): Promise<Mark> {
    // Opened once, and the first request for a watermarked file may wait for it.
    const priority = (): ChildPriority => "request";
    this.#opening ??= openMark(this.#markPath, { parts: this.#parts, signal: new AbortController().signal, priority });
    try {
      this.#mark = await this.#opening;
      return this.#mark;
    } catch (error) {
      // A file that was not there may be, the next time.
      this.#opening = null;
      throw error;
    }
  }

  /** What decides the bytes besides the source; of a watermarked file also the mark, so that a new mark makes new files. */
  async nameOf(kind: MadeKind): Promise<string> {
    if (kind === "watermarked") await this.mark();
    return this.knownNameOf(kind) ?? "";
  }

  /** The same without waiting: null while the mark has not been opened. */
  knownNameOf(kind: MadeKind): string | null {
    if (kind !== "watermarked") return String(VERSIONS[kind]);
    return this.#mark === null ? null : `${VERSIONS[kind]} ${this.#mark.digest}`;
  }

  /** Writes what is wanted of the files at `paths` (one for each source) to `to`. Throws what `isFaultOfSource` knows, and as `runAudioFfmpeg` does. */
  async make(
    wanted: Wanted,
    paths: readonly string[],
    to: string,
    { signal, priority }: Omit<AudioTools, "parts">,
  ): Promise<void> {
    const tools = { parts: this.#parts, signal, priority };
    const source = paths[0] ?? "";
    switch (wanted.kind) {
      case "mp3":
        return await makeMp3(source, to, tools);
      case "wav":
        return await makeWav(source, to, tools);
      case "watermarked":
        return await makeWatermarked(source, to, await this.mark(), tools);
      case "peaks":
        return await makePeaks(source, to, tools);
      case "stems":
        return await zipStems(
          wanted.stems.map(({ name }, index) => ({ name, path: paths[index] ?? "" })),
          to,
          signal,
        );
    }
  }
}
