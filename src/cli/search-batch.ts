import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { OfflineSearch } from "../app/search-offline.ts";
import { type Line, linesOf } from "../lib/lines.ts";
import { escaped } from "../lib/printable.ts";
import { presentText } from "../search/text-input.ts";
import type { Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";

const MS_DIGITS = 3;

const BatchQuery = Type.Object({
  id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
  query: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
type BatchQuery = Static<typeof BatchQuery>;

export interface Batch {
  /** File with JSON Lines of `{id, query?, context?}`. */
  readonly path: string;
  /** Output file; null means stdout. */
  readonly out: string | null;
  readonly limit: number;
}

/** Runs the searches of a file in order. On an invalid line it stops and leaves `out` unchanged. */
export async function runBatch(invocation: Invocation, offline: OfflineSearch, batch: Batch): Promise<ExitStatus> {
  const file = Bun.file(batch.path);
  if (!(await file.exists())) throw new Error(`There is no file ${batch.path}.`);
  let count = 0;
  const writeAll = async (write: (line: string) => Promise<void>): Promise<void> => {
    for await (const line of linesOf(file.stream())) {
      if (line.text.trim() === "") continue;
      await write(`${escaped(JSON.stringify(await answerLine(offline, readQuery(batch.path, line), batch.limit)))}\n`);
      count += 1;
    }
  };
  if (batch.out === null) {
    await writeAll((line) => invocation.io.out.write(line));
    return DONE;
  }
  await writeAtomically(batch.out, (output) => writeAll((line) => output.writeFile(line)));
  await invocation.io.err.write(`Ran ${count} searches; the rankings are in ${batch.out}.\n`);
  return DONE;
}

async function answerLine(offline: OfflineSearch, query: BatchQuery, limit: number): Promise<object> {
  const from = performance.now();
  const answer = await offline.answer(
    { query: presentText(query.query ?? null), context: presentText(query.context ?? null) },
    limit,
  );
  const ms = Number((performance.now() - from).toFixed(MS_DIGITS));
  return { id: query.id, ranked: answer.songs.map((song) => song.id), ms };
}

function readQuery(path: string, line: Line): BatchQuery {
  const refuse = (complaint: string): Error => new Error(`${path}, line ${line.number}: ${complaint}.`);
  const value = parseJson(line.text);
  if (value === undefined) throw refuse("expected a JSON object, got something else");
  if (!Value.Check(BatchQuery, value)) {
    const [first] = [...Value.Errors(BatchQuery, value)];
    const field = first?.path.slice(1) ?? "";
    throw refuse(`expected {"id","query","context"?}; ${field === "" ? "the line" : field} is invalid`);
  }
  if (presentText(value.query ?? null) === null && presentText(value.context ?? null) === null) {
    throw refuse("expected a query or a context with a letter or digit in it");
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function writeAtomically(path: string, write: (output: FileHandle) => Promise<void>): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  const output = await open(temporary, "wx");
  try {
    await write(output);
    await output.close();
    await rename(temporary, path);
  } catch (error) {
    await output.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}
