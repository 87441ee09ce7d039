import type { ConstraintFacts, UnservedFacts } from "../../../../clients/typescript/operations.ts";
import { durationText } from "../lib/duration.ts";
import { constraintText, listText, type Wording } from "./constraint-text.ts";

type FactsOf<Kind extends UnservedFacts["kind"]> = Extract<UnservedFacts, { readonly kind: Kind }>;

/**
 * Returns what the catalog cannot satisfy in words; undefined if only a later version knows the kind. Tags stay as the catalog has
 * them. A song without a known title is named by its id.
 */
export function unservedText(
  facts: UnservedFacts,
  wording: Wording,
  titleOf: (id: string) => string | null = () => null,
): string | undefined {
  const { text } = wording;
  switch (facts.kind) {
    case "empty_catalog":
      return text(facts.imported ? "unserved.empty.imported" : "unserved.empty");
    case "not_found":
    case "not_tagged":
      return text(`unserved.${facts.kind}`, { name: facts.name });
    case "replaced":
      return text("unserved.replaced", { name: facts.name, by: facts.by });
    case "no_arc":
      return text("unserved.no_arc", { of: facts.of });
    case "accents_unknown":
      return text("unserved.accents_unknown", { times: facts.seconds.map(durationText).join(", ") });
    case "unknown_name":
      return text(`unserved.unknown.${facts.of}`, { name: facts.name });
    case "undecided":
      return text("unserved.undecided", { constraint: constraintText(facts.constraint, wording) });
    case "unclear_scene":
      return text("unserved.scene", { seen: seenText(facts, wording) });
    case "only_constraints":
    case "only_avoided":
    case "more_avoided":
    case "only_named":
    case "no_sound":
    case "few_measured":
      return text(`unserved.${facts.kind}`);
    case "nothing_described":
      return text(facts.guesses ? "unserved.guesses" : "unserved.nothing_described");
    case "no_similar_tags":
      return text("unserved.no_similar_tags", { names: namesText(facts, wording) });
    case "no_words":
    case "not_measured": {
      const names = facts.names.map((name) => text("reason.quoted", { name }));
      return text(`unserved.${facts.kind}`, { names: namesText({ ...facts, names }, wording) });
    }
    case "none_known":
      return text("unserved.none_known", { constraints: constraintsText(facts, wording) });
    case "no_similar_sound":
      return facts.constraints.length === 0
        ? text("unserved.no_similar_sound")
        : text("unserved.no_similar_sound.constraints", { constraints: constraintsText(facts, wording) });
    case "nearest_excluded": {
      const songs = facts.ids.map((id) => {
        const title = titleOf(id);
        return title === null ? id : text("reason.quoted", { name: title });
      });
      const ids = listText(songs, wording.language);
      return text("unserved.nearest", { constraints: constraintsText(facts, wording), ids });
    }
    case "wish_ruled_out":
    case "all_ruled_out":
    case "no_single_version":
    case "ruled_out_each":
      return ruledOutText(facts, wording);
    default:
      return undefined;
  }
}

type RuledOut = FactsOf<"wish_ruled_out" | "all_ruled_out" | "no_single_version" | "ruled_out_each">;

function ruledOutText(facts: RuledOut, wording: Wording): string {
  const { text } = wording;
  if (facts.kind === "ruled_out_each") {
    const each = facts.by.map(({ constraint, songs }) =>
      text("unserved.each.part", { constraint: quoted(constraint, wording), count: String(songs) }),
    );
    return text("unserved.each", { songs: fittingText(facts.songs, wording), each: each.join(", ") });
  }
  const constraints = constraintsText(facts, wording);
  const songs = facts.kind === "wish_ruled_out" ? taggedText(facts, wording) : fittingText(facts.songs, wording);
  if (facts.kind === "no_single_version") return text("unserved.no_single_version", { constraints, songs });
  return text(facts.constraints.length === 1 ? "unserved.rules" : "unserved.rule", { constraints, songs });
}

function taggedText(facts: FactsOf<"wish_ruled_out">, { text }: Wording): string {
  const { name, cut, songs: count } = facts;
  const songs = String(count);
  if (facts.at_least) return text("unserved.tagged.most", { songs, name });
  if (cut < count) return text("unserved.tagged.some", { cut: String(cut), songs, name });
  return count === 1 ? text("unserved.tagged.only", { name }) : text("unserved.tagged.all", { songs, name });
}

function fittingText(count: number, { text }: Wording): string {
  return count === 1 ? text("unserved.fitting.one") : text("unserved.fitting.all", { count: String(count) });
}

function seenText({ of, subject }: FactsOf<"unclear_scene">, { text }: Wording): string {
  if (of === "several" || subject === null) return text(`unserved.scene.${of}`);
  return text(`unserved.shows.${of}`, { subject: text(`unserved.subject.${subject}`) });
}

interface Constraints {
  readonly constraints: readonly ConstraintFacts[];
  readonly more: number;
}

function constraintsText({ constraints, more }: Constraints, wording: Wording): string {
  return namesText({ names: constraints.map((one) => quoted(one, wording)), more }, wording);
}

function quoted(constraint: ConstraintFacts, wording: Wording): string {
  return wording.text("reason.quoted", { name: constraintText(constraint, wording) });
}

function namesText(
  { names, more }: { readonly names: readonly string[]; readonly more: number },
  wording: Wording,
): string {
  const rest = more === 0 ? [] : [wording.text("unserved.more", { count: String(more) })];
  return listText([...names, ...rest], wording.language);
}
