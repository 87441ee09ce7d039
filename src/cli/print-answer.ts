import type { Answer, HitMeta } from "../../schema/wire/answer.ts";
import type { OfflineSearch } from "../app/search-offline.ts";
import { printable } from "../lib/printable.ts";
import type { ExplainedAnswer } from "../search/answer.ts";
import { traceDocument } from "../search/trace-document.ts";
import type { Invocation } from "./command.ts";
import { explainBrief } from "./explain-brief.ts";
import { explainSong } from "./explain-song.ts";
import { printDocument, printRows } from "./print.ts";

/** Maximum width of an explanation in characters. */
const EXPLAIN_COLUMNS_MAX = 100;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly meta: HitMeta;
}

export async function printAnswer(invocation: Invocation, offline: OfflineSearch, answer: Answer): Promise<void> {
  const rows = rowsOf(offline, answer);
  if (invocation.given.has("json")) {
    await printRows(invocation, rows.map(rowDocument));
    return;
  }
  const { out } = invocation.io;
  for (const row of rows) {
    await out.write(`${headline(row)}\n`);
    if (row.meta.reasons.length > 0) await out.write(`     ${printable(row.meta.reasons.join("; "))}\n`);
  }
  if (rows.length === 0) await out.write("No matching songs.\n");
  for (const lack of answer.brief.unserved) {
    await out.write(rows.length === 0 ? `  ${printable(lack)}\n` : `Not served: ${printable(lack)}\n`);
  }
}

/** Prints how the brief was understood, then each song with the parts of its score. */
export async function printExplained(
  invocation: Invocation,
  offline: OfflineSearch,
  { answer, traces, parts }: ExplainedAnswer,
): Promise<void> {
  const rows = rowsOf(offline, answer);
  const { brief, catalog_version: catalogVersion } = answer;
  if (invocation.given.has("json")) {
    const songs = rows.map((row, at) => {
      const trace = traces[at];
      return {
        ...rowDocument(row),
        audio_file: row.meta.audio_file,
        trace: trace === undefined ? null : traceDocument(trace),
      };
    });
    await printDocument(invocation, { brief, parts, catalog_version: catalogVersion, songs });
    return;
  }
  const { out } = invocation.io;
  const columns = Math.min(EXPLAIN_COLUMNS_MAX, out.columns);
  await out.write(explainBrief(answer, parts, columns));
  for (const [at, row] of rows.entries()) {
    const trace = traces[at];
    await out.write(`\n${headline(row)}\n`);
    if (trace !== undefined) await out.write(explainSong(row.meta, trace, columns));
  }
  if (rows.length === 0) await out.write("\nNo matching songs.\n");
}

function rowsOf(offline: OfflineSearch, answer: Answer): Row[] {
  const songs = offline.songs(answer.songs.map((song) => song.id));
  return answer.songs.map(({ id, meta }) => {
    const song = songs.get(id);
    const artist = song?.artists.map((one) => one.name).join(", ") ?? "";
    return { id, title: song?.title ?? "", artist, meta };
  });
}

function rowDocument({ id, title, artist, meta }: Row): object {
  const { rank, score, band, reasons, verdicts } = meta;
  return { rank, id, title, artist, score, band, reasons, verdicts };
}

function headline({ id, title, artist, meta }: Row): string {
  const by = artist === "" ? "" : ` – ${artist}`;
  return printable(`${String(meta.rank).padStart(3)}. ${title}${by}  [${id}, ${meta.band}, ${meta.score}]`);
}
