import { statSync } from "node:fs";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import type { ServiceDb } from "../../src/db/service-db.ts";
import { audioFacts } from "./audio-facts.ts";
import { wavBytes } from "./small-media.ts";
import { allOf, descriptorOf } from "./sound-descriptors.ts";

const KINDS = 10;
const TAKES = 2;

/** Two songs of each of ten kinds of sound, without a common tag: "a0" and "a1" sound alike. "quiet" has no file. */
export const HEARD_DUMP: readonly object[] = [
  ...Array.from({ length: KINDS * TAKES }, (_, at) => {
    const id = nameAt(at);
    return {
      id,
      title: `Tape ${id}`,
      tags: { genre: [`genre ${at}`] },
      audio_files: [{ id: `file-${id}`, wav: `${id}.wav` }],
    };
  }),
  { id: "quiet", title: "Quiet", tags: { genre: ["genre 0"] } },
];

/** The sound of the files is not heard: `recordSounds` says what was measured. */
export const HEARD_FILES: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Array.from({ length: KINDS * TAKES }, (_, at) => [`${nameAt(at)}.wav`, wavBytes()]),
);

/** Records measurements of the files, which are in `folder`. The index does not have them yet. */
export async function recordSounds(db: ServiceDb, folder: string): Promise<void> {
  await db.write(function* (tx) {
    for (let at = 0; at < KINDS * TAKES; at++) {
      const ref = `${folder}/${nameAt(at)}.wav`;
      const digest = Bun.SHA256.hash(ref, "hex");
      const { size, mtimeMs } = statSync(ref);
      yield* putSource(tx, { ref, byteSize: size, modifiedAt: Math.trunc(mtimeMs), digest });
      yield* recordFacts(tx, digest, { facts: audioFacts(), descriptor: descriptorOf(allOf(at % KINDS), at) }, 1);
    }
  });
}

function nameAt(at: number): string {
  return `${String.fromCharCode(97 + (at % KINDS))}${Math.floor(at / KINDS)}`;
}
