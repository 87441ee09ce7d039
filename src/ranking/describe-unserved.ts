import type { ConstraintFacts } from "../../schema/wire/reason.ts";
import type { ScenelessSubject, UnservedFacts } from "../../schema/wire/unserved.ts";
import { unreachable } from "../lib/assert.ts";
import { describeConstraintFacts, minutesAndSeconds } from "./describe-constraint.ts";

type FactsOf<Kind extends UnservedFacts["kind"]> = Extract<UnservedFacts, { readonly kind: Kind }>;

const SUBJECTS: Readonly<Record<ScenelessSubject, string>> = {
  people: "people",
  animal: "an animal",
  object: "an object",
  food: "food",
  texture: "a surface",
  graphic: "a graphic",
};

/** Returns what the catalog cannot satisfy in words, for `brief.unserved`. */
export function describeUnserved(facts: UnservedFacts): string {
  switch (facts.kind) {
    case "empty_catalog":
      return `the catalog is empty: ${facts.imported ? "it has no songs" : "nothing has been imported yet"}`;
    case "not_found":
      return `nothing in the catalog is tagged or described as ${facts.name}`;
    case "replaced":
      return `nothing in the catalog is tagged ${facts.name}; ${facts.by} was searched instead`;
    case "not_tagged":
      return `no song of the catalog is tagged ${facts.name}`;
    case "no_arc":
      return `no song is tagged or measured as "${facts.of}"`;
    case "accents_unknown":
      return `where songs have accents is not known (${facts.seconds.map(minutesAndSeconds).join(", ")})`;
    case "unknown_name":
      return `no ${facts.of} of the catalog is called ${facts.name}`;
    case "wish_ruled_out":
      return `${listed(quoted(facts))} ${rules(facts)} out ${taggedSongs(facts)} tagged ${facts.name}`;
    case "undecided":
      return `the catalog does not say of these songs: ${describeConstraintFacts(facts.constraint)}`;
    case "unclear_scene":
      return `${whatIsSeen(facts)}; these songs are guesses: add a text that says what happens and how it feels`;
    case "only_constraints":
      return "nothing about the sound of the music was understood; these songs only meet the constraints";
    case "nothing_described":
      return `the brief does not describe any music${facts.guesses ? "; these songs are guesses" : ""}`;
    case "no_words":
      return `no song mentions ${listed(named({ ...facts, names: facts.names.map(quote) }))}`;
    case "no_similar_tags":
      return `no song has tags for ${listed(named(facts))}, or similar ones`;
    case "only_avoided":
      return "the brief only says what to avoid, not what to look for";
    case "none_known":
      return `no song is known to meet ${listed(quoted(facts))}`;
    case "more_avoided":
      return "every song with wanted tags or words has more avoided ones";
    case "only_named":
      return "the only songs that fit are those named in the brief";
    case "all_ruled_out":
      return `${listed(quoted(facts))} ${rules(facts)} out ${fittingSongs(facts.songs)}`;
    case "no_single_version":
      return `no single version meets ${listed(quoted(facts))} together, in ${fittingSongs(facts.songs)}`;
    case "ruled_out_each": {
      const each = facts.by.map(
        ({ constraint, songs }) => `${quote(describeConstraintFacts(constraint))} rules out ${songs}`,
      );
      return `of ${fittingSongs(facts.songs)}, ${each.join(", ")}`;
    }
    case "nearest_excluded":
      return `the nearest songs break ${listed(quoted(facts))}: ${listed(facts.ids)}`;
    case "no_sound":
      return "the sound is too short or too quiet to be compared, or the film has none: it is not searched by";
    case "few_measured":
      return "the sound is not compared: too few songs of the catalog are measured yet";
    case "not_measured":
      return `the sound of ${listed(named({ ...facts, names: facts.names.map(quote) }))} is not compared: it is not measured yet`;
    case "no_similar_sound":
      return facts.constraints.length === 0
        ? "no measured song sounds like it"
        : `no song that sounds like it meets ${listed(quoted(facts))}`;
    default:
      return unreachable(facts);
  }
}

function whatIsSeen({ of, subject }: FactsOf<"unclear_scene">): string {
  if (of === "several") return "the assets do not say what the scene is about";
  if (subject === null) return `the ${of} does not say what the scene is about`;
  return `the ${of} shows ${SUBJECTS[subject]}, but not what the scene is about`;
}

function taggedSongs({ cut, songs, at_least: isMore }: FactsOf<"wish_ruled_out">): string {
  if (isMore) return `nearly all of at least ${songs} songs`;
  if (cut < songs) return `${cut} of ${songs} songs`;
  return cut === 1 ? "the only song" : `all ${cut} songs`;
}

function fittingSongs(count: number): string {
  return count === 1 ? "the one song that fits otherwise" : `all ${count} songs that fit otherwise`;
}

interface Constraints {
  readonly constraints: readonly ConstraintFacts[];
  readonly more: number;
}

function quoted({ constraints, more }: Constraints): readonly string[] {
  return named({ names: constraints.map((one) => quote(describeConstraintFacts(one))), more });
}

function rules({ constraints }: Constraints): string {
  return constraints.length === 1 ? "rules" : "rule";
}

function named({ names, more }: { readonly names: readonly string[]; readonly more: number }): readonly string[] {
  return more === 0 ? names : [...names, `${more} more`];
}

function quote(words: string): string {
  return `'${words}'`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
