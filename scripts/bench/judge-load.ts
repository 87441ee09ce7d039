/** Decides whether a run of load.ts passes. */
import type { KindReport } from "./mixed-load.ts";

/** Refusals (429, 503) of a kind, as a share of its requests, that a busy server may answer with. */
const REFUSED_SHARE_MAX = 0.01;
const REFUSALS: ReadonlySet<string> = new Set(["429", "503"]);
/** Growth from the first to the last compared slice that is still flat. */
const FLAT = { memoryFactor: 1.15, descriptorsMore: 8, p99Factor: 2, p99MoreMs: 100 } as const;

/** A part of a run. */
export interface Slice {
  readonly kinds: readonly KindReport[];
  /** The median of the slice: collecting garbage moves the resident memory up and down. */
  readonly memoryMb: number;
  /** The fewest at a time, without connections of clients: what requests that run open comes on top. */
  readonly descriptors: number;
  readonly cpuShare: number;
}

/** Returns a sentence for each kind of failed answer. */
export function failuresOf({ kinds }: Pick<Slice, "kinds">): readonly string[] {
  return kinds.flatMap(({ name, sent, statuses }) =>
    Object.entries(statuses)
      .filter(([status, count]) =>
        REFUSALS.has(status) ? count > REFUSED_SHARE_MAX * sent : status === "no answer" || Number(status) >= 400,
      )
      .map(([status, count]) => `${name}: ${count} of ${sent} times ${status}`),
  );
}

/** Compares the second slice with the last one: the first still fills caches. Returns a sentence for each figure that grew. */
export function growthOf(slices: readonly Slice[]): readonly string[] {
  const [first, last] = [slices[1], slices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const grown: string[] = [];
  if (last.memoryMb > first.memoryMb * FLAT.memoryFactor)
    grown.push(`memory grew from ${first.memoryMb} to ${last.memoryMb} MB`);
  if (last.descriptors > first.descriptors + FLAT.descriptorsMore)
    grown.push(`descriptors grew from ${first.descriptors} to ${last.descriptors}`);
  for (const { name, ms } of last.kinds) {
    const before = first.kinds.find((kind) => kind.name === name)?.ms.p99 ?? 0;
    if (ms.p99 > before * FLAT.p99Factor + FLAT.p99MoreMs)
      grown.push(`${name}: p99 grew from ${before.toFixed(0)} to ${ms.p99.toFixed(0)} ms`);
  }
  return grown;
}
