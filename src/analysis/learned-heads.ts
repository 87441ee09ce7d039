import { once } from "../lib/once.ts";
import stored from "./learned-heads.json" with { type: "json" };
import { type Heads, readHeads } from "./read-heads.ts";

/** The heads that scripts/train-analyser.ts made: part of every bundle, unpacked at their first use. */
export const learnedHeads = once((): Heads => readHeads(stored));
