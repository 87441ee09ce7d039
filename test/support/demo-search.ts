import type { Analysis } from "../../schema/wire/analysis.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { recordCheck } from "../../src/catalog/import/check/check-record.ts";
import type { CheckedSong } from "../../src/catalog/import/check/checked-record.ts";
import { answerTo, understand } from "../../src/search/answer.ts";
import { indexOf, song, version } from "../ranking/support.ts";

const dump = await Bun.file(new URL("../../demo/catalog.jsonl", import.meta.url)).text();
const check = recordCheck();
const records = dump
  .split("\n")
  .slice(0, -1)
  .map((line) => check(JSON.parse(line), { folder: "/demo", isDemonstration: true, warn: () => {}, note: () => {} }))
  .flatMap((record): CheckedSong[] => (record.kind === "song" ? [record.song] : []));
/** The demonstration's songs last 20 to 30 seconds; a studio's songs last minutes. */
const SKETCH_SECONDS_MAX = 30;
const SONG_PER_SKETCH = 8;
export const lasting = (seconds: number | null): number | null =>
  seconds === null || seconds > SKETCH_SECONDS_MAX ? seconds : seconds * SONG_PER_SKETCH;
/** The songs of the demonstration catalog by their id. */
export const songs: ReadonlyMap<string, CheckedSong> = new Map(records.map((record) => [record.id, record]));
const index = indexOf(
  records.map((record) =>
    song({
      id: record.id,
      title: record.title,
      description: record.description,
      tags: record.tags,
      energy: record.energy,
      bpm: record.bpm,
      artists: record.artists.map(({ id, name }) => ({ id, name: name ?? id })),
      audioFiles: record.audioFiles.map((file) =>
        version(file.id, { duration: lasting(file.duration), vocals: file.vocals }),
      ),
    }),
  ),
);
/** Searches the demonstration catalog. */
export const ask = (analyses: readonly Analysis[], query: string | null = null, limit = 10): Answer =>
  answerTo(
    understand({ query, context: null, sights: analyses }, vocabulary()),
    { index, catalogVersion: "v1" },
    { limit },
  );
