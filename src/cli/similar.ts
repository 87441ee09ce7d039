import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { hearOffline } from "../app/hear-offline.ts";
import { openOfflineSearch } from "../app/search-offline.ts";
import type { SimilarSong } from "../catalog/similar-songs.ts";
import { printable } from "../lib/printable.ts";
import { PLAIN_WEIGHTS } from "../ranking/sound/compare.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printRows } from "./print.ts";
import { readExcerpt, readWeights, WEIGHT_OPTION } from "./read-sound.ts";
import { readWholeNumber } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const LIMIT_MAX = 1_000;
const LIMIT_DEFAULT = 10;

const UNMEASURED = "Too few songs of the catalog are measured to be compared. A running server measures them.";

export const similar: Command = {
  name: "similar",
  summary: "list the songs that are most similar to a song, or that sound like a file",
  positionals: [
    { name: "ID", about: "the id of a song, as in searches and dumps; or the path of an audio file or film" },
  ],
  options: [
    {
      name: "limit",
      placeholder: "N",
      about: `maximum number of songs, 1 to ${LIMIT_MAX} (default: ${LIMIT_DEFAULT})`,
    },
    WEIGHT_OPTION,
    { name: "from", placeholder: "TIME", about: "where the part of a file begins that counts: 75 or 1:15" },
    { name: "to", placeholder: "TIME", about: "where it ends; at least 10 seconds later" },
  ],
  notes: `The sound is compared if both songs are measured; otherwise only tags and artists count.
Only measured songs can sound like a file. A server can be running.
With --json each row has rank, id, title, artist, score, reasons and sound.`,
  async run(invocation) {
    const { io, given, positionals } = invocation;
    const size = readWholeNumber(given, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT;
    const weights = { ...PLAIN_WEIGHTS, ...readWeights(given) };
    const excerpt = readExcerpt(given);
    const id = positionals[0] ?? "";
    const songs = await withData(invocation, { mayCreate: false }, async (core) => {
      const offline = await openOfflineSearch(core);
      try {
        const options = { size, weights };
        const byId = excerpt === null ? offline.similar(id, options) : null;
        if (byId !== null || !existsSync(id)) return byId;
        const heard = await hearOffline(core.config.dataDir, resolve(id), excerpt);
        const found = offline.similarTo(heard, options);
        if (found !== null) return found;
        throw new Error(
          heard.descriptions.length === 0 ? `${id} is too short or too quiet to be compared.` : UNMEASURED,
        );
      } finally {
        offline.close();
      }
    });
    if (songs === null)
      throw new Error(
        `The catalog has no song with the id ${JSON.stringify(id)}, and there is no such file. Searches print ids.`,
      );
    if (given.has("json")) await printRows(invocation, songs.map(rowOf));
    else await io.out.write(songs.length === 0 ? "No similar songs.\n" : songs.map(textOf).join(""));
    return DONE;
  },
};

function rowOf({ record, score, reasons, sound }: SimilarSong, at: number): object {
  return { rank: at + 1, id: record.id, title: record.title, artist: artistsOf(record), score, reasons, sound };
}

function textOf({ record, score, reasons, sound }: SimilarSong, at: number): string {
  const by = artistsOf(record);
  const head = `${String(at + 1).padStart(3)}. ${record.title}${by === "" ? "" : ` – ${by}`}  [${record.id}, ${score}]`;
  const why = [...reasons, ...(sound === null ? ["not measured"] : [])].join("; ");
  return `${printable(head)}\n${why === "" ? "" : `     ${printable(why)}\n`}`;
}

function artistsOf({ artists }: SimilarSong["record"]): string {
  return artists.map(({ name }) => name).join(", ");
}
