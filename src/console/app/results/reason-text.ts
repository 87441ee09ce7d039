import type { ReasonFacts } from "../../../../clients/typescript/operations.ts";
import { durationText } from "../lib/duration.ts";
import { keyIn } from "../lib/musical-key.ts";
import { constraintText, keyWords, listText, type Wording } from "./constraint-text.ts";
import { sightText } from "./sight-text.ts";

/** Reasons of an answer: in English, and as data, which answers of earlier versions do not have. */
export interface GivenReasons {
  readonly reasons: readonly string[];
  readonly reasonFacts: readonly ReasonFacts[] | null;
}

/** Returns a reason in words; undefined if only a later version knows the kind. Tags stay as the catalog has them, and words as the person wrote them. */
export function reasonText(facts: ReasonFacts, wording: Wording): string | undefined {
  const { language, text } = wording;
  switch (facts.kind) {
    case "tags":
      return facts.names.join(", ");
    case "asked":
    case "likely":
      return text(`reason.${facts.kind}`, { names: facts.names.join(", ") });
    case "for":
    case "near":
    case "phrase":
      return text(`reason.${facts.kind}`, { names: facts.names.join(", "), of: facts.of });
    case "like":
      return likeText(facts, text);
    case "by":
      return text("understood.by", { name: facts.name });
    case "seen":
      return text("reason.seen", { names: facts.names.join(", "), of: sightText(facts.of, text) });
    case "story": {
      const names = facts.names.join(", ");
      return facts.of === null ? text("reason.scene", { names }) : text("reason.story", { names, of: facts.of });
    }
    case "says": {
      const names = facts.names.map((name) => text("reason.quoted", { name })).join(", ");
      return text(`reason.says.${facts.where}`, { names });
    }
    case "described":
      return text("reason.described");
    case "versions":
      return facts.count === 1 ? text("reason.version") : text("reason.versions", { count: facts.count });
    case "sound":
      return text("reason.sound", {
        facets: listText(
          facts.facets.map((facet) => text(`reason.sound.${facet}`)),
          language,
        ),
      });
    case "tempo":
    case "loudness":
    case "energy":
    case "mode":
      return measuredText(facts, wording);
    case "near_tempo":
      return text(`reason.near.${facts.of}`, { bpm: String(facts.bpm) });
    case "develops":
      return facts.with === null
        ? text(`reason.arc.${facts.shape}`)
        : text(`reason.film.${facts.shape}`, { part: filmPartText(facts.last_seconds ?? null, text) });
    case "length":
      return text("reason.length", { length: durationText(facts.seconds) });
    case "released":
      return text("reason.released", { year: String(facts.year) });
    case "key":
      return text("reason.key", { key: keyWords(facts.key, wording) });
    case "vocals":
      if (facts.want === "background" || facts.want === "instrumental") return text(`reason.${facts.want}`);
      return text(`vocals.${facts.want}`);
    case "constraint":
      return constraintText(facts.constraint, wording);
    case "same_artist":
    case "shared_tags":
    case "shared_tempo":
    case "shared_key":
    case "shared_energy":
      return sharedText(facts, wording);
    default:
      return undefined;
  }
}

const LIKE = "like ";

/** The service says "like" before a name. */
function likeText({ names: tags, of }: Extract<ReasonFacts, { readonly kind: "like" }>, text: Wording["text"]): string {
  const names = tags.join(", ");
  return of.startsWith(LIKE)
    ? text("reason.like-name", { names, of: of.slice(LIKE.length) })
    : text("reason.like", { names, of });
}

const MINUTE = 60;

function filmPartText(seconds: number | null, text: Wording["text"]): string {
  if (seconds === null) return text("reason.part.film");
  if (seconds < MINUTE) return text("reason.part.seconds", { count: seconds });
  return seconds === MINUTE ? text("reason.part.minute") : text("reason.part.minutes", { count: seconds / MINUTE });
}

type MeasuredFacts = Extract<ReasonFacts, { readonly kind: "tempo" | "loudness" | "energy" | "mode" }>;

function measuredText(facts: MeasuredFacts, { text }: Wording): string {
  const measured = (value: string, isMeasured: boolean): string =>
    isMeasured ? text("reason.measured", { value }) : value;
  switch (facts.kind) {
    case "tempo": {
      const bpm = String(facts.bpm);
      const tempo =
        facts.felt === null ? text("reason.bpm", { bpm }) : text("reason.felt", { bpm, felt: String(facts.felt) });
      return measured(tempo, facts.measured);
    }
    case "loudness":
      return measured(`${facts.lufs} LUFS`, true);
    case "energy":
      return measured(text("reason.energy", { level: text(`energy.${facts.level}`) }), facts.measured);
    case "mode":
      return measured(text(`reason.mode.${facts.mode}`), facts.measured);
  }
}

type SharedFacts = Extract<
  ReasonFacts,
  { readonly kind: "same_artist" | "shared_tags" | "shared_tempo" | "shared_key" | "shared_energy" }
>;

function sharedText(facts: SharedFacts, { language, text }: Wording): string {
  switch (facts.kind) {
    case "same_artist":
      return text("reason.same-artist");
    case "shared_tags": {
      const names = facts.names.join(", ");
      return facts.more === 0
        ? text("reason.shared", { names })
        : text("reason.shared-more", { names, count: facts.more });
    }
    case "shared_tempo": {
      const [bpm, other] = [String(facts.bpm), String(facts.other)];
      return bpm === other ? text("reason.shared-bpm", { bpm }) : text("reason.two-bpm", { bpm, other });
    }
    case "shared_key": {
      const [key, other] = [keyIn(language, facts.key), keyIn(language, facts.other)];
      return key === other ? text("reason.shared-key", { key }) : text("reason.keys", { key, other });
    }
    case "shared_energy":
      return text("reason.shared-energy", { level: text(`energy.${facts.level}`) });
  }
}
