import type { Constraint } from "../../schema/brief.ts";
import type { MeasuredArc } from "../../schema/song.ts";
import type { ReasonFacts } from "../../schema/wire/reason.ts";
import { unreachable } from "../lib/assert.ts";
import { constraintFacts } from "./constraint-facts.ts";
import { describeConstraint, keyWords, minutesAndSeconds } from "./describe-constraint.ts";

/** A reason in English, and as data for other languages. */
export interface Reason {
  readonly text: string;
  readonly facts: ReasonFacts;
}

/** Facts that have their own words. A constraint has those of describeConstraint. */
type WordedFacts = Exclude<ReasonFacts, { readonly kind: "constraint" }>;

/** The beginning of the names of measured values. */
export const MEASURED = "measured: ";

const ARCS: Readonly<Record<MeasuredArc, string>> = {
  rising: "builds throughout",
  falling: "winds down",
  arch: "peaks in the middle",
  steady: "level throughout",
};

/** The same for the arc of a film, which a reason names: "builds with the last minute". */
const ARCS_WITH: Readonly<Record<MeasuredArc, string>> = {
  rising: "builds",
  falling: "winds down",
  arch: "peaks",
  steady: "stays level",
};

const WHERE = {
  title: "title says",
  artist: "artist's name says",
  description: "description says",
  lyrics: "lyrics say",
};

const VOCALS = {
  lead: "lead vocals",
  background: "background vocals only",
  instrumental: "instrumental mix",
  none: "no vocals",
};

export function reasonOf(facts: WordedFacts): Reason {
  return { text: describeReason(facts), facts };
}

export function constraintReason(constraint: Constraint): Reason {
  return {
    text: describeConstraint(constraint),
    facts: { kind: "constraint", constraint: constraintFacts(constraint) },
  };
}

/** Returns the two forms of the reasons of a hit, in the same order. */
export function hitReasons(reasons: readonly Reason[]): {
  readonly reasons: readonly string[];
  readonly reasonFacts: readonly ReasonFacts[];
} {
  return { reasons: reasons.map(({ text }) => text), reasonFacts: reasons.map(({ facts }) => facts) };
}

/** Returns facts in words, such as "tense, urgent, near dark" and "measured: 120 bpm". */
export function describeReason(facts: WordedFacts): string {
  switch (facts.kind) {
    case "tags":
      return facts.names.join(", ");
    case "asked":
      return `${facts.names.join(", ")}, as asked`;
    case "for":
      return `${facts.names.join(", ")}, for '${facts.of}'`;
    case "near":
      return `${facts.names.join(", ")}, near ${facts.of}`;
    case "phrase":
      return `suits '${facts.of}': ${facts.names.join(", ")}`;
    case "like":
      return `${facts.names.join(", ")}: ${facts.of}`;
    case "by":
      return `by ${facts.name}`;
    case "story":
      return `suits ${facts.of ?? "the scene"}: ${facts.names.join(", ")}`;
    case "seen":
      // Not each sight can have an article: "dark to bright".
      return `${facts.names.join(", ")}: suits what is seen, ${facts.of}`;
    case "says":
      return `${WHERE[facts.where]} ${facts.names.map((name) => `'${name}'`).join(", ")}`;
    case "likely":
      return `likely ${facts.names.join(", ")}`;
    case "described":
      return "described much like the brief";
    case "versions":
      return facts.count === 1 ? "also in another version" : `also in ${facts.count} other versions`;
    case "sound":
      return `similar ${listed(facts.facets)}`;
    case "tempo":
      return `${mark(facts)}${facts.bpm} bpm${facts.felt === null ? "" : `, felt as ${facts.felt}`}`;
    case "near_tempo":
      return `${facts.bpm} bpm, near ${facts.of === "heard" ? "the tempo heard" : "the pace seen"}`;
    case "loudness":
      return `${MEASURED}${facts.lufs} LUFS`;
    case "energy":
      return `${mark(facts)}${facts.level.replace("_", " ")} energy`;
    case "mode":
      return `${mark(facts)}${facts.mode} key`;
    case "develops":
      return facts.with === null ? ARCS[facts.shape] : `${ARCS_WITH[facts.shape]} with ${facts.with}`;
    case "length":
      return `${minutesAndSeconds(facts.seconds)} long`;
    case "released":
      return `released ${facts.year}`;
    case "key":
      return `in ${keyWords(facts.key)}`;
    case "vocals":
      return VOCALS[facts.want];
    case "same_artist":
      return "same artist";
    case "shared_tags":
      return `both ${facts.names.join(", ")}${facts.more > 0 ? ` and ${facts.more} more` : ""}`;
    case "shared_tempo":
      return facts.bpm === facts.other ? `both ${facts.bpm} bpm` : `${facts.bpm} and ${facts.other} bpm`;
    case "shared_key":
      return facts.key === facts.other ? `both in ${facts.key}` : `${facts.other} goes with ${facts.key}`;
    case "shared_energy":
      return `both of ${facts.level.replace("_", " ")} energy`;
    default:
      return unreachable(facts);
  }
}

function mark({ measured }: { readonly measured: boolean }): string {
  return measured ? MEASURED : "";
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
