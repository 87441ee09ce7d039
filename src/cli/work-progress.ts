import { SECOND_MS } from "../lib/clock.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { bytesText } from "./bytes-text.ts";
import type { SafeIo } from "./io.ts";

/** On a terminal, the line is rewritten this often. */
const SHOWN_EVERY_MS = 200;
/** On other outputs, a line is written this often, so short work writes none. */
const LOGGED_EVERY_MS = 5 * SECOND_MS;
/** Returns to the first column and clears the line. */
const CLEAR = "\r\u001B[K";

export interface NamedWork {
  /** Such as "Writing the backup". */
  readonly name: string;
  readonly unit: "bytes" | "songs" | "rows";
}

/** Runs work with its progress on stderr: one line on a terminal, otherwise a line every five seconds. */
export async function withProgress<Result>(
  { err, screen }: Pick<SafeIo, "err" | "screen">,
  work: NamedWork,
  run: (onProgress: OnProgress) => Result | Promise<Result>,
  nowMs: () => number = () => performance.now(),
): Promise<Result> {
  const { isTerminal, columns } = err;
  const startedMs = nowMs();
  const everyMs = isTerminal ? SHOWN_EVERY_MS : LOGGED_EVERY_MS;
  let shownMs = startedMs;
  // A closed stderr must not end the work.
  const write = (text: string): void => void screen.write(text).catch(() => undefined);
  const onProgress: OnProgress = (done, total) => {
    const now = nowMs();
    if (now - shownMs < everyMs) return;
    shownMs = now;
    const text = describeWork(work, { done, total, elapsedMs: now - startedMs });
    write(isTerminal ? CLEAR + text.slice(0, Math.max(0, columns - 1)) : `${text}\n`);
  };
  try {
    return await run(onProgress);
  } finally {
    if (isTerminal && shownMs !== startedMs) write(CLEAR);
  }
}

/** `Writing the backup: 1.5 GiB of 3.0 GiB (50%), 200.0 MiB/s, 8 s left`. */
export function describeWork(
  { name, unit }: NamedWork,
  { done, total, elapsedMs }: { readonly done: number; readonly total: number; readonly elapsedMs: number },
): string {
  const amount = unit === "bytes" ? bytesText : (count: number) => count.toLocaleString("en-US");
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const ofTotal = `${name}: ${amount(done)} of ${amount(total)}${unit === "bytes" ? "" : ` ${unit}`} (${percent}%)`;
  if (done === 0 || elapsedMs === 0) return ofTotal;
  const rate = `${amount(Math.round((done * SECOND_MS) / elapsedMs))}/s`;
  const left = Math.ceil((elapsedMs * (total - done)) / done / SECOND_MS);
  // The rate of the first moments says little about the rest.
  if (percent === 0) return `${ofTotal}, ${rate}`;
  return `${ofTotal}, ${rate}, ${done >= total ? "finishing" : `${left} s left`}`;
}
