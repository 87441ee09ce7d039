import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TimeSpan } from "../../schema/heard-sound.ts";
import {
  LIKENESS_FACETS,
  LIKENESS_WEIGHT_MAX,
  type LikenessFacet,
  type LikenessWeights,
} from "../../schema/sound-descriptor.ts";
import type { GivenOptions } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** An audio file or film to find songs by, or what must be the id of a song, because there is no such file. */
export type GivenSound =
  | {
      readonly kind: "file";
      /** Absolute. */
      readonly path: string;
      readonly excerpt: TimeSpan | null;
    }
  | { readonly kind: "song"; readonly id: string };

/** Reads the options --from and --to, which select a part of a file; null without them. Throws UsageError. */
export function readExcerpt(given: GivenOptions): TimeSpan | null {
  const [start, end] = [readSeconds(given, "from"), readSeconds(given, "to")];
  if (start === undefined && end === undefined) return null;
  if (start === undefined || end === undefined) {
    throw new UsageError(`--${start === undefined ? "from" : "to"}: expected both --from and --to, got one of them.`);
  }
  return { start, end };
}

/** Reads --like with its excerpt; null without it. Throws UsageError. */
export function readLike(given: GivenOptions): GivenSound | null {
  const file = given.text("like");
  const excerpt = readExcerpt(given);
  if (file === undefined) {
    if (excerpt === null) return null;
    throw new UsageError("--from and --to: can only be used with --like.");
  }
  const path = resolve(file);
  if (existsSync(path)) return { kind: "file", path, excerpt };
  if (excerpt === null) return { kind: "song", id: file };
  throw new UsageError(`--from and --to: can only be used with a file, and there is no file ${path}.`);
}

/** Reads seconds ("75", "75.5") or minutes and seconds ("1:15"); undefined if the option is not given. */
function readSeconds(given: GivenOptions, name: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const [, minutes = "0", seconds = ""] =
    /^(?:(\d{1,3}):(?=[0-5]\d(?:\.|$)))?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  if (seconds === "") {
    throw new UsageError(
      `--${name}: expected seconds or minutes and seconds (75 or 1:15), got ${JSON.stringify(text)}.`,
    );
  }
  return 60 * Number(minutes) + Number(seconds);
}

/** How much facets of a sound count. */
export const WEIGHT_OPTION = {
  name: "weight",
  placeholder: "FACET=N",
  about: `how much a facet of the sound counts, 0 to ${LIKENESS_WEIGHT_MAX}: ${LIKENESS_FACETS.join(", ")}`,
  isRepeated: true,
} as const;

/** Reads --weight; empty without it. Throws UsageError. */
export function readWeights(given: GivenOptions): Partial<LikenessWeights> {
  const weights: { -readonly [facet in LikenessFacet]?: number } = {};
  for (const text of given.all("weight")) {
    const [, name, number = ""] = /^([a-z]+)=(\d{1,2}(?:\.\d{1,3})?)$/.exec(text) ?? [];
    const facet = LIKENESS_FACETS.find((one) => one === name);
    if (facet === undefined || Number(number) > LIKENESS_WEIGHT_MAX) {
      const expected = `one of ${LIKENESS_FACETS.join(", ")}, =, and a number from 0 to ${LIKENESS_WEIGHT_MAX}`;
      throw new UsageError(`--weight: expected ${expected}, such as rhythm=2, got ${JSON.stringify(text)}.`);
    }
    weights[facet] = Number(number);
  }
  return weights;
}
