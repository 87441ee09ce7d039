import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { CutEnding } from "../../schema/wire/cut.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import { planCut } from "../audio/structure/plan-cut.ts";
import { structureApart } from "../audio/structure/structure-apart.ts";
import { AlignedCut } from "../media/cut/aligned-cut.ts";
import { makeCut } from "../media/make/make-cut.ts";
import { MakingFailed } from "../media/make/making-failed.ts";
import { openMark } from "../media/make/open-mark.ts";
import type { ChildPriority } from "../native/run-child.ts";
import { assert } from "../lib/assert.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { runSteps } from "../lib/steps.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";
import { withSongFile } from "./with-song-file.ts";

export interface OfflineCut {
  readonly seconds: number;
  readonly ending: CutEnding;
  /** A WAV or an MP3, which is replaced. */
  readonly to: string;
}

/**
 * Writes a cut of a song of the catalog, or of an audio file on the disk, without a watermark. Returns its plan; null if there is
 * neither. Throws with a sentence for people if there is no such cut, or the file cannot be read.
 */
export async function cutOffline(core: Core, idOrPath: string, wanted: OfflineCut): Promise<AlignedCut | null> {
  const cut = async (path: string): Promise<AlignedCut> =>
    await cutFile(core, path, wanted).catch((error: unknown) => {
      const isFault = error instanceof AudioUnreadable || error instanceof MakingFailed;
      throw isFault ? new Error(`${idOrPath} cannot be cut. ${error.message}`) : error;
    });
  const made = idOrPath.includes("\0") ? null : await withSongFile(core, idOrPath, cut);
  if (made !== null || !existsSync(idOrPath)) return made;
  return await cut(resolve(idOrPath));
}

async function cutFile({ config }: Core, path: string, { seconds, ending, to }: OfflineCut): Promise<AlignedCut> {
  const parts = openNativeParts(config.dataDir);
  const { signal } = new AbortController();
  const structure = await structureApart(path, parts, { priority: "request", signal });
  const plan = runSteps(planCut(structure, seconds, ending));
  if (plan === null) {
    throw new Error(
      `There is no cut of ${seconds} s: it has no sure pulse and is shorter, or its bars are too long. It lasts ${structure.duration} s.`,
    );
  }
  const tools = { parts, signal, priority: (): ChildPriority => "request" };
  const form = extname(to).toLowerCase() === ".wav" ? "wav" : "mp3";
  const temporary = `${to}.part`;
  try {
    const making = { marks: async () => ({ mark: await openMark(null, tools) }), tools };
    const task = { kind: "cut", source: path, seconds } as const;
    await makeCut(path, temporary, { ...task, form: "alignment", plan }, making);
    const aligned = parseChecked(AlignedCut, await Bun.file(temporary).text());
    assert(aligned !== null, "an aligned cut is written as such");
    await makeCut(path, temporary, { ...task, form, plan: aligned }, making);
    await rename(temporary, to);
    return aligned;
  } finally {
    await rm(temporary, { force: true });
  }
}
