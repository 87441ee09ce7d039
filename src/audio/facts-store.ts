import { count, gt, sql } from "drizzle-orm";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { MEDIA_KNOWLEDGE } from "../../schema/change-subjects.ts";
import { digestInRef } from "../../schema/media-ref.ts";
import { mediaDescriptors, mediaFacts } from "../../schema/tables/service/media.ts";
import { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { textsOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work } from "../db/work.ts";
import { DESCRIPTOR_VERSION } from "./descriptor/descriptor-bytes.ts";
import { FACTS_VERSION, FACTS_VERSION_MIN } from "./measure-audio.ts";
import { withoutNul } from "../lib/find-nul.ts";

/** Version of rows with a length only. It is below every version of the method, so a full version is still measured. */
const LENGTH_VERSION = 0;

/** The length of decoded sound. Seconds. */
export type DecodedLength = Pick<AudioFacts, "duration" | "stated">;

/**
 * The result of measuring: facts and the bytes of a descriptor, which short and silent sounds do not have, or a sentence for
 * people that says why the file cannot be measured.
 */
export type Measured =
  | { readonly facts: AudioFacts; readonly descriptor?: Uint8Array | null }
  | { readonly error: string };

/**
 * Whether the facts `f`, which may be missing, are of the present method, and so is the descriptor `d` of a file that can be
 * measured. Parameters 2 to 4: the versions for files that cannot be measured, for facts, and for descriptors.
 */
const isOfPresentMethod = (parameter: (number: number) => string): string =>
  `CASE WHEN f.digest IS NULL THEN false WHEN f.facts IS NULL THEN f.version >= ${parameter(2)}
    ELSE f.version >= ${parameter(3)} AND coalesce(d.version, 0) >= ${parameter(4)} END`;
const VERSIONS = [FACTS_VERSION, FACTS_VERSION_MIN, DESCRIPTOR_VERSION] as const;

/** Exported for the test of their plans: the tables grow with the media. */
export const FACTS_QUERIES = {
  // The parameter lists pairs of a ref and the digest in it. Other refs have their digest in media_sources.
  ofRefs: textsOf(
    ({ items, lookUp }) => `SELECT w.value ->> 0 AS ref, f.facts FROM ${items("?")}
    LEFT JOIN media_sources s ON s.ref = w.value ->> 0
    ${lookUp} media_facts f ON f.digest = coalesce(w.value ->> 1, s.digest)
    WHERE f.facts IS NOT NULL`,
  ),
  descriptorsOfRefs: textsOf(
    ({ items, lookUp }) => `SELECT w.value ->> 0 AS ref, d.descriptor FROM ${items("?")}
    LEFT JOIN media_sources s ON s.ref = w.value ->> 0
    ${lookUp} media_descriptors d ON d.digest = coalesce(w.value ->> 1, s.digest)
    WHERE d.descriptor IS NOT NULL AND d.version = ?`,
  ),
  missingRefs: textsOf(
    ({ items, parameter }) => `SELECT w.value ->> 0 AS ref FROM ${items(parameter(1))}
    LEFT JOIN media_sources s ON s.ref = w.value ->> 0
    LEFT JOIN media_facts f ON f.digest = coalesce(w.value ->> 1, s.digest)
    LEFT JOIN media_descriptors d ON d.digest = f.digest
    WHERE NOT (${isOfPresentMethod(parameter)})`,
  ),
  isMeasured: textsOf(
    ({ parameter }) => `SELECT 1 FROM media_facts f LEFT JOIN media_descriptors d ON d.digest = f.digest
    WHERE f.digest = ${parameter(1)} AND ${isOfPresentMethod(parameter)}`,
  ),
} as const;

/** Measured facts by media ref. Facts of an older method are used until the file is measured again. */
export class FactsReader {
  readonly #reading: Reading;
  readonly #check = TypeCompiler.Compile(AudioFacts);

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The facts of those refs that have been measured, in one query. */
  *of(refs: readonly string[]): Work<ReadonlyMap<string, AudioFacts>> {
    const found = new Map<string, AudioFacts>();
    if (refs.length === 0) return found;
    const measured = yield* rows<FactsRow>(this.#reading, FACTS_QUERIES.ofRefs, pairsOf(refs));
    for (const { ref, facts } of measured) {
      const read: unknown = JSON.parse(facts);
      // Facts of an unknown form count as missing.
      if (this.#check.Check(read)) found.set(ref, read);
    }
    return found;
  }

  /** The descriptors of those refs that have one of the present version, as stored, in one query. */
  *descriptorsOf(refs: readonly string[]): Work<ReadonlyMap<string, Uint8Array>> {
    if (refs.length === 0) return new Map();
    const { descriptorsOfRefs } = FACTS_QUERIES;
    const found = yield* rows<DescriptorRow>(this.#reading, descriptorsOfRefs, pairsOf(refs), DESCRIPTOR_VERSION);
    return new Map(found.map(({ ref, descriptor }) => [ref, descriptor]));
  }

  /** Those refs whose content has not been measured yet, or only by an outdated method, in one query. */
  *missingOf(refs: readonly string[]): Work<ReadonlySet<string>> {
    if (refs.length === 0) return new Set();
    const { missingRefs } = FACTS_QUERIES;
    const missing = yield* rows<{ readonly ref: string }>(this.#reading, missingRefs, pairsOf(refs), ...VERSIONS);
    return new Set(missing.map(({ ref }) => ref));
  }

  *isEmpty(): Work<boolean> {
    const one = this.#reading.orm.select({ digest: mediaFacts.digest }).from(mediaFacts).limit(1);
    return (yield* first(one)) === null;
  }
}

interface FactsRow {
  readonly ref: string;
  readonly facts: string;
}

interface DescriptorRow {
  readonly ref: string;
  readonly descriptor: Uint8Array;
}

/** Returns the parameter of queries by ref: pairs of a ref and the digest in it. */
function pairsOf(refs: readonly string[]): string {
  return JSON.stringify(refs.map((ref) => [ref, digestInRef(ref)]));
}

/** Also true for a file that could not be measured: it is retried only with a new method. */
export function* isMeasured(reading: Reading, digest: string): Work<boolean> {
  return (yield* rows(reading, FACTS_QUERIES.isMeasured, digest, ...VERSIONS)).length > 0;
}

export function* recordFacts(tx: Writing, digest: string, measured: Measured, measuredAt: number): Work<void> {
  const row = {
    version: FACTS_VERSION,
    facts: "facts" in measured ? JSON.stringify(measured.facts) : null,
    error: "error" in measured ? withoutNul(measured.error) : null,
    measuredAt,
  };
  yield* run(
    tx.orm
      .insert(mediaFacts)
      .values({ digest, ...row })
      .onConflictDoUpdate({ target: mediaFacts.digest, set: row }),
  );
  tx.noteChange(MEDIA_KNOWLEDGE);
  if ("facts" in measured) yield* recordDescriptor(tx, digest, measured.descriptor ?? null);
}

function* recordDescriptor(tx: Writing, digest: string, bytes: Uint8Array | null): Work<void> {
  const row = { version: DESCRIPTOR_VERSION, descriptor: bytes === null ? null : Buffer.from(bytes) };
  yield* run(
    tx.orm
      .insert(mediaDescriptors)
      .values({ digest, ...row })
      .onConflictDoUpdate({ target: mediaDescriptors.digest, set: row }),
  );
}

/** Stores the length of a file that is decoded for another purpose. Facts that exist are kept: they have the length. */
export function* recordLength(tx: Writing, digest: string, length: DecodedLength, measuredAt: number): Work<void> {
  const facts: AudioFacts = { ...length, loudness: null, bpm: null, key: null, energy: null };
  const row = { digest, version: LENGTH_VERSION, facts: JSON.stringify(facts), error: null, measuredAt };
  yield* run(tx.orm.insert(mediaFacts).values(row).onConflictDoNothing());
  tx.noteChange(MEDIA_KNOWLEDGE);
}

/** Whether facts have more than the length. */
export function hasAllFacts(facts: AudioFacts): boolean {
  return facts.sample_rate !== undefined;
}

/** When the latest file was measured, in milliseconds since the epoch; null without facts. Reads the entire table. */
export function* lastMeasuredAt(reading: Reading): Work<number | null> {
  const last = yield* first(
    reading.orm
      .select({ at: sql<number | null>`max(${mediaFacts.measuredAt})` })
      .from(mediaFacts)
      .where(gt(mediaFacts.version, LENGTH_VERSION)),
  );
  return last?.at ?? null;
}

export interface FactsCount {
  readonly measured: number;
  readonly failed: number;
  /** The most frequent reasons first. */
  readonly reasons: readonly { readonly error: string; readonly files: number }[];
}

const REASONS_MAX = 3;

/** Counts measured files, for `doctor`. */
export function* countFacts(reading: Reading): Work<FactsCount> {
  const counted = yield* first(
    reading.orm
      .select({ files: count(), measured: count(mediaFacts.facts) })
      .from(mediaFacts)
      .where(gt(mediaFacts.version, LENGTH_VERSION)),
  );
  const reasons = yield* all(
    reading.orm
      .select({ error: sql<string>`${mediaFacts.error}`, files: count() })
      .from(mediaFacts)
      .where(sql`${mediaFacts.error} is not null`)
      .groupBy(mediaFacts.error)
      .orderBy(sql`count(*) desc`, mediaFacts.error)
      .limit(REASONS_MAX),
  );
  const { files, measured } = counted ?? { files: 0, measured: 0 };
  return { measured, failed: files - measured, reasons };
}
